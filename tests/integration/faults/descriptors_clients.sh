#!/bin/sh
# Clients hold all descriptors of the daemon. The daemon logs the shortage once,
# does not count it as a failure of feeds, and accepts connections again when
# descriptors are free.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
command -v prlimit >/dev/null || skip_all 'prlimit is not installed'
start_origin --generate 3x2
PORT=$(free_port)
POLL='{ interval: 1s, min: 1s, max: 1s, adaptive: false }'
EXTRA="listen: 127.0.0.1:$PORT"
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/feed/3.xml"
prlimit --nofile=256:256 "$BUILD/gleanerd" -c "$CONFIG" \
	>"$WORK/gleanerd.out" 2>&1 &
DAEMON_PID=$!
tap_pids="$tap_pids $DAEMON_PID"
health_is() {
	[ "$(curl -s -o /dev/null -w '%{http_code}' --max-time 20 \
		"http://127.0.0.1:$PORT/health")" = "$1" ]
}
ok 'the daemon answers' wait_for health_is 200
ok 'all articles are stored' \
	wait_for_sql "SELECT count(*) FROM article WHERE status = 'done'" 6

# 300 connections. If the queue of the socket is full, connect(2) fails, because
# the daemon does not accept connections.
python3 - "$WORK/control.sock" <<'END' &
import socket
import sys
import time

clients = []
while len(clients) < 300:
    client = socket.socket(socket.AF_UNIX)
    client.setblocking(False)
    try:
        client.connect(sys.argv[1])
        client.send(b"wait-change 0\n")
        clients.append(client)
    except BlockingIOError:
        time.sleep(0.01)
time.sleep(600)
END
CLIENTS_PID=$!
tap_pids="$tap_pids $CLIENTS_PID"
ok 'the log names the shortage' \
	wait_for grep -q 'Too many open files' "$WORK/gleanerd.out"
# Responses without validators: the daemon needs a descriptor for each body.
origin_scenario <<END
route /feed/*
  body text "<rss version='2.0'><channel><title>t</title></channel></rss>"
END
ok 'the polls are postponed' wait_for_sql \
	"SELECT count(DISTINCT feed_id) FROM poll WHERE outcome = 'postponed'" 3
is "$(sql 'SELECT sum(failures) FROM feed')" 0 'no feed has failed'
cmp_ok "$(wc -l <"$WORK/gleanerd.out")" -lt 100 'the log is short'
is "$(grep -c 'warning accept-failed key=control ' "$WORK/gleanerd.out")" 1 \
	'the log has one line for the control socket'

origin_scenario <<END
route /feed/*
  pass
  items 4
END
kill "$CLIENTS_PID"
wait "$CLIENTS_PID" 2>/dev/null
tap_forget "$CLIENTS_PID"
ok 'the HTTP server answers again' wait_for health_is 200
ok 'the control socket answers again' wait_for \
	gleaner feed poll "$ORIGIN/feed/1.xml"
ok 'the feed is polled' wait_for_sql \
	"SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE f.url LIKE '%/feed/1.xml'" 4
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends as usual'
done_testing
