#!/bin/sh
# Tests that servers that accept connections and never answer (etiquette E47),
# and hosts with very many feeds, do not delay other feeds.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
{
	echo 'route /hang/*'
	echo '  hang'
	echo 'route /slow/*'
	feed_body 1
	echo '  delay 1s before headers'
	echo 'route /good/*'
	feed_body 1
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
HOST='{ connections: 1, gap: 100ms, allow_private: true, robots: true }'
# With this timeout a hung server occupies its connection for a minute.
FETCH="{ parallel: 16, timeout: $(paced 60)s }"
set --
n=1
while [ "$n" -le 100 ]; do
	set -- "$@" "http://127.0.1.$n:$ORIGIN_PORT/hang/$n" \
		"http://127.0.2.1:$ORIGIN_PORT/slow/$n"
	n=$((n + 1))
done
for n in 1 2 3 4 5; do
	set -- "$@" "http://127.0.3.$n:$ORIGIN_PORT/good/$n"
done
write_config "$@"
start_gleanerd
ok 'other feeds are read in spite of hung and slow hosts' \
	wait_for_sql "SELECT count(*) FROM poll WHERE outcome = 'ok'
	AND feed_id IN (SELECT id FROM feed WHERE url LIKE '%/good/%')" 5
cmp_ok "$(sql "SELECT max(p.at - f.added_at) FROM poll p
	JOIN feed f ON f.id = p.feed_id WHERE f.url LIKE '%/good/%'")" -le "$(paced 15)" \
	'the other feeds are read before the requests to hung hosts time out'
is "$(sql "SELECT count(*) FROM poll WHERE outcome = 'timeout'")" 0 \
	'no request to a hung host has timed out yet'
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends without waiting for hung hosts'
done_testing
