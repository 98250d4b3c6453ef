#!/bin/sh
# The control socket among clients that mean harm: a thousand at once, half
# questions, garbage, floods.  Who asks properly is answered all the while.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x1
write_config "$ORIGIN/feed/1.xml"
start_gleanerd
SOCKET=$WORK/control.sock
is_answered() {
	gleaner status --json | grep -q "\"daemon\":{"
}
ok 'a daemon answers' wait_for is_answered
is "$(stat -c %a "$SOCKET")" 600 'S64: the socket is its user'\''s alone'
descriptors() {
	find "/proc/$DAEMON_PID/fd" -mindepth 1 | wc -l
}
before=$(descriptors)

# try WHAT: a client of this kind; what came back, in one word.
try() {
	python3 - "$SOCKET" "$1" <<'END'
import socket, sys
path, what = sys.argv[1:]
def client():
    s = socket.socket(socket.AF_UNIX)
    s.settimeout(30)
    s.connect(path)
    return s
def let_go(s):
    try:
        while s.recv(65536):
            pass
    except ConnectionError:
        pass
    return "let-go"
def said(s):
    answer = b""
    try:
        while part := s.recv(65536):
            answer += part
    except ConnectionError:
        pass
    return answer.split(b" ")[0].split(b"\n")[0].decode() or "let-go"
if what == "crowd":            # one after the other is turned away
    crowd = []
    for _ in range(1000):
        try:
            crowd.append(client())
        except OSError:        # the queue of the kernel is full: as good
            pass
    for s in crowd:
        let_go(s)
    print("all-let-go")
elif what == "half":
    s = client()
    s.sendall(b"stat")
    print(let_go(s))
elif what == "flood":
    s = client()
    try:
        for _ in range(64):
            s.sendall(b"x" * 65536)
    except OSError:
        pass
    print(let_go(s))
else:
    s = client()
    try:
        s.sendall({"garbage": bytes(range(256)).replace(b"\n", b"") + b"\n",
                   "nul": b"status\0\0\n", "none": b"\n",
                   "url": b"poll " + b"a" * 60000 + b"\n",
                   "escape": b"poll \x1b[2J\n"}[what])
    except OSError:
        pass
    print(said(s))
END
}
is "$(try half)" let-go 'S64: half a question: let go'
is "$(try flood)" let-go 'S64: a line without an end: let go'
for what in garbage nul none url escape; do
	is "$(try $what)" error "S64: $what: an error"
done
is "$(try crowd)" all-let-go 'S64: a thousand that are silent: let go'
ok 'who asks properly is answered' wait_for is_answered
ok 'and no descriptor is left behind' wait_for sh -c \
	"[ \$(find /proc/$DAEMON_PID/fd -mindepth 1 | wc -l) -le $before ]"
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon was there to the end'
done_testing
