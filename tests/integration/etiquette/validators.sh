#!/bin/sh
# Validators are opaque, belong to the address that gave them, and are kept
# only with what was read whole.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin --generate 1x3
OTHER=http://127.0.0.2:${ORIGIN##*:}
write_config "$ORIGIN/moved.xml"
origin_scenario <<END
route /moved.xml
  redirect 302 $OTHER/feed/1.xml
END
asked() { # PATH: its request headers, the newest last
	curl -s "$ORIGIN/_origin/log" | grep "\"path\":\"$1\""
}

gleanerd_once >/dev/null
is "$?" 0 'a feed behind a redirect to another host'
is "$(sql 'SELECT validators_url FROM feed')" "$OTHER/feed/1.xml" \
	'its validators are of the address that gave them'
unlike "$(asked /feed/1.xml)" 'If-None-Match' 'none with the first request'
make_due
gleanerd_once >/dev/null
is "$?" 0 'once more'
like "$(asked /feed/1.xml | tail -n 1)" '"status":304.*If-None-Match' \
	'they are sent where they came from, and spare the body'
unlike "$(asked /moved.xml)" 'If-None-Match' 'and not to who redirects there'
is "$(sql "SELECT last_outcome FROM feed")" unchanged 'unchanged'

# The same bytes again are not read again, but their validators are new ones.
{
	echo 'route /same.xml'
	echo 'when 1-2'
	feed_body 2
	echo '  header ETag: "one"'
	echo 'when 3-4'
	feed_body 2
	echo '  header ETag: "two"'
	echo 'when 5+'
	feed_body 3
	echo '  header ETag: "three"'
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
rm -f "$DB" "$DB-wal" "$DB-shm"
write_config "$ORIGIN/same.xml"
start_gleanerd
ok 'a server that knows no 304' wait_for_sql \
	"SELECT count(*) >= 5 FROM poll" 1
stop_gleanerd
is "$(sql "SELECT group_concat(outcome || ' ' || status || ' ' || new, ', ')
	FROM (SELECT * FROM poll ORDER BY id LIMIT 5)")" \
	'ok 200 2, unchanged 200 0, unchanged 200 0, unchanged 200 0, ok 200 1' \
	'the same bytes are nothing new, others are'
is "$(origin_get /_origin/log?path=/same.xml | python3 -c '
import json, sys
print(" ".join(json.loads(line)["headers"].get("If-None-Match", "-")
               for line in list(sys.stdin)[:5]))')" \
	'- "one" "one" "two" "two"' 'the validators are those of the last answer'
done_testing
