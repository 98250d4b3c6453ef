#!/bin/sh
# I2: a feed does not become entitled for the pages of another site by stating
# that it has moved to a redirector of that site. The publisher is 127.0.0.3,
# the foreign feed is on 127.0.0.2. See "Attribution" in docs/security.md.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
FOREIGN=http://127.0.0.2:$ORIGIN_PORT
OWN=http://127.0.0.3:$ORIGIN_PORT

# feed PATH ITEMS TO: prints the route of a feed that states that it has moved.
feed() {
	printf 'route %s\n  header Content-Type: application/rss+xml\n' "$1"
	printf '  body text <<FEED\n<rss version="2.0" xmlns:itunes='
	printf '"http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>'
	printf '<title>Feed</title><link>%s/</link>' "$FOREIGN"
	[ ! "$3" ] || printf '<itunes:new-feed-url>%s</itunes:new-feed-url>' "$3"
	for name in $2; do
		printf '<item><title>FOREIGN</title><link>%s/%s</link>' \
			"$OWN" "$name"
		printf '<description>FOREIGN text.</description></item>'
	done
	printf '</channel></rss>\nFEED\n'
}
# moves_to TO: prints the URL of the feed after it has stated for eight days that
# it has moved to TO.
moves_to() {
	new_database
	feed //127.0.0.2/feed.xml one "$1" | origin_scenario
	write_config "$FOREIGN/feed.xml"
	gleanerd_once >/dev/null
	sql 'UPDATE feed SET moving_since = moving_since - 8 * 86400'
	make_due
	gleanerd_once >/dev/null
	make_due
	gleanerd_once >/dev/null
	sql 'SELECT url FROM feed'
}

{
	feed //127.0.0.2/next.xml two ''
	feed //127.0.0.3/real.xml two ''
	printf 'route //127.0.0.3/go\n  redirect 302 %s/next.xml\n' "$FOREIGN"
	printf 'route //127.0.0.3/within\n  redirect 302 /real.xml\n'
	printf 'route //127.0.0.3/two\n  status 403\n'
} | origin_scenario

is "$(moves_to "$OWN/go")" "$FOREIGN/feed.xml" \
	'I2: a redirector of another site does not become the URL of the feed'
is "$(sql "SELECT status, flags, entitled FROM article
	WHERE url = '$OWN/two'")" 'feed_only|witness|0' \
	'I2: the feed stays a witness for the pages of this site'
is "$(moves_to "$OWN/within")" "$OWN/within" \
	'a URL that redirects within its site becomes the URL of the feed'
is "$(moves_to "$FOREIGN/next.xml")" "$FOREIGN/next.xml" \
	'a URL that does not redirect becomes the URL of the feed'

done_testing
