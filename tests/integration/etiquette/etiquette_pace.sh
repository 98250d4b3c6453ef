#!/bin/sh
# Etiquette E34 to E38: how often a feed is asked, and how many at once.
# tests/bench/pace.py has E35 and E36 in full size.
# timeout: 240
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin --generate 60x1 --hosts 1
POLL='{ interval: 10m, min: 1m, max: 24h, adaptive: false }'
ARTICLES='{ fetch: false }'

# Starts are apart by at least $1 ms, at most $2 are under way at once; over
# all requests to one address.  "ms" is when a request came, by the kernel: an
# origin that reads two at once knows them apart.
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
	'E34: twenty starts, and each feed was asked once'
start_gleanerd
wait_for grep -q 'feeds subscribed' "$WORK/gleanerd.out"
kill -9 "$DAEMON_PID"
wait_gleanerd
gleanerd_once >/dev/null
is "$(origin_count 'path=/feed/*')" 2 'E34: nor after a kill'

# ---------------------------------------------------------------- E35
# One host: a private one is known by its address and port.
origin_get /_origin/reset >/dev/null
new_database
GAP=$(paced 100)
HOST="{ connections: 1, gap: ${GAP}ms, allow_private: true, robots: false }"
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
gleanerd_once >/dev/null
is "$(origin_count 'path=/feed/*')" 60 'E35: all feeds of a host are asked'
# Half of it: a request is sent some turns of the loop behind the moment by
# which the next one is planned, the first of a connection later still.
is "$(pace $((GAP / 2)))" '1 0 0 True' 'E35: one at a time, with the gap between'
between "$(sql 'SELECT count(DISTINCT next_poll_at) FROM feed')" 20 60 \
	'E35: the next time they are spread over the interval'
between "$(sql 'SELECT min(next_poll_at - last_poll_at) FROM feed')" 600 660 \
	'E35: none before its interval'

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
ok 'E36: feeds are imported, sorted by host' gleaner import "$WORK/feeds.opml"
gleanerd_once >/dev/null
is "$(origin_count 'path=/feed/*')" 100 'E36: all are asked'
is "$(pace $((GAP / 2)))" '10 0 0 True' 'E36: S67: hosts take turns, each at its own pace'

# --------------------------------------------------------- E37 and E38
# Hours and days are chosen around the present, which cannot be moved.
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
items() { # SECONDS between them
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
between "$(wait_s /e37-ttl.xml)" 10800 11880 'E37: ttl of 180 minutes'
between "$(wait_s /e37-long.xml)" 600 660 'E37: one of a fortnight is ignored'
between "$(wait_s /e37-short.xml)" 600 660 'E37: so is one of a minute'
after=$(((now / 3600 + 3) * 3600))
between "$(feed_sql /e37-hours.xml next_poll_at)" "$after" \
	$((after + 4200)) 'E37: not in the hours to be skipped'
after=$(((now / 86400 + 2) * 86400))
between "$(feed_sql /e37-days.xml next_poll_at)" "$after" \
	$((after + 90000)) 'E37: nor on such days'
make_due
# A moment within them is somebody's wish.
sql "UPDATE feed SET next_poll_at = unixepoch() WHERE url LIKE '%/e37-hours.xml'"
gleanerd_once >/dev/null
is "$(origin_count 'path=/e37-ttl.xml&status=304')" 1 'E37: unchanged, later'
is "$(origin_count 'path=/e37-hours.xml&status=304')" 1 \
	'E37: the operator may ask at any hour'
between "$(wait_s /e37-ttl.xml)" 10800 11880 'E37: what it asked for stands'
cmp_ok "$(wait_s /e37-hours.xml)" -gt 3600 'E37: the hours, too'
asked=$(origin_count 'path=/e37-hours.xml')
sql "UPDATE feed SET next_poll_at = ($now / 3600) * 3600 - 600
	WHERE url LIKE '%/e37-hours.xml'"
restart
is "$(origin_count 'path=/e37-hours.xml')" "$asked" \
	'E37: a poll that was missed before them waits for their end'
between "$(wait_s /e38-slow.xml)" 86400 95040 'E38: once a day, it says'
between "$(wait_s /e38-fast.xml)" 600 660 \
	'E38: but not where its items come faster'
# ------------------------------------------------------- a server that tires
# A name that a proxy resolves: of those that are not shared nothing is learned.
stop_origin
start_origin
new_database
step() { # WHICH [LINE]: of the feed's requests
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
ok 'ten polls, two of them slow' wait_for -t 60 enough
stop_gleanerd
like "$(cat "$WORK/gleanerd.out")" 'host-slow host=example.org' \
	'a host whose answers take much longer than they did is told of'
gaps=$(origin_get '/_origin/log?path=/tired.xml' | python3 -c '
import json, sys
ms = sorted(line["ms"] for line in map(json.loads, sys.stdin))
print(ms[5] - ms[4], ms[9] - ms[8])')
cmp_ok "${gaps% *}" -ge 4300 'and asked less often'
cmp_ok "${gaps#* }" -lt "${gaps% *}" 'until it answers as before'
done_testing
