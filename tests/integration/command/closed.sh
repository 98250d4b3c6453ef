#!/bin/sh
# Programs whose caller has closed standard input, output or error.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x3
write_config "$ORIGIN/feed/1.xml"

# What is opened in their place must not be given what is written there.
"$BUILD/gleanerd" -c "$CONFIG" --once <&- >&- 2>&-
is "$?" 0 'gleanerd works with all three closed'
is "$(sql 'SELECT count(*) FROM article')" 3 'and harvests'
"$BUILD/gleanerd" -c "$CONFIG" <&- >&- 2>&- &
DAEMON_PID=$!
tap_pids="$tap_pids $DAEMON_PID"
wait_for gleaner feed poll "$ORIGIN/feed/1.xml"
for fd in 0 1 2; do
	is "$(readlink "/proc/$DAEMON_PID/fd/$fd")" /dev/null \
		"$fd is no file or socket of its own"
done
stop_gleanerd
is "$DAEMON_STATUS" 0 'and stops'

closed() { # NAME COMMAND…
	closed_name=$1
	shift
	timeout 20 "$BUILD/gleaner" -c "$CONFIG" "$@" <&- \
		>"$WORK/out" 2>"$WORK/err"
	like "$? $(cat "$WORK/err")" "^1 gleaner $closed_name: .*descriptor" \
		"no standard input: $*"
}
gleaner follow --consumer c --ack manual >"$WORK/followed"
for command in cut parse-feed; do
	closed "$command" "$command" -
	closed "$command" "$command" --batch
done
closed ack ack --consumer c -
gleaner articles >&- 2>"$WORK/err"
like "$? $(cat "$WORK/err")" '^1 .*cannot write the output' \
	'no standard output: it is told'
gleaner articles >"$WORK/out" 2>&-
is "$?$(wc -l <"$WORK/out")" 04 'no standard error: all the same'
done_testing
