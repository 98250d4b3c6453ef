#!/bin/sh
# Etiquette E23: commands do not shorten a pause that the server of a feed asked
# for, if the pause applies only to this feed.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
{
	echo 'route /told.xml'
	echo '  status 429'
	echo '  header Retry-After: 7200'
	echo 'route /full.xml'
	echo '  status 503'
	echo 'route /broken.xml'
	echo '  status 500'
} | origin_scenario
POLL='{ interval: 5m, min: 1s, max: 1h, adaptive: false }'
write_config "$ORIGIN/told.xml" "$ORIGIN/full.xml" "$ORIGIN/broken.xml"
is_polled() { # PATH N
	[ "$(origin_count "path=$1")" -ge "$2" ] &&
		[ "$(sql "SELECT count(*) FROM poll WHERE feed_id =
			(SELECT id FROM feed WHERE url LIKE '%$1')")" -ge "$2" ]
}
start_gleanerd
for path in /told.xml /full.xml /broken.xml; do
	wait_for is_polled $path 1
done
for path in /told.xml /full.xml; do
	gleaner feed poll "$ORIGIN$path" >"$WORK/said" 2>&1
	is $? 1 "E23: feed poll of $path is refused during its pause"
	ok 'the message names the pause' \
		grep -q 'the server asked for a pause' "$WORK/said"
done
gleaner feed poll "$ORIGIN/broken.xml" >/dev/null
ok 'after another failure the command polls the feed' \
	wait_for is_polled /broken.xml 2

# The state is read again after a restart.
stop_gleanerd
start_gleanerd
wait_for gleaner feed poll "$ORIGIN/broken.xml" >/dev/null
gleaner feed poll "$ORIGIN/told.xml" >/dev/null 2>&1
is $? 1 'E23: the command is also refused after a restart'
# A poll that is running when the feed is resumed counts as its poll.
wait_for is_polled /broken.xml 3
before=$(wait_s /told.xml)
gleaner feed pause "$ORIGIN/told.xml" "$ORIGIN/broken.xml" >/dev/null
gleaner feed resume "$ORIGIN/told.xml" "$ORIGIN/broken.xml" >/dev/null
ok 'feed resume polls another feed at once' wait_for is_polled /broken.xml 4
is "$(wait_s /told.xml)" "$before" 'E23: feed resume keeps the pause'
is "$(origin_count path=/told.xml) $(origin_count path=/full.xml)" '1 1' \
	'E23: no request is sent during the pauses'
sql "UPDATE feed SET next_poll_at = unixepoch() - 1 WHERE url LIKE '%/told.xml'"
gleaner feed pause "$ORIGIN/told.xml" >/dev/null
gleaner feed resume "$ORIGIN/told.xml" >/dev/null
ok 'feed resume polls the feed after its pause' wait_for is_polled /told.xml 2
stop_gleanerd
done_testing
