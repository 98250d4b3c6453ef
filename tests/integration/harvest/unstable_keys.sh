#!/bin/sh
# I17: the links of a feed without guids and dates change with each request. The
# daemon recognises the items by their titles, requests each page once, polls no
# faster, and doctor shows the reason.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
# shellcheck disable=SC2034 # read by write_config
POLL='{ interval: 1h, min: 1m, max: 1d, adaptive: true }'
WORDS='Harbour Museum Council School'
start_origin

# item WORD N: prints an item of the request N.
item() {
	link="$ORIGIN/s/$1$2/slug?k=$2"
	printf '<item><title>%s</title><link>%s</link>' "$1" "$link"
	printf '<description>About the %s.</description></item>\n' "$1"
}
# page WORD N: prints the route of its page.
page() {
	printf 'route /s/%s%s/slug\n' "$1" "$2"
	printf '  header Content-Type: text/html\n  body text <<PAGE\n'
	printf '<html><head><title>%s</title></head>' "$1"
	printf '<body><article><h1>%s</h1>' "$1"
	for part in 1 2 3 4; do
		printf '<p>Part %d of a long story about the %s, ' "$part" "$1"
		printf 'which many people of the town have told.</p>'
	done
	printf '</article></body></html>\nPAGE\n'
}
# document N: prints the feed and the pages of the request N.
document() {
	printf 'route /feed.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n'
	printf '<rss version="2.0"><channel><title>T</title>\n'
	for word in $WORDS; do
		item "$word" "$1"
	done
	printf '</channel></rss>\nFEED\n'
	for word in $WORDS; do
		page "$word" "$1"
	done
}

write_config "$ORIGIN/feed.xml"
for n in 1 2 3 4; do
	document "$n" | origin_scenario
	gleanerd_once >/dev/null
	sql 'UPDATE feed SET next_poll_at = 0 WHERE last_poll_at IS NOT NULL
		AND (SELECT count(*) FROM poll) < 4'
done
is "$(sql 'SELECT group_concat(new) FROM (SELECT new FROM poll ORDER BY id) AS p')" \
	4,0,0,0 'I17: the items are new once'
is "$(sql 'SELECT count(*) FROM article')" 4 'I17: four articles'
is "$(origin_count 'path=/s/*')" 4 'I17: each page is requested once'
is "$(sql 'SELECT count(*) FROM missed_items')" 0 \
	'I17: no items count as missed'
cmp_ok "$(sql 'SELECT next_poll_at - last_poll_at FROM feed')" -ge 1800 \
	'I17: the feed is not polled faster'
like "$(gleaner doctor --offline 2>&1)" 'recognised by their titles' \
	'I17: doctor shows the reason'
done_testing
