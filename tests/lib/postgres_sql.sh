# shellcheck shell=sh
# postgres_sql.sh -- for tap.sh with STORE=postgres: a database of the test's
# server, and sql() on it.
#
# $DB is the URL of the database.  sql() with SELECT reads views that show times
# as seconds and booleans as 0 or 1.  It also shows the results of comparisons
# as 0 or 1, so that the expected texts are the same for both dialects.  Other
# statements change the tables.  A script that needs a file of SQLite calls
# needs_file.

: "${POSTGRES_HOST:?run tests/lib/postgres.sh tests/run ...}"

postgres_psql() {
	psql -X -q -A -t -F '|' -v ON_ERROR_STOP=1 -h "$POSTGRES_HOST" \
		-U gleaner "$@"
}

# Two connections cannot copy the template at the same time, so that a refused
# copy is repeated.
postgres_create() {
	tap_n=0
	until postgres_psql -d postgres -c \
		"CREATE DATABASE $POSTGRES_DB TEMPLATE gleaner_template
		STRATEGY file_copy"
	do
		tap_n=$((tap_n + 1))
		[ "$tap_n" -lt 60 ] || bail 'no new database'
		sleep 1
	done
}
postgres_use() {
	POSTGRES_DB=$1
	DB="postgresql:///$POSTGRES_DB?host=$POSTGRES_HOST&user=gleaner"
}
postgres_use "t$$"
postgres_create

sql() {
	case $1 in
	SELECT*|WITH*|select*)
		PGOPTIONS='-c search_path=shown,gleaner,public' \
			postgres_psql -d "$POSTGRES_DB" -c 'SELECT
			public.show_tables()' -c "$*" 2>"$WORK/sql.log" |
			awk -F '|' -v OFS='|' 'NR > 1 {
				for (i = 1; i <= NF; i++)
					$i = $i == "t" ? 1 : $i == "f" ? 0 : $i
				print
			}'
		! [ -s "$WORK/sql.log" ] || { sed 's/^/# /' "$WORK/sql.log" >&2
			return 1; } ;;
	*)
		PGOPTIONS='-c search_path=gleaner,public' \
			postgres_psql -d "$POSTGRES_DB" -c "$*" ;;
	esac
}

new_database() {
	postgres_psql -d postgres -c "DROP DATABASE $POSTGRES_DB WITH (FORCE)" ||
		bail 'the database was not dropped'
	postgres_create
}

other_database() {
	postgres_use "t$$_$(printf %s "$1" | tr -c 'a-z0-9' _)"
	[ "$(postgres_psql -d postgres -c "SELECT count(*) FROM pg_database
		WHERE datname = '$POSTGRES_DB'")" != 0 ] || postgres_create
}

# The numbers are those that the store would take.
add_changes() {
	sql "INSERT INTO change (seq, article_id, revision, kind, at)
		SELECT (SELECT seq FROM change_counter) + row_number() OVER (),
		    added.* FROM ($1) AS added;
		UPDATE change_counter SET seq = (SELECT max(seq) FROM change);
		NOTIFY gleaner_change"
}

# Compares the index entries of all indexes with the rows of their tables.
check_database() {
	postgres_psql -d "$POSTGRES_DB" -c 'SET client_min_messages = error' \
		-c 'CREATE EXTENSION IF NOT EXISTS amcheck' &&
		pg_amcheck -h "$POSTGRES_HOST" -U gleaner --heapallindexed \
			-d "$POSTGRES_DB" && echo ok
}

# The lock is that of store/postgres/sql/transaction.sql.
hold_database() {
	postgres_psql -d "$POSTGRES_DB"
}
hold_begin=
hold_statements() {
	printf "BEGIN; SELECT pg_advisory_xact_lock(29111105283319154);\n"
	printf "SELECT 'held';\n"
}

end_leases() {
	sql 'UPDATE shard_lease SET node = NULL;
		UPDATE node SET left_at = now() WHERE left_at IS NULL'
}

needs_file() {
	echo "1..0 # skip $1"
	tap_done=1
	exit 0
}
