#!/bin/sh
# Etiquette E27 to E33: where a feed leads us, what we take along, and what we
# say of ourselves.  E30 (the same place over TLS) is a table in
# url/url_test.c, since the origin has no TLS.
# timeout: 180
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
OTHER=http://127.0.0.2:$ORIGIN_PORT
days_later() { # PATH DAYS: what was seen was seen so many days ago
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
	'E27: a permanent redirect is not believed at once'
is "$(sql "SELECT count(*) FROM entry")" 14 'E27: but followed'
poll
is "$(origin_count 'path=/new-*&status=304')" 5 \
	'E27: validators are of the place that gave them'
is "$(feed_sql /e27-back.xml 'moving_url IS NULL')" 1 \
	'E27: a feed in its old place again: there was no move'
for path in e27-301 e27-308 e27-302 e27-303 e27-307 e27-mixed e27-back e29; do
	days_later "/$path.xml" 6
done
poll
is "$(sql "SELECT count(*) FROM feed WHERE url LIKE '%/e2%'")" 8 \
	'E27: nor after six days'
for path in e27-301 e27-308 e27-302 e27-303 e27-307 e27-mixed e29; do
	days_later "/$path.xml" 2
done
days_later /e27-back.xml 6
poll
for status in 301 308; do
	is "$(sql "SELECT f.url, a.url, count(e.id) FROM feed f
		JOIN feed_alias a ON a.feed_id = f.id
		JOIN entry e ON e.feed_id = f.id
		WHERE a.url LIKE '%/e27-$status.xml'")" \
		"$OTHER/new-$status.xml|$ORIGIN/e27-$status.xml|2" \
		"E27: $status: after seven days it is the feed's, entries and all"
done
is "$(feed_sql /e27-back.xml 'count(*)')" 1 \
	'E27: seven days without a break are meant'
for status in 302 303 307; do
	is "$(feed_sql "/e27-$status.xml" 'count(*), moving_url IS NULL')" \
		'1|1' "E28: $status is followed and never stored"
done
is "$(feed_sql /e27-mixed.xml 'moving_url IS NULL')" 1 \
	'E28: nor is a way with one temporary step'
is "$(feed_sql /e29.xml 'moving_url IS NULL, failures')" '1|4' \
	'E29: a redirect to what is no feed is a failure and never stored'
asked=$(origin_count 'path=/e27-301.xml')
poll
is "$(origin_count 'path=/e27-301.xml')" "$asked" \
	'E27: the old address is not asked any more'
is "$(sent /new-301.xml If-None-Match)" '["new"]' 'E27: the new one is'
is "$(sql 'SELECT count(*) FROM feed')" 8 \
	'E27: the configuration still names the old one, and finds the feed'

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
is "$(feed_sql /e31-circle.xml last_outcome)" redirects 'E31: a circle'
is "$(origin_count 'path=/e31-circle*')" 2 'E31: which is walked once'
is "$(feed_sql /e31-hops-1 last_outcome)" redirects 'E31: without an end'
cmp_ok "$(origin_count 'path=/e31-hops-*')" -le 11 'E31: ten hops at most'
is "$(feed_sql /e31-five-1.xml last_outcome)" ok 'E31: a few are fine'
for scheme in file gopher; do
	is "$(feed_sql "/e31-$scheme.xml" last_outcome)" forbidden \
		"E31: never to $scheme:"
done
is "$(sent /e32.xml Authorization)$(sent /e32.xml Cookie)" \
	'[Bearer s3cret][a=b]' 'E32: credentials go to where they belong'
is "$(sent /e32-other.xml Authorization)$(sent /e32-other.xml Cookie)" '' \
	'E32: not to where it redirects'
is "$(sent /e32-back.xml Authorization)$(sent /e32-back.xml Cookie)" '' \
	'E32: nor from there back'

# --------------------------------------------------------------------- E33
for path in /e31-five-1.xml /e31-five-5.xml; do
	like "$(sent "$path" Accept-Encoding)" 'gzip' 'E33: gzip is welcome'
	like "$(sent "$path" Accept)" 'application/rss\+xml.*atom\+xml' \
		'E33: feeds are asked for'
	like "$(sent "$path" User-Agent)" \
		'^\[gleaner/[0-9.]+ \(\+tests@example\.org\)\]$' \
		'E33: name, version, contact'
	is "$(sent "$path" Referer)$(sent "$path" Cookie)" '' \
		'E33: no Referer, no Cookie'
done
unlike "$(origin_get /_origin/log)" '"path":"[^"]*\?' 'E33: no query is added'

# --------------------------------------------------------------------- E32
# A feed that has moved on its own server keeps what it was given for that, one
# that has moved to another does not take it along.
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
	'E32: two that are given a header'
days_later .xml 8
start_gleanerd
ok 'E32: both have moved' wait_for_sql 'SELECT count(*) FROM feed_alias' 2
before=$(sql 'SELECT max(id) FROM poll')
ok 'E32: and are polled' wait_for_sql "SELECT count(DISTINCT feed_id)
	FROM poll WHERE id > $before + 2" 2
is "$(sent /e32-here-new.xml X-Key)$(sent /e32-away-new.xml X-Key)" '[abc]' \
	'E32: the one that stayed keeps it, the other does not take it along'
kill -HUP "$DAEMON_PID"
ok 'reloaded' wait_for grep -q config-read "$WORK/gleanerd.out"
before=$(sql 'SELECT max(id) FROM poll')
ok 'E32: polled again' wait_for_sql "SELECT count(DISTINCT feed_id)
	FROM poll WHERE id > $before + 2" 2
is "$(sent /e32-here-new.xml X-Key)$(sent /e32-away-new.xml X-Key)" '[abc]' \
	'E32: likewise after a reload'
stop_gleanerd
poll
is "$(sent /e32-here-new.xml X-Key)$(sent /e32-away-new.xml X-Key)" '[abc]' \
	'E32: and after a start'

# Without allow_private: no hop, not even the first, leads to loopback.
HOST='{ connections: 8, gap: 0s, allow_private: false, robots: true }'
new_database
origin_get /_origin/forget-log >/dev/null
write_config "$ORIGIN/e31-five-1.xml"
gleanerd_once >/dev/null
is "$(sql 'SELECT last_outcome FROM feed')|$(origin_count '')" 'forbidden|0' \
	'E31: private addresses are not connected to'
done_testing
