#!/bin/sh
# The clock is changed while the daemon runs, by an hour, a day and ten years,
# in both directions. Polls due in a second must not stall, and polls due in
# hours must not run early.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
start_origin --generate 4x2
set_clock() { # SECONDS: sets the clock ahead of the true time by SECONDS
	python3 -c 'import struct, sys
with open(sys.argv[1], "r+b" if sys.argv[3] else "wb") as f:
    f.write(struct.pack("=qq", int(sys.argv[2]), 0))' \
		"$WORK/clock" "$1" "${2:-}"
}
set_clock 0
TEST_CLOCK=$WORK/clock
export TEST_CLOCK
start_shimmed() {
	LD_PRELOAD=$BUILD/clock-shim.so \
	ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
		"$BUILD/gleanerd" -c "$CONFIG" >>"$WORK/gleanerd.out" 2>&1 &
	DAEMON_PID=$!
	tap_pids="$tap_pids $DAEMON_PID"
}
FRESH=/fresh.xml
{
	printf 'route %s\n  header Content-Type: application/rss+xml\n' "$FRESH"
	printf '  header Cache-Control: max-age=86000\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel><title>Fresh'
	printf '</title></channel></rss>\nFEED\n'
} | origin_scenario
POLL='{ interval: 1s, min: 1s, max: 1s, adaptive: false }'
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/feed/3.xml" \
	"$ORIGIN$FRESH"
start_shimmed
# Each of the three feeds was polled at least $1 times.
polled() {
	for feed in 1 2 3; do
		[ "$(origin_count "path=/feed/$feed.xml")" -ge "$1" ] || return 1
	done
}
polls() {
	origin_count 'path=/feed/*'
}
is_moved() { # N: at least N jumps were logged
	[ "$(grep -c clock-jump "$WORK/gleanerd.out")" -ge "$1" ]
}
ok 'the daemon polls' wait_for polled 2

n=0
last=0
for jump in 3600 -3600 86400 -86400 315360000 -315360000 -315360000; do
	n=$((n + 1))
	last=$((last + jump))
	set_clock "$last" again
	ok "a change of the clock by $jump s is logged" wait_for is_moved "$n"
	begun=$(date +%s)
	before=$(polls)
	least=$(origin_count 'path=/feed/1.xml')
	ok 'the feeds are still polled' wait_for polled $((least + 2))
	passed=$(($(date +%s) - begun + 1))
	cmp_ok "$(($(polls) - before))" -le "$((3 * (passed + 2)))" \
		'the feeds are not polled more often'
done
# A new item of a server with a correct clock is accepted, although the clock of
# the daemon is ten years ahead.
set_clock 315360000 again
ok 'the clock is set ten years ahead' wait_for is_moved $((n + 1))
n=$((n + 1))
news_item() {
	printf 'route /feed/1.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel><title>One'
	printf '</title><item><title>News</title><guid>news</guid><link>%s' \
		"$ORIGIN/news.html"
	printf '</link><pubDate>%s</pubDate></item></channel></rss>\nFEED\n' \
		"$(LC_ALL=C date -uR)"
	printf 'route /news.html\n  header Content-Type: text/html\n'
	printf '  body text <<PAGE\n<title>News</title><article><h1>News</h1>'
	printf '<p>The clock of the town hall has been right again since this '
	printf 'morning, said the mayor, who had it repaired by her brother.'
	printf '</article>\nPAGE\n'
}
news_item | origin_scenario
ok 'an item published today is fetched' wait_for_sql \
	"SELECT a.status FROM entry e JOIN article a ON a.id = e.article_id
		WHERE e.guid = 'news'" done
set_clock "$last" again
ok 'the clock is set back' wait_for is_moved $((n + 1))
n=$((n + 1))
is "$(origin_count "path=$FRESH")" 1 \
	'the feed with max-age of a day was requested once in all this time'
is "$(grep -c clock-jump "$WORK/gleanerd.out")" "$n" \
	'each change of the clock is logged once'
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'

# The clock is set ten years back and the daemon is started again: the stored
# next polls are ten years away.
least=$(origin_count 'path=/feed/1.xml')
set_clock $((last - 315360000)) again
start_shimmed
ok 'after a start with a clock that was set back the feeds are polled' \
	wait_for polled $((least + 2))
# On PostgreSQL the plans of other nodes are not moved. A plan that is ten years
# away for this node is due at once.
is "$(origin_count "path=$FRESH")" "$([ "${STORE:-}" = postgres ] && echo 2 || echo 1)" \
	'after that start the feed with max-age is not requested, except on PostgreSQL'
stop_gleanerd
least=$(origin_count 'path=/feed/1.xml')
set_clock 0 again
start_shimmed
ok 'after a start with a correct clock the feeds are polled' \
	wait_for polled $((least + 2))
stop_gleanerd
ok 'the database has no fault' gleaner check
done_testing
