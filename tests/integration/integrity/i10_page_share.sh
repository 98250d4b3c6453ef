#!/bin/sh
# I10: polls of a feed leave a share of the requests of its host to pages, and
# pages leave a share to feeds.
# timeout: 180
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
done_testing
