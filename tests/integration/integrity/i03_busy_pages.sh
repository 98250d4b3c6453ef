#!/bin/sh
# I3: pages of a publisher's host that are answered with 503 or 429, and that
# only a feed of another host announces, do not pause the publisher's feed and
# pages. The publisher is 127.0.0.3, the hostile feed is on 127.0.0.2.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
HOSTILE=http://127.0.0.2:$ORIGIN_PORT
OWN=http://127.0.0.3:$ORIGIN_PORT
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: false }'

feed() { # HOST PATH…: prints the route of a feed
	printf 'route //%s/feed.xml\n' "$1"
	printf '  header Content-Type: application/rss+xml\n  body text <<FEED\n'
	printf '<rss version="2.0"><channel><title>F</title>'
	shift
	for path in "$@"; do
		printf '<item><title>%s</title><link>%s/%s</link></item>' \
			"$path" "$OWN" "$path"
	done
	printf '</channel></rss>\nFEED\n'
}
once() {
	make_due
	gleanerd_once >/dev/null
}
asked() { # PATH
	origin_count "address=127.0.0.3&path=$1"
}
# Prints the number of stored pauses that apply to all requests.
paused() {
	sql "SELECT count(*) FROM host WHERE pause_until_at > unixepoch()
		AND failures >= 0"
}
{
	feed 127.0.0.2 broken/1 broken/2
	feed 127.0.0.3
	printf 'route //127.0.0.3/broken/*\n  status 503\n'
	printf '  header Retry-After: 86400\n'
	printf 'route //127.0.0.3/own\n  header Content-Type: text/html\n'
	printf '  body text <<PAGE\n<html><title>Own</title><article><h1>Own</h1>'
	printf '<p>The council met on Tuesday to hear what the engineers had '
	printf 'found, and was told that repairs would take until spring.</p>'
	printf '</article></html>\nPAGE\n'
} | origin_scenario
write_config "$OWN/feed.xml"
gleanerd_once >/dev/null
write_config "$OWN/feed.xml" "$HOSTILE/feed.xml"
once
cmp_ok "$(asked '/broken/*')" -ge 1 'a page of the hostile feed is busy'
is "$(paused)" 0 'I3: a busy page of another feed does not pause the host'
feed 127.0.0.3 own | origin_scenario
once
is "$(asked /own)|$(sql "SELECT status FROM article WHERE url = '$OWN/own'")" \
	'1|done' 'I3: the page of the publisher is requested'

# The response of the feed arrives after that of the page.
new_database
origin_get /_origin/reset >/dev/null
{
	feed 127.0.0.2 broken/1
	feed 127.0.0.3 own | sed '1a\  delay 1s'
	printf 'route //127.0.0.3/broken/*\n  status 503\n'
	printf '  header Retry-After: 86400\n'
} | origin_scenario
HOST='{ connections: 2, gap: 0s, allow_private: true, robots: false }'
write_config "$OWN/feed.xml" "$HOSTILE/feed.xml"
gleanerd_once >/dev/null
is "$(asked '/broken/*')|$(paused)" '1|0' \
	'I3: nor before the feed of the host was polled'
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: false }'

# The other foreign pages wait.
new_database
origin_get /_origin/reset >/dev/null
{
	feed 127.0.0.2 broken/1 broken/2 broken/3 broken/4
	feed 127.0.0.3
	printf 'route //127.0.0.3/broken/*\n  status 429\n'
} | origin_scenario
write_config "$OWN/feed.xml"
gleanerd_once >/dev/null
write_config "$OWN/feed.xml" "$HOSTILE/feed.xml"
once
is "$(asked '/broken/*')" 1 \
	'after the first 429 no other foreign page is requested'

# A feed that states that it has moved to the host does not wait for the end of
# the pause: neither if the pause begins before the feed is read, nor if it
# begins while the request to the host waits.
new_database
moved="<x:new-feed-url xmlns:x='http://www.itunes.com/dtds/podcast-1.0.dtd'>"
moved="$moved$OWN/feed.xml</x:new-feed-url>"
{
	feed 127.0.0.2 broken/1
	feed 127.0.0.3
	feed 127.0.0.4 broken/1 | sed "s|<item>|$moved&|"
} | origin_scenario
POLL='{ interval: 1s, min: 1s, max: 1s, adaptive: false }'
polls="SELECT count(*) FROM poll p JOIN feed f ON f.id = p.feed_id
	WHERE f.url LIKE '%//127.0.0.4:%'"
write_config "$OWN/feed.xml" "$HOSTILE/feed.xml"
start_gleanerd
ok 'the host refuses the page' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'failed'" 1
gleaner feed add "http://127.0.0.4:$ORIGIN_PORT/feed.xml" >/dev/null
ok 'I3: a notice of a move does not wait for the end of the pause' \
	wait_for_sql "SELECT ($polls) > 1" 1
stop_gleanerd

new_database
printf 'route //127.0.0.3/broken/*\n  status 429\n  hold\n' |
	origin_scenario
POLL='{ interval: 1h, min: 1h, max: 1h, adaptive: false }'
PORT=$(free_port)
EXTRA="listen: 127.0.0.1:$PORT"
waiting() { # prints the number of requests that wait for their hosts
	curl -s --max-time 20 "http://127.0.0.1:$PORT/metrics" |
		sed -n 's/^gleaner_waiting //p'
}
waits_more() { # N: succeeds while more than N requests wait
	[ "$(waiting)" -gt "$1" ]
}
write_config "$OWN/feed.xml" "$HOSTILE/feed.xml"
start_gleanerd
wait_for origin_holds 1
ok 'the feeds are polled' wait_for_sql 'SELECT count(*) FROM poll' 2
before=$(waiting)
gleaner feed add "http://127.0.0.4:$ORIGIN_PORT/feed.xml" >/dev/null
ok 'the request of the notice waits for the connection' \
	wait_for waits_more "$before"
origin_get /_origin/release >/dev/null
ok 'I3: a notice does not wait for a pause that begins while it waits' \
	wait_for_sql "$polls" 1
stop_gleanerd
EXTRA=

# A feed of the host that is busy pauses the host.
new_database
{
	printf 'route //127.0.0.3/own\n  status 503\n'
	feed 127.0.0.3 own
} | origin_scenario
write_config "$OWN/feed.xml"
gleanerd_once >/dev/null
is "$(paused)" 1 'a busy page of the publisher pauses the host'

done_testing
