#!/bin/sh
# Plans from a time when the clock was ahead are shortened, and the shorter
# plans are stored (I6).
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
is "$(polls 1) $(polls 2) $(polls 3)" '1 1 1' \
	'a run with a clock 400 days ahead succeeds'
cmp_ok "$(plan 1)" -gt $((399 * CLOCK_DAY)) \
	'the next polls are planned 400 days ahead'
run 0
is "$(polls 1)" 2 'I6: a run with a correct clock polls again'
is "$(polls 2) $(polls 3)" '1 1' 'I6: waits that servers asked for are kept'
cmp_ok "$(plan 1)" -le 2000 'I6: the next poll is within its interval'
cmp_ok "$(plan 2)" -le 8000 \
	'I6: the next poll of a feed with a ttl of two hours is within its ttl'
cmp_ok "$(plan 2)" -ge 7000 'the ttl is not shortened'
cmp_ok "$(plan 3)" -le 4000 'I6: Retry-After is not extended'
cmp_ok "$(plan 3)" -ge 3500 'Retry-After is not shortened'
is "$(sql 'SELECT count(*) FROM feed WHERE last_poll_at > unixepoch() + 60')" 0 \
	'I6: no last poll is in the future'
unlike "$(gleaner feed list)" '[0-9]{2,}d' \
	'I6: feed list shows no wait of many days'
unlike "$(gleaner doctor --offline)" 'in the future' \
	'I6: doctor reports no time in the future'

# ----------------------------------------- stored plans of any origin
day=$CLOCK_DAY
sql "UPDATE feed SET next_poll_at = unixepoch() + 90 * $day
	WHERE url LIKE '%/feed/1.xml';
	INSERT INTO host (host, pause_until_at)
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
is "$(polls 1)" 3 'I6: a feed that was planned in 90 days is polled'
wait_until() { # TABLE COLUMN WHERE
	sql "SELECT $2 - unixepoch() FROM $1 WHERE $3"
}
cmp_ok "$(wait_until host pause_until_at "host = 'far.test'")" -le 900 \
	'I6: a host pause of 400 days becomes at most 15 minutes'
cmp_ok "$(wait_until host pause_until_at "host = 'near.test'")" -gt \
	$((4 * day)) 'I6: a host pause of five days is kept'
is "$(sql 'SELECT status FROM article WHERE id = 1')" done \
	'I6: an article that was to be retried in 400 days is fetched'
cmp_ok "$(wait_until article revisit_at 'id = 2')" -le 3600 \
	'I6: a revisit planned an hour after a future fetch is due in an hour'
cmp_ok "$(sql 'SELECT count(*) FROM article WHERE revisit_at > unixepoch()
	+ 370 * 86400')" -eq 0 'I6: no revisit is planned later than in a year'
cmp_ok "$(wait_until linked_document retry_at \
	"url = 'http://far.test/s'")" -le 3600 \
	"I6: a linked document that was to be retried in 400 days is due soon"

# --------------------------------------------------------------- a reload
sql "UPDATE feed SET next_poll_at = unixepoch() + 30
	WHERE url LIKE '%/feed/1.xml'"
start_gleanerd
ok 'a daemon has planned its polls' \
	wait_for grep -q 'scheduled=' "$WORK/gleanerd.out"
before=$(polls 1)
sql "UPDATE feed SET next_poll_at = unixepoch() + 90 * $day
	WHERE url LIKE '%/feed/1.xml'"
kill -HUP "$DAEMON_PID"
polled() {
	[ "$(polls 1)" -gt "$before" ]
}
ok 'I6: a reload shortens plans, too' wait_for polled
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'
ok 'the database has no fault' gleaner check
done_testing
