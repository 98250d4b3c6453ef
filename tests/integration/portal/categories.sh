#!/bin/sh
# Categories from the labels of publishers are stored with the article, listed,
# explained, delivered, used in profiles, and computed again.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
item() { # NUMBER TITLE CATEGORY…
	printf '<item><title>%s</title><guid>%s</guid>' "$2" "$1"
	printf '<description>&lt;p&gt;The text of %s.&lt;/p&gt;</description>' "$2"
	shift 2
	for label; do
		printf '<category>%s</category>' "$label"
	done
	printf '</item>\n'
}
{
	printf 'route /feed\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Desk</title><language>de</language>'
	item 1 Kurse Wirtschaft Berlin
	item 2 Spiel Fußball Bundesliga Politik
	item 3 Sonstiges Berlin Meinung
	printf '</channel></rss>\nFEED\n'
} | origin_scenario
EXTRA='profiles: [{ name: money, categories: [economy] }]'
write_config "$ORIGIN/feed"
ok 'the harvest succeeds' gleanerd_once
rows() {
	sql "SELECT group_concat(a.title || ' ' || c.category || ' ' ||
	    c.source || ' ' || CAST(c.score AS integer), ', ')
	    FROM article_category c JOIN article a ON a.id = c.article_id"
}
is "$(rows | sed 's|, |\n|g' | sort | tr '\n' ',')" \
	'Kurse economy publisher 1,Spiel sport publisher 1,' \
	'the section, else most tags, give the categories; unknown labels give none'
ok 'the database is sound' gleaner check
is "$(gleaner follow | python3 -c 'import json, sys
for line in sys.stdin:
    row = json.loads(line)
    print(row["title"], ",".join(row["categories"]))' | sort)" 'Kurse economy
Sonstiges 
Spiel sport' 'follow delivers the categories'

gleaner categories --json >"$WORK/rows"
is "$(wc -l <"$WORK/rows")" 17 'categories lists all categories'
is "$(grep '"sport"' "$WORK/rows")" '{"category":"sport","title":"Sport","code":15000000,"articles":1,"publisher":1,"model":0,"shipped":0}' 'categories --json writes one object for each category'
like "$(gleaner categories)" '^ *1 +1 +0 +0 +economy +Economy' 'categories prints a table with a row for each category'
id=$(sql "SELECT id FROM article WHERE title = 'Spiel'")
is "$(gleaner categories explain "$id" --json | python3 -c 'import json, sys
for line in sys.stdin:
    row = json.loads(line)
    print(row["source"], row["label"], ",".join(row["categories"]),
          row["used"])')" 'tag Fußball sport True
tag Bundesliga sport True
tag Politik politics False' 'the labels are explained'
like "$(gleaner categories explain "$id" 2>&1)" "article $id: sport" \
	'categories explain prints the category of the article'
gleaner categories explain 99 >/dev/null 2>&1
is $? 1 'categories explain fails for an article that does not exist'
gleaner categories explain x >/dev/null 2>&1
is $? 2 'categories explain refuses an id that is not a number'
is "$(gleaner profile money --json | python3 -c 'import json, sys
for line in sys.stdin:
    row = json.loads(line)
    print(row["title"], row["terms"][0]["term"])')" 'Kurse economy' \
	'a profile finds articles by their categories'

sql 'DELETE FROM article_category'
ok 'recut --enrich --all succeeds' gleaner recut --enrich --all
is "$(sql 'SELECT count(*) FROM article_category')" 2 'recut --enrich --all computes the categories again'
sql 'DELETE FROM article_category'
EXTRA='enrich: { categories: false }'
write_config "$ORIGIN/feed"
ok 'recut --enrich --all succeeds if categories are off' gleaner recut --enrich --all
is "$(sql 'SELECT count(*) FROM article_category')" 0 'recut --enrich writes no category if categories are off'
# A filter sees the categories of a text that is not stored yet: of a feed's own
# text, and of a page with its section.
{
	printf 'route /filtered\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Desk</title><language>de</language>'
	item 11 Pokal Fußball Bundesliga
	item 12 Börse Wirtschaft
	printf '<item><title>Turnier</title><link>%s/page</link></item>' "$ORIGIN"
	printf '</channel></rss>\nFEED\nroute /page\n'
	printf '  header Content-Type: text/html\n  body text <<PAGE\n'
	printf '<html lang="de"><head><title>Turnier</title>'
	printf '<meta property="article:section" content="Sport"></head><body>'
	printf '<article><h1>Turnier</h1>'
	for n in 1 2 3 4; do
		printf '<p>Im Absatz %s spielen viele Mannschaften um den Sieg, ' "$n"
		printf 'und am Ende gewinnt eine davon den Pokal des Landes.</p>'
	done
	printf '</article></body></html>\nPAGE\n'
} | origin_scenario
new_database
EXTRA="filters: [{ if: 'category = sport', then: block }]"
write_config "$ORIGIN/filtered"
ok 'the harvest with a filter succeeds' gleanerd_once
is "$(sql "SELECT group_concat(title, ',') FROM article
	WHERE status IN ('done', 'feed_only')")" Börse \
	'a filter blocks articles by the category of their labels'
is "$(sql "SELECT count(*) FROM article WHERE status = 'gone'
	AND status_why LIKE 'filter: category%'")" 2 \
	'an entry without a link and a page are blocked with the reason'

# The address of a page gives a category if the page has no section.  A feed of
# another host chooses the address that it announces, so the address does not
# give a category until an entitled feed has announced it.
page() { # PATH CANONICAL
	printf 'route %s\n  header Content-Type: text/html\n' "$1"
	printf '  body text <<PAGE\n<html lang="de"><head><title>Notiz</title>'
	printf '<link rel="canonical" href="%s%s"></head><body>' "$ORIGIN" "$2"
	printf '<article><h1>Notiz %s</h1>' "$1"
	for n in 1 2 3 4; do
		printf '<p>In %s folgt auf den Absatz %s ein weiterer, ' "$1" "$n"
		printf 'und am Ende stehen die Namen aller, die daran dachten.</p>'
	done
	printf '</article></body></html>\nPAGE\n'
}
feed_of() { # PATH PAGE…
	printf 'route %s\n  header Content-Type: application/rss+xml\n' "$1"
	printf '  body text <<FEED\n<rss version="2.0"><channel><title>D</title>'
	shift
	for path; do
		printf '<item><title>Notiz %s</title>' "$path"
		printf '<link>%s%s</link></item>' "$own" "$path"
	done
	printf '</channel></rss>\nFEED\n'
}
own=$ORIGIN
{
	feed_of /own /sport/one.html /sport/two.html
	page /sport/one.html /sport/one.html
	page /sport/two.html /wirtschaft/two.html
	page /sport/three.html /sport/three.html
} | origin_scenario
start_origin
feed_of /other /sport/three.html | origin_scenario
other=$ORIGIN
new_database
EXTRA=
write_config "$own/own" "$other/other"
ok 'the harvest of pages without a section succeeds' gleanerd_once
of_pages() {
	sql "SELECT group_concat(url || ' ' || category, ',') FROM (
	    SELECT replace(a.url, '$own', '') AS url, c.category
	    FROM article a JOIN article_category c ON c.article_id = a.id
	    WHERE c.source = 'publisher' ORDER BY a.url)"
}
is "$(of_pages)" '/sport/one.html sport,/sport/two.html economy' \
	'the canonical address gives the category, unless a witness announced it'
id=$(sql "SELECT id FROM article WHERE url LIKE '%two.html'")
like "$(gleaner categories explain "$id")" 'address +wirtschaft +economy' \
	'categories explain shows the part of the address'
id=$(sql "SELECT id FROM article WHERE url LIKE '%three.html'")
gleaner categories explain "$id" >"$WORK/out" 2>&1
ok 'categories explain shows no address that a witness announced' \
	sh -c "! grep -q address '$WORK/out'"
done_testing
