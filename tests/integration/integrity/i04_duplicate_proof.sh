#!/bin/sh
# I4: an article is dropped as a duplicate only if both texts agree and its own
# page names the other address. See "Duplicates" in docs/security.md.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
FOREIGN=http://127.0.0.2:$ORIGIN_PORT
OWN=http://127.0.0.3:$ORIGIN_PORT
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [1h], raw: keep }'

feed() { # PATH LINK TITLE
	printf 'route %s\n  header Content-Type: application/rss+xml\n' "$1"
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Feed</title><item><title>%s</title><link>%s</link>' \
		"$3" "$2"
	printf '<description>Of it.</description></item></channel></rss>\nFEED\n'
}
page() { # PATH TITLE WORD [HEAD]
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
canonical() {
	printf '<link rel="canonical" href="%s">' "$1"
}
row() { # URL COLUMNS
	sql "SELECT $2 FROM article WHERE url = '$1'"
}
once() { # URL…
	write_config "$@"
	make_due 2>/dev/null
	gleanerd_once >/dev/null
}
reset() {
	new_database
	origin_get /_origin/reset >/dev/null
}

# ------------------------------ (a) a foreign link redirects to the story
for head in '' "$(canonical "$OWN/story")"; do
	reset
	{
		page //127.0.0.3/story 'A story' alpha "$head"
		printf 'route //127.0.0.2/go\n  status 302\n'
		printf '  header Location: %s/story\n' "$OWN"
		feed /foreign.xml "$FOREIGN/go" 'A story'
		feed /own.xml "$OWN/story" 'A story'
	} | origin_scenario
	name=${head:+, with a canonical address}
	once "$FOREIGN/foreign.xml"
	is "$(row "$FOREIGN/go" 'status, final_url')" "done|$OWN/story" \
		"I4: a foreign link redirects to a story$name"
	once "$FOREIGN/foreign.xml" "$OWN/own.xml"
	is "$(row "$OWN/story" "status, body LIKE '%alpha harbour%'")" 'done|1' \
		"I4: the address of the story is an article of its own$name"
	page //127.0.0.2/go 'Another' omega | origin_scenario
	sql 'UPDATE article SET revisit_at = 1, etag = NULL'
	gleanerd_once >/dev/null
	is "$(row "$FOREIGN/go" "body LIKE '%omega harbour%'")" 1 \
		"I4: later the foreign link leads to another text$name"
	is "$(row "$OWN/story" "status, body LIKE '%alpha harbour%', revision")" \
		'done|1|1' "I4: the article of the story does not change$name"
done

# ------------------------- (b) rel=canonical of a neighbour on the same host
reset
{
	page /~bob/a 'A title' beta "$(canonical "$OWN/~ann/a")"
	page /~ann/a 'A title' alpha
	feed /~bob/feed.xml "$OWN/~bob/a" 'A title'
	feed /~ann/feed.xml "$OWN/~ann/a" 'A title'
} | origin_scenario
once "$OWN/~bob/feed.xml"
once "$OWN/~bob/feed.xml" "$OWN/~ann/feed.xml"
is "$(row "$OWN/~ann/a" "status, body LIKE '%alpha harbour%'")" 'done|1' \
	'I4: a canonical link of another page does not suppress an article'
is "$(row "$OWN/~bob/a" "status, body LIKE '%beta harbour%'")" 'done|1' \
	'I4: a page with another text is not a duplicate'

# The other page has a copy of the text and is announced by a feed of the whole
# host.
reset
{
	page /~bob/a 'A title' alpha "$(canonical "$OWN/~ann/a")"
	page /~ann/a 'A title' alpha
	feed /all.xml "$OWN/~bob/a" 'A title'
} | origin_scenario
once "$OWN/all.xml"
feed /all.xml "$OWN/~ann/a" 'A title' | origin_scenario
make_due
gleanerd_once >/dev/null
is "$(row "$OWN/~ann/a" status)" 'done' \
	'I4: a copy on the same host does not suppress the original'

# ----------------------------------------------------------- true duplicates
reset
{
	page /story 'A title' alpha "$(canonical "$OWN/story")"
	page /print/story 'A title' alpha "$(canonical "$OWN/story")"
	feed /own.xml "$OWN/story" 'A title'
	feed /print.xml "$OWN/print/story" 'A title'
} | origin_scenario
once "$OWN/own.xml"
once "$OWN/own.xml" "$OWN/print.xml"
is "$(row "$OWN/print/story" 'status, status_why')" \
	"feed_only|the same as article $(row "$OWN/story" id)" \
	'I4: a page whose canonical link names another article is a duplicate'
reset
{
	page '/story?from=a' 'A title' alpha "$(canonical "$OWN/story")"
	page '/story?from=b' 'A title' alpha "$(canonical "$OWN/story")"
	page '/story?from=c' 'A title' gamma "$(canonical "$OWN/story")"
	for from in a b c; do
		feed /$from.xml "$OWN/story?from=$from" 'A title'
	done
} | origin_scenario
once "$OWN/a.xml"
once "$OWN/a.xml" "$OWN/b.xml" "$OWN/c.xml"
is "$(row "$OWN/story?from=b" 'status, status_why')" \
	"feed_only|the same as article $(row "$OWN/story?from=a" id)" \
	'I4: two forms of a path with one canonical link are duplicates'
is "$(row "$OWN/story?from=c" 'status')" 'done' \
	'I4: a page with another text and the same title is not a duplicate'

# ---------- a witness announces the page first, the publisher a redirector
for place in 127.0.0.3 127.0.0.2; do
	reset
	{
		page //127.0.0.3/story 'A title' alpha
		printf 'route //%s/go\n  status 301\n' $place
		printf '  header Location: %s/story\n' "$OWN"
		feed //127.0.0.4/witness.xml "$OWN/story" 'FOREIGN'
		feed //$place/own.xml "http://$place:$ORIGIN_PORT/go" 'A title' |
			sed 's|</item>|<dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">Agda Abelstrom</dc:creator></item>|'
	} | origin_scenario
	witness=http://127.0.0.4:$ORIGIN_PORT/witness.xml
	own=http://$place:$ORIGIN_PORT/own.xml
	once "$witness"
	once "$witness" "$own"
	is "$(row "http://$place:$ORIGIN_PORT/go" status_why)" \
		"the same as article $(row "$OWN/story" id)" \
		"I4: a redirector of $place leads to a known article"
	kept="$(row "$OWN/story" "status, entitled, (SELECT url FROM feed
	    WHERE id = announced_by) = '$own', (SELECT group_concat(name)
	    FROM article_author WHERE article_id = article.id)")"
	if [ $place = 127.0.0.3 ]; then
		is "$kept" 'done|1|1|Agda Abelstrom' \
			'I4: the feed of the publisher announces the article'
	else
		is "$kept" 'done|0|0|' \
			'I4: a redirector of another site changes nothing'
	fi
done
done_testing
