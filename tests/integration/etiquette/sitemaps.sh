#!/bin/sh
# A subscribed sitemap works as a feed, and an index leads to its newest
# sitemaps (edge cases T11 and T30). robots.txt is respected, validators are
# sent, and a kill loses nothing.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin --generate 1x6
NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ)
DAY=$(date -u +%Y-%m-%d)

# url PATH [LASTMOD [TITLE]]: prints an entry of a sitemap.
url() {
	printf '<url><loc>%s%s</loc>' "$ORIGIN" "$1"
	[ ! "${2:-}" ] || printf '<lastmod>%s</lastmod>' "$2"
	[ ! "${3:-}" ] || printf '%s%s%s%s%s' '<news:news><news:title>' "$3" \
		'</news:title><news:publication_date>' "$NOW" \
		'</news:publication_date></news:news>'
	printf '</url>\n'
}
# child PATH [LASTMOD]: prints an entry of a sitemap index.
child() {
	printf '<sitemap><loc>%s%s</loc>' "$ORIGIN" "$1"
	[ ! "${2:-}" ] || printf '<lastmod>%s</lastmod>' "$2"
	printf '</sitemap>\n'
}
# as ROOT: prints a sitemap with this root element; standard input is its
# content.
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
		url /old/2 2019-01-01 # too old for news
	} | as urlset
} | origin_scenario
write_config "$ORIGIN/news.xml"
ok 'a sitemap is harvested' gleanerd_once
is "$(failed_polls)" 0 'T30: no poll of the sitemap failed'
is "$(sql "SELECT count(*) FROM entry")" 2 \
	'T30: only dated new pages of the sitemap become entries'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 2 \
	'T30: the pages of these entries are fetched'
is "$(sql "SELECT title FROM entry WHERE title IS NOT NULL")" 'Budget & tax' \
	'T30: the news title becomes the title of the entry'
is "$(origin_count 'path=/old/*')" 0 'T30: old pages are not requested'
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
	'T30: an undated page that is new in the sitemap becomes an entry'
is "$(origin_count 'path=/old/*')" 0 \
	'T30: a new lastmod does not make an old page an entry'

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
ok 'a sitemap index is harvested' gleanerd_once
is "$(sql 'SELECT count(*) FROM entry')" 2 \
	'T30: the newest sitemaps are read, also those of a nested index'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 2 \
	'T30: the pages that they list are fetched'
is "$(origin_count 'path=/no/*')" 0 'E39: a disallowed sitemap is not requested'
is "$(sql "SELECT status, status_why FROM linked_document
	WHERE url LIKE '%/no/%'")" \
	'failed|robots.txt disallows it' 'E39: the reason is stored'
is "$(origin_count 'path=/maps/201*')" 1 \
	'T30: older sitemaps are read up to a limit'
is "$(origin_count 'path=/maps/news.xml.gz')" 1 \
	'T11: each sitemap is requested once'
poll
is "$(origin_count 'path=/maps/news.xml.gz')" 1 \
	'a sitemap with an unchanged lastmod is not requested again'
{
	printf 'route /index.xml\n'
	child /maps/news.xml.gz 2030-01-01 | as sitemapindex
} | origin_scenario
poll
is "$(origin_count 'path=/maps/news.xml.gz&status=304')" 1 \
	'T30: a sitemap with a new lastmod is requested with its validators'
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
	printf '  when 3\n    status 412\n    body text "no"\n'
	printf 'route /maps/broken.xml\n  status 503\n'
} | origin_scenario
poll
is "$(sql 'SELECT count(*) FROM entry')" 4 \
	'T30: new pages of a sitemap become entries'
is "$(sent /maps/news.xml.gz If-None-Match 2)|$(sent /maps/news.xml.gz \
	If-None-Match)|$(origin_count 'path=/maps/news.xml.gz')" '["m1"]||4' \
	'E52: after a 412 a sitemap is requested once more, without validators'
is "$(sql "SELECT status, tries FROM linked_document
	WHERE url LIKE '%/broken.xml'")" \
	'pending|1' 'a sitemap that failed stays pending'
is "$(sql 'SELECT count(*) FROM missed_items')" 0 \
	'a sitemap of an index causes no missed items'

# ---------------------------- a linked document is stored before it is read
# (E10)
new_database
origin_get /_origin/reset >/dev/null
# serve COMMAND: routes for the index and, printed by COMMAND, for its sitemap.
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
ok 'E10: a sitemap is being requested' wait_for asked
stop_gleanerd KILL
serve first_map
poll
is "$(origin_count 'path=/index.xml&status=304')" 1 \
	'E10: after a kill the index is unchanged'
is "$(sql 'SELECT count(*) FROM entry')" 1 \
	'E10: the pending sitemap is read in spite of a 304 for the index'

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
	"configured headers are sent to sitemaps on the same server"
is "$(origin_count 'path=/other.xml') $(sent /other.xml X-Key)" '1 ' \
	'E32: configured headers are sent to no other server'
is "$(sent /article/1/1.html X-Key)" '[k1]' \
	'I13: configured headers are sent to pages of the same origin'
is "$(sent /robots.txt X-Key)" '' \
	'configured headers are not sent for robots.txt'

done_testing
