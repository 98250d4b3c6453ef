#!/bin/sh
# Measures the cadence over a simulated year (tests/bench/cadence.c with fixed
# seeds), and tests that the daemon computes and stores the history of a feed.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
"$BUILD/cadence-bench" --check >"$WORK/bench" 2>&1
is "$?" 0 'the cadence reaches its goals in the simulated year'
diag "$(cat "$WORK/bench")"
is "$(grep -c 'bar is 2.0: over it' "$WORK/bench")" 2 \
	'at most half the median delay with the requests of hourly polling'
is "$(grep -c 'bar is 3.0: over it' "$WORK/bench")" 1 \
	'at most a third of the requests with the delay of polls every 15 min'

# Three feeds: one publishes daily at this hour, one at another hour, one
# published three years ago.
start_origin --generate 1x1
items() { # NAME SECONDS…: prints a feed with an item of each age
	name=$1
	shift
	printf 'route /%s.xml\n  header Content-Type: application/rss+xml\n' \
		"$name"
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>%s</title>' "$name"
	for ago; do
		printf '<item><guid isPermaLink="false">%s-%d</guid>' \
			"$name" "$ago"
		printf '<title>An item</title><pubDate>%s</pubDate></item>' \
			"$(date -uRd "@$(($(date +%s) - ago))")"
	done
	printf '</channel></rss>\nFEED\nend\n'
}
days() { # FIRST: ages of ten daily items
	n=0
	while [ "$n" -lt 10 ]; do
		echo $(($1 + n * 86400))
		n=$((n + 1))
	done
}
POLL='{ interval: 1h, min: 1m, max: 24h, adaptive: true }'
write_config "$ORIGIN/now.xml" "$ORIGIN/other.xml" "$ORIGIN/old.xml"
{
	# shellcheck disable=SC2046
	items now $(days 1)
	# shellcheck disable=SC2046
	items other $(days 43200)
	# shellcheck disable=SC2046
	items old $(days 94608000)
} | sed '/^end$/d' | origin_scenario
ok 'three feeds are polled' gleanerd_once
wait_of() {
	sql "SELECT next_poll_at - last_poll_at FROM feed WHERE url LIKE '%/$1.xml'"
}
cmp_ok "$(wait_of now)" -lt 2400 \
	'a feed that publishes at this hour is polled soon'
cmp_ok "$(wait_of other)" -gt 3600 \
	'a feed that publishes at another hour is polled later'
cmp_ok "$(wait_of old)" -gt 7200 \
	'a feed without items for a long time is polled still later'
is "$(sql "SELECT DISTINCT next_poll_by FROM feed")" history \
	'the history determines the time of the next poll'
is "$(sql 'SELECT count(*) FROM feed WHERE length(history) = 81')" 3 \
	'the history of each feed is stored in 81 bytes'

# The feed publishes at this hour after a restart, and the stored history
# continues.
before=$(sql "SELECT hex(history) FROM feed WHERE url LIKE '%/old.xml'")
sql "UPDATE feed SET next_poll_at = 0"
items old 1 2 3 4 5 6 94608000 | sed '/^end$/d' | origin_scenario
ok 'another daemon polls the feed' gleanerd_once
isnt "$(sql "SELECT hex(history) FROM feed WHERE url LIKE '%/old.xml'")" \
	"$before" 'the stored history is updated'
cmp_ok "$(wait_of old)" -lt 3600 'a feed with new items is polled more often'

POLL='{ interval: 1h, min: 1m, max: 24h, adaptive: false }'
write_config "$ORIGIN/now.xml" "$ORIGIN/other.xml" "$ORIGIN/old.xml"
sql "UPDATE feed SET next_poll_at = 0"
ok 'the feeds are polled with adaptive: false' gleanerd_once
cmp_ok "$(wait_of now)" -ge 3600 'adaptive: false uses the configured interval'
is "$(sql "SELECT DISTINCT next_poll_by FROM feed")" interval \
	'the deciding term is the interval'
done_testing
