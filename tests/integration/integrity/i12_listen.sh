#!/bin/sh
# I12: `listen` answers only requests for its own names, slow clients do not
# block others, and a warning names an address that other machines can reach.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x1
PORT=$(free_port)
AT=http://127.0.0.1:$PORT
EXTRA="listen: 0.0.0.0:$PORT
listen_names: [news.example.lan, 192.0.2.7]"
write_config "$ORIGIN/feed/1.xml"
start_gleanerd
answers() {
	curl -s -o "$WORK/got" --max-time 20 "$AT/health"
}
ok 'the daemon answers' wait_for answers

# ------------------------------------------------------------------- names
# status HOST PATH: prints the HTTP status for that Host header.
status() {
	curl -s -o "$WORK/got" -w '%{http_code}' --max-time 20 \
		-H "Host: $1" "$AT$2"
}
for host in "127.0.0.1:$PORT" 127.0.0.1 localhost "LocalHost:$PORT" localhost. \
	x.localhost "[::1]:$PORT" 127.0.0.2 news.example.lan \
	"News.Example.LAN:80" 192.0.2.7; do
	is "$(status "$host" /health)" 200 "I12: Host: $host is answered"
done
for host in evil.example "evil.example:$PORT" localhost.evil.example \
	evil-localhost 127.0.0.1.evil.example 10.0.0.1 198.51.100.1 '[::2]' \
	'[::1' '[::1]x' "127.0.0.1:80x" 'news.example.lan.evil.example' \
	'a@127.0.0.1' 0.0.0.0 2130706433; do
	for path in / /metrics /health /style.css; do
		is "$(status "$host" $path)" 421 \
			"I12: Host: $host is refused at $path"
	done
	unlike "$(cat "$WORK/got")" 'gleaner_|"status"|<title' \
		'I12: the refusal contains no information'
done
raw() { # REQUEST: prints the status line of the response
	python3 -c '
import socket, sys
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
s.sendall(sys.argv[2].encode().decode("unicode_escape").encode())
print(s.makefile().readline().strip())' "$PORT" "$1"
}
is "$(raw 'GET /health HTTP/1.1\r\n\r\n')" 'HTTP/1.1 400 Bad Request' \
	'I12: a request without Host is invalid'
is "$(raw 'GET /health HTTP/1.1\r\nHost: localhost\r\nHost: a\r\n\r\n')" \
	'HTTP/1.1 400 Bad Request' \
	'I12: a request with two Host headers is invalid'
is "$(raw 'GET http://a/health HTTP/1.1\r\nHost: localhost\r\n\r\n')" \
	'HTTP/1.1 400 Bad Request' \
	'I12: a request with a host in its target is invalid'
is "$(raw 'GET /health HTTP/1.1\r\nHost:\r\n\r\n')" \
	'HTTP/1.1 421 Misdirected Request' 'I12: an empty Host is refused'
is "$(raw 'GET /health HTTP/1.0\r\n\r\n')" 'HTTP/1.1 200 OK' \
	'I12: HTTP/1.0 without Host is answered, since no browser sends it'
like "$(curl -s -D - -o "$WORK/got" "$AT/")" \
	"^Content-Security-Policy: default-src 'none'; style-src 'self'" \
	'I12: the page forbids scripts'

# ------------------------------------------------------------ slow clients
cat >"$WORK/slow.py" <<'END_OF'
import socket, sys
port, n, begin = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].encode()
limit_s = int(sys.argv[4])

def connect():
    s = socket.create_connection(("127.0.0.1", port))
    s.settimeout(limit_s)
    s.sendall(begin)
    return s

def health():
    with socket.create_connection(("127.0.0.1", port)) as s:
        s.settimeout(limit_s)
        try:
            s.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return s.recv(100).startswith(b"HTTP/1.1 200")
        except OSError:
            return False

def is_open(s):
    s.setblocking(False)
    try:
        return s.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False

slow = [connect() for i in range(n)]
good = 0
for i in range(50):
    good += health()
    slow.append(connect())   # slow clients that reconnect
print(good, sum(map(is_open, slow)) <= 32, end=" ")
ended = 0
for s in slow:
    s.setblocking(True)
    s.settimeout(limit_s)
    try:
        ended += s.recv(1) == b""
    except TimeoutError:
        pass
    except OSError:
        ended += 1
print(ended == len(slow))
END_OF
slow() {
	limit_s=$(paced 20)
	timeout $((5 * limit_s)) \
		python3 "$WORK/slow.py" "$PORT" "$@" "$limit_s"
}
is "$(slow 24 'GET /')" '50 True True' \
	'I12: each request is answered, and 24 slow clients are disconnected'
is "$(slow 200 '')" '50 True True' \
	'I12: 200 silent clients are disconnected, too'
ok 'I12: the daemon still answers' answers

# ---------------------------------------------------------------- warnings
like "$(cat "$WORK/gleanerd.out")" "warning listen-open address=0.0.0.0:$PORT" \
	'I12: the log warns of an address that other machines can reach'
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'
like "$("$BUILD/gleanerd" --check -c "$CONFIG" 2>&1)" \
	'warning: listen: 0\.0\.0\.0:[0-9]*: it listens on every address' \
	'I12: --check warns of an open address'
like "$(gleaner doctor --offline --json)" \
	'"level":"warning","subject":"listen"' 'I12: doctor warns of an open address'
EXTRA="listen: 127.0.0.1:$PORT"
write_config "$ORIGIN/feed/1.xml"
unlike "$("$BUILD/gleanerd" --check -c "$CONFIG" 2>&1)" 'warning' \
	'I12: --check does not warn of loopback'
unlike "$(gleaner doctor --offline --json)" '"subject":"listen"' \
	'I12: doctor does not warn of loopback'
done_testing
