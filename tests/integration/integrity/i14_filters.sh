#!/bin/sh
# I14: a filter decides about the entry of one feed. The words of one feed do
# not block an article that another feed announces (docs/filters.md).
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [1h], raw: keep }'
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
OWN=http://127.0.0.3:$ORIGIN_PORT
OTHER=http://127.0.0.2:$ORIGIN_PORT

# Each item has the date $DATE, or no date if DATE is empty.
DATE=
feed() { # ROUTE [LINK TITLE]…
	printf 'route %s\n  header Content-Type: application/rss+xml\n' "$1"
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Feed %s</title>' "$1"
	shift
	while [ $# -gt 1 ]; do
		printf '<item><title>%s</title><link>%s</link><guid>%s</guid>' \
			"$2" "$1" "$1"
		[ ! "$DATE" ] || printf '<pubDate>%s</pubDate>' "$DATE"
		printf '<description>Of it.</description></item>'
		shift 2
	done
	printf '</channel></rss>\nFEED\n'
}
page() { # ROUTE TITLE WORD [HEAD]
	printf 'route %s\n  header Content-Type: text/html\n' "$1"
	printf '  body text <<PAGE\n<html><head><title>%s</title>' "$2"
	printf '%s</head><body><article><h1>%s</h1>\n' "${4:-}" "$2"
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

EXTRA="filters:
  - { if: 'title ~ /horoscope/i', then: block }"
{
	feed //127.0.0.2/witness.xml "$OWN/a" 'Horoscope' "$OWN/b" 'Horoscope'
	feed //127.0.0.3/own.xml "$OWN/a" 'A harbour'
	page //127.0.0.3/a 'A harbour' alpha
	page //127.0.0.3/b 'A bridge' beta
} | origin_scenario
write_config "$OTHER/witness.xml"
ok 'I14: a witness announces two pages with blocked words' gleanerd_once
is "$(requests /a)$(requests /b)" 00 'I14: no page is requested for it'
write_config "$OTHER/witness.xml" "$OWN/own.xml"
ok 'I14: the publisher announces one of them' poll_again
is "$(row "$OWN/a" status)|$(row "$OWN/a" title)|$(changes "$OWN/a")" \
	'done|A harbour|new' \
	'I14: the words of a witness do not block the article of the publisher'
is "$(row "$OWN/b" status_why)|$(requests /b)" \
	'filter: title ~ /horoscope/i|0' 'I14: the other page stays blocked'
new_database
origin_get /_origin/reset >/dev/null
{
	feed //127.0.0.2/witness.xml "$OWN/a" 'Horoscope'
	feed //127.0.0.3/own.xml "$OWN/a" 'A harbour'
	page //127.0.0.3/a 'A harbour' alpha
} | origin_scenario
write_config "$OWN/own.xml"
ok 'I14: the publisher announces a page first' gleanerd_once
write_config "$OTHER/witness.xml" "$OWN/own.xml"
ok 'I14: a witness announces it with blocked words' poll_again
is "$(row "$OWN/a" status)|$(changes "$OWN/a")" 'done|new' \
	'I14: the article is not withdrawn'

new_database
origin_get /_origin/reset >/dev/null
EXTRA="filters:
  - { if: 'title ~ /horoscope/i', then: { priority: -9 } }
  - { if: 'title ~ /harbour/i', then: { priority: 5 } }"
{
	feed //127.0.0.2/witness.xml "$OWN/a" 'Horoscope'
	feed //127.0.0.3/own.xml "$OWN/a" 'A harbour'
	printf 'route //127.0.0.3/a\n  status 500\n'
} | origin_scenario
priority() {
	sql "SELECT coalesce(group_concat(value), '') FROM article_action
	    WHERE kind = 'priority'"
}
write_config "$OTHER/witness.xml"
gleanerd_once
is "$(priority)" -9 'I14: the words of a witness give a page a priority'
write_config "$OTHER/witness.xml" "$OWN/own.xml"
poll_again
is "$(priority)" 5 'I14: the words of the publisher replace it'

# The page and the publisher's feed state no date.
new_database
origin_get /_origin/reset >/dev/null
EXTRA="filters:
  - { if: 'title ~ /horoscope/i', then: block }
  - { if: 'title ~ /harbour/i', then: { priority: 5 } }"
{
	DATE='Wed, 02 Jan 2030 10:00:00 GMT'
	feed //127.0.0.2/witness.xml "$OWN/a" 'Horoscope' "$OWN/b" 'Horoscope'
	DATE=
	feed //127.0.0.3/own.xml "$OWN/a" 'A harbour' "$OWN/b" 'A harbour'
	page //127.0.0.3/a 'A harbour' alpha
	printf 'route //127.0.0.3/b\n  status 500\n'
} | origin_scenario
write_config "$OTHER/witness.xml"
gleanerd_once
write_config "$OTHER/witness.xml" "$OWN/own.xml"
poll_again
is "$(row "$OWN/a" 'status, title, published_at')" \
	'done|A harbour|' \
	'I14: the date of a blocked entry of a witness is not used'
is "$(row "$OWN/b" 'status, title, published_at')" \
	'failed|A harbour|' \
	'I14: an article that waits has the values of the publisher'
is "$(sql "SELECT count(*) FROM article WHERE sort_at > first_seen_at")" 0 \
	'I14: the place of the article in lists is that of the publisher'
is "$(priority)" '5,5' 'I14: the article has the priority of the publisher'

# The home page entitles a feed whose entries are partly blocked.
new_database
origin_get /_origin/reset >/dev/null
EXTRA="filters:
  - { if: 'title ~ /horoscope/i', then: block }"
{
	feed //127.0.0.2/named.xml "$OWN/a" 'Horoscope' "$OWN/b" 'A bridge'
	page //127.0.0.3/a 'A harbour' alpha
	page //127.0.0.3/b 'A bridge' beta
	page //127.0.0.3/ 'Home' gamma "<link rel='alternate' \
		type='application/rss+xml' href='$OTHER/named.xml'>"
} | origin_scenario
write_config "$OTHER/named.xml"
gleanerd_once
is "$(row "$OWN/b" 'status, entitled'
	)|$(sql 'SELECT min(entitled) FROM entry')" 'done|1|1' \
	'I14: a home page entitles a feed'
is "$(row "$OWN/a" status_why)|$(requests /a)" \
	'filter: title ~ /horoscope/i|0' \
	'I14: the page of its blocked entry is not requested'

done_testing
