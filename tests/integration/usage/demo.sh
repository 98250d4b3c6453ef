#!/bin/sh
# The demo harvests five invented newspapers whose pages contain typical
# clutter. tests/demo/expected.jsonl lists the expected result of each page.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
VAR=$WORK/var "$TOP/tests/demo/run.sh" >"$WORK/demo.out" 2>"$WORK/demo.err"
is "$?" 0 'the demo runs' || tail -n 10 "$WORK/demo.err" | sed 's/^/# /'
VAR=$(realpath --relative-to="$TOP" "$WORK/relative") \
	"$TOP/tests/demo/run.sh" >"$WORK/relative.out" 2>"$WORK/demo.err"
is "$?" 0 'the demo runs in a folder with a relative path' ||
	tail -n 10 "$WORK/demo.err" | sed 's/^/# /'
like "$(cat "$WORK/relative.out")" '^30 articles of 4 feeds' \
	'the demo reports 30 articles in that folder, too'
DB=$WORK/var/demo.db
CONFIG=$WORK/var/demo.yaml
like "$(cat "$WORK/demo.out")" '^30 articles of 4 feeds' \
	'the demo reports 30 articles'
like "$(cat "$WORK/demo.out")" 'gleaner -c .* show [0-9]' \
	'the demo prints the next command to try'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 30 \
	'all articles have the status done'
ok 'search finds the article about the lens' sh -c \
	"'$BUILD/gleaner' -c '$CONFIG' search 'lens lighthouse' | grep -qi lens"

# Prints one line for each page: its path and the faults of its article.
python3 - "$DB" "$TOP/tests/demo/expected.jsonl" >"$WORK/verdicts" <<'END'
import datetime, json, sqlite3, sys, urllib.parse

fold = lambda text: " ".join((text or "").split())
db = sqlite3.connect(sys.argv[1])
db.row_factory = sqlite3.Row
kept = {urllib.parse.urlsplit(row["url"]).path: row
        for row in db.execute("SELECT * FROM article")}
for line in open(sys.argv[2], encoding="utf-8"):
    page, faults = json.loads(line), []
    row = kept.get(page["path"])
    if row is None:
        print(f"{page['path']}\tnot harvested")
        continue
    body = fold(row["body"])
    if fold(row["title"]) != fold(page["title"]):
        faults.append(f"title {row['title']!r}")
    if (row["lang"] or "")[:2] != page["lang"]:
        faults.append(f"language {row['lang']!r}")
    faults += [f"without {s!r}" for s in page["must"] if fold(s) not in body]
    faults += [f"with {s!r}" for s in page["must_not"] if fold(s) in body]
    faults += [f"not flagged {flag}" for flag in page.get("flags", [])
               if flag not in row["flags"].split()]
    if "flags" not in page and "paywall" in row["flags"].split():
        faults.append("flagged paywall")
    authors = [name for name, in db.execute(
        "SELECT name FROM article_author WHERE article_id = ? ORDER BY n",
        (row["id"],))]
    if "authors" in page and authors != page["authors"]:
        faults.append(f"authors {authors}")
    day = row["published_at"] and datetime.datetime.fromtimestamp(
        row["published_at"], datetime.timezone.utc).date().isoformat()
    if day != page["date"]:
        faults.append(f"date {day}")
    print(f"{page['path']}\t{'; '.join(faults)}")
END
is "$(wc -l <"$WORK/verdicts" | tr -d ' ')" 30 '30 pages are compared'
tab=$(printf '\t')
while IFS=$tab read -r path faults; do
	is "$faults" '' "$path"
done <"$WORK/verdicts"
done_testing
