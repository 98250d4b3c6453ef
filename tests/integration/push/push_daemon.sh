#!/bin/sh
# Tests a push together with the daemon: the metrics show the counts of the
# push. The push of a user that may only read the database moves the cursor
# through the daemon.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
"$BUILD/store-writer" --batch 10 --words 30 "$DB" 40 >/dev/null
PORT=$(free_port)
EXTRA="listen: 127.0.0.1:$PORT"
write_config
chmod 755 "$WORK"
umask 007
start_gleanerd
is_listening() {
	[ -S "$WORK/control.sock" ] && curl -s "http://127.0.0.1:$PORT/metrics" |
		grep -q gleaner_build_info
}
ok 'the daemon listens' wait_for is_listening

# receive NAME [OPTION…]: starts a receiver; sets TARGET to its URL.
receive() {
	receive_name=$1
	shift
	python3 "$TOP/tests/lib/webhook_receiver.py" "$@" \
		"$WORK/$receive_name.log" >"$WORK/$receive_name.port" &
	RECEIVER_PID=$!
	tap_pids="$tap_pids $RECEIVER_PID"
	wait_for [ -s "$WORK/$receive_name.port" ] || bail 'no receiver'
	TARGET=http://127.0.0.1:$(cat "$WORK/$receive_name.port")/
}
metric() { # NAME{LABELS}
	curl -s "http://127.0.0.1:$PORT/metrics" | grep -F "gleaner_push_$1 " |
		sed 's/.* //'
}
last=$(sql 'SELECT max(seq) FROM change')
n=$(sql 'SELECT count(*) FROM change')

receive good
"$BUILD/gleaner" -c "$CONFIG" push --consumer hook "$TARGET" 2>"$WORK/push.err" &
PUSH_PID=$!
tap_pids="$tap_pids $PUSH_PID"
all_sent() {
	[ "$(metric 'acknowledged_total{consumer="hook"}')" = "$n" ]
}
ok 'the metrics show the acknowledged changes' wait_for all_sent
is "$(metric 'sent_total{consumer="hook"}')" "$n" \
	'the metrics show the sent changes'
is "$(metric 'behind{consumer="hook"}')" 0 'the metrics show no lag'
kill "$PUSH_PID"
wait "$PUSH_PID"
is $? 0 'SIGTERM ends the push'
is "$(sql "SELECT seq FROM consumer WHERE name = 'hook'")" "$last" \
	'the cursor of the push is at the end'

receive bad --status 503
"$BUILD/gleaner" -c "$CONFIG" push --consumer bad "$TARGET" 2>"$WORK/push.err" &
PUSH_PID=$!
tap_pids="$tap_pids $PUSH_PID"
has_error() {
	curl -s "http://127.0.0.1:$PORT/metrics" | grep -qF \
		'gleaner_push_error_info{consumer="bad",error="HTTP status 503"} 1'
}
ok 'the metrics show the last failure' wait_for has_error
"$BUILD/gleaner" -c "$CONFIG" status >"$WORK/status"
like "$(cat "$WORK/status")" "bad to $TARGET $n behind" \
	'status shows the push'
like "$(cat "$WORK/status")" 'fails: HTTP status 503' \
	'status shows its last failure'
"$BUILD/gleaner" -c "$CONFIG" status --json >"$WORK/status"
is "$(python3 -c 'import json, sys
for push in json.load(sys.stdin)["pushes"]:
    print(push["consumer"], push["lag"], push["error"])' <"$WORK/status")" \
	"hook 0 
bad $n HTTP status 503" 'status --json lists the pushes'
"$BUILD/gleaner" -c "$CONFIG" doctor --offline >"$WORK/doctor"
like "$(cat "$WORK/doctor")" "bad: [0-9]+ deliver.* HTTP status 503" \
	'doctor warns of the push that fails'
kill "$PUSH_PID"
wait "$PUSH_PID"

# Tests that a daemon that does not answer does not delay deliveries.
receive stopped
"$BUILD/gleaner" -c "$CONFIG" push --consumer stopped "$TARGET" \
	2>"$WORK/push.err" &
PUSH_PID=$!
tap_pids="$tap_pids $PUSH_PID"
has_received() { # N: true if the receiver has at least N requests
	[ "$(wc -l <"$WORK/stopped.log")" -ge "$1" ]
}
ok 'the changes are delivered' wait_for has_received "$n"
kill -STOP "$DAEMON_PID"
slowest=0
until=$(($(date +%s) + 7)) # longer than the pause between two reports
while [ "$(date +%s)" -lt "$until" ]; do
	n=$((n + 1))
	before=$(date +%s%N)
	add_changes "SELECT article_id, revision, 'revised', unixepoch()
		FROM change LIMIT 1"
	wait_for has_received "$n" || break
	ms=$((($(date +%s%N) - before) / 1000000))
	[ "$ms" -le "$slowest" ] || slowest=$ms
done
ok 'the changes are delivered while the daemon is stopped' has_received "$n"
cmp_ok "$slowest" -lt "$(paced 2)000" 'without a delay by the reports'
kill -CONT "$DAEMON_PID"
kill "$PUSH_PID"
wait "$PUSH_PID"
last=$(sql 'SELECT max(seq) FROM change')

# Tests the push of another user in the daemon's group.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	receive member
	setpriv --reuid=65534 --regid="$(id -g)" --clear-groups \
		"$BUILD/gleaner" -c "$CONFIG" push --consumer member "$TARGET" \
		2>"$WORK/push.err" &
	PUSH_PID=$!
	tap_pids="$tap_pids $PUSH_PID"
	is_done() {
		[ "$(sql "SELECT seq FROM consumer WHERE name = 'member'")" = \
			"$last" ]
	}
	ok 'a member of the group moves the cursor' wait_for is_done ||
		diag "$(cat "$WORK/push.err")"
	kill "$PUSH_PID"
	wait "$PUSH_PID"
	is $? 0 'SIGTERM ends the push of a member'
else
	skip "a member of the group moves the cursor" "needs root and setpriv"
	skip "SIGTERM ends the push of a member" "needs root and setpriv"
fi

# Numbers that are skipped after a restored backup are not changes.
if is_postgres; then
	sql 'UPDATE change_counter SET seq = seq + 1000000000'
else
	sql "UPDATE sqlite_sequence SET seq = seq + 1000000000
		WHERE name = 'change'"
fi
receive skipped
"$BUILD/gleaner" -c "$CONFIG" push --consumer skipped "$TARGET" \
	2>"$WORK/push.err" &
PUSH_PID=$!
tap_pids="$tap_pids $PUSH_PID"
no_lag() {
	[ "$(metric 'behind{consumer="skipped"}')" = 0 ]
}
ok 'the lag does not contain skipped numbers' wait_for no_lag ||
	diag "$(metric 'behind{consumer="skipped"}')"
kill "$PUSH_PID"
wait "$PUSH_PID"
stop_gleanerd
is "$DAEMON_STATUS" 0 'SIGTERM ends the daemon'
done_testing
