#!/bin/sh
# What the cadence is worth, over a year in virtual time (tests/bench/cadence.c
# with the seeds of its check), and that the daemon learns and keeps it.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
"$BUILD/cadence-bench" --check >"$WORK/bench" 2>&1
is "$?" 0 'the simulated year is over its bars'
diag "$(cat "$WORK/bench")"
is "$(grep -c 'bar is 2.0: over it' "$WORK/bench")" 2 \
	'half the median delay, or less, at the requests of a fixed hour'
is "$(grep -c 'bar is 3.0: over it' "$WORK/bench")" 1 \
	'a third of the requests, or less, at the delay of a fixed quarter'

# A feed that has published each day at this hour, and one three years ago.
start_origin --generate 1x1
items() { # NAME, then seconds before now
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
days() { # FIRST: ten days from there
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
cmp_ok "$(wait_of now)" -lt 2400 'one that publishes at this hour: soon'
cmp_ok "$(wait_of other)" -gt 3600 'one of another hour: not so soon'
cmp_ok "$(wait_of old)" -gt 7200 'one that has long been silent: later still'
is "$(sql "SELECT DISTINCT next_poll_by FROM feed")" history \
	'it is their history that decided'
is "$(sql 'SELECT count(*) FROM feed WHERE length(history) = 81')" 3 \
	'and it is kept, 81 bytes each'

# Other entries at this hour, after a restart: the history goes on.
before=$(sql "SELECT hex(history) FROM feed WHERE url LIKE '%/old.xml'")
sql "UPDATE feed SET next_poll_at = 0"
items old 1 2 3 4 5 6 94608000 | sed '/^end$/d' | origin_scenario
ok 'polled by another daemon' gleanerd_once
isnt "$(sql "SELECT hex(history) FROM feed WHERE url LIKE '%/old.xml'")" \
	"$before" 'which learns on'
cmp_ok "$(wait_of old)" -lt 3600 'a feed that awakes is asked oftener'

POLL='{ interval: 1h, min: 1m, max: 24h, adaptive: false }'
write_config "$ORIGIN/now.xml" "$ORIGIN/other.xml" "$ORIGIN/old.xml"
sql "UPDATE feed SET next_poll_at = 0"
ok 'polled without adaptive' gleanerd_once
cmp_ok "$(wait_of now)" -ge 3600 'adaptive: false keeps to the interval'
is "$(sql "SELECT DISTINCT next_poll_by FROM feed")" interval 'and says so'
done_testing
