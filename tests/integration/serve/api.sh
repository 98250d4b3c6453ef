#!/bin/sh
# Tests the API of gleaner serve: lists in several pages, wrong parameters,
# errors as problem details (RFC 9457), the OpenAPI document, and the JSON of
# hostile texts.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"
# shellcheck source=../../lib/serve.sh
. "$(dirname "$0")/../../lib/serve.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
HERE=$TOP/tests/integration/serve
write_config
"$BUILD/store-writer" --revise 20 --batch 10 --seed 5 "$DB" 300 \
	>"$WORK/writer.out" || bail 'the writer failed'
start_serve

# value EXPRESSION: prints EXPRESSION, in which j is the JSON on standard input
value() {
	python3 -c 'import json, sys
j = json.load(sys.stdin)
print(eval(sys.argv[1]))' "$1"
}
published="status IN ('done', 'feed_only') AND revision > 0"

# --------------------------------------------------------------------- lists

n=$(sql "SELECT count(*) FROM article WHERE $published")
newest=$(sql "SELECT group_concat(id) FROM (SELECT id FROM article WHERE
	$published ORDER BY sort_at DESC, id DESC LIMIT 5) AS x")
is "$(get '/api/v1/articles?limit=5' |
	value '",".join(str(a["id"]) for a in j["articles"])')" "$newest" \
	'the newest articles come first'
is "$(get '/api/v1/articles?limit=500' | value 'len(j["articles"]), j["next"]')" \
	"($n, None)" 'one page has all articles, and next is null'

# The article has the same members as in the output of `gleaner show --json`.
id=${newest%%,*}
members='" ".join(sorted(j))'
is "$(get "/api/v1/articles/$id" | value "$members")" \
	"$(gleaner show "$id" --json | value "$members")" \
	'an article has the members of show --json'
is "$(get "/api/v1/articles/$id" | value 'j["body"]' | cksum)" \
	"$(gleaner show "$id" --json | value 'j["body"]' | cksum)" \
	'an article has its text'
is "$(get '/api/v1/articles?limit=1' |
	value '" ".join(sorted(j["articles"][0]))')" \
	"$(gleaner articles --limit 1 --json | value "$members")" \
	'a list has the members of articles --json'
is "$(get '/api/v1/feeds?limit=1' | value '" ".join(sorted(j["feeds"][0]))')" \
	"$(gleaner feed list --limit 1 --json | value "$members")" \
	'a feed has the members of feed list --json'
is "$(status_of /api/v1/articles/99999)" 404 'an unknown article gets 404'
is "$(status_of /api/v1/articles/x)" 404 'an id that is not a number gets 404'

# Articles that arrive between two requests do not move older articles to
# another page.
cat >"$WORK/pages.py" <<'END_OF_PYTHON'
import json, sqlite3, sys, urllib.parse, urllib.request
base, path, key, insert, style = sys.argv[1:6]
seen, url, n = [], path, 0
while url:
    with urllib.request.urlopen(base + url) as answer:
        page = json.load(answer)
        link = answer.headers["Link"]
    assert (page["next"] is None) == (link is None), link
    if page["next"]:
        assert f'<{page["next"]}>; rel="next"' in link, link
    seen += [row["id"] for row in page[key]]
    n += 1
    if insert == "yes":
        db = sqlite3.connect(sys.argv[6], timeout=30)
        db.execute("INSERT INTO article (url_key, host_key, status, title, "
                   "revision, first_seen_at, sort_at) SELECT 'new' || "
                   "?, 'h', 'feed_only', 'new', 1, sort_at, sort_at FROM "
                   "article WHERE id = ?", [len(seen), seen[-1]])
        db.commit()
        db.close()
    url = page["next"]
    if url and style == "after":    # the member as the value of after
        url = path + "&after=" + urllib.parse.quote(page["next"])
assert len(set(seen)) == len(seen), "came twice"
print(n, *sorted(seen))
END_OF_PYTHON
all_ids=$(sql "SELECT id FROM article WHERE $published ORDER BY id" |
	tr '\n' ' ')
pages=$(((n + 6) / 7))
is "$(python3 "$WORK/pages.py" "$SERVE" '/api/v1/articles?limit=7' articles no \
	link)" "$pages ${all_ids% }" 'all pages have all articles, each once'
is "$(python3 "$WORK/pages.py" "$SERVE" '/api/v1/articles?limit=7' articles no \
	after)" "$pages ${all_ids% }" 'the value of next is accepted as after'
is "$(python3 "$WORK/pages.py" "$SERVE" '/api/v1/feeds?limit=3' feeds no link)" \
	"7 $(sql 'SELECT id FROM feed ORDER BY id' | tr '\n' ' ' |
		sed 's/ $//')" 'the pages of feeds have all feeds'
is "$(python3 "$WORK/pages.py" "$SERVE" '/api/v1/feeds?limit=3' feeds no after)" \
	"7 $(sql 'SELECT id FROM feed ORDER BY id' | tr '\n' ' ' |
		sed 's/ $//')" 'the value of next of feeds is accepted as after'
is "$(get '/api/v1/feeds?limit=1&after=3' | value 'j["feeds"][0]["id"]')" 4 \
	'the id of a feed is accepted as after'
word=$(sql "SELECT substr(body, 1, instr(body, ' ') - 1) FROM article
	WHERE status = 'done' LIMIT 1")
is "$(python3 "$WORK/pages.py" "$SERVE" "/api/v1/articles?q=$word&limit=3" \
	articles no link | cut -d' ' -f2-)" \
	"$(gleaner search --limit 1000 --json "$word" | python3 -c '
import json, sys
rows = [json.loads(line) for line in sys.stdin]
print(*sorted(r["id"] for r in rows if r["status"] != "gone"))')" \
	'q finds what search finds'
if is_postgres; then
	insert=no       # pages.py inserts into a file
else
	insert=yes
fi
python3 "$WORK/pages.py" "$SERVE" '/api/v1/articles?limit=7' articles $insert \
	link "$DB" >"$WORK/with_new" 2>&1
is "$(tr ' ' '\n' <"$WORK/with_new" | sed 1d | sort -n | tr '\n' ' ' |
	python3 -c 'import sys
old = set(sys.argv[1].split())
got = sys.stdin.read().split()
print(len(old - set(got)), len(got) == len(set(got)))' "$all_ids")" '0 True' \
	'no article is missed or repeated while new ones arrive'

# ------------------------------------------------------------------- filters

filter() { # QUERY CONDITION
	is "$(get "/api/v1/articles?limit=500&$1" |
		value '" ".join(str(i) for i in sorted(a["id"] for a in
			j["articles"]))')" \
		"$(sql "SELECT id FROM article a WHERE $published AND $2
			ORDER BY id" | tr '\n' ' ' | sed 's/ $//')" "filter $1"
}
feed=$(sql 'SELECT feed_id FROM entry LIMIT 1')
url=$(sql "SELECT url FROM feed WHERE id = $feed")
of_feed="EXISTS (SELECT 1 FROM entry e WHERE e.article_id = a.id
	AND e.feed_id = $feed)"
middle=$(sql 'SELECT sort_at FROM article ORDER BY sort_at LIMIT 1 OFFSET 90')
date=$(date -u -d "@$middle" +%Y-%m-%dT%H:%M:%SZ)
zone=$(TZ=UTC-5 date -d "@$middle" +%Y-%m-%dT%H:%M:%S+05:00)
filter "feed=$feed" "$of_feed"
filter "feed=$url" "$of_feed"
filter lang=de "lang = 'de'"
filter "since=$date" "sort_at >= $middle"
filter "since=$zone" "sort_at >= $middle"
filter "until=$date" "sort_at < $middle"
filter "until=$date&lang=de&feed=$feed" \
	"sort_at < $middle AND lang = 'de' AND $of_feed"
filter tag=ODD "EXISTS (SELECT 1 FROM entry e JOIN feed_tag t
	ON t.feed_id = e.feed_id WHERE e.article_id = a.id AND t.tag = 'odd')"
filter "q=$word&feed=$feed" "$of_feed AND id IN ($(get \
	"/api/v1/articles?limit=500&q=$word" |
	value '",".join(str(a["id"]) for a in j["articles"])'))"
filter category=economy '0'
sql "INSERT INTO article_category (article_id, category, source, score)
	SELECT id, 'economy', 'publisher', 1 FROM article WHERE id % 3 = 0"
sql "INSERT INTO article_category (article_id, category, source, score)
	SELECT id, 'economy', 'model', 0.5 FROM article WHERE id % 6 = 0"
filter category=economy 'id % 3 = 0'
filter 'category=economy&lang=de' "id % 3 = 0 AND lang = 'de'"
filter category=sport '0'
is "$(status_of '/api/v1/articles?category=horoscopes')" 400 \
	'a category that does not exist is an error'
of_page() { # PATH: prints the ids of the articles that a page lists
	get "$1" | grep -o 'href="/article/[0-9]*"' | grep -o '[0-9]*' |
		tr '\n' ' '
}
is "$(of_page /category/economy)" "$(sql "SELECT id FROM article a
	WHERE $published AND id % 3 = 0 ORDER BY id DESC LIMIT 30" |
	tr '\n' ' ')" 'a category has a page'
is "$(of_page "/category/economy?after=$(get /category/economy |
	sed -n 's/.*after=\([0-9.]*\)".*/\1/p' | head -n 1)" | cut -d ' ' -f 1)" \
	"$(sql "SELECT id FROM article a WHERE $published AND id % 3 = 0
		ORDER BY id DESC LIMIT 1 OFFSET 30")" 'and a second one'
is "$(get '/category/economy.json?limit=5' | value 'len(j["items"])')" 5 \
	'and a feed'
like "$(get /category/economy)" '/category/economy.atom' 'which it names'
like "$(get /category/sport)" 'No article has this category' \
	'the page of a category without articles contains a message'
filter 'since=&until=&feed=&tag=&lang=&category=&q=&after=' '1'
is "$(get '/api/v1/articles?status=gone&limit=500' | value 'len(j["articles"])')" \
	"$(sql "SELECT count(*) FROM article WHERE status = 'gone'")" \
	'status selects articles of another state'

# ------------------------------------------------------------ wrong requests

# wrong TARGET STATUS WORD: the answer is a problem (RFC 9457) that contains WORD
wrong() {
	is "$(status_of "$1")" "$2" "$2: $1"
	is "$(value 'j["status"], j["type"], bool(j["title"])' <"$WORK/serve.body")" \
		"($2, 'about:blank', True)" 'is a problem'
	like "$(value 'j["detail"]' <"$WORK/serve.body")" "$3" "that names it: $3"
}
for query in since=soon since=2026-13-01 until=x limit=0 limit=1001 limit=x \
	limit=-1 lang=e lang=en_US after=x after=1 feed=none feed=999 \
	status=new sinse=2h feeds=1 'limit=1&limit=2'; do
	name=${query%%=*}
	wrong "/api/v1/articles?$query" 400 "parameter $name"
done
long=$(printf '%04200d' 1)
wrong "/api/v1/articles?q=$long" 400 'parameter q'
wrong '/api/v1/feeds?limit=x' 400 'parameter limit'
wrong '/api/v1/feeds?x=1' 400 'parameter x'
for after in x -1 1.1 99999999999999999999 /api/v1/feeds%3Fafter=; do
	wrong "/api/v1/feeds?after=$after" 400 'parameter after'
done
wrong '/api/v1/articles/1?x=1' 400 'parameter x'
wrong '/api/v1/nothing' 404 'no such'
is "$(status_of /api/v1/articles -X POST)" 405 'POST on a list gets 405'
is "$(header Content-Type '/api/v1/articles?limit=0')" application/problem+json \
	'a problem has its media type'
for query in '%22%20OR%20NEAR(%20*' "'%3B--" '*' 'title:' '-' '%00' '%ff'; do
	like "$(status_of "/api/v1/articles?q=$query")" '^(200|400)$' \
		"any text is a query: $query"
done

# ------------------------------------------------------------------- OpenAPI

get /api/v1/openapi.json >"$WORK/openapi.json"
cat >"$WORK/openapi.py" <<'END_OF_PYTHON'
"""Asks each operation for each parameter that it describes, and for one that
it does not; resolves each reference."""
import json, sys, urllib.error, urllib.request
base, path = sys.argv[1:]
document = json.load(open(path))
assert document["openapi"].startswith("3.0."), document["openapi"]
assert document["info"]["title"] and document["info"]["version"]


def references(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for item in value.values():
            yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


for reference in references(document):
    node = document
    for part in reference.removeprefix("#/").split("/"):
        node = node[part]


def status(url, body=None):
    try:
        with urllib.request.urlopen(base + url, body) as answer:
            return answer.status
    except urllib.error.HTTPError as answer:
        return answer.code


wrong = {"integer": "x", "string": "%01"}
n = 0
for path, operations in document["paths"].items():
    for method, operation in operations.items():
        assert operation["operationId"] and operation["responses"]["200"]
        for schema in operation["responses"].values():
            assert schema["description"]
        url = path.replace("{id}", "1")
        body = b"{}" if method == "post" else None
        assert status(url, body) in (200, 400), (url, status(url, body))
        assert status(url + "?unknown=1", body) == 400, url
        for p in operation["parameters"]:
            n += 1
            if p["in"] == "path":
                assert status(path.replace("{id}", "x")) == 404
            elif p["schema"]["type"] == "integer":
                assert status(f"{url}?{p['name']}=x") == 400, p
                if "maximum" in p["schema"]:
                    assert status(f"{url}?{p['name']}="
                                  f"{p['schema']['maximum']}1") == 400, p
print(len(document["paths"]), n)
END_OF_PYTHON
ok 'the OpenAPI document describes what the server does' \
	python3 "$WORK/openapi.py" "$SERVE" "$WORK/openapi.json"
is "$(cat "$WORK/tap.out")" '6 18' \
	'the document has all operations and parameters'

# ------------------------------------------------------------- hostile texts

# hostile_rows.py writes texts that are not UTF-8, which PostgreSQL refuses.
cat >"$WORK/hostile.py" <<'END_OF_PYTHON'
import json, sqlite3, sys, urllib.request
base, path = sys.argv[1:]
db = sqlite3.connect(path)
db.text_factory = lambda data: data.decode("utf-8", "replace")
n = 0
for row, title in db.execute("SELECT id, title FROM article ORDER BY sort_at "
                             "DESC LIMIT 20").fetchall():
    with urllib.request.urlopen(f"{base}/api/v1/articles/{row}") as answer:
        data = answer.read()
    article = json.loads(data.decode("utf-8"))
    same = (article["title"] or "").replace("\ufffd", "")
    assert same == title.replace("\ufffd", ""), (title[:80], same[:80])
    assert "<script" not in (article["body_html"] or ""), row
    n += 1
with urllib.request.urlopen(f"{base}/api/v1/articles?limit=500") as answer:
    page = json.load(answer)
with urllib.request.urlopen(f"{base}/api/v1/feeds?limit=500") as answer:
    json.load(answer)
print(n, len(page["articles"]) > 20)
END_OF_PYTHON
if ! is_postgres; then
	ok 'hostile texts are written' python3 "$HERE/hostile_rows.py" "$DB"
	is "$(python3 "$WORK/hostile.py" "$SERVE" "$DB" 2>&1)" '20 True' \
		'hostile texts are returned unchanged, as JSON'
fi
stop_serve
is "$SERVE_STATUS" 0 'SIGTERM ends gleaner-serve'
unlike "$(cat "$WORK/serve.out")" 'error' 'gleaner-serve has reported no error'
done_testing
