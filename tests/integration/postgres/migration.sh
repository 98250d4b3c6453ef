#!/bin/sh
# A migration that the server ends because of a deadlock is repeated.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
if [ "${STORE:-}" != postgres ]; then
	if ! ls -d /usr/lib/postgresql/*/bin >/dev/null 2>&1; then
		echo '1..0 # skip PostgreSQL is not installed (postgresql-15)'
		tap_done=1
		exit 0
	fi
	tap_done=1
	rm -rf "$WORK"
	exec "$TOP/tests/lib/postgres.sh" sh "$0"
fi

start_origin --generate 1x2
write_config "$ORIGIN/feed/1.xml"
postgres_psql -d "$POSTGRES_DB" -c 'CREATE SCHEMA gleaner'

# The transaction of this test creates `article`. The first migration creates
# `feed`, then `article`, and waits for the transaction. The transaction then
# creates `feed` and waits for the migration, which is a deadlock. The server
# ends the session whose deadlock_timeout expires first, which is the session of
# the migration.
postgres_psql -d "$POSTGRES_DB" \
	-c "ALTER DATABASE $POSTGRES_DB SET deadlock_timeout = '5s'"
postgres_psql -d "$POSTGRES_DB" >"$WORK/other.out" 2>&1 <<'END_OF_SQL' &
SET deadlock_timeout = '10min';
BEGIN;
CREATE TABLE gleaner.article (id bigint);
SELECT pg_advisory_lock(1);
DO $$ BEGIN
	WHILE NOT EXISTS (SELECT 1 FROM pg_locks
	    WHERE locktype = 'transactionid' AND NOT granted) LOOP
		PERFORM pg_sleep(0.02);
	END LOOP;
END $$;
CREATE TABLE gleaner.feed (id bigint);
ROLLBACK;
END_OF_SQL
other=$!
tap_pids="$tap_pids $other"
table_is_held() {
	[ "$(postgres_psql -d "$POSTGRES_DB" -c "SELECT count(*) FROM pg_locks
		WHERE locktype = 'advisory' AND objid = 1")" = 1 ]
}
wait_for table_is_held

ok 'the daemon creates the schema and harvests' gleanerd_once
wait "$other"
is $? 0 'the other transaction was not ended'
is "$(cat "$WORK/other.out")" '' 'the other transaction had no error'
# The next try of the migration may create `feed` before the other transaction
# does; the server then ends the migration again.
cmp_ok "$(grep -c 'deadlock detected' "$POSTGRES_HOST/server.log")" -ge 1 \
	'the server ended the migration'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 2 \
	'all articles are stored'
done_testing
