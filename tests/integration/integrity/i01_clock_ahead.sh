#!/bin/sh
# A wrong clock deletes nothing (I1). The clock is ahead or behind, at the start
# or in a running daemon. There are three servers, one server, or servers
# without Date headers.
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
# run DAYS: runs --once with a clock that is DAYS ahead.
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
is "$(articles)" '12 12 0' 'three servers with four articles each are harvested'
run 60d
is "$(articles)" '12 12 0' \
	'I1: --once with a clock 60 days ahead deletes nothing'
is "$(grep -c clock-jump "$WORK/once.out")" 1 \
	'I1: the jump of the clock is logged'
run 60d
is "$(articles)" '12 12 0' 'I1: a second run deletes nothing'
is "$(grep -c clock-jump "$WORK/once.out")" 0 'I1: the jump is logged once'
is "$(grep -c clock-opposed "$WORK/once.out")" 1 \
	'I1: a contradiction of the servers is logged'
like "$(command status)" 'nothing is deleted .* 60d ahead' \
	'I1: status reports that deletion is suspended'
like "$(command doctor --offline)" '^warning *clock *nothing is deleted' \
	'I1: doctor reports that deletion is suspended'
command prune >"$WORK/prune.out" 2>&1
is "$?" 1 'I1: prune is refused'
like "$(cat "$WORK/prune.out")" 'nothing was deleted.*--force' \
	'I1: prune prints the reason'
is "$(articles)" '12 12 0' 'I1: the refused prune deletes nothing'
like "$(command prune --dry-run)" 'would be deleted: 12' \
	'prune --dry-run prints the number of rows to delete'

# Tests a daemon that is restarted repeatedly or runs for a long time.
: >"$WORK/gleanerd.out"
start_clocked
ok 'a daemon with a clock 60 days ahead logs the contradiction' \
	wait_for grep -q clock-opposed "$WORK/gleanerd.out"
pass_time $((20 * 3600))
settles() {
	[ "$(sql 'SELECT until_at FROM clock ORDER BY id DESC LIMIT 1')" -ge "$1" ]
}
now=$(($(date +%s) + 60 * CLOCK_DAY + clock_all))
ok 'twenty hours pass' wait_for settles $((now - 60))
stop_gleanerd
start_clocked
ok 'the restarted daemon logs the contradiction again' \
	wait_for grep -q 'clock-opposed.*' "$WORK/gleanerd.out"
pass_time $((20 * 3600))
now=$(($(date +%s) + 60 * CLOCK_DAY + clock_all))
ok 'twenty hours pass again' wait_for settles $((now - 60))
stop_gleanerd
is "$(articles)" '12 12 0' \
	'I1: nothing is deleted in forty hours with a wrong clock'
run 0
is "$(articles)" '12 12 0' 'the corrected clock deletes nothing at once'
like "$(sql 'SELECT jump_s FROM clock ORDER BY id DESC LIMIT 1')" '^-5' \
	'the correction is recorded as a jump'

# After the clock is corrected, retention deletes articles only when one day has
# passed since the jump. The daemon may be restarted during this day.
wait_left() {
	sql 'SELECT wait_s FROM clock ORDER BY id DESC LIMIT 1'
}
waits_at_most() {
	[ "$(wait_left)" -le "$1" ]
}
# run_for SECONDS: runs a daemon for that time with a correct clock.
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
	'I1: expired articles are not deleted at once'
ok 'a daemon runs for 13 hours' run_for $((13 * 3600))
ok 'another daemon runs for 10 hours' run_for $((10 * 3600))
is "$(sql 'SELECT count(*) FROM article')" 12 \
	'I1: expired articles are not deleted after 23 hours'
is_retained() {
	grep -q ' retain articles=4' "$WORK/gleanerd.out"
}
ok 'a third daemon runs for one hour' run_for 3700 is_retained
is "$(sql 'SELECT count(*) FROM article')" 8 \
	'I1: expired articles are deleted a day after the jump'
is "$(sql 'SELECT count(*) FROM tombstone WHERE feed_id = 0')" 4 \
	'deleted articles leave tombstones'
is "$(command prune | head -n 1)" 'deleted: 0 articles, 0 pages, 0 polls' \
	'prune succeeds after that day'

# ------------------------------------- rows written while the clock was wrong
for off in -400d -60d 60d 400d; do
	other_database "noted$off"
	# shellcheck disable=SC2086
	write_config $urls
	run "$off"
	is "$(articles)" '12 12 0' "a first run with a clock that is $off off"
	run 0
	is "$(articles)" '12 12 0' \
		"I1: $off: the corrected clock deletes nothing"
	ok "$off: a daemon with a right clock runs for a day" run_for 87000
	is "$(wait_left)" 0 "$off: the clock is settled after a day"
	run 0
	is "$(articles)" '12 12 0' \
		"I1: $off: nothing is deleted a day later"
	is "$(command prune 2>&1 | head -n 1)" \
		'deleted: 0 articles, 0 pages, 0 polls' \
		"I1: $off: prune deletes nothing"
done
# Rows written while the clock was behind count as written at the time when the
# clock was corrected, so they expire later.
other_database noted-60d
# shellcheck disable=SC2086
write_config $urls
sql 'UPDATE clock SET settled_at = settled_at - 31 * 86400'
run 0
ok 'a daemon runs for a day' run_for 87000
run 0
is "$(sql 'SELECT count(*) FROM article')" 0 \
	'I1: the article is deleted thirty days later'

# ------------------- a wrong clock that no server has confirmed or opposed
other_database unconfirmed
# shellcheck disable=SC2086
write_config $urls
run 0
polls=$(sql 'SELECT max(id) FROM poll')
write_config http://127.0.0.1:1/feed.xml
run -60d
is "$(sql "SELECT count(*) FROM poll WHERE id > $polls")" 1 \
	'a poll without an answer is stored with a clock 60 days behind'
# shellcheck disable=SC2086
write_config $urls
run 0
ok 'a daemon with a right clock runs for a day' run_for 87000
is "$(sql 'SELECT group_concat(is_right) FROM clock')" '1,0,1' \
	'I1: the servers confirm only the clocks before and after it'
is "$(command prune 2>&1 | head -n 1)" \
	'deleted: 0 articles, 0 pages, 0 polls' 'I1: the poll is not deleted'

# ------------------------------------------------------- while a daemon runs
other_database running
# shellcheck disable=SC2086
write_config $urls
set_clock 0
: >"$WORK/gleanerd.out"
start_clocked
ok 'a daemon harvests all articles' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 12
ok 'the servers confirm its clock' wait_for_sql \
	'SELECT is_right FROM clock ORDER BY id DESC LIMIT 1' 1
set_clock 60d
ok 'the jump of the clock is logged' \
	wait_for grep -q clock-jump "$WORK/gleanerd.out"
pass_time $((25 * 3600))
ok 'the contradiction of the servers is logged' \
	wait_for grep -q clock-opposed "$WORK/gleanerd.out"
stop_gleanerd
is "$(articles)" '12 12 0' 'I1: a jump in a running daemon deletes nothing'

# ------------------------------------------------------------------ one server
other_database one
write_config "$ORIGIN/feed/1.xml"
run 0
is "$(sql 'SELECT count(*) FROM article')" 4 \
	'articles of one server are harvested'
sql 'UPDATE article SET first_seen_at = first_seen_at - 40 * 86400 WHERE id = 1'
run 0
is "$(sql 'SELECT count(*) FROM article')" 4 \
	'I1: one server alone does not confirm the clock at once'
like "$(command doctor --offline)" '^note *clock .*only one or two' \
	'doctor reports that too few servers confirm the clock'
run 60d
is "$(sql 'SELECT count(*) FROM article')" 4 \
	'I1: with a clock 60 days ahead nothing is deleted'
sql "DELETE FROM clock WHERE id > 1;
	UPDATE clock SET agreed_since = agreed_since - 7 * 86400"
run 0
is "$(sql 'SELECT count(*) FROM article')" 3 \
	'I1: after seven days one server confirms the clock'

# ------------------------------------------------------------------- no server
other_database none
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
	'I1: without a Date header nothing is deleted automatically'
ok 'prune without a confirmed clock succeeds' command prune
is "$(sql 'SELECT count(*) FROM article')" 0 'prune deletes the articles'
done_testing
