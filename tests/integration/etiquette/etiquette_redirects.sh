#!/bin/sh
# Etiquette E27 to E33: redirects of a feed, the headers that are sent to the
# target, and the User-Agent. E30 (the same URL over TLS) is a table in
# url/url_test.c, because the origin has no TLS.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
OTHER=http://127.0.0.2:$ORIGIN_PORT
days_later() { # PATH DAYS: makes the redirect DAYS older
	sql "UPDATE feed SET moving_since = moving_since - $2 * 86400
		WHERE url LIKE '%$1'"
}
{
	echo 'route /new.xml'
	echo '  header ETag: "new"'
	echo '  revalidate'
	feed_body 2
	for status in 301 308 302 303 307; do
		echo "route /e27-$status.xml"
		echo "  redirect $status $OTHER/new-$status.xml"
		echo "route /new-$status.xml"
		echo '  header ETag: "new"'
		echo '  revalidate'
		feed_body 2
	done
	echo 'route /e27-mixed.xml'
	echo '  redirect 301 /e28-hop.xml'
	echo 'route /e28-hop.xml'
	echo '  redirect 302 /new.xml'
	echo 'route /e27-back.xml'
	echo '  when 1'
	echo '    redirect 301 /new.xml'
	echo '  when 2'
	feed_body 2
	echo '  when 3+'
	echo '    redirect 301 /new.xml'
	echo 'route /e29.xml'
	echo '  redirect 301 /parked.html'
	echo 'route /parked.html'
	echo '  header Content-Type: text/html'
	echo '  body text "<html><body><p>This domain is for sale</p></body></html>"'
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
set --
for path in e27-301 e27-308 e27-302 e27-303 e27-307 e27-mixed e27-back e29; do
	set -- "$@" "$ORIGIN/$path.xml"
done
write_config "$@"

gleanerd_once >/dev/null
is "$(sql "SELECT count(*) FROM feed WHERE url LIKE '%/e2%'")" 8 \
	'E27: a permanent redirect is not stored at once'
is "$(sql "SELECT count(*) FROM entry")" 14 \
	'E27: a permanent redirect is followed'
poll
is "$(origin_count 'path=/new-*&status=304')" 5 \
	'E27: validators are sent to the URL that they came from'
is "$(feed_sql /e27-back.xml 'moving_url IS NULL')" 1 \
	'E27: a feed that is found at its old URL again has not moved'
for path in e27-301 e27-308 e27-302 e27-303 e27-307 e27-mixed e27-back e29; do
	days_later "/$path.xml" 6
done
poll
is "$(sql "SELECT count(*) FROM feed WHERE url LIKE '%/e2%'")" 8 \
	'E27: a permanent redirect is not stored after six days'
for path in e27-301 e27-308 e27-302 e27-303 e27-307 e27-mixed e29; do
	days_later "/$path.xml" 2
done
days_later /e27-back.xml 6
poll
for status in 301 308; do
	is "$(sql "SELECT max(f.url), max(a.url), count(e.id) FROM feed f
		JOIN feed_alias a ON a.feed_id = f.id
		JOIN entry e ON e.feed_id = f.id
		WHERE a.url LIKE '%/e27-$status.xml'")" \
		"$OTHER/new-$status.xml|$ORIGIN/e27-$status.xml|2" \
		"E27: $status: after seven days the new URL is stored with the feed"
done
is "$(feed_sql /e27-back.xml 'count(*)')" 1 \
	'E27: an interruption restarts the seven days'
for status in 302 303 307; do
	is "$(feed_sql "/e27-$status.xml" 'count(*), max(moving_url) IS NULL')" \
		'1|1' "E28: $status is followed and never stored"
done
is "$(feed_sql /e27-mixed.xml 'moving_url IS NULL')" 1 \
	'E28: a chain with one temporary redirect is never stored'
is "$(feed_sql /e29.xml 'moving_url IS NULL, failures')" '1|4' \
	'E29: a redirect to a page is a failure and never stored'
asked=$(origin_count 'path=/e27-301.xml')
poll
is "$(origin_count 'path=/e27-301.xml')" "$asked" \
	'E27: the old URL is not requested any more'
# The first request after the move has no validators, because the entries of the
# new URL must be read.
poll
is "$(sent /new-301.xml If-None-Match)" '["new"]' \
	'E27: the new URL is requested with its validators'
is "$(sql 'SELECT count(*) FROM feed')" 8 \
	'E27: the old URL in the configuration still names the feed'

# ------------------------------------------------------------- E31 and E32
origin_get /_origin/reset >/dev/null
new_database
{
	echo 'route /e31-circle.xml'
	echo '  redirect 301 /e31-circle-2.xml'
	echo 'route /e31-circle-2.xml'
	echo '  redirect 301 /e31-circle.xml'
	n=1
	while [ "$n" -lt 20 ]; do
		echo "route /e31-hops-$n"
		echo "  redirect 302 /e31-hops-$((n + 1))"
		n=$((n + 1))
	done
	echo 'route /e31-file.xml'
	echo '  redirect 301 file:///etc/passwd'
	echo 'route /e31-gopher.xml'
	echo "  redirect 301 gopher://127.0.0.1:$ORIGIN_PORT/x"
	n=1
	while [ "$n" -lt 5 ]; do
		echo "route /e31-five-$n.xml"
		echo "  redirect 302 /e31-five-$((n + 1)).xml"
		n=$((n + 1))
	done
	echo 'route /e31-five-5.xml'
	feed_body 1
	echo 'route /e32.xml'
	echo "  redirect 302 $OTHER/e32-other.xml"
	echo 'route /e32-other.xml'
	echo "  redirect 302 $ORIGIN/e32-back.xml"
	echo 'route /e32-back.xml'
	feed_body 1
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
write_config "$ORIGIN/e31-circle.xml" "$ORIGIN/e31-hops-1" \
	"$ORIGIN/e31-file.xml" "$ORIGIN/e31-gopher.xml" \
	"$ORIGIN/e31-five-1.xml"
cat >>"$CONFIG" <<END
  - url: "$ORIGIN/e32.xml"
    headers: { Authorization: "Bearer s3cret", Cookie: "a=b" }
END
gleanerd_once >/dev/null
is "$(feed_sql /e31-circle.xml last_outcome)" redirects \
	'E31: a circle of redirects is an error'
is "$(origin_count 'path=/e31-circle*')" 2 \
	'E31: each URL of the circle is requested once'
is "$(feed_sql /e31-hops-1 last_outcome)" redirects \
	'E31: an endless chain of redirects is an error'
cmp_ok "$(origin_count 'path=/e31-hops-*')" -le 11 \
	'E31: at most ten redirects are followed'
is "$(feed_sql /e31-five-1.xml last_outcome)" ok \
	'E31: four redirects are followed'
for scheme in file gopher; do
	is "$(feed_sql "/e31-$scheme.xml" last_outcome)" forbidden \
		"E31: a redirect to $scheme: is forbidden"
done
is "$(sent /e32.xml Authorization)$(sent /e32.xml Cookie)" \
	'[Bearer s3cret][a=b]' \
	'E32: credentials are sent to the configured host'
is "$(sent /e32-other.xml Authorization)$(sent /e32-other.xml Cookie)" '' \
	'E32: credentials are not sent to a redirect target'
is "$(sent /e32-back.xml Authorization)$(sent /e32-back.xml Cookie)" '' \
	'E32: credentials are not sent after a redirect back'

# --------------------------------------------------------------------- E33
for path in /e31-five-1.xml /e31-five-5.xml; do
	like "$(sent "$path" Accept-Encoding)" 'gzip' \
		'E33: requests accept gzip'
	like "$(sent "$path" Accept)" 'application/rss\+xml.*atom\+xml' \
		'E33: requests prefer feed media types'
	like "$(sent "$path" User-Agent)" \
		'^\[gleaner/[0-9.]+ \(\+tests@example\.org\)\]$' \
		'E33: the User-Agent has name, version and contact'
	is "$(sent "$path" Referer)$(sent "$path" Cookie)" '' \
		'E33: requests have no Referer and no Cookie'
done
unlike "$(origin_get /_origin/log)" '"path":"[^"]*\?' \
	'E33: no query is added to a URL'

# --------------------------------------------------------------------- E32
# A feed that moved within its server keeps its configured header. A feed that
# moved to another server does not.
origin_get /_origin/reset >/dev/null
new_database
for way in here away; do
	to=$ORIGIN
	[ "$way" = here ] || to=$OTHER
	printf 'route /e32-%s.xml\n  redirect 301 %s/e32-%s-new.xml\n' \
		"$way" "$to" "$way"
	printf 'route /e32-%s-new.xml\n' "$way"
	feed_body 1
done | origin_scenario
write_config "$ORIGIN/e32-here.xml" "$ORIGIN/e32-away.xml"
sed 's,^  - \("*http.*/e32-[ha].*\),  - { url: \1\, headers: { X-Key: abc } },' \
	"$CONFIG" >"$CONFIG.new" && mv "$CONFIG.new" "$CONFIG"
gleanerd_once >/dev/null
is "$(sent /e32-here.xml X-Key)$(sent /e32-away.xml X-Key)" '[abc][abc]' \
	'E32: two feeds are requested with a configured header'
days_later .xml 8
start_gleanerd
ok 'E32: both feeds have moved' wait_for_sql 'SELECT count(*) FROM feed_alias' 2
before=$(sql 'SELECT max(id) FROM poll')
ok 'E32: both feeds are polled at their new URL' \
	wait_for_sql "SELECT count(DISTINCT feed_id)
	FROM poll WHERE id > $before + 2" 2
is "$(sent /e32-here-new.xml X-Key)$(sent /e32-away-new.xml X-Key)" '[abc]' \
	'E32: only the feed that stayed on its server gets the header'
kill -HUP "$DAEMON_PID"
ok 'the configuration is reloaded' \
	wait_for grep -q config-read "$WORK/gleanerd.out"
before=$(sql 'SELECT max(id) FROM poll')
ok 'E32: both feeds are polled again' \
	wait_for_sql "SELECT count(DISTINCT feed_id)
	FROM poll WHERE id > $before + 2" 2
is "$(sent /e32-here-new.xml X-Key)$(sent /e32-away-new.xml X-Key)" '[abc]' \
	'E32: after a reload only the feed on its server gets the header'
stop_gleanerd
poll
is "$(sent /e32-here-new.xml X-Key)$(sent /e32-away-new.xml X-Key)" '[abc]' \
	'E32: after a restart only the feed on its server gets the header'

# Without allow_private no request, not even the first, is sent to loopback.
HOST='{ connections: 8, gap: 0s, allow_private: false, robots: true }'
new_database
origin_get /_origin/forget-log >/dev/null
write_config "$ORIGIN/e31-five-1.xml"
gleanerd_once >/dev/null
is "$(sql 'SELECT last_outcome FROM feed')|$(origin_count '')" 'forbidden|0' \
	'E31: no connection to a private address is made'
done_testing
