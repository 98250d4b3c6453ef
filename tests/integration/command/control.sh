#!/bin/sh
# Tests the control socket with hostile clients: a thousand at once, incomplete
# requests, invalid bytes, endless lines. Valid requests are answered all the
# time.
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
ok 'the daemon answers' wait_for is_answered
# The descriptors are counted below, so the connections to the origin must be
# open before.
ok 'the article is fetched' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 1
is "$(stat -c %a "$SOCKET")" 600 \
	'S64: only the user of the daemon may use the socket'
descriptors() {
	find "/proc/$DAEMON_PID/fd" -mindepth 1 | wc -l
}
before=$(descriptors)

# try WHAT: runs a client of this kind; prints the result in one word.
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
if what == "crowd":            # the daemon closes each connection
    crowd = []
    for _ in range(1000):
        try:
            crowd.append(client())
        except OSError:        # the queue of the kernel is full
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
is "$(try half)" let-go 'S64: the connection of an incomplete request is closed'
is "$(try flood)" let-go 'S64: the connection of an endless line is closed'
for what in garbage nul none url escape; do
	is "$(try $what)" error \
		"S64: a request of the kind $what is answered with an error"
done
is "$(try crowd)" all-let-go \
	'S64: the connections of a thousand silent clients are closed'
ok 'a valid request is still answered' wait_for is_answered
ok 'the daemon leaves no descriptor open' wait_for sh -c \
	"[ \$(find /proc/$DAEMON_PID/fd -mindepth 1 | wc -l) -le $before ]"
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'

# A path that does not name a socket.
echo 'not a socket' >"$WORK/notes.txt"
sed -i "s|^control: .*|control: $WORK/notes.txt|" "$CONFIG"
start_gleanerd
ok 'a daemon whose socket has the path of another file warns' \
	wait_for grep -q 'no-control why="[^"]*notes.txt: exists and is not' \
	"$WORK/gleanerd.out"
stop_gleanerd
is "$DAEMON_STATUS" 0 'this daemon ends with 0'
is "$(cat "$WORK/notes.txt")" 'not a socket' 'the file is not removed'
if ! is_postgres; then
	for suffix in '' -wal -shm -journal .lock; do
		sed -i "s|^control: .*|control: $DB$suffix|" "$CONFIG"
		"$BUILD/gleanerd" -c "$CONFIG" --check >"$WORK/check.out" 2>&1
		like "$? $(cat "$WORK/check.out")" \
			"^2 .*:7:10: control: .* belongs to the database" \
			"--check refuses the path of the database$suffix"
	done
	is "$(check_database)" ok 'the database is intact'
fi
done_testing
