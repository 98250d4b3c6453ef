#!/bin/sh
# I3: if a page that only a feed of another host announces answers 429, the
# pages of that feed wait for Retry-After. The feeds and pages of the publisher
# do not.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
# Public names that the proxy resolves. Only public hosts share pauses.
FETCH="{ parallel: 256, timeout: 10s, proxy: '$ORIGIN' }"
HOST='{ connections: 2, gap: 0s, robots: false }'
{
	echo 'route /hostile.xml'
	links_body http://www.example.net/busy/1 http://www.example.net/busy/2 \
		http://www.example.org/moved
	echo 'route /busy/*'
	echo '  status 429'
	echo '  header Retry-After: 7200'
	echo 'route /moved'
	echo '  redirect 302 http://www.example.net/busy/3'
	echo 'route /own.xml'
	links_body http://www.example.net/own/1
	echo 'route /own/*'
	echo '  header Content-Type: text/html'
	echo '  body text "<html><body><p>A page of words.</p></body></html>"'
	echo 'route /refused.xml'
	echo '  status 429'
	echo '  header Retry-After: 7200'
	echo 'route /other.xml'
	links_body http://www.example.net/own/2
	echo 'route /~ann/feed.xml'
	links_body http://www.example.net/~bob/busy
	echo 'route /~bob/*'
	echo '  status 429'
	echo '  header Retry-After: 7200'
} | origin_scenario
host_pause() { # prints the pause of its host that delays own.xml
	gleaner feed explain --json http://www.example.net/own.xml | python3 -c '
import json, sys
print(json.load(sys.stdin)["host"]["pause_until_at"])'
}

write_config http://www.example.org/hostile.xml
gleanerd_once >/dev/null
is "$(origin_count 'path=/busy/*')" 1 \
	'E15: a 429 for a foreign page pauses the foreign pages of its host'
is "$(sed -n 's/.*host-pause.* seconds=\([0-9]*\).*/\1/p' "$WORK/gleanerd.out" |
	sort -n | tr '\n' ' ')" '7200 ' \
	'I3: one pause is begun, that of the foreign pages'
write_config http://www.example.org/hostile.xml http://www.example.net/own.xml
gleanerd_once >/dev/null
is "$(origin_count 'path=/own.xml')" 1 \
	'I3: the feed of the host is requested during the pause'
is "$(origin_count 'path=/own/1')" 1 \
	'I3: the page of this feed is requested during the pause'
is "$(origin_count 'path=/busy/*')" 1 \
	'E15: the pause of the foreign pages applies after a restart'
between "$(sql "SELECT min(retry_at) - unixepoch() FROM article
	WHERE url LIKE '%/moved' OR tries > 0")" 7000 7920 \
	'E15: the refused page and a redirected page wait for Retry-After'
is "$(host_pause)" None \
	'I3: the feed is not shown as delayed by the pause'
is "$(gleaner doctor | grep -c 'pages that only feeds of other sites announce')" \
	1 'I3: doctor names the requests that the pause delays'
poll
is "$(origin_count 'path=/own.xml')|$(origin_count 'path=/busy/*')" '2|1' \
	'I3: later polls of the feed are not delayed'

# If the host refuses a request of its own feed, everything waits.
write_config http://www.example.org/hostile.xml \
	http://www.example.net/refused.xml
gleanerd_once >/dev/null
write_config http://www.example.net/other.xml
gleanerd_once >/dev/null
is "$(origin_count 'path=/refused.xml')|$(origin_count 'path=/other.xml')" \
	'1|0' 'E15: a 429 for a feed of the host pauses its other feeds'

# The page of another person on the host of the feed is foreign, too.
new_database
write_config http://www.example.net/~ann/feed.xml
gleanerd_once >/dev/null
write_config http://www.example.net/other.xml
gleanerd_once >/dev/null
is "$(origin_count 'path=/~bob/*')|$(origin_count 'path=/other.xml')" '1|1' \
	'I3: a 429 for a page of another person does not pause the host'
done_testing
