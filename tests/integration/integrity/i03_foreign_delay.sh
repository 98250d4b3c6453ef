#!/bin/sh
# I3: a feed of another host announces pages of a subdomain whose robots.txt has
# a Crawl-delay. The requests for these pages respect the delay. The feeds and
# pages of the publisher are not delayed until they need this robots.txt.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
# Public names that the proxy resolves. Only public hosts have subdomains.
FETCH="{ parallel: 256, timeout: 10s, proxy: '$ORIGIN' }"
HOST='{ connections: 2, gap: 0s }'
{
	echo 'route /robots.txt'
	printf '  body text "User-agent: *\\nCrawl-delay: 2\\n"\n'
	echo 'route /hostile.xml'
	links_body http://lists.example.net/x/1 http://lists.example.net/x/2
	echo 'route /own.xml'
	links_body http://lists.example.net/own/1
	for path in /x /own; do
		echo "route $path/*"
		echo '  header Content-Type: text/html'
		echo '  body text "<html><body><p>A page.</p></body></html>"'
	done
} | origin_scenario
delay() {
	sql "SELECT coalesce(max(crawl_delay_s), 0) FROM host
		WHERE host = 'example.net'"
}

write_config http://www.example.org/hostile.xml
gleanerd_once >/dev/null
is "$(origin_count 'path=/x/*')" 2 'I3: the pages of the feed are requested'
cmp_ok "$(origin_get '/_origin/log?path=/x/*' | python3 -c '
import json, sys
times = sorted(json.loads(line)["ms"] for line in sys.stdin)
print(times[1] - times[0])')" -ge 1900 \
	'E41: the crawl delay of the subdomain is respected'
is "$(delay)" 0 'I3: the crawl delay does not apply to the other requests'
write_config http://www.example.net/own.xml
gleanerd_once >/dev/null
is "$(origin_count 'path=/own/1')|$(delay)" '1|2' \
	'E41: the crawl delay applies to all requests if the publisher needs it'
done_testing
