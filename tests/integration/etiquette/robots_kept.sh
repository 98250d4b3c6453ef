#!/bin/sh
# Etiquette E41, stored rules of robots.txt: the crawl delay of a host is respected after a
# restart, and the files of many origins fill neither the memory nor the disk.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin

# feed NAME LINK…: a feed with one item per link.
feed() {
	echo "route /$1.xml"
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<END'
	echo '<rss version="2.0"><channel><title>T</title>'
	shift
	for link; do
		echo "<item><title>Story $link</title><link>$link</link></item>"
	done
	echo '</channel></rss>'
	echo 'END'
}

# Prints the shortest time in milliseconds between two requests for a feed.
shortest_gap_ms() {
	origin_get '/_origin/log?path=/*.xml' | python3 -c '
import json, sys
times = sorted(json.loads(line)["ms"] for line in sys.stdin)
print(min((b - a for a, b in zip(times, times[1:])), default=-1))'
}

# Prints the time in milliseconds of the first or last request (min or max).
request_ms() {
	origin_get '/_origin/log?path=/*' | python3 -c '
import json, sys
times = [json.loads(line)["ms"] for line in sys.stdin]
print({"min": min, "max": max}[sys.argv[1]](times))' "$1"
}

# ------------------------------------------------------- the crawl delay
{
	echo 'route /robots.txt'
	printf '  body text "User-agent: *\\nCrawl-delay: 2\\n"\n'
	echo 'route /story.html'
	echo '  body text "<title>Story</title><p>Words of the story.</p>"'
	feed one "$ORIGIN/story.html"
	feed two
	feed three
} | origin_scenario
write_config "$ORIGIN/one.xml" "$ORIGIN/two.xml" "$ORIGIN/three.xml"
gleanerd_once >/dev/null
rules_ms=$(origin_get '/_origin/log?path=/robots.txt' |
	sed -n 's/.*"ms": *\([0-9]*\).*/\1/p')
last_ms=$(request_ms max)
cmp_ok $((last_ms - rules_ms)) -ge 1900 \
	'E41: the first page after robots.txt waits for the crawl delay'
origin_get /_origin/forget-log >/dev/null
make_due
gleanerd_once >/dev/null
is "$(origin_count 'path=/*.xml')" 3 'after a restart all feeds are polled'
cmp_ok $(($(request_ms min) - last_ms)) -ge 1900 \
	'E41: the crawl delay applies to the first request after a restart'
cmp_ok "$(shortest_gap_ms)" -ge 1900 \
	'E41: the crawl delay is respected after a restart'

sql "UPDATE robots SET expires_at = unixepoch() - 1, read_at = 1;
	UPDATE article SET status = 'failed', retry_at = 1"
origin_set 'path=/robots.txt&status=503'
gleanerd_once >/dev/null
origin_get /_origin/forget-log >/dev/null
make_due
sql 'UPDATE host SET pause_until_at = NULL'
gleanerd_once >/dev/null
cmp_ok "$(shortest_gap_ms)" -ge 1900 \
	'the crawl delay is respected while robots.txt answers 503'

# If robots.txt is ignored, it is not read again, so that it cannot give another
# crawl delay.
EXTRA="sites:
  - { match: 127.0.0.1, robots: ignore, reason: the publisher agreed }"
write_config "$ORIGIN/one.xml" "$ORIGIN/two.xml" "$ORIGIN/three.xml"
EXTRA=
origin_get /_origin/forget-log >/dev/null
make_due
sql 'UPDATE host SET pause_until_at = NULL'
gleanerd_once >/dev/null
is "$(origin_count 'path=/*.xml')" 3 'without robots.txt all feeds are polled'
cmp_ok "$(shortest_gap_ms)" -lt 1900 \
	'a stored crawl delay does not apply if robots.txt is ignored'

# ---------------------------------------------- many origins with long files
origin_get /_origin/reset >/dev/null
new_database
SITES=150
# shellcheck disable=SC2046
set -- $(seq -f "http://h%.0f.localhost:$ORIGIN_PORT/story.html" $SITES)
{
	echo 'route /robots.txt'
	printf '  body text "User-agent: *\\n"\n'
	printf '  body repeat "Allow:/0\\n" 55000\n'
	echo 'route /story.html'
	echo '  body text "<title>Story</title><p>Words of the story.</p>"'
	feed many "$@"
} | origin_scenario
write_config "$ORIGIN/many.xml"
start_gleanerd
wait_for_sql "SELECT count(*) FROM article WHERE status NOT IN ('queued')" \
	"$SITES" 'all pages of many origins are fetched'
is "$(sql 'SELECT count(*) FROM robots WHERE length(rules) > 65536')" 0 \
	'long rules are not stored'
if [ "$(is_sanitized)" = yes ]; then
	skip 'the memory of the rules' 'the sanitizers use more memory'
else
	cmp_ok "$(awk '/^VmHWM/ { print int($2 / 1024) }' \
		"/proc/$DAEMON_PID/status")" -le 300 \
		'the rules of many origins use a limited memory (MiB)'
fi
stop_gleanerd
done_testing
