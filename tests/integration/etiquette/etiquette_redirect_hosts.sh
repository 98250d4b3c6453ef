#!/bin/sh
# Etiquette E15, E22, E31, E35, E39, E41, E53 for redirects to another host:
# budget, pause and robots.txt of the target host apply.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
outcomes() { # sorted by URL
	sql "SELECT group_concat(coalesce(last_outcome, '-'), ' ') FROM
		(SELECT last_outcome FROM feed ORDER BY url) AS x"
}
host() { # N [PATH]
	echo "http://127.0.0.$1:$ORIGIN_PORT${2:-}"
}

# ----------------------------------------------- E15, E22: the host that pauses
# Public names that the proxy resolves.
{
	echo 'route /one.xml'
	echo '  redirect 302 http://b.example.net/told.xml'
	echo 'route /two.xml'
	echo '  redirect 302 http://c.example.net/good.xml'
	echo 'route /told.xml'
	echo '  status 429'
	echo '  header Retry-After: 7200'
	echo 'route /good.xml'
	feed_body 1
	echo 'route /own.xml'
	feed_body 1
	echo 'route /items.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo '<rss version="2.0"><channel><title>Links</title>'
	echo '<link>http://links.example.com/</link><item><guid>l</guid>'
	echo '<link>http://links.example.com/l</link><title>L</title></item>'
	echo '</channel></rss>'
	echo 'FEED'
	echo 'route /l'
	echo '  redirect 302 http://d.example.net/page.html'
	echo 'route /page.html'
	echo '  header Content-Type: text/html'
	echo '  body text "<html><body><p>A page.</p></body></html>"'
} | origin_scenario
tap_fetch=$FETCH tap_host=$HOST
FETCH="{ parallel: 256, timeout: 10s, proxy: '$ORIGIN' }"
HOST='{ connections: 1, gap: 0s, robots: false }'
write_config http://a.example.org/one.xml
gleanerd_once >/dev/null
is "$(sql 'SELECT host FROM host WHERE pause_until_at > unixepoch() + 7000')" \
	example.net 'E15: a 429 after a redirect pauses the target host'
between "$(wait_s /one.xml)" 7200 7920 'E15: the redirected feed waits'
write_config http://a.example.org/one.xml http://a.example.org/own.xml \
	http://a.example.org/two.xml http://links.example.com/items.xml
gleanerd_once >/dev/null
is "$(origin_count 'path=/two.xml')|$(origin_count 'path=/good.xml')" '1|0' \
	'E22: another redirect to the paused host is not followed'
is "$(feed_sql /two.xml 'last_outcome, failures')" 'postponed|0' \
	'E22: a postponed redirect is not a failure of the feed'
is "$(feed_sql /two.xml last_why)" \
	'its target example.net asked for a pause' \
	'E22: last_why names the paused host'
between "$(wait_s /two.xml)" 7100 7920 \
	'E22: the postponed feed waits until the end of the pause'
is "$(feed_sql /own.xml last_outcome)" ok \
	'E15: the host that redirected is not paused'
is "$(origin_count 'path=/l')|$(origin_count 'path=/page.html')" '1|0' \
	'E22: a redirect of a page to the paused host is not followed'
between "$(sql 'SELECT retry_at - unixepoch() FROM article')" 7000 7920 \
	'E22: the page is pending until the end of the pause'
gleanerd_once >/dev/null
is "$(origin_count 'path=/good.xml')|$(origin_count 'path=/page.html')" '0|0' \
	'E15: the pause applies after a restart'

# On a host listed in multi_tenant only the feed with the 429 waits, also after
# a redirect.
HOST='{ connections: 1, gap: 0s, robots: false, multi_tenant: [example.net] }'
new_database
write_config http://a.example.org/one.xml
gleanerd_once >/dev/null
write_config http://a.example.org/one.xml http://a.example.org/two.xml
gleanerd_once >/dev/null
is "$(outcomes)" 'http-error ok' \
	'E23: a target host listed in multi_tenant is not paused'
between "$(wait_s /one.xml)" 7200 7920 \
	'E23: on such a host only the feed with the 429 waits'

# A pause that begins while redirects wait for the host.
origin_get /_origin/reset >/dev/null
{
	for n in 1 2 3 4; do
		echo "route /w$n.xml"
		echo "  redirect 302 http://b.example.net/t$n.xml"
		echo "route /t$n.xml"
		echo '  status 503'
		echo '  header Retry-After: 7200'
	done
} | origin_scenario
HOST='{ connections: 1, gap: 1s, robots: false }'
new_database
write_config http://a.example.org/w1.xml http://b.example.com/w2.xml \
	http://c.example.info/w3.xml http://d.example.edu/w4.xml
gleanerd_once >/dev/null
is "$(origin_count 'path=/t*')" 1 \
	'E22: redirects that wait when a pause begins are postponed'
is "$(outcomes | tr ' ' '\n' | sort | uniq -c | tr -s ' \n' ' ')" \
	' 1 http-error 3 postponed ' 'E22: the outcome of postponed polls is postponed'
# A redirect within one host, after a response on another connection has started
# a pause.
origin_get /_origin/reset >/dev/null
{
	echo 'route /s1.xml'
	echo '  delay 1500ms'
	echo '  redirect 302 /s3.xml'
	echo 'route /s2.xml'
	echo '  delay 500ms'
	echo '  status 429'
	echo '  header Retry-After: 7200'
	echo 'route /s3.xml'
	feed_body 1
} | origin_scenario
HOST='{ connections: 2, gap: 0s, robots: false }'
new_database
write_config http://b.example.net/s1.xml http://b.example.net/s2.xml
gleanerd_once >/dev/null
is "$(origin_count 'path=/s1.xml')|$(origin_count 'path=/s3.xml')" '1|0' \
	'E15: a redirect within a paused host is not followed'
is "$(outcomes)" 'postponed http-error' 'E15: the outcome of this poll is postponed'
FETCH=$tap_fetch

# ------------------------------------------------------- E35: one budget
origin_get /_origin/reset >/dev/null
new_database
set --
{
	for n in 1 2 3 4 5 6; do
		echo "route /b$n.xml"
		echo "  redirect 301 $(host 20 "/to/$n.xml")"
		echo "route /to/$n.xml"
		feed_body 1
	done
} | origin_scenario
for n in 1 2 3 4 5 6; do
	set -- "$@" "$(host "$n" "/b$n.xml")"
done
GAP=$(paced 200)
HOST="{ connections: 1, gap: ${GAP}ms, allow_private: true, robots: false }"
write_config "$@"
gleanerd_once >/dev/null
is "$(outcomes)" 'ok ok ok ok ok ok' \
	'E35: six feeds that redirect to one host are read'
is "$(origin_get '/_origin/log?path=/to/*' | python3 -c '
import json, sys
times = sorted((l["ms"], l["ms"] + l["took_ms"])
    for l in map(json.loads, sys.stdin))
print(len(times), sum(b - a < int(sys.argv[1]) for (a, _), (b, _) in zip(times, times[1:])),
    sum(b < e for (_, e), (b, _) in zip(times, times[1:])))' $((GAP / 2)))" '6 0 0' \
	'E35: these requests share one budget: one at a time, with the gap'
# The six gaps last twice as long as the timeout, so the waiting time does not
# count towards the timeout.
cmp_ok "$(sql 'SELECT max(ms) FROM poll')" -lt $((GAP * 7 / 2)) \
	'E35: waiting does not count as time of the transfer'

# The gap applies between a redirect and its target on the same host, too.
origin_get /_origin/reset >/dev/null
new_database
{
	echo 'route /same.xml'
	echo '  redirect 302 /between.xml'
	echo 'route /between.xml'
	echo '  redirect 302 /target.xml'
	echo 'route /target.xml'
	feed_body 1
} | origin_scenario
HOST='{ connections: 4, gap: 1s, allow_private: true, robots: false }'
write_config "$ORIGIN/same.xml"
gleanerd_once >/dev/null
is "$(outcomes)" ok 'E35: a feed that redirects within its host is read'
is "$(origin_get '/_origin/log?path=/*.xml' | python3 -c '
import json, sys
ms = sorted(json.loads(line)["ms"] for line in sys.stdin)
print(len(ms), sum(b - a < 950 for a, b in zip(ms, ms[1:])))')" '3 0' \
	'E35: redirects within a host wait for its gap'

# robots.txt, the page and their redirects share the gap.
origin_get /_origin/reset >/dev/null
new_database
{
	echo 'route /robots.txt'
	echo '  redirect 301 /moved/robots.txt'
	echo 'route /moved/robots.txt'
	echo '  body text "User-agent: *"'
	echo 'route /page'
	echo '  redirect 301 /page/'
	echo 'route /page/'
	echo '  header Content-Type: text/html'
	echo '  body text "<html><body><p>A page.</p></body></html>"'
	echo 'route /page.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo '<rss version="2.0"><channel><title>P</title><item><guid>p</guid>'
	echo "<link>$ORIGIN/page</link><title>P</title></item></channel></rss>"
	echo 'FEED'
} | origin_scenario
HOST='{ connections: 4, gap: 1s, allow_private: true, robots: true }'
write_config "$ORIGIN/page.xml"
gleanerd_once >/dev/null
is "$(origin_get /_origin/log | python3 -c '
import json, sys
lines = sorted(map(json.loads, sys.stdin), key=lambda line: line["ms"])
ms = [line["ms"] for line in lines]
print(*[line["path"] for line in lines],
      sum(b - a < 950 for a, b in zip(ms, ms[1:])))')" \
	'/page.xml /robots.txt /moved/robots.txt /page /page/ 0' \
	'E35: redirects of robots.txt and of the page wait for the gap, too'

# ------------------------------------------- E53: Retry-After of a redirect
origin_get /_origin/reset >/dev/null
new_database
{
	echo 'route /slowly.xml'
	echo '  redirect 302 /soon.xml'
	echo '  header Retry-After: 2'
	echo 'route /soon.xml'
	feed_body 1
} | origin_scenario
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: false }'
write_config "$ORIGIN/slowly.xml"
gleanerd_once >/dev/null
is "$(outcomes)" ok \
	'E53: a feed that redirects with Retry-After is read in the same poll'
is "$(origin_get '/_origin/log?path=/*.xml' | python3 -c '
import json, sys
ms = sorted(json.loads(line)["ms"] for line in sys.stdin)
print(len(ms), ms[-1] - ms[0] >= 1950)')" '2 True' \
	'E53: the target is requested after Retry-After'

# The Crawl-delay counts from the request for the target of a redirect that did
# not wait for a gap.
origin_get /_origin/reset >/dev/null
new_database
{
	echo 'route /robots.txt'
	echo '  redirect 302 /rules.txt'
	echo '  header Retry-After: 2'
	echo 'route /rules.txt'
	printf '  body text "User-agent: *\\nCrawl-delay: 2\\n"\n'
	echo 'route /page'
	echo '  header Content-Type: text/html'
	echo '  body text "<html><body><p>A page.</p></body></html>"'
	echo 'route /page.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo '<rss version="2.0"><channel><title>P</title><item><guid>p</guid>'
	echo "<link>$(host 34 /page)</link><title>P</title></item></channel></rss>"
	echo 'FEED'
} | origin_scenario
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: true }'
write_config "$(host 35 /page.xml)"
gleanerd_once >/dev/null
is "$(origin_get '/_origin/log?address=127.0.0.34' | python3 -c '
import json, sys
at = {line["path"]: line["ms"] for line in map(json.loads, sys.stdin)}
print(at["/page"] - at["/rules.txt"] >= 1950)')" True \
	'E41: Crawl-delay counts from the last redirected request'

# ------------------------------------------------- E39: robots.txt of the
# target
origin_get /_origin/reset >/dev/null
new_database
{
	echo 'route /links.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo "<rss version=\"2.0\"><channel><title>L</title><link>$(host 1 /)</link>"
	for n in 1 2 3 4; do
		echo "<item><guid>$n</guid><link>$(host 1 "/l$n")</link>"
		echo "<title>Link $n</title></item>"
	done
	echo '</channel></rss>'
	echo 'FEED'
	echo 'route /l1'
	echo "  redirect 302 $(host 30 /open/1.html)"
	echo 'route /l2'
	echo "  redirect 302 $(host 30 /shut/2.html)"
	echo 'route /l3'
	echo '  redirect 302 /inside/3.html'
	echo 'route /l4'
	echo "  redirect 302 $(host 31 /open/4.html)"
	for page in open/1 shut/2 inside/3 open/4; do
		echo "route /$page.html"
		echo '  header Content-Type: text/html'
		echo '  body text "<html><body><p>A page of words.</p></body></html>"'
	done
	echo 'route //127.0.0.1/robots.txt'
	printf '  body text "User-agent: *\\nDisallow: /inside/\\n"\n'
	echo 'route //127.0.0.30/robots.txt'
	printf '  body text "User-agent: *\\nDisallow: /shut/\\n"\n'
	echo 'route //127.0.0.31/robots.txt'
	echo '  status 503'
} | origin_scenario
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: true }'
write_config "$(host 1 /links.xml)"
gleanerd_once >/dev/null
is "$(origin_count 'path=/open/1.html')" 1 \
	'E39: a redirect that robots.txt allows is followed'
is "$(origin_count 'path=/shut/*')|$(origin_count 'path=/inside/*')" '0|0' \
	'E39: a disallowed redirect to any host is not followed'
is "$(sql "SELECT group_concat(status || ' ' || status_why, '; ')
	FROM (SELECT * FROM article ORDER BY url) AS x
	WHERE url LIKE '%/l2' OR url LIKE '%/l3'")" \
	"$(printf '%s; %s' 'feed_only disallowed: robots.txt disallows it' \
		'feed_only disallowed: robots.txt disallows it')" \
	'E39: the article keeps the text of its feed and the reason'
is "$(origin_count 'path=/open/4.html')|$(sql "SELECT status FROM article
	WHERE url LIKE '%/l4'")" '0|failed' \
	'E40: if robots.txt cannot be fetched, the page is tried later'
is "$(origin_count 'path=/robots.txt&address=127.0.0.30')" 1 \
	'E39: robots.txt of the target is requested once'

# A 429 for robots.txt pauses all redirects to that host.
origin_get /_origin/reset >/dev/null
new_database
{
	for n in 1 2 3; do
		echo "route /links$n.xml"
		echo '  header Content-Type: application/rss+xml'
		echo '  body text <<FEED'
		echo "<rss version=\"2.0\"><channel><title>L</title><link>$(host 1 /)</link>"
		echo "<item><guid>$n</guid><link>$(host 1 "/r$n")</link>"
		echo "<title>Link $n</title></item></channel></rss>"
		echo 'FEED'
		echo "route /r$n"
		echo "  redirect 302 $(host 32 "/open/$n.html")"
	done
	echo 'route //127.0.0.32/robots.txt'
	echo '  status 429'
	echo '  header Retry-After: 7200'
} | origin_scenario
for n in 1 2 3; do # 2 after a restart, 3 after ten minutes
	[ $n -lt 3 ] || sql 'UPDATE robots SET expires_at = unixepoch()'
	write_config "$(host 1 "/links$n.xml")"
	gleanerd_once >/dev/null
	between "$(sql "SELECT retry_at - unixepoch() FROM article
		WHERE url LIKE '%/r$n'")" 7000 7920 \
		"E15: a page waits if robots.txt asks for a pause, $n"
done
is "$(origin_count 'address=127.0.0.32')" 1 \
	'E15: robots.txt is not requested again during the pause'

# A redirect counts as an answer of its host, even if it may not be followed.
origin_get /_origin/reset >/dev/null
new_database
{
	echo 'route /links.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo "<rss version=\"2.0\"><channel><title>L</title><link>$(host 1 /)</link>"
	echo "<item><guid>1</guid><link>$(host 33 /l1)</link>"
	echo '<title>Link</title></item></channel></rss>'
	echo 'FEED'
	echo 'route /l1'
	echo '  redirect 302 /shut/1.html'
	echo 'route //127.0.0.33/robots.txt'
	printf '  body text "User-agent: *\\nDisallow: /shut/\\n"\n'
} | origin_scenario
write_config "$(host 1 /links.xml)"
gleanerd_once >/dev/null
sql "INSERT INTO host (host, pause_until_at, failures)
	VALUES ('127.0.0.33:$ORIGIN_PORT', 1, 3);
	UPDATE article SET status = 'failed', retry_at = 0"
gleanerd_once >/dev/null
is "$(origin_count 'path=/l1')|$(sql 'SELECT failures FROM host')" '2|' \
	'E18: a redirect resets the number of failures of its host'

# ------------------------------------------------------------- the daemon's end
origin_get /_origin/reset >/dev/null
new_database
for n in 1 2 3 4 5 6 7 8; do
	echo "route /b$n.xml"
	echo "  redirect 302 $(host 20 "/to/$n.xml")"
	echo "route /to/$n.xml"
	feed_body 1
done | origin_scenario
set --
for n in 1 2 3 4 5 6 7 8; do
	set -- "$@" "$(host "$n" "/b$n.xml")"
done
HOST='{ connections: 1, gap: 60s, allow_private: true, robots: false }'
write_config "$@"
all_asked() {
	[ "$(origin_count 'path=/b*')" -eq 8 ]
}
start_gleanerd
# With leases, the first request to a host waits for the gap of 60 s.
ok 'one redirected feed was read' wait_for -t 90 tap_sql_is \
	"SELECT count(*) FROM feed WHERE last_outcome = 'ok'" 1
ok 'the other redirects wait for the host' wait_for all_asked
begun=$(date +%s)
stop_gleanerd
is "$DAEMON_STATUS" 0 'waiting redirects do not delay the end of the daemon'
cmp_ok $(($(date +%s) - begun)) -le "$(paced 5)" 'the daemon ends at once'
is "$(sql 'SELECT count(*) FROM poll')|$(sql 'SELECT sum(failures) FROM feed')" \
	'1|0' 'the waiting feeds were not polled and remain due'
done_testing
