#!/bin/sh
# Tests SIGKILL of random workers, and sometimes of their zygote, during a
# harvest: the daemon keeps running, every feed is read, no article is lost or
# stored twice. At least KILLS workers are killed; default: 60. SEED=N repeats
# the random choices of the run that printed this seed, but not the times.
# timeout: 3600
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

KILLS=${KILLS:-60}
SEED=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
diag "KILLS=$KILLS SEED=$SEED"
N_FEEDS=20
N_ARTICLES=25
TOTAL=$((N_FEEDS * N_ARTICLES))
needs_gleanerd
start_origin --generate "${N_FEEDS}x$N_ARTICLES" --hosts 5

# Kills workers of the daemon $1, each with a probability of 1/$3, and after a
# killed worker the zygote with a probability of 1/20. Ends after $2 killed
# workers or with the daemon; prints the number of killed workers and zygotes.
cat >"$WORK/killer.py" <<'END'
import os, random, signal, sys
daemon, most, one_in, seed = map(int, sys.argv[1:])
random.seed(seed)
def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as f:
            return [int(n) for n in f.read().split()]
    except OSError:
        return []
def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return ") Z " not in f.read()
    except OSError:
        return False
def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        return 1
    except ProcessLookupError:
        return 0
workers = zygotes = 0
seen = set()
while workers < most and alive(daemon):
    for zygote in children(daemon):
        for worker in children(zygote):
            if worker in seen:
                continue
            seen.add(worker)
            if random.randrange(one_in) == 0:
                workers += kill(worker)
                if random.randrange(20) == 0:
                    zygotes += kill(zygote)
print(workers, zygotes)
END

killed=0
zygotes=0
rounds=0
poisoned=0
bad=
while [ "$killed" -lt "$KILLS" ] && [ "$rounds" -lt "$KILLS" ]; do
	rounds=$((rounds + 1))
	new_database
	# shellcheck disable=SC2046
	write_config $(origin_get /_origin/feeds)
	: >"$WORK/gleanerd.out"
	start_gleanerd
	# If the zygote ends before it is ready, the daemon does not start.
	wait_for grep -q ' info ready ' "$WORK/gleanerd.out"
	python3 "$WORK/killer.py" "$DAEMON_PID" $((KILLS - killed)) 3 \
		"$((SEED + rounds))" >"$WORK/killed" &
	killer=$!
	tap_pids="$tap_pids $killer"
	# Waits until each feed is read and each article is done.
	wait_for -t 120 tap_sql_is "SELECT (SELECT count(*) FROM feed WHERE
		last_outcome IN ('ok', 'unchanged')),
		(SELECT count(*) FROM article
		WHERE status IN ('done', 'feed_only'))" "$N_FEEDS|$TOTAL" ||
		bad="$bad $rounds:unfinished"
	kill -0 "$DAEMON_PID" 2>/dev/null || bad="$bad $rounds:daemon"
	stop_gleanerd
	wait "$killer"
	tap_forget "$killer"
	[ "$DAEMON_STATUS" -eq 0 ] || bad="$bad $rounds:exit-$DAEMON_STATUS"
	read -r workers zygote <"$WORK/killed"
	killed=$((killed + workers))
	zygotes=$((zygotes + zygote))
	[ "$(sql "SELECT count(*), count(DISTINCT url) FROM article")" = \
		"$TOTAL|$TOTAL" ] || bad="$bad $rounds:articles"
	[ "$(sql "SELECT count(*) FROM article WHERE body IS NULL")" = 0 ] ||
		bad="$bad $rounds:empty"
	[ "$(check_database)" = ok ] || bad="$bad $rounds:damaged"
	poisoned=$((poisoned + $(sql 'SELECT count(*) FROM crasher')))
	no_gleanerd_left || wait_for -t 5 no_gleanerd_left ||
		bad="$bad $rounds:orphans"
done
diag "$killed workers and $zygotes zygotes killed in $rounds harvests"
is "$poisoned" 0 'a document of a killed worker does not become a crasher'
cmp_ok "$killed" -ge "$KILLS" "at least $KILLS workers were killed"
is "$bad" '' 'S57: no article is lost or stored twice'
done_testing
