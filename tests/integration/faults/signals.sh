#!/bin/sh
# SIGTERM and SIGINT end the daemon soon, and harvested articles are kept.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 20x20 --hosts 5
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)

some_done() {
	[ "$(sql "SELECT count(*) FROM article WHERE status = 'done'" \
		2>/dev/null)" -ge "$1" ]
}

# ------------------------------------------------------------ mid-harvest
# The harvest is so slow that the signal always arrives before the harvest ends.
printf 'route /article/*\n  pass\n  delay 200ms before headers\n' |
	origin_scenario
start_gleanerd --once
ok 'a harvest runs' wait_for some_done 10
began=$(date +%s)
stop_gleanerd TERM
is "$DAEMON_STATUS" 0 'S69: SIGTERM during a harvest ends the daemon with 0'
cmp_ok $(($(date +%s) - began)) -le "$(paced 10)" 'the daemon ends within 10 s'
kept=$(sql "SELECT count(*) FROM article WHERE status = 'done'")
cmp_ok "$kept" -lt 400 'the harvest was not complete'
ok 'no process is left' wait_for -t 5 no_gleanerd_left
is "$(sql "SELECT count(*) FROM article
	WHERE status NOT IN ('done', 'queued')")" 0 \
		'the other articles are queued'
is "$(check_database)" ok 'the database has no fault'

origin_idle
origin_get /_origin/reset >/dev/null
ok 'the next harvest succeeds' gleanerd_once
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 400 \
	'all articles are done'
is "$(origin_count 'path=/article/*')" $((400 - kept)) \
	'stored articles are not fetched again'

# -------------------------------------------------------------- at rest
for signal in TERM INT; do
	: >"$WORK/gleanerd.out"
	origin_get /_origin/forget-log >/dev/null
	make_due
	start_gleanerd
	ok "the daemon polls ($signal)" wait_for sh -c \
		"[ \"\$(curl -s '$ORIGIN/_origin/count?path=/feed/*')\" -ge 20 ]"
	began=$(date +%s)
	stop_gleanerd "$signal"
	is "$DAEMON_STATUS" 0 "SIG$signal ends the daemon with 0"
	cmp_ok $(($(date +%s) - began)) -le "$(paced 10)" \
		'the daemon ends within 10 s'
done

# ------------------------------------------------- while servers are silent
printf 'route /feed/*\n  hang\n' | origin_scenario
FETCH='{ parallel: 256, timeout: 60s }'
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
origin_get /_origin/forget-log >/dev/null
make_due
start_gleanerd --once
ok 'requests to silent servers are open' wait_for sh -c \
	"curl -s $ORIGIN/_origin/stats | grep -Eq '\"open\":([5-9]|[1-9][0-9])'"
began=$(date +%s)
stop_gleanerd TERM
is "$DAEMON_STATUS" 0 'SIGTERM with open requests ends the daemon with 0'
cmp_ok $(($(date +%s) - began)) -le "$(paced 10)" 'the daemon ends within 10 s'
is "$(sql 'SELECT max(failures) FROM feed')" 0 \
	'open requests do not count as failures'

# ----------------------------------------------------------------- at once
# At the very start, before or after the initialisation.
origin_get /_origin/reset >/dev/null
new_database
bad=
for delay in 0 0.001 0.002 0.005 0.01 0.02 0.05 0.1; do
	start_gleanerd --once
	sleep $delay
	stop_gleanerd TERM
	# Without a handler the signal ends the process with 143.
	case $DAEMON_STATUS in
	0 | 143) ;;
	*) bad="$bad $delay:$DAEMON_STATUS" ;;
	esac
done
is "$bad" '' 'SIGTERM at the start ends the daemon'
# A blocked signal remains pending after exec. The daemon receives it before the
# daemon is initialised.
early() { # SIGNAL
	python3 -c 'import os, signal, sys
number = getattr(signal, sys.argv[1])
signal.pthread_sigmask(signal.SIG_BLOCK, [number])
os.kill(os.getpid(), number)
os.execv(sys.argv[2], sys.argv[2:])' \
		"$@" "$BUILD/gleanerd" -c "$CONFIG" >>"$WORK/gleanerd.out" 2>&1
}
for signal in SIGTERM SIGINT; do
	early $signal
	is $? 0 "$signal before the initialisation ends the daemon with 0"
done
# Prints the gleanerd process whose parent is another program.  A process that
# has ended since gleanerd_processes listed it has no parent.
main_process() {
	for pid in $(gleanerd_processes); do
		parent=$(cut -d' ' -f4 "/proc/$pid/stat" 2>/dev/null) ||
			continue
		case $(readlink "/proc/$parent/exe") in
		"$BUILD/gleanerd"* | "$BUILD/gleaner-worker"*) ;;
		*) echo "$pid" ;;
		esac
	done
}
: >"$WORK/gleanerd.out"
early SIGHUP &
DAEMON_PID=$!
tap_pids="$tap_pids $DAEMON_PID"
ok 'SIGHUP before the initialisation makes the daemon reload after it' \
	wait_for grep -q config-read "$WORK/gleanerd.out"
kill "$(main_process)"
wait_gleanerd
ok 'no process is left' wait_for -t 5 no_gleanerd_left
ok 'a harvest after that succeeds' gleanerd_once
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 400 \
	'all articles are done'
done_testing
