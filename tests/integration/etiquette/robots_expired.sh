#!/bin/sh
# Etiquette E40: pages that have waited for a pause of their host are checked
# with the robots.txt of today.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/clock.sh
. "$(dirname "$0")/../../lib/clock.sh"

needs_gleanerd
needs_clock
start_clocked_origin
{
	echo 'route /robots.txt'
	printf '  body text "User-agent: *\\nAllow: /\\n"\n'
	echo 'route /first.html'
	echo '  status 429'
	echo '  header Retry-After: 259200'
	for n in 1 2 3; do
		echo "route /page$n.html"
		echo "  body text \"<title>Page $n</title><p>Words of a page.</p>\""
	done
	echo 'route /feed.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<END'
	echo '<rss version="2.0"><channel><title>T</title>'
	for name in first page1 page2 page3; do
		echo "<item><link>$ORIGIN/$name.html</link>"
		echo "<title>Story $name</title></item>"
	done
	echo '</channel></rss>'
	echo 'END'
} | origin_scenario
POLL='{ interval: 30d, max: 60d, adaptive: false }'
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: true }'
write_config "$ORIGIN/feed.xml"
start_clocked
is_paused() {
	[ "$(sql 'SELECT count(*) FROM host WHERE pause_until_at > 0')" = 1 ]
}
ok 'the host is paused for three days' wait_for is_paused
waiting=$(origin_count 'path=/page*')

printf 'route /robots.txt\n  body text "User-agent: *\\nDisallow: /\\n"\n' |
	origin_scenario
pass_time 259260
is_answered() {
	[ "$(sql "SELECT count(*) FROM article
		WHERE status_why = 'robots.txt disallows it'")" = "$1" ]
}
ok 'E40: after the pause, the new rules apply to the pages that have waited' \
	wait_for -t 90 is_answered $((4 - waiting))
is "$(origin_count 'path=/page*')" "$waiting" \
	'E40: none of these pages is requested'
is "$(origin_count path=/robots.txt)" 2 'E40: robots.txt is requested once more'
stop_gleanerd
done_testing
