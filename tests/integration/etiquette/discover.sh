#!/bin/sh
# gleaner discover, and feed add with the URL of a page: the feeds that are
# found, their order, and the limits on requests.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin
LONG=$(printf 'Many words of an article. %.0s' $(seq 1 60))

# feed PATH TITLE ITEMS DAYS_AGO TEXT [PREFIX]: prints the route of a feed. Its
# items have the description TEXT and a link that begins with PREFIX.
feed() {
	printf 'route %s\n  header Content-Type: application/rss+xml\n' "$1"
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>%s</title>\n' "$2"
	item=0
	while [ "$item" -lt "$3" ]; do
		item=$((item + 1))
		printf '<item><link>%s/%s%d</link><title>Item %d</title>' \
			"$ORIGIN" "${6:-a}" "$item" "$item"
		printf '<description>%s</description><pubDate>%s</pubDate>' \
			"$5" "$(date -u -R -d "$4 days ago")"
		printf '</item>\n'
	done
	printf '</channel></rss>\nFEED\n'
}
page() { # PATH: the page is standard input
	printf 'route %s\n  header Content-Type: text/html; charset=utf-8\n' "$1"
	printf '  body text <<PAGE\n<!DOCTYPE html><html><head>\n'
	cat
	printf '</html>\nPAGE\n'
}
link() { # HREF [TITLE]
	printf '<link rel="alternate" type="application/rss+xml" '
	printf 'title="%s" href="%s">\n' "${2:-}" "$1"
}
# found PATH [OPTION…]: prints the addresses that discover found, without the
# origin.
found() {
	tap_path=$1
	shift
	gleaner discover --json "$@" "$ORIGIN$tap_path" 2>"$WORK/err" |
		python3 -c '
import json, sys
print(" ".join(json.loads(line)["url"][len(sys.argv[1]):]
    for line in sys.stdin))' "$ORIGIN"
}
member() { # PATH RANK NAME
	gleaner discover --json "$ORIGIN$1" 2>/dev/null | sed -n "$2p" |
		python3 -c 'import json, sys
value = json.load(sys.stdin)[sys.argv[1]]
print(" ".join(value) if isinstance(value, list) else value)' "$3"
}

{
	printf 'route /robots.txt\n  body text "User-agent: *\\n'
	printf 'Disallow: /private/\\nSitemap: /map.xml\\n'
	printf 'Sitemap: /news-map.xml\\n"\n'
	{
		link /stale.xml 'Stale'
		link /short.xml 'Short'
		link /comments/rss 'Comments'
		link /full.xml 'Full'
		link /gone.xml 'Gone'
		link /private/rss.xml 'Private'
		link /no-feed 'A page'
		link /full-again.xml 'Full again'
		link /moved.xml 'Moved'
	} | page /
	feed /stale.xml Stale 12 900 Short. s
	feed /short.xml Short 12 1 Short. b
	feed /comments/rss 'Comments on all' 12 0 "$LONG" c
	feed /full.xml Full 12 1 "$LONG" f
	feed /full-again.xml 'Full again' 12 1 "$LONG" f
	feed /private/rss.xml Private 12 1 "$LONG" p
	printf 'route /moved.xml\n  redirect 302 /short.xml\n'
	printf 'route /gone.xml\n  status 404\n'
	printf 'route /no-feed\n  body text "<html><p>Hello</p></html>"\n'
	for map in map news-map; do
		printf 'route /%s.xml\n  body text "<urlset><url><loc>' "$map"
		printf '%s/%s/1</loc></url></urlset>"\n' "$ORIGIN" "$map"
	done
} >"$WORK/site"
origin_scenario <"$WORK/site"
write_config

is "$(found /)" \
	'/full.xml /short.xml /stale.xml /comments/rss /news-map.xml /map.xml' \
	'feeds come before sitemaps, sorted by full text, date, items, title'
is "$(member / 1 also)" "$ORIGIN/full-again.xml" \
	'a feed with the same items is listed as an alternative'
is "$(member / 2 also)" "$ORIGIN/moved.xml" \
	'an address that redirects to a feed is listed as an alternative'
is "$(member / 1 text) $(member / 1 items) $(member / 1 title)" 'full 12 Full' \
	'text, number of items and title of a feed are printed'
is "$(member / 1 source) $(member / 5 source) $(member / 5 kind)" \
	'link robots sitemap' 'the source of a feed is printed'
is "$(origin_count 'path=/private/*')" 0 \
	'E39: a path that robots.txt disallows is not requested'
like "$(gleaner discover --all "$ORIGIN/")" \
	'none .*robots.txt disallows it +http.*/private/rss.xml' \
	'--all prints why a disallowed address is not a feed'
like "$(gleaner discover --all "$ORIGIN/")" 'none .*HTTP 404 .*/gone.xml' \
	'--all prints why a missing address is not a feed'
is "$(found / --limit 1)" /full.xml '--limit limits the output'
like "$(gleaner discover "$ORIGIN/")" \
	'^feed +rss20 +12 +[-0-9]+ [0-9:]+ +full +Full +http.*/full.xml$' \
	'the text output is a table'

# ------------------------------------------- with nothing in the page's head
origin_get /_origin/reset >/dev/null
{
	printf '<body><a href="/world.rss">World</a><a href="/a">A</a>' |
		page /anchors
	feed /world.rss World 3 1 Short.
	printf '<body>Nothing' | page /
	printf '<body>Nothing' | page /deep/page.html
	feed /feed.xml Guessed 3 1 Short.
} | origin_scenario
is "$(found /anchors)" /world.rss \
	'a link in the text of a page that looks like a feed is tried'
is "$(origin_count 'path=/rss.xml')" 0 \
	'if a link was found, no well-known path is tried'
is "$(found /deep/page.html)" /feed.xml \
	'without a link the well-known paths are tried'
is "$(found /feed.xml)" /feed.xml 'the address of a feed gives this feed'
is "$(origin_count 'path=/rss.xml')" 1 \
	'the address of a feed causes no further request'
origin_get /_origin/reset >/dev/null
{
	printf '<body>Nothing' | page /
	printf 'route /down\n  status 500\n'
	printf 'route /slow-robots/robots.txt\n  status 500\n'
} | origin_scenario
fails 'a page without a feed is an error' gleaner discover "$ORIGIN/"
like "$(gleaner discover "$ORIGIN/" 2>&1)" 'no feed was found at .*an HTML page' \
	'the message states that no feed was found'
like "$(gleaner discover "$ORIGIN/down" 2>&1)" 'HTTP 500' \
	'the message contains the HTTP status'
printf 'route /robots.txt\n  status 503\n' | origin_scenario
link /x.xml | page / | origin_scenario
feed /x.xml X 3 1 Short. | origin_scenario
gleaner discover "$ORIGIN/" >/dev/null 2>&1
is "$(origin_count 'path=/x.xml')" 0 \
	'E40: if robots.txt cannot be fetched, no feed is requested'
HOST='{ connections: 8, gap: 0s, allow_private: false, robots: true }'
write_config
like "$(gleaner discover "$ORIGIN/" 2>&1)" 'forbidden' \
	'E31: private addresses are refused'

# ---------------------------------------------------------- the host's gap
origin_get /_origin/reset >/dev/null
HOST='{ connections: 8, gap: 1s, allow_private: true, robots: true }'
write_config
{
	link /x.xml | page /
	feed /x.xml X 3 1 Short.
	printf 'route /robots.txt\n  body text "Sitemap: /m.xml"\n'
	printf 'route /m.xml\n  body text "<urlset/>"\n'
} | origin_scenario
found / >/dev/null
origin_get /_origin/log | python3 -c '
import json, sys
at = sorted(json.loads(line)["ms"] for line in sys.stdin)
gaps = [b - a for a, b in zip(at, at[1:])]
print(len(at), all(gap >= 700 for gap in gaps))' >"$WORK/gaps" 2>&1
is "$(cat "$WORK/gaps")" '4 True' 'E35: requests respect the gap of the host'

# Redirects of a search respect the gap, and robots.txt of their targets.
origin_get /_origin/reset >/dev/null
{
	printf 'route /\n  redirect 302 /start/\n'
	{
		link /open.xml
		link /shut.xml
	} | page /start/
	printf 'route /open.xml\n  redirect 302 /feed.xml\n'
	printf 'route /shut.xml\n  redirect 302 /private/feed.xml\n'
	feed /feed.xml Open 3 1 Short.
	feed /private/feed.xml Shut 3 1 Short.
	printf 'route /robots.txt\n  body text "User-agent: *\\n'
	printf 'Disallow: /private/"\n'
} | origin_scenario
is "$(found /)" /feed.xml 'E39: a feed that redirects within the site is found'
is "$(origin_count 'path=/shut.xml') $(origin_count 'path=/private/*')" '1 0' \
	'E39: the target of a redirect that robots.txt disallows is not requested'
is "$(origin_get /_origin/log | python3 -c '
import json, sys
at = sorted(json.loads(line)["ms"] for line in sys.stdin)
print(sum(b - a < 950 for a, b in zip(at, at[1:])))')" 0 \
	'E35: redirects respect the gap of the host'

# -------------------------------------- robots.txt that gives no rules (E40)
HOST='{ connections: 8, gap: 0s, allow_private: true, robots: true }'
write_config
robots() { # LINE…: replaces the route of robots.txt
	origin_get /_origin/reset >/dev/null
	{
		link /x.xml | page /
		feed /x.xml X 3 1 Short.
		echo 'route /robots.txt'
		printf '  %s\n' "$@"
	} | origin_scenario
}
robots 'redirect 302 /robots.txt'
is "$(found /)" /x.xml 'E40: a loop of redirects means that there are no rules'
robots 'status 429' 'header Retry-After: 0'
is "$(found /)" '' 'E40: after a 429 nothing is found'
is "$(origin_count 'path=/x.xml')" 0 'E40: after a 429 nothing is requested'

# ------------------------------------------------------------- feed add
origin_get /_origin/reset >/dev/null
HOST='{ connections: 8, gap: 0s, allow_private: true, robots: true }'
write_config
{
	cat "$WORK/site"
	link /only.xml | page /one
	feed /only.xml Only 3 1 Short. o
	printf '<body>Nothing' | page /none
	printf 'route /none-of-these\n  status 404\n'
	feed /unlike Unlike 3 1 Short. u
} | origin_scenario
subscribed() {
	sql 'SELECT url FROM feed ORDER BY id' 2>/dev/null |
		sed "s|$ORIGIN||" | tr '\n' ' '
}
is "$(gleaner feed add "$ORIGIN/one" | head -n 1)" "added $ORIGIN/only.xml" \
	'feed add with a page adds the feed of the page'
said=$(gleaner feed add "$ORIGIN/" 2>&1 </dev/null)
is $? 1 'feed add with a page of several feeds adds none without a choice'
like "$said" "1 +$ORIGIN/full.xml +Full" 'feed add lists the feeds of the page'
like "$said" '--first' 'feed add mentions --first'
is "$(subscribed)" '/only.xml ' 'no further feed was added'
is "$(gleaner feed add --first "$ORIGIN/" | head -n 1)" \
	"added $ORIGIN/full.xml" \
	'feed add --first adds the best feed'
is "$(gleaner feed add "$ORIGIN/unlike" | head -n 1)" "added $ORIGIN/unlike" \
	'feed add accepts a feed with any address'
fails 'feed add with a page without a feed is an error' \
	gleaner feed add "$ORIGIN/none"
before=$(origin_count 'path=/*')
is "$(gleaner feed add --as-is "$ORIGIN/none" 2>&1)" "added $ORIGIN/none" \
	'feed add --as-is adds any address'
is "$(origin_count 'path=/*')" "$before" 'feed add --as-is sends no request'

# -------------------------------------------------------------- secrets
# The processes that parse documents are forked before the secrets of the
# configuration are read. No server answers, so the command waits.
printf 'secret-of-one-site\n' >"$WORK/key"
chmod 600 "$WORK/key"
EXTRA="sites:
  - { match: key.example.com, headers: { X-Key: { file: '$WORK/key' } } }"
write_config
EXTRA=
origin_get /_origin/reset >/dev/null
printf 'route /*\n  hang\n' | origin_scenario
# Waits until the command has read the secret. Prints the number of its child
# processes, and the number of those whose memory contains the secret.
cat >"$WORK/holders.py" <<'END'
import sys, time
pid, path = sys.argv[1:]
with open(path, "rb") as f:
    secret = f.read().strip()
def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as f:
        return [p for child in f.read().split()
                for p in (child, *children(child))]
def holds(pid):
    with open(f"/proc/{pid}/maps") as f:
        ranges = [[int(n, 16) for n in line.split()[0].split("-")]
                  for line in f if " rw" in line]
    with open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for start, end in ranges:
            if end - start > 1 << 30:
                continue    # reserved by the address sanitizer
            memory.seek(start)
            try:
                if secret in memory.read(end - start):
                    return True
            except OSError:
                pass        # unmapped meanwhile
    return False
end = time.monotonic() + 60
while not holds(pid) and time.monotonic() < end:
    time.sleep(0.02)
found = children(pid)
print(holds(pid), len(found), sum(map(holds, found)))
END
for arguments in 'discover' 'feed add'; do
	name="the processes of $arguments that parse documents have no secret"
	if [ "$(id -u)" != 0 ]; then
		skip "$name" 'only root reads the memory of these processes'
		continue
	fi
	# shellcheck disable=SC2086
	"$BUILD/gleaner" -c "$CONFIG" $arguments "$ORIGIN/page" \
		>/dev/null 2>&1 &
	waiting=$!
	tap_pids="$tap_pids $waiting"
	is "$(python3 "$WORK/holders.py" "$waiting" "$WORK/key")" 'True 3 0' \
		"$name"
	kill "$waiting"
	wait "$waiting"
	tap_forget "$waiting"
done
stop_origin
write_config
fails 'feed add refuses an address that cannot be fetched' \
	gleaner feed add "$ORIGIN/later"
ok 'feed add --force adds it nevertheless' \
	gleaner feed add --force "$ORIGIN/later"
is "$(subscribed)" '/only.xml /full.xml /unlike /none /later ' \
	'all added feeds are stored'

done_testing
