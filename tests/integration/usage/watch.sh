#!/bin/sh
# Tests `status --watch`: the size of its frames, its keys, and the state of the
# terminal after it has ended in each possible way.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd

# watch.py COLUMNS ROWS STEP… -- runs $COMMAND on a terminal and executes the
# steps in turn:
#
#	see:REGEX	waits until the newest frame contains REGEX
#	key:TEXT	types TEXT (Python escapes)
#	size:COLUMNSxROWS
#	signal:NUMBER
#	run:SHELL	runs a command of the shell
#	stopped		waits until the program has stopped itself
#	continue	sends SIGCONT
#
# Then it waits for the end of the program. Prints the newest frame of each
# `see`, and "exit CODE", "terminal restored" or "terminal changed", "screen left"
# and "too wide" or "too high" for the frames that do not fit.
cat >"$WORK/watch.py" <<'END'
import codecs, fcntl, os, pty, re, select, signal, struct, subprocess, sys
import termios, time, unicodedata
columns, rows, steps = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
master, slave = pty.openpty()


def resize():
    fcntl.ioctl(slave, termios.TIOCSWINSZ,
                struct.pack("HHHH", rows, columns, 0, 0))


resize()
before = termios.tcgetattr(slave)
pid = os.fork()
if pid == 0:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for fd in range(3):
        os.dup2(slave, fd)
    os.execvp("sh", ["sh", "-c", "exec " + os.environ["COMMAND"]])
said, deadline = b"", time.monotonic() + 120


def give_up(why):
    print(f"{why}; the output:\n{plain(said.decode(errors='replace'))}")
    os.kill(pid, signal.SIGKILL)
    sys.exit(9)


def read(wait_s):
    global said
    if time.monotonic() > deadline:
        give_up("no answer for two minutes")
    if select.select([master], [], [], wait_s)[0]:
        said += os.read(master, 65536)
        return True
    return False


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


def width(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else
               0 if unicodedata.combining(c) else 1 for c in line)


def newest():
    return plain(said.decode(errors="replace").split("\x1b[H")[-1])


def see(pattern):
    while not re.search(pattern, newest()):
        read(0.5)
    frame = newest().split("\n")
    if any(width(line) > columns for line in frame):
        print("too wide")
    if len(frame) > rows:
        print("too high")
    print("\n".join(line.rstrip() for line in frame))


for step in steps:
    kind, _, value = step.partition(":")
    if kind == "see":
        see(value)
    elif kind == "key":
        os.write(master, codecs.decode(value, "unicode_escape").encode())
    elif kind == "size":
        columns, rows = map(int, value.split("x"))
        said += b"\x1b[H"  # the next frame has the new size
        resize()
    elif kind == "signal":
        os.kill(pid, int(value))
    elif kind == "run":
        subprocess.run(value, shell=True, check=True)
    elif kind == "stopped":
        while os.waitpid(pid, os.WUNTRACED | os.WNOHANG)[0] == 0:
            read(0.1)
        print("changed" if termios.tcgetattr(slave) != before else "unchanged")
        said += b"\x1b[H"
    elif kind == "continue":
        os.kill(pid, signal.SIGCONT)
    else:
        sys.exit(f"unknown step {step}")
while True:
    done, status = os.waitpid(pid, os.WNOHANG)
    if done:
        break
    read(0.1)
while select.select([master], [], [], 0)[0]:
    said += os.read(master, 65536)
print("exit", os.waitstatus_to_exitcode(status))
print("terminal changed" if termios.tcgetattr(slave) != before
      else "terminal restored")
print("screen left" if said.rfind(b"\x1b[?1049l") > said.rfind(b"\x1b[?1049h")
      else "screen not left")
print("after the screen:",
      plain(said[said.rfind(b"\x1b[?1049l"):].decode(errors="replace")))
if re.search(rb"\x1b\[[0-9;]*m", said):
    print("colours")
END

# watch COLUMNS ROWS STEP…: runs watch.py with `status --watch`; sets OUT.
watch() {
	OUT=$(TERM=${TERM_IS:-xterm} NO_COLOR=${FORBIDDEN:-} \
		COMMAND="$BUILD/gleaner -c ${CONFIG_IS:-$CONFIG} status --watch" \
		python3 "$WORK/watch.py" "$@")
}
# ended_well CODE NAME: the program ended with CODE and restored the terminal.
ended_well() {
	like "$OUT" "^exit $1\$" "$2 ends with $1"
	like "$OUT" '^terminal restored$' "$2 restores the settings"
	like "$OUT" '^screen left$' "$2 restores the screen"
}

start_origin --generate 2x4
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
gleanerd_once >/dev/null
# The name of the database fits a line of the frame.
if is_postgres; then
	export PGHOST="$POSTGRES_HOST" PGUSER=gleaner
	DB=postgresql:///$POSTGRES_DB
	write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
fi
sql "INSERT INTO feed (url, next_poll_at, added_at, failures, last_outcome,
	last_why, last_poll_at)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
	    WHERE i < 40)
	SELECT 'https://site' || substr('0' || i, length('0' || i) - 1, 2) ||
	'.example.org/feed.xml', unixepoch() + 100000 - i, 1, 100 - i, 'dns',
	'Could not resolve host: $(printf '%90s' '' | tr ' ' h)', unixepoch()
	FROM n;
	INSERT INTO consumer (name, seq, made_at)
	SELECT 'consumer' || i, 0, 1 FROM (SELECT 1 AS i UNION SELECT 2 UNION
	SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6) AS x" ||
	diag 'the rows were not inserted'

for size in '80 24' '60 16' '200 60' '20 5'; do
	columns=${size% *}
	rows=${size#* }
	watch "$columns" "$rows" 'see:[0-9]:[0-9]' key:q
	unlike "$OUT" '^too (wide|high)$' "a frame fits $columns x $rows"
	ended_well 0 "q on $columns x $rows"
done
watch 80 24 'see:q ends' key:q
like "$OUT" '^failing feeds 1-[0-9]+ of 40, most failures first$' \
	'the list shows its part and its order'
like "$OUT" '^> failing +99 .*site01' 'the first feed is selected'
like "$OUT" '^colours$' 'colours are used on a terminal'
FORBIDDEN=1 watch 80 24 'see:q ends' key:q
unlike "$OUT" '^colours$' 'NO_COLOR disables colours'

watch 80 24 'see:q ends' key:jj 'see:> failing +97' 'key:\x1b[A' \
	'see:> failing +98' key:G 'see:> failing +60' 'key:\x1b[5~' \
	'see:> failing +6[1-9]' key:g 'see:> failing +99' key:q
ended_well 0 'a session with arrows, pages, first and last row'
watch 80 24 'see:most failures first' key:s 'see:40, next poll first' \
	'see:> failing +99' key:g 'see:> failing +60' key:s 'see:by address' key:q
ended_well 0 'a session with three orders'
watch 80 24 'see:q ends' key:j 'see:> failing +98' 'key:\r' \
	'see:feed +https://site02.example.org/feed.xml' 'key:\x1b' \
	'see:> failing +98' 'key:\n' 'see:q back' key:q 'see:q ends' key:q
ended_well 0 'a session with an explanation'
watch 80 24 'see:q ends' 'key: ' 'see:paused' \
	"run:$BUILD/gleaner -c $CONFIG feed pause https://site01.example.org/feed.xml" \
	key:j 'see:of 40[^~]*> failing +98' key:r 'see:failing feeds [0-9-]+ of 39' \
	'see:paused' 'key: ' 'see:space pause' key:q
ended_well 0 'a session with a pause, which keeps the numbers'
watch 120 30 'see:q ends' size:60x12 'see:q ends' size:140x40 'see:q ends' key:q
unlike "$OUT" '^too (wide|high)$' 'frames fit after a change of size'
ended_well 0 'a session with two changes of size'

for signal in 1 2 3 15; do
	watch 80 24 'see:q ends' "signal:$signal"
	ended_well 0 "signal $signal"
done
watch 80 24 'see:q ends' 'key:\x03'
ended_well 0 'control-C'
watch 80 24 'see:q ends' 'key:\x04'
ended_well 0 'control-D'
watch 80 24 'see:q ends' 'key:\x1a' stopped continue 'see:q ends' key:q
like "$OUT" '^unchanged$' 'control-Z restores the terminal'
ended_well 0 'a session with control-Z'

# `gleaner` executes gleaner-read to read OPML (cli/part/part.h).
echo '<opml version="2.0"><body/></opml>' >"$WORK/list.opml"
{
	cat "$CONFIG"
	echo 'include: [list.opml]'
} >"$WORK/opml.yaml"
CONFIG_IS=$WORK/opml.yaml watch 80 24 'see:q ends' key:q
ended_well 0 'a configuration that includes OPML'

TERM_IS=dumb watch 80 24 'see:rate' signal:15
unlike "$OUT" '^screen left$' 'TERM=dumb gets lines instead of a screen'

lose="cp $DB $DB.whole; : >$DB"
! is_postgres ||
	lose="psql -q -d postgres -c 'DROP DATABASE $POSTGRES_DB WITH (FORCE)'"
watch 80 24 'see:q ends' "run:$lose"
ended_well 1 'a database that becomes unreadable'
like "$OUT" '^after the screen: .*gleaner status: ' \
	'the error is printed after the terminal was restored'
done_testing
