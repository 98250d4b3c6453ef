#!/bin/sh
# Etiquette E50, and what re-visits are for: pages are looked at again, with
# their validators, behind what is new; corrections become revisions.
# timeout: 180
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin --generate 1x4 --hosts 1
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
page() { echo "/article/1/$1.html"; }
row() { # N COLUMNS
	sql "SELECT $2 FROM article WHERE url LIKE '%$(page "$1")'"
}
# All pages are to be looked at again now.
look_again() {
	sql 'UPDATE article SET revisit_at = unixepoch() - 1'
	gleanerd_once >/dev/null
}
asked() { origin_count "path=/article/*${1:+&$1}"; }

write_config "$ORIGIN/feed/1.xml"
ok 'a first harvest' gleanerd_once
is "$(asked)" 4 'each page is asked for once'
is "$(sent "$(page 1)" If-None-Match)$(sent "$(page 1)" If-Modified-Since)" '' \
	'E50: the first time without conditions'
is "$(sql 'SELECT count(*) FROM article
	WHERE revisit_at - fetched_at BETWEEN 3590 AND 3600')" 4 \
	'the next visit is in an hour: a row before it is a job'
ok 'the next start' gleanerd_once
is "$(asked)" 4 'nothing is asked before its time'

etag=$(row 1 etag) modified=$(row 1 last_modified)
isnt "$etag" '' 'the page has an ETag'
look_again
is "$(asked)|$(asked status=304)" '8|4' 'E50: then again, and nothing changed'
is "$(sent "$(page 1)" If-None-Match)$(sent "$(page 1)" If-Modified-Since)" \
	"[$etag][$modified]" 'E50: its validators are sent back as they came'
is "$(sql 'SELECT group_concat(kind) FROM change')" 'new,new,new,new' \
	'and consumers hear nothing of it'
is "$(sql 'SELECT count(*) FROM article
	WHERE revisit_at - revisit_from = 3600')" 4 \
	'what is planned is counted from the first visit'
sql 'UPDATE article SET revisit_from = revisit_from - 7200'
look_again
is "$(sql 'SELECT count(*) FROM article
	WHERE revisit_at - revisit_from = 6 * 3600')" 4 \
	'what was missed is not made up for'
sql 'UPDATE article SET revisit_from = revisit_from - 2 * 86400'
look_again
is "$(sql 'SELECT count(*) FROM article WHERE revisit_at IS NULL')" 4 \
	'after the last one nothing is planned'

# ---------------------------------------------------------- corrections
before=$(row 2 body)
origin_set "path=$(page 2)&pass=&revision=1"
origin_set "path=$(page 3)&status=410"
origin_set "path=$(page 4)&status=503"
look_again
is "$(row 2 'revision, body <> (SELECT body FROM revision
	WHERE article_id = article.id)')" '2|1' 'a correction is a revision'
is "$(sql "SELECT body FROM revision")" "$before" 'the earlier text is kept'
isnt "$(row 2 etag)" "$(row 1 etag)" 'and the validators are the new ones'
is "$(row 3 "status, body <> ''")" 'gone|1' \
	'410: it is withdrawn, and its text is there still'
is "$(row 4 "status, tries, revisit_at > unixepoch()")" 'done|1|1' \
	'503: it stands, and is tried again'
is "$(sql "SELECT group_concat(kind, ' ') FROM (SELECT kind FROM change
	WHERE seq > 4 ORDER BY kind)")" 'revised withdrawn' \
	'consumers hear of both'
is "$(gleaner show --json "$(row 2 id)" | python3 -c '
import json, sys
print(json.load(sys.stdin)["revision"])')" 2 'and so does show'
sql 'UPDATE host SET pause_until_at = NULL, failures = 0'

# A front page, a wall and an error in its place are no corrections.
origin_scenario <<END
route $(page 1)
  header Content-Type: text/html
  body text "<title>Home</title><p>Hello."
END
origin_set "path=$(page 2)&status=403"
origin_set "path=$(page 4)&status=404"
kept=$(sql 'SELECT count(*) FROM page')
one=$(row 1 'title, body, etag')
look_again
is "$(row 1 'title, body, etag')|$(row 1 status)" "$one|done" \
	'what is no article leaves the article as it is, and its validators'
is "$(row 2 'status, revision')" 'done|2' '403: likewise'
is "$(row 4 "status, missing_since IS NOT NULL, revisit_at - missing_since")" \
	'done|1|86400' '404: asked again within a day'
sql 'UPDATE article SET missing_since = missing_since - 86400
	WHERE missing_since IS NOT NULL'
look_again
is "$(row 4 'status, status_why')" 'gone|HTTP 404' '404 for a day: withdrawn'
is "$(sql 'SELECT count(*) FROM page')" "$kept" 'kept pages stay'
origin_get "/_origin/unset?path=$(page 4)" >/dev/null
look_again
is "$(row 4 "status, (SELECT kind FROM change WHERE article_id = article.id
	ORDER BY seq DESC LIMIT 1)")" 'done|revised' 'it may come back'

# ------------------------------------------------------- the feed says so
origin_get /_origin/reset >/dev/null
new_database
item() { # N TITLE UPDATED
	printf '<entry><id>e%d</id><title>%s</title><updated>%s</updated>' \
		"$1" "$2" "$3"
	printf '<link href="%s%s"/></entry>' "$ORIGIN" "$(page "$1")"
}
# Published long ago, so that max_age does not count; see ARTICLES.
atom() {
	{
		echo 'route /atom.xml'
		echo '  header Content-Type: application/atom+xml'
		echo '  body text <<FEED'
		echo '<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>'
		cat
		echo '</feed>'
		echo 'FEED'
	} | origin_scenario
}
old=2024-01-01T00:00:00Z new=2024-01-02T00:00:00Z
for n in 1 2 3 4; do item $n "Title $n" $old; done | atom
write_config "$ORIGIN/atom.xml"
gleanerd_once >/dev/null
is "$(asked)" 4 'four articles of another feed'
{ item 1 'Another title' $old; item 2 'Title 2' $new
	item 3 'Title 3' $old; item 4 'Title 4' $old; } | atom
poll
is "$(asked)" 4 'a page that was fetched just now is not asked for at once'
is "$(sql "SELECT group_concat(n) FROM (SELECT substr(url, -6, 1) AS n
	FROM article WHERE revisit_at - fetched_at = 600 ORDER BY n)")" '1,2' \
	'but soon where the feed has edited headline or date'
sql 'UPDATE article SET fetched_at = fetched_at - 600,
	revisit_at = revisit_at - 3600'
sql "UPDATE article SET revisit_at = NULL"
{ item 1 'A third title' $old; item 2 'Title 2' $new
	item 3 'Title 3' $new; item 4 'Title 4' $old; } | atom
poll
is "$(asked)|$(asked status=304)" '6|2' \
	'and at once where the last visit was a while ago'
for n in 1 2 3 4; do item $n "Title $n" 2024-01-03T00:00:00Z; done | atom
sql 'UPDATE article SET fetched_at = fetched_at - 6000, revisit_at = NULL'
sql "UPDATE entry SET title = 'Title ' || substr(guid, 2)"
poll
is "$(asked)" 6 'a feed that dates all items anew has edited none'
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [] }'
write_config "$ORIGIN/atom.xml"
{ item 1 'A fourth title' $old; item 2 'Title 2' $new; } | atom
poll
is "$(asked)" 6 'nothing is looked at again where that is off'

# --------------------------------------------------- E50: the same budget
origin_get /_origin/reset >/dev/null
stop_origin
start_origin --generate 1x8 --hosts 1
new_database
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [1h] }'
HOST='{ connections: 1, gap: 100ms, allow_private: true, robots: true }'
write_config "$ORIGIN/feed/1.xml"
origin_set 'path=/feed/1.xml&pass=&items=5'
gleanerd_once >/dev/null
origin_get /_origin/forget-log >/dev/null
origin_set 'path=/feed/1.xml&pass=&items=8'
sql 'UPDATE article SET revisit_at = unixepoch() - 1;
	UPDATE robots SET expires_at = 1'
poll
is "$(origin_get /_origin/log | python3 -c '
import json, sys
lines = sorted((json.loads(line) for line in sys.stdin), key=lambda r: r["ms"])
starts = [line["ms"] for line in lines]
again = [line["status"] == 304 for line in lines if "/article/" in line["path"]]
# Each may come late, and the next is early then; all of them are not.
span = starts[-1] - starts[0]
print(len(lines), span >= 100 * (len(lines) - 1) - 60, sum(again), len(again))
')" '10 True 5 8' 'E50: feed, robots.txt, pages and re-visits share one budget'

# ------------------------------------------------------ killed in between
sql 'UPDATE article SET revisit_at = unixepoch() - 1'
origin_get /_origin/forget-log >/dev/null
start_gleanerd
wait_for sh -c "[ \"\$(curl -s '$ORIGIN/_origin/count?path=/article/*')\" -ge 3 ]"
kill -9 "$DAEMON_PID"
wait_gleanerd
owed=$(sql 'SELECT count(*) FROM article WHERE revisit_at < unixepoch()')
between "$owed" 1 8 'killed: what was not seen is owed still'
gleanerd_once >/dev/null
is "$(sql 'SELECT count(*) FROM article WHERE revisit_at < unixepoch()')" 0 \
	'and done at the next start'
is "$(sql 'SELECT count(*) FROM change')" 8 'no consumer hears of it'

# --------------------------------------------------- a daemon that stays
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [2s, 1h] }'
HOST='{ connections: 4, gap: 0s, allow_private: true, robots: false }'
new_database
write_config "$ORIGIN/feed/1.xml"
start_gleanerd
seen_again() { [ "$(asked status=304)" -ge 8 ]; }
origin_get /_origin/forget-log >/dev/null
ok 'a daemon looks again by itself' wait_for seen_again
stop_gleanerd
done_testing
