#!/bin/sh
# Etiquette E11 to E26: the length of a pause that a server asks for, and the
# feeds to which the pause applies. Loopback has no public hosts, so public
# names are requested with the origin as a proxy.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
now=$(date +%s)
date_as() { date -u -d "@$((now + $1))" "+$2"; }
headers() { # PATH STATUS HEADER…
	echo "route $1"
	echo "  status $2"
	feed_body 1
	shift 2
	for line; do
		echo "  header $line"
	done
}
POLL='{ interval: 10m, min: 1m, max: 24h, adaptive: false }'

# -------------------------------------------------- E11 to E14: freshness
{
	headers /e11.xml 200 'Cache-Control: max-age=43200'
	headers /e11-404.xml 404 'Cache-Control: max-age=43200'
	headers /e11-500.xml 500 'Cache-Control: max-age=31536000'
	headers /e12.xml 200 'Cache-Control: max-age=43200' 'Age: 40000'
	headers /e12-old.xml 200 'Cache-Control: max-age=43200' 'Age: 43100'
	headers /e13.xml 200 'Expires: ${date+7200}'
	headers /e13-zero.xml 200 'Expires: 0'
	headers /e13-past.xml 200 'Expires: ${date-7200}'
	for word in no-store no-cache max-age=0; do
		headers "/e14-$word.xml" 200 "Cache-Control: $word" \
			'ETag: "e14"'
	done
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
set --
for path in e11 e11-404 e11-500 e12 e12-old e13 e13-zero e13-past \
	e14-no-store e14-no-cache e14-max-age=0; do
	set -- "$@" "$ORIGIN/$path.xml"
done
write_config "$@"
gleanerd_once >/dev/null
between "$(wait_s /e11.xml)" 43200 47520 'E11: max-age sets the interval'
between "$(wait_s /e11-404.xml)" 43200 47520 \
	'E11: max-age of an error sets the interval'
between "$(wait_s /e11-500.xml)" 86400 95040 \
	'E11: max-age of an error counts for at most a day'
between "$(wait_s /e12.xml)" 3190 3520 \
	'E12: the Age of a response is subtracted from max-age'
between "$(wait_s /e12-old.xml)" 600 660 \
	'E12: the result is at least the interval'
between "$(wait_s /e13.xml)" 7190 7920 'E13: Expires sets the interval'
between "$(wait_s /e13-zero.xml)" 600 660 \
	'E13: Expires: 0 means the configured interval'
between "$(wait_s /e13-past.xml)" 600 660 \
	'E13: an Expires in the past means the configured interval'
for word in no-store no-cache max-age=0; do
	between "$(wait_s "/e14-$word.xml")" 600 660 \
		"E14: $word means the configured interval"
done
sql 'UPDATE feed SET next_poll_at = unixepoch() + 43000 WHERE url LIKE "%e11%"'
restart
is "$(origin_count 'path=/e11.xml')" 1 \
	'E11: max-age is respected after a restart'
poll
is "$(origin_count 'path=/e14-*&header=If-None-Match')" 3 \
	'E14: such feeds are polled with their validators'

# ------------------------------------------------ E15 to E21: Retry-After
origin_get /_origin/reset >/dev/null
new_database
{
	headers /e15.xml 429 'Retry-After: 7200'
	headers /e16-fix.xml 429 'Retry-After: ${date+7200}'
	headers /e16-850.xml 429 \
		"Retry-After: $(date_as 7200 '%A, %d-%b-%y %H:%M:%S GMT')"
	headers /e16-asc.xml 429 \
		"Retry-After: $(date_as 7200 '%a %b %e %H:%M:%S %Y')"
	headers /e17.xml 503 'Retry-After: 7200'
	headers /e17-error.xml 500 'Retry-After: 7200'
	headers /e18.xml 429
	headers /e18-age.xml 503 'Cache-Control: max-age=5'
	headers /e19-503.xml 503 'Cache-Control: max-age=5400'
	headers /e19-age.xml 429 'Retry-After: 60' 'Cache-Control: max-age=5400'
	headers /e19-in.xml 429 'Retry-After: 60' 'X-RateLimit-Reset: 5400'
	headers /e19-at.xml 429 "X-RateLimit-Reset: $((now + 5400))" \
		'Cache-Control: max-age=60'
	headers /e19-two.xml 429 'Retry-After: ${date+7200}'
	echo '  add Retry-After: 60'
	headers /e20.xml 429 'Retry-After: 432000'
	headers /e21-huge.xml 429 'Retry-After: 1000000000'
	headers /e21-zero.xml 429 'Retry-After: 0'
	headers /e21-minus.xml 429 'Retry-After: -5'
	headers /e21-words.xml 429 'Retry-After: soon'
	headers /e23.xml 200
	headers /e23-one.xml 429 'Retry-After: 7200'
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
set --
for path in e15 e16-fix e16-850 e16-asc e17 e17-error e18 e18-age e19-503 \
	e19-age e19-in e19-at e19-two e20 e21-huge e21-zero e21-minus \
	e21-words; do
	set -- "$@" "$ORIGIN/$path.xml"
done
write_config "$@"
gleanerd_once >/dev/null
is "$(origin_count 'status=429')|$(origin_count 'status=503')" '14|3' \
	'E15 each feed was polled once'
between "$(wait_s /e15.xml)" 7200 7920 'E15: Retry-After is respected'
like "$(cat "$WORK/gleanerd.out")" 'e15.xml.*retry-after' \
	'E15: Retry-After is logged'
restart
is "$(origin_count 'path=/e15.xml')" 1 \
	'E15: Retry-After is respected after a restart'
for form in fix 850 asc; do
	between "$(wait_s /e16-$form.xml)" 7150 7920 \
		"E16: Retry-After as a date is respected ($form)"
done
between "$(wait_s /e17.xml)" 7200 7920 'E17: Retry-After of a 503 is respected'
is "$(feed_sql /e17.xml failures)|$(feed_sql /e15.xml failures)" '0|0' \
	'E17: a 429 or 503 does not count as a failure of the feed'
between "$(wait_s /e17-error.xml)" 7200 7920 \
	'E17: Retry-After of another error is respected'
is "$(feed_sql /e17-error.xml failures)" 1 \
	'E17: another error with Retry-After is a failure of the feed'
between "$(wait_s /e18.xml)" 900 1980 \
	'E18: a 429 without a hint waits at least 15 minutes'
between "$(wait_s /e18-age.xml)" 900 1980 \
	'E18: a short max-age does not shorten the wait'
is "$(feed_sql /e18-age.xml failures)" 1 \
	'E18: a short max-age does not reset the failures'
for form in age in at 503; do
	between "$(wait_s /e19-$form.xml)" 5350 5940 \
		"E19: the latest of several hints is used ($form)"
done
between "$(wait_s /e19-two.xml)" 7190 7920 \
	'E19: the latest of several Retry-After headers is used'
between "$(wait_s /e20.xml)" 432000 475200 \
	'E20: a Retry-After of five days is not shortened'
between "$(wait_s /e21-huge.xml)" 604800 2851200 \
	'E21: a Retry-After of 30 years is shortened'
between "$(wait_s /e21-zero.xml)" 900 1980 'E21: a Retry-After of 0 is ignored'
between "$(wait_s /e21-minus.xml)" 900 1980 \
	'E21: a negative Retry-After is ignored'
between "$(wait_s /e21-words.xml)" 900 1980 \
	'E21: a Retry-After that is not a number or date is ignored'
last=$(wait_s /e18.xml)
for _ in 1 2 3 4 5 6 7 8 9; do
	sql "UPDATE feed SET next_poll_at = iif(url LIKE '%/e18.xml', 0,
		unixepoch() + 9000); UPDATE host SET pause_until_at = NULL"
	restart
	this=$(wait_s /e18.xml)
	[ "$this" -ge "$last" ] || break
	last=$this
done
between "$last" 86400 95040 'E18: the wait without a hint doubles up to a day'

# ------------------------------------------------ E23: feeds that are paused
write_config "$ORIGIN/e23-one.xml" "$ORIGIN/e23.xml"
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: true }'
write_config "$ORIGIN/e23-one.xml" "$ORIGIN/e23.xml"
new_database
gleanerd_once >/dev/null
is "$(origin_count 'path=/e23-one.xml')|$(origin_count 'path=/e23.xml')" \
	'1|1' 'E23: on loopback, a 429 for one feed does not pause the other'
is "$(feed_sql /e23.xml last_outcome)" ok 'E23: the other feed is read'
between "$(wait_s /e23-one.xml)" 7200 7920 'E23: the feed with the 429 waits'

# Public names that the proxy resolves: two feeds of example.org, two of
# example.net.
origin_get /_origin/reset >/dev/null
{
	for host in org net; do
		headers "/$host-a-told.xml" 429 'Retry-After: 7200'
		echo "route /$host-good.xml"
		feed_body 1
	done
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
new_database
tap_fetch=$FETCH tap_host=$HOST
FETCH="{ parallel: 256, timeout: 10s, proxy: '$ORIGIN' }"
HOST='{ connections: 1, gap: 0s, multi_tenant: [Example.NET] }'
write_config http://a.example.org/org-a-told.xml http://b.example.org/org-good.xml \
	http://a.example.net/net-a-told.xml http://b.example.net/net-good.xml
gleanerd_once >/dev/null
is "$(sql "SELECT group_concat(coalesce(last_outcome, '-'), ' ') FROM
	(SELECT last_outcome FROM feed WHERE url LIKE '%example.org/%'
	ORDER BY url) AS x")" 'http-error -' \
	'E22: a 429 for one feed pauses its public host'
is "$(sql "SELECT group_concat(coalesce(last_outcome, '-'), ' ') FROM
	(SELECT last_outcome FROM feed WHERE url LIKE '%example.net/%'
	ORDER BY url) AS x")" 'http-error ok' \
	'E23: a host listed in multi_tenant is not paused'
between "$(sql "SELECT next_poll_at - last_poll_at FROM feed
	WHERE url LIKE '%example.net/net-a-told.xml'")" 7200 7920 \
	'E23: on such a host only the feed with the 429 waits'
FETCH=$tap_fetch HOST=$tap_host

# ---------------------------------------------------- E24 to E26: failures
origin_get /_origin/reset >/dev/null
new_database
{
	headers /e24.xml 403
	headers /e24-challenge.xml 403 'cf-mitigated: challenge'
	headers /e25.xml 404
	headers /e25-closed.xml 200
	echo '  reset after 0'
	headers /e26.xml 410
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
write_config "$ORIGIN/e24.xml" "$ORIGIN/e24-challenge.xml" "$ORIGIN/e25.xml" \
	"$ORIGIN/e25-closed.xml" "$ORIGIN/e26.xml"
gleanerd_once >/dev/null
is "$(feed_sql /e24-challenge.xml last_outcome)" challenge \
	'E24: a challenge is distinguished from a refusal'
cmp_ok "$(wait_s /e24-challenge.xml)" -ge 14400 \
	'E24: a challenge is not repeated before four hours'
is "$(feed_sql /e26.xml 'status, failures > 0')" 'gone|1' \
	'E26: a 410 makes the feed gone at once'
between "$(wait_s /e26.xml)" 2592000 2851200 \
	'E26: a gone feed is polled again in a month'
like "$(cat "$WORK/gleanerd.out")" 'feed-gone.*e26.xml' \
	'E26: a gone feed is logged'
restart
is "$(origin_count 'path=/e26.xml')" 1 \
	'E26: a gone feed is not polled at the next start'
cmp_ok "$(wait_s /e25-closed.xml)" -ge 600 \
	'E25: a connection that is closed after the request is a failure'
first=$(wait_s /e25.xml)
for _ in 1 2; do
	sql "UPDATE feed SET next_poll_at = 0 WHERE url NOT LIKE '%e26%'"
	restart
done
cmp_ok "$(wait_s /e24.xml)" -ge 14400 \
	'E24: a repeated 403 waits at least four hours'
cmp_ok "$(sent /e24.xml User-Agent -3 | sort -u)" = \
	"$(sent /e24.xml User-Agent)" \
	'E24: the User-Agent does not change after a 403'
cmp_ok "$(wait_s /e25.xml)" -gt "$first" 'E25: after a 404 each wait is longer'
sql 'UPDATE feed SET failures = 5000, next_poll_at = 0'
restart
between "$(wait_s /e25.xml)" 302400 665280 \
	'E25: the wait after a 404 is at most a week'
is "$(feed_sql /e25.xml 'status, failures')" 'active|5001' \
	'E25: a feed with 404 is polled for ever'
headers /e26.xml 404 | origin_scenario
sql "UPDATE feed SET failures = 1, next_poll_at = iif(url LIKE '%/e26.xml', 0,
	unixepoch() + 9000)"
restart
is "$(feed_sql /e26.xml 'status, failures')" 'gone|2' \
	'E26: a gone feed that fails in another way stays gone'
between "$(wait_s /e26.xml)" 2592000 2851200 \
	'E26: such a feed is polled again in a month'

# ------------------------------------------------ E18: a host that recovers
origin_get /_origin/reset >/dev/null
new_database
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: false }'
{
	echo 'route /items.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<END'
	echo '<rss version="2.0"><channel><title>T</title><item><title>I</title>'
	echo "<link>$ORIGIN/page.html</link></item></channel></rss>"
	echo 'END'
	echo 'route /page.html'
	echo '  status 429'
} | origin_scenario
write_config "$ORIGIN/items.xml"
gleanerd_once >/dev/null
is "$(sql 'SELECT failures, pause_until_at > unixepoch() + 890 FROM host')" \
	'1|1' 'E18: a 429 for a page pauses its host'
{
	echo 'route /page.html'
	echo '  header Content-Type: text/html'
	echo '  body text "<html><body><p>It is here.</p></body></html>"'
} | origin_scenario
sql 'UPDATE host SET pause_until_at = 1; UPDATE article SET retry_at = 1'
gleanerd_once >/dev/null
is "$(origin_count 'path=/page.html')|$(sql 'SELECT count(*) FROM host')" \
	'2|0' 'E18: a success resets the number of failures across restarts'

# ----------------------------- feeds that are removed while their host pauses
origin_get /_origin/reset >/dev/null
new_database
HOST='{ connections: 1, gap: 0s, allow_private: true, robots: true }'
for feed in removed paused last; do
	echo "route /$feed.xml"
	feed_body 1
done | origin_scenario
write_config "$ORIGIN/last.xml"
ok 'the feed is harvested' gleanerd_once
for feed in removed paused; do
	gleaner feed add --as-is "$ORIGIN/$feed.xml" >/dev/null
done
sql "UPDATE feed SET next_poll_at = iif(url LIKE '%last%', 2, 1);
	INSERT INTO host (host, pause_until_at, failures)
	VALUES ('127.0.0.1:$ORIGIN_PORT', unixepoch() + $(paced 6), 1)"
start_gleanerd
all_wait() {
	gleaner status --json | grep -q '"waiting_for_host":"*3'
}
ok 'three feeds wait for the end of a pause' wait_for all_wait
gleaner feed remove "$ORIGIN/removed.xml" >/dev/null
gleaner feed pause "$ORIGIN/paused.xml" >/dev/null
last_is_asked() {
	[ "$(origin_count path=/last.xml)" -ge 2 ]
}
ok 'the active feed is polled after the pause' wait_for -t 20 last_is_asked
is "$(origin_count path=/removed.xml)|$(origin_count path=/paused.xml)" '0|0' \
	'feeds that were removed or paused meanwhile are not polled'
ok 'the paused feed is resumed' gleaner feed resume "$ORIGIN/paused.xml"
ok 'the resumed feed is polled at once' \
	wait_for_sql "SELECT count(*) > 0 FROM poll JOIN feed
	ON feed.id = feed_id WHERE url LIKE '%/paused.xml'" 1
stop_gleanerd
done_testing
