#!/bin/sh
# A subscribed sitemap works as a feed, and an index leads to its newest
# children (edge cases T11 and T30): within robots.txt, with validators, and
# with nothing lost in a kill.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin --generate 1x6
NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ)
DAY=$(date -u +%Y-%m-%d)

# url PATH [LASTMOD [TITLE]]
url() {
	printf '<url><loc>%s%s</loc>' "$ORIGIN" "$1"
	[ ! "${2:-}" ] || printf '<lastmod>%s</lastmod>' "$2"
	[ ! "${3:-}" ] || printf '%s%s%s%s%s' '<news:news><news:title>' "$3" \
		'</news:title><news:publication_date>' "$NOW" \
		'</news:publication_date></news:news>'
	printf '</url>\n'
}
# child PATH [LASTMOD]
child() {
	printf '<sitemap><loc>%s%s</loc>' "$ORIGIN" "$1"
	[ ! "${2:-}" ] || printf '<lastmod>%s</lastmod>' "$2"
	printf '</sitemap>\n'
}
# as ROOT: standard input as the body of a sitemap
as() {
	printf '  header Content-Type: application/xml\n  body text <<MAP\n'
	printf '<%s xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"\n' "$1"
	printf ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n'
	cat
	printf '</%s>\nMAP\n' "$1"
}
failed_polls() {
	sql "SELECT count(*) FROM poll WHERE outcome NOT IN ('ok', 'unchanged')"
}

# ------------------------------------------------------------- one sitemap
{
	printf 'route /news.xml\n  header ETag: "n1"\n  revalidate\n'
	{
		url /article/1/1.html "$NOW" 'Budget &amp; tax'
		url /article/1/2.html "$NOW"
		url /article/1/3.html
		url /old/1 2019-01-01
		url /old/2 2019-01-01 # no news by its publication date
	} | as urlset
} | origin_scenario
write_config "$ORIGIN/news.xml"
ok 'a sitemap is harvested' gleanerd_once
is "$(failed_polls)" 0 'T30: it is no failure'
is "$(sql "SELECT count(*) FROM entry")" 2 \
	'T30: its news are entries; old pages, and undated ones of before, not'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 2 \
	'T30: and their pages are read'
is "$(sql "SELECT title FROM entry WHERE title IS NOT NULL")" 'Budget & tax' \
	'T30: the news title is the hint'
is "$(origin_count 'path=/old/*')" 0 'T30: old pages are not asked for'
poll
is "$(origin_count 'path=/news.xml&status=304')" 1 'T30: validators are sent'
{
	printf 'route /news.xml\n  header ETag: "n2"\n  revalidate\n'
	{
		url /article/1/4.html
		url /article/1/1.html "$NOW" 'Budget &amp; tax'
		url /article/1/3.html
		url /old/1 "$NOW"
	} | as urlset
} | origin_scenario
poll
is "$(sql "SELECT count(*) FROM entry")" 3 \
	'T30: an undated page that is new since is news'
is "$(origin_count 'path=/old/*')" 0 \
	'T30: an old page is not news when its lastmod is touched'

# ---------------------------------------------------------------- an index
new_database
origin_get /_origin/reset >/dev/null
{
	printf 'route /robots.txt\n  body text "User-agent: *\\nDisallow: /no/"\n'
	printf 'route /index.xml\n'
	{
		child /maps/news.xml.gz "$NOW"
		child /maps/inner.xml "$DAY"
		child /no/secret.xml "$NOW"
		for year in 2011 2012 2013 2014 2015; do
			child "/maps/$year.xml" "$year-12-31"
		done
	} | as sitemapindex
	printf 'route /maps/news.xml.gz\n  encode gzip silent\n'
	printf '  header ETag: "m1"\n  revalidate\n'
	url /article/1/1.html "$NOW" 'First' | as urlset
	printf 'route /maps/inner.xml\n'
	{
		child /maps/deep.xml "$DAY"
		child /maps/inner.xml "$DAY"
	} | as sitemapindex
	printf 'route /maps/deep.xml\n'
	url /article/1/2.html "$NOW" | as urlset
	printf 'route /maps/201*.xml\n'
	url /article/1/6.html 2012-01-01 | as urlset
} | origin_scenario
write_config "$ORIGIN/index.xml"
ok 'an index of sitemaps is harvested' gleanerd_once
is "$(sql 'SELECT count(*) FROM entry')" 2 \
	'T30: the newest sitemaps are read, also an index in an index'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 2 \
	'T30: and the pages that they name'
is "$(origin_count 'path=/no/*')" 0 'E39: not what robots.txt disallows'
is "$(sql "SELECT status, status_why FROM linked_document
	WHERE url LIKE '%/no/%'")" \
	'failed|robots.txt disallows it' 'E39: which is told'
is "$(origin_count 'path=/maps/201*')" 1 \
	'T30: of the older sitemaps only what the bound leaves room for'
is "$(origin_count 'path=/maps/news.xml.gz')" 1 'T11: one request'
poll
is "$(origin_count 'path=/maps/news.xml.gz')" 1 \
	'a sitemap that has not changed is not asked for again'
{
	printf 'route /index.xml\n'
	child /maps/news.xml.gz 2030-01-01 | as sitemapindex
} | origin_scenario
poll
is "$(origin_count 'path=/maps/news.xml.gz&status=304')" 1 \
	'T30: one that has changed is, with its validators'
{
	printf 'route /index.xml\n'
	{
		child /maps/news.xml.gz 2030-01-02
		child /maps/broken.xml 2030-01-02
	} | as sitemapindex
	printf 'route /maps/news.xml.gz\n'
	{
		url /article/1/3.html "$NOW" 'Third'
		url /article/1/4.html "$NOW" 'Fourth'
	} | as urlset
	printf 'route /maps/broken.xml\n  status 503\n'
} | origin_scenario
poll
is "$(sql 'SELECT count(*) FROM entry')" 4 'T30: what is new in it is kept'
is "$(sql "SELECT status, tries FROM linked_document
	WHERE url LIKE '%/broken.xml'")" \
	'pending|1' 'one that cannot be had is owed still'
is "$(sql 'SELECT count(*) FROM missed_items')" 0 \
	'a sitemap of an index is no gap'

# ------------------------------------------- a row before it is a job (E10)
new_database
origin_get /_origin/reset >/dev/null
# serve WHAT: the index, and of the sitemap in it WHAT.
serve() {
	{
		printf 'route /index.xml\n  header ETag: "i1"\n  revalidate\n'
		child /maps/slow.xml "$NOW" | as sitemapindex
		printf 'route /maps/slow.xml\n'
		"$@"
	} | origin_scenario
}
first_map() {
	url /article/1/1.html "$NOW" 'First' | as urlset
}
serve printf '  hang\n'
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
write_config "$ORIGIN/index.xml"
start_gleanerd
asked() { # PATH N
	[ "$(origin_get /_origin/stats | grep -o '"open":[0-9]*')" != '"open":0' ] &&
		[ "$(sql 'SELECT count(*) FROM linked_document')" = 1 ] &&
		[ "$(sql 'SELECT etag FROM feed')" = '"i1"' ]
}
ok 'E10: a sitemap is under way' wait_for asked
stop_gleanerd KILL
serve first_map
poll
is "$(origin_count 'path=/index.xml&status=304')" 1 \
	'E10: after a kill the index is unchanged'
is "$(sql 'SELECT count(*) FROM entry')" 1 \
	'E10: and what it led to is read all the same'

# ------------------------------------------------ the operator's own headers
new_database
origin_get /_origin/reset >/dev/null
OTHER=http://127.0.0.2:$ORIGIN_PORT
{
	printf 'route /closed.xml\n'
	{
		child /own.xml "$NOW"
		child /own.xml "$NOW" | sed "s,$ORIGIN/own,$OTHER/other,"
	} | as sitemapindex
	printf 'route /own.xml\n'
	url /article/1/1.html "$NOW" 'Own' | as urlset
	printf 'route /other.xml\n'
	url /article/1/2.html "$NOW" 'Other' | as urlset
} | origin_scenario
write_config
printf 'feeds:\n  - { url: "%s/closed.xml", headers: { X-Key: k1 } }\n' \
	"$ORIGIN" >>"$CONFIG"
gleanerd_once >/dev/null
is "$(sent /own.xml X-Key)" '[k1]' \
	"a feed's headers go to what it leads to on its server, too"
is "$(origin_count 'path=/other.xml') $(sent /other.xml X-Key)" '1 ' \
	'E32: and to no other'
is "$(sent /article/1/1.html X-Key)" '[k1]' \
	'I13: and to the pages of its origin that it announces'
is "$(sent /robots.txt X-Key)" '' 'not with the request for robots.txt'

done_testing
