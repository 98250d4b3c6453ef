#!/bin/sh
# Tests the key `sites`: headers, cookies and exceptions from robots.txt for
# single sites. The log of the server shows what every host has received.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
LOG=$WORK/log
: >"$LOG"
python3 "$(dirname "$0")/sites_server.py" "$LOG" >"$WORK/port" &
tap_pids="$tap_pids $!"
wait_for test -s "$WORK/port"
SERVER=http://127.0.0.1:$(cat "$WORK/port")
FETCH="{ parallel: 16, timeout: $(paced 10)s, proxy: '$SERVER' }"
HOST='{ connections: 2, gap: 0s }'
ARTICLES='{ revisit: [] }'

# received HOST HEADER: prints the different values of a header that a host
# received
received() {
	python3 - "$LOG" "$1" "$2" <<-'END'
		import json, sys
		values = {line["headers"].get(sys.argv[3], "-")
		          for line in map(json.loads, open(sys.argv[1]))
		          if line["host"] == sys.argv[2]
		          and line["path"] != "/robots.txt"}
		print(",".join(sorted(values)))
	END
}
# asked HOST PATH: prints the number of requests
asked() {
	python3 - "$LOG" "$1" "$2" <<-'END'
		import json, sys
		print(sum(line["host"] == sys.argv[2] and line["path"] == sys.argv[3]
		          for line in map(json.loads, open(sys.argv[1]))))
	END
}
status() { # PATH
	sql "SELECT status || ':' || coalesce(status_why, '') FROM article
		WHERE url LIKE '%$1'"
}
harvest() {
	new_database
	: >"$LOG"
	write_config http://feeds.example.com/feed.xml
	chmod 600 "$CONFIG"
	gleanerd_once >/dev/null
}

# ------------------------------------------------------------ without sites
EXTRA=
harvest
like "$(status wall.html)" 'consent wall' \
	'without an entry, the wall is stored as a wall'
like "$(status closed.html)" 'robots.txt' \
	'without an entry, robots.txt is obeyed'
like "$(status key.html)" '401' 'without an entry the request has no key and gets 401'

# --------------------------------------------------------------- with sites
printf 'wall.example.org\tFALSE\t/\tFALSE\t4102444800\tconsent\tyes\n' \
	>"$WORK/jar"
printf 'k\n' >"$WORK/key"
chmod 600 "$WORK/jar" "$WORK/key"
EXTRA="sites:
  - { match: wall.example.org, cookies: '$WORK/jar', user_agent: reader/1 }
  - match: closed.example.net
    robots: ignore
    reason: the publisher agreed
  - { match: key.example.com, headers: { X-Key: { file: '$WORK/key' } } }"
harvest
is "$(status wall.html)" 'done:' 'a consent cookie makes the wall go away'
is "$(status 2.html)" 'done:' 'another page of the site is read with the same cookie'
is "$(status closed.html)" 'done:' \
	'robots.txt is ignored if the entry has robots: ignore'
is "$(asked closed.example.net /robots.txt)" 0 \
	'an ignored robots.txt is not requested'
is "$(grep -c 'robots-ignored .*closed.example.net.*the publisher agreed' \
	"$WORK/gleanerd.out")" 1 'the reason is logged once'
is "$(status key.html)" 'done:' 'a header from a file opens a page'
is "$(received wall.example.org cookie)" 'consent=yes' \
	'every request to the site has the cookie'
is "$(received wall.example.org user-agent)" 'reader/1' \
	'every request to the site has the user agent of the entry'
for host in feeds.example.com closed.example.net key.example.com \
	script.example.com other.example.com; do
	is "$(received $host cookie)" '-' "$host receives no cookie"
done
for host in feeds.example.com closed.example.net wall.example.org \
	script.example.com other.example.com; do
	is "$(received $host x-key)" '-' "$host receives no key"
done
unlike "$(received other.example.com user-agent)" 'reader/1' \
	'another host does not see the user agent of the entry'

# -------------------------------------------------------------- aggregators
write_config http://feeds.example.com/feed.xml \
	http://aggregator.example.com/aggregator.xml
gleanerd_once >/dev/null
is "$(sql "SELECT count(DISTINCT e.feed_id) || '|' || count(DISTINCT a.id)
	FROM entry e JOIN article a ON a.id = e.article_id
	WHERE a.url LIKE '%other.html%'")" '2|1' \
	"an aggregator's link and the link to the article are one article"
is "$(asked www.google.com /url)" 0 'the aggregator is not asked'

# ------------------------------------------------------------ what is shown
write_config http://key.example.com/feed.xml
chmod 600 "$CONFIG"
gleanerd_once >/dev/null
explained=$(gleaner feed explain http://key.example.com/feed.xml)
like "$explained" 'site entry *key.example.com: headers X-Key' \
	'feed explain names the entry'
is "$(gleaner feed explain --json http://key.example.com/feed.xml |
	python3 -c 'import json, sys
print(json.load(sys.stdin)["site_entry"])')" \
	"{'match': 'key.example.com', 'sets': 'headers X-Key'}" \
	'feed explain --json has the entry'
doctor=$(gleaner doctor --offline 2>&1)
like "$doctor" 'site *wall.example.org: user agent reader/1; cookies ' \
	'doctor names an entry'
like "$doctor" 'first cookie expires at 2100-01-01T00:00:00Z' \
	'doctor names the expiry of the cookies'
like "$doctor" 'robots.txt ignored: the publisher agreed' \
	'doctor names the reason'

printf 'wall.example.org\tFALSE\t/\tFALSE\t1000000000\tconsent\tyes\n' \
	>"$WORK/jar"
like "$("$BUILD/gleanerd" -c "$CONFIG" --check 2>&1)" \
	"gleaner.yaml:[0-9]*: warning: cookies: all cookies in $WORK/jar have" \
	'gleanerd --check warns of expired cookies'
like "$(gleaner doctor --offline)" \
	'^warning *site *wall.example.org: .*; all cookies have expired' \
	'doctor warns of expired cookies'
printf 'wall.example.org\tFALSE\t/\tFALSE\t4102444800\tconsent\tyes\n' \
	>"$WORK/jar"

# ------------------------------------------------------------- other commands
: >"$LOG"
like "$(gleaner cut --json http://wall.example.org/2.html)" 'harbour' \
	'gleaner cut URL sends the cookie of the site'
is "$(received wall.example.org cookie)" 'consent=yes' 'the server has received the cookie'
: >"$LOG"
gleaner discover http://key.example.com/page.html >/dev/null 2>&1
is "$(received key.example.com x-key)" 'k' 'gleaner discover sends the header'

# ------------------------------------------------------------------- reload
: >"$WORK/gleanerd.out"
write_config http://feeds.example.com/feed.xml
chmod 600 "$CONFIG"
start_gleanerd
wait_for grep -q ' ready ' "$WORK/gleanerd.out"
EXTRA="sites:
  - { match: closed.example.net, robots: ignore, reason: until spring }"
write_config http://feeds.example.com/feed.xml
ok 'a reload replaces the entries' \
	"$BUILD/gleanerd" --reload -c "$CONFIG"
is "$(grep -c 'robots-ignored .*until spring' "$WORK/gleanerd.out")" 1 \
	'a new reason is logged after a reload'
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends cleanly'

# ------------------------------------------------------------------- secrets
is "$(cat "$WORK/gleanerd.out" - <<END | grep -c 'consent=yes\|X-Key: k'
$explained
$doctor
END
)" 0 'no output has a secret'

done_testing
