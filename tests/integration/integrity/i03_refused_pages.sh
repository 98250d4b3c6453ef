#!/bin/sh
# I3: pages of a publisher's host that the host refuses or answers slowly, and
# that only a feed of another host announces, do not slow down the publisher.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
# Public names that the proxy resolves. Only public hosts are slowed down.
FETCH="{ parallel: 256, timeout: 10s, proxy: '$ORIGIN' }"
HOST='{ connections: 2, gap: 0s, robots: false }'
{
	echo 'route /own.xml'
	feed_body 1
	echo 'route /hostile.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo '<rss version="2.0"><channel><title>H</title>'
	for n in 1 2 3; do
		echo "<item><guid>$n</guid><title>Refused $n</title>"
		echo "<link>http://www.example.net/refused/$n</link></item>"
	done
	echo '</channel></rss>'
	echo 'FEED'
	echo 'route /refused/*'
	echo '  status 403'
	echo 'route /slow.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo '<rss version="2.0"><channel><title>S</title>'
	echo '<item><guid>s</guid><title>Slow</title>'
	echo '<link>http://www.example.net/slow/1</link></item>'
	echo '</channel></rss>'
	echo 'FEED'
	echo 'route /slow/*'
	echo '  delay 2500ms'
	echo '  header Content-Type: text/html'
	echo '  body text "<html><body><p>A slow page.</p></body></html>"'
} | origin_scenario
slowed() { # prints the number of events
	grep -c 'host-slow.*example.net' "$WORK/gleanerd.out"
}
write_config http://www.example.net/own.xml
gleanerd_once >/dev/null
write_config http://www.example.net/own.xml http://www.example.org/hostile.xml
poll
is "$(origin_count 'path=/refused/*')" 3 'the host refuses three pages'
is "$(slowed)" 0 \
	'I3: refused pages of another feed do not lengthen the gap of the host'

write_config http://www.example.net/own.xml http://www.example.org/slow.xml
poll
is "$(origin_count 'path=/slow/*')" 1 'the host answers a page slowly'
is "$(slowed)" 0 \
	'I3: slow pages of another feed do not lengthen the gap of the host'

# A host whose own feed has never worked may refuse all requests.
new_database
write_config http://www.example.org/hostile.xml
gleanerd_once >/dev/null
ok 'without a feed of the host they lengthen the gap' \
	test "$(slowed)" -gt 0
done_testing
