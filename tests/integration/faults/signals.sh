#!/bin/sh
# SIGTERM and SIGINT end it soon, with what was harvested kept.
# timeout: 180
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
# Slow enough that the signal always comes in its middle.
printf 'route /article/*\n  pass\n  delay 200ms before headers\n' |
	origin_scenario
start_gleanerd --once
ok 'a harvest is under way' wait_for some_done 10
began=$(date +%s)
stop_gleanerd TERM
is "$DAEMON_STATUS" 0 'S69: SIGTERM in its middle: exit code 0'
cmp_ok $(($(date +%s) - began)) -le "$(paced 10)" 'within 10 s'
kept=$(sql "SELECT count(*) FROM article WHERE status = 'done'")
cmp_ok "$kept" -lt 400 'it was the middle'
ok 'no process is left' wait_for -t 5 no_gleanerd_left
is "$(sql "SELECT count(*) FROM article
	WHERE status NOT IN ('done', 'queued')")" 0 'the rest waits'
is "$(sql 'PRAGMA integrity_check')" ok 'the database is whole'

origin_idle
origin_get /_origin/reset >/dev/null
ok 'it goes on' gleanerd_once
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 400 \
	'nothing is lost'
is "$(origin_count 'path=/article/*')" $((400 - kept)) \
	'what was kept is not fetched again'

# -------------------------------------------------------------- at rest
for signal in TERM INT; do
	: >"$WORK/gleanerd.out"
	origin_get /_origin/forget-log >/dev/null
	make_due
	start_gleanerd
	ok "it runs as a daemon ($signal)" wait_for sh -c \
		"[ \"\$(curl -s '$ORIGIN/_origin/count?path=/feed/*')\" -ge 20 ]"
	began=$(date +%s)
	stop_gleanerd "$signal"
	is "$DAEMON_STATUS" 0 "SIG$signal: exit code 0"
	cmp_ok $(($(date +%s) - began)) -le "$(paced 10)" 'within 10 s'
done

# ------------------------------------------------- while servers are silent
printf 'route /feed/*\n  hang\n' | origin_scenario
FETCH='{ parallel: 256, timeout: 60s }'
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
origin_get /_origin/forget-log >/dev/null
make_due
start_gleanerd --once
ok 'all servers are silent' wait_for sh -c \
	"curl -s $ORIGIN/_origin/stats | grep -Eq '\"open\":([5-9]|[1-9][0-9])'"
began=$(date +%s)
stop_gleanerd TERM
is "$DAEMON_STATUS" 0 'SIGTERM while it waits for them: exit code 0'
cmp_ok $(($(date +%s) - began)) -le "$(paced 10)" 'within 10 s'
is "$(sql 'SELECT max(failures) FROM feed')" 0 'which is no failure of theirs'

# ----------------------------------------------------------------- at once
# At the very start, before or after anything has been set up.
origin_get /_origin/reset >/dev/null
rm -f "$DB" "$DB-wal" "$DB-shm"
bad=
for delay in 0 0.001 0.002 0.005 0.01 0.02 0.05 0.1; do
	start_gleanerd --once
	sleep $delay
	stop_gleanerd TERM
	# Before there is a handler the signal does what it does.
	case $DAEMON_STATUS in
	0 | 143) ;;
	*) bad="$bad $delay:$DAEMON_STATUS" ;;
	esac
done
is "$bad" '' 'SIGTERM at its start'
ok 'no process is left' wait_for -t 5 no_gleanerd_left
ok 'and it harvests after that' gleanerd_once
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 400 \
	'all of it'
done_testing
