#!/bin/sh
# `articles.renderer`: pages without text are loaded by a program on loopback.
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
# The URLs of pages must not reach this network. Only the URL of the renderer
# may.
HOST='{ connections: 2, gap: 0s, allow_private: false }'
SITES="sites:
  - { match: script.example.com, render: true }
  - { match: other.example.com, render: true }"

# rendered: prints the URLs that the renderer was asked for
rendered() {
	python3 - "$LOG" <<-'END'
		import json, sys, urllib.parse
		for line in map(json.loads, open(sys.argv[1])):
		    if line["host"] == "renderer":
		        print(urllib.parse.parse_qs(line["query"])["url"][0],
		              line["headers"].get("cookie", "-"),
		              line["headers"].get("x-key", "-"))
	END
}
words() { # PATH
	sql "SELECT coalesce(word_count, 0) FROM article WHERE url LIKE '%$1'"
}
harvest() { # RENDERER
	new_database
	: >"$LOG"
	ARTICLES="{ revisit: [], renderer: $1 }"
	write_config http://feeds.example.com/feed.xml
	gleanerd_once >/dev/null
}

EXTRA=
harvest "'$SERVER/render'"
is "$(rendered)" '' 'without `render: true`, the renderer is not asked'
cmp_ok "$(words script.html)" -lt 25 'the page has no text'
status=$(sql "SELECT status FROM article WHERE url LIKE '%script.html'")

EXTRA=$SITES
harvest null
is "$(rendered)" '' 'without a renderer no request is sent to one'
like "$("$BUILD/gleanerd" -c "$CONFIG" --check 2>&1)" \
	'warning: render: true without articles.renderer' \
	'gleanerd --check warns of the missing renderer'
like "$(gleaner doctor --offline)" \
	'^warning *site *script.example.com: not rendered: articles.renderer' \
	'doctor warns of the missing renderer'

# The queue of this socket is full, so no connection is accepted or refused.
python3 -c 'import signal, socket
server = socket.socket()
server.bind(("127.0.0.1", 0))
server.listen(0)
clients = [socket.socket() for i in range(3)]
for client in clients:
    client.setblocking(False)
    client.connect_ex(server.getsockname())
print(server.getsockname()[1], flush=True)
signal.pause()' >"$WORK/full" &
tap_pids="$tap_pids $!"
wait_for test -s "$WORK/full"
ARTICLES="{ renderer: 'http://127.0.0.1:$(cat "$WORK/full")/' }"
write_config http://feeds.example.com/feed.xml
like "$(gleaner doctor --offline)" \
	'^fault *renderer *cannot connect to .*: Connection timed out' \
	'doctor reports a renderer that does not answer'

EXTRA=$SITES
harvest "'$SERVER/render'"
is "$(rendered)" 'http://script.example.com/script.html - -' \
	'only the page without text is rendered, and no secret is sent'
cmp_ok "$(words script.html)" -gt 300 'the text of the rendered page is stored'
is "$(sql "SELECT url FROM article WHERE url LIKE '%script.html'")" \
	http://script.example.com/script.html 'the article has the address of its page'
is "$(sql "SELECT count(*) FROM article WHERE url LIKE '%127.0.0.1%'")" 0 \
	'the address of the renderer is not stored'

# poll_again RENDERER: requests the page again, now with this renderer.
poll_again() {
	ARTICLES="{ revisit: [], renderer: $1 }"
	write_config http://feeds.example.com/feed.xml
	sql "UPDATE article SET retry_at = 1 WHERE status = 'failed'"
	gleanerd_once >/dev/null
}
script() { sql "SELECT $1 FROM article WHERE url LIKE '%script.html'"; }

harvest "'$SERVER/render-broken'"
is "$(script "status || ':' || status_why")" 'failed:renderer: HTTP 500' \
	'if the renderer fails, the article waits, with the reason'
is "$(script "tries || ' ' || CASE WHEN retry_at > fetched_at AND etag IS NULL
		THEN 1 ELSE 0 END")" \
	'1 1' 'the page of a waiting article is requested without validators'
like "$(cat "$WORK/gleanerd.out")" 'render id=.*script.html.*HTTP 500' \
	'the log has the reason of the failure'
poll_again "'$SERVER/render'"
is "$(script status)|$(script etag)" 'done|"shell"' \
	'the page is rendered when the renderer works again'
cmp_ok "$(words script.html)" -gt 300 'the text is stored when the renderer works again'

harvest "'$SERVER/render-closed'"
like "$(script "status || ':' || status_why")" '^failed:renderer: ' \
	'if the renderer closes the connection, the article waits, too'
sql "UPDATE article SET tries = 7 WHERE status = 'failed'"
poll_again "'$SERVER/render-broken'"
is "$(script "status || ':' || status_why")" "$status:renderer: HTTP 500" \
	'after the last try the result of the page is kept, with the reason'

harvest "'$SERVER/render-none'"
is "$(script "status || ':' || status_why")" "$status:renderer: HTTP 404" \
	'the result of the page is kept if the renderer cannot load it'

harvest "'$SERVER/render-away'"
like "$(sql "SELECT status_why FROM article WHERE url LIKE '%script.html'")" \
	'renderer: forbidden' 'a redirect of the renderer is refused'
is "$(grep -c '"path": "/away.html"' "$LOG")" 0 'and not followed'

UNUSED=$(free_port)
like "$(gleaner doctor --offline)" \
	"^ok *renderer *http.* accepts connections" 'doctor finds a renderer'
harvest "'http://127.0.0.1:$UNUSED/'"
like "$(gleaner doctor --offline)" \
	"^fault *renderer *cannot connect to http://127.0.0.1:$UNUSED/: Conn" \
	'doctor finds that no renderer is running'
like "$(script "status || ':' || status_why")" '^failed:renderer: ' \
	'if no renderer is running, the article waits'

# robots.txt applies to a page before it is rendered
EXTRA="sites: [{ match: closed.example.net, render: true }]"
harvest "'$SERVER/render'"
is "$(rendered)" '' 'a page that robots.txt disallows is not rendered'

# A real browser.
CHROMIUM=$(command -v chromium || :)
if [ -z "$CHROMIUM" ]; then
	skip 'the example renderer with a real browser' \
		'chromium is not installed'
else
	mkdir "$WORK/root"
	cat >"$WORK/root/page.html" <<-'END'
		<!doctype html><title>Built by a script</title>
		<h1>Built by a script</h1><div id=app></div><script>
		let text = "";
		for (let p = 0; p < 6; p++) {
			text += "<p>";
			for (let i = 0; i < 60; i++)
				text += "harbour council word" + (p * 60 + i) + " ";
			text += "</p>";
		}
		document.getElementById("app").innerHTML = text;
		</script>
	END
	start_origin --root "$WORK/root"
	python3 "$TOP/docs/examples/renderer.py" --port 0 --allow-private \
		--chromium "$CHROMIUM" >"$WORK/renderer" &
	tap_pids="$tap_pids $!"
	wait_for test -s "$WORK/renderer"
	ADDRESS=http://127.0.0.1:$(cat "$WORK/renderer")/
	wait_for -t 60 sh -c "curl -sf '$ADDRESS?url=$ORIGIN/page.html' |
		grep -q word359"
	like "$(curl -s "$ADDRESS?url=$ORIGIN/page.html")" 'word359' \
		'the example renderer returns the text that a script builds'
	is "$(curl -s -o /dev/null -w '%{http_code}' "$ADDRESS?url=file:///etc")" \
		400 'the example renderer loads http and https only'
fi

done_testing
