#!/bin/sh
# I3: a foreign feed announces articles first, and their rows change when the
# publisher's feed is read. An article gets another address while the old
# address is requested, it gets another owner while the page waits, and a home
# page names the feed.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

POLL='{ interval: 1h, min: 1h, max: 2h, adaptive: false }'
FETCH='{ parallel: 256, timeout: 120s }'

start_origin
# One origin has many hosts: B is the publisher, the others are foreign.
B=127.0.0.2:$ORIGIN_PORT
A=127.0.0.3:$ORIGIN_PORT
F=127.0.0.4:$ORIGIN_PORT

# feed HOST PATH…: prints the route of a feed at /feed.xml of HOST. The items of
# the feed link to these paths of B; the first item is the newest.
feed() {
	printf 'route //%s/feed.xml\n' "$1"
	printf '  header Content-Type: application/rss+xml\n'
	printf '  body text <<THEEND\n'
	printf '<rss version="2.0"><channel><title>%s</title>' "$1"
	printf '<link>http://%s:%s/</link>\n' "$1" "$ORIGIN_PORT"
	shift
	feed_n=0
	for feed_path; do
		feed_n=$((feed_n + 1))
		printf '<item><title>Item %d</title>' "$feed_n"
		printf '<link>http://%s%s</link><pubDate>' "$B" "$feed_path"
		date -u -R -d "-$feed_n minutes" | tr -d '\n'
		printf '</pubDate></item>\n'
	done
	printf '</channel></rss>\nTHEEND\n'
}

# page PATH: a page of B
page() {
	printf 'route //127.0.0.2%s\n  header Content-Type: text/html\n' "$1"
	printf '  body text <<THEEND\n'
	printf '<html><head><title>%s</title></head><body><article>\n' "$1"
	printf '<h1>The council of %s</h1>\n' "$1"
	for sentence in 1 2 3 4 5 6; do
		printf '<p>The council met for the %d. time this year and ' \
			"$sentence"
		printf 'spoke about the harbour, the bridge and the school of '
		printf '%s, which are to be repaired before winter.</p>\n' "$1"
	done
	printf '</article></body></html>\nTHEEND\n'
}

# junk NAME N: prints N paths of B
junk() {
	seq -f "/junk/$1-%.0f" "$2"
}

common() {
	printf 'route //127.0.0.2/junk/*\n  header Content-Type: text/html\n'
	printf '  body text "<title>${path}</title><p>Nothing of interest."\n'
	for n in 1 2 3 4 5 6; do
		page "/news/$n"
	done
}

requested() { # PATH LEAST: PATH of B was requested at least LEAST times
	[ "$(origin_count "path=$1&address=127.0.0.2")" -ge "$2" ]
}

done_news() { # N: N articles of B's news are stored
	[ "$(sql "SELECT count(*) FROM article WHERE status = 'done'
		AND url LIKE '%/news/_'")" = "$1" ]
}

# others FROM: prints two numbers for the requests to B after the first FROM
# requests: the number of requests for other pages between the first and the
# last request for a page of its news, and the number of requests for its news.
others() {
	origin_get '/_origin/log?address=127.0.0.2' | python3 -c '
import json, re, sys
lines = sorted(map(json.loads, sys.stdin), key=lambda line: line["ms"])
paths = [line["path"] for line in lines][int(sys.argv[1]):]
own = [n for n, path in enumerate(paths) if re.fullmatch("/news/[0-9]", path)]
first = own[0] if own else 0
last = own[-1] if own else 0
print(sum(path.startswith("/junk/") for path in paths[first:last]), len(own))
' "$1"
}

# ------------------------------- the address changes while it is requested
HOST='{ connections: 4, gap: 100ms, allow_private: true, robots: true }'
{
	common
	# the origin answers late to the address that the foreign feed gives
	printf 'route //127.0.0.2/news/1/\n  delay 15s\n  status 404\n'
	# shellcheck disable=SC2046
	feed 127.0.0.3 /news/1/ $(junk a 300)
	feed 127.0.0.2 /news/1 /news/2 /news/3
} | origin_scenario
write_config "http://$A/feed.xml"
start_gleanerd
# The newest is requested first.
ok 'pages of the foreign feed are requested' \
	wait_for -t 60 requested '/junk/*' 2
"$BUILD/gleaner" -c "$CONFIG" feed add --force "http://$B/feed.xml" >/dev/null
ok "the publisher's articles are fetched" wait_for -t 60 done_news 3
stop_gleanerd
origin_idle
requested /news/1/ 1
is $? 0 'the address of the foreign feed was requested, too'
set -- $(others 0)
diag "$1 other pages between the first and the last of $2 articles"
is "$2" 3 'each article is requested once'
cmp_ok "$1" -le 5 \
	'I3: an article is not delayed by a request for its old address'
is "$(sql "SELECT group_concat(status) FROM article
	WHERE url LIKE '%/news/%'")" done,done,done \
	'the late response of the old address is ignored'

# ------------------------------ the page of a foreign feed becomes an own one
origin_get /_origin/reset >/dev/null
new_database
HOST='{ connections: 2, gap: 2s, allow_private: true, robots: true }'
{
	common
	# shellcheck disable=SC2046
	feed 127.0.0.3 $(junk a 6) /news/4
	feed 127.0.0.2 /news/4
} | origin_scenario
write_config "http://$A/feed.xml"
start_gleanerd
ok 'a page of the foreign feed is requested' \
	wait_for -t 60 requested '/junk/*' 1
cat >>"$CONFIG" <<END
  - url: "http://$B/feed.xml"
    headers: { X-Reader: subscriber }
END
chmod 600 "$CONFIG"
kill -HUP "$DAEMON_PID"
ok 'the article is fetched' wait_for -t 60 done_news 1
stop_gleanerd
is "$(origin_get '/_origin/log?path=/news/4' | python3 -c '
import json, sys
for line in sys.stdin:
    print(json.loads(line)["headers"].get("X-Reader"))')" subscriber \
	\
	'I3: a waiting foreign page becomes an own one, with its headers'

# -------------------------------------- the home page names the feed of F
origin_get /_origin/reset >/dev/null
new_database
HOST='{ connections: 2, gap: 250ms, allow_private: true, robots: true }'
{
	common
	printf 'route //127.0.0.2/\n  header Content-Type: text/html\n'
	printf '  body text <<THEEND\n<html><head><title>B</title>'
	printf '<link rel="alternate" type="application/rss+xml" '
	printf 'href="http://%s/feed.xml"></head><body><h1>B</h1></body>' "$F"
	printf '</html>\nTHEEND\n'
	feed 127.0.0.4 /news/1 /news/2 /news/3 /news/4 /news/5 /news/6
	for n in 1 2 3 4; do
		# shellcheck disable=SC2046
		feed "127.0.1.$n" $(junk "$n" 40)
	done
} | origin_scenario
write_config "http://$F/feed.xml" "http://127.0.1.1:$ORIGIN_PORT/feed.xml" \
	"http://127.0.1.2:$ORIGIN_PORT/feed.xml" \
	"http://127.0.1.3:$ORIGIN_PORT/feed.xml" \
	"http://127.0.1.4:$ORIGIN_PORT/feed.xml"
start_gleanerd
ok 'the home page names the feed' wait_for_sql \
	"SELECT count(*) FROM home_page WHERE named" 1
before=$(origin_count 'address=127.0.0.2')
ok 'the articles of the publisher are fetched' wait_for -t 60 done_news 6
stop_gleanerd
set -- $(others "$before")
diag "$1 other pages between the first and the last of $2 articles"
cmp_ok "$1" -le $(($2 + 2)) \
	'I3: articles that wait when their feed becomes entitled are own ones'
done_testing
