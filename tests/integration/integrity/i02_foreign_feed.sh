#!/bin/sh
# I2: a feed of another site cannot replace a publisher's article. The publisher
# is 127.0.0.3, the foreign feed is on 127.0.0.2. See "Attribution" in
# docs/security.md.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
FOREIGN=http://127.0.0.2:$ORIGIN_PORT
OWN=http://127.0.0.3:$ORIGIN_PORT
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
ARTICLES='{ fetch: true, max_age: 30d, revisit: [1h], raw: keep }'
NEW=$(date -u '+%a, %d %b %Y %H:%M:%S GMT')
OLD='Mon, 02 Jan 2012 10:00:00 GMT'

# feed PATH: prints the route of a feed with the items of standard input.
feed() {
	printf 'route %s\n  header Content-Type: application/rss+xml\n' "$1"
	printf '  body text <<FEED\n<rss version="2.0" '
	printf 'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>'
	# The channel may claim any site as its own.
	printf '<title>Feed</title><link>%s/</link>' "$OWN"
	cat
	printf '</channel></rss>\nFEED\n'
}
item() { # LINK TITLE TEXT DATE [MORE]
	printf '<item><title>%s</title><link>%s</link>' "$2" "$1"
	printf '<description>%s</description>' "$3"
	[ ! "$4" ] || printf '<pubDate>%s</pubDate>' "$4"
	printf '%s</item>\n' "${5:-}"
}
page() { # PATH TITLE WORD [HEAD]
	printf 'route %s\n  header Content-Type: text/html\n' "$1"
	printf '  body text <<PAGE\n<html><head><title>%s</title>' "$2"
	printf '%s</head><body><article><h1>%s</h1>\n' "${4:-}" "$2"
	for word in harbour bridge tunnel station; do
		echo "<p>The $3 council met on Tuesday to hear what the $word" \
			"engineers had found, and was told that $3 repairs" \
			"of the $word would take until spring, for the" \
			"$word pillars have stood in salt water.</p>"
	done
	printf '</article></body></html>\nPAGE\n'
}
row() { # PATH COLUMNS
	sql "SELECT $2 FROM article WHERE url = '$OWN$1'"
}
once() { # URL…
	write_config "$@"
	make_due 2>/dev/null
	gleanerd_once >/dev/null
}
again() {
	make_due
	gleanerd_once >/dev/null
}
reset() {
	new_database
	origin_get /_origin/reset >/dev/null
}
asked() {
	origin_count "address=127.0.0.3&path=$1"
}

# --------------------------- (a) the foreign feed is first and has an old date
{
	page /a 'What the page says' alpha
	item "$OWN/a" 'FOREIGN title' 'FOREIGN text of A.' "$OLD" |
		feed /foreign.xml
	item "$OWN/a" 'Own title' 'Own teaser.' "$NEW" | feed /own.xml
} | origin_scenario
once "$FOREIGN/foreign.xml"
is "$(row /a 'status, status_why, origin, flags')" \
	'feed_only|older than articles.max_age|feed|witness' \
	'I2: an article known only from a foreign feed has the flag witness'
is "$(asked /a)" 0 'I2: an old item of a foreign feed is not fetched'
gleaner follow --consumer c --json >"$WORK/first"
like "$(cat "$WORK/first")" '"flags":\["witness"\]|"flags":"[^"]*witness' \
	'I2: the change log contains the flag'
once "$FOREIGN/foreign.xml" "$OWN/own.xml"
is "$(asked /a)" 1 \
	'I2: the page is fetched if its own feed announces it as new'
is "$(row /a "status, title, origin, entitled, flags LIKE '%witness%'")" \
	'done|What the page says|page|1|0' \
	'I2: the text of the page becomes the article'
gleaner follow --consumer c --json >"$WORK/then"
like "$(cat "$WORK/then")" 'alpha council' \
	'I2: follow prints the text of the page'
unlike "$(cat "$WORK/then")" 'FOREIGN' \
	'I2: follow prints no text of the foreign feed'
is "$(sql "SELECT f.url FROM article a JOIN feed f ON f.id = a.announced_by")" \
	"$OWN/own.xml" 'I2: announced_by is the feed of the publisher'

# The same with a feed whose pages are not fetched.
reset
{
	page /a 'What the page says' alpha
	item "$OWN/a" 'FOREIGN title' 'FOREIGN text of A.' "$NEW" |
		feed /foreign.xml
	item "$OWN/a" 'Own title' 'Own teaser.' "$NEW" | feed /own.xml
} | origin_scenario
write_config
cat >>"$CONFIG" <<-END
	feeds:
	  - { url: "$FOREIGN/foreign.xml", articles: false }
END
gleanerd_once >/dev/null
is "$(row /a 'status')|$(asked /a)" 'feed_only|0' \
	'I2: the page of a foreign feed with articles: false is not fetched'
printf '  - "%s"\n' "$OWN/own.xml" >>"$CONFIG"
again
is "$(row /a 'status, title')" 'done|What the page says' \
	'I2: the page is fetched for the feed of the publisher'

# The publisher's item is old, too: the article has the publisher's text.
reset
{
	page /a 'What the page says' alpha
	item "$OWN/a" 'FOREIGN title' 'FOREIGN text of A.' "$OLD" \
		'<dc:creator>F. Oreign</dc:creator><category>spam</category>' |
		feed /foreign.xml
	item "$OWN/a" 'Own title' 'Own teaser.' "$OLD" | feed /own.xml
} | origin_scenario
once "$FOREIGN/foreign.xml"
once "$FOREIGN/foreign.xml" "$OWN/own.xml"
is "$(row /a 'status, title, body, flags')" \
	'feed_only|Own title|Own teaser.|' \
	'I2: an old article has the text of the entitled feed'
is "$(sql 'SELECT count(*) FROM article_author')|$(sql \
	'SELECT count(*) FROM article_tag')" '0|0' \
	'I2: authors and tags of the foreign feed are removed'
is "$(asked /a)" 0 'I2: an item that is old in both feeds is not fetched'

# -------------------------------- (b) no page, and the foreign feed changes
reset
b_feeds() { # FOREIGN TITLE, TEXT
	item "$OWN/b" "$1" "$2" "$NEW" | feed /foreign.xml
	printf '<item><title>Own headline</title><link>%s/b</link></item>' \
		"$OWN" | feed /own.xml
	printf 'route /b\n  status 403\n'
}
b_feeds 'FOREIGN one' 'FOREIGN text one.' | origin_scenario
once "$OWN/own.xml"
is "$(row /b 'status, title, body')" 'feed_only|Own headline|' \
	'I2: an article without a page has the headline of the publisher'
once "$FOREIGN/foreign.xml" "$OWN/own.xml"
b_feeds 'FOREIGN two' 'FOREIGN text two, another one.' | origin_scenario
again
is "$(row /b 'title, body, revision, flags')" 'Own headline||1|' \
	'I2: a changed item of a foreign feed makes no revision'
is "$(asked /b)" 1 'I2: a changed item of a foreign feed causes no request'
is "$(sql "SELECT count(*) FROM entry WHERE title = 'FOREIGN two'")" 1 \
	'I2: the entry of the foreign feed has the new title'

# --------------------------------- (c) values that the page does not contain
reset
{
	page /c 'A bare page' gamma
	item "$OWN/c" 'FOREIGN title' 'FOREIGN text.' "$OLD" \
		"<dc:creator>F. Oreign</dc:creator><category>spam</category>
		<enclosure url='$FOREIGN/x.jpg' type='image/jpeg' length='1'/>" |
		sed "s/$OLD/$NEW/" | feed /foreign.xml
	item "$OWN/c" 'Own title' 'Own teaser.' '' \
		'<dc:creator>Agda Abelstrom</dc:creator>' | feed /own.xml
} | origin_scenario
once "$FOREIGN/foreign.xml"
lists() {
	sql "SELECT (SELECT group_concat(name) FROM article_author), (SELECT
		group_concat(tag) FROM article_tag), (SELECT count(*) FROM
		media WHERE url LIKE '%x.jpg')"
}
is "$(row /c 'status, title, published_at, lang')" 'done|A bare page||en' \
	'I2: values that the page lacks are not taken from a foreign feed'
is "$(lists)" '||0' \
	'I2: authors, tags and images are not taken from a foreign feed'
once "$FOREIGN/foreign.xml" "$OWN/own.xml"
is "$(lists)" 'Agda Abelstrom||0' \
	'I2: authors, tags and images are taken from the feed of the publisher'
is "$(asked /c)" 2 \
	'I2: the page is read again at once, now with the hints of this feed'

# The visits of a page for a foreign feed are over before its publisher
# announces it.  Meanwhile its text has changed.
reset
{
	page /d '' gamma
	item "$OWN/d" '' 'FOREIGN text.' "$NEW" | feed /foreign.xml
} | origin_scenario
ARTICLES='{ fetch: true, max_age: 30d, revisit: [], raw: keep }'
once "$FOREIGN/foreign.xml"
is "$(row /d 'status, title, revisit_at')" 'done||' \
	'I2: a foreign feed has a page without a title read'
{
	page /d '' delta
	item "$OWN/d" '' 'FOREIGN text.' "$NEW" | feed /foreign.xml
	item "$OWN/d" 'Own title' 'Own teaser.' "$NEW" | feed /own.xml
} | origin_scenario
once "$FOREIGN/foreign.xml" "$OWN/own.xml"
is "$(row /d "title, instr(body, 'gamma'), instr(body, 'delta') > 0")" \
	'Own title|0|1' \
	'I2: after the announcement of the publisher the page is read again'
ARTICLES='{ fetch: true, max_age: 30d, revisit: [1h], raw: keep }'

# The page is a stub.  It gave the text of the article, because no text of the
# publisher was known.  The publisher's feed has more text.
reset
MORE='The council has decided that the old bridge will be repaired soon.'
f_feeds() { # ITEMS OF THE PUBLISHER'S FEED
	printf 'route /f\n  header Content-Type: text/html\n  body text <<PAGE\n'
	printf '<html><head><title>Short</title></head><body><h1>Short</h1>'
	printf '<p>Read more in the app.</p></body></html>\nPAGE\n'
	item "$OWN/f" 'FOREIGN' 'FOREIGN text of F.' "$NEW" | feed /foreign.xml
	printf '%s' "$1" | feed /own.xml
}
f_feeds '' | origin_scenario
once "$FOREIGN/foreign.xml" "$OWN/own.xml"
is "$(row /f 'status, body, entitled')" 'done|Read more in the app.|0' \
	'I2: a stub is the text of an article of a foreign feed'
f_feeds "$(item "$OWN/f" 'Own title' "$MORE" "$NEW")" | origin_scenario
again
is "$(row /f 'status, status_why, body, origin, revisit_at')" \
	"feed_only|the page is not an article: stub|$MORE|feed|" \
	'I2: the longer text of the publisher replaces it'
is "$(asked /f)" 2 'I2: a stub is read again for the publisher'
again
is "$(asked /f)|$(row /f 'revision')" '2|2' 'I2: a stub is not read a third time'

# A foreign feed that changes its item causes no request.
reset
e_feeds() { # TITLE
	page /e 'A page' epsilon
	item "$OWN/e" "$1" 'FOREIGN text.' "$NEW" | feed /foreign.xml
	item "$OWN/e" 'Own title' 'Own teaser.' "$NEW" | feed /own.xml
}
e_feeds 'FOREIGN one' | origin_scenario
# A page that was fetched for a foreign feed is fetched again for the publisher,
# so the publisher's feed is read first.
once "$OWN/own.xml"
once "$OWN/own.xml" "$FOREIGN/foreign.xml"
planned=$(row /e 'revisit_at')
e_feeds 'FOREIGN two' | origin_scenario
again
is "$(row /e 'revisit_at')" "$planned" \
	'I2: a changed headline of a foreign feed causes no request'

# ---------------------------------------------- the key `site` of a feed
reset
{
	page /c 'A bare page' gamma
	item "$OWN/c" 'Partner title' 'Partner text.' "$NEW" \
		'<dc:creator>P. Artner</dc:creator>' | feed /foreign.xml
} | origin_scenario
write_config
cat >>"$CONFIG" <<-END
	feeds:
	  - { url: "$FOREIGN/foreign.xml", site: "127.0.0.3:$ORIGIN_PORT" }
END
gleanerd_once >/dev/null
is "$(sql 'SELECT group_concat(name) FROM article_author')" 'P. Artner' \
	'I2: with `site` a feed is entitled for another site'
is "$(row /c 'entitled')|$(sql 'SELECT entitled FROM entry')" '1|1' \
	'I2: the entries of such a feed are entitled'

# ------------------------------------------- one page at many addresses
reset
{
	n=0
	while [ $n -lt 30 ]; do
		n=$((n + 1))
		page "/m?x=$n" 'A page' mu
		item "$OWN/m?x=$n" "FOREIGN $n" 'FOREIGN text.' "$NEW" \
			>>"$WORK/items"
	done
	page /m 'A page' mu
	feed /foreign.xml <"$WORK/items"
	item "$OWN/m" 'A page' 'Own teaser.' "$NEW" | feed /own.xml
} | origin_scenario
once "$FOREIGN/foreign.xml"
is "$(sql "SELECT count(*) FROM article WHERE status IN ('done',
	'feed_only')")" 30 \
		'I2: a foreign feed announces one page at 30 addresses'
is "$(sql 'SELECT count(*) FROM site_memory')" 0 \
	'I2: pages of a foreign feed are not added to the site memory'
once "$FOREIGN/foreign.xml" "$OWN/own.xml"
is "$(row /m "status, body LIKE '%mu council%', word_count > 80")" \
	'done|1|1' 'I2: the text of the page is complete'

# -------------------------------------------------- pages that name a feed
link() { # URL
	printf '<link rel="alternate" type="application/rss+xml" href="%s">' "$1"
}
named_feed() {
	item "$OWN/n1" 'Title one' 'Teaser one.' "$NEW" \
		'<dc:creator>Agda Abelstrom</dc:creator>'
	item "$OWN/n2" 'Title two' 'Teaser two.' "$NEW" \
		'<dc:creator>Bo Berg</dc:creator>'
}
reset
{
	page /n1 'One' nu "$(link "$FOREIGN/foreign.xml")"
	page /n2 'Two' xi
	named_feed | feed /foreign.xml
	named_feed | feed /other.xml
} | origin_scenario
once "$FOREIGN/other.xml" "$FOREIGN/foreign.xml"
is "$(sql "SELECT group_concat(url || ' ' || entitled, ' ') FROM (SELECT
	f.url, e.entitled FROM entry e JOIN feed f ON f.id = e.feed_id
	JOIN article a ON a.id = e.article_id WHERE a.url = '$OWN/n1'
	ORDER BY f.url) AS x")" "$FOREIGN/foreign.xml 1 $FOREIGN/other.xml 0" \
	'I2: a page entitles the feed that it names, and no other'
is "$(row /n1 'entitled, status')|$(row /n2 'entitled, status')" \
	'1|done|0|done' 'I2: the feed is entitled for that article only'
is "$(origin_count 'address=127.0.0.3&path=/')" 2 \
	'I2: the home page is requested once for each feed'
again
is "$(origin_count 'address=127.0.0.3&path=/')" 2 \
	'I2: the home page is not requested again within the week'

reset
{
	page / 'Home' omega "$(link "$FOREIGN/foreign.xml")"
	page /n1 'One' nu
	page /n2 'Two' xi
	named_feed | feed /foreign.xml
} | origin_scenario
once "$FOREIGN/foreign.xml"
is "$(sql 'SELECT host, named, due_at FROM home_page')" \
	"127.0.0.3:$ORIGIN_PORT|1|" 'I2: the home page names the feed'
is "$(sql 'SELECT group_concat(entitled) FROM entry')" '1,1' \
	'I2: the feed is entitled for its earlier entries'
{
	page /n3 'Three' rho
	{
		named_feed
		item "$OWN/n3" 'Title three' 'Teaser.' "$NEW" \
			'<dc:creator>Carl Cato</dc:creator>'
	} | feed /foreign.xml
} | origin_scenario
again
is "$(row /n3 'entitled, status')|$(sql "SELECT name FROM article_author
	WHERE name LIKE 'Carl%'")" '1|done|Carl Cato' \
	'I2: the feed is entitled for its later entries'

# A page that names an aggregator proves nothing about the other sites.
reset
{
	page / 'Home' omega "$(link "$FOREIGN/planet.xml")"
	page /n1 'One' nu "$(link "$FOREIGN/planet.xml")"
	for host in 3 4 5 6 7 8; do
		item "http://127.0.0.$host:$ORIGIN_PORT/n1" "Of $host" 'Text.' \
			"$NEW"
	done | feed /planet.xml
} | origin_scenario
once "$FOREIGN/planet.xml"
is "$(sql 'SELECT sum(entitled), count(*) FROM entry')" '0|6' \
	'I2: no page entitles a feed that announces six sites'
is "$(origin_count 'path=/')" 0 \
	'I2: the home pages of these sites are not requested'

# A witness announces the article with another spelling of its URL. While that
# URL is being fetched, the publisher announces the article. The late response
# belongs to the spelling of the witness.
reset
POLL='{ interval: 1s, min: 1s, max: 1s, adaptive: false }'
late_feeds() { # the publisher's feed from standard input
	feed //127.0.0.3/own.xml
	item "$OWN/late/" 'Witness' 'Text of a witness.' "$NEW" |
		feed //127.0.0.2/foreign.xml
}
{
	page //127.0.0.3/late 'Late' sigma
	printf 'route //127.0.0.3/late/\n  status 404\n'
	printf '  delay 6s before headers\n  body text "none"\n'
	late_feeds </dev/null
} | origin_scenario
write_config "$OWN/own.xml" "$FOREIGN/foreign.xml"
start_gleanerd
is_asked() {
	[ "$(origin_count 'address=127.0.0.3&path=/late/')" -ge 1 ]
}
ok 'I2: the address of the witness is requested' wait_for is_asked
item "$OWN/late" 'Late' 'Teaser.' "$NEW" | late_feeds | origin_scenario
ok 'I2: the publisher announces the article meanwhile' wait_for_sql \
	"SELECT url, entitled FROM article" "$OWN/late|1"
ok 'I2: the article has the text of the URL of the publisher' wait_for_sql \
	"SELECT status, title, body LIKE '%sigma%' FROM article" 'done|Late|1'
stop_gleanerd
done_testing
