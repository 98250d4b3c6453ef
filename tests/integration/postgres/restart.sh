#!/bin/sh
# The PostgreSQL server is stopped and started. Meanwhile /health of the daemon
# and gleaner-serve answer 503. Then both connect again, and a push continues. A
# restart during which there is no request is not visible to readers.
# docs/fleet.md.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/serve.sh
. "$(dirname "$0")/../../lib/serve.sh"

needs_gleanerd
if [ "${STORE:-}" != postgres ] || [ ! "${OWN_SERVER:-}" ]; then
	if ! ls -d /usr/lib/postgresql/*/bin >/dev/null 2>&1; then
		echo '1..0 # skip PostgreSQL is not installed (postgresql-15)'
		tap_done=1
		exit 0
	fi
	tap_done=1
	rm -rf "$WORK"
	# Only a server that this test has started is stopped, because other
	# tests need their server.
	OWN_SERVER=1 exec "$TOP/tests/lib/postgres.sh" sh "$0"
fi

data=$POSTGRES_HOST/data
stop_server() { # SIGNAL: INT is the fast shutdown, QUIT the immediate one
	server=$(head -n 1 "$data/postmaster.pid")
	kill "-$1" "$server"
	wait_for no_server
}
no_server() {
	! kill -0 "$server" 2>/dev/null
}
start_server() {
	as=
	[ "$(id -u)" != 0 ] ||
		as="setpriv --reuid=$(stat -c %u "$data") --clear-groups --"
	# postmaster.opts has the quoted command line of the last start.
	(cd "$POSTGRES_HOST" && eval "exec $as $(cat "$data/postmaster.opts")") \
		>"$WORK/server.log" 2>&1 &
	tap_pids="$tap_pids $!"
	wait_for pg_isready -q -h "$POSTGRES_HOST" -d postgres
}
health() {
	curl -s -o /dev/null -w '%{http_code}' --max-time 20 \
		"http://127.0.0.1:$port/health"
}
health_is() {
	[ "$(health)" = "$1" ]
}
page_is() {
	[ "$(status_of /)" = "$1" ]
}
# Prints the different statuses of 32 requests. Up to 8 requests run at a time,
# so that all threads of gleaner-serve answer.
statuses() {
	seq 32 | xargs -P 8 -I{} curl -s -o "$WORK/page.{}" \
		-w '%{http_code}\n' --max-time 60 "$SERVE/" | sort -u
}
polls_are() {
	[ "$(sql 'SELECT count(*) FROM poll')" -gt "$1" ]
}

port=$(free_port)
start_origin --generate 2x2
POLL='{ interval: 1s, min: 1s, max: 1s, adaptive: false }'
EXTRA="listen: 127.0.0.1:$port
fleet: { lease: 5s }"
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
start_gleanerd
ok 'the daemon polls' wait_for polls_are 1
start_serve
ok '/health is 200 at the start' wait_for health_is 200
is "$(status_of /)" 200 'a page is served'

python3 "$TOP/tests/lib/webhook_receiver.py" "$WORK/received" >"$WORK/port" &
tap_pids="$tap_pids $!"
wait_for [ -s "$WORK/port" ] || bail 'no receiver'
"$BUILD/gleaner" -c "$CONFIG" push --consumer hook \
	"http://127.0.0.1:$(cat "$WORK/port")/" 2>"$WORK/push.err" &
PUSH_PID=$!
tap_pids="$tap_pids $PUSH_PID"
items=2
# Each feed gets another item, and the push sends it.
is_pushed() {
	[ "$(sql "SELECT count(*) - 2 * $items || ',' || max(c.seq) - min(p.seq)
		FROM change c, consumer p")" = 0,0 ]
}
pushes() {
	items=$((items + 1))
	origin_scenario <<-END
	route /feed/*
	  pass
	  items $items
	END
	wait_for is_pushed
}
ok 'a push sends changes' pushes

for signal in INT QUIT; do
	stop_server "$signal"
	ok "without the server /health is 503 ($signal)" wait_for health_is 503
	is "$(status_of /)" 503 'without the server a page gets 503'
	is "$(header Retry-After /)" 10 'the response asks the client to retry after 10 s'
	start_server
	polls=$(sql 'SELECT count(*) FROM poll')
	ok 'with the server /health is 200 again' wait_for health_is 200
	ok 'the daemon stores polls' wait_for polls_are "$polls"
	ok 'a page is served' wait_for page_is 200
	ok 'the push sends new changes' pushes
done
# No request is made while the server is stopped.
is "$(statuses)" 200 'all threads answer'
stop_server INT
start_server
is "$(statuses)" 200 'all threads answer after a restart of the server'
ok 'the push is the same process' kill -0 "$PUSH_PID"
kill "$PUSH_PID"
wait "$PUSH_PID"
is $? 0 'SIGTERM ends the push'
ok 'gleaner-serve is the same process' kill -0 "$SERVE_PID"
stop_serve
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends as usual'

# SIGTERM while the server does not answer, and while there is no server.
ends_in_time() { # WHAT
	began=$(date +%s)
	stop_gleanerd
	is "$DAEMON_STATUS" 0 "SIGTERM ends the daemon with 0 ($1)"
	cmp_ok $(($(date +%s) - began)) -le "$(paced 10)" \
		"the daemon ends within 10 s ($1)"
}
backends() { # SIGNAL: sends it to the sessions of the daemon
	for pid in $(pgrep -P "$(head -n 1 "$data/postmaster.pid")" -f \
		'postgres: gleaner '); do
		kill "-$1" "$pid"
	done
}
start_gleanerd
polls=$(sql 'SELECT count(*) FROM poll')
ok 'the daemon polls again' wait_for polls_are "$polls"
backends STOP
ok 'without an answer /health is 503' wait_for health_is 503
ends_in_time 'stopped sessions'
backends CONT
start_gleanerd
polls=$(sql 'SELECT count(*) FROM poll')
ok 'the daemon polls again' wait_for polls_are "$polls"
stop_server INT
ok 'without the server /health is 503' wait_for health_is 503
ends_in_time 'no server'
done_testing
