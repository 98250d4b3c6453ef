#!/bin/sh
# Tests the programs when the caller has closed standard input, output or error.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x3
write_config "$ORIGIN/feed/1.xml"

# A file that gets the number of a closed descriptor must not receive the
# output.
"$BUILD/gleanerd" -c "$CONFIG" --once <&- >&- 2>&-
is "$?" 0 'gleanerd works with all three descriptors closed'
is "$(sql 'SELECT count(*) FROM article')" 3 'gleanerd stores all articles'
"$BUILD/gleanerd" -c "$CONFIG" <&- >&- 2>&- &
DAEMON_PID=$!
tap_pids="$tap_pids $DAEMON_PID"
wait_for gleaner feed poll "$ORIGIN/feed/1.xml"
for fd in 0 1 2; do
	is "$(readlink "/proc/$DAEMON_PID/fd/$fd")" /dev/null \
		"descriptor $fd of the daemon is /dev/null"
done
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'

closed() { # NAME COMMAND…
	closed_name=$1
	shift
	timeout "$(paced 20)" "$BUILD/gleaner" -c "$CONFIG" "$@" <&- \
		>"$WORK/out" 2>"$WORK/err"
	like "$? $(cat "$WORK/err")" "^1 gleaner $closed_name: .*descriptor" \
		"a closed standard input is an error for gleaner $*"
}
gleaner follow --consumer c --ack manual >"$WORK/followed"
for command in cut parse-feed; do
	closed "$command" "$command" -
	closed "$command" "$command" --batch
done
closed ack ack --consumer c -
gleaner articles >&- 2>"$WORK/err"
like "$? $(cat "$WORK/err")" '^1 .*cannot write the output' \
	'a closed standard output is an error'
gleaner articles >"$WORK/out" 2>&-
is "$?$(wc -l <"$WORK/out")" 04 'a closed standard error is not an error'

# The pipe does not block, and its reader is slow.
cat >"$WORK/slow.py" <<'END_OF_PYTHON'
import os, subprocess, sys, time
reader, writer = os.pipe()
os.set_blocking(writer, False)
gleaner = subprocess.Popen(sys.argv[1:], stdout=writer)
os.close(writer)
n = 0
while piece := os.read(reader, 4096):
    n += piece.count(b"\n")
    time.sleep(0.001)
print(gleaner.wait(), n)
END_OF_PYTHON
sql "UPDATE article SET body = printf('%.40000c', 'x')"
is "$(python3 "$WORK/slow.py" "$BUILD/gleaner" -c "$CONFIG" follow \
	--consumer slow 2>&1)" '0 3' 'a full pipe that does not block is no error'
is "$(sql "SELECT seq FROM consumer WHERE name = 'slow'")" 3 \
	'the lines are acknowledged'

# Standard input does not block, and its writer writes a piece when the reader
# waits for it.
cat >"$WORK/late.py" <<'END_OF_PYTHON'
import fcntl, os, struct, subprocess, sys, termios
reader, writer = os.pipe()
os.set_blocking(reader, False)
gleaner = subprocess.Popen(sys.argv[2:], stdin=reader)
stat = f"/proc/{gleaner.pid}/stat"


def waits():
    n = fcntl.ioctl(reader, termios.FIONREAD, b"1234")
    with open(stat) as f:
        state = f.read().rpartition(")")[2].split()[0]
    return state == "Z" or state == "S" and struct.unpack("i", n) == (0,)


data = open(sys.argv[1], "rb").read()
for piece in (data[:1], data[1:-1], data[-1:]):
    while not waits():
        os.sched_yield()
    os.write(writer, piece)
while not waits():
    os.sched_yield()
os.close(writer)
sys.exit(gleaner.wait())
END_OF_PYTHON
late() { # INPUT COMMAND…
	late_input=$1
	shift
	timeout "$(paced 20)" python3 "$WORK/late.py" "$WORK/$late_input" \
		"$BUILD/gleaner" -c "$CONFIG" "$@" >"$WORK/out" 2>"$WORK/err"
	is "$? $(cat "$WORK/err")" '0 ' \
		"gleaner $1 $2 waits for an input that does not block"
}
gleaner show 1 --html >"$WORK/page.html"
printf '1\n2\n' >"$WORK/seqs"
late seqs ack --consumer c -
is "$(sql "SELECT seq FROM consumer WHERE name = 'c'")" 2 \
	'both lines are acknowledged'
curl -s "$ORIGIN/feed/1.xml" >"$WORK/feed.xml"
late feed.xml parse-feed -
isnt "$(cat "$WORK/out")" '' 'the feed was read'
printf '{"id":"1","file":"page.html"}\n' >"$WORK/pages"
late pages cut --batch --root "$WORK"
like "$(cat "$WORK/out")" '"id":"1"' 'the page was read'
gleaner export >"$WORK/feeds.opml"
late feeds.opml import -
is "$(cut -d '"' -f 2 "$WORK/out" | wc -l)" 1 'the list of feeds was read'
done_testing
