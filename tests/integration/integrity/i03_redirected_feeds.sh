#!/bin/sh
# I3: feeds of other hosts that redirect to a publisher's host do not delay the
# publisher's feed and articles.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

HOST='{ connections: 2, gap: 400ms, allow_private: true, robots: false }'
POLL='{ interval: 1s, min: 1s, max: 1s, adaptive: false }'

start_origin --generate 1x5
hostile() { # N: prints the URL of a hostile feed
	echo "http://127.0.0.$1:$ORIGIN_PORT/hostile/$1.xml"
}
set --
{
	for n in 11 12 13 14 15 16 17 18 19 20; do
		echo "route /hostile/$n.xml"
		echo "  redirect 302 $ORIGIN/target/$n.xml"
		echo "route /target/$n.xml"
		echo '  header Content-Type: application/rss+xml'
		echo '  body text <<FEED'
		echo '<rss version="2.0"><channel><title>T</title></channel></rss>'
		echo 'FEED'
	done
} | origin_scenario
for n in 11 12 13 14 15 16 17 18 19 20; do
	set -- "$@" "$(hostile "$n")"
done
write_config "$@"
start_gleanerd
# From now on, redirected feeds always wait for the publisher's host.
ok 'the hostile feeds are redirected to the host of the publisher' \
	wait_for -t 60 sh -c "[ \"\$(curl -s \
	'$ORIGIN/_origin/count?path=/target/*')\" -ge 10 ]"
"$BUILD/gleaner" -c "$CONFIG" feed add "$ORIGIN/feed/1.xml" >/dev/null
five_done() {
	[ "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" = 5 ]
}
ok 'I3: the five articles are fetched' wait_for -t 90 five_done
# Prints the number of redirected requests between the first and the fifth
# article. In this time, articles always wait. Before it, a busy machine may need
# many slots of the host to read the feed.
slots=$(origin_get /_origin/log | python3 -c '
import json, sys
seen = sorted(map(json.loads, sys.stdin), key=lambda line: line["ms"])
kinds = [line["path"].split("/")[1] for line in seen]
pages = [n for n, kind in enumerate(kinds) if kind not in
         ("target", "hostile", "feed")]
print(kinds[pages[0]:pages[4]].count("target") if len(pages) > 4 else 9999)')
cmp_ok "$slots" -le 8 'I3: the articles get a third of the requests at least'
read_before=$(origin_count 'path=/target/*')
ok 'I3: the redirected feeds are read later' wait_for -t 60 sh -c \
	"[ \"\$(curl -s '$ORIGIN/_origin/count?path=/target/*')\" -ge \
	$((read_before + 10)) ]"
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'
done_testing
