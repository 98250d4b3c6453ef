#!/bin/sh
# I3: many redirected pages of some feeds, which wait for a slow host, do not
# postpone the redirected pages of other feeds.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

PLACES=1024 # LIMIT_PARKED
EACH=480    # pages of each hostile feed that the daemon holds in memory at once

HOST='{ connections: 2, gap: 0s, allow_private: true, robots: false }'
POLL='{ interval: 1h, min: 1h, max: 1h, adaptive: false }'
FETCH='{ parallel: 64, timeout: 10s }'

needs_gleanerd
start_origin
hostile() { # N: prints the root of the site of a hostile feed
	echo "http://127.0.0.$1:$ORIGIN_PORT"
}
HONEST="http://127.0.0.21:$ORIGIN_PORT"
TARGET="http://127.0.0.22:$ORIGIN_PORT"
SLOW="http://127.0.0.23:$ORIGIN_PORT"
feed_of() { # ROOT FOLDER N: prints a feed with N items
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo '<rss version="2.0"><channel><title>T</title>'
	seq "$3" | sed "s|.*|<item><guid>&</guid><title>Story &</title>\
<link>$1/$2/&</link></item>|"
	echo '</channel></rss>'
	echo 'FEED'
}
{
	for n in 11 12 13; do
		echo "route /hostile/$n.xml"
		feed_of "$(hostile $n)" "from$n" "$EACH"
		echo "route /from$n/*"
		echo "  redirect 302 $SLOW/slow"
	done
	echo 'route /slow'
	echo '  delay 60s'
	echo 'route /honest.xml'
	feed_of "$HONEST" story 3
	for n in 1 2 3; do
		echo "route /story/$n"
		echo "  redirect 302 $TARGET/page/$n"
		echo "route /page/$n"
		echo '  header Content-Type: text/html'
		echo "  body text \"<html><body><p>Page $n.</p></body></html>\""
	done
} | origin_scenario
write_config "$(hostile 11)/hostile/11.xml" "$(hostile 12)/hostile/12.xml" \
	"$(hostile 13)/hostile/13.xml"
start_gleanerd
# Each hostile page is redirected to the slow host, where the pages wait.
many_wait() {
	[ "$(origin_count 'path=/from*')" -gt $((PLACES + 100)) ]
}
ok 'more hostile pages are redirected than places exist' \
	wait_for -t 60 many_wait
"$BUILD/gleaner" -c "$CONFIG" feed add "$HONEST/honest.xml" >/dev/null
honest_done() {
	[ "$(sql "SELECT count(*) FROM article WHERE status = 'done' AND
		url LIKE '$HONEST/%'")" = 3 ]
}
ok 'I3: the redirected pages of another feed are fetched at once' \
	wait_for -t 30 honest_done
is "$(sql "SELECT count(*) FROM article WHERE status IN ('queued', 'failed')")" \
	$((3 * EACH)) 'no hostile page is lost'
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'
done_testing
