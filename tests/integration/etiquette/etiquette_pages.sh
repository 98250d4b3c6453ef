#!/bin/sh
# Etiquette E17, E39 to E42 and E47 to E50: article pages, their robots.txt, and
# invalid responses.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin --generate 5x4 --hosts 5
PORT=$ORIGIN_PORT
host() { echo "http://127.0.0.$1:$PORT"; }
# became HOST: prints each status of the articles of that host with their
# number.
became() { # HOST
	sql "SELECT group_concat(line, ' ') FROM (SELECT status || '=' ||
		count(*) AS line FROM article
		WHERE url LIKE 'http://127.0.0.$1:%' GROUP BY status
		ORDER BY status) AS x"
}
pages() { # HOST
	origin_count "path=/article/*&address=127.0.0.$1"
}
whys() { # HOST
	sql "SELECT DISTINCT status_why FROM article
		WHERE url LIKE 'http://127.0.0.$1:%' AND status_why IS NOT NULL"
}

# ------------------------------------------------------------- E39 to E41
# --hosts assigns feed 1 to 127.0.0.2, feed 2 to 127.0.0.3 and so on.
origin_get /_origin/feeds >"$WORK/feeds"
feed_host() { sed -n "s,http://127\.0\.0\.\([0-9]*\):.*/feed/$1\.xml,\1,p" \
	"$WORK/feeds"; }
one=$(feed_host 1) two=$(feed_host 2) three=$(feed_host 3)
four=$(feed_host 4) five=$(feed_host 5)
{
	echo "route //127.0.0.$one/robots.txt"
	echo '  body text <<END'
	echo 'User-agent: *'
	echo 'Disallow: /article/1/1.html'
	echo 'Disallow: /feed/'
	echo 'END'
	echo "route //127.0.0.$two/robots.txt"
	echo '  status 404'
	echo "route //127.0.0.$three/robots.txt"
	echo '  status 503'
	echo "route //127.0.0.$four/robots.txt"
	echo '  redirect 301 /r1'
	for n in 1 2 3; do
		echo "route //127.0.0.$four/r$n"
		echo "  redirect 302 /r$((n + 1))"
	done
	echo "route //127.0.0.$four/r4"
	echo '  redirect 302 /robots-at-last.txt'
	echo "route //127.0.0.$four/robots-at-last.txt"
	printf '  body text "\357\273\277User-agent: nobody\\r\\nDisallow: /\\r\\n'
	printf '\\r\\nUser-Agent: Gleaner\\r\\nCrawl-delay: 1\\r\\n'
	printf 'Allow: /article/4/2.html\\r\\nDisallow: /*/4/*.html$\\r\\n'
	printf 'Allow: /article/4/3\\r\\n"\n'
	echo '  body repeat "# a comment line\\n" 40000'
	echo '  body text "User-agent: gleaner\\nDisallow: /article/4/2.html\\n"'
	echo "route //127.0.0.$five/robots.txt"
	echo '  hang'
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
FETCH="{ parallel: 64, timeout: $(paced 2)s }"
# shellcheck disable=SC2046
write_config $(cat "$WORK/feeds")
gleanerd_once >/dev/null
is "$(origin_count "path=/feed/*&address=127.0.0.$one")" 1 \
	'E39: robots.txt is not asked for a subscribed feed'
is "$(became "$one")|$(pages "$one")" 'done=3 feed_only=1|3' \
	'E39: a disallowed page is not fetched'
like "$(whys "$one")" 'robots\.txt' \
	'E39: status_why of the article names robots.txt'
is "$(sql "SELECT body <> '' FROM article WHERE status = 'feed_only'
	AND url LIKE '%/article/1/1.html'")" 1 \
		"E39: the text of the feed is stored"
is "$(became "$two")" 'done=4' 'E40: robots.txt with 404 allows everything'
is "$(became "$three")|$(pages "$three")" 'failed=4|0' \
	'E40: robots.txt with 503 allows nothing for now'
is "$(became "$five")|$(pages "$five")" 'failed=4|0' \
	'E40: robots.txt without a response allows nothing for now'
is "$(sql "SELECT max(tries), min(retry_at) >= (SELECT min(expires_at)
	FROM robots WHERE disallow_all) FROM article
	WHERE status = 'failed'")" '0|1' \
	'E40: such a wait is not a try, and ends with the next robots.txt'
is "$(became "$four")" 'done=2 feed_only=2' \
	'E41: five redirects, a BOM, CRLF and wildcards are handled'
is "$(sql "SELECT group_concat(substr(url, length(url) - 5, 1), ' ') FROM (SELECT url
	FROM article WHERE status = 'done'
	AND url LIKE 'http://127.0.0.$four:%' ORDER BY url) AS x")" '2 3' \
	'E41: the longest rule applies; of two of equal length, the one that allows'
between "$(origin_get "/_origin/log?path=/article/*&address=127.0.0.$four" |
	python3 -c '
import json, sys
a, b = sorted(json.loads(line)["ms"] for line in sys.stdin)
print(b - a)')" 950 "$(paced 5000)" 'E41: Crawl-delay is respected'
asked=$(origin_count 'path=/robots.txt')
origin_get "/_origin/unset?path=//127.0.0.$five/robots.txt" >/dev/null
origin_set "path=//127.0.0.$three/robots.txt&status=403"
sql "UPDATE article SET retry_at = 1 WHERE status = 'failed'"
gleanerd_once >/dev/null
is "$(origin_count 'path=/robots.txt')|$(pages "$three")" "$asked|0" \
	'E40: robots.txt is not requested again at once'
sql "UPDATE robots SET expires_at = unixepoch() - 1 WHERE disallow_all;
	UPDATE host SET pause_until_at = NULL;
	UPDATE article SET retry_at = 1 WHERE status = 'failed'"
gleanerd_once >/dev/null
is "$(became "$three")" 'done=4' 'E40: robots.txt with 403 allows everything'
is "$(became "$five")" 'done=4' \
	'E40: pending pages are fetched when robots.txt is available'
is "$(origin_count "path=/robots.txt&address=127.0.0.$two")" 1 \
	'E40: robots.txt is stored for a day, across restarts'


# Stored rules are used for one more day while robots.txt cannot be fetched.
# Then no page is allowed; after 30 days all pages are allowed.
origin_set "path=//127.0.0.$one/robots.txt&status=500&header=Retry-After:+7200"
robots_age() { # HOURS SINCE_DAYS
	sql "UPDATE robots SET expires_at = 1, read_at = unixepoch() - $1 * 3600,
		unreachable_since = unixepoch() - $2 * 86400
		WHERE origin LIKE '%127.0.0.$one:%';
		UPDATE host SET pause_until_at = NULL;
		DELETE FROM page; DELETE FROM change;
		UPDATE article SET status = 'queued', revision = 0, retry_at = NULL
		WHERE url LIKE 'http://127.0.0.$one:%'"
	before=$(pages "$one")
	gleanerd_once >/dev/null
	echo "$(became "$one")|$(($(pages "$one") - before))"
}
is "$(robots_age 30 1)" 'done=3 feed_only=1|3' \
	'E40: the rules of the day before are used while robots.txt returns 500'
is "$(robots_age 50 1)" 'failed=4|0' 'E40: older rules are not used'
between "$(sql "SELECT expires_at - unixepoch() FROM robots
	WHERE origin LIKE '%127.0.0.$one:%'")" 7000 7200 \
	'E17: Retry-After of a robots.txt that returns 500 is respected'
is "$(sql "SELECT DISTINCT tries FROM article WHERE status = 'failed'")" 0 \
	'E40: pages wait for robots.txt without a try'
robots_age 200 4 >/dev/null
is "$(sql "SELECT DISTINCT tries FROM article WHERE status = 'failed'")" 1 \
	'E40: after three days without robots.txt each wait is a try'
is "$(robots_age 800 31)" 'done=4|4' \
	'E40: after 30 days without robots.txt everything is allowed'
is "$(sql "SELECT unreachable_since IS NULL, disallow_all FROM robots
	WHERE origin LIKE '%127.0.0.$two:%'")" '1|0' \
	'E40: the rules of other hosts are unchanged'

# The rules in the missing part of a truncated robots.txt are not known.
origin_set "path=//127.0.0.$one/robots.txt&status=200&length=500"
is "$(robots_age 800 0)" 'failed=4|0' \
	'E40: a truncated robots.txt allows nothing for now'
{
	echo "route //127.0.0.$one/robots.txt"
	echo '  length 500'
} | origin_scenario
is "$(robots_age 800 0)" 'failed=4|0' \
	'E40: a robots.txt that ends before its first byte allows nothing'
{
	echo "route //127.0.0.$one/robots.txt"
	echo '  status 404'
	echo '  length 500'
} | origin_scenario
is "$(robots_age 800 0)" 'done=4|4' \
	'E40: a 404 for robots.txt without a body allows everything'

# Two sites of one registrable domain, reached through a proxy: a site without
# Crawl-delay does not cancel the delay of the other.
origin_get /_origin/reset >/dev/null
new_database
{
	echo 'route /robots.txt'
	echo '  when 1'
	printf '  body text "User-agent: *\\nCrawl-delay: 1\\n"\n'
	echo '  when 2+' # after the rules of the other site
	echo '  delay 1s'
	printf '  body text "User-agent: *\\nDisallow: /private/\\n"\n'
	for site in a b; do
		echo "route /$site.xml"
		echo '  header Content-Type: application/rss+xml'
		echo '  body text <<END'
		echo '<rss version="2.0"><channel><title>T</title>'
		for n in 1 2; do
			echo "<item><title>Item $n of $site</title>"
			echo "<link>http://$site.example.org/$site-$n.html</link></item>"
		done
		echo '</channel></rss>'
		echo 'END'
	done
} | origin_scenario
tap_fetch=$FETCH tap_host=$HOST
FETCH="{ parallel: 64, timeout: $(paced 2)s, proxy: '$ORIGIN' }"
HOST='{ connections: 1, gap: 0s }'
write_config http://a.example.org/a.xml http://b.example.org/b.xml
gleanerd_once >/dev/null
FETCH=$tap_fetch HOST=$tap_host
is "$(origin_count 'path=/robots.txt')" 2 'E41: each site has its own rules'
cmp_ok "$(origin_get '/_origin/log?path=/*.html' | python3 -c '
import json, sys
ms = sorted(json.loads(line)["ms"] for line in sys.stdin)
print(min(b - a for a, b in zip(ms, ms[1:])) if len(ms) == 4 else 0)')" -ge 950 \
	'E41: sites with a shared budget use the longest Crawl-delay'

# ------------------------------------------------------------------- E42
origin_get /_origin/reset >/dev/null
new_database
origin_scenario <<END
route /article/1/1.html
  pass
  header X-Robots-Tag: noarchive, noai
  add X-Robots-Tag: otherbot: none
  header TDM-Reservation: 1
  header TDM-Policy: https://example.org/policy.json
route /article/1/3.html
  pass
  header X-Robots-Tag: noarchive, $(printf 'max-snippet:-1, %.0s' \
	$(seq 400))noai
  header TDM-Reservation: 1
route /article/1/2.html
  status 500
  header Retry-After: 7200
END
write_config "$(sed -n 1p "$WORK/feeds")"
gleanerd_once >/dev/null
between "$(sql "SELECT retry_at - unixepoch() FROM article
	WHERE url LIKE '%/1/2.html'")" 6900 7300 \
	'E17: Retry-After of a page that failed is respected'
first=$(sed -n 's,.*/feed/\([0-9]*\)\.xml,\1,p' "$WORK/feeds" | sed -n 1p)
is "$first|$(sql "SELECT robots FROM article WHERE url LIKE '%/1/1.html'" |
	sort)" '1|TDM-Policy: https://example.org/policy.json
TDM-Reservation: 1
X-Robots-Tag: noarchive, noai
X-Robots-Tag: otherbot: none' 'E42: the usage headers of a page are recorded'
is "$(gleaner follow --consumer e42 | python3 -c '
import json, sys
print([line["usage"] for line in map(json.loads, sys.stdin)
       if line["url"].endswith("/1/1.html")][0][0])')" \
	'X-Robots-Tag: noarchive, noai' \
	'E42: the usage headers are given to consumers'
is "$(sql "SELECT robots FROM article WHERE url LIKE '%/1/3.html'" |
	cut -c1-40 | sort)" 'TDM-Reservation: 1
X-Robots-Tag: noarchive, max-snippet:-1,' \
	'E42: a long header does not displace the others'
is "$(sql "SELECT count(*) FROM article
	WHERE robots IS NULL AND status = 'done'")" 1 \
	'E42: articles without such headers have no record'

origin_scenario <<END
route /article/1/2.html
  header Content-Type: text/html
  body text <<PAGE
<!DOCTYPE html><title>A bridge is opened at last</title>
<meta name=robots content="noarchive, noai"><meta name=tdm-reservation content=1>
<script type="application/ld+json">{"@type": "NewsArticle",
"isAccessibleForFree": true}</script><h1>A bridge is opened at last</h1>
<p>After years of delays, and of many words about them, the bridge over the
river was opened on Monday by the mayor, who walked across it first.</p>
<p>Some two thousand people followed her, and by the evening the old ferry had
made its last journey, with nobody on board but the ferryman.</p>
PAGE
END
sql "UPDATE article SET status = 'queued', retry_at = NULL
	WHERE url LIKE '%/1/2.html'"
gleanerd_once >/dev/null
id=$(sql "SELECT id FROM article WHERE url LIKE '%/1/2.html'")
is "$(gleaner show --json "$id" | python3 -c '
import json, sys
print("; ".join(json.load(sys.stdin)["usage"]))')" \
	'meta robots: noarchive, noai; meta tdm-reservation: 1; isAccessibleForFree: true' \
	'E42: usage statements in the page are recorded, too'

# ------------------------------------------------------------- E47 to E49
origin_get /_origin/reset >/dev/null
new_database
{
	echo 'route /e47.xml'
	feed_body 3
	echo '  drip 1B/s'
	echo 'route /e48-length.xml'
	feed_body 3
	echo '  header ETag: "huge"'
	echo '  length 10737418240'
	echo 'route /e48-bomb.xml'
	echo '  header ETag: "bomb"'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text "<rss version=\"2.0\"><channel><title>"'
	echo '  body size 20MiB'
	echo '  encode gzip'
	echo 'route /e49-206.xml'
	echo '  status 206'
	echo '  header ETag: "part"'
	echo '  header Content-Range: bytes 0-99/1000'
	feed_body 2
	echo 'route /e49-226.xml'
	echo '  status 226'
	feed_body 2
	echo 'route /good.xml'
	feed_body 1
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
# Only one request runs at a time, so good.xml is fetched after the slow feed
# was aborted.
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: true }'
FETCH='{ parallel: 1, timeout: 60s }'
write_config "$ORIGIN/e47.xml" "$ORIGIN/good.xml"
gleanerd_once >/dev/null
is "$(feed_sql /e47.xml last_outcome)" timeout \
	'E47: a server that sends one byte per second is aborted'
cmp_ok "$(sql "SELECT ms FROM poll WHERE outcome = 'timeout'")" -lt 60000 \
	'E47: this server is aborted for its speed, before the timeout'
is "$(feed_sql /good.xml last_outcome)" ok 'E47: the next feed is then read'
write_config "$ORIGIN/e48-length.xml" "$ORIGIN/e48-bomb.xml" \
	"$ORIGIN/e49-206.xml" "$ORIGIN/e49-226.xml"
new_database
# The origin compresses the document before it sends the first byte. A document
# of 100 MiB took longer than fetch.timeout on a busy machine.
sed -i 's/^fetch:.*/fetch: { parallel: 1, timeout: 60s, feed_bytes: 1MiB }/' \
	"$CONFIG"
gleanerd_once >/dev/null
is "$(feed_sql /e48-length.xml 'last_outcome, etag IS NULL')" 'too-large|1' \
	'E48: a feed that announces ten gigabytes is refused'
is "$(feed_sql /e48-bomb.xml 'last_outcome, etag IS NULL')" 'too-large|1' \
	'E48: a feed that unpacks to twenty times the limit is refused'
is "$(sql "SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE f.url LIKE '%/e48%'")" 0 \
		'E48: no entry of a refused feed is stored'
is "$(feed_sql /e49-206.xml 'last_outcome, etag IS NULL, failures')" \
	'protocol|1|1' 'E49: a 206 to a request without Range is an error'
is "$(origin_count 'header=A-IM')$(origin_count 'header=Range')" 00 \
	'E49: no request asks for a range or a delta'

# ------------------------------------------------------------------- E50
origin_idle
origin_get /_origin/reset >/dev/null
new_database
HOST='{ connections: 1, gap: 100ms, allow_private: true, robots: true }'
FETCH='{ parallel: 64, timeout: 10s }'
write_config "$(sed -n 1p "$WORK/feeds")"
gleanerd_once >/dev/null
is "$(origin_get /_origin/log | python3 -c '
import json, sys
lines = sorted((json.loads(line) for line in sys.stdin), key=lambda r: r["ms"])
starts = [line["ms"] for line in lines]
print(len(lines), sum(b - a < 50 for a, b in zip(starts, starts[1:])))
')" '6 0' 'E50: feed, robots.txt and pages share the budget of the host'
done_testing
