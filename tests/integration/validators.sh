#!/bin/sh
# Validators are opaque, belong to the address that gave them, and are kept
# only with what was read whole.
# shellcheck source=../lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"

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
done_testing
