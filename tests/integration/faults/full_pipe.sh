#!/bin/sh
# The reader of standard error does not read: the daemon works, and ends on
# SIGTERM.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x3
write_config "$ORIGIN/feed/1.xml"

# Runs the daemon with a full pipe as standard error.  Prints its exit code and
# its output when it has ended.
python3 - "$BUILD/gleanerd" -c "$CONFIG" >"$WORK/piped.out" <<'END' &
import fcntl, os, signal, subprocess, sys
reader, writer = os.pipe()
size = fcntl.fcntl(writer, fcntl.F_GETPIPE_SZ)
os.write(writer, b"x" * size)
daemon = subprocess.Popen(sys.argv[1:], stderr=writer,
                          stdin=subprocess.DEVNULL)
os.close(writer)
signal.signal(signal.SIGTERM, lambda *_: daemon.terminate())
try:
    print("code", daemon.wait(100), flush=True)
except subprocess.TimeoutExpired:
    print("still running", flush=True)
    daemon.kill()
END
runner=$!
tap_pids="$tap_pids $runner"
is_answered() {
	gleaner status --json | grep -q '"daemon":{'
}
ok 'the daemon starts with a full pipe' wait_for is_answered
ok 'the daemon fetches the articles' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 3
began=$(date +%s)
kill -TERM "$runner"
wait "$runner"
tap_forget "$runner"
is "$(cat "$WORK/piped.out")" 'code 0' 'SIGTERM ends the daemon with 0'
cmp_ok $(($(date +%s) - began)) -le "$(paced 10)" 'the daemon ends within 10 s'
ok 'no process is left' wait_for -t 5 no_gleanerd_left
done_testing
