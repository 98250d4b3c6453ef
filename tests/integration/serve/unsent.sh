#!/bin/sh
# Tests that clients that do not read large responses cannot fill the memory of
# gleaner-serve.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

CLIENTS=48
[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
"$BUILD/store-writer" --batch 10 --words 10000 "$DB" 130 >/dev/null
"$BUILD/gleaner-serve" --db "$DB" --listen 127.0.0.1:0 2>"$WORK/log" &
tap_pids="$tap_pids $!"
wait_for grep -q '^info listen' "$WORK/log" || bail "$(cat "$WORK/log")"
PORT=$(sed -n 's/.*address="[^"]*:\([0-9]*\)".*/\1/p' "$WORK/log")

cat >"$WORK/clients.py" <<'END_OF_PYTHON'
"""N clients that read only the head of a large response; then one that asks
for an article.  Prints the most bytes of bodies that waited at the same time, in
MiB, the number of clients that got 503, and the status of the article.  The
server closes a connection that reads nothing for 30 seconds."""
import http.client, socket, sys, time
OPEN_S = 25
port, n = int(sys.argv[1]), int(sys.argv[2])
sockets, sent, refused = [], [], 0
for _ in range(n):
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.settimeout(100)
    s.connect(("127.0.0.1", port))
    s.sendall(b"GET /index.json?limit=200 HTTP/1.1\r\n"
              b"Host: 127.0.0.1:%d\r\n\r\n" % port)
    response = http.client.HTTPResponse(s)
    response.begin()
    sockets.append((s, response))
    sent.append((time.monotonic(), int(response.headers["Content-Length"])))
    refused += response.status == 503
c = http.client.HTTPConnection("127.0.0.1", port, timeout=100)
c.request("GET", "/article/1")
most = max(sum(size for at, size in sent if end - OPEN_S < at <= end)
           for end, _ in sent)
print(most >> 20, refused, c.getresponse().status)
END_OF_PYTHON
python3 "$WORK/clients.py" "$PORT" "$CLIENTS" >"$WORK/result"
read -r mib refused status <"$WORK/result"
cmp_ok "${mib:-9999}" -le 256 'the bodies that wait take at most 256 MiB'
cmp_ok "${mib:-0}" -gt 32 'below the limit large responses are sent'
cmp_ok "${refused:-0}" -gt 0 'further large responses are refused with 503'
is "$status" 200 'an article is answered meanwhile'
is_sent() {
	[ "$(curl -s -o "$WORK/body" -w '%{http_code}' \
		"http://127.0.0.1:$PORT/index.json?limit=200")" = 200 ]
}
ok 'when the clients have left, large responses are sent again' \
	wait_for is_sent
done_testing
