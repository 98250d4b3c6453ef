#!/bin/sh
# A database of each earlier schema is brought up to date, with all that is in
# it.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x2
MIGRATIONS=$TOP/store/sqlite/sql/migrations
newest=$(find "$MIGRATIONS" -name '*.sql' | wc -l | tr -d ' ')
version=1
while [ "$version" -lt "$newest" ]; do
	rm -f "$DB" "$DB-wal" "$DB-shm"
	n=1
	while [ "$n" -le "$version" ]; do
		sqlite3 "$DB" <"$(printf "%s" "$MIGRATIONS/$(printf %04d "$n")"_*.sql)"
		n=$((n + 1))
	done
	is "$(sql 'PRAGMA user_version')" "$version" "a database of schema $version"
	sql "INSERT INTO feed (url, given_title, etag, added_at)
		VALUES ('$ORIGIN/feed/1.xml', 'Mine', 'x', 1)"
	write_config "$ORIGIN/feed/1.xml"
	ok 'the daemon takes it' gleanerd_once
	is "$(sql 'PRAGMA user_version')" "$newest" "and brings it to $newest"
	is "$(sql 'SELECT given_title, count(*) FROM feed')" 'Mine|1' \
		'what was in it is there'
	is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 2 \
		'and it is harvested into'
	unlike "$(sql "SELECT sql FROM sqlite_schema WHERE name = 'change'")" \
		"'new', 'revised', 'withdrawn'" 'and has the plain constraints'
	ok 'and it is sound' gleaner check
	version=$((version + 1))
done

# ------------------------------------------- a file that was made not to shrink
is "$(sql 'PRAGMA auto_vacuum')" 0 'a file of before incremental vacuum'
like "$(gleaner doctor --offline)" 'does not shrink' 'doctor tells of it'
sql "CREATE TABLE filling AS SELECT randomblob(1000000) AS x; DROP TABLE filling"
like "$(gleaner prune --vacuum)" 'rewritten: from .* to ' 'it is written anew'
is "$(sql 'PRAGMA auto_vacuum; PRAGMA freelist_count')" '2
0' 'and can shrink from then on'
unlike "$(gleaner doctor --offline)" 'does not shrink' 'doctor is content'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 2 \
	'what was in it is there'
ok 'and it is sound' gleaner check
done_testing
