#!/bin/sh
# Tests /api/v1/changes and /api/v1/ack: lines as `follow` writes them, long
# polls, and consumers and leases with and without a daemon.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/serve.sh
. "$(dirname "$0")/../../lib/serve.sh"

needs_gleanerd
start_origin --generate 2x10
POLL='{ interval: 1h, min: 1h, max: 1h, adaptive: false }'
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
ok 'the harvest succeeds' gleanerd_once
last=$(sql 'SELECT max(seq) FROM change')
first_last=$last
cmp_ok "$last" -ge 20 'the log has changes'
start_serve

seqs() { # prints seq of each line of standard input
	python3 -c 'import json, sys
print(*(json.loads(line)["seq"] for line in sys.stdin))'
}
changes() {
	get "/api/v1/changes?$1" | seqs
}
ack() { # BODY: the status
	status_of /api/v1/ack -d "$1"
}

# ------------------------------------------------------------ without cursor

is "$(changes limit=1000)" "$(seq -s' ' 1 "$last")" \
	'without parameters all changes are given'
is "$(changes 'after=5&limit=3')" '6 7 8' 'after and limit select changes'
is "$(changes "after=$last")" '' 'no change is after the last one'
is "$(status_of "/api/v1/changes?after=$last")" 200 \
	'an empty answer is not an error'
for query in "after=$((last + 1))" "after=$((last + 1))&wait=60"; do
	is "$(status_of "/api/v1/changes?$query")" 400 \
		"there is no such change: $query"
done
like "$(get "/api/v1/changes?after=$((last + 1))")" \
	"there is no change $((last + 1)), the newest is $last" \
	'the problem names the newest change'
gleaner follow --consumer one >"$WORK/follow.out"
get '/api/v1/changes?limit=1000' >"$WORK/serve.lines"
ok 'the lines are those of follow' cmp "$WORK/follow.out" "$WORK/serve.lines"
is "$(header Content-Type /api/v1/changes)" application/x-ndjson \
	'changes have the type of JSON lines'
like "$(header Link '/api/v1/changes?after=5&limit=3')" \
	'^</api/v1/changes\?after=8&limit=3>; rel="next"$' 'Link names the next changes'
for query in after=x after=-1 limit=0 limit=10001 wait=x wait=3601 lease=0 \
	lease=5 consumer=c\&after=3 seq=1; do
	is "$(status_of "/api/v1/changes?$query")" 400 "400: $query"
done

# ---------------------------------------------------------------- long polls

tell() { # commits a change from another process
	add_changes "SELECT article_id, revision, 'revised', unixepoch()
		FROM change LIMIT 1"
	last=$((last + 1))
}
cat >"$WORK/polls.py" <<'END_OF_PYTHON'
"""N long polls at once; how long after the commit each one is answered."""
import http.client, json, select, sys, time
from database import add_change
address, path, n, after = sys.argv[1].split("//")[1], sys.argv[2], \
    int(sys.argv[3]), int(sys.argv[4])
waiting = []
for _ in range(n):
    c = http.client.HTTPConnection(address, timeout=100)
    c.request("GET", f"/api/v1/changes?after={after}&wait=60")
    waiting.append(c)
quick = http.client.HTTPConnection(address, timeout=100)
quick.request("GET", "/api/v1/changes?limit=1")     # arrives after them
quick.getresponse().read()
early, _, _ = select.select([c.sock for c in waiting], [], [], 1)
add_change(path)
began = time.monotonic()
got = [c.getresponse().read() for c in waiting]
seconds = time.monotonic() - began
assert not early, f"{len(early)} answers came before the change"
assert {json.loads(body)["seq"] for body in got} == {after + 1}, got[:3]
print("slowest", round(seconds, 2), "s")
END_OF_PYTHON
poll_all() { # N: tests N long polls that wait at the same time
	PYTHONPATH=$TOP/tests/lib python3 -B "$WORK/polls.py" "$SERVE" "$DB" \
		"$1" "$last" >"$WORK/polls" 2>&1
	is "$?" 0 "$1 long polls are answered by the next change" ||
		diag "$(cat "$WORK/polls")"
	last=$((last + 1))
	diag "$(cat "$WORK/polls")"
	slowest=$(sed -n 's/slowest \([0-9]*\).*/\1/p' "$WORK/polls")
	cmp_ok "$((${slowest:-999} + 1))" -le "$(paced 2)" \
		'the change is sent soon after its commit'
}
poll_all 1
poll_all 200
began=$(date +%s)
is "$(changes "after=$last&wait=1")" '' 'a long poll without a change is empty'
cmp_ok $(($(date +%s) - began)) -ge 1 'a long poll ends when its time is over'

# ------------------------------------------------- consumers need the daemon

is "$(changes 'consumer=one&limit=1000')" \
	"$(seq -s' ' "$((first_last + 1))" "$last")" \
	'the cursor of an existing consumer is read without the daemon'
is "$(status_of '/api/v1/changes?consumer=new')" 503 \
	'without the daemon no consumer is created'
like "$(header Retry-After '/api/v1/changes?consumer=new')" '^[0-9]+$' \
	'Retry-After names the time of the next try'
is "$(ack '{"consumer":"one","seq":1}')" 503 \
	'without the daemon nothing is acknowledged'
is "$(sql "SELECT count(*) FROM consumer WHERE name = 'new'")" 0 \
	'the refused request writes nothing'
start_gleanerd
daemon_answers() {
	gleaner status --json | grep -q '"daemon":{'
}
ok 'the daemon starts' wait_for daemon_answers

# ----------------------------------------------------------- acknowledgement

is "$(status_of '/api/v1/changes?consumer=head&lease=60' -I)" 405 \
	'HEAD with a consumer is refused'
is "$(header Allow '/api/v1/changes?consumer=head&lease=60' -I)" GET \
	'Allow names GET'
is "$(sql "SELECT count(*) FROM consumer WHERE name = 'head'")" 0 \
	'HEAD creates no consumer'
is "$(status_of /api/v1/changes -I)" 200 'HEAD without a consumer is answered'

cursor() {
	sql "SELECT seq FROM consumer WHERE name = '$1'"
}
is "$(changes 'consumer=new&limit=4')" '1 2 3 4' \
	'a new consumer begins at the first change'
is "$(changes 'consumer=new&limit=4')" '1 2 3 4' \
	'changes without acknowledgement are given again'
is "$(cursor new)" 0 'reading does not move the cursor'
is "$(ack '{"consumer":"new","seq":4}')" 200 'an acknowledgement is accepted'
is "$(cursor new)" 4 'an acknowledgement moves the cursor'
like "$(cat "$WORK/serve.body")" '^\{"consumer":"new","seq":4\}$' \
	'an acknowledgement returns the cursor'
is "$(changes 'consumer=new&limit=2')" '5 6' \
	'the next changes follow the cursor'
is "$(ack '{"consumer":"new","seq":2}')" 200 \
	'an acknowledgement of an older change is accepted'
is "$(cursor new)" 4 'an older change does not move the cursor back'
for body in '' '{' '[]' '{"consumer":"new"}' '{"seq":5}' '{"consumer":"new",
	"seq":"5"}' '{"consumer":"new","seq":-1}' '{"consumer":7,"seq":5}' \
	'{"consumer":"new","seq":5.5}' '{"consumer":"new","seq":5,"x":1}' \
	'{"consumer":"new","seq":99999999}' '{"consumer":"","seq":5}' \
	'{"consumer":"new","seq":5,"seq":6}'; do
	is "$(ack "$body")" 400 "400: $body"
done
is "$(ack '{"consumer":"nobody","seq":1}')" 404 'an unknown consumer gets 404'
is "$(ack "$(head -c 20000 /dev/zero | tr '\0' ' ')")" 413 \
	'a long body is refused'
is "$(status_of /api/v1/ack -d '{"consumer":"new","seq":9}' \
	-H 'Origin: https://evil.example')" 403 'a foreign page is refused'
is "$(cursor new)" 4 'refused requests did not move the cursor'
for field in 'Sec-Fetch-Site: cross-site' 'Origin: https://evil.example'; do
	is "$(status_of '/api/v1/changes?consumer=hook&lease=3600' \
		-H "$field")" 403 "a foreign page uses no consumer: $field"
done
is "$(sql "SELECT count(*) FROM consumer WHERE name = 'hook'")" 0 \
	'the foreign page did not create the consumer'

# Tests that a request with the parameter `wait` and a consumer waits for the
# next change.
ok 'all changes are acknowledged' test "$(ack "{\"consumer\":\"new\",\"seq\":$last}")" \
	= 200
get '/api/v1/changes?consumer=new&wait=60' >"$WORK/waited" &
waiting=$!
tap_pids="$tap_pids $waiting"
tell
wait "$waiting"
is "$(seqs <"$WORK/waited")" "$last" 'wait= with a consumer waits for a change'

# -------------------------------------------------------------------- leases

is "$(changes 'consumer=team&lease=60&limit=5')" '1 2 3 4 5' \
	'the first reader leases the first batch'
is "$(changes 'consumer=team&lease=60&limit=5')" '6 7 8 9 10' \
	'the second reader leases the second batch'
is "$(ack '{"consumer":"team","seq":10}')" 200 \
	'the second batch is acknowledged'
is "$(cursor team)" 0 'the cursor does not pass the first batch'
is "$(changes 'consumer=team&lease=1&limit=5')" '11 12 13 14 15' \
	'a third reader leases the third batch'
is "$(ack '{"consumer":"team","seq":5}')" 200 'the first batch is acknowledged'
is "$(cursor team)" 10 'the cursor passes both batches'
is "$(status_of '/api/v1/changes?consumer=team')" 409 \
	'a reader without leases is refused for a shared consumer'
is "$(ack "{\"consumer\":\"team\",\"seq\":$last}")" 400 \
	'a change that was not delivered cannot be acknowledged'
# The third batch is not acknowledged, so its lease ends. Another reader gets
# this batch and the rest of the log. It gets the batch before the rest if the
# lease has ended when it asks for the rest.
take_rest() {
	get '/api/v1/changes?consumer=team&lease=60&limit=1000' >>"$WORK/rest"
	[ "$(ack "{\"consumer\":\"team\",\"seq\":$last}")" = 200 ]
}
: >"$WORK/rest"
: >"$WORK/again"
ok 'the rest of the log is acknowledged' wait_for take_rest
grep -q '"seq":11,' "$WORK/rest" ||
	get '/api/v1/changes?consumer=team&lease=60&limit=5&wait=30' \
		>"$WORK/again"
is "$(cat "$WORK/rest" "$WORK/again" | seqs | tr ' ' '\n' | sort -n | uniq |
	tr '\n' ' ' | sed 's/ $//')" "$(seq -s' ' 11 "$last")" \
	'the batch of a killed reader is given again after its lease'
like "$(cat "$WORK/rest" "$WORK/again")" '"lease":[0-9]+,"redelivered":1' \
	'the line has the number of redeliveries'

# A response ends at 16 MiB. The rest of its batch is available at once.
case ${STORE:-} in
postgres) long="repeat('x', 4000000)" ;;
*) long="replace(hex(zeroblob(2000000)), '0', 'x')" ;;
esac
sql "UPDATE article SET body = $long
	WHERE id IN (SELECT article_id FROM change WHERE seq <= 8)"
is "$(changes 'consumer=long&lease=3600&limit=10')" '1 2 3 4 5' \
	'a leased batch of long texts is shortened'
get '/api/v1/changes?consumer=long&lease=3600&limit=10' >"$WORK/long"
is "$(seqs <"$WORK/long")" '6 7 8 9 10' 'the next reader gets the rest at once'
like "$(cut -c 1-60 "$WORK/long"; tail -c 60 "$WORK/long")" \
	'"redelivered":0' 'the rest counts as not delivered before'
is "$(ack '{"consumer":"long","seq":5}')" 200 'the first part is acknowledged'
is "$(cursor long)" 5 'the cursor passes the first part'
stop_gleanerd
is "$(status_of '/api/v1/changes?consumer=team&lease=60')" 503 \
	'without the daemon no lease is given'

# --------------------------------------------------------------------- clients

cat >"$WORK/gone.py" <<'END_OF_PYTHON'
"""Clients that leave in the middle of a long poll."""
import socket, sys
host, port = sys.argv[1].split("//")[1].split(":")
for _ in range(200):
    s = socket.create_connection((host, int(port)), timeout=30)
    s.sendall(f"GET /api/v1/changes?after={sys.argv[2]}&wait=60 HTTP/1.1\r\n"
              f"Host: {host}:{port}\r\n\r\n".encode())
    s.close()
END_OF_PYTHON
ok '200 clients leave' python3 "$WORK/gone.py" "$SERVE" "$last"
tell
is "$(changes "after=$((last - 1))")" "$last" 'other clients are answered'
stop_serve
is "$SERVE_STATUS" 0 'SIGTERM ends gleaner-serve'
unlike "$(cat "$WORK/serve.out")" 'error' 'gleaner-serve has reported no error'
done_testing
