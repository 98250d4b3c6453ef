#!/bin/sh
# The network is down: one event is logged, no feed counts a failure, and all
# feeds are polled soon after the network is back. A single dead server is not a
# network failure.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 6x2
PORT=$ORIGIN_PORT
set --
for n in 1 2 3 4 5 6; do
	set -- "$@" "http://127.0.0.$n:$PORT/feed/$n.xml"
done
# A feed whose server refuses all connections. Its failures are counted.
DEAD=http://127.0.0.9:1/feed.xml
POLL='{ interval: 1s, min: 1s, max: 1s, adaptive: false }'
write_config "$@" "$DEAD"
ok 'a first harvest runs' sh -c "'$BUILD/gleanerd' -c '$CONFIG' --once || true"
is "$(sql "SELECT count(*) FROM feed WHERE failures > 0")" 1 \
	'the failure of the server that refuses connections is counted'

said() { # EVENT: prints the number of log lines
	grep -c "^[^ ]* *$1\|^$1\| $1 " "$WORK/gleanerd.out"
}
is_said() {
	[ "$(said "$1")" -ge "$2" ]
}
polled_since() { # ID: true if all other feeds were polled after poll ID
	[ "$(sql "SELECT count(DISTINCT feed_id) FROM poll WHERE id > $1
		AND outcome IN ('ok', 'unchanged')")" -ge 6 ]
}
polled_by() { # N: true if N feeds were polled with success
	[ "$(sql "SELECT count(DISTINCT feed_id) FROM poll
		WHERE outcome IN ('ok', 'unchanged')")" -ge "$1" ]
}
: >"$WORK/gleanerd.out"
start_gleanerd
start=$(sql 'SELECT max(id) FROM poll')
ok 'all other feeds are polled' wait_for polled_since "$start"
is "$(said network-down)" 0 \
	'one server that refuses connections is not a network failure'
cmp_ok "$(sql "SELECT failures FROM feed WHERE url = '$DEAD'")" -gt 0 \
	'the failures of this server are counted'

stop_origin
ok 'the log reports that the network is down' wait_for is_said network-down 1
excused() {
	[ "$(sql "SELECT count(*) FROM feed WHERE failures > 0
		AND url <> '$DEAD'")" = 0 ]
}
ok 'no other feed counts a failure' wait_for excused
# The results of requests that were open before are already in the queue of the
# store. A poll that is stored later would be a probe.
quiet=$(sql 'SELECT max(id) FROM poll')
# The daemon must send at least two probes, which fail, too.
failed() {
	gleaner status --json | sed -n 's/.*"polls_failed":"*\([0-9]*\).*/\1/p'
}
failed_before=$(failed)
probed() {
	[ $(($(failed) - failed_before)) -ge 2 ]
}
ok 'the daemon sends probes' wait_for probed
ok 'failed probes are not counted for feeds' excused
is "$(said network-down)" 1 'the event is logged once'
cmp_ok "$(($(failed) - failed_before))" -le 6 \
	'few requests are sent while the network is down'
is "$(sql "SELECT count(*) FROM poll WHERE id > $quiet AND feed_id <>
	(SELECT id FROM feed WHERE url = '$DEAD')")" 0 \
	'probes are not stored as polls'

before=$(sql 'SELECT max(id) FROM poll')
start_origin --generate 6x2 --port "$PORT"
ok 'the log reports that the network is back' \
	wait_for -t 10 is_said network-up 1
ok 'all feeds are polled at once' wait_for -t 5 polled_since "$before"
ok 'no feed counts a failure after that' excused
is "$(said network-up)" 1 'the return of the network is logged once'
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'

# The daemon is stopped while the network is down.
stop_origin
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'the network is down again' wait_for is_said network-down 1
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0 while the network is down'
ok 'no feed has counted a failure after the end' excused

# A feed with earlier failures is used as a probe, and its number of failures
# does not change.
start_origin --generate 6x2 --port "$PORT"
write_config "$1" "$2" "$3" "http://127.0.0.6:$PORT/missing.xml"
"$BUILD/gleanerd" -c "$CONFIG" --once >"$WORK/once.out" 2>&1
FAILING="FROM feed WHERE url LIKE '%/missing.xml'"
is "$(sql "SELECT failures $FAILING")" 1 'a feed with 404 counts a failure'
stop_origin
sql "UPDATE feed SET failures = 4, next_poll_terms = NULL,
	next_poll_at = unixepoch() + 8
	WHERE url LIKE '%/missing.xml'" >/dev/null
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'the network is down again' wait_for is_said network-down 1
ok 'the failing feed is polled as a probe' wait_for -t 40 tap_sql_is \
	"SELECT next_poll_by $FAILING" network
is "$(sql "SELECT failures $FAILING")" 4 'a probe does not change its failures'
start_origin --generate 6x2 --port "$PORT"
# On a busy machine the network may have been down for a minute. Then probes run
# every 30 s.
ok 'when the network is back, the feed fails once more' wait_for -t 90 \
	tap_sql_is "SELECT failures $FAILING" 5
stop_gleanerd

# A feed whose host is paused does not delay the detection.
write_config "$1" "$2" "$3" "http://127.0.0.8:$PORT/feed/1.xml"
ok 'a harvest with one more feed succeeds' gleanerd_once
sql "INSERT INTO host (host, pause_until_at, failures)
	VALUES ('127.0.0.8:$PORT', unixepoch() + 3600, 1)"
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'the daemon is ready' wait_for is_said ready 1
stop_origin
ok 'the network is down again' wait_for -t 20 is_said network-down 1
start_origin --generate 6x2 --port "$PORT"
ok 'the return of the network is detected' wait_for -t 40 is_said network-up 1
stop_gleanerd

# skipHours of a feed apply although its failure is not counted. The feed was
# polled in a skipped hour because a command asked for it.
hour=$(($(date +%s) / 3600 % 24))
{
	printf 'route /rests.xml\n  body text <<FEED\n<rss version="2.0">'
	printf '<channel><title>Rests</title><skipHours>'
	for n in 0 1 2 3; do
		printf '<hour>%d</hour>' $(((hour + n) % 24))
	done
	printf '</skipHours></channel></rss>\nFEED\n'
} | origin_scenario
write_config "$1" "$2" "$3" "http://127.0.0.7:$PORT/rests.xml"
ok 'a feed with skipHours is polled' gleanerd_once
RESTING="FROM feed WHERE url LIKE '%/rests.xml'"
cmp_ok "$(sql "SELECT next_poll_at - unixepoch() $RESTING")" -gt 7200 \
	'the next poll of this feed is after the skipped hours'
sql 'UPDATE feed SET next_poll_at = unixepoch()'
stop_origin
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'the network is down again' wait_for -t 20 is_said network-down 1
ok 'the failure of the feed with skipHours is not counted' \
	wait_for tap_sql_is "SELECT next_poll_by $RESTING" network
cmp_ok "$(sql "SELECT next_poll_at - unixepoch() $RESTING")" -gt 7200 \
	'the next poll of this feed is still after the skipped hours'
stop_gleanerd
start_origin --generate 6x2 --port "$PORT"

# The servers of three feeds answer with redirects to servers that do not
# answer. The network is not down, and the feeds are polled like other failing
# feeds.
for n in 1 2 3; do
	printf 'route /away-%d.xml\n  redirect 302 http://127.0.0.9:202%d/\n' \
		"$n" "$n"
done | origin_scenario
new_database
write_config "http://127.0.0.1:$PORT/away-1.xml" \
	"http://127.0.0.2:$PORT/away-2.xml" "http://127.0.0.3:$PORT/away-3.xml"
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'feeds that redirect to servers without an answer count failures' \
	wait_for -t 20 tap_sql_is \
	"SELECT min(failures) >= 2 FROM feed" 1
is "$(sql 'SELECT DISTINCT next_poll_by FROM feed')" backoff \
	'the back-off determines the time of their next poll'
is "$(said network-down)" 0 'the network is not reported as down'
stop_gleanerd

# Three servers fail permanently. A fourth server works, and gets fewer
# requests. The network seems to be down until the fourth server answers. Then
# the failures of the three feeds are counted.
stop_origin
start_origin --generate 6x2
LIVE=http://127.0.0.4:$ORIGIN_PORT/feed/4.xml
start_origin --generate 6x2
PORT=$ORIGIN_PORT
new_database
write_config "http://127.0.0.1:$PORT/feed/1.xml" \
	"http://127.0.0.2:$PORT/feed/2.xml" "http://127.0.0.3:$PORT/feed/3.xml"
printf '  - { url: "%s", interval: 8s }\n' "$LIVE" >>"$CONFIG"
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'four feeds are polled' wait_for polled_by 4
stop_origin
ok 'the network seems to be down' wait_for -t 30 is_said network-down 1
ok 'the fourth server answers' wait_for -t 40 is_said network-up 1
ok 'the failures of the three feeds are counted' wait_for -t 20 tap_sql_is \
	"SELECT count(*) FROM feed WHERE failures > 0 AND url <> '$LIVE'" 3
before=$(sql 'SELECT max(id) FROM poll')
ok 'the fourth feed is polled again' wait_for -t 40 tap_sql_is \
	"SELECT count(*) > 1 FROM poll WHERE id > $before AND feed_id =
	(SELECT id FROM feed WHERE url = '$LIVE')" 1
is "$(said network-down)" 1 'the network is not reported as down again'
stop_gleanerd
done_testing
