#!/bin/sh
# I3: feeds with many sitemaps on a paused host do not keep the sitemaps of other
# feeds from being read.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

INDEXES=12 # times 4 sitemaps of the first poll: more than are in memory
NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ)

# sitemap ROOT: prints a document with this root element; standard input is its
# content.
sitemap() {
	printf '  header Content-Type: application/xml\n  body text <<MAP\n'
	printf '<%s xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' "$1"
	cat
	printf '</%s>\nMAP\n' "$1"
}
# row ELEMENT URL: prints a dated entry.
row() {
	printf '<%s><loc>%s</loc><lastmod>%s</lastmod></%s>\n' "$1" "$2" "$NOW" "$1"
}

start_origin
# Public names that the proxy resolves. Only public hosts share pauses.
FETCH="{ timeout: 10s, proxy: '$ORIGIN' }"
HOST='{ gap: 0s, robots: false }'
paused=http://www.example.net
other=http://www.example.com
{
	printf 'route /paused/*\n  status 503\n  header Retry-After: 604800\n'
	i=0
	while [ "$i" -lt "$INDEXES" ]; do
		printf 'route /index-%d.xml\n' "$i"
		for n in 1 2 3 4; do
			row sitemap "$paused/paused/$i-$n.xml"
		done | sitemap sitemapindex
		i=$((i + 1))
	done
	printf 'route /index.xml\n'
	row sitemap "$other/news.xml" | sitemap sitemapindex
	printf 'route /news.xml\n'
	row url "$other/story/1" | sitemap urlset
	printf 'route /story/*\n  header Content-Type: text/html\n  body text '
	printf '"<html><title>Story</title><body><p>%s</p></body></html>"\n' \
		'A ship has reached the harbour with its load of grain.'
} | origin_scenario

documents() { # STATUS NUMBER: so many sitemaps have this status
	[ "$(sql "SELECT count(*) FROM linked_document WHERE status = '$1'")" \
		-ge "$2" ]
}
paused_host() {
	grep -q 'host-pause host=example.net' "$WORK/gleanerd.out"
}
story_is_done() {
	[ "$(sql "SELECT count(*) FROM article WHERE status = 'done'
		AND url LIKE '%/story/1'")" = 1 ]
}

set --
i=0
while [ "$i" -lt "$INDEXES" ]; do
	set -- "$@" "http://www.example.org/index-$i.xml"
	i=$((i + 1))
done
write_config "$@"
start_gleanerd
ok 'the sitemaps of the first feeds are known' \
	wait_for -t 60 documents pending $((4 * INDEXES))
ok 'their host is paused' wait_for -t 60 paused_host
"$BUILD/gleaner" -c "$CONFIG" feed add "$other/index.xml" >/dev/null
ok 'I3: the sitemap of the other feed is read' wait_for -t 30 story_is_done
cmp_ok "$(origin_count 'path=/paused/*')" -le 8 \
	'the paused host gets no further requests'
ok 'I3: the sitemaps of the first feeds wait as rows' \
	documents pending $((4 * INDEXES))
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'
done_testing
