#!/bin/sh
# gleaner copy: a harvested database is copied to SQLite and, if PostgreSQL is
# installed, to PostgreSQL and back; docs/fleet.md.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 10x10 --hosts 5
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
ok 'the harvest succeeds' gleanerd_once
gleaner follow --consumer digest --limit 30 >/dev/null
# As if the newest row of each table was purged, removed or acknowledged.
sql "UPDATE sqlite_sequence SET seq = seq + 5;
	INSERT INTO sqlite_sequence (name, seq) VALUES ('lease', 9)"

# The rows that a copy must keep: all but those of `clock` and of the indexes.
dump() {
	python3 - "$1" <<'END'
import json, sqlite3, sys

def plain(value):
    """JSON of PostgreSQL has other blanks and another order."""
    is_json = isinstance(value, str) and value.startswith("{")
    return json.dumps(json.loads(value), sort_keys=True) if is_json else value

db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' "
        "AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'article_fts%' AND "
        "name NOT LIKE 'article_bigram%' AND name NOT LIKE 'article_stem%' "
        "AND name NOT IN ('clock', 'backfill') ORDER BY 1").fetchall():
    rows = [[plain(value) for value in row]
            for row in db.execute(f"SELECT * FROM {name}")]
    for row in sorted(rows, key=repr):
        print(name, row)
print(db.execute("SELECT name, seq FROM sqlite_sequence WHERE name <> 'clock' "
                 "ORDER BY name").fetchall())
END
}
title=$(sql "SELECT title FROM article WHERE id = 7")
found() {
	gleaner search --db "$1" "\"$title\"" --json | grep -c .
}

copy=$WORK/copy.db
ok 'a copy to SQLite succeeds' gleaner copy "$DB" "$copy"
is "$(dump "$copy" | cksum)" "$(dump "$DB" | cksum)" \
	'the copy has the same rows, numbers and cursors'
is "$(found "$copy")" "$(found "$DB")" 'the texts of the copy can be searched'
ok 'the copy has no fault' gleaner check --db "$copy"

# A copy that ended early: some rows of several tables are missing.
sqlite3 "$copy" "PRAGMA foreign_keys = OFF; DELETE FROM change WHERE seq > 40;
	DELETE FROM page WHERE article_id > 50; DELETE FROM poll;"
ok 'a copy that ended early is continued' gleaner copy "$DB" "$copy"
is "$(dump "$copy" | cksum)" "$(dump "$DB" | cksum)" 'the continued copy is complete'
is "$(found "$copy")" "$(found "$DB")" 'no text is indexed twice'

sqlite3 "$copy" "UPDATE article SET lead = 'x' WHERE id = 9"
gleaner copy "$DB" "$copy" 2>"$WORK/err"
is "$?" 1 'a difference is an error'
like "$(cat "$WORK/err")" 'article differs' 'the message names the table that differs'

# Receivers know numbers that the database gave after the backup was made.
gleaner backup "$WORK/backup.db" 2>"$WORK/err"
ok 'a backup is copied' gleaner copy "$WORK/backup.db" "$WORK/restored.db"
like "$(cat "$WORK/tap.out")" '1000000000 higher' \
	'a message states the skipped numbers'
last="SELECT group_concat(seq) FROM (SELECT seq FROM sqlite_sequence
	WHERE name IN ('article', 'change') ORDER BY name) AS x"
is "$(sqlite3 "$WORK/restored.db" "$last")" \
	"$(sql "$(echo "$last" | sed 's/(seq)/(seq + 1000000000)/')")" \
	'the copy of a backup skips the numbers of articles and changes'

other=$WORK/other.db
cp "$DB" "$other"
sqlite3 "$other" "UPDATE identity SET uuid =
	'00000000-0000-4000-8000-000000000000'"
gleaner copy "$DB" "$other" 2>"$WORK/err"
is "$?" 1 'the rows of another database are not mixed'
like "$(cat "$WORK/err")" 'of another database' 'the message names the rows of another database'

ln -sf "$DB" "$WORK/same.db"
gleaner copy "$DB" "$WORK/same.db" >"$WORK/err" 2>&1
is "$?$(cat "$WORK/err")" \
	'1gleaner copy: TO is FROM itself; name another database' \
	'a copy of a database into itself is refused'

secret=postgresql://u:s3cretpw@127.0.0.1:1/n
gleaner copy "$DB" "$secret" 2>"$WORK/err"
is "$?" 2 'a target with a password is refused'
like "$(cat "$WORK/err")" 'TO: the password is visible' 'the message names the target'
gleaner copy "$secret" "$WORK/other" 2>"$WORK/err"
is "$?" 2 'a source with a password is refused'
unlike "$(cat "$WORK/err")" 's3cretpw' 'the password is not shown'

if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
	cat >"$WORK/both.sh" <<-'END'
		url="postgresql://gleaner@/postgres?host=$POSTGRES_HOST"
		"$BUILD/gleaner" copy "$1" "$url" && "$BUILD/gleaner" copy "$url" "$2"
	END
	ok 'a copy to PostgreSQL and back succeeds' env BUILD="$BUILD" \
		"$TOP/tests/lib/postgres.sh" sh "$WORK/both.sh" "$DB" \
		"$WORK/back.db"
	is "$(dump "$WORK/back.db" | cksum)" "$(dump "$DB" | cksum)" \
		'the copy has the same rows, numbers and cursors'
	is "$(found "$WORK/back.db")" "$(found "$DB")" 'the texts of the copy can be searched'
else
	skip 'a copy to PostgreSQL and back' 'PostgreSQL is not installed'
fi
done_testing
