#!/bin/sh
# A feed drops items between two polls. The daemon detects the missed items,
# shows them, polls more often, and reads the archives (RFC 5005; etiquette E43,
# E44). A feed may also state that it is complete (E45).
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
OTHER=http://127.0.0.2:$ORIGIN_PORT
LONG=http://127.0.0.3:$ORIGIN_PORT
DAILY=http://127.0.0.4:$ORIGIN_PORT
ARTICLES='{ fetch: false, max_age: 3650d, revisit: [1h], raw: none }'

# window PATH FIRST LAST [LINK]: prints the route of a feed with the items LAST
# to FIRST, newest first and one hour apart.
window() {
	printf 'route %s\n  header Content-Type: application/rss+xml\n' "$1"
	printf '  body text <<FEED\n<rss version="2.0"\n'
	printf ' xmlns:atom="http://www.w3.org/2005/Atom">'
	printf '<channel><title>Rolling</title>%s\n' "${4:-}"
	item=$3
	while [ "$item" -ge "$2" ]; do
		printf '<item><guid isPermaLink="false">n%d</guid>' "$item"
		printf '<title>Number %d</title><pubDate>%s</pubDate></item>\n' \
			"$item" "$(date -u -R -d "2026-01-01 00:00Z + $item hours")"
		item=$((item - 1))
	done
	printf '</channel></rss>\nFEED\n'
}
link() { # REL PATH
	printf '<atom:link rel="%s" href="%s%s"/>' "$1" "$ORIGIN" "$2"
}
story() { # TITLE AGE [SITE]
	printf '<url><loc>%s/story/%s</loc><news:news><news:title>%s' \
		"${3:-$OTHER}" "$1" "$1"
	printf '</news:title><news:publication_date>%s' \
		"$(date -u -d "$2 ago" +%Y-%m-%dT%H:%M:%SZ)"
	printf '</news:publication_date></news:news></url>\n'
}
# Shifts the stored times one day back.
a_day_later() {
	sql 'UPDATE entry SET first_seen_at = first_seen_at - 86400;
		UPDATE poll SET at = at - 86400;
		UPDATE missed_items SET at = at - 86400 * 2'
}
gaps() {
	sql "SELECT g.status, g.found FROM missed_items g
		JOIN feed f ON f.id = g.feed_id
		WHERE f.url LIKE '%$1' ORDER BY g.id"
}
entries() {
	sql "SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
		WHERE f.url LIKE '%$1'"
}

{
	window /plain.xml 1 10
	window /steady.xml 1 10
	window /archived.xml 1 10
	window /paged.xml 1 10
	window /endless.xml 1 10
	window /looped.xml 1 10
	window /press.xml 1 10
	window /wordy.xml 1 10
	window /daily.xml 1 10
} | origin_scenario
POLL='{ interval: 12h, min: 1s, max: 24h, adaptive: false }'
write_config "$ORIGIN/plain.xml" "$ORIGIN/steady.xml" "$ORIGIN/archived.xml" \
	"$ORIGIN/paged.xml" "$ORIGIN/endless.xml" "$ORIGIN/looped.xml" \
	"$OTHER/press.xml" "$LONG/wordy.xml" "$DAILY/daily.xml"
ok 'the feeds are harvested' gleanerd_once
is "$(sql 'SELECT count(*) FROM missed_items')" 0 \
	'a new feed has no missed items'

a_day_later
{
	window /plain.xml 41 50
	window /steady.xml 8 17
	window /archived.xml 41 50 "$(link prev-archive /archive-4.xml)"
	for n in 4 3 2; do
		window "/archive-$n.xml" $((n * 10 - 9)) $((n * 10)) \
			"$(link prev-archive "/archive-$((n - 1)).xml")"
	done
	window /archive-1.xml 1 10 "$(link prev-archive /archive-0.xml)"
	window /paged.xml 41 50 "$(link next '/page.xml?page=2')"
	window /page.xml 5 40 "$(link next '/page.xml?page=3')"
	window /looped.xml 41 50 "$(link prev-archive /loop-1.xml)"
	window /loop-1.xml 31 40 "$(link prev-archive /loop-2.xml)"
	window /loop-2.xml 21 30 "$(link prev-archive /loop-1.xml)"
	window /endless.xml 2001 2010 "$(link next /endless-1.xml)"
	n=1
	while [ "$n" -le 30 ]; do
		window "/endless-$n.xml" $((2000 - n)) $((2000 - n)) \
			"$(link next "/endless-$((n + 1)).xml")"
		n=$((n + 1))
	done
	window /press.xml 41 50
	printf 'route //127.0.0.2/robots.txt\n  body text <<ROBOTS\n'
	printf 'User-agent: *\nDisallow: /x\nSitemap: %s/news-map.xml\n' "$OTHER"
	printf 'Sitemap: %s/map.xml\nSitemap: %s/other-news.xml\nROBOTS\n' \
		"$OTHER" "$ORIGIN"
	printf 'route /news-map.xml\n  body text <<MAP\n<urlset>\n'
	story Known '2 days'
	story Missed-1 '13 hours'
	story Missed-2 '12 hours'
	story Later '-2 hours'
	printf '</urlset>\nMAP\n'
	window /wordy.xml 41 50
	printf 'route //127.0.0.3/robots.txt\n  body text <<ROBOTS\n'
	printf 'User-agent: *\nSitemap: %s/wordy-news.xml\nROBOTS\n' "$LONG"
	printf '  body repeat "# terms and conditions" 50000\n'
	printf 'route /wordy-news.xml\n  body text <<MAP\n<urlset>\n'
	story Known '2 days' "$LONG"
	story Missed '13 hours' "$LONG"
	printf '</urlset>\nMAP\n'
	window /daily.xml 41 50
	printf 'route //127.0.0.4/robots.txt\n  body text <<ROBOTS\n'
	printf 'Sitemap: %s/daily-news.xml\nROBOTS\n' "$DAILY"
	printf 'route /daily-news.xml\n  body text <<MAP\n<sitemapindex>\n'
	printf '<sitemap><loc>%s/%s.xml</loc></sitemap>\n' \
		"$DAILY" 'day-1' "$DAILY" 'day-2'
	printf '</sitemapindex>\nMAP\nroute /day-1.xml\n  body text <<MAP\n'
	printf '<urlset>\n'
	story Known '2 days' "$DAILY"
	printf '</urlset>\nMAP\nroute /day-2.xml\n  body text <<MAP\n'
	printf '<urlset>\n'
	story Missed '13 hours' "$DAILY"
	printf '</urlset>\nMAP\n'
} >"$WORK/rolled"
origin_scenario <"$WORK/rolled"
poll
is "$(gaps /plain.xml)" 'left|0' \
	'without a known item, items were missed; without an archive they are lost'
like "$(cat "$WORK/gleanerd.out")" 'missed-items feed=[^ ]*/plain.xml' \
	'missed items are logged'
is "$(gaps /steady.xml)" '' 'a feed with a known item has no missed items'
between "$(wait_s /plain.xml)" 15000 17900 \
	'the feed is polled again before its nine hours of items pass twice'
is "$(sql "SELECT next_poll_by FROM feed WHERE url LIKE '%/plain.xml'")" gap \
	'the missed items determine the time of the next poll'
like "$(gleaner feed explain "$ORIGIN/plain.xml")" '[*] +gap +4 h 30 min' \
	'feed explain prints the deciding term'
between "$(wait_s /steady.xml)" 43200 47600 'other feeds keep their interval'
is "$(entries /archived.xml)" 50 'E43: missed items are read from the archives'
is "$(gaps /archived.xml)" 'closed|30' 'E43: the missed items are found'
is "$(origin_count 'path=/archive-*')" 4 \
	'E43: each archive is read once, up to the first known item'
is "$(entries /paged.xml)" 50 'E44: missed items are read from further pages'
is "$(gaps /paged.xml)" 'closed|30' \
	'E44: further pages are read up to the first known item'
is "$(origin_count 'path=/page.xml*')" 1 'E44: no further page is requested'
is "$(gaps /looped.xml)" 'left|20' 'E43: a circle of archives ends the search'
is "$(origin_count 'path=/loop-*')" 2 \
	'E43: each archive of the circle is requested once'
is "$(origin_count 'path=/endless-*')" 20 \
	'E44: at most 20 of endless pages are requested'
is "$(gaps /endless.xml)" 'left|20' \
	'E44: the remaining items are recorded as lost'
is "$(gaps /press.xml)" 'closed|2' \
	"without an archive the news sitemap of the site is read"
is "$(sql "SELECT group_concat(title, ' ') FROM (SELECT e.title FROM entry e
	JOIN feed f ON f.id = e.feed_id WHERE f.url LIKE '%/press.xml'
	AND e.guid IS NULL ORDER BY e.title) AS x")" 'Missed-1 Missed-2' \
	'the news sitemap adds the pages published between the polls'
is "$(origin_count 'path=/other-news.xml')" 0 \
	'a sitemap of another site is not requested'
is "$(origin_count 'path=/map.xml')" 0 \
	'a sitemap without "news" in its name is not requested'
is "$(gaps /wordy.xml)" 'closed|1' \
	'the first part of a robots.txt of one megabyte is read'
is "$(gaps /daily.xml)" 'closed|1' \
	'an index of news sitemaps is followed'
like "$(gleaner status)" 'missed ' 'status shows missed items'
like "$(gleaner feed list --json)" '"gap_at":"20' \
	'feed list --json shows missed items'

a_day_later
poll
is "$(sql 'SELECT count(*) FROM missed_items')" 8 \
	'an unchanged feed adds no missed items'
between "$(wait_s /plain.xml)" 15000 17900 'the interval stays short'

# ---------------------------------------------------------------- E45
ALL='<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/>'
gone() { # PATH: prints the guids of removed items
	sql "SELECT group_concat(guid, ' ') FROM (SELECT e.guid FROM entry e
		JOIN feed f ON f.id = e.feed_id
		WHERE f.url LIKE '%$1' AND e.gone_at IS NOT NULL ORDER BY e.id) AS x"
}
serve() { # FIRST LAST: three feeds; the third is truncated
	{
		window /all.xml "$1" "$2" "$ALL"
		window /some.xml "$1" "$2"
		window /cut.xml "$1" "$2" "$ALL" | sed 's,</channel></rss>,,'
	} >"$WORK/scenario"
	origin_scenario <"$WORK/scenario"
}
new_database
write_config "$ORIGIN/all.xml" "$ORIGIN/some.xml" "$ORIGIN/cut.xml"
serve 1 6
gleanerd_once >/dev/null
is "$(entries /all.xml) $(gone /all.xml)" '6 ' \
	'E45: a complete feed has all its items'
serve 3 7
poll
is "$(gone /all.xml)" 'n1 n2' \
	'E45: items that a complete feed lacks are marked as removed'
is "$(entries /all.xml)" 7 'E45: removed items are not deleted'
is "$(entries /some.xml) $(gone /some.xml)" '7 ' \
	'E45: items that another feed lacks are not removed'
is "$(entries /cut.xml) $(gone /cut.xml)" '7 ' \
	'E45: a truncated document removes no items'
is "$(sql "SELECT count(*) FROM change WHERE kind = 'withdrawn'")" 0 \
	'E45: articles of removed items are kept'
serve 2 7
poll
is "$(gone /all.xml)" n1 'E45: an item that returns is no longer removed'

done_testing
