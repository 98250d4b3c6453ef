#!/bin/sh
# E-d: priorities in the journal, a reload that fails visibly, a self-test that
# is silent when it passes.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x1
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/absent.xml"

# ------------------------------------------------------------- the journal
# systemd names the stream of standard error by its device and inode.
as_journal() { # FILE ARGUMENT…: gleanerd with FILE for the journal
	journal=$1
	shift
	: >"$journal"
	JOURNAL_STREAM=$(stat -c %d:%i "$journal") \
		"$BUILD/gleanerd" -c "$CONFIG" "$@" 2>"$journal"
}
as_journal "$WORK/text" --once
is "$(grep -vc '^<[3467]>[a-z]' "$WORK/text")" 0 \
	'E-d: text: each line has its priority'
like "$(cat "$WORK/text")" '^<4>poll .*outcome=http-error' \
	'E-d: a poll that failed is a warning'
make_due
sed -i 's/format: text/format: json/' "$CONFIG"
as_journal "$WORK/json" --once
is "$(grep -vc '^<[3467]>{"time"' "$WORK/json")" 0 \
	'E-d: JSON: each line has its priority'
like "$(cat "$WORK/json")" '^<4>\{.*"level":"warning"' \
	'E-d: which is that of its level'
ok 'E-d: after it each line is JSON' python3 -c '
import json, sys
for line in open(sys.argv[1]):
    json.loads(line[3:])
' "$WORK/json"
make_due
JOURNAL_STREAM=8:1 "$BUILD/gleanerd" -c "$CONFIG" --once 2>"$WORK/other"
is "$(grep -c '^<' "$WORK/other")" 0 \
	'E-d: JOURNAL_STREAM of another file means nothing'
cp "$CONFIG" "$WORK/good.yaml"
echo 'poll: soon' >"$CONFIG"
as_journal "$WORK/faulty" --once
like "$(cat "$WORK/faulty")" '^<3>.*expected' \
	'E-d: the faults of a configuration are errors'

# --------------------------------------------------------------- the reload
cp "$WORK/good.yaml" "$CONFIG"
# a service manager: what it is told, one line a datagram
python3 -c '
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
with open(sys.argv[2], "w") as out:
    while True:
        out.write(s.recv(4096).decode().replace("\n", " ") + "\n")
        out.flush()
' "$WORK/notify" "$WORK/told" &
tap_pids="$tap_pids $!"
wait_for test -S "$WORK/notify"
NOTIFY_SOCKET=$WORK/notify
export NOTIFY_SOCKET
start_gleanerd
unset NOTIFY_SOCKET
told() {
	grep -q "$1" "$WORK/told"
}
ok 'E-d: ready' wait_for told READY=1
reload() {
	"$BUILD/gleanerd" --reload -c "$CONFIG" >"$WORK/said" 2>&1
	echo $?
}
is "$(reload)" 0 'E-d: a reload that is taken over succeeds'
ok 'E-d: which is told when it has happened' \
	grep -q '"config-read"' "$WORK/gleanerd.out"
ok 'E-d: the manager hears of its begin' told '^RELOADING=1 MONOTONIC_USEC='
ok 'E-d: and of its end' told '^READY=1 STATUS=configuration read'
echo 'poll: soon' >"$CONFIG"
is "$(reload)" 2 'E-d: a faulty file fails'
like "$(cat "$WORK/said")" 'gleaner.yaml:1:7: poll' 'E-d: and says where'
# What only the daemon can know: a file that had keys before has none.
sed 's/^include: .*/include: [more.yaml]/' "$WORK/good.yaml" >"$CONFIG"
echo 'workers: 1' >"$WORK/more.yaml"
is "$(reload)" 0 'E-d: a file that is included'
: >"$WORK/more.yaml"
is "$(reload)" 1 'E-d: if it was emptied, the reload fails'
like "$(cat "$WORK/said")" 'not reloaded: .*more.yaml is empty' 'E-d: and why'
ok 'E-d: the manager shows it' \
	told '^READY=1 STATUS=configuration refused, .*more.yaml is empty'
ok 'E-d: also later' wait_for told '^STATUS=.* config-refused: .*more.yaml'
kill -HUP "$DAEMON_PID"
refused_twice() {
	[ "$(grep -c '^READY=1 STATUS=configuration refused' \
		"$WORK/told")" -ge 2 ]
}
ok 'E-d: so it does after a signal' wait_for refused_twice
echo 'workers: 1' >"$WORK/more.yaml"
is "$(reload)" 0 'E-d: mended, it succeeds'
stop_gleanerd
is "$(reload)" 1 'E-d: without a daemon it fails'
like "$(cat "$WORK/said")" 'the daemon at' 'E-d: and says so'
like "$(grep '^ExecReload=' "$TOP/systemd/gleanerd.service")" \
	'^ExecReload=@sbindir@/gleanerd --reload ' 'E-d: the unit asks like this'

# ------------------------------------------------------------ the self-test
case $(is_sanitized) in
yes) skip 'E-d: the self-test is silent' 'under sanitizers' ;;
*)
	"$BUILD/gleanerd" --selftest-sandbox >"$WORK/said" 2>&1
	is "$? $(wc -c <"$WORK/said" | tr -d ' ')" '0 0' \
		'E-d: the self-test is silent when it passes'
	"$BUILD/gleanerd" --selftest-sandbox --verbose >"$WORK/said" 2>&1
	cmp_ok "$(grep -c '^ok ' "$WORK/said")" -ge 30 \
		'E-d: with --verbose it tells of each trial'
	;;
esac
done_testing
