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
"""N clients that request a large response at the same time and read only its
head; then one that asks for an article.  The server closes a connection that
reads nothing for 30 seconds.  Prints the most bytes of bodies that waited in a
shorter time, in MiB; how many there would have been without a limit; the number
of clients that got 503; and the status of the article."""
import http.client, socket, sys, threading, time
OPEN_S = 25
port, n = int(sys.argv[1]), int(sys.argv[2])
answers = []
def ask():
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.settimeout(200)
    s.connect(("127.0.0.1", port))
    s.sendall(b"GET /index.json?limit=200 HTTP/1.1\r\n"
              b"Host: 127.0.0.1:%d\r\n\r\n" % port)
    response = http.client.HTTPResponse(s)
    response.begin()
    answers.append((time.monotonic(), int(response.headers["Content-Length"]),
                    response.status, s, response))
threads = [threading.Thread(target=ask) for _ in range(n)]
for t in threads:
    t.start()
for t in threads:
    t.join()
c = http.client.HTTPConnection("127.0.0.1", port, timeout=200)
c.request("GET", "/article/1")
windows = [[size for at, size, *_ in answers if end - OPEN_S < at <= end]
           for end, *_ in answers]
whole = max(size for _, size, *_ in answers)
print(max(map(sum, windows)) >> 20, max(map(len, windows)) * whole >> 20,
      sum(status == 503 for _, _, status, *_ in answers),
      c.getresponse().status)
END_OF_PYTHON
python3 "$WORK/clients.py" "$PORT" "$CLIENTS" >"$WORK/result"
read -r mib wanted refused status <"$WORK/result"
cmp_ok "${mib:-9999}" -le 256 'the bodies that wait take at most 256 MiB'
cmp_ok "${mib:-0}" -gt 32 'below the limit large responses are sent'
name='further large responses are refused with 503'
if [ "${wanted:-9999}" -gt 300 ]; then
	cmp_ok "${refused:-0}" -gt 0 "$name"
else
	skip "$name" 'the machine is too slow to reach the limit'
fi
is "$status" 200 'an article is answered meanwhile'
is_sent() {
	[ "$(curl -s -o "$WORK/body" -w '%{http_code}' \
		"http://127.0.0.1:$PORT/index.json?limit=200")" = 200 ]
}
ok 'when the clients have left, large responses are sent again' \
	wait_for is_sent
done_testing
