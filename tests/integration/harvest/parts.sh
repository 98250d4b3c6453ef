#!/bin/sh
# An article on several pages is fetched completely, joined in order and stored
# once. If a page cannot be fetched, the stored text stays and is flagged.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'

# prose WORD: prints two paragraphs that differ for each WORD.
prose() {
	echo "<p>The $1 committee met on Tuesday to hear what the $1 engineers" \
		"had found below the $1 bridge, and it was told that $1 repairs" \
		"would take until spring, for the $1 pillars stand in water.</p>"
	echo "<p>Those who live near the $1 bridge asked for a $1 ferry, which" \
		"the $1 council is to decide upon after the $1 holidays.</p>"
}
# part PATH HEADING WORDS NEXT…: prints the route of one page of the article,
# with links to the other pages.
part() {
	path=$1 words=$2
	shift 2
	printf 'route %s\n  header Content-Type: text/html\n' "$path"
	printf '  header ETag: "%s"\n' "$path"
	printf '  body text <<PAGE\n<html lang=en><head>'
	printf '<title>The old bridge</title><meta property=og:type '
	printf 'content=article></head><body><article>'
	printf '<h1>The old bridge</h1>\n'
	prose common
	for word in $words; do prose "$word"; done
	printf '</article><div class=pagination>'
	for next; do printf '<a href="%s">%s</a> ' "$next" "${next##*[!0-9]}"; done
	printf '</div></body></html>\nPAGE\n'
}
# feed PATH: a feed with one article.
feed() {
	origin_scenario <<-END
	route /rss.xml
	  header Content-Type: application/rss+xml
	  body text <<FEED
	<rss version="2.0"><channel><title>Bridges</title><item>
	<title>The old bridge</title><link>$ORIGIN$1</link>
	<description>On the old bridge.</description></item></channel></rss>
	FEED
	END
}
harvest() { # PATH
	new_database
	feed "$1"
	write_config "$ORIGIN/rss.xml"
	gleanerd_once >/dev/null
}
row() { sql "SELECT $1 FROM article"; }
count() { row body | grep -c "The $1 committee"; }
asked() { origin_count "path=$1"; }

{
	part /story 'first' '/story?page=2' '/story?page=3'
	part '/story?page=2' 'second' '/story' '/story?page=3'
	part '/story?page=3' 'third' '/story' '/story?page=2'
} | origin_scenario
harvest /story
is "$(row "status || ' ' || flags || ' ' || revision")" 'done  1' \
	'three pages become one article with one change'
is "$(row body | sed -n 's/^The \([a-z]*\) committee.*/\1/p' | tr '\n' ' ')" \
	'common first second third ' \
	'the parts are in order, and repeated text is stored once'
is "$(row body_html | grep -o 'The [a-z]* committee' | tr '\n' ' ')" \
	'The common committee The first committee The second committee The third committee ' \
	'body_html contains the parts, too'
is "$(sql 'SELECT count(*) FROM change')|$(row "etag <> ''")" '1|1' \
	'there is one change, with validators of the first page'
like "$(gleaner recut --all)" '^1 pages extracted: 0 revised, .* 1 not replaced' \
	'recut does not replace a text whose other parts are not stored'
is "$(count third)|$(row revision)" '1|1' 'the text of the other parts is kept'

{
	part /lame 'first' '/lame/2'
	part /lame/2 'second' /lame
} | origin_scenario
harvest /lame
{
	part /lame 'first anew' '/lame/2'
	printf 'route /lame/2\n  status 503\n'
} | origin_scenario
sql "UPDATE article SET revisit_at = 1, etag = NULL, last_modified = NULL"
gleanerd_once >/dev/null
is "$(asked /lame)|$(count second)|$(row "revision || flags")" '2|1|1' \
	'a part that fails temporarily does not change the text'

{
	part /loop 'first' '/loop/2'
	for n in 2 3 4 5 6 7 8 9 10 11 12 13 14; do
		part "/loop/$n" "n$n" "/loop/$((n + 1))" /loop
	done
} | origin_scenario
harvest /loop
is "$(count n12)|$(count n13)|$(asked '/loop/*')" '1|0|11' \
	'at most twelve parts are fetched'
is "$(row flags)" 'truncated' \
	'an article with more parts is flagged as truncated'

{
	part /same 'first' '/same/2'
	for n in 2 3 4 5; do
		part "/same/$n" "again" "/same/$((n + 1))"
	done
} | origin_scenario
harvest /same
is "$(asked '/same/*')|$(count again)" '2|1' \
	'a part equal to the previous part ends the chain'

{
	part /torn 'first' '/torn/2'
	printf 'route /torn/2\n  status 404\n'
} | origin_scenario
harvest /torn
is "$(row "status || ' ' || flags || ' ' || iif(etag IS NULL, 1, 0)")|$(count first)" \
	'done truncated 1|1' \
	'without its second part the article is flagged as truncated'

{
	part /ill 'first' '/ill/2'
	part /ill/2 'second' /ill
} | origin_scenario
harvest /ill
store_crasher page /ill/2
sql "UPDATE article SET status = 'queued', etag = NULL, last_modified = NULL"
gleanerd_once >/dev/null
is "$(row "status || ' ' || flags")|$(count first)$(count second)" \
	'done truncated|10' 'S38: a part that is a crasher is not read'
like "$(cat "$WORK/gleanerd.out")" 'part .*crasher: a worker failed' \
	'S38: the log reports the crasher'

{
	part /shut 'first' '/shut/2'
	part /shut/2 'second' /shut
	printf 'route /robots.txt\n  body text "User-agent: *\\nDisallow: /shut/2"\n'
} | origin_scenario
harvest /shut
is "$(row flags)|$(asked /shut/2)" 'truncated|0' \
	'a part that robots.txt disallows is not requested'

{
	part /next 'first' '/other?page=2' '/next-story-2'
	part /next-story-2 'second'
} | origin_scenario
harvest /next
is "$(row flags)|$(asked '/next-*')$(asked '/other*')" '|00' \
	'a link to another article is not a part'
# A page whose text only scripts would insert, and its AMP version.
shell() { # PATH AMP
	printf 'route %s\n  header Content-Type: text/html\n' "$1"
	printf '  body text <<PAGE\n<html><head><title>The old bridge</title>'
	printf '<link rel=amphtml href="%s"></head><body>' "$2"
	printf '<div id=app></div></body></html>\nPAGE\n'
}
{
	shell /shell /shell.amp
	part /shell.amp 'amp' /shell
} | origin_scenario
harvest /shell
is "$(row "status || ' ' || url")|$(count amp)|$(asked /shell.amp)" \
	"done $ORIGIN/shell|1|1" 'the AMP page replaces an empty page'
shell /hollow /hollow.amp | origin_scenario
harvest /hollow
is "$(row "status || ' ' || flags")" 'feed_only ' \
	'without an AMP page the article has the text of the feed'
like "$(cat "$WORK/gleanerd.out")" \
	'warning article .*status=feed_only .*why="the page has no article"' \
	'the log states the status that was stored, and the reason'
like "$(cat "$WORK/gleanerd.out")" ' done .*articles=0 feed_only=1 ' \
	'the article is counted with this status'

is "$(gleaner check >/dev/null && echo sound)" sound 'the database has no fault'

# ---------------------------------------------------------- feed pause
# The host answers a request every 3 s, so that the second page of the article
# waits when the feed is paused.
origin_get /_origin/forget-log >/dev/null
{
	part /story 'first' '/story?page=2'
	part '/story?page=2' 'second' '/story'
	part /other 'other'
	echo 'route /other.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo '<rss version="2.0"><channel><title>Other</title><item>'
	echo "<title>Other</title><link>$ORIGIN/other</link>"
	echo '</item></channel></rss>'
	echo 'FEED'
} | origin_scenario
feed /story
new_database
HOST='{ connections: 1, gap: 3s, allow_private: true, robots: false }'
write_config
was_asked() { [ "$(asked "$1")" -ge 1 ]; }
start_gleanerd
wait_for gleaner feed add "$ORIGIN/rss.xml" >/dev/null
wait_for was_asked /story
gleaner feed pause "$ORIGIN/rss.xml" >/dev/null
gleaner feed add "$ORIGIN/other.xml" >/dev/null
ok 'the page of another feed is requested' wait_for was_asked /other
is "$(asked '/story?page=2')" 0 \
	'E51: a further page of an article is not requested for a paused feed'
gleaner feed resume "$ORIGIN/rss.xml" >/dev/null
ok 'the article is stored after feed resume' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 2
is "$(sql "SELECT count(*) FROM article WHERE body LIKE '%second committee%'")" \
	1 'the article has the text of all pages'
stop_gleanerd
done_testing
