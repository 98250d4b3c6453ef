#!/bin/sh
# Etiquette E51: no page is requested because of a feed that is paused or
# removed. Pages that an active feed also announces are requested for that feed.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin --generate 1x9 --hosts 1
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
ONE='{ connections: 1, gap: 0s, allow_private: true, robots: false }'
# The daemon waits until the origin releases a page.
FETCH='{ parallel: 256, timeout: 300s }'
FAST='{ connections: 4, gap: 0s, allow_private: true, robots: true }'
page() { echo "/article/1/$1.html"; }
# Sets a feed whose entries announce the pages with these numbers.
announce() { # PATH N…
	announce_path=$1
	shift
	{
		echo "route $announce_path"
		echo '  header Content-Type: application/atom+xml'
		echo '  body text <<FEED'
		echo '<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>'
		for n; do
			printf '<entry><id>e%d</id><title>Title %d</title>' \
				"$n" "$n"
			# The first page is the newest and is requested first.
			printf '<updated>%s</updated>' \
				"$(date -u -d "-$n min" +%FT%TZ)"
			printf '<summary>Words of item %d.</summary>' "$n"
			printf '<link href="%s%s"/></entry>\n' "$ORIGIN" \
				"$(page "$n")"
		done
		echo '</feed>'
		echo 'FEED'
	} | origin_scenario
}
asked() { # [N]
	origin_count "path=$(page "${1:-*}")"
}
asked_of() { # N…: requests for these pages
	asked_sum=0
	for n; do
		asked_sum=$((asked_sum + $(asked "$n")))
	done
	echo $asked_sum
}
are_asked() { # LEAST N…
	are_asked_least=$1
	shift
	[ "$(asked_of "$@")" -ge "$are_asked_least" ]
}
# Holds the response to the next page. The other pages then wait, because the
# host has one connection.
hold_pages() {
	origin_set "path=$(page '*')&pass=&hold="
}
release_pages() {
	origin_get "/_origin/unset?path=$(page '*')" >/dev/null
	origin_get /_origin/release >/dev/null
}
owed() {
	gleaner status --json | python3 -c '
import json, sys
print(json.load(sys.stdin)["owed"])'
}
statuses() {
	sql "SELECT group_concat(n, ' ') FROM (SELECT status || ' ' || count(*)
		AS n FROM article GROUP BY status ORDER BY status) AS x"
}

# ------------------------------------------- pages in the daemon's queue
# One of the pages 1 to 5 is under way and the others wait when the feed is
# paused. Another feed announces 5 to 8.
announce /one.xml 1 2 3 4 5
announce /two.xml 5 6 7 8
HOST=$ONE
write_config
hold_pages
start_gleanerd
wait_for gleaner feed add "$ORIGIN/one.xml" >/dev/null
ok 'the first page is requested' wait_for origin_holds 1
gleaner feed pause "$ORIGIN/one.xml" >/dev/null
gleaner feed add "$ORIGIN/two.xml" >/dev/null
release_pages
ok 'E51: a page that an active feed also announces is requested' \
	wait_for are_asked 4 5 6 7 8
between "$(asked_of 1 2 3 4)" 0 1 \
	'E51: the pages of a paused feed are not requested'
is "$(owed)" 0 'pages of a paused feed do not count as pending'
before=$(asked_of 1 2 3 4)
gleaner feed resume "$ORIGIN/one.xml" >/dev/null
ok 'E51: the pages are requested after feed resume' \
	wait_for are_asked 4 1 2 3 4
ok 'all articles are stored' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 8
isnt "$before" 4 'some pages had waited'
is "$(asked)" 8 'each page was requested once'
stop_gleanerd

# ------------------------------------------------------------- feed remove
origin_get /_origin/forget-log >/dev/null
new_database
write_config
hold_pages
start_gleanerd
wait_for gleaner feed add "$ORIGIN/one.xml" >/dev/null
wait_for origin_holds 1
gleaner feed remove "$ORIGIN/one.xml" >/dev/null
release_pages
ok 'E51: articles of a removed feed are published with its text' \
	wait_for_sql "SELECT count(*) FROM article
		WHERE status IN ('queued', 'failed')" 0
is "$(asked)" 1 'E51: the pages of a removed feed are not requested'
is "$(sql "SELECT DISTINCT status_why FROM article WHERE status = 'feed_only'")" \
	'the subscription to the feed was ended' 'the reason is stored'
is "$(sql "SELECT DISTINCT revision || ' ' || substr(body, 1, 13) FROM article
	WHERE status = 'feed_only'")" '1 Words of item' 'the text is that of the feed'
kept=$(asked_of 1 2 3 4)
announce /one.xml 1 2 3 4 5 9
gleaner feed add "$ORIGIN/one.xml" >/dev/null
ok 'a new item of the feed is fetched if the feed is added again' \
	wait_for are_asked 1 9
gleaner feed add "$ORIGIN/two.xml" >/dev/null
ok 'pages that another feed announces later are requested' \
	wait_for are_asked 4 5 6 7 8
is "$(asked_of 1 2 3 4)" "$kept" 'known items are not requested again'
stop_gleanerd

# --------------------------------------------------- retries and revisits
origin_get /_origin/forget-log >/dev/null
new_database
HOST=$FAST
announce /one.xml 1 2 3
announce /two.xml 3
origin_set "path=$(page 1)&status=503"
write_config
sql_feed() { gleaner feed "$1" "$ORIGIN/$2.xml" >/dev/null; }
sql_feed add one
gleanerd_once >/dev/null
sql_feed add two
gleanerd_once >/dev/null
is "$(statuses)" 'done 2 failed 1' 'one page has failed'
origin_get "/_origin/unset?path=$(page 1)" >/dev/null
all_due() {
	sql "UPDATE article SET retry_at = unixepoch() - 1
		WHERE status = 'failed';
		UPDATE article SET revisit_at = unixepoch() - 1
		WHERE status = 'done'; UPDATE host SET pause_until_at = NULL"
	origin_get /_origin/forget-log >/dev/null
	gleanerd_once >/dev/null
}
sql_feed pause one
all_due
is "$(asked 1) $(asked 2) $(asked 3)" '0 0 1' \
	'E51: the pages of a paused feed are not requested again'
is "$(owed)" 0 'the pages of a paused feed do not count as pending'
sql_feed pause two
all_due
is "$(asked)" 0 'E51: a page is not requested if all its feeds are paused'
sql_feed resume two
all_due
is "$(asked 1) $(asked 2) $(asked 3)" '0 0 1' \
	'a page is requested if one of its feeds is active'
sql_feed resume one
all_due
is "$(asked 1) $(asked 2) $(asked 3)" '1 1 1' \
	'all pages are requested after feed resume'
is "$(statuses)" 'done 3' 'the retry has stored the article'
sql_feed remove one
origin_get /_origin/forget-log >/dev/null
is "$(sql 'SELECT count(*) FROM article WHERE revisit_at IS NOT NULL')" 1 \
	'revisits of a removed feed are cancelled'
sql "UPDATE article SET revisit_at = unixepoch() - 1
	WHERE revisit_at IS NOT NULL"
gleanerd_once >/dev/null
is "$(asked 1) $(asked 2) $(asked 3)" '0 0 1' \
	'E51: the pages of a removed feed are not visited again'

# ------------------------------------- feeds that the configuration names
origin_get /_origin/forget-log >/dev/null
new_database
announce /one.xml 1 2
origin_set "path=$(page 1)&status=503"
origin_set "path=$(page 2)&status=503"
announce /two.xml 6
write_config "$ORIGIN/one.xml" "$ORIGIN/two.xml"
gleanerd_once >/dev/null
is "$(sql "SELECT count(*) FROM article WHERE status = 'failed'")" 2 \
	'two pages of a configured feed have failed'
write_config "$ORIGIN/two.xml"
all_due
all_due
is "$(asked_of 1 2)" 0 \
	'E51: pages of a feed that the configuration omits are not requested'
write_config "$ORIGIN/one.xml" "$ORIGIN/two.xml"
all_due
is "$(asked_of 1 2)" 2 \
	'the pages are requested when the configuration has the feed again'
done_testing
