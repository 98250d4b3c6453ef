#!/bin/sh
# I3: a feed that links to many hosts that are paused for days does not keep the
# pages of other feeds from being fetched. These other pages are foreign, too:
# their feed is not on their site.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

HOST='{ gap: 0ms, allow_private: true, robots: false }'
HOSTS=140 # times 8 pages of a host in memory: more than LIMIT_WINDOW_FOREIGN
PAGES=12

LISTEN=$(free_port)
EXTRA="listen: 127.0.0.1:$LISTEN"
start_origin
port=$ORIGIN_PORT
{
	printf 'route /junk/*\n  status 503\n  header Retry-After: 604800\n'
	printf 'route /a.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel><title>A</title>'
	n=0
	while [ "$n" -lt $((HOSTS * PAGES)) ]; do
		printf '<item><title>Junk %d</title>' "$n"
		printf '<link>http://127.0.1.%d:%d/junk/%d</link></item>\n' \
			$((n / PAGES + 1)) "$port" "$n"
		n=$((n + 1))
	done
	printf '</channel></rss>\nFEED\n'
	printf 'route /b.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel><title>B</title>'
	for n in 1 2 3; do
		printf '<item><title>Story %d</title>' "$n"
		printf '<link>http://127.0.0.4:%d/story/%d</link></item>\n' \
			"$port" "$n"
	done
	printf '</channel></rss>\nFEED\n'
	printf 'route /story/*\n  header Content-Type: text/html\n  body text '
	printf '"<html><title>Story</title><body><p>%s</p></body></html>"\n' \
		'A ship has reached the harbour with its load of grain.'
} | origin_scenario

asked() { # NUMBER: at least this number of junk pages was requested
	[ "$(origin_get '/_origin/count?path=/junk/*')" -ge "$1" ]
}
in_memory() {
	curl -s --max-time 20 "http://127.0.0.1:$LISTEN/metrics" |
		sed -n 's/^gleaner_articles_in_hand //p'
}
stories_done() {
	[ "$(sql "SELECT count(*) FROM article WHERE status = 'done'
		AND url LIKE '%/story/%'")" = 3 ]
}

write_config "http://127.0.0.2:$port/a.xml"
start_gleanerd
ok 'hosts of the first feed are asked and pause' wait_for -t 60 asked 30
cmp_ok "$(in_memory)" -le 256 \
	'I3: the feed has at most a quarter of the places for foreign pages'
"$BUILD/gleaner" -c "$CONFIG" feed add "http://127.0.0.3:$port/b.xml" >/dev/null
ok 'I3: the pages of the other feed are fetched' wait_for -t 60 stories_done
is "$(sql "SELECT count(*) FROM article WHERE url LIKE '%/junk/%'")" \
	$((HOSTS * PAGES)) 'I3: the other links of the first feed wait as rows'
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'
done_testing
