#!/bin/sh
# Tests pages that lead to another page by <meta http-equiv="refresh">: the
# target is fetched as after a redirect.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/etiquette.sh
. "$(dirname "$0")/../../lib/etiquette.sh"

needs_gleanerd
start_origin
PORT=${ORIGIN##*:}
OTHER=http://localhost:$PORT
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'

# refresh PATH CONTENT: prints the route of a page that leads to another page.
refresh() {
	printf 'route %s\n  header Content-Type: text/html\n' "$1"
	printf '  body text <<PAGE\n<html><head><title>Moved</title>'
	printf '<meta http-equiv="refresh" content="%s"></head>' "$2"
	printf '<body><p>Please wait.</p></body></html>\nPAGE\n'
}
story() { # PATH HEADING
	printf 'route %s\n  header Content-Type: text/html\n' "$1"
	printf '  body text <<PAGE\n<html lang=en><head><title>%s</title>' "$2"
	printf '</head><body><article><h1>%s</h1>\n' "$2"
	for word in ferry bridge harbour; do
		echo "<p>The $word committee met on Tuesday to hear what the" \
			"engineers had found below the $word, and it was told" \
			"that repairs would take until spring, for the pillars" \
			"stand in water.</p>"
	done
	printf '</article></body></html>\nPAGE\n'
}
item() { # PATH
	printf '<item><title>The old %s</title><link>%s%s</link>' \
		"${1#/}" "$ORIGIN" "$1"
	printf '<description>On the old %s.</description></item>\n' "${1#/}"
}
row() { # PATH COLUMNS
	sql "SELECT $2 FROM article WHERE url LIKE '%$1'"
}

{
	refresh /moved '0; url=/moved-to'
	story /moved-to 'The old moved'
	refresh /elsewhere "1;URL='$OTHER/other-host'"
	story /other-host 'The old elsewhere'
	refresh /secret '0; url=/private/story'
	story /private/story 'The old secret'
	refresh /circle '0; url=/circle-2'
	refresh /circle-2 '0; url=/circle'
	refresh /lost '0; url=/nowhere'
	printf 'route /nowhere\n  status 404\n'
	printf 'route /robots.txt\n  body text <<PAGE\nUser-agent: *\n'
	printf 'Disallow: /private/\nPAGE\n'
	printf 'route /rss.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Bridges</title>\n'
	for path in moved elsewhere secret circle lost; do item "/$path"; done
	printf '</channel></rss>\nFEED\n'
} | origin_scenario
new_database
write_config "$ORIGIN/rss.xml"
gleanerd_once >/dev/null

is "$(row /moved "status || ' ' || revision || ' ' || final_url")" \
	"done 1 $ORIGIN/moved-to" 'the target of a refresh becomes the article'
like "$(row /moved body)" 'The ferry committee' 'the article has the text of the target'
is "$(origin_count path=/moved) $(origin_count path=/moved-to)" '1 1' \
	'each of the pages is requested once'
is "$(row /elsewhere "status || ' ' || final_url")" "done $OTHER/other-host" \
	'the target may be on another host'
like "$(row /secret "status || ' ' || status_why")" '^feed_only .*robots' \
	'robots.txt is obeyed for the target'
is "$(origin_count path=/private/story)" 0 'the target is not requested'
is "$(row /circle status)" feed_only 'a circle of refreshes gives no page'
is "$(origin_count path=/circle) $(origin_count path=/circle-2)" '2 2' \
	'a circle ends after three refreshes'
like "$(row /circle body)" 'On the old circle' 'the text of the feed is stored'
is "$(row /lost "status || ' ' || status_why")" 'feed_only HTTP 404' \
	'if the target is missing, the article has the reason of the target'

# A host that is not the feed's must not choose which URLs are requested with
# the feed's headers.
{
	refresh /near '0; url=/near-to'
	story /near-to 'The old near'
	refresh /away "0; url=$OTHER/evil"
	refresh /evil "0; url=$ORIGIN/private-1"
	story /private-1 'The old away'
	printf 'route /chain\n  redirect 302 %s/evil-2\n' "$OTHER"
	refresh /evil-2 "0; url=$ORIGIN/private-2"
	story /private-2 'The old chain'
	printf 'route /key.xml\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Bridges</title>\n'
	for path in near away chain; do item "/$path"; done
	printf '</channel></rss>\nFEED\n'
} | origin_scenario
new_database
write_config "$ORIGIN/key.xml"
sed 's,^  - \("*http.*/key.xml.*\),  - { url: \1\, headers: { X-Key: abc } },' \
	"$CONFIG" >"$CONFIG.new" && mv "$CONFIG.new" "$CONFIG"
gleanerd_once >/dev/null
is "$(sent /near X-Key)$(sent /near-to X-Key)" '[abc][abc]' \
	'the target of a refresh gets the headers of the feed of its origin'
is "$(origin_count path=/private-1) $(origin_count path=/private-2)" '1 1' \
	'a chain of refreshes may come back'
is "$(sent /evil X-Key)$(sent /private-1 X-Key)$(sent /private-2 X-Key)" '' \
	'after another origin, the headers are not sent any more'
done_testing
