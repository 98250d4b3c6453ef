#!/bin/sh
# E-d: log lines in the journal have priorities, a failed reload is reported,
# and a successful self-test prints nothing.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x1
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/absent.xml"

# ------------------------------------------------------------- the journal
# systemd identifies standard error by its device and inode number.
as_journal() { # FILE ARGUMENT…: runs gleanerd; FILE is the journal
	journal=$1
	shift
	: >"$journal"
	JOURNAL_STREAM=$(stat -c %d:%i "$journal") \
		"$BUILD/gleanerd" -c "$CONFIG" "$@" 2>"$journal"
}
as_journal "$WORK/text" --once
is "$(grep -vc '^<[3467]>[a-z]' "$WORK/text")" 0 \
	'E-d: each line in text format has its priority'
like "$(cat "$WORK/text")" '^<4>poll .*outcome=http-error' \
	'E-d: a failed poll is a warning'
make_due
sed -i 's/format: text/format: json/' "$CONFIG"
as_journal "$WORK/json" --once
is "$(grep -vc '^<[3467]>{"time"' "$WORK/json")" 0 \
	'E-d: each line in JSON format has its priority'
like "$(cat "$WORK/json")" '^<4>\{.*"level":"warning"' \
	'E-d: the priority of a JSON line is that of its level'
ok 'E-d: after the priority each line is valid JSON' python3 -c '
import json, sys
for line in open(sys.argv[1]):
    json.loads(line[3:])
' "$WORK/json"
make_due
JOURNAL_STREAM=8:1 "$BUILD/gleanerd" -c "$CONFIG" --once 2>"$WORK/other"
is "$(grep -c '^<' "$WORK/other")" 0 \
	'E-d: without a matching JOURNAL_STREAM no priorities are written'
cp "$CONFIG" "$WORK/good.yaml"
echo 'poll: soon' >"$CONFIG"
as_journal "$WORK/faulty" --once
like "$(cat "$WORK/faulty")" '^<3>.*expected' \
	'E-d: faults of the configuration are errors'

# --------------------------------------------------------------- the reload
cp "$WORK/good.yaml" "$CONFIG"
# Replaces a service manager and writes each of its datagrams to one line.
python3 -c '
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
with open(sys.argv[2], "a") as out:
    while True:
        out.write(s.recv(4096).decode("utf-8", "backslashreplace")
                  .replace("\n", " ") + "\n")
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
ok 'E-d: the daemon reports that it is ready' wait_for told READY=1
reload() {
	"$BUILD/gleanerd" --reload -c "$CONFIG" >"$WORK/said" 2>&1
	echo $?
}
is "$(reload)" 0 'E-d: --reload with a valid file succeeds'
ok 'E-d: the log reports the reload before --reload ends' \
	grep -q '"config-read"' "$WORK/gleanerd.out"
ok 'E-d: systemd receives the message that the reload begins' \
	wait_for told '^RELOADING=1 MONOTONIC_USEC='
ok 'E-d: systemd receives the message that the reload has ended' \
	told '^READY=1 STATUS=configuration read'
echo 'poll: soon' >"$CONFIG"
is "$(reload)" 2 'E-d: --reload with a faulty file fails'
like "$(cat "$WORK/said")" 'gleaner.yaml:1:7: poll' \
	'E-d: the message contains the place of the fault'
# Only the running daemon detects that the included file was not empty before.
sed 's/^include: .*/include: [more.yaml]/' "$WORK/good.yaml" >"$CONFIG"
echo 'workers: 1' >"$WORK/more.yaml"
is "$(reload)" 0 'E-d: --reload with an included file succeeds'
: >"$WORK/more.yaml"
is "$(reload)" 1 'E-d: --reload fails if an included file was emptied'
like "$(cat "$WORK/said")" 'not reloaded: .*more.yaml is empty' \
	'E-d: the message contains the reason'
ok 'E-d: systemd receives the reason' \
	told '^READY=1 STATUS=configuration refused, .*more.yaml is empty'
ok 'E-d: later status reports contain the reason, too' \
	wait_for told '^STATUS=.* config-refused: .*more.yaml'
kill -HUP "$DAEMON_PID"
refused_twice() {
	[ "$(grep -c '^READY=1 STATUS=configuration refused' \
		"$WORK/told")" -ge 2 ]
}
ok 'E-d: a reload by SIGHUP reports the reason to the manager, too' \
	wait_for refused_twice
# One of the two names has a code point of two bytes at the limit of a status.
wide=$(printf '\303\274%.0s' $(seq 100))
for name in "$wide" "x$wide"; do
	sed "s/^include: .*/include: [$name.yaml]/" "$WORK/good.yaml" >"$CONFIG"
	echo 'workers: 1' >"$WORK/$name.yaml"
	is "$(reload)" 0 'E-d: --reload reads a file with a long name'
	: >"$WORK/$name.yaml"
	: >"$WORK/told"
	is "$(reload)" 1 'E-d: --reload fails if this file was emptied'
	wait_for told '^STATUS=.* config-refused: '
	is "$(grep -c '\\x' "$WORK/told")" 0 \
		'E-d: a long reason is not cut inside a code point'
	echo 'workers: 1' >"$WORK/$name.yaml"
done
sed 's/^include: .*/include: [more.yaml]/' "$WORK/good.yaml" >"$CONFIG"
echo 'workers: 1' >"$WORK/more.yaml"
is "$(reload)" 0 'E-d: --reload succeeds with the repaired file'
stop_gleanerd
is "$(reload)" 1 'E-d: --reload without a daemon fails'
like "$(cat "$WORK/said")" 'the daemon is not running: .* start gleanerd' \
	'E-d: the message states that no daemon runs, and the remedy'
like "$(grep '^ExecReload=' "$TOP/systemd/gleanerd.service")" \
	'^ExecReload=@sbindir@/gleanerd --reload ' \
	'E-d: ExecReload of the unit uses --reload'

# ------------------------------------------------------------ the self-test
case $(is_sanitized) in
yes) skip 'E-d: a successful self-test prints nothing' 'under sanitizers' ;;
*)
	"$BUILD/gleanerd" --selftest-sandbox >"$WORK/said" 2>&1
	is "$? $(wc -c <"$WORK/said" | tr -d ' ')" '0 0' \
		'E-d: a successful self-test prints nothing'
	"$BUILD/gleanerd" --selftest-sandbox --verbose >"$WORK/said" 2>&1
	cmp_ok "$(grep -c '^ok ' "$WORK/said")" -ge 30 \
		'E-d: --selftest-sandbox --verbose prints each test'
	;;
esac
done_testing
