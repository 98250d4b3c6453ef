#!/bin/sh
# The network is down: one event, no feed is blamed, and all is asked soon
# after it is back.  One server that dies among others is its own fault.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 6x2
PORT=$ORIGIN_PORT
set --
for n in 1 2 3 4 5 6; do
	set -- "$@" "http://127.0.0.$n:$PORT/feed/$n.xml"
done
# One that never was there, and is to blame all the time.
DEAD=http://127.0.0.9:1/feed.xml
POLL='{ interval: 1s, min: 1s, max: 1s, adaptive: false }'
write_config "$@" "$DEAD"
ok 'a first harvest' sh -c "'$BUILD/gleanerd' -c '$CONFIG' --once || true"
is "$(sql "SELECT count(*) FROM feed WHERE failures > 0")" 1 \
	'one feed is dead, and to blame'

said() { # EVENT: how many lines
	grep -c "^[^ ]* *$1\|^$1\| $1 " "$WORK/gleanerd.out"
}
is_said() {
	[ "$(said "$1")" -ge "$2" ]
}
polled_since() { # ID: all good feeds after that poll
	[ "$(sql "SELECT count(DISTINCT feed_id) FROM poll WHERE id > $1
		AND outcome IN ('ok', 'unchanged')")" -ge 6 ]
}
: >"$WORK/gleanerd.out"
start_gleanerd
start=$(sql 'SELECT max(id) FROM poll')
ok 'all are polled' wait_for polled_since "$start"
is "$(said network-down)" 0 'one dead server is not the network'
cmp_ok "$(sql "SELECT failures FROM feed WHERE url = '$DEAD'")" -gt 0 \
	'and is blamed'

stop_origin
ok 'all fall silent' wait_for is_said network-down 1
excused() {
	[ "$(sql "SELECT count(*) FROM feed WHERE failures > 0
		AND url <> '$DEAD'")" = 0 ]
}
ok 'no feed is blamed' wait_for excused
# What was under way before is in the queue of the same store.
quiet=$(sql 'SELECT max(id) FROM poll')
# Two probes at least, which fail too.
failed() {
	gleaner status --json | sed -n 's/.*"polls_failed":"*\([0-9]*\).*/\1/p'
}
failed_before=$(failed)
probed() {
	[ $(($(failed) - failed_before)) -ge 2 ]
}
ok 'it is looked after' wait_for probed
ok 'and still none is blamed' excused
is "$(said network-down)" 1 'it was told once'
cmp_ok "$(($(failed) - failed_before))" -le 6 \
	'and few requests were spent on it'
is "$(sql "SELECT count(*) FROM poll WHERE id > $quiet AND feed_id <>
	(SELECT id FROM feed WHERE url = '$DEAD')")" 0 \
	'which are no polls of the feeds that were asked'

before=$(sql 'SELECT max(id) FROM poll')
start_origin --generate 6x2 --port "$PORT"
ok 'it is back' wait_for -t 10 is_said network-up 1
ok 'and all feeds are asked at once' wait_for -t 5 polled_since "$before"
ok 'none of them is to blame' excused
is "$(said network-up)" 1 'which was told once as well'
stop_gleanerd
is "$DAEMON_STATUS" 0 'a clean end'

# Stopped while it is down: nothing of it is left behind.
stop_origin
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'down again' wait_for is_said network-down 1
stop_gleanerd
is "$DAEMON_STATUS" 0 'it stops while the network is down'
ok 'and no feed is blamed for the morning after' excused

# One that was failing before is asked in order to find out, and keeps the
# failures that it had of its own.
start_origin --generate 6x2 --port "$PORT"
write_config "$1" "$2" "$3" "http://127.0.0.6:$PORT/missing.xml"
"$BUILD/gleanerd" -c "$CONFIG" --once >"$WORK/once.out" 2>&1
FAILING="FROM feed WHERE url LIKE '%/missing.xml'"
is "$(sql "SELECT failures $FAILING")" 1 'one fails by itself'
stop_origin
sql "UPDATE feed SET failures = 4, next_poll_terms = NULL,
	next_poll_at = unixepoch() + 8
	WHERE url LIKE '%/missing.xml'" >/dev/null
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'down again' wait_for is_said network-down 1
ok 'it is asked whether the network is back' wait_for -t 40 tap_sql_is \
	"SELECT next_poll_by $FAILING" network
is "$(sql "SELECT failures $FAILING")" 4 'which is none of its failures'
start_origin --generate 6x2 --port "$PORT"
# Probes come every 30 s where it was down for a minute: a busy machine.
ok 'the network is back, it fails again: one more' wait_for -t 90 \
	tap_sql_is "SELECT failures $FAILING" 5
stop_gleanerd

# A feed that waits for the end of its host's pause keeps nobody from finding
# out.
write_config "$1" "$2" "$3" "http://127.0.0.8:$PORT/feed/1.xml"
ok 'one more' gleanerd_once
sql "INSERT INTO host (host, pause_until_at, failures)
	VALUES ('127.0.0.8:$PORT', unixepoch() + 3600, 1)"
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'it waits' wait_for is_said ready 1
stop_origin
ok 'down again' wait_for -t 20 is_said network-down 1
start_origin --generate 6x2 --port "$PORT"
ok 'and it is found that it is back' wait_for -t 40 is_said network-up 1
stop_gleanerd

# Excused or not, the hours that a feed wants skipped stay skipped; it was asked
# in one of them because somebody wanted so.
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
ok 'one that rests' gleanerd_once
RESTING="FROM feed WHERE url LIKE '%/rests.xml'"
cmp_ok "$(sql "SELECT next_poll_at - unixepoch() $RESTING")" -gt 7200 'does so'
sql 'UPDATE feed SET next_poll_at = unixepoch()'
stop_origin
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'down again' wait_for -t 20 is_said network-down 1
ok 'it is excused' wait_for tap_sql_is "SELECT next_poll_by $RESTING" network
cmp_ok "$(sql "SELECT next_poll_at - unixepoch() $RESTING")" -gt 7200 \
	'and rests on'
stop_gleanerd
start_origin --generate 6x2 --port "$PORT"

# Three that lead to a server that is dead have answered: neither is it the
# network, nor are they asked sooner than others that fail.
for n in 1 2 3; do
	printf 'route /away-%d.xml\n  redirect 302 http://127.0.0.9:202%d/\n' \
		"$n" "$n"
done | origin_scenario
rm -f "$DB" "$DB-wal" "$DB-shm"
write_config "http://127.0.0.1:$PORT/away-1.xml" \
	"http://127.0.0.2:$PORT/away-2.xml" "http://127.0.0.3:$PORT/away-3.xml"
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'who leads astray is to blame' wait_for -t 20 tap_sql_is \
	"SELECT min(failures) >= 2 FROM feed" 1
is "$(sql 'SELECT DISTINCT next_poll_by FROM feed')" backoff \
	'and waits like any that fails'
is "$(said network-down)" 0 'the network is there'
stop_gleanerd
done_testing
