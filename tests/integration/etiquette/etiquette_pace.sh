#!/bin/sh
# Etiquette E34 to E38: the rate of polls of a feed and the number of
# simultaneous requests. tests/bench/pace.py measures E35 and E36 with many
# feeds.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin --generate 60x1 --hosts 1
POLL='{ interval: 10m, min: 1m, max: 24h, adaptive: false }'
ARTICLES='{ fetch: false }'

# pace MS: prints four values: the number of addresses; the number of requests
# less than MS after the previous request to the same address; the number of
# requests before the end of the previous one to the same address; and True if
# all addresses are among the first requests, three times as many as addresses. "ms" is the arrival time that
# the kernel reports.
pace() {
	origin_get '/_origin/log?path=/feed/*' | python3 -c '
import json, sys
gap = int(sys.argv[1])
seen, close, overlaps, order = {}, 0, 0, []
for line in map(json.loads, sys.stdin):
    seen.setdefault(line["address"], []).append(
        (line["ms"], line["ms"] + line["took_ms"]))
    order.append((line["ms"], line["address"]))
for times in seen.values():
    times.sort()
    for (a, a_end), (b, _) in zip(times, times[1:]):
        close += b - a < gap
        overlaps += b < a_end
order = [address for _, address in sorted(order)]
first = {a: order.index(a) for a in seen}
print(len(seen), close, overlaps, max(first.values()) < 3 * len(seen))
' "$1"
}

# ---------------------------------------------------------------- E34
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	gleanerd_once >/dev/null
done
is "$(origin_count 'path=/feed/*')" 2 \
	'E34: each feed is polled once during twenty starts'
start_gleanerd
wait_for grep -q 'feeds subscribed' "$WORK/gleanerd.out"
stop_gleanerd KILL
gleanerd_once >/dev/null
is "$(origin_count 'path=/feed/*')" 2 \
	'E34: a feed is not polled again after the daemon was killed'

# ---------------------------------------------------------------- E35
# A private host is identified by its address and port, so all feeds share one
# host.
origin_get /_origin/reset >/dev/null
new_database
GAP=$(paced 100)
HOST="{ connections: 1, gap: ${GAP}ms, allow_private: true, robots: false }"
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
gleanerd_once >/dev/null
is "$(origin_count 'path=/feed/*')" 60 'E35: all feeds of a host are polled'
# Half of the gap is required, because a request is sent some iterations of the
# event loop after its planned time.
is "$(pace $((GAP / 2)))" '1 0 0 True' \
	'E35: one request at a time, with the gap between two'
between "$(sql 'SELECT count(DISTINCT next_poll_at) FROM feed')" 20 60 \
	'E35: the next polls are spread over the interval'
between "$(sql 'SELECT min(next_poll_at - last_poll_at) FROM feed')" 600 660 \
	'E35: no next poll is before the interval'

# ---------------------------------------------------------------- E36
stop_origin
start_origin --generate 100x1 --hosts 10
new_database
GAP=$(paced 100)
HOST="{ connections: 1, gap: ${GAP}ms, allow_private: true, robots: false }"
write_config
origin_get /_origin/feeds | python3 -c '
import sys
urls = sorted(sys.stdin.read().split(), key=lambda u: u.split("/")[2])
print("<opml version=\"2.0\"><head/><body>")
for url in urls:
    print(f"<outline type=\"rss\" text=\"x\" xmlUrl=\"{url}\"/>")
print("</body></opml>")' >"$WORK/feeds.opml"
gleanerd_once >/dev/null
ok 'E36: feeds sorted by host are imported' gleaner import "$WORK/feeds.opml"
gleanerd_once >/dev/null
is "$(origin_count 'path=/feed/*')" 100 'E36: all feeds are polled'
is "$(pace $((GAP / 2)))" '10 0 0 True' \
	'E36: S67: hosts are polled in turns, each with its own gap'

# --------------------------------------------------------- E37 and E38
# The hours and days to skip are chosen around the current time.
HOST='{ connections: 8, gap: 0s, allow_private: true, robots: false }'
new_database
now=$(date +%s)
hour_of() { date -u -d "@$1" +%-H; }
day_of() { date -u -d "@$1" +%A; }
hours=
for ahead in 0 1 2; do
	hours="$hours<hour>$(hour_of $((now + ahead * 3600)))</hour>"
done
days="<day>$(day_of "$now")</day><day>$(day_of $((now + 86400)))</day>"
items() { # SECONDS: prints ten items with this distance
	python3 -c '
import sys, time
from email.utils import formatdate
for n in range(10):
    at = formatdate(time.time() - n * int(sys.argv[1]))
    print(f"<item><guid>g{n}</guid><title>Item {n}</title>"
          f"<description>Words.</description><pubDate>{at}</pubDate></item>")
' "$1"
}
weekly='<sy:updatePeriod xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">weekly</sy:updatePeriod><sy:updateFrequency xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">7</sy:updateFrequency>'
{
	echo 'route /e37-ttl.xml'
	echo '  header ETag: "ttl"'
	echo '  revalidate'
	feed_body 1 '<ttl>180</ttl>'
	echo 'route /e37-long.xml'
	feed_body 1 '<ttl>20160</ttl>'
	echo 'route /e37-short.xml'
	feed_body 1 '<ttl>1</ttl>'
	echo 'route /e37-hours.xml'
	echo '  header ETag: "hours"'
	echo '  revalidate'
	feed_body 1 "<skipHours>$hours</skipHours>"
	echo 'route /e37-days.xml'
	feed_body 1 "<skipDays>$days</skipDays>"
	echo 'route /e38-slow.xml'
	feed_body 0 "$weekly$(items 700000)"
	echo 'route /e38-fast.xml'
	feed_body 0 "$weekly$(items 1800)"
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
set --
for path in e37-ttl e37-long e37-short e37-hours e37-days e38-slow e38-fast; do
	set -- "$@" "$ORIGIN/$path.xml"
done
write_config "$@"
gleanerd_once >/dev/null
between "$(wait_s /e37-ttl.xml)" 10800 11880 \
	'E37: a ttl of 180 minutes sets the interval'
between "$(wait_s /e37-long.xml)" 600 660 'E37: a ttl of two weeks is ignored'
between "$(wait_s /e37-short.xml)" 600 660 'E37: a ttl of one minute is ignored'
after=$(((now / 3600 + 3) * 3600))
between "$(feed_sql /e37-hours.xml next_poll_at)" "$after" \
	$((after + 4200)) 'E37: no poll is planned in skipped hours'
after=$(((now / 86400 + 2) * 86400))
between "$(feed_sql /e37-days.xml next_poll_at)" "$after" \
	$((after + 90000)) 'E37: no poll is planned on skipped days'
make_due
# The planned time is set to now, which is in a skipped hour. A poll that the
# operator asks for has such a time.
sql "UPDATE feed SET next_poll_at = unixepoch() WHERE url LIKE '%/e37-hours.xml'"
gleanerd_once >/dev/null
is "$(origin_count 'path=/e37-ttl.xml&status=304')" 1 \
	'E37: the later poll is answered with 304'
is "$(origin_count 'path=/e37-hours.xml&status=304')" 1 \
	'E37: a poll that the operator asked for runs in a skipped hour'
between "$(wait_s /e37-ttl.xml)" 10800 11880 \
	'E37: the ttl still applies after a 304'
cmp_ok "$(wait_s /e37-hours.xml)" -gt 3600 \
	'E37: the skipped hours still apply after a 304'
asked=$(origin_count 'path=/e37-hours.xml')
sql "UPDATE feed SET next_poll_at = ($now / 3600) * 3600 - 600
	WHERE url LIKE '%/e37-hours.xml'"
restart
is "$(origin_count 'path=/e37-hours.xml')" "$asked" \
	'E37: a poll missed before skipped hours waits for their end'
between "$(wait_s /e38-slow.xml)" 86400 95040 \
	'E38: updatePeriod and updateFrequency set the interval'
between "$(wait_s /e38-fast.xml)" 600 660 \
	'E38: updatePeriod is ignored if items come faster'
# ------------------------------------------------ a server that becomes slow
# The name is resolved by a proxy: the delay of a host is measured only for
# public hosts.
stop_origin
start_origin
new_database
step() { # WHICH [LINE]: prints a step for the requests WHICH
	printf '  when %s\n' "$1"
	feed_body 1 | sed 's/^  /    /'
	[ $# -eq 1 ] || printf '    %s\n' "$2"
}
{
	echo 'route /tired.xml'
	step 4 'delay 2200ms before headers'
	step 5 'delay 2200ms before headers'
	step 1+
} >"$WORK/scenario"
origin_scenario <"$WORK/scenario"
POLL='{ interval: 1s, min: 1s, max: 1h, adaptive: false }'
HOST='{ connections: 1, gap: 0s, robots: false }'
FETCH="{ parallel: 256, timeout: 10s, proxy: '$ORIGIN' }"
write_config http://www.example.org/tired.xml
enough() {
	[ "$(origin_count 'path=/tired.xml')" -ge 10 ]
}
start_gleanerd
ok 'ten polls were made, two of them slow' wait_for -t 60 enough
stop_gleanerd
like "$(cat "$WORK/gleanerd.out")" 'host-slow host=example.org' \
	'a host that became much slower is logged'
gaps=$(origin_get '/_origin/log?path=/tired.xml' | python3 -c '
import json, sys
ms = sorted(line["ms"] for line in map(json.loads, sys.stdin))
print(ms[5] - ms[4], ms[9] - ms[8])')
cmp_ok "${gaps% *}" -ge 4300 'a host that became slower is polled less often'
cmp_ok "${gaps#* }" -lt "${gaps% *}" \
	'the interval returns to normal with the response time'
done_testing
