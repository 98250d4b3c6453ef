#!/bin/sh
# `gleaner feed add` fetches an address once and reports its content. It adds
# nothing if the address has no feed. It adds each feed once, in every spelling
# of its URL.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
G=$BUILD/gleaner
start_origin --generate 3x4
PORT=$ORIGIN_PORT
write_config
said() {
	"$@" >"$WORK/said.out" 2>"$WORK/said.err" </dev/null
	CODE=$?
	OUT=$(cat "$WORK/said.out")
	ERR=$(cat "$WORK/said.err")
}
count() {
	sql 'SELECT count(*) FROM feed WHERE NOT removed'
}

# ----------------------------------------------------- addresses with a feed

origin_set 'path=/status/404/feed.xml&status=404'
origin_set 'path=/status/503/rss.xml&status=503'
title=$(origin_get /feed/1.xml | sed -n 's/.*<title>\([^<]*\)<.*/\1/p' |
	head -n 1)
before=$(origin_count path=/feed/1.xml)
said gleaner feed add "$ORIGIN/feed/1.xml"
is "$CODE" 0 'N7: a feed is added'
is "$(printf '%s\n' "$OUT" | head -n 1)" "added $ORIGIN/feed/1.xml" \
	'N7: the first line of output names the added feed'
like "$OUT" "$title, (rss|atom|json|rdf)[a-z0-9]*, 4 entries" \
	'N7: title, format and number of entries are printed'
is "$(origin_count path=/feed/1.xml)" $((before + 1)) \
	'N7: feed add fetches the feed once'
said gleaner feed add "$ORIGIN/feed/1.xml"
is "$CODE $OUT" "0 known $ORIGIN/feed/1.xml" \
	'N7: adding a feed a second time reports that it is known'
is "$(origin_count path=/feed/1.xml)" $((before + 1)) \
	'N7: a known feed is not fetched again'

# ------------------------------------------------- addresses without a feed

for bad in "$ORIGIN/status/404/feed.xml" "$ORIGIN/status/503/rss.xml" \
	'http://gleaner-nonesuch.invalid/rss.xml' 'http://127.0.0.1:65001/rss.xml'; do
	said gleaner feed add "$bad"
	is "$CODE" 1 "N7: $bad is an error"
	like "$ERR" 'nothing was added.*--force' \
		'N7: the error mentions --force'
	is "$OUT" '' 'N7: the failed command prints nothing to standard output'
	is "$(count)" 1 'N7: the failed command adds nothing'
done
said gleaner feed add "$ORIGIN/status/404/feed.xml"
like "$ERR" 'cannot be read \(HTTP 404\)' 'N7: the error contains the HTTP status'
said gleaner feed add "$ORIGIN/feed/2.xml" "$ORIGIN/status/404/feed.xml"
is "$CODE $(count)" '1 1' 'N7: if one of several feeds fails, none is added'
said gleaner feed add --force "$ORIGIN/status/404/feed.xml"
is "$CODE $OUT" "0 added $ORIGIN/status/404/feed.xml" \
	'N7: --force adds the address and ends with 0'
like "$ERR" 'HTTP 404.*added nevertheless' 'N7: --force prints a warning'
is "$(count)" 2 'N7: the forced feed is stored'
said gleaner feed add --as-is 'http://gleaner-nonesuch.invalid/rss.xml'
is "$CODE $OUT$ERR" '0 added http://gleaner-nonesuch.invalid/rss.xml' \
	'N7: --as-is adds a feed without fetching it'

# If nothing is added, no database is created. An error about a private address
# names the key that allows it.
said "$G" --db "$WORK/other.db" feed add "$ORIGIN/feed/1.xml"
is "$CODE" 1 'N7: without host.allow_private a private address is not fetched'
like "$ERR" 'host.allow_private: true' 'N7: the error names host.allow_private'
fails 'N7: no database is created' test -e "$WORK/other.db"

# ------------------------------------------------------------- one spelling

n=$(count)
for spelling in "HTTP://127.0.0.1:$PORT/feed/1.xml" "$ORIGIN/feed/1.xml#top" \
	"$ORIGIN/a/../feed/./1.xml" "feed://127.0.0.1:$PORT/feed/1.xml" \
	"feed:$ORIGIN/feed/1.xml" " $ORIGIN/feed/1.xml "; do
	said gleaner feed add "$spelling"
	is "$CODE $OUT" "0 known $ORIGIN/feed/1.xml" "N7: known: $spelling"
done
is "$(count)" "$n" 'N7: no spelling creates a second subscription'
gleaner feed add --as-is 'HTTP://Example.ORG:80/x#y' >/dev/null
is "$(sql "SELECT url FROM feed WHERE url LIKE '%example.org%'")" \
	'http://example.org/x' 'N7: the normalised URL is stored'
said gleaner feed pause 'HTTP://Example.ORG:80/x#y'
is "$CODE" 0 'N7: other commands accept every spelling, too'

cat >"$WORK/spellings.opml" <<END
<opml version="2.0"><head/><body>
<outline text="a" xmlUrl="HTTP://127.0.0.1:$PORT/feed/1.xml#z"/>
<outline text="b" xmlUrl="feed://127.0.0.1:$PORT/b/../feed/1.xml"/>
<outline text="c" xmlUrl="http://EXAMPLE.org:80/x"/>
<outline text="d" xmlUrl="https://new.example:443/rss"/>
<outline text="e" xmlUrl="HTTPS://NEW.example/rss#e"/>
</body></opml>
END
n=$(count)
said gleaner import "$WORK/spellings.opml"
is "$CODE $OUT" '0 1 added, 4 known, 0 faulty' \
	'N7: import recognises other spellings of known feeds'
is "$(count)" $((n + 1)) 'N7: import adds each new feed once'

# The configuration contains the feed that a command has added, but with another
# spelling of the URL. The daemon does not add a second feed.
write_config "HTTP://127.0.0.1:$PORT/x/../feed/1.xml#conf" \
	"feed://127.0.0.1:$PORT/feed/3.xml"
n=$(count)
gleanerd_once >/dev/null # some of these feeds do not exist
is "$(count)" $((n + 1)) 'N7: the daemon adds only the feed that is new'
is "$(sql "SELECT url FROM feed WHERE url LIKE '%feed/3.xml'")" \
	"$ORIGIN/feed/3.xml" 'N7: a feed: URL is stored as http:'
cmp_ok "$(sql "SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE f.url = '$ORIGIN/feed/3.xml'")" -gt 0 \
		'N7: the feed with a feed: URL is read'

# ------------------------------------------- feeds stored by an earlier version

sql "INSERT INTO feed (url, next_poll_at, added_at)
	VALUES ('HTTP://Old.Example:80/rss#x', 0, 0)"
n=$(count)
said gleaner feed add --as-is http://old.example/rss
is "$CODE $OUT" '0 known HTTP://Old.Example:80/rss#x' \
	'N7: a stored row with a URL that is not normalised is found'
printf '<opml version="2.0"><body><outline xmlUrl="%s"/></body></opml>' \
	http://old.example/rss >"$WORK/old.opml"
said gleaner import "$WORK/old.opml"
is "$OUT $(count)" "0 added, 1 known, 0 faulty $n" \
	'N7: import finds a row with a URL that is not normalised'
sql "INSERT INTO feed (url, next_poll_at, added_at, from_config)
	VALUES ('HTTP://127.0.0.1:$PORT/feed/2.xml#old', 0, 0, 1)"
n=$(count)
write_config "HTTP://127.0.0.1:$PORT/x/../feed/1.xml#conf" \
	"$ORIGIN/feed/3.xml" "HTTP://127.0.0.1:$PORT/feed/2.xml#old"
gleanerd_once >/dev/null
is "$(count)" "$n" \
	'N7: a configuration that names such a row adds no second row'

# -------------------------------------------------------------- from_config

is "$(sql "SELECT from_config FROM feed WHERE url LIKE '%feed/3.xml'")" 1 \
	'N7: a feed of the configuration has from_config = 1'
said gleaner feed add --tag mine "$ORIGIN/feed/3.xml"
is "$CODE $OUT" "0 known $ORIGIN/feed/3.xml" \
	'N7: feed add reports that a feed of the configuration is known'
like "$ERR" 'the configuration lists this feed' \
	'N7: feed add explains that the configuration sets the tags'
is "$(sql "SELECT from_config FROM feed WHERE url LIKE '%feed/3.xml'")" 1 \
	'N7: feed add does not change from_config'
write_config "$ORIGIN/feed/1.xml"
gleanerd_once >/dev/null
is "$(sql "SELECT status FROM feed WHERE url LIKE '%feed/3.xml'")" paused \
	'N7: a feed that the configuration no longer lists is paused'
said gleaner feed add "$ORIGIN/feed/3.xml"
is "$CODE" 0 'N7: feed add succeeds for such a paused feed'
gleanerd_once >/dev/null
is "$(sql "SELECT status FROM feed WHERE url LIKE '%feed/3.xml'")" active \
	'N7: the next start of the daemon leaves the feed active'

# -------------------------------------------------------------------- sites

said gleaner feed add --as-is --site Example.ORG --site http://a.example.net/x \
	http://feeds.example/site.xml
is "$CODE $(sql "SELECT replace(site, '
', ' ') FROM feed
	WHERE url = 'http://feeds.example/site.xml'")" '0 example.org example.net' \
	'N7: --site names the sites for which the feed is entitled'
said gleaner feed add --as-is http://feeds.example/site.xml
is "$(sql "SELECT count(site) FROM feed
	WHERE url = 'http://feeds.example/site.xml'")" 1 \
	'N7: a second command without --site keeps the sites'
said gleaner feed add --as-is --site example.com http://feeds.example/site.xml
is "$(sql "SELECT site FROM feed
	WHERE url = 'http://feeds.example/site.xml'")" example.com \
	'N7: a second command with --site replaces the sites'
like "$(gleaner feed explain http://feeds.example/site.xml)" \
	'entitled +example.com' 'N7: feed explain prints the sites'
like "$(gleaner feed explain --json http://feeds.example/site.xml)" \
	'"sites":\["example.com"\]' 'N7: the JSON of feed explain contains the sites'
said gleaner feed add --as-is --site 'no site' http://feeds.example/other.xml
is "$CODE" 2 'N7: an invalid site is an error of usage'
done_testing
