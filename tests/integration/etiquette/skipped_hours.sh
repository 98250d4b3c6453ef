#!/bin/sh
# Etiquette E37: a request that waits in the queue of its host is not sent in an
# hour that its feed excludes.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"
# shellcheck source=../../lib/clock.sh
. "$(dirname "$0")/../../lib/clock.sh"

needs_gleanerd
needs_clock
start_clocked_origin
full=$((($(date +%s) / 3600 + 1) * 3600)) # the next full hour
{
	echo 'route /busy.xml'
	feed_body 1
	echo 'route /rests.xml'
	feed_body 1 "<skipHours><hour>$((full / 3600 % 24))</hour></skipHours>"
} | origin_scenario
POLL='{ interval: 1s, min: 1s, max: 1h, adaptive: false }'
HOST='{ connections: 1, gap: 4s, allow_private: true, robots: false }'
write_config "$ORIGIN/busy.xml" "$ORIGIN/rests.xml"
clocked "$BUILD/gleanerd" -c "$CONFIG" --once >/dev/null 2>&1
is "$(origin_count path=/busy.xml) $(origin_count path=/rests.xml)" '1 1' \
	'both feeds are polled once'
sql "UPDATE feed SET next_poll_at = $((full - 60)) WHERE url LIKE '%/rests.xml'"
sql "UPDATE feed SET next_poll_at = $((full - 61)) WHERE url LIKE '%/busy.xml'"

# The busy feed is polled just before the full hour. Because of the gap of the
# host, the request for the other feed can only be sent after the full hour.
set_clock $((full - 2 - $(date +%s)))
start_clocked
is_polled_again() {
	[ "$(origin_count path=/busy.xml)" -ge "$1" ]
}
ok 'the other feed of the host is polled' wait_for -t 60 is_polled_again 4
is "$(origin_count path=/rests.xml)" 1 \
	'E37: a request that has waited is not sent in a skipped hour'
is_polled_now() {
	[ "$(origin_count path=/rests.xml)" = 2 ]
}
clocked "$BUILD/gleaner" -c "$CONFIG" feed poll "$ORIGIN/rests.xml" >/dev/null
ok 'the operator may request a poll in this hour' wait_for is_polled_now
stop_gleanerd
done_testing
