#!/bin/sh
# Tests the views for analyses, and the examples of docs/analysis.md.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 2x3
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
gleanerd_once >/dev/null
# Articles 1 and 2 become one cluster. Article 1 gets two flags and two authors.
sql "UPDATE article SET cluster_id = 1 WHERE id IN (1, 2);
	UPDATE article SET flags = 'stub no-title' WHERE id = 1;
	INSERT OR REPLACE INTO article_author (article_id, n, name)
	VALUES (1, 0, 'A \"B\" C'), (1, 1, 'Émile')"

is "$(python3 - "$DB" <<'END'
import datetime, json, sqlite3, sys
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
db.row_factory = sqlite3.Row
rows = db.execute("SELECT * FROM article_iso").fetchall()
plain = {r["id"]: r for r in db.execute("SELECT * FROM article")}
print(len(rows) == len(plain) == 6)
for row in rows:
    for name in "published_at", "modified_at", "first_seen_at", "fetched_at":
        at = plain[row["id"]][name]
        text = at and datetime.datetime.fromtimestamp(
            at, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        if row[name] != text:
            print(name, row[name], text)
    for name in "authors", "tags", "categories", "keywords", "flags":
        if not isinstance(json.loads(row[name]), list):
            print(name, row[name])
    if not row["feed_title"] or not row["body"]:
        print("no feed or text", row["id"])
first = next(r for r in rows if r["id"] == 1)
print(json.loads(first["authors"]), json.loads(first["flags"]))
END
)" "True
['A \"B\" C', 'Émile'] ['stub', 'no-title']" \
	'article_iso has times as text and lists as JSON'
is "$(python3 - "$DB" <<'END'
import json, sqlite3, sys
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
rows = db.execute("SELECT id, articles, members, first_at <= last_at"
                  " FROM story ORDER BY id").fetchall()
print(len(rows), rows[0][1], sorted(m["id"] for m in json.loads(rows[0][2])),
      all(r[3] for r in rows), sum(r[1] for r in rows))
END
)" '5 2 [1, 2] True 6' 'story has one row for each text, with its articles'
is "$(sql "SELECT count(*) FROM feed_health WHERE health = 'well'
	AND entries = 3 AND last_poll_at LIKE '20__-__-__T__:__:__Z'")" 2 \
	'feed_health has the feeds'

# Runs the SQL of the documentation.
python3 - docs/analysis.md >"$WORK/examples" <<'END'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
for sql in re.findall(r"```sql\n(.*?)```", text, re.S):
    print(" ".join(sql.split()))
END
cmp_ok "$(wc -l <"$WORK/examples")" -ge 2 'the documentation has examples in SQL'
while read -r example; do
	ok "it runs: $(printf %.40s "$example")" sql "$example"
done <"$WORK/examples"
word=$(sql "SELECT replace(title, '\"', '') FROM article WHERE id = 1")
is "$(sql "SELECT a.id FROM article_fts f JOIN article_iso a ON a.id = f.rowid
	WHERE article_fts MATCH '\"$word\"' ORDER BY a.id = 1 DESC LIMIT 1")" 1 \
	'article_iso can be joined with the full-text table'
gleaner articles --json >"$WORK/articles.jsonl"
if command -v duckdb >/dev/null; then
	is "$(duckdb -noheader -list -c "SELECT count(*)
		FROM read_json_auto('$WORK/articles.jsonl')")" 6 \
		'DuckDB reads the articles'
else
	skip 'DuckDB reads the articles' 'duckdb is absent'
fi
done_testing
