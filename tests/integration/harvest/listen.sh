#!/bin/sh
# The key `listen`: metrics, health and a status page; clients that misbehave
# are let go, and the harvest goes on.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x2
PORT=$(python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])')
AT=http://127.0.0.1:$PORT
EXTRA="listen: 127.0.0.1:$PORT"
write_config "$ORIGIN/feed/1.xml"
start_gleanerd
get() {
	curl -s --max-time 20 "$@"
}
value() { # of a figure
	get "$AT/metrics" | sed -n "s/^gleaner_$1 //p"
}
is_polled() {
	[ "$(value polls_total)" -ge 1 ] && [ "$(value articles_done_total)" = 2 ]
}
ok 'metrics tell of the harvest' wait_for is_polled
is "$(value feeds)" 1 'one feed'
is "$(value network_down)" 0 'the network is there'
lag_of() { # a consumer as its label has it
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
ok 'how far a consumer is behind' wait_for is_behind
is "$(get "$AT/metrics" |
	grep -cF 'gleaner_consumer_behind{consumer="<o\"dd>"} 2')" 1 \
	'also one of an odd name'
like "$(get "$AT/")" '<bdi>&lt;o&quot;dd&gt;</bdi><td class="n">2' \
	'and for people'
like "$(get "$AT/")" 'href="http://127\.0\.0\.1:7416/status"' \
	'the page links to gleaner serve'
metrics=$(get "$AT/metrics")
names() { # of what is told; a histogram's lines are of one
	printf '%s\n' "$metrics" | grep -v '^#' |
		sed 's/[{ ].*//; s/_seconds_[a-z]*$/_seconds/' | sort -u
}
is "$(printf '%s\n' "$metrics" | sed -n 's/^# TYPE \([^ ]*\) .*/\1/p' | sort)" \
	"$(names)" 'each figure has its type'
cmp_ok "$(value loop_turn_seconds_count)" -gt 0 'turns of the loop are counted'
# Both of one answer: it goes on counting.
said() {
	printf '%s\n' "$metrics" | sed -n "s/^gleaner_$1 //p"
}
is "$(said loop_delay_seconds_count)" \
	"$(said 'loop_delay_seconds_bucket{le="+Inf"}')" \
	'and how late it was, while it was busy'
is "$(printf '%s\n' "$metrics" |
	grep -Evc '^(# (HELP|TYPE) gleaner_|gleaner_[a-z_]+(\{[a-z]+="([^"\\]|\\.)*"\})? [0-9.]+$)')" \
	0 'each line is as Prometheus wants it'
like "$(get -D - -o /dev/null "$AT/metrics")" \
	'^Content-Type: text/plain; version=0.0.4' 'and so is its type'
is "$(get "$AT/health" | python3 -c 'import json, sys
x = json.load(sys.stdin)
print(x["status"], x["stuck"], x["network"])')" 'ok None True' 'health, in JSON'
like "$(get "$AT/")" '<title>Gleaner</title>' 'a page for people'
unlike "$metrics" '127\.0\.0\.1' 'the metrics name nobody'
is "$(get -o /dev/null -w '%{http_code}' "$AT/metrics?x=1")" 200 'a query'
is "$(get -I -o /dev/null -w '%{http_code} %{size_download}' "$AT/health")" \
	'200 0' 'HEAD'
is "$(get -o /dev/null -w '%{http_code}' "$AT/../etc/passwd")" 404 'not there'
is "$(get -o /dev/null -w '%{http_code}' -X POST -d x "$AT/metrics")" 405 \
	'nothing is taken in'

# ----------------------------------------------------------- who misbehaves
cat >"$WORK/hostile.py" <<'END'
import socket, sys, time
port = int(sys.argv[1])
def connect():
    s = socket.create_connection(("127.0.0.1", port))
    s.settimeout(20)
    return s
def ends(s):  # True when the other side lets go
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
        while time.monotonic() - begun < 20:
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
	timeout 60 python3 "$WORK/hostile.py" "$PORT" "$1"
}
is "$(hostile garbage)" 'HTTP/1.1 400 Bad Request True' 'garbage'
is "$(hostile long)" 'let go' 'a head without an end'
is "$(hostile slow)" 'let go' 'a byte now and then'
is "$(hostile many)" 200 'two hundred that say nothing: all are let go'
is "$(hostile gone)" 'done' 'three hundred that do not wait'
before=$(value polls_total)
goes_on() {
	[ "$(value polls_total)" -gt "$before" ]
}
ok 'it answers, and the harvest goes on' wait_for goes_on
stop_gleanerd
is "$DAEMON_STATUS" 0 'a clean end'

# A place that is taken must not stop the harvest.
EXTRA="listen: 127.0.0.1:$ORIGIN_PORT"
write_config "$ORIGIN/feed/1.xml"
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'a port that is taken: said' wait_for grep -q no-listen "$WORK/gleanerd.out"
ok 'and it polls' wait_for grep -q outcome= "$WORK/gleanerd.out"
stop_gleanerd
done_testing
