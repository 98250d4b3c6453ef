#!/bin/sh
# A clock that is wrong deletes nothing (I1): at the start and while the daemon
# runs, ahead and behind, with three servers, one, and none that tell the time.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/clock.sh
. "$(dirname "$0")/../../lib/clock.sh"

needs_gleanerd
needs_clock
urls=
for n in 1 2 3; do
	start_clocked_origin --generate 1x4
	urls="$urls $ORIGIN/feed/1.xml"
done
EXTRA='retain: { articles: 30d, raw: 30d, polls: 30d }'
POLL='{ interval: 1s, min: 1s, max: 1s, adaptive: false }'
articles() {
	sql "SELECT count(*) || ' ' || (SELECT count(*) FROM page) || ' ' ||
		(SELECT count(*) FROM tombstone) FROM article"
}
# run DAYS: --once with a clock that is so far ahead.
run() {
	set_clock "$1"
	clocked "$BUILD/gleanerd" -c "$CONFIG" --once >"$WORK/once.out" 2>&1 ||
		diag "$(cat "$WORK/once.out")"
}
command() {
	clocked "$BUILD/gleaner" -c "$CONFIG" "$@"
}

# ------------------------------------------------------------- three servers
# shellcheck disable=SC2086
write_config $urls
run 0
is "$(articles)" '12 12 0' 'three servers with twelve articles'
run 60d
is "$(articles)" '12 12 0' 'I1: --once, 60 days ahead: nothing is deleted'
is "$(grep -c clock-jump "$WORK/once.out")" 1 'I1: the jump is told'
run 60d
is "$(articles)" '12 12 0' 'I1: once more: nothing is deleted'
is "$(grep -c clock-jump "$WORK/once.out")" 0 'I1: and told once'
is "$(grep -c clock-opposed "$WORK/once.out")" 1 \
	'I1: the servers tell another time'
like "$(command status)" 'nothing is deleted .* 60d ahead' 'I1: status says so'
like "$(command doctor --offline)" '^warning *clock *nothing is deleted' \
	'I1: so does doctor'
command prune >"$WORK/prune.out" 2>&1
is "$?" 1 'I1: prune by hand refuses'
like "$(cat "$WORK/prune.out")" 'nothing was deleted.*--force' 'I1: and says why'
is "$(articles)" '12 12 0' 'I1: and deletes nothing'
like "$(command prune --dry-run)" 'would be deleted: 12' \
	'prune --dry-run tells what it would delete'

# A daemon that is started again and again, or runs for long.
: >"$WORK/gleanerd.out"
start_clocked
ok 'a daemon, 60 days ahead' wait_for grep -q clock-opposed "$WORK/gleanerd.out"
pass_time $((20 * 3600))
settles() {
	[ "$(sql 'SELECT until_at FROM clock ORDER BY id DESC LIMIT 1')" -ge "$1" ]
}
now=$(($(date +%s) + 60 * CLOCK_DAY + clock_all))
ok 'twenty hours pass' wait_for settles $((now - 60))
stop_gleanerd
start_clocked
ok 'it is started again' wait_for grep -q 'clock-opposed.*' "$WORK/gleanerd.out"
pass_time $((20 * 3600))
now=$(($(date +%s) + 60 * CLOCK_DAY + clock_all))
ok 'twenty hours pass again' wait_for settles $((now - 60))
stop_gleanerd
is "$(articles)" '12 12 0' 'I1: forty hours of a wrong clock delete nothing'
run 0
is "$(articles)" '12 12 0' 'the clock is right again'
like "$(sql 'SELECT jump_s FROM clock ORDER BY id DESC LIMIT 1')" '^-5' \
	'which is a jump, too'

# A right clock deletes, a day after the jump and not before; the daemon may be
# started again meanwhile.
wait_left() {
	sql 'SELECT wait_s FROM clock ORDER BY id DESC LIMIT 1'
}
waits_at_most() {
	[ "$(wait_left)" -le "$1" ]
}
# run_for SECONDS: a daemon that runs so long with a right clock.
run_for() {
	set_clock 0
	run_until=$(($(wait_left) - $1))
	[ "$run_until" -ge 0 ] || run_until=0
	: >"$WORK/gleanerd.out"
	start_clocked
	wait_for grep -q 'scheduled=' "$WORK/gleanerd.out"
	pass_time "$1"
	wait_for "${2:-true}"
	stop_gleanerd
	waits_at_most "$run_until"
}
sql "UPDATE article SET first_seen_at = first_seen_at - 40 * 86400
	WHERE id IN (SELECT id FROM article ORDER BY id LIMIT 4)"
run 0
is "$(sql 'SELECT count(*) FROM article')" 12 \
	'I1: four articles are forty days old: nothing is deleted at once'
ok 'a daemon runs for 13 hours' run_for $((13 * 3600))
ok 'another one for 10' run_for $((10 * 3600))
is "$(sql 'SELECT count(*) FROM article')" 12 'I1: nor 23 hours later'
is_retained() {
	grep -q ' retain articles=4' "$WORK/gleanerd.out"
}
ok 'a third one for another' run_for 3700 is_retained
is "$(sql 'SELECT count(*) FROM article')" 8 \
	'I1: a day after the jump they are deleted'
is "$(sql 'SELECT count(*) FROM tombstone WHERE feed_id = 0')" 4 \
	'and leave tombstones'
is "$(command prune | head -n 1)" 'deleted: 0 articles, 0 pages, 0 polls' \
	'prune by hand has nothing to object to'

# ------------------------------------- what was noted while the clock was wrong
for off in -400d -60d 60d 400d; do
	DB=$WORK/noted$off.db
	# shellcheck disable=SC2086
	write_config $urls
	run "$off"
	is "$(articles)" '12 12 0' "a first run, $off"
	run 0
	is "$(articles)" '12 12 0' "I1: $off, then right: nothing is deleted"
	ok '  a daemon runs for a day' run_for 87000
	is "$(wait_left)" 0 '  the wait is over'
	run 0
	is "$(articles)" '12 12 0' 'I1: nor a day later'
	is "$(command prune 2>&1 | head -n 1)" \
		'deleted: 0 articles, 0 pages, 0 polls' 'I1: nor by hand'
done
# It does go, later: what was noted by a clock behind counts as noted when a
# right one ended that.
DB=$WORK/noted-60d.db
# shellcheck disable=SC2086
write_config $urls
sql 'UPDATE clock SET settled_at = settled_at - 31 * 86400'
run 0
ok 'a daemon runs for a day' run_for 87000
run 0
is "$(sql 'SELECT count(*) FROM article')" 0 \
	'I1: thirty days after that it is deleted'

# ------------------------------------------------------- while a daemon runs
DB=$WORK/running.db
# shellcheck disable=SC2086
write_config $urls
set_clock 0
: >"$WORK/gleanerd.out"
start_clocked
ok 'a daemon harvests' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 12
ok 'its clock is confirmed' wait_for_sql \
	'SELECT is_right FROM clock ORDER BY id DESC LIMIT 1' 1
set_clock 60d
ok 'the clock jumps' wait_for grep -q clock-jump "$WORK/gleanerd.out"
pass_time $((25 * 3600))
ok 'servers tell another time' \
	wait_for grep -q clock-opposed "$WORK/gleanerd.out"
stop_gleanerd
is "$(articles)" '12 12 0' 'I1: nothing is deleted'

# ------------------------------------------------------------------ one server
DB=$WORK/one.db
write_config "$ORIGIN/feed/1.xml"
run 0
is "$(sql 'SELECT count(*) FROM article')" 4 'one server'
sql 'UPDATE article SET first_seen_at = first_seen_at - 40 * 86400 WHERE id = 1'
run 0
is "$(sql 'SELECT count(*) FROM article')" 4 \
	'I1: one server is not believed at once'
like "$(command doctor --offline)" '^note *clock .*fewer than three' \
	'doctor says what is missing'
run 60d
is "$(sql 'SELECT count(*) FROM article')" 4 'I1: 60 days ahead'
sql "DELETE FROM clock WHERE id > 1;
	UPDATE clock SET agreed_since = agreed_since - 7 * 86400"
run 0
is "$(sql 'SELECT count(*) FROM article')" 3 'I1: after seven days it is'

# ----------------------------------------------------------------- none at all
DB=$WORK/none.db
write_config "$ORIGIN/feed/1.xml"
run 0
sql "DELETE FROM clock;
	UPDATE article SET first_seen_at = first_seen_at - 40 * 86400"
printf 'route /*\n  pass\n  header Date: never\n' | origin_scenario
for n in 1 2 3; do
	pass_time $((20 * 3600))
	run 0
done
is "$(sql 'SELECT count(*) FROM article')" 4 \
	'I1: without a Date header nothing is ever deleted'
ok 'but by hand' command prune
is "$(sql 'SELECT count(*) FROM article')" 0 'it is'
done_testing
