#!/bin/sh
# I13: tests gzip bodies with several members, cookies within a chain of
# redirects, and the configured headers of a feed, which are also sent for pages
# of the same origin.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
# Another port is another origin.
OTHER_PORT=
start_other() {
	first_origin=$ORIGIN first_port=$ORIGIN_PORT
	start_origin
	OTHER=$ORIGIN OTHER_PORT=$ORIGIN_PORT
	ORIGIN=$first_origin ORIGIN_PORT=$first_port
}
start_other
other() {
	(ORIGIN=$OTHER ORIGIN_PORT=$OTHER_PORT && "$@")
}

items() { # FIRST LAST: prints a feed of items without links
	echo '<rss version="2.0"><channel><title>T</title>'
	seq "$1" "$2" | while read -r n; do
		echo "<item><guid isPermaLink='false'>g$n</guid>"
		echo "<title>Item $n</title>"
		echo "<description>Words of item $n.</description></item>"
	done
	echo '</channel></rss>'
}
pack() { # GARBAGE: packs the input in three gzip members, adds garbage
	python3 -c '
import gzip, sys
data = sys.stdin.buffer.read()
third = len(data) // 3 + 1
out = b"".join(gzip.compress(data[i:i + third])
               for i in range(0, len(data), third))
sys.stdout.buffer.write(out + sys.argv[1].encode())
' "$1"
}
items 1 60 | pack '' >"$WORK/members.gz"
items 1 60 | pack 'trailing garbage' >"$WORK/garbage.gz"
items 1 60 | pack '' | head -c -6 >"$WORK/cut.gz"
# 4096 gzip members that unpack to 1 MiB of zeros each
python3 -c '
import gzip, sys
sys.stdout.buffer.write(gzip.compress(bytes(1 << 20)) * 4096)
' >"$WORK/bomb.gz"
{
	for name in members garbage cut bomb; do
		echo "route /$name.xml"
		echo '  header Content-Type: application/rss+xml'
		echo '  header Content-Encoding: gzip'
		echo "  body file $WORK/$name.gz"
	done
	echo 'route /cookie.xml'
	echo '  when 1'
	echo "  redirect 302 $ORIGIN/cookie.xml"
	echo '  add Set-Cookie: seen=yes; Path=/; Max-Age=600'
	echo '  add Set-Cookie: foreign=1; Domain=example.org'
	echo '  when 2'
	feed_body 1
	echo '  when 3'
	feed_body 1
	echo 'route /loop.xml'
	echo "  redirect 302 $ORIGIN/loop.xml"
	echo '  add Set-Cookie: a=b; Max-Age=600'
	echo 'route /wall.xml'
	echo '  when 1'
	echo "  redirect 302 http://127.0.0.2:$ORIGIN_PORT/wall"
	echo '  add Set-Cookie: one=1'
	echo '  when 2+'
	feed_body 1
	echo 'route //127.0.0.2/wall'
	echo '  add Set-Cookie: two=2'
	echo "  redirect 302 $ORIGIN/wall.xml"
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
write_config "$ORIGIN/members.xml" "$ORIGIN/garbage.xml" "$ORIGIN/cut.xml" \
	"$ORIGIN/bomb.xml" "$ORIGIN/cookie.xml" "$ORIGIN/loop.xml" \
	"$ORIGIN/wall.xml"
gleanerd_once >/dev/null

# ------------------------------------------------------------------- gzip
entries_of() {
	sql "SELECT count(*) FROM entry e JOIN feed f ON f.id = e.feed_id
		WHERE f.url LIKE '%$1'"
}
is "$(feed_sql /members.xml last_outcome) $(entries_of /members.xml)" \
	'ok 60' 'I13: a gzip body with three members is read completely'
is "$(feed_sql /garbage.xml last_outcome) $(entries_of /garbage.xml)" \
	'ok 60' 'I13: garbage after the last member is ignored'
isnt "$(feed_sql /cut.xml last_outcome)" ok \
	'I13: a truncated last member does not count as a complete body'
cmp_ok "$(entries_of /cut.xml)" -ge 30 \
	'I13: the entries before the truncation are stored'
is "$(feed_sql /bomb.xml last_outcome)" too-large \
	'I13: a bomb with many members is refused'

# ---------------------------------------------------------------- cookies
is "$(feed_sql /cookie.xml last_outcome)" ok \
	'I13: a redirect to itself with a cookie leads to the feed'
is "$(sent /cookie.xml Cookie 0)" '' 'I13: the first request has no cookie'
is "$(sent /cookie.xml Cookie 1)" '[seen=yes]' \
	'I13: the second request has the cookie of its own domain only'
is "$(feed_sql /loop.xml last_outcome)" redirects \
	'I13: a redirect to itself without a new cookie is an error'
is "$(origin_count 'path=/loop.xml')" 2 'I13: such a redirect is followed once'
is "$(feed_sql /wall.xml last_outcome)" ok \
	'I13: a redirect to another host and back leads to the feed'
is "$(sent /wall.xml Cookie)" '[one=1]' \
	'I13: each host gets its own cookies'
is "$(origin_get '/_origin/log?path=/wall' | grep -c '"Cookie"')" 0 \
	'I13: the other host gets no cookie of the first'
is "$(sql "SELECT count(*) FROM feed WHERE moving_url IS NOT NULL
	AND url LIKE '%/cookie.xml'")" 0 \
		'I13: such redirects are not a move of the feed'
poll
is "$(sent /cookie.xml Cookie)" '' 'S17: I13: the next poll sends no cookie'
is "$(origin_count 'path=/cookie.xml')" 3 'I13: the next poll is one request'

# ---------------------------------------------------------------- headers
page() { # PATH
	echo "route $1"
	echo '  header Content-Type: text/html'
	echo '  body text <<PAGE'
	echo "<html><head><title>Page of $1</title></head><body><article>"
	echo "<h1>Page of $1</h1>"
	seq -f '<p>This is sentence %g of a story that is long enough to be an
		article, with commas, words and a full stop.</p>' 1 12
	echo '</article></body></html>'
	echo PAGE
}
link_item() { # NAME URL
	echo "<item><title>$1</title><link>$2</link>"
	echo "<guid>$2</guid></item>"
}
feed_of() { # PATH, items on standard input
	echo "route $1"
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo '<rss version="2.0"><channel><title>Feed</title>'
	cat
	echo '</channel></rss>'
	echo FEED
}
{
	{
		link_item Own "$ORIGIN/own.html"
		link_item Leads "$ORIGIN/leads.html"
		link_item Far "$OTHER/far.html"
	} | feed_of /keys.xml
	page /own.html
	page /foreign.html
	echo 'route /leads.html'
	echo "  redirect 302 $OTHER/led.html"
} | origin_scenario
{
	page /far.html
	page /led.html
	link_item Foreign "$ORIGIN/foreign.html" | feed_of /witness.xml
} | other origin_scenario
write_config "$OTHER/witness.xml"
cat >>"$CONFIG" <<END_OF
  - url: "$ORIGIN/keys.xml"
    headers: { X-Key: "s3cret" }
END_OF
gleanerd_once >/dev/null
is "$(sent /keys.xml X-Key)" '[s3cret]' \
	'I13: the feed is requested with its header'
is "$(sent /own.html X-Key)" '[s3cret]' \
	'I13: a page of the feed at its origin is requested with the header'
is "$(sent /robots.txt X-Key)" '' \
	'I13: robots.txt is requested without the header'
is "$(origin_count 'path=/foreign.html')$(sent /foreign.html X-Key)" 1 \
	'I13: a page that only another feed announced is requested without it'
is "$(sent /leads.html X-Key)" '[s3cret]' \
	'I13: a page that redirects is requested with the header'
is "$(other origin_count 'path=/led.html')$(other sent /led.html X-Key)" 1 \
	'I13: the redirect target on another origin is requested without it'
is "$(other origin_count 'path=/far.html')$(other sent /far.html X-Key)" 1 \
	'I13: a page of another origin is requested without it'
done_testing
