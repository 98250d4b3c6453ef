#!/bin/sh
# Tests gleaner serve: pages of a harvest, validators, the checks of Host, token
# and origin, limits, and the end at SIGTERM.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -x "$BUILD/gleaner-serve" ] || bail 'gleaner-serve is not built'
start_origin --generate 2x3
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
ok 'the harvest succeeds' gleanerd_once

# start_serve NAME COMMAND…: runs COMMAND, which starts a server, with the log
# NAME.log. Sets SERVE_PID, PORT and AT.
start_serve() {
	log=$WORK/$1.log
	shift
	"$@" >"$WORK/out" 2>"$log" &
	SERVE_PID=$!
	tap_pids="$tap_pids $SERVE_PID"
	wait_for grep -q '^info listen' "$log" || bail "$(cat "$log")"
	PORT=$(sed -n 's/.*address="[^"]*:\([0-9]*\)".*/\1/p' "$log")
	AT=http://127.0.0.1:$PORT
}
stop_serve() {
	kill -TERM "$SERVE_PID"
	wait "$SERVE_PID"
}
get() {
	curl -sg --max-time 20 "$@"
}
code() {
	get -o "$WORK/body" -w '%{http_code}' "$@"
}

# ------------------------------------------------------------------- pages

start_serve first "$BUILD/gleaner" -c "$CONFIG" serve --listen 127.0.0.1:0
for path in / /article/1 /story/1 '/search?q=the' /search /feeds /feed/1 \
	/category/sport /status /style.css; do
	is "$(code "$AT$path")" 200 "$path gets 200"
done
like "$(get "$AT/")" '<a href="/article/[0-9]+">' 'the first page links to the stories'
like "$(get "$AT/feeds")" '<a href="/feed/2">' 'the list of feeds links to each feed'
title=$(sql 'SELECT title FROM article WHERE id = 1')
like "$(get "$AT/article/1")" "<h1>$title</h1>" 'an article has its title'
like "$(get "$AT/search?q=$(printf %s "$title" | sed 's/ /+/g')")" \
	"href=\"/article/1\"" 'the search finds the article'
feed=$(sql 'SELECT feed_id FROM entry WHERE article_id = 1')
is "$(get "$AT/feed/$feed" | grep -c '<li dir="rtl">')" 0 \
	'lists are written from left to right'
lang=$(sql 'SELECT lang FROM article WHERE id = 1')
sql "UPDATE article SET lang = 'ar' WHERE id = 1"
is "$(get "$AT/feed/$feed" | grep -c '<li dir="rtl">')" 1 \
	'the item of an Arabic article is written from right to left'
sql "UPDATE article SET lang = '$lang' WHERE id = 1"
for path in /nothing /article/999999/explain /category/x /profile/x /article/999999 /article/0 \
	/feed/999999 /story/999999 /article/1x; do
	is "$(code "$AT$path")" 404 "$path gets 404"
done
for path in '/?after=x' '/search?q=x&since=soon' \
	'/search?q=x&since=20%20Nov%202026' '/%00' '/tag/%ff'; do
	is "$(code "$AT$path")" 400 "$path gets 400"
done
unlike "$(get "$AT/article/1")" 'href="/story/' \
	'an article without copies does not link to them'
like "$(get "$AT/article/1")" '<dd>[0-9]+ empty, [0-9]+ text, ' \
	'an article shows the number of nodes of each class'
is "$(code -D "$WORK/head" "$AT/article/1/explain")" 200 \
	'the explanation of a stored page gets 200'
like "$(cat "$WORK/body")" '<div class="n text' 'the explanation shows the class of each node'
like "$(tr -d '\r' <"$WORK/head")" \
	"Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; img-src 'none'; form-action 'none'" \
	'the policy of the explanation permits its own style and nothing else'
like "$(get "$AT/article/1")" 'href="/article/1/explain"' \
	'the article links to its explanation'
explainer=$(cat "/proc/$SERVE_PID/task/$SERVE_PID/children")
for _ in 1 2 3 4 5 6 7 8; do
	curl -sg "$AT/article/1/explain" -o /dev/null -w '%{http_code}\n' \
		>>"$WORK/codes" &
	tap_pids="$tap_pids $!"
done
have_codes() {
	[ "$(wc -l <"$WORK/codes")" -eq 8 ]
}
ok 'eight requests for an explanation at once are answered' \
	wait_for have_codes
like "$(sort -u "$WORK/codes" | tr '\n' ' ')" '^200 (503 )?$' \
	'one page is explained at a time, other requests get 503'
# shellcheck disable=SC2086 # one number
kill -KILL $explainer
is "$(code "$AT/article/1/explain")" 503 \
	'without the process for explanations a request gets 503'
like "$(curl -sg "$AT/article/1/explain")" 'restart gleaner serve' \
	'the answer names the remedy'
is "$(code "$AT/article/1")" 200 'other pages are answered without that process'
sql 'UPDATE article SET cluster_id = 1 WHERE id IN (1, 2)'
like "$(get "$AT/article/1")" \
	'<a href="/story/1">2 articles with nearly the same text' \
	'an article with a copy links to the story'
like "$(get "$AT/story/1")" '<p class="summary"><bdi>.+</bdi></p>' \
	'the page of a story has a summary'
# the first article of the story was deleted
sql 'UPDATE article SET cluster_id = 777777 WHERE id IN (1, 2)'
is "$(get "$AT/" | grep -cE 'href="/article/[12]"')" 1 \
	'a story without its first article has one entry'
like "$(get "$AT/story/777777")" '<p class="summary"><bdi>.+</bdi></p>' \
	'the page of such a story is shown with a summary'
is "$(code "$AT/story/777777.atom")" 200 'the feed of such a story is shown, too'
sql 'UPDATE article SET cluster_id = 1 WHERE id IN (1, 2)'
sql "INSERT INTO article_tag (article_id, n, tag) VALUES (1, 90, 'a/b')"
target=$(get "$AT/article/1" | grep -o '/tag/a[^"]*')
is "$target $(code "$AT$target")" '/tag/a%2Fb 200' 'a tag with a slash has a page'
is "$(code "$AT$target.atom")" 200 'a tag with a slash has a feed'
is "$(code "$AT/tag/never")" 404 'a tag that no article has gets 404'
like "$(cat "$WORK/body")" 'no article has this tag' 'the page names the reason'
is "$(code "$AT/?after=1.1")" 200 'a page after the last article gets 200'
like "$(cat "$WORK/body")" '<p>There are no more articles' 'the page after the last article is empty'
get -D "$WORK/head" -o "$WORK/body" "$AT/article/999999"
like "$(cat "$WORK/head")" '^Content-Type: application/problem\+json' \
	'a problem is JSON'
like "$(get -H 'Accept: text/html' "$AT/article/999999")" '<!doctype html>' \
	'a problem is a page for browsers'

# ------------------------------------------------------------------- heads

for path in / /article/1 /style.css /nothing; do
	get -D "$WORK/head" -o "$WORK/body" "$AT$path"
	for field in "Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'" \
		'X-Content-Type-Options: nosniff' \
		'Referrer-Policy: no-referrer'; do
		is "$(tr -d '\r' <"$WORK/head" | grep -cxF "$field")" 1 \
			"$path: ${field%%:*}"
	done
	is "$(grep -ci '^server:' "$WORK/head")" 0 "$path: no banner"
done
# Last-Modified has a resolution of a second. It is therefore a reliable
# validator only after the second of the newest change has ended.
wait_for sh -c '[ "$(date +%s)" -gt "$1" ]' sh \
	"$(sql 'SELECT max(at) + 1 FROM change')"
get -D "$WORK/head" -o "$WORK/body" "$AT/article/1"
etag=$(tr -d '\r' <"$WORK/head" | sed -n 's/^ETag: //p')
date=$(tr -d '\r' <"$WORK/head" | sed -n 's/^Last-Modified: //p')
is "$(code -H "If-None-Match: $etag" "$AT/article/1")" 304 \
	'the same ETag gets 304'
is "$(get -o "$WORK/body" -w '%{size_download}' \
	-H "If-None-Match: $etag" "$AT/article/1")" 0 '304 has no body'
is "$(code -H "If-Modified-Since: $date" "$AT/article/1")" 304 \
	'the same date gets 304'
add_changes "SELECT 1, 1, 'withdrawn', unixepoch() + 2"
wait_for sh -c '[ "$(date +%s)" -gt "$1" ]' sh \
	"$(sql 'SELECT max(at) + 1 FROM change')"
is "$(code -H "If-Modified-Since: $date" "$AT/article/1")" 200 \
	'a date before the newest change gets 200'
is "$(code -H 'If-None-Match: "x"' "$AT/article/1")" 200 'another ETag gets 200'
is "$(get -I -o "$WORK/body" -w '%{http_code}' "$AT/")" 200 'HEAD gets 200'
unlike "$(get "$AT/article/1")" ' (src|srcset|poster|style)=' \
	'the policy forbids content of other hosts'

# ------------------------------------------------------------------ access

is "$(code -H 'Host: evil.example' "$AT/")" 421 'a foreign Host is refused'
is "$(code -H "Host: evil.example:$PORT" "$AT/")" 421 \
	'a foreign Host with the right port is refused'
is "$(code -H "Host: localhost:$PORT" "$AT/")" 200 'the Host localhost is accepted'
is "$(code -H 'Host:' --http1.0 "$AT/")" 400 'a request without Host is refused'
is "$(code --request-target "http://evil.example/" "$AT/")" 421 \
	'a target that names a foreign host is refused'
is "$(code --request-target "http://127.0.0.1:$PORT/feeds" \
	-H 'Host: evil.example' "$AT/")" 200 \
	'the host of an absolute target replaces the field Host'
is "$(code -d x "$AT/")" 405 'POST to a page gets 405'
# Heads of requests that a proxy before this server could parse differently.
is "$(code -d x -H 'Content-Length : 9' "$AT/")" 400 'a space before a colon gets 400'
is "$(code -d x -H 'Transfer-Encoding: xchunked' -H 'Content-Length: 1' \
	"$AT/")" 400 'a length together with a transfer coding gets 400'
is "$(code -H 'Transfer-Encoding: xchunked' "$AT/")" 501 \
	'an unknown transfer coding gets 501'
get -D "$WORK/head" -o "$WORK/body" -H 'Transfer-Encoding: xchunked' "$AT/"
like "$(cat "$WORK/head")" '^Connection: close' 'an unknown transfer coding ends the connection'
is "$(code -d x -H 'Origin: http://evil.example' "$AT/")" 403 \
	'POST from another origin gets 403'
is "$(code -X DELETE "$AT/")" 405 'DELETE is refused'
is "$(code "$AT/?$(head -c 9000 /dev/zero | tr '\0' a)")" 414 \
	'a long query is refused'
is "$(code -H "X-Long: $(head -c 20000 /dev/zero | tr '\0' a)" "$AT/")" 431 \
	'a long head is refused'
is "$(code -d "$(head -c 60000 /dev/zero | tr '\0' a)" "$AT/")" 405 \
	'a large body is not read'

# ------------------------------------------------- slow clients, and the end

is "$(python3 "$TOP/tests/integration/serve/slow.py" "$PORT")" closed \
	'a client that sends a byte a second is closed'
ok 'SIGTERM ends it' stop_serve
like "$(tail -n 1 "$WORK/first.log")" '^info end why="SIGTERM"' \
	'the end of the program is logged'

# ------------------------------------------------------------------ tokens

: >"$WORK/empty"
"$BUILD/gleaner-serve" --db "$DB" --token-file "$WORK/empty" \
	2>"$WORK/why"
is $? 2 'an empty token file is refused'
like "$(cat "$WORK/why")" 'no token' 'the message names the reason'
printf '# tokens\nsesame-1 read\nsesame-2\n' >"$WORK/tokens"
start_serve second "$BUILD/gleaner-serve" --db "$DB" --listen 127.0.0.1:0 \
	--token-file "$WORK/tokens"
is "$(code "$AT/")" 401 'a request without a token gets 401'
like "$(get -D - -o "$WORK/body" "$AT/")" '^WWW-Authenticate: Bearer' \
	'WWW-Authenticate names the scheme'
is "$(code -H 'Authorization: Bearer sesame-1' "$AT/")" 200 \
	'a request with a token is answered'
is "$(code -H 'Authorization: Bearer sesame-1' -H 'Host: news.example' \
	"$AT/")" 200 'with a token any Host is accepted'
is "$(code -H 'Authorization: Bearer sesame' "$AT/")" 401 \
	'a wrong token gets 401'
is "$(code -H 'Authorization: Bearer sesame' "$AT/nothing")" 401 \
	'without a token an unknown path gets 401, too'
ok 'SIGTERM ends the server with tokens' stop_serve

# ---------------------------------------------------------------- pictures

sql "UPDATE article SET body_html =
	'<figure><img src=\"https://x.example/i.jpg\" alt=\"A\"></figure>'
	WHERE id = 1"
start_serve third "$BUILD/gleaner-serve" --db "$DB" --listen 127.0.0.1:0
like "$(get "$AT/article/1")" \
	'<a href="https://x.example/i.jpg" rel="noopener noreferrer">Picture: A' \
	'a picture is a link'
ok 'the third server ends' stop_serve
start_serve fourth "$BUILD/gleaner-serve" --db "$DB" --listen 127.0.0.1:0 \
	--images remote
get -D "$WORK/head" -o "$WORK/body" "$AT/article/1"
like "$(cat "$WORK/body")" '<img loading="lazy" src="https://x.example/i.jpg"' \
	'--images remote shows the picture'
like "$(cat "$WORK/head")" "img-src 'self' https:;" \
	'the policy permits pictures of other hosts'
get -D "$WORK/head" -o "$WORK/body" "$AT/"
unlike "$(cat "$WORK/head")" "img-src 'self' https:" \
	'the policy of the front page permits no pictures of other hosts'
ok 'the fourth server ends' stop_serve

# ------------------------------------------------------------------ faults

"$BUILD/gleaner-serve" --db "$WORK/none.db" 2>"$WORK/why"
is $? 1 'a missing database ends the start'
like "$(cat "$WORK/why")" 'none\.db' 'the message names the database'
"$BUILD/gleaner-serve" --listen nonsense --db "$DB" 2>"$WORK/why"
is $? 2 'a malformed address is a usage error'
"$BUILD/gleaner-serve" --db postgresql://u:s3cretpw@127.0.0.1:1/n \
	>"$WORK/refused" 2>&1
is $? 2 'a password in --db is a usage error'
unlike "$(cat "$WORK/refused")" 's3cretpw' 'the password is not shown'
mkdir "$WORK/bin"
cp "$BUILD/gleaner" "$WORK/bin/"
"$WORK/bin/gleaner" --db "$DB" serve 2>"$WORK/why"
is $? 1 'gleaner serve fails without the program'
like "$(cat "$WORK/why")" 'gleaner-serve is not installed' \
	'the message names the missing program'
is "$(wc -l <"$WORK/why")" 1 'the message has one line'
"$WORK/bin/gleaner" cut - </dev/null 2>"$WORK/why"
is $? 1 'gleaner cut fails without gleaner-read'
like "$(cat "$WORK/why")" 'cut: gleaner-read is not installed' \
	'the message names gleaner-read'
done_testing
