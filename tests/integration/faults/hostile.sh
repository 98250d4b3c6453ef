#!/bin/sh
# Tests hostile servers and documents beside valid ones. The valid documents are
# stored, each hostile document has an outcome, and the daemon keeps running.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
# Servers that hang must be the only ones whose outcome is a timeout. If the
# load of the machine increases after the measurement, the outcome of the other
# servers must not change.
TIMEOUT=$(paced 3)
[ "$TIMEOUT" -ge 30 ] || TIMEOUT=30
FETCH="{ parallel: 256, timeout: ${TIMEOUT}s, feed_bytes: 1MiB, page_bytes: 10MiB }"
mkdir "$WORK/root"
python3 "$TOP/tests/hostile/make.py" pages "$WORK/root/pages" >"$WORK/pages" ||
	bail 'no hostile pages'
python3 "$TOP/tests/hostile/make.py" feeds "$WORK/root/feeds" >"$WORK/feeds" ||
	bail 'no hostile feeds'

# A chain with one redirect more than the limit, which ends at a feed.
far=11
{
	echo 'route /bad/far'
	for i in $(seq $far); do
		printf '  redirect 301 /bad/far%d\nroute /bad/far%d\n' "$i" "$i"
	done
	echo '  redirect 301 /feed/1.xml'
} >"$WORK/scenario"
# The bombs are small, because all other requests wait while the origin
# compresses them.
cat >>"$WORK/scenario" <<'END_OF_SCENARIO'
route /bad/loop
  redirect 302 /bad/loop2
route /bad/loop2
  redirect 302 /bad/loop
route /bad/file
  redirect 302 file:///etc/passwd
route /bad/gopher
  redirect 302 gopher://127.0.0.1:1/
route /bad/cut
  header ETag: "cut"
  header Content-Type: application/rss+xml
  body text "<rss version='2.0'><channel><title>Cut</title><item><title>One</title><guid isPermaLink='false'>cut-1</guid><description>Whole before the cut</description></item>"
  body size 1KiB
  body text "</channel></rss>"
  cut after 600
route /bad/truncated
  header ETag: "truncated"
  header Last-Modified: Mon, 02 Jan 2023 03:04:05 GMT
  header Content-Type: application/rss+xml
  body text "<rss version='2.0'><channel><title>Truncated</title><item><title>One</title><guid isPermaLink='false'>truncated-1</guid><description>Whole before the end</description></item><item><title>Tw"
route /bad/bomb
  header Content-Type: application/rss+xml
  header ETag: "bomb"
  body text "<rss version='2.0'><channel><title>Bomb</title><description>"
  body repeat " " 4MiB
  encode gzip
route /bad/double-bomb
  header Content-Type: application/rss+xml
  body repeat " " 4MiB
  encode gzip gzip
route /bad/endless
  header Content-Type: application/rss+xml
  body text "<rss version='2.0'><channel>"
  body endless "<item><title>and on</title></item>\n"
  encode chunked
route /bad/hang
  hang
route /bad/drip
  header Content-Type: application/rss+xml
  body size 1MiB
  drip 5B/s
route /bad/html
  header Content-Type: application/rss+xml
  header ETag: "html"
  body text "<!DOCTYPE html><html><head><title>Log in</title></head><body><p>Log in to read this feed.</p></body></html>"
route /bad/not-found
  status 404
route /bad/gone
  status 410
route /bad/error
  status 500
route /bad/lie
  header Content-Type: application/rss+xml
  header ETag: "lie"
  length 99999
  body text "<rss version='2.0'><channel><title>Lie</title></channel></rss>"
route /bad/negative
  length -5
  body text "<rss version='2.0'><channel><title>N</title></channel></rss>"
route /bad/nothing
  header ETag: "nothing"
  body text ""
route /bad/reset
  body size 100KiB
  reset after 100
route /bad/raw
  raw "\x00\x01\x02 this is no HTTP\r\n\r\n"
route /bad/headers
  raw "HTTP/1.1 200 OK\r\n"
  raw repeat "X-Filler: 0123456789012345678901234567890123456789\r\n" 20000
  raw "\r\nx"
route /bad/continue
  raw repeat "HTTP/1.1 100 Continue\r\n\r\n" 50000
route /bad/trailers
  raw "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"
  raw repeat "X-Filler: 0123456789012345678901234567890123456789\r\n" 100000
route /bad/not-gzip
  header Content-Encoding: gzip
  body text "neither gzip nor a document"
route /good/etag
  header Content-Type: application/rss+xml
  when 1
    header ETag: "good"
    revalidate
    body text "<rss version='2.0'><channel><title>E</title><item><title>A</title><guid isPermaLink='false'>a</guid><description>Said A</description></item></channel></rss>"
  when 2
    header ETag: "worse"
    body text "<rss version='2.0'><channel><title>E</title><item><title>B</title><guid isPermaLink='false'>b</guid><description>Said B</description></item><item><ti"
  when 3+
    header ETag: "good"
    revalidate
    body text "<rss version='2.0'><channel><title>E</title></channel></rss>"
# Not compressed, because the compression ratio of these files would be refused.
route /feeds/*
  pass
  encode identity
route /pages/*
  pass
  encode identity
route /hostile-pages.xml
  header Content-Type: application/rss+xml
  body file hostile-pages.xml
END_OF_SCENARIO
{
	echo '<rss version="2.0"><channel><title>Hostile pages</title>'
	while read -r name; do
		echo "<item><title>A hostile page</title>" \
			"<guid isPermaLink=\"false\">$name</guid>" \
			"<link>/pages/$name.html</link>" \
			"<description>Said of $name.</description></item>"
	done <"$WORK/pages"
	echo '</channel></rss>'
} >"$WORK/hostile-pages.xml"

start_origin --root "$WORK/root" --scenario "$WORK/scenario" \
	--generate 10x10 --hosts 2
bad=$(sed -n 's|^route /bad/||p' "$WORK/scenario" |
	grep -Ev '^(loop2|far[0-9]+)$')
set --
for name in $bad; do
	set -- "$@" "$ORIGIN/bad/$name"
done
good=$(origin_get /_origin/feeds)

outcome() { # PATH: prints the outcome of the last poll of that feed
	sql "SELECT outcome FROM poll p JOIN feed f ON f.id = p.feed_id
	WHERE f.url = '$ORIGIN$1' ORDER BY p.id DESC LIMIT 1"
}
feed_column() { # PATH COLUMNS
	sql "SELECT $2 FROM feed WHERE url = '$ORIGIN$1'"
}
# Runs the daemon; writes the peak memory of its largest process in KiB.
gleanerd_measured() {
	python3 - "$BUILD/gleanerd" -c "$CONFIG" --once <<'END' \
		>"$WORK/gleanerd.out" 2>&1
import os, resource, subprocess, sys
p = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(p.pid, 0)
with open(os.environ["WORK"] + "/peak", "w") as f:
    f.write(str(usage.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status) & 0xff)
END
}

# ----------------------------------------------------------------- servers
# shellcheck disable=SC2086
write_config $good "$ORIGIN/good/etag" "$@"
began=$(date +%s)
gleanerd_measured
is "$?" 1 'a harvest with failing feeds ends with 1'
# Feeds on 127.0.0.1 share 8 connections. A hung feed occupies a connection for
# $TIMEOUT s.
cmp_ok $(($(date +%s) - began)) -le $((20 * TIMEOUT)) 'the harvest ends in time'
case $(is_sanitized) in
yes) skip 'memory' 'under sanitizers' ;;
*) cmp_ok "$(cat "$WORK/peak")" -lt 131072 \
	'S11: no process needs more than 128 MiB' ;;
esac
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'
	AND url LIKE '%/article/%'")" 100 \
		'all articles of the valid feeds are done'
is "$(sql "SELECT count(*) FROM feed WHERE url LIKE '%/feed/%'
	AND failures = 0 AND etag IS NOT NULL")" 10 'no valid feed failed'

for pair in loop:redirects far:redirects file:forbidden gopher:forbidden \
	bomb:too-large double-bomb:too-large endless:too-large hang:timeout \
	drip:timeout html:not-a-feed; do
	is "$(outcome "/bad/${pair%:*}")" "${pair#*:}" "${pair%:*}: ${pair#*:}"
done
like "$(outcome /bad/cut)" '^(truncated|incomplete)$' \
	'the outcome of an aborted transfer is truncated or incomplete'
like "$(outcome /bad/truncated)" '^(truncated|incomplete)$' \
	'the outcome of an incomplete document is truncated or incomplete'
like "$(outcome /bad/lie)" '^(truncated|incomplete)$' \
	'the outcome of a wrong Content-Length is truncated or incomplete'
is "$(sql "SELECT url, outcome FROM poll p JOIN feed f ON f.id = p.feed_id
	WHERE url LIKE '%/bad/%' AND outcome IN ('ok', 'unchanged')")" '' \
	'S45: no hostile feed has a successful outcome'
is "$(sql "SELECT url FROM feed WHERE url LIKE '%/bad/%' AND etag IS NOT NULL
	OR url LIKE '%/bad/%' AND last_modified IS NOT NULL")" '' \
	'S14: no validator of a hostile feed is stored'
is "$(sql "SELECT url FROM feed WHERE url LIKE '%/bad/%' AND failures = 0
	AND status = 'active'")" '' 'each hostile feed is counted as failing'
is "$(feed_column /bad/gone status)" gone 'a feed with 410 is gone'
is "$(sql "SELECT count(*) FROM feed WHERE url LIKE '%/bad/%'
	AND url NOT LIKE '%/gone' AND status <> 'active'")" 0 \
	'no other hostile feed is gone'
is "$(sql "SELECT count(*) FROM feed WHERE url LIKE '%/bad/%'
	AND coalesce(next_poll_at, 0) <= last_poll_at")" 0 \
		'each hostile feed has a next poll'
is "$(sql "SELECT count(*) FROM article WHERE body LIKE 'Whole before the %'")" \
	2 'the complete items of a truncated feed are stored'
is "$(sql "SELECT count(*) FROM poll p JOIN feed f ON f.id = p.feed_id
	WHERE url LIKE '%/bad/%' AND (why IS NULL OR why = '')")" 0 \
	'every failure has a reason'
is "$(origin_count "path=/bad/far$far")" 0 \
	'a chain of redirects is not followed to its end'

# Stored validators are kept if the next document is incomplete.
make_due
gleanerd_once >/dev/null
is "$(feed_column /good/etag etag)" '"good"' \
	'a truncated document does not replace the validators'
is "$(sql "SELECT count(*) FROM entry WHERE guid = 'b'")" 1 \
	'the complete items of the truncated document are stored'
make_due
gleanerd_once >/dev/null
is "$(origin_get '/_origin/log?path=/good/etag' | tail -n 1 |
	grep -c '"If-None-Match":"\\"good\\""')" 1 \
		'the stored validators are sent again'
is "$(origin_count 'path=/bad/truncated&header=If-None-Match')" 0 \
	'a feed that was always truncated gets no ETag'
is "$(origin_count 'path=/bad/truncated&header=If-Modified-Since')" 0 \
	'a feed that was always truncated gets no date'

# ------------------------------------------------------------------- feeds
new_database
set --
while read -r name; do
	set -- "$@" "$ORIGIN/feeds/$name.xml"
done <"$WORK/feeds"
FETCH='{ parallel: 256, timeout: 20s, feed_bytes: 32MiB }'
# shellcheck disable=SC2086
write_config $good "$@"
gleanerd_measured
is "$?" 1 'a harvest with hostile feeds ends with 1'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'
	AND url LIKE '%/article/%'")" 100 \
		'the articles of the valid feeds are done'
is "$(sql 'SELECT count(*) FROM poll')" "$(sql 'SELECT count(*) FROM feed')" \
	'each feed has one poll'
is "$(sql "SELECT count(*) FROM poll WHERE outcome = ''")" 0 \
	'each poll has an outcome'
is "$(sql "SELECT count(*) FROM article WHERE coalesce(title, '') ||
	coalesce(body, '') LIKE '%root:%'")" 0 'S26: no local file was read'
is "$(origin_count 'path=*evil*')" 0 'no external entity was requested'
is "$(sql "SELECT max(n) <= 10000 FROM (SELECT count(*) AS n FROM entry
	GROUP BY feed_id) AS x")" 1 'S43: the number of entries of a feed is limited'
for name in billion-laughs quadratic-entities external-entity external-dtd \
	deep-between giant-text giant-cdata many-categories utf16 \
	nul-and-controls bad-utf8-feed bare-ampersands junk-around; do
	is "$(sql "SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
		WHERE f.url = '$ORIGIN/feeds/$name.xml' AND e.guid = 'g2'")" 1 \
		"$name: the item after the hostile one is read"
done
is "$(sql "SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE f.url = '$ORIGIN/feeds/same-guid.xml'")" 5 \
	'five items with one guid become five entries'
is "$(sql "SELECT count(*) FROM article WHERE url NOT LIKE 'http://%'")" 0 \
	'article URLs have the scheme http'
is "$(sql "SELECT count(*) FROM entry WHERE length(title) > 4096")" 0 \
	'S29: the length of titles is limited'
# PostgreSQL stores no text that is not UTF-8.
is_postgres || is "$(python3 - "$DB" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.text_factory = bytes
bad = 0
for row in db.execute("""SELECT title, body, lead FROM article UNION ALL
                         SELECT title, summary, link FROM entry"""):
    for text in row:
        try:
            (text or b"").decode("utf-8")
        except UnicodeDecodeError:
            bad += 1
print(bad)
END
)" 0 'S30: all stored text is UTF-8'
is "$(sql "SELECT count(*) FROM article WHERE status IN ('queued')")" 0 \
	'no article stays queued'

# ------------------------------------------------------------------- pages
new_database
FETCH='{ parallel: 256, timeout: 20s, page_bytes: 10MiB }'
# shellcheck disable=SC2086
write_config $good "$ORIGIN/hostile-pages.xml"
began=$(date +%s)
gleanerd_measured
is "$?" 0 'a harvest with hostile pages ends with 0'
diag "it took $(($(date +%s) - began)) s, $(cat "$WORK/peak") KiB"
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'
	AND url LIKE '%/article/%'")" 100 \
		'the articles of the valid feeds are done'
n_pages=$(wc -l <"$WORK/pages" | tr -d ' ')
is "$(sql "SELECT count(*) FROM article WHERE url LIKE '%/pages/%'")" \
	"$n_pages" 'each hostile page becomes an article'
is "$(sql "SELECT url, status, status_why FROM article
	WHERE status NOT IN ('done', 'feed_only')")" '' \
	'each article has the text of the page or of the feed'
is "$(sql "SELECT url FROM article WHERE body IS NULL OR body = ''")" '' \
	'each article has a text'
# Pages that contain a story besides their hostile part.
is "$(sql "SELECT url FROM article WHERE url LIKE '%/pages/%'
	AND (url LIKE '%/many-links.%' OR url LIKE '%/comments.%'
	OR url LIKE '%/unclosed-script.%' OR url LIKE '%/jsonld-wrong.%'
	OR url LIKE '%/script-everywhere.%' OR url LIKE '%/nul-bytes.%'
	OR url LIKE '%/base-and-refresh.%' OR url LIKE '%/unclosed-bold.%')
	AND word_count < 200
	AND coalesce(status_why, '') NOT LIKE 'the same as article %'
	")" '' 'the story is extracted from pages with hostile parts'
is "$(sql "SELECT url FROM article WHERE lower(body_html) LIKE '%<script%'
	OR lower(body_html) LIKE '%javascript:%'
	OR lower(body_html) LIKE '% onclick%' OR lower(body_html) LIKE '% onerror%'
	OR lower(body_html) LIKE '%\"data:%'")" '' \
		'S47: body_html contains no scripts'
is "$(sql "SELECT count(*) FROM media WHERE url NOT LIKE 'http%'")" 0 \
	'images have the scheme http'
printf '%s\n' "$(sql "SELECT body FROM article")" >"$WORK/bodies"
is "$(LC_ALL=C tr -d '\n\t\040-\377' <"$WORK/bodies" | wc -c | tr -d ' ')" 0 \
	'no control character is stored'
is "$(origin_count 'address=127.0.0.2&path=/')" 0 \
	'no request is redirected by a page'
ok 'no process is left' wait_for -t 5 no_gleanerd_left
is "$(check_database)" ok 'the database has no fault'

# --------------------------------------- a thousand hung feeds, ten good ones
new_database
FETCH="{ parallel: 256, timeout: $(paced 5)s }"
set --
n=0
while [ "$n" -lt 1000 ]; do
	n=$((n + 1))
	set -- "$@" "http://127.0.$((1 + n / 250)).$((1 + n % 250)):$ORIGIN_PORT/hang/$n.xml"
done
printf 'route /hang/*\n  hang\n' | origin_scenario
origin_get /_origin/forget-log >/dev/null
# shellcheck disable=SC2086
write_config "$@" $good
start_gleanerd --once
ok 'S19: valid feeds are done beside a thousand hung servers' wait_for -t 60 \
	tap_sql_is "SELECT count(*) FROM article WHERE status = 'done'" 100
wait_gleanerd
is "$DAEMON_STATUS" 1 'the harvest ends with 1'
is "$(sql "SELECT count(*) FROM poll WHERE outcome = 'timeout'")" 1000 \
	'the thousand hung feeds have the outcome timeout'
done_testing
