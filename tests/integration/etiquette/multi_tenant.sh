#!/bin/sh
# Etiquette E23: on a domain of host.multi_tenant, a page that is refused pauses
# only the pages of the same host name. The origin is a proxy, because loopback
# has no public names.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
FETCH="{ parallel: 256, timeout: 10s, proxy: '$ORIGIN' }"
POLL='{ interval: 10m, min: 1m, max: 24h, adaptive: false }'

# Writes the feed of a publisher with links to four of its pages.
feed_of() { # NAME HOST
	echo "route /$1.xml"
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	echo '<rss version="2.0"><channel><title>A publisher</title>'
	for n in 1 2 3 4; do
		echo "<item><title>Story $n of $1</title>"
		echo "<link>http://$2/$1/$n.html</link></item>"
	done
	echo '</channel></rss>'
	echo FEED
}
pages_of() { # NAME STATUS HEADER
	echo "route /$1/*"
	echo "  status $2"
	echo "  header $3"
	echo '  header Content-Type: text/html'
	echo '  body text <<PAGE'
	echo '<title>A story</title><h1>A story</h1><p>The council agreed on'
	echo 'Monday to repair the bridge, and the work begins in the spring.'
	echo PAGE
}
# harvest CONFIGURATION: harvests a publisher that refuses its pages, and then
# this publisher and two others of its domain, whose pages are good.
harvest() {
	new_database
	origin_get /_origin/reset >/dev/null
	{
		feed_of ann ann.example.net
		pages_of ann 429 'Retry-After: 7200'
		for name in bob eve; do
			feed_of "$name" "$name.example.net"
			pages_of "$name" 200 'Cache-Control: no-cache'
		done
	} | origin_scenario
	HOST=$1
	write_config http://ann.example.net/ann.xml
	gleanerd_once >"$WORK/once.log" 2>&1
	cp "$WORK/gleanerd.out" "$WORK/refused.out"
	write_config http://ann.example.net/ann.xml \
		http://bob.example.net/bob.xml http://eve.example.net/eve.xml
	gleanerd_once >>"$WORK/once.log" 2>&1
}
done_of() { # NAME: prints the number of its articles with the text of the page
	sql "SELECT count(*) FROM article WHERE url LIKE '%//$1.%'
		AND status = 'done'"
}

harvest '{ connections: 1, gap: 0s, robots: false, multi_tenant: [example.net] }'
is "$(done_of bob) $(done_of eve)" '4 4' \
	'E23: a refused page does not pause the pages of other host names'
is "$(origin_count 'path=/ann/*')" 1 \
	'E23: it pauses the other pages of its host name'
is "$(sql "SELECT count(*) FROM article WHERE url LIKE '%//ann.%' AND
	retry_at - first_seen_at BETWEEN 7190 AND 8000")" 4 \
	'E23: these pages wait for the time that the server has given'
is "$(sql "SELECT sum(tries) FROM article WHERE url LIKE '%//ann.%'")" 1 \
	'E23: to wait is not a try'
is "$(sql 'SELECT count(*) FROM host WHERE pause_until_at IS NOT NULL
	AND pause_until_at > 0')" 0 'E23: the domain does not pause'
like "$(cat "$WORK/refused.out")" \
	'host-pause.*ann\.example\.net.*pages of this host name' \
	'E23: the pause is logged with its host name'

harvest '{ connections: 1, gap: 0s, robots: false }'
is "$(done_of bob) $(done_of eve)" '0 0' \
	'E22: on another domain a refused page pauses all pages'
cmp_ok "$(sql 'SELECT count(*) FROM host WHERE pause_until_at > 0')" = 1 \
	'E22: and the domain pauses'
done_testing
