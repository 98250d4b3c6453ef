#!/bin/sh
# Tests the key `listen`: metrics, health and a status page. Connections of
# hostile clients are closed, and the harvest continues.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x2
PORT=$(free_port)
AT=http://127.0.0.1:$PORT
EXTRA="listen: 127.0.0.1:$PORT"
write_config "$ORIGIN/feed/1.xml"
start_gleanerd
get() {
	curl -s --max-time 20 "$@"
}
value() { # NAME: prints the value of that metric
	get "$AT/metrics" | sed -n "s/^gleaner_$1 //p"
}
is_polled() {
	[ "$(value polls_total)" -ge 1 ] && [ "$(value articles_done_total)" = 2 ]
}
ok 'the metrics count polls and articles' wait_for is_polled
is "$(value feeds)" 1 'the metrics count one feed'
is "$(value network_down)" 0 'the metrics report that the network is up'
lag_of() { # NAME: prints the lag of that consumer
	get "$AT/metrics" |
		sed -n "s/^gleaner_consumer_behind{consumer=\"$1\"} //p"
}
is_behind() {
	[ "$(lag_of digest)" = 1 ]
}
gleaner follow --consumer digest --ack manual >"$WORK/changes"
gleaner follow --consumer '<o"dd>' --ack manual >"$WORK/changes"
gleaner ack --consumer digest "$(sed -n '1s/.*"seq":\([0-9]*\).*/\1/p' \
	"$WORK/changes")"
ok 'the metrics contain the lag of a consumer' wait_for is_behind
is "$(get "$AT/metrics" |
	grep -cF 'gleaner_consumer_behind{consumer="<o\"dd>"} 2')" 1 \
	'the name of a consumer is escaped in a label'
like "$(get "$AT/")" '<bdi>&lt;o&quot;dd&gt;</bdi><td class="n">2' \
	'the page escapes the name of a consumer'
like "$(get "$AT/")" 'href="http://127\.0\.0\.1:7416/status"' \
	'the page links to gleaner serve'
metrics=$(get "$AT/metrics")
names() { # prints the name of each metric; a histogram has one name
	printf '%s\n' "$metrics" | grep -v '^#' |
		sed 's/[{ ].*//; s/_seconds_\(bucket\|sum\|count\)$/_seconds/' |
		sort -u
}
is "$(printf '%s\n' "$metrics" | sed -n 's/^# TYPE \([^ ]*\) .*/\1/p' | sort)" \
	"$(names)" 'each metric has a type'
cmp_ok "$(value loop_turn_seconds_count)" -gt 0 \
	'iterations of the event loop are counted'
# Both values are from one response, because the counter changes.
said() {
	printf '%s\n' "$metrics" | sed -n "s/^gleaner_$1 //p"
}
is "$(said loop_delay_seconds_count)" \
	"$(said 'loop_delay_seconds_bucket{le="+Inf"}')" \
	'the delay of the event loop is a consistent histogram'
family='(gleaner|process)_' label='[a-z]+="([^"\\]|\\.)*"'
is "$(printf '%s\n' "$metrics" |
	grep -Evc "^(# (HELP|TYPE) $family|$family[a-z_]+(\\{($label,)*$label\\})? [0-9.]+\$)")" \
	0 'each line has the Prometheus text format'
like "$(get -D - -o /dev/null "$AT/metrics")" \
	'^Content-Type: text/plain; version=0.0.4' \
	'the media type is that of Prometheus'
is "$(get "$AT/health" | python3 -c 'import json, sys
x = json.load(sys.stdin)
print(x["status"], x["stuck"], x["network"])')" 'ok None True' \
	'/health returns JSON'
like "$(get "$AT/")" '<title>Gleaner</title>' '/ returns an HTML page'
unlike "$metrics" '127\.0\.0\.1' 'the metrics contain no addresses'
is "$(get -o /dev/null -w '%{http_code}' "$AT/metrics?x=1")" 200 \
	'a query in the URL is ignored'
is "$(get -I -o /dev/null -w '%{http_code} %{size_download}' "$AT/health")" \
	'200 0' 'HEAD returns no body'
is "$(get -o /dev/null -w '%{http_code}' "$AT/../etc/passwd")" 404 \
	'an unknown path returns 404'
is "$(get -o /dev/null -w '%{http_code}' -X POST -d x "$AT/metrics")" 405 \
	'POST returns 405'

# --------------------------------------------------------- hostile clients
cat >"$WORK/hostile.py" <<'END'
import socket, sys, time
port, limit_s = int(sys.argv[1]), int(sys.argv[3])
def connect():
    s = socket.create_connection(("127.0.0.1", port))
    s.settimeout(limit_s)
    return s
def ends(s):  # True if the server closes the connection
    try:
        while s.recv(65536):
            pass
        return True
    except ConnectionError:
        return True
    except socket.timeout:
        return False
what = sys.argv[2]
if what == "garbage":
    s = connect()
    s.sendall(b"\x00\xff\x16\x03\r\n\r\n")
    print(s.recv(100).split(b"\r\n")[0].decode(), ends(s))
elif what == "long":
    s = connect()
    try:
        for i in range(10000):
            s.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * 1000)
        print("all taken")
    except ConnectionError:
        print("let go")
elif what == "slow":
    s = connect()
    begun = time.monotonic()
    try:
        while time.monotonic() - begun < limit_s:
            s.sendall(b"G")
            time.sleep(0.2)
        print("kept")
    except ConnectionError:
        print("let go")
elif what == "many":
    held = [connect() for i in range(200)]
    print(sum(ends(s) for s in held))
elif what == "gone":
    for i in range(300):
        s = connect()
        s.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
        s.close()
    print("done")
END
hostile() {
	limit_s=$(paced 20)
	timeout $((5 * limit_s)) \
		python3 "$WORK/hostile.py" "$PORT" "$1" "$limit_s"
}
is "$(hostile garbage)" 'HTTP/1.1 400 Bad Request True' \
	'invalid bytes get a 400, and the connection is closed'
is "$(hostile long)" 'let go' 'an endless request head ends the connection'
is "$(hostile slow)" 'let go' \
	'a client that sends single bytes slowly is disconnected'
is "$(hostile many)" 200 'two hundred silent connections are closed'
is "$(hostile gone)" 'done' \
	'the server answers after 300 clients that do not wait'
before=$(value polls_total)
goes_on() {
	[ "$(value polls_total)" -gt "$before" ]
}
ok 'the daemon answers, and the harvest continues' wait_for goes_on
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'

# A port that is in use must not stop the harvest.
EXTRA="listen: 127.0.0.1:$ORIGIN_PORT"
write_config "$ORIGIN/feed/1.xml"
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'a port in use is logged' wait_for grep -q no-listen "$WORK/gleanerd.out"
ok 'the daemon polls in spite of a port in use' \
	wait_for grep -q outcome= "$WORK/gleanerd.out"
stop_gleanerd
done_testing
