#!/bin/sh
# E-c: /, /health and /metrics agree about faults. The page shows failing feeds,
# articles, queues and the database.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x3
PORT=$(free_port)
AT=http://127.0.0.1:$PORT
EXTRA="listen: 127.0.0.1:$PORT"
{
	echo 'route /broken.xml'
	echo '  status 503'
	echo 'route /hostile.xml'
	echo '  header Content-Type: application/rss+xml'
	echo '  body text <<FEED'
	printf '%s\n' '<rss version="2.0"><channel>' \
		'<title>Feed &amp;lt;script&amp;gt;alert(1)</title>' \
		'<item><title>Title &amp;lt;img src=x onerror=alert(2)&amp;gt;' \
		'&amp;quot; "</title><guid isPermaLink="false">1</guid>' \
		'<description>Words of the item, some of them.</description>' \
		'</item></channel></rss>'
	echo FEED
} | origin_scenario
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/broken.xml" "$ORIGIN/hostile.xml" \
	"$ORIGIN/absent'&b.xml"
start_gleanerd
get() {
	curl -s --max-time 20 "$@"
}
page_has() {
	get "$AT/" | grep -qF -e "$1"
}
# Prints the state in the page, in /health and in /metrics, and the status of
# /health. One process requests all three, because it is repeated often.
level() {
	get -w '\nstatus of %{url}: %{http_code}\n' \
		"$AT/" "$AT/metrics" "$AT/health" |
		awk -F '[" ]' '/^<p class="state / && !page++ { print $4 }
			/^gleaner_healthy / { print $2 }
			/^{"status":/ { print $8 }
			/^status of .*\/health: / { print $NF }'
}
says() {
	# shellcheck disable=SC2046
	[ "$(echo $(level))" = "$1" ]
}

# ----------------------------------------------------------------- contents
ok 'E-c: without a fault the three agree' wait_for says 'ok 1 ok 200'
ok 'E-c: the page names failing feeds' \
	wait_for page_has "href=\"$ORIGIN/broken.xml\""
ok 'E-c: the page counts the failing feeds' \
	wait_for page_has ' 2 of 4 feeds fail.'
like "$(get "$AT/")" 'HTTP 503' 'E-c: the page shows the reason of a failure'
all_articles() {
	[ "$(get "$AT/" | grep -c '^<tr><td><a rel="noreferrer noopener" href="[^"]*/article/')" = 3 ]
}
ok 'E-c: the page links the latest articles' wait_for all_articles
ok 'E-c: the page shows articles of a feed without links' \
	wait_for page_has 'Title &lt;img'
page=$(get "$AT/")
for what in 'Articles waiting' 'Articles to be retried' 'Writes waiting' \
	'Feeds and articles as of'; do
	like "$page" "$what" "E-c: $what"
done
if ! is_postgres; then
	like "$page" '<dt>Free disk space' 'E-c: Free disk space'
	like "$page" '<dt>Database</dt><dd>[1-9][0-9.]* [KM]iB' \
		'E-c: the page shows the size of the database'
fi

# ------------------------------------------------------------------ safety
unlike "$page" '<script|<img|onerror=[^ ]*>|javascript:' \
	'E-c: S47: text of a document is escaped'
like "$page" 'Title &lt;img src=x onerror=alert\(2\)&gt;' \
	'E-c: markup in a title is escaped'
like "$page" '/absent&#39;&amp;b\.xml"' 'E-c: characters in a URL are escaped'
is "$(get "$AT/" | python3 -c '
import html.parser, sys
class Check(html.parser.HTMLParser):
    allowed = {"html", "head", "meta", "title", "link", "body", "main", "h1",
               "h2", "small", "p", "dl", "div", "dt", "dd", "table", "tr",
               "th", "td", "a", "bdi", "br", "time", "footer"}
    def handle_starttag(self, tag, attributes):
        if tag not in self.allowed:
            print("element", tag)
        for name, value in attributes:
            if name.startswith("on") or name == "style":
                print("attribute", name)
Check().feed(sys.stdin.read())')" '' \
	'E-c: the page has no elements except those of the template'
like "$(get -D - -o /dev/null "$AT/style.css")" '^Content-Type: text/css' \
	'E-c: the style sheet is served as text/css'
like "$(get "$AT/style.css")" 'prefers-color-scheme:dark' \
	'E-c: the style sheet has a dark scheme'

# ---------------------------------------------------------------- a warning
cp "$CONFIG" "$WORK/good.yaml"
echo 'poll: soon' >"$CONFIG"
kill -HUP "$DAEMON_PID"
ok 'E-c: a refused reload is a warning in all three' \
	wait_for says 'warning 1 warning 200'
like "$(get "$AT/")" 'configuration was faulty.*gleaner.yaml:1:7' \
	'E-c: the page shows the fault of the configuration'
is "$(get "$AT/metrics" | sed -n 's/^gleaner_config_refused //p')" 1 \
	'E-c: the metrics count the refused reload'
is "$(get "$AT/health" | python3 -c 'import json, sys
print(json.load(sys.stdin)["problems"][0]["name"])')" config-refused \
	'E-c: /health names the refused reload'
echo secret >"$WORK/secret"
chmod 644 "$WORK/secret"
cat >"$CONFIG" <<END
sites: [{ match: a.example, headers: { Authorization: { file: secret } } }]
poll: soon
workers: many
END
kill -HUP "$DAEMON_PID"
ok 'E-c: the reason is the first fault, also if a warning is before it' \
	wait_for page_has 'gleaner.yaml:2:7: poll'
cp "$WORK/good.yaml" "$CONFIG"
kill -HUP "$DAEMON_PID"
ok 'E-c: after a valid reload the warning ends' wait_for says 'ok 1 ok 200'

# -------------------------------------------------- keys that need a restart
sed 's/^workers:.*//; s/^contact:.*//' "$WORK/good.yaml" >"$CONFIG"
printf 'workers: 3\ncontact: ops@example.org\n' >>"$CONFIG"
kill -HUP "$DAEMON_PID"
ok 'E-c: keys that need a restart are a warning in all three' \
	wait_for says 'warning 1 warning 200'
like "$(get "$AT/")" 'take effect after a restart.*contact, workers' \
	'E-c: the page names the keys'
like "$(gleaner doctor --json --offline)" \
	'warning.*take effect after a restart: contact, workers' \
	'E-c: doctor names the keys'
is "$(gleaner status --json | python3 -c 'import json, sys
print(json.load(sys.stdin)["daemon"]["needs_restart"])')" 'contact, workers' \
	'E-c: status --json names the keys'
like "$(gleaner status)" 'needs restart|needs_restart' 'E-c: status names the keys'
# A reload compares the keys with those of the start, not of the last reload.
sed -i 's/^workers: 3$//' "$CONFIG"
sed -n '/^workers:/p' "$WORK/good.yaml" >>"$CONFIG"
kill -HUP "$DAEMON_PID"
only_contact() {
	get "$AT/health" | python3 -c 'import json, sys
[problem] = json.load(sys.stdin)["problems"]
sys.exit(problem["why"] != "contact")'
}
ok 'E-c: a key with its value of the start is not named' wait_for only_contact
cp "$WORK/good.yaml" "$CONFIG"
kill -HUP "$DAEMON_PID"
ok 'E-c: with all values of the start the warning ends' \
	wait_for says 'ok 1 ok 200'

# ------------------------------------------------------------------ a fault
if is_postgres; then
	postgres_psql -d postgres -c "DROP DATABASE $POSTGRES_DB WITH (FORCE)"
else
	mkdir "$WORK/away"
	mv "$DB" "$WORK/away/"
fi
ok 'E-c: a database that is gone is a fault in all three' \
	wait_for -t 120 says 'fault 0 fault 503'
like "$(get "$AT/")" 'The daemon does not do its work' \
	'E-c: the page shows the fault'
unlike "$(get "$AT/")" 'All moves|The daemon works' \
	'E-c: the page does not state that the daemon works'
ok 'E-c: articles that were loaded before are still shown' all_articles
is_postgres || mv "$WORK/away/${DB##*/}" "$DB"
stop_gleanerd
done_testing
