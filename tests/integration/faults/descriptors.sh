#!/bin/sh
# With a small hard limit of open files the daemon makes fewer transfers at a
# time, so that no page fails because of the limit.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
command -v prlimit >/dev/null || skip_all 'prlimit is not installed'
start_origin --generate 20x5 --hosts 20
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
printf 'route /article/*\n  pass\n  delay 300ms before headers\n' |
	origin_scenario
for limit in 128 600; do
	new_database
	prlimit --nofile=$limit:$limit "$BUILD/gleanerd" -c "$CONFIG" --once \
		>"$WORK/gleanerd.out" 2>&1
	is $? 0 "a harvest with $limit descriptors succeeds"
	like "$(cat "$WORK/gleanerd.out")" 'few-descriptors' \
		'the log contains the reduced number of transfers'
	is "$(sql "SELECT status, count(*) FROM article GROUP BY 1")" \
		'done|100' 'every page was fetched'
done
done_testing
