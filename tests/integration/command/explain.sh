#!/bin/sh
# gleaner feed explain: each term, its source, and which one won.
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
member() { # URL EXPRESSION over the JSON object `x`
	explain --json "$1" | python3 -c '
import json, sys
x = json.load(sys.stdin)
terms = {t["term"]: t for t in x["terms"]}
print(eval(sys.argv[1]))' "$2"
}
feed() { # ELEMENTS in the channel
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

gleanerd_once >/dev/null 2>&1 # a database with feeds
sql 'DELETE FROM poll'
sql 'UPDATE feed SET last_poll_at = NULL, next_poll_terms = NULL,
	next_poll_by = NULL, next_poll_at = NULL, last_why = NULL, failures = 0'
like "$(explain "$FEED")" 'It was never polled' 'before its first poll'
is "$(member "$FEED" 'x["next_poll_at"], x["terms"]')" '(None, [])' \
	'the same as JSON'

feed '<ttl>180</ttl>' | origin_scenario
make_due
gleanerd_once >/dev/null 2>&1
text=$(explain "$FEED")
like "$text" '^next poll .*in 3 h.*, by ttl \(<ttl> of the feed\)' \
	'when, by what, and who says so'
like "$text" '^\* +ttl +3 h ' 'the term that won is marked'
like "$text" '^- +interval +30 min .*poll.interval' 'what lost is told too'
like "$text" '^health +well$' 'its health'
like "$text" '^ETag +"' 'its validators'
like "$text" '^host +127.0.0.1:.*no pause' 'its host'
like "$text" '^robots.txt +not asked for yet' 'its robots.txt'
like "$text" ' ok +200 +1 +1 ' 'its last answers'
unlike "$text" "$(printf '\033')" 'and nothing of the outside reaches a terminal'
is "$(member "$FEED" 'x["by"], [terms[t]["decided"] for t in ("ttl", "interval")]')" \
	"('ttl', [True, False])" 'the same as JSON'
is "$(sql "SELECT next_poll_at - last_poll_at FROM feed WHERE url = '$FEED'")" \
	"$(member "$FEED" '10800 + x["jitter_s"]')" \
	'and the sum is what the daemon goes by'

feed '' "$(printf '  header Cache-Control: max-age=43200\n ')
" | origin_scenario
make_due
gleanerd_once >/dev/null 2>&1
is "$(member "$FEED" 'x["by"], 43190 <= terms["cache-headers"]["wait_s"] <= 43200')" \
	"('cache-headers', True)" 'cache headers of the answer'
is "$(member "$FEED" '"ttl" in terms, x["polls"][0]["new"]')" '(False, 0)' \
	'and no ttl any more'

is "$(member "$ORIGIN/missing.xml" 'x["by"], x["failures"]')" \
	"('backoff', 2)" 'a feed that fails: back-off'
like "$(explain "$ORIGIN/missing.xml")" \
	'^health +failing: never answered with a feed: HTTP 404' 'and why'
is "$(member "$ORIGIN/busy.xml" 'x["by"], terms["retry-after"]["wait_s"]')" \
	"('retry-after', 7200)" 'a server that asks for a pause'

# The host's pause goes before all that the feed says.
sql "INSERT INTO host (host, pause_until_at, failures)
	VALUES ('127.0.0.1:$ORIGIN_PORT', unixepoch() + 5 * 86400, 2)"
is "$(member "$FEED" 'x["by"], x["host"]["failures"]')" \
	"('host-pause', 2)" 'the pause of its host decides where it is longer'
is "$(member "$FEED" '[t for t in terms if terms[t]["decided"]]')" \
	"['host-pause']" 'and no other term'
like "$(explain "$FEED")" '^\* +host-pause +(5 d|4 d 23 h)' 'and is a term'
sql 'DELETE FROM host'

ok 'pause it' gleaner feed pause "$FEED"
like "$(explain "$FEED")" '^next poll +none while it is paused' 'none'
ok 'resume it' gleaner feed resume "$FEED"
is "$(member "$FEED" 'x["by"], x["terms"]')" "('command', [])" \
	'due because a command said so'
fails 'no such feed' gleaner feed explain "$ORIGIN/nothing.xml"
gleaner feed explain >/dev/null 2>&1
is "$?" 2 'no URL is a mistake'
done_testing
