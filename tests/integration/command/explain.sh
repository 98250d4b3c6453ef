#!/bin/sh
# gleaner feed explain prints each cadence term, its source, and the deciding
# term.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x3
FEED=$ORIGIN/hints.xml
POLL='{ interval: 30m, min: 1m, max: 24h, adaptive: true }'
write_config "$FEED" "$ORIGIN/missing.xml" "$ORIGIN/busy.xml"
explain() {
	gleaner feed explain "$@" 2>"$WORK/err"
}
member() { # URL EXPRESSION: prints EXPRESSION over the JSON `x`
	explain --json "$1" | python3 -c '
import json, sys
x = json.load(sys.stdin)
terms = {t["term"]: t for t in x["terms"]}
print(eval(sys.argv[1]))' "$2"
}
feed() { # ELEMENTS [LINES]: prints a feed with these elements
	printf 'route /hints.xml\n  header Content-Type: application/rss+xml\n'
	printf '  header ETag: "\033[1mone"\n'
	printf '%s' "${2:-}"
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Hints\033[7m</title>%s\n' "$1"
	printf '<item><guid isPermaLink="false">1</guid><title>One</title>'
	printf '</item></channel></rss>\nFEED\n'
	printf 'route /busy.xml\n  status 429\n  header Retry-After: 7200\n'
	printf 'route /missing.xml\n  status 404\n'
}

gleanerd_once >/dev/null 2>&1 # makes a database with the feeds
sql 'DELETE FROM poll'
sql 'UPDATE feed SET last_poll_at = NULL, next_poll_terms = NULL,
	next_poll_by = NULL, next_poll_at = NULL, last_why = NULL, failures = 0'
like "$(explain "$FEED")" 'The feed was never polled' \
	'the output states that the feed was never polled'
is "$(member "$FEED" 'x["next_poll_at"], x["terms"]')" '(None, [])' \
	'the JSON of such a feed has no terms'

feed '<ttl>180</ttl>' | origin_scenario
make_due
gleanerd_once >/dev/null 2>&1
text=$(explain "$FEED")
like "$text" '^next poll .*in 3 h.*, by ttl \(<ttl> of the feed\)' \
	'the first line has the time, the term and its source'
like "$text" '^\* +ttl +3 h ' 'the deciding term is marked'
like "$text" '^- +interval +30 min .*poll.interval' \
	'the other terms are listed, too'
like "$text" '^health +well$' 'the health is printed'
like "$text" '^ETag +"' 'the validators are printed'
like "$text" '^host +127.0.0.1:.*no pause' 'the state of the host is printed'
like "$text" '^robots.txt +not requested yet' \
	'the state of robots.txt is printed'
like "$text" ' ok +200 +1 +1 ' 'the last polls are printed'
unlike "$text" "$(printf '\033')" \
	'no control character of a server reaches the terminal'
is "$(member "$FEED" 'x["by"], [terms[t]["decided"] for t in ("ttl", "interval")]')" \
	"('ttl', [True, False])" 'the JSON marks the deciding term'
is "$(sql "SELECT next_poll_at - last_poll_at FROM feed WHERE url = '$FEED'")" \
	"$(member "$FEED" '10800 + x["jitter_s"]')" \
	'the next poll is the sum of the terms that are printed'

feed '' "$(printf '  header Cache-Control: max-age=43200\n ')
" | origin_scenario
make_due
gleanerd_once >/dev/null 2>&1
is "$(member "$FEED" 'x["by"], 43190 <= terms["cache-headers"]["wait_s"] <= 43200')" \
	"('cache-headers', True)" 'the cache headers of a response are a term'
is "$(member "$FEED" '"ttl" in terms, x["polls"][0]["new"]')" '(False, 0)' \
	'an absent ttl is no longer a term'

is "$(member "$ORIGIN/missing.xml" 'x["by"], x["failures"]')" \
	"('backoff', 2)" 'the back-off determines the wait of a failing feed'
like "$(explain "$ORIGIN/missing.xml")" \
	'^health +failing: never answered with a feed: HTTP 404' \
	'the health of a failing feed contains the cause'
is "$(member "$ORIGIN/busy.xml" 'x["by"], terms["retry-after"]["wait_s"]')" \
	"('retry-after', 7200)" \
	'Retry-After determines the wait if the server sent it'

# The pause of the host overrides all terms of the feed.
sql "INSERT INTO host (host, pause_until_at, failures)
	VALUES ('127.0.0.1:$ORIGIN_PORT', unixepoch() + 5 * 86400, 2)"
is "$(member "$FEED" 'x["by"], x["host"]["failures"]')" \
	"('host-pause', 2)" 'a longer pause of the host determines the wait'
is "$(member "$FEED" '[t for t in terms if terms[t]["decided"]]')" \
	"['host-pause']" 'exactly one term determines the wait'
like "$(explain "$FEED")" '^\* +host-pause +(5 d|4 d 23 h)' \
	'the pause of the host is printed as a term'
sql 'DELETE FROM host'

ok 'the feed is paused' gleaner feed pause "$FEED"
like "$(explain "$FEED")" '^next poll +none while the feed is paused' \
	'a paused feed has no next poll'
ok 'the feed is resumed' gleaner feed resume "$FEED"
is "$(member "$FEED" 'x["by"], x["terms"]')" "('command', [])" \
	'a resumed feed is due because of a command'
fails 'an unknown feed is an error' gleaner feed explain "$ORIGIN/nothing.xml"
gleaner feed explain >/dev/null 2>&1
is "$?" 2 'a missing URL is a usage error'
done_testing
