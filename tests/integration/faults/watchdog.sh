#!/bin/sh
# The daemon notifies the watchdog of the service manager only while it makes
# progress. Notifications cease when the store thread, the workers or the
# schedule are stuck. They do not cease when one of them is slow.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
start_origin --generate 1x2
FEED=$ORIGIN/live.xml # the bytes differ each time, so that a worker parses them
origin_scenario <<END
route /live.xml
  header Content-Type: application/rss+xml
  body text <<FEED
<rss version="2.0"><channel><title>Live \${n}</title></channel></rss>
FEED
END
POLL='{ interval: 60s, min: 1s, max: 60s, adaptive: false }'

# Replaces the manager and writes each datagram to one line.
cat >"$WORK/manager.py" <<'END'
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
with open(sys.argv[2], "w") as out:
    print("READING", file=out, flush=True)
    while True:
        print(s.recv(4096).decode().replace("\n", " "), file=out, flush=True)
END
python3 "$WORK/manager.py" "$WORK/notify" "$WORK/heard" &
tap_pids="$tap_pids $!"
ok 'a manager listens' wait_for grep -q READING "$WORK/heard"

mkdir "$WORK/stall"
TEST_CLOCK=$WORK/clock TEST_STALL=$WORK/stall
export TEST_CLOCK TEST_STALL
ahead=0
clock() { # MODE: opens the file; sets all clocks $ahead seconds ahead
	python3 -c 'import struct, sys
with open(sys.argv[1], sys.argv[3]) as f:
    f.write(struct.pack("=qq", 0, int(sys.argv[2])))' \
		"$WORK/clock" "$ahead" "$1"
}
pass() { # SECONDS: advances all clocks without waiting
	ahead=$((ahead + $1))
	clock r+b
}
clock wb
start_watched() {
	rm -f "$WORK/stall/"*
	make_due 2>/dev/null
	: >"$WORK/gleanerd.out"
	NOTIFY_SOCKET=$WORK/notify WATCHDOG_USEC=1200000 \
	LD_PRELOAD=$BUILD/clock-shim.so \
	ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
		"$BUILD/gleanerd" -c "$CONFIG" >>"$WORK/gleanerd.out" 2>&1 &
	DAEMON_PID=$!
	tap_pids="$tap_pids $DAEMON_PID"
	wait_for said outcome=
}
said() {
	grep -q -- "$1" "$WORK/gleanerd.out"
}
fed() { # prints the number of notifications
	grep -c WATCHDOG=1 "$WORK/heard"
}
is_fed() { # waits for three more notifications
	fed_before=$(fed)
	wait_for -t 10 is_fed_to $((fed_before + 3))
}
is_fed_to() {
	[ "$(fed)" -ge "$1" ]
}
# Progress checks (each sends STATUS=) continue, notifications cease.
looks() {
	grep -c STATUS= "$WORK/heard"
}
looked_to() {
	[ "$(looks)" -ge "$1" ]
}
is_silent() {
	silent_fed=$(fed)
	wait_for -t 10 looked_to $(($(looks) + 4)) || return 1
	[ "$(fed)" = "$silent_fed" ]
}
stuck() { # PART
	wait_for -t 10 said " stuck part=$1" || {
		diag "$(grep stuck "$WORK/gleanerd.out" | tail -n 2)"
		return 1
	}
}
zygote() {
	for pid in $(cat "/proc/$DAEMON_PID/task/"*/children); do
		echo "$pid"
	done | head -n 1
}
# Stops the zygote and kills waiting workers, so that no worker reads.
hold_workers() {
	z=$(zygote)
	kill -STOP "$z"
	for pid in $(cat "/proc/$z/task/"*/children); do
		kill -KILL "$pid"
	done
}
poll_now() {
	gleaner feed poll "$FEED"
}
kill_daemon() {
	kill -KILL "$DAEMON_PID"
	wait_gleanerd 2>/dev/null
}

write_config "$FEED"

# --------------------------------------------- a daemon that makes progress
ok 'a daemon starts' start_watched
ok 'the watchdog is notified' is_fed
hold_workers
ok 'a feed is polled' poll_now
is_reading() {
	gleaner status --json | grep -q '"reading":[1-9]'
}
ok 'the feed waits for a worker' wait_for is_reading
ok 'the watchdog is notified while a worker is slow' is_fed
pass 5
ok 'the watchdog is notified five seconds later' is_fed
kill -CONT "$z"
ok 'the watchdog is notified when the worker continues' is_fed
unlike "$(cat "$WORK/gleanerd.out")" 'stuck' 'nothing was reported as stuck'

# ------------------------------------------------------------ the store thread
touch "$WORK/stall/disk"
ok 'another poll is made' poll_now
ok 'the watchdog is notified while the disk is slow' is_fed
pass 40
ok 'the store thread is reported as stuck' stuck store
ok 'the watchdog is not notified any more' is_silent
rm "$WORK/stall/disk"
ok 'the watchdog is notified when the disk continues' is_fed
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'

# --------------------------------------------------------------- the workers
ok 'a daemon starts' start_watched
ok 'the watchdog is notified' is_fed
hold_workers
touch "$WORK/stall/timers" # no timer fires, so the zygote is not replaced
ok 'another poll is made' poll_now
ok 'a document waits for a worker' wait_for is_reading
pass 40
ok 'the workers are reported as stuck' stuck workers
ok 'the watchdog is not notified any more' is_silent
kill -CONT "$z"
kill_daemon

# -------------------------------------------------------------- the schedule
ok 'a daemon starts' start_watched
ok 'the watchdog is notified' is_fed
touch "$WORK/stall/timers"
pass 90 # the timer of the schedule fires and is not set again
ok 'the watchdog is still notified after 90 s' is_fed
pass 400
ok 'the schedule is reported as stuck' stuck schedule
ok 'the watchdog is not notified any more' is_silent
kill_daemon

# ------------------------------------------------------------- the whole loop
ok 'a daemon starts' start_watched
ok 'the watchdog is notified' is_fed
kill -STOP "$DAEMON_PID"
wait_for grep -q '^State:.*T' "/proc/$DAEMON_PID/status"
before=$(fed)
kill -CONT "$DAEMON_PID"
ok 'a daemon that was stopped notifies the watchdog again' is_fed
cmp_ok "$before" -gt 0 'the watchdog was notified before the stop'
stop_gleanerd
done_testing
