#!/bin/sh
# Tests the pages and feeds of profiles in `gleaner serve`.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/serve.sh
. "$(dirname "$0")/../../lib/serve.sh"

needs_gleanerd
start_origin
{
	printf 'route /feed\n  header Content-Type: application/rss+xml\n'
	printf '  body text <<FEED\n<rss version="2.0"><channel>'
	printf '<title>Desk</title><language>en</language>'
	n=0
	while [ "$n" -lt 35 ]; do
		n=$((n + 1))
		printf '<item><title>Zeppelin %s</title><guid>%s</guid>' $n $n
		printf '<description>A zeppelin landed. It was zeppelin %s.' $n
		printf '</description></item>\n'
	done
	printf '<item><title>Windmills</title><guid>w</guid>'
	printf '<description>A windmill stood.</description></item>'
	printf '</channel></rss>\nFEED\n'
} | origin_scenario
EXTRA='profiles:
  - { name: air, keywords: [zeppelin] }
  - { name: "größe", categories: [sport] }'
write_config "$ORIGIN/feed"
ok 'the harvest succeeds' gleanerd_once
start_serve

body=$(get /profile/air)
is "$(printf '%s\n' "$body" | grep -c '<h2>')" 30 'the page of a profile has 30 articles'
like "$body" '<p class="meta">0\.[0-9]+: <bdi>zeppelin</bdi></p>' \
	'each article has its score and reasons'
ok 'the page of a profile links to its feeds' sh -c 'printf "%s" "$1" |
	grep -q "href=\"/profile/air.atom\"" && printf "%s" "$1" |
	grep -q "href=\"/profile/air.json\""' sh "$body"
like "$body" '<link rel="next" href="/profile/air\?after=30">' 'the page links to the next page'
is "$(get '/profile/air?after=30' | grep -c '<h2>')" 5 'the next page has the other articles'
is "$(status_of '/profile/air?after=x')" 400 'an invalid position gets 400'
is "$(status_of /profile/none)" 404 'an unknown profile gets 404'
is "$(status_of /profile/none.atom)" 404 'the feed of an unknown profile gets 404'
is "$(status_of /profile/gr%C3%B6%C3%9Fe)" 200 'a profile with a name that is not ASCII has a page'
like "$(get /profiles)" '<a href="/profile/gr%C3%B6%C3%9Fe"><bdi>größe' \
	'the list of profiles links to each profile'

get '/profile/air.atom?limit=20' >"$WORK/one.atom"
is "$(grep -o '<entry' "$WORK/one.atom" | wc -l)" 20 'the first document of the Atom feed has 20 entries'
next=$(grep -o '<link rel="next"[^>]*' "$WORK/one.atom" |
	sed "s|.*$SERVE||; s|\".*||; s/&amp;/\\&/g")
is "$(get "$next" | grep -o '<entry' | wc -l)" 15 'the next document of the feed has the other entries'
is "$(get /profile/air.json | python3 -c 'import json, sys
feed = json.load(sys.stdin)
print(feed["title"], len(feed["items"]))')" 'Profile: air 35' 'the JSON feed'
etag=$(header ETag /profile/air.atom)
is "$(status_of /profile/air.atom -H "If-None-Match: $etag")" 304 \
	'a request for an unchanged feed gets 304'
stop_serve
done_testing
