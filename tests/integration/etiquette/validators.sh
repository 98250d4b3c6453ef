#!/bin/sh
# Validators are opaque, are sent only to the URL that they came from, and are
# stored only with a complete document.
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
asked() { # PATH: prints the request headers for PATH, newest last
	curl -s "$ORIGIN/_origin/log" | grep "\"path\":\"$1\""
}

gleanerd_once >/dev/null
is "$?" 0 'a feed after a redirect to another host is read'
is "$(sql 'SELECT validators_url FROM feed')" "$OTHER/feed/1.xml" \
	'validators_url is the URL that sent the validators'
unlike "$(asked /feed/1.xml)" 'If-None-Match' \
	'the first request has no validators'
make_due
gleanerd_once >/dev/null
is "$?" 0 'the second poll succeeds'
like "$(asked /feed/1.xml | tail -n 1)" '"status":304.*If-None-Match' \
	'the validators are sent to that URL and answered with 304'
unlike "$(asked /moved.xml)" 'If-None-Match' \
	'the validators are not sent to the redirecting URL'
is "$(sql "SELECT last_outcome FROM feed")" unchanged 'the outcome is unchanged'

# A document with the same bytes is not parsed again, but its new validators are
# stored.
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
new_database
write_config "$ORIGIN/same.xml"
start_gleanerd
ok 'the feed is polled five times without a 304' wait_for_sql \
	"SELECT count(*) >= 5 FROM poll" 1
stop_gleanerd
is "$(sql "SELECT group_concat(outcome || ' ' || status || ' ' || new, ', ')
	FROM (SELECT * FROM poll ORDER BY id LIMIT 5) AS x")" \
	'ok 200 2, unchanged 200 0, unchanged 200 0, unchanged 200 0, ok 200 1' \
	'the same bytes are unchanged, other bytes are not'
is "$(origin_get /_origin/log?path=/same.xml | python3 -c '
import json, sys
print(" ".join(json.loads(line)["headers"].get("If-None-Match", "-")
               for line in list(sys.stdin)[:5]))')" \
	'- "one" "one" "two" "two"' \
	'each request sends the validators of the last response'
done_testing
