#!/bin/sh
# I1: the Date headers of servers to which a feed links do not count as evidence
# about the clock. A feed can link to any number of servers.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

HOST='{ gap: 0ms, allow_private: true, robots: false }'

start_origin
port=$ORIGIN_PORT
{
	printf 'route /page/*\n  header Date: Thu, 01 Jan 2015 00:00:00 GMT\n'
	printf '  header Content-Type: text/html\n  body text '
	printf '"<html><title>Page</title><body><p>%s</p></body></html>"\n' \
		'A ship has reached the harbour with its load of grain.'
	printf 'route /a.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel><title>A</title>'
	for n in 1 2 3 4 5; do
		printf '<item><title>Page %d</title>' "$n"
		printf '<link>http://127.0.1.%d:%d/page/%d</link></item>\n' \
			"$n" "$port" "$n"
	done
	printf '</channel></rss>\nFEED\n'
} | origin_scenario

write_config "http://127.0.0.2:$port/a.xml"
ok 'a harvest succeeds' gleanerd_once
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 5 \
	'five pages of five servers are fetched'
is "$(grep -c clock-opposed "$WORK/gleanerd.out")" 0 \
	'I1: the five servers do not oppose the clock'
done_testing
