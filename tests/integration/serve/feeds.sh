#!/bin/sh
# Tests the Atom feed and the JSON Feed of each listing: the rules of the
# formats, also with texts that contain markup, paging, and validators. Gleaner
# must parse its own feeds.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/serve.sh
. "$(dirname "$0")/../../lib/serve.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
HERE=$TOP/tests/integration/serve
write_config
"$BUILD/store-writer" --revise 20 --batch 10 --seed 7 "$DB" 400 \
	>"$WORK/writer.out" || bail 'the writer failed'
check() {
	python3 "$HERE/feed_check.py" "$@"
}
feed=$(sql 'SELECT feed_id FROM entry LIMIT 1')
sql "UPDATE article SET cluster_id = (SELECT id FROM article
	WHERE status = 'done' ORDER BY id LIMIT 1) WHERE id IN (SELECT id
	FROM article WHERE status = 'done' ORDER BY id LIMIT 3)"
story=$(sql 'SELECT DISTINCT cluster_id FROM article
	WHERE cluster_id IS NOT NULL')
word=$(sql "SELECT substr(body, 1, instr(body, ' ') - 1) FROM article
	WHERE status = 'done' LIMIT 1")
start_serve

# -------------------------------------------------------------- each listing

for path in "/index" "/feed/$feed" "/tag/odd" "/story/$story" \
	"/search?q=$word"; do
	base=${path%%\?*} query=${path#"$base"}
	get "$base.atom$query" >"$WORK/a.atom"
	get "$base.json$query" >"$WORK/a.json"
	ok "$path: Atom and JSON Feed keep their rules and agree" \
		check same "$WORK/a.atom" "$WORK/a.json"
	unlike "$(cat "$WORK/tap.out")" '^0 ' "$path: there are entries"
	is "$(header Content-Type "$base.atom$query")" application/atom+xml \
		"$path: the type of Atom"
	is "$(header Content-Type "$base.json$query")" application/feed+json \
		"$path: the type of JSON Feed"
done
get /index.atom >"$WORK/a.atom"
get /index.json >"$WORK/a.json"
ok 'a violation of each rule is detected' \
	check broken "$WORK/a.atom" "$WORK/a.json"
is "$(status_of /feed/99999.atom)" 404 'an unknown feed gets 404'
is "$(status_of /story/99999.json)" 404 'an unknown story gets 404'
is "$(status_of /tag/never.atom)" 404 'a tag that no article has gets 404'
is "$(status_of /search.atom)" 400 'a search without a query gets 400'
is "$(status_of '/search.atom?q=x&since=soon')" 400 'a wrong date gets 400'
for path in /search /search.atom; do
	is "$(status_of "$path?q=x&since=2h")" 200 \
		"$path accepts a time before now"
done
is "$(status_of '/index.atom?after=x')" 400 'a wrong position gets 400'
is "$(status_of '/index.atom?limit=0')" 400 'a wrong limit gets 400'
is "$(status_of '/index.atom?utm_source=x')" 200 \
	'unknown parameters are ignored'

# -------------------------------------------------------------------- paging

cat >"$WORK/pages.py" <<'END_OF_PYTHON'
import json, sys, urllib.request, xml.etree.ElementTree as tree
ATOM = "{http://www.w3.org/2005/Atom}"

def atom(data):
    root = tree.fromstring(data)
    urls = {l.get("rel"): l.get("href") for l in root.findall(ATOM + "link")}
    return [e.findtext(ATOM + "id") for e in root.findall(ATOM + "entry")], \
        urls.get("next")

def jsonfeed(data):
    root = json.loads(data)
    return [i["id"] for i in root["items"]], root.get("next_url")

for read, url in ((atom, sys.argv[1] + ".atom?limit=7"),
                  (jsonfeed, sys.argv[1] + ".json?limit=7")):
    seen, pages = [], 0
    while url:
        with urllib.request.urlopen(url) as answer:
            ids, url = read(answer.read())
            link = answer.headers["Link"] or ""
            assert (url is None) == ('rel="next"' not in link), link
        seen += ids
        pages += 1
    assert len(set(seen)) == len(seen), "an entry came twice"
    print(len(seen), pages)
END_OF_PYTHON
n=$(sql "SELECT count(*) FROM article WHERE status IN ('done', 'feed_only')
	AND coalesce(cluster_id, id) = id")
is "$(python3 "$WORK/pages.py" "$SERVE/index" 2>&1)" \
	"$n $(((n + 6) / 7))
$n $(((n + 6) / 7))" 'all pages have all articles, each once'

# ---------------------------------------------------------------- validators

etag=$(header ETag /index.atom)
modified=$(header Last-Modified /index.atom)
like "$etag" '^"[^"]+"$' 'a feed has an ETag'
like "$modified" ' GMT$' 'a feed has a Last-Modified'
not_modified() {
	is "$(status_of /index.atom -H "$1")" 304 "304 for $1"
	is "$(wc -c <"$WORK/serve.body")" 0 '304 has no body'
}
length=$(header Content-Length /index.atom)
not_modified "If-None-Match: $etag"
not_modified "If-None-Match: W/$etag"
not_modified "If-None-Match: \"x\", W/\"y\" , $etag"
not_modified 'If-None-Match: *'
not_modified "If-Modified-Since: $modified"
is "$(header Content-Length /index.atom -H "If-None-Match: $etag")" "$length" \
	'304 has the Content-Length of the document'
is "$(status_of /index.atom -H 'If-None-Match: "x"')" 200 \
	'another ETag gets 200'
is "$(status_of /index.atom -H 'If-None-Match: "x"' \
	-H "If-Modified-Since: $modified")" 200 \
	'If-None-Match takes precedence'
is "$(status_of /index.atom \
	-H 'If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT')" 200 \
	'an older date gets 200'
is "$(status_of /index.atom -H 'If-Modified-Since: yesterday')" 200 \
	'a wrong date is ignored'
get /index.atom >"$WORK/before"
get /index.atom >"$WORK/again"
ok 'two requests get the same document' cmp "$WORK/before" "$WORK/again"
sql "UPDATE article SET status = 'gone' WHERE id = (SELECT max(id) FROM article
	WHERE status = 'done')"
add_changes "SELECT id, revision, 'withdrawn', unixepoch() FROM article
	WHERE status = 'gone' LIMIT 1"
is "$(status_of /index.atom -H "If-None-Match: $etag")" 200 \
	'a withdrawal changes the ETag'
is "$(status_of /index.atom -H "If-Modified-Since: $modified")" 200 \
	'a withdrawal changes Last-Modified'

# ------------------------------------------------------------- hostile texts

# PostgreSQL refuses these texts, because some are not UTF-8.
is_postgres ||
	ok 'hostile texts are written' python3 "$HERE/hostile_rows.py" "$DB"
for path in /index /feed/$feed; do
	get "$path.atom?limit=100" >"$WORK/h.atom"
	get "$path.json?limit=100" >"$WORK/h.json"
	ok "$path: hostile texts keep the rules" \
		check same "$WORK/h.atom" "$WORK/h.json"
done
n_large=$(get '/index.json?limit=200' | wc -c)
cmp_ok "$n_large" -lt 33000000 'the size of a document is limited'
sql "SELECT DISTINCT hex(tag) FROM article_tag" | sed 's/../%&/g' |
	grep -v %00 | while read -r tag; do
	[ ${#tag} -lt 4000 ] || continue
	curl -sg -o "$WORK/t.atom" -w '%{http_code}\n' "$SERVE/tag/$tag.atom"
	head -c 5 "$WORK/t.atom" | grep -q '<?xml' &&
		check atom "$WORK/t.atom"
done >"$WORK/tags"
unlike "$(cat "$WORK/tags")" '^5[0-9][0-9]$|^V|^[a-z]' \
	'feeds of hostile tags are answered without 5xx'
is_postgres ||
	like "$(cat "$WORK/tags")" '^200$' 'some hostile tags have feeds'

# ------------------------------------- Gleaner reads what it has written

cat >"$WORK/read_back.py" <<'END_OF_PYTHON'
import html, json, re, sys, unicodedata

def words(text):
    text = unicodedata.normalize("NFC", text)
    return re.sub(r"[^\w]+", " ", text).split()

with open(sys.argv[1], encoding="utf-8") as f:
    items = json.load(f)["items"]
with open(sys.argv[2], encoding="utf-8") as f:
    read = json.load(f)
entries = {e["id"]: e for e in read["entries"]}
assert len(entries) == len(items), (len(entries), len(items))
for item in items:
    entry = entries[item["id"]]
    if len(item.get("title", "")) < 4000:
        assert words(entry["title"] or "") == words(item.get("title", "")), \
            (entry["title"], item.get("title"))
    assert entry["published"] == item.get("date_published"), item["id"]
    text = html.unescape(re.sub("<[^>]*>", " ", item["content_html"]))
    got = entry["content"] or ""        # plain text
    assert words(got) == words(text) or len(text) > 100000, \
        (got[:200], text[:200])
print(len(items), "entries")
END_OF_PYTHON
sql "UPDATE article SET title = 'again' WHERE length(title) > 4000"
get '/index.json?limit=100' >"$WORK/r.json"
get '/index.atom?limit=100' >"$WORK/r.atom"
for format in json atom; do
	ok "parse-feed reads our own $format" sh -c "'$BUILD/gleaner' \
		parse-feed '$WORK/r.$format' --url '$SERVE/index.$format' \
		>'$WORK/r.$format.read'"
	ok "and finds every article in $format" \
		python3 "$WORK/read_back.py" "$WORK/r.json" \
		"$WORK/r.$format.read"
done
# ------------------------------------------- a tag that looks like a document

id=$(sql "SELECT min(id) FROM article WHERE status = 'done'")
sql "INSERT INTO article_tag (article_id, n, tag)
	VALUES ($id, 1900, 'node.json')"
like "$(get "/article/$id")" '<a href="/tag\?name=node.json"><bdi>node.json<' \
	'an article links to the page of its tag'
body=$(get '/tag?name=node.json')
like "$body" '<h1>Tag: <bdi>node.json</bdi></h1>' 'the tag has a page'
like "$body" 'href="/tag/node.json.atom"' 'the page names the feed of the tag'
like "$(get /tag/node.json.atom)" \
	'rel="alternate"[^>]* href="[^"]*/tag\?name=node.json"' \
	'the feed names the page of the tag'
is "$(status_of /tag/node.json)" 404 'the tag node has no feed'
is "$(status_of /tag)" 400 'a page of a tag without a name'
stop_serve
is "$SERVE_STATUS" 0 'SIGTERM ends gleaner-serve'
unlike "$(cat "$WORK/serve.out")" 'error' 'gleaner-serve has reported no error'
done_testing
