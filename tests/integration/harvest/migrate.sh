#!/bin/sh
# A database of each earlier schema is migrated with all its rows.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x2
MIGRATIONS=$TOP/store/sqlite/sql/migrations
newest=$(find "$MIGRATIONS" -name '*.sql' | wc -l | tr -d ' ')
OLD=$WORK/old.db
version=1
while [ "$version" -lt "$newest" ]; do
	sqlite3 "$OLD" <"$(printf "%s" "$MIGRATIONS/$(printf %04d "$version")"_*.sql)"
	rm -f "$DB" "$DB-wal" "$DB-shm"
	cp "$OLD" "$DB"
	is "$(sql 'PRAGMA user_version')" "$version" \
		"a database of schema $version exists"
	sql "INSERT INTO feed (url, given_title, etag, added_at)
		VALUES ('$ORIGIN/feed/1.xml', 'Mine', 'x', 1)"
	write_config "$ORIGIN/feed/1.xml"
	ok 'the daemon opens the database' gleanerd_once
	is "$(sql 'PRAGMA user_version')" "$newest" \
		"the database is migrated to schema $newest"
	is "$(sql 'SELECT given_title, count(*) FROM feed')" 'Mine|1' \
		'the rows of the database are kept'
	is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 2 \
		'articles are harvested into the database'
	unlike "$(sql "SELECT sql FROM sqlite_schema WHERE name = 'change'")" \
		"'new', 'revised', 'withdrawn'" \
		'the table change has the constraints of the newest schema'
	ok 'the database has no fault' gleaner check
	version=$((version + 1))
done

# -------------------------------------- a file without incremental vacuum
is "$(sql 'PRAGMA auto_vacuum')" 0 \
	'the database file was created without incremental vacuum'
like "$(gleaner doctor --offline)" 'does not shrink' \
	'doctor reports a file that cannot shrink'
sql "CREATE TABLE filling AS SELECT randomblob(1000000) AS x; DROP TABLE filling"
like "$(gleaner prune --vacuum)" 'rewritten: from .* to ' \
	'prune --vacuum rewrites the file'
is "$(sql 'PRAGMA auto_vacuum; PRAGMA freelist_count')" '2
0' 'the rewritten file can shrink'
unlike "$(gleaner doctor --offline)" 'does not shrink' \
	'doctor no longer reports the file'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 2 \
	'the rows of the file are kept'
ok 'the rewritten database has no fault' gleaner check
done_testing
