#!/bin/sh
# Tests filters (docs/filters.md): pages of blocked entries are neither
# requested nor delivered. Also tests the actions, entries that change, and a
# reload with other filters.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [1h], raw: keep }'
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
OWN=http://127.0.0.3:$ORIGIN_PORT

feed() { # ROUTE [LINK TITLE]…
	printf 'route %s\n  header Content-Type: application/rss+xml\n' "$1"
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Feed %s</title>' "$1"
	shift
	while [ $# -gt 1 ]; do
		printf '<item><title>%s</title><link>%s</link><guid>%s</guid>' \
			"$2" "$1" "$1"
		printf '<description>Of it.</description></item>'
		shift 2
	done
	printf '</channel></rss>\nFEED\n'
}
page() { # ROUTE TITLE WORD
	printf 'route %s\n  header Content-Type: text/html\n' "$1"
	printf '  body text <<PAGE\n<html><head><title>%s</title>' "$2"
	printf '</head><body><article><h1>%s</h1>\n' "$2"
	for word in harbour bridge tunnel station; do
		echo "<p>The $3 $word council met on Tuesday and heard what $3" \
			"engineers of the $word had found in $3, and $3" \
			"repairs of the $word would take until $3 spring, for" \
			"$3 pillars of $word have stood in $3 salt water.</p>"
	done
	printf '</article></body></html>\nPAGE\n'
}
requests() { # PATH
	origin_count "path=$1"
}
row() { # URL COLUMNS
	sql "SELECT $2 FROM article WHERE url = '$1'"
}
changes() { # URL
	sql "SELECT coalesce(group_concat(c.kind, ' '), '') FROM change c
	    JOIN article a ON a.id = c.article_id WHERE a.url = '$1'"
}
poll_again() {
	make_due 2>/dev/null
	gleanerd_once
}

# ------------------------------------------- blocked before and after a fetch
EXTRA="filters:
  - { if: 'title ~ /horoscope/i', then: block }
  - { if: 'text ~ /gamma station/', then: block }
  - { if: 'title ~ /lottery/i', then: no-fetch }
  - { if: 'feed ~ /own/ and text ~ /alpha/', then: { tag: [harbours, ports], keep-days: 7, notify-consumer: [desk, team] } }
  - { if: 'title ~ /^(a+)+\$/', then: block }
  - { if: 'title ~ /urgent/i', then: { priority: 5 } }"
write_config "$OWN/own.xml"
{
	feed //127.0.0.3/own.xml "$OWN/a" 'A harbour' "$OWN/h" 'Horoscope' \
		"$OWN/g" 'A station' "$OWN/l" 'The lottery' \
		"$OWN/u" 'Urgent' \
		"$OWN/c" 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'
	page //127.0.0.3/a 'A harbour' alpha
	page //127.0.0.3/h 'Horoscope' beta
	page //127.0.0.3/g 'A station' gamma
	page //127.0.0.3/l 'The lottery' delta
	page //127.0.0.3/u 'Urgent' epsilon
	page //127.0.0.3/c 'aaaa!' zeta
} | origin_scenario
ok 'a harvest with filters succeeds' gleanerd_once
is "$(requests /h)" 0 'the blocked page was not requested'
is "$(requests /a)" 1 'another page was requested'
is "$(row "$OWN/h" "status_why, revision, body IS NULL")" \
	'filter: title ~ /horoscope/i|0|1' \
	'the blocked article is a row with its reason'
is "$(changes "$OWN/h")" '' 'the blocked article was not delivered'
is "$(sql "SELECT title FROM entry WHERE link = '$OWN/h'")" Horoscope \
	'the entry is stored'
is "$(sql "SELECT count(*) FROM latest WHERE url = '$OWN/h'")" 0 \
	'the view latest does not have it'
is "$(requests /g)" 1 'a filter on the text needs the page'
is "$(row "$OWN/g" status_why)|$(changes "$OWN/g")" \
	'filter: text ~ /gamma station/|' \
	'an article that is blocked by its text is not delivered'
is "$(requests /l)" 0 'no-fetch: the page was not requested'
is "$(row "$OWN/l" status)|$(changes "$OWN/l")" 'feed_only|new' \
	'no-fetch: the text of the feed is delivered'
like "$(row "$OWN/l" status_why)" '^not fetched because of a filter' \
	'no-fetch: the reason says so'
is "$(sql "SELECT group_concat(tag, ' ') FROM article_tag t JOIN article a
    ON a.id = t.article_id WHERE a.url = '$OWN/a'")" 'harbours ports' \
	'a matching article has the tags'
is "$("$BUILD/gleaner" -c "$CONFIG" articles --tag ports --json |
	grep -c '"harbours"')" 1 'articles --tag finds the matching article'
is "$(sql "SELECT group_concat(kind || '=' || value, ' ') FROM (SELECT *
    FROM article_action x JOIN article a ON a.id = x.article_id
    WHERE a.url = '$OWN/a' ORDER BY kind, value) AS x")" 'keep-days=7 notify-consumer=desk notify-consumer=team' \
	'the matching article has the other actions'
is "$(sql "SELECT value FROM article_action WHERE kind = 'priority'")" 5 \
	'a priority is stored before the fetch'
is "$(row "$OWN/c" status)" 'done' 'a match that reaches its limit has no effect'
is "$(sql "SELECT limited >= 1, matched FROM filter_count
    WHERE expression LIKE '%a+%'")" '1|0' 'the limit is counted and named'
is "$(sql "SELECT matched FROM filter_count
    WHERE expression LIKE '%horoscope%'")" 1 'a match is counted'
is "$(sql "SELECT matched FROM filter_count WHERE actions LIKE 'tag %'")" 1 \
	'a match after the fetch is counted once'

# --------------------------------------------------------------- the commands
gleaner() {
	"$BUILD/gleaner" -c "$CONFIG" "$@" 2>"$WORK/err"
}
is "$(gleaner filter list --json | grep horoscope | grep -c '"matched":1')" 1 \
	'filter list shows the counts'
like "$(gleaner status)" \
	'filters +6, true for [0-9]+ articles; 1 reached a limit' \
	'status sums the counts up'
like "$(gleaner status --json)" \
	'"filters":\[\{"if":"title ~ /horoscope/i","then":"block",[^}]*"matched":1,' \
	'status --json shows the counts of each filter'
like "$(gleaner doctor --offline | tr '\n' ' ')" 'a\+.*too many' \
	'doctor names the filter that reached its limit'
is "$(gleaner filter test --json | grep harbours | grep -c '"matched":1')" 1 \
	'filter test counts the articles that a filter is true of'
like "$(gleaner filter test --articles)" 'A harbour' \
	'filter test --articles lists these articles'
id=$(row "$OWN/a" id)
like "$(gleaner filter explain "$id")" \
	'true +text ~ /alpha/' 'filter explain shows the value of comparisons'
unlike "$(gleaner filter explain "$id")" '  ,' \
	'filter explain writes no separator before the first action'
is "$(gleaner filter explain "$(row "$OWN/g" id)" --json |
	grep -c '"is":"unknown"')" 2 \
	'fields of an article without a text are unknown'
is "$(gleaner filter explain "$id" --json --limit 1 | wc -l)" 1 \
	'filter explain obeys --limit'
is "$(sql 'SELECT count(*) FROM filter_count')" 6 'the commands write nothing'

# ----------------------------------------------------------- notify-consumer
urls() {
	gleaner "$@" | sed -n 's/.*"url":"\([^"]*\)".*/\1/p'
}
is "$(urls follow --consumer desk --notified)" "$OWN/a" \
	'follow --notified gives the articles that are marked for the consumer'
is "$(urls follow --consumer team --notified --share)" "$OWN/a" \
	'--share with --notified gives these articles, too'
is "$(sql "SELECT seq = (SELECT max(seq) FROM change) FROM consumer
    WHERE name = 'desk'")" 1 'the cursor is after all other changes'
gleaner follow --consumer mail --notified
is "$?|$(sql "SELECT count(*) FROM consumer WHERE name = 'mail'")" '1|0' \
	'no filter names the consumer: an error, and no consumer is created'
like "$(cat "$WORK/err")" 'notify-consumer: mail' \
	'the message shows the action'
gleaner follow --notified
is $? 2 '--notified needs a consumer'

# ------------------------------------------------------------ a changed entry
before=$(requests /h)
{
	feed //127.0.0.3/own.xml "$OWN/a" 'A harbour' \
		"$OWN/h" 'A harmless title' "$OWN/g" 'A station'
	page //127.0.0.3/h 'A harmless title' beta
} | origin_scenario
ok 'the feed changes the title of the blocked item' poll_again
is "$(row "$OWN/h" status)|$(changes "$OWN/h")" 'done|new' \
	'an entry that filters no longer block is fetched and delivered'
ok 'the request came after the change' test "$(requests /h)" -gt "$before"
feed //127.0.0.3/own.xml "$OWN/a" 'A horoscope' "$OWN/h" 'A harmless title' \
	"$OWN/g" 'A second station' | origin_scenario
ok 'the feed changes the title of a delivered item' poll_again
is "$(row "$OWN/a" "status, status_why, revisit_at IS NULL")|$(changes "$OWN/a")" \
	'gone|filter: title ~ /horoscope/i|1|new withdrawn' \
	'a delivered article that is blocked now is withdrawn'
is "$(row "$OWN/g" status_why)" 'filter: text ~ /gamma station/' \
	'an entry whose text was blocked stays blocked after a new title'
feed //127.0.0.3/own.xml "$OWN/a" 'A harbour' | origin_scenario
ok 'the title changes back' poll_again
is "$(row "$OWN/a" status)|$(changes "$OWN/a" | tr ' ' '\n' | tail -n 1)" \
	'done|revised' 'the article is published again'

# ------------------------------------------------------------------ a reload
new_database
origin_get /_origin/reset >/dev/null
{
	feed //127.0.0.3/own.xml "$OWN/a" 'A harbour'
	page //127.0.0.3/a 'A harbour' alpha
	page //127.0.0.3/b 'A bridge' beta
} | origin_scenario
PORT=$(free_port)
EXTRA="listen: 127.0.0.1:$PORT"
POLL='{ interval: 1s, min: 1s, max: 1s, adaptive: false }'
write_config "$OWN/own.xml"
start_gleanerd
wait_for eval '[ "$(row "$OWN/a" status)" = done ]'
EXTRA="listen: 127.0.0.1:$PORT
filters: [{ if: 'title ~ /\"|bridge/', then: block }]"
write_config "$OWN/own.xml"
kill -HUP "$DAEMON_PID"
wait_for grep -q 'config-read.*filters=1' "$WORK/gleanerd.out"
feed //127.0.0.3/own.xml "$OWN/a" 'A harbour' "$OWN/b" 'A bridge' |
	origin_scenario
wait_for eval \
	'[ "$(row "$OWN/b" status_why)" = "filter: title ~ /\"|bridge/" ]'
is "$(requests /b)" 0 'SIGHUP applies new filters'
shown() {
	curl -s --max-time 20 "http://127.0.0.1:$PORT/metrics" | grep -Fqx \
		'gleaner_filter_matched_total{n="1",filter="title ~ /\"|bridge/"} 1'
}
ok 'the metrics have the count of the filter' wait_for shown
stop_gleanerd
done_testing
