#!/bin/sh
# Etiquette E50 and revisits: stored pages are fetched again with their
# validators. New pages are fetched first. Corrections become revisions.
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
# Makes all pages due for a revisit and runs a harvest.
look_again() {
	sql 'UPDATE article SET revisit_at = unixepoch() - 1'
	gleanerd_once >/dev/null
}
asked() { origin_count "path=/article/*${1:+&$1}"; }

write_config "$ORIGIN/feed/1.xml"
ok 'the first harvest succeeds' gleanerd_once
is "$(asked)" 4 'each page is requested once'
is "$(sent "$(page 1)" If-None-Match)$(sent "$(page 1)" If-Modified-Since)" '' \
	'E50: the first request has no validators'
is "$(sql 'SELECT count(*) FROM article
	WHERE revisit_at - fetched_at BETWEEN 3590 AND 3600')" 4 \
	'the revisit in an hour is stored with the article'
ok 'the next start succeeds' gleanerd_once
is "$(asked)" 4 'no page is requested before its time'

etag=$(row 1 etag) modified=$(row 1 last_modified)
isnt "$etag" '' 'the ETag of the page is stored'
look_again
is "$(asked)|$(asked status=304)" '8|4' \
	'E50: a revisit of an unchanged page is answered with 304'
is "$(sent "$(page 1)" If-None-Match)$(sent "$(page 1)" If-Modified-Since)" \
	"[$etag][$modified]" 'E50: a revisit sends the stored validators'
is "$(sql 'SELECT group_concat(kind) FROM change')" 'new,new,new,new' \
	'an unchanged page adds nothing to the change log'
is "$(sql 'SELECT count(*) FROM article
	WHERE revisit_at - revisit_from = 3600')" 4 \
	'revisits are planned from the first fetch'
# Some servers answer 412 to each request with validators.
origin_scenario <<END
route $(page 1)
  pass
  when 3
    status 412
    body text "Precondition Failed"
END
before=$(asked)
sql 'UPDATE article SET revisit_from = revisit_from - 7200'
look_again
is "$(($(asked) - before))|$(asked status=412)" '5|1' \
	'E52: after a 412 a page is requested once more'
is "$(sent "$(page 1)" If-None-Match -2)|$(sent "$(page 1)" \
	If-None-Match)|$(sent "$(page 1)" If-Modified-Since)" "[$etag]||" \
	'E52: the repeated request for the page has no validators'
is "$(row 1 'etag, tries')" "$etag|0" \
	'E52: the second response is the result of the revisit'
is "$(sql 'SELECT count(*) FROM article
	WHERE revisit_at - revisit_from = 6 * 3600')" 4 \
	'a missed revisit is skipped'
sql 'UPDATE article SET revisit_from = revisit_from - 2 * 86400'
look_again
is "$(sql 'SELECT count(*) FROM article WHERE revisit_at IS NULL')" 4 \
	'after the last revisit none is planned'

# ---------------------------------------------------------- corrections
before=$(row 2 body)
origin_set "path=$(page 2)&pass=&revision=1"
origin_set "path=$(page 3)&status=410"
origin_set "path=$(page 4)&status=503"
look_again
is "$(row 2 'revision, body <> (SELECT body FROM revision
	WHERE article_id = article.id)')" '2|1' \
		'a changed page becomes a revision'
is "$(sql "SELECT body FROM revision")" "$before" 'the earlier text is stored'
isnt "$(row 2 etag)" "$(row 1 etag)" \
	'the validators of the changed page are stored'
is "$(row 3 "status, body <> ''")" 'gone|1' \
	'a 410 withdraws the article and keeps its text'
is "$(row 4 "status, tries, revisit_at > unixepoch()")" 'done|1|1' \
	'a 503 keeps the article and is tried again'
is "$(sql "SELECT group_concat(kind, ' ') FROM (SELECT kind FROM change
	WHERE seq > 4 ORDER BY kind) AS x")" 'revised withdrawn' \
	'the change log contains the revision and the withdrawal'
is "$(gleaner show --json "$(row 2 id)" | python3 -c '
import json, sys
print(json.load(sys.stdin)["revision"])')" 2 'show prints the new revision'
sql 'UPDATE host SET pause_until_at = NULL, failures = 0'

# A front page, a 403 and a 404 in place of the article are not corrections.
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
	'a page that is not an article does not change the stored article'
is "$(row 2 'status, revision')" 'done|2' \
	'a 403 does not change the stored article'
is "$(row 4 "status, missing_since IS NOT NULL, revisit_at - missing_since")" \
	'done|1|86400' 'a 404 is requested again within a day'
sql 'UPDATE article SET missing_since = missing_since - 86400
	WHERE missing_since IS NOT NULL'
look_again
is "$(row 4 'status, status_why')" 'gone|HTTP 404' \
	'a 404 for a day withdraws the article'
is "$(sql 'SELECT count(*) FROM page')" "$kept" 'stored pages are kept'
origin_get "/_origin/unset?path=$(page 4)" >/dev/null
look_again
is "$(row 4 "status, (SELECT kind FROM change WHERE article_id = article.id
	ORDER BY seq DESC LIMIT 1)")" 'done|revised' \
		'an article that returns is published again'

# -------------------------------------------------------- changed entries
origin_get /_origin/reset >/dev/null
new_database
item() { # N TITLE UPDATED
	printf '<entry><id>e%d</id><title>%s</title><updated>%s</updated>' \
		"$1" "$2" "$3"
	printf '<link href="%s%s"/></entry>' "$ORIGIN" "$(page "$1")"
}
# Sets a feed with the entries of standard input. The entries are older than the
# default of max_age, so ARTICLES sets a longer max_age.
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
is "$(asked)" 4 'four articles are fetched'
{ item 1 'Another title' $old; item 2 'Title 2' $new
	item 3 'Title 3' $old; item 4 'Title 4' $old; } | atom
poll
is "$(asked)" 4 'a page that was fetched a moment ago is not requested again'
is "$(sql "SELECT group_concat(n) FROM (SELECT substr(url, length(url) - 5, 1) AS n
	FROM article WHERE revisit_at - fetched_at = 600 ORDER BY n) AS x")" '1,2' \
	'a revisit is planned soon if the feed changed headline or date'
sql 'UPDATE article SET fetched_at = fetched_at - 600,
	revisit_at = revisit_at - 3600'
sql "UPDATE article SET revisit_at = NULL"
{ item 1 'A third title' $old; item 2 'Title 2' $new
	item 3 'Title 3' $new; item 4 'Title 4' $old; } | atom
poll
is "$(asked)|$(asked status=304)" '6|2' \
	'the revisit is immediate if the last fetch was long ago'
for n in 1 2 3 4; do item $n "Title $n" 2024-01-03T00:00:00Z; done | atom
sql 'UPDATE article SET fetched_at = fetched_at - 6000, revisit_at = NULL'
sql "UPDATE entry SET title = 'Title ' || substr(guid, 2)"
poll
is "$(asked)" 6 'a feed that changes all dates triggers no revisit'
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [] }'
write_config "$ORIGIN/atom.xml"
{ item 1 'A fourth title' $old; item 2 'Title 2' $new; } | atom
poll
is "$(asked)" 6 'revisit: [] disables revisits'

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
# A single request may be late, which shortens the next gap; the sum is exact.
span = starts[-1] - starts[0]
print(len(lines), span >= 100 * (len(lines) - 1) - 60, sum(again), len(again))
')" '10 True 5 8' 'E50: feed, robots.txt, pages and revisits share one budget'

# -------------------------------------------------- kill during a revisit
sql 'UPDATE article SET revisit_at = unixepoch() - 1'
origin_get /_origin/forget-log >/dev/null
# The daemon is killed while it waits for the response to a page.
origin_set 'path=/article/*&pass=&hold='
start_gleanerd
ok 'a revisit is under way' wait_for origin_holds 1
stop_gleanerd KILL
origin_get '/_origin/unset?path=/article/*' >/dev/null
owed=$(sql 'SELECT count(*) FROM article WHERE revisit_at < unixepoch()')
between "$owed" 1 8 'after a kill some revisits are pending'
gleanerd_once >/dev/null
is "$(sql 'SELECT count(*) FROM article WHERE revisit_at < unixepoch()')" 0 \
	'the next start makes the pending revisits'
is "$(sql 'SELECT count(*) FROM change')" 8 \
	'unchanged pages add nothing to the change log'

# ------------------------------------------------------ a running daemon
ARTICLES='{ fetch: true, max_age: 3650d, revisit: [2s, 1h] }'
HOST='{ connections: 4, gap: 0s, allow_private: true, robots: false }'
new_database
write_config "$ORIGIN/feed/1.xml"
start_gleanerd
seen_again() { [ "$(asked status=304)" -ge 8 ]; }
origin_get /_origin/forget-log >/dev/null
ok 'a running daemon makes revisits by itself' wait_for seen_again
stop_gleanerd
done_testing
