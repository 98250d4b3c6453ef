#!/bin/sh
# I10: polls of a feed leave a share of the requests of its host to pages, and
# pages leave a share to feeds.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

# One request is allowed every two seconds, and the feed is due every second.
start_origin --generate 1x3
origin_scenario <<-'END'
	route /robots.txt
	  header Content-Type: text/plain
	  body text "User-agent: *\nCrawl-delay: 2\n"
END
write_config "$ORIGIN/feed/1.xml"
start_gleanerd
# Seven requests: robots.txt, then two polls and one page in turn.
ok 'I10: three pages are fetched beside a feed that is always due' \
	wait_for -t 60 tap_sql_is \
	"SELECT count(*) FROM article WHERE status = 'done'" 3

stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'
# Prints the order of polls (f) and pages (p) from the first to the last page.
order=$(origin_get /_origin/log | python3 -c '
import json, sys
seen = sorted(map(json.loads, sys.stdin), key=lambda line: line["ms"])
kinds = "".join("f" if line["path"].startswith("/feed/") else "p"
                for line in seen if line["path"] != "/robots.txt")
print(kinds[kinds.index("p"):kinds.rindex("p") + 1])
')
diag "feeds and pages: $order"
unlike "$order" 'fff+p' 'I10: at most two polls come between two pages'

# While many pages wait, the feed keeps its share of the requests.
stop_origin
start_origin --generate 1x20
new_database
HOST='{ connections: 1, gap: 300ms, allow_private: true, robots: false }'
write_config "$ORIGIN/feed/1.xml"
start_gleanerd
ok 'I10: twenty pages are fetched' wait_for -t 60 tap_sql_is \
	"SELECT count(*) FROM article WHERE status = 'done'" 20
stop_gleanerd
# Twenty pages take at least 6 s, and the feed is due every second.
cmp_ok "$(origin_count 'path=/feed/*')" -ge 4 \
	'I10: waiting pages do not prevent polls of the feed'

# A feed links to sitemaps on a host of another publisher.
stop_origin
start_origin --generate 1x20
new_database
INDEXES=4
for n in $(seq $INDEXES); do
	echo "route /index$n.xml"
	echo '  header Content-Type: application/xml'
	echo '  body text <<END'
	echo '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
	for i in 1 2 3 4; do
		echo "<sitemap><loc>$ORIGIN/maps/$n-$i.xml</loc></sitemap>"
	done
	echo '</sitemapindex>'
	echo 'END'
done | origin_scenario
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
# shellcheck disable=SC2046
write_config "$ORIGIN/feed/1.xml" \
	$(seq -f "http://127.0.0.3:$ORIGIN_PORT/index%.0f.xml" $INDEXES)
start_gleanerd
ok 'I10: twenty pages are fetched beside sitemaps of other feeds' \
	wait_for -t 60 tap_sql_is \
	"SELECT count(*) FROM article WHERE status = 'done'" 20
ok 'I10: the sitemaps are requested, too' wait_for -t 60 tap_sql_is \
	"SELECT count(*) FROM linked_document WHERE status <> 'pending'" 16
stop_gleanerd
order=$(origin_get '/_origin/log?address=127.0.0.1' | python3 -c '
import json, sys
seen = sorted(map(json.loads, sys.stdin), key=lambda line: line["ms"])
kinds = "".join("m" if line["path"].startswith("/maps/") else "p"
                for line in seen if line["path"].startswith(("/maps/",
                                                             "/article/")))
print(kinds)
')
diag "pages (p) and sitemaps (m): $order"
# Two pages and one sitemap take turns: four sitemaps. Two sitemaps before each
# page would be fourteen.
cmp_ok "$(echo "$order" | python3 -c '
order = input()
tenth = [at for at, kind in enumerate(order) if kind == "p"][9]
print(order[order.index("p"):tenth].count("m"))')" -le 8 \
	'I10: sitemaps of other feeds take a small share of the requests'
done_testing
