#!/bin/sh
# I3: a feed that announces many pages of another publisher's host does not
# delay that publisher's articles.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

HOST='{ connections: 2, gap: 400ms, allow_private: true, robots: true }'
POLL='{ interval: 1h, min: 1h, max: 2h, adaptive: false }'

# B has a feed of five articles, and pages that this feed does not announce.
start_origin --generate 1x5
B=$ORIGIN
b_scenario() {
	origin_scenario <<-'END'
		route /junk/*
		  header Content-Type: text/html
		  body text "<html><title>${path}</title><body><p>Nothing of interest.</p></body></html>"
	END
}
b_scenario

# Prints the number of page requests to B up to the fifth article, from the log
# of B.
slots() {
	origin_get /_origin/log | python3 -c '
import json, sys
seen = sorted(map(json.loads, sys.stdin), key=lambda line: line["ms"])
pages = [line["path"].startswith("/junk/") for line in seen
         if line["path"] != "/robots.txt"
         and not line["path"].startswith("/feed/")]
own = [n for n, is_junk in enumerate(pages, 1) if not is_junk]
print(own[4] if len(own) > 4 else 9999)
'
}

five_done() {
	[ "$(sql "SELECT count(*) FROM article WHERE status = 'done'
		AND url NOT LIKE '%/junk/%'")" = 5 ]
}

# ------------------------------------------------------------------- alone
write_config "$B/feed/1.xml"
start_gleanerd
ok 'the five articles are fetched' wait_for -t 60 five_done
stop_gleanerd
alone=$(slots)
is "$alone" 5 'without another feed they take five requests'

# ------------------------------------------------- with 300 links of feed A
origin_get /_origin/reset >/dev/null
b_scenario
B_PORT=$ORIGIN_PORT
start_origin --generate 1x1
A=$ORIGIN
{
	printf 'route /a.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel><title>A</title>'
	printf '<link>%s/</link>\n' "$B"
	n=0
	while [ "$n" -lt 300 ]; do
		n=$((n + 1))
		printf '<item><title>Junk %d</title><link>%s/junk/%d</link>' \
			"$n" "$B" "$n"
		printf '<pubDate>Tue, 01 Jan 2097 00:00:%02d GMT</pubDate></item>\n' \
			$((n % 60))
	done
	printf '</channel></rss>\nFEED\n'
} | origin_scenario
new_database
# Feed A is read first, and some of its pages are already being fetched.
write_config "$A/a.xml"
start_gleanerd
ok 'some pages of feed A are fetched' wait_for -t 60 sh -c \
	"[ \"\$(curl -s '$B/_origin/count?path=/junk/*')\" -ge 2 ]"
"$BUILD/gleaner" -c "$CONFIG" feed add "$B/feed/1.xml" >/dev/null
curl -s "$B/_origin/log" >"$WORK/before"
ok 'I3: the five articles are fetched beside 300 links of feed A' \
	wait_for -t 60 five_done
ORIGIN=$B
slots_before=$(grep -c /junk/ "$WORK/before")
with=$(($(slots) - slots_before))
diag "alone $alone requests, beside the foreign feed $with"
cmp_ok "$with" -le 10 \
	'I3: they take at most twice as many requests as alone'
is "$(sql "SELECT count(*) FROM article WHERE url LIKE '%/junk/%'")" 300 \
	'I3: links that do not fit into the window are stored as rows'
cmp_ok "$(sql "SELECT count(*) FROM article
	WHERE url LIKE '%/junk/%' AND status = 'queued'")" -ge 200 \
	'I3: these links were not fetched before the articles'
ok 'I3: the pages of the foreign feed are fetched later' \
	wait_for -t 30 sh -c "[ \"\$(curl -s \
	'$B/_origin/count?path=/junk/*')\" -ge $((slots_before + 12)) ]"
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'
done_testing
