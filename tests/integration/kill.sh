#!/bin/sh
# kill -9 at random moments of a harvest: nothing lost, nothing twice, the
# database whole, no worker left.  ROUNDS (20) kills of a running daemon, spread
# over as long as a harvest takes (a round that finds it at its end does not
# count); SEED replays a run.
# timeout: 900
# shellcheck source=../lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"

ROUNDS=${ROUNDS:-20}
SEED=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
N_FEEDS=50
N_ARTICLES=20
TOTAL=$((N_FEEDS * N_ARTICLES))
diag "ROUNDS=$ROUNDS SEED=$SEED"

needs_gleanerd
start_origin --generate "${N_FEEDS}x$N_ARTICLES" --hosts 5
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)

milliseconds() {
	date +%s%3N
}

# How long is a harvest here?
began=$(milliseconds)
ok 'a harvest without a kill' gleanerd_once
duration=$(($(milliseconds) - began))
diag "a harvest takes $duration ms"
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" "$TOTAL" \
	"$TOTAL articles"

# Else "no process is left" would say nothing.
several_run() {
	[ "$(gleanerd_processes | wc -l)" -ge 2 ]
}
start_gleanerd
ok 'processes can be seen: a hub and its zygote' wait_for several_run
stop_gleanerd

# What must hold of a database at any moment: a line for each fault.
faults() {
	[ -e "$DB" ] || return 0
	sql "
	SELECT 'integrity: ' || integrity_check FROM pragma_integrity_check
	WHERE integrity_check <> 'ok';
	SELECT 'key of ' || \"table\" FROM pragma_foreign_key_check;
	SELECT 'twice: ' || url FROM article GROUP BY url HAVING count(*) > 1;
	SELECT 'told twice: ' || article_id FROM change WHERE kind = 'new'
	GROUP BY article_id HAVING count(*) > 1;
	SELECT 'done and not told: ' || id FROM article a WHERE status = 'done'
	AND NOT EXISTS (SELECT 1 FROM change c WHERE c.article_id = a.id);
	SELECT 'told and not done: ' || id FROM article a
	WHERE status = 'queued'
	AND EXISTS (SELECT 1 FROM change c WHERE c.article_id = a.id);
	SELECT 'validators without entries: ' || url FROM feed f
	WHERE etag IS NOT NULL AND (SELECT count(*) FROM entry e
	WHERE e.feed_id = f.id) <> $N_ARTICLES;
	" 2>&1
}

totals() {
	sql "SELECT (SELECT count(*) FROM article WHERE status = 'done'),
	    (SELECT count(DISTINCT url) FROM article),
	    (SELECT count(*) FROM entry), (SELECT count(*) FROM change)"
}

fresh() {
	rm -f "$DB" "$DB-wal" "$DB-shm"
}

fresh
: >"$WORK/faults"
kills=0
harvests=0
orphans=0
unwelcome=0
awk -v seed="$SEED" -v n="$((ROUNDS * 4))" 'BEGIN {
	srand(seed)
	for (i = 0; i < n; i++)
		printf "%.6f\n", rand()
}' >"$WORK/fractions"
while [ "$kills" -lt "$ROUNDS" ] && read -r fraction; do
	# Of the time that what is still owed should take.
	owed=$((TOTAL - $(sql "SELECT count(*) FROM article
		WHERE status = 'done'" 2>/dev/null || echo 0)))
	[ "$owed" -ge $((TOTAL / 20)) ] || owed=$((TOTAL / 20))
	delay=$(awk -v f="$fraction" -v ms="$duration" -v owed="$owed" \
		-v total="$TOTAL" 'BEGIN { print f * ms * owed / total / 1000 }')
	began=$(milliseconds)
	start_gleanerd --once
	# The one thing here that is a matter of time.
	sleep "$delay"
	kill -9 "$DAEMON_PID" 2>/dev/null
	wait_gleanerd
	if [ "$DAEMON_STATUS" -eq 137 ]; then
		kills=$((kills + 1))
	elif [ "$DAEMON_STATUS" -ne 0 ]; then
		unwelcome=$((unwelcome + 1))
		diag "exit code $DAEMON_STATUS:"
		tail -n 3 "$WORK/gleanerd.out" | sed 's/^/#   /'
	fi
	wait_for -t 5 no_gleanerd_left || {
		orphans=$((orphans + 1))
		diag "left after $delay s: $(gleanerd_processes | tr '\n' ' ')"
		gleanerd_processes | xargs -r kill -9
	}
	faults | sed "s/^/after $delay s: /" >>"$WORK/faults"
	if [ "$DAEMON_STATUS" -eq 0 ] ||
		[ "$(totals 2>/dev/null)" = "$TOTAL|$TOTAL|$TOTAL|$TOTAL" ]; then
		harvests=$((harvests + 1))
		[ "$(totals)" = "$TOTAL|$TOTAL|$TOTAL|$TOTAL" ] ||
			echo "ended with $(totals)" >>"$WORK/faults"
		# It may have been the other tests that made it slow at first.
		if [ "$owed" -eq "$TOTAL" ] && [ "$DAEMON_STATUS" -eq 0 ]; then
			ended=$(($(milliseconds) - began))
			[ "$ended" -ge "$duration" ] || duration=$ended
		fi
		fresh
	fi
done <"$WORK/fractions"
diag "$kills kills, $harvests harvests came to their end between them"

is "$kills" "$ROUNDS" "$ROUNDS kills hit a running harvest"
is "$(cat "$WORK/faults")" '' 'after each kill the database is whole'
is "$orphans" 0 'after each kill no process is left'
is "$unwelcome" 0 'no start was refused, and none failed'

ok 'in the end it runs to its end' gleanerd_once
is "$(totals)" "$TOTAL|$TOTAL|$TOTAL|$TOTAL" 'S57: nothing lost, nothing twice'
is "$(faults)" '' 'the database is whole'
is "$(gleaner follow --consumer after | sort -u | wc -l | tr -d ' ')" "$TOTAL" \
	'a consumer gets each'
ok 'gleaner check finds no fault' gleaner check
[ "$tap_failed" -eq 0 ] || diag "again with SEED=$SEED ROUNDS=$ROUNDS"
done_testing
