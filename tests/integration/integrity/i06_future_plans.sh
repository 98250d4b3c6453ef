#!/bin/sh
# Plans that a clock made which was ahead are cut back, and stored so (I6).
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/clock.sh
. "$(dirname "$0")/../../lib/clock.sh"

needs_gleanerd
needs_clock
start_origin --generate 4x2
{
	printf 'route /feed/2.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel><title>Slow'
	printf '</title><ttl>120</ttl></channel></rss>\nFEED\n'
} | origin_scenario
origin_set 'path=/feed/3.xml&status=503&header=Retry-After:%203600'
POLL='{ interval: 30m, min: 1s, max: 1h, adaptive: false }'
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/feed/3.xml" \
	"$ORIGIN/feed/4.xml"
run() {
	set_clock "$1"
	clocked "$BUILD/gleanerd" -c "$CONFIG" --once >"$WORK/once.out" 2>&1
}
plan() { # FEED: seconds from now until its next poll
	sql "SELECT next_poll_at - unixepoch() FROM feed
		WHERE url LIKE '%/feed/$1.xml'"
}
polls() {
	origin_count "path=/feed/$1.xml"
}

run 400d
is "$(polls 1) $(polls 2) $(polls 3)" '1 1 1' 'one run, 400 days ahead'
cmp_ok "$(plan 1)" -gt $((399 * CLOCK_DAY)) 'plans are 400 days away'
run 0
is "$(polls 1)" 2 'I6: the next run, with a right clock, polls again'
is "$(polls 2) $(polls 3)" '1 1' 'I6: what servers asked for is kept'
cmp_ok "$(plan 1)" -le 2000 'I6: the next poll is planned for this half hour'
cmp_ok "$(plan 2)" -le 8000 'I6: the one with a ttl for two hours at most'
cmp_ok "$(plan 2)" -ge 7000 'and for no less'
cmp_ok "$(plan 3)" -le 4000 'I6: Retry-After is as long as it was'
cmp_ok "$(plan 3)" -ge 3500 'and no shorter'
is "$(sql 'SELECT count(*) FROM feed WHERE last_poll_at > unixepoch() + 60')" 0 \
	'I6: no poll is in the future'
unlike "$(gleaner feed list)" '[0-9]{2,}d' 'I6: feed list shows no such time'
unlike "$(gleaner doctor --offline)" 'in the future' 'I6: nor does doctor'

# ------------------------------------------------ rows, whoever wrote them
day=$CLOCK_DAY
sql "UPDATE feed SET next_poll_at = unixepoch() + 90 * $day
	WHERE url LIKE '%/feed/1.xml';
	INSERT OR REPLACE INTO host (host, pause_until_at)
	VALUES ('far.test', unixepoch() + 400 * $day),
	    ('near.test', unixepoch() + 5 * $day);
	UPDATE article SET status = 'failed', etag = NULL, last_modified = NULL,
	    retry_at = unixepoch() + 400 * $day WHERE id = 1;
	UPDATE article SET revisit_from = unixepoch() + 400 * $day,
	    revisit_at = unixepoch() + 400 * $day + 3600 WHERE id = 2;
	UPDATE article SET revisit_at = unixepoch() + 800 * $day WHERE id = 3;
	INSERT INTO linked_document (feed_id, url, kind, depth, status,
	    retry_at)
	VALUES (3, 'http://far.test/s', 'sitemap', 1, 'pending',
	    unixepoch() + 400 * $day)"
run 0
is "$(polls 1)" 3 'I6: a feed that is planned for 90 days from now is polled'
wait_until() { # TABLE COLUMN WHERE
	sql "SELECT $2 - unixepoch() FROM $1 WHERE $3"
}
cmp_ok "$(wait_until host pause_until_at "host = 'far.test'")" -le 900 \
	'I6: a pause of 400 days is a quarter of an hour'
cmp_ok "$(wait_until host pause_until_at "host = 'near.test'")" -gt \
	$((4 * day)) 'I6: one of five days is kept'
is "$(sql 'SELECT status FROM article WHERE id = 1')" done \
	'I6: an article that is to be tried again in 400 days is'
cmp_ok "$(wait_until article revisit_at 'id = 2')" -le 3600 \
	'I6: a revisit an hour after a fetch in 400 days is due in an hour'
cmp_ok "$(sql 'SELECT count(*) FROM article WHERE revisit_at > unixepoch()
	+ 370 * 86400')" -eq 0 'I6: no revisit is in two years'
cmp_ok "$(wait_until linked_document retry_at \
	"url = 'http://far.test/s'")" -le 3600 \
	"I6: a feed's sitemap is not waited for, either"

# --------------------------------------------------------------- a reload
sql "UPDATE feed SET next_poll_at = unixepoch() + 30
	WHERE url LIKE '%/feed/1.xml'"
start_gleanerd
ok 'a daemon' wait_for grep -q 'scheduled=' "$WORK/gleanerd.out"
before=$(polls 1)
sql "UPDATE feed SET next_poll_at = unixepoch() + 90 * $day
	WHERE url LIKE '%/feed/1.xml'"
kill -HUP "$DAEMON_PID"
polled() {
	[ "$(polls 1)" -gt "$before" ]
}
ok 'I6: a reload cuts plans back, too' wait_for polled
stop_gleanerd
is "$DAEMON_STATUS" 0 'a clean end'
ok 'the database is sound' gleaner check
done_testing
