# shellcheck shell=sh
# postgres_sql.sh -- for tap.sh with STORE=postgres: a database of the test's
# server, and sql() on it.
#
# $DB is the URL of the database.  SELECT reads views that show times as seconds
# and booleans as 0 or 1, and shows comparisons in the same way, so that one
# text serves both dialects; other statements change the tables.  A script that
# needs a file of SQLite says so with needs_file.

POSTGRES_DB=t$$
: "${POSTGRES_HOST:?run tests/lib/postgres.sh tests/run ...}"
DB="postgresql:///$POSTGRES_DB?host=$POSTGRES_HOST&user=gleaner"

postgres_psql() {
	psql -X -q -A -t -F '|' -v ON_ERROR_STOP=1 -h "$POSTGRES_HOST" \
		-U gleaner "$@"
}

postgres_psql -d postgres \
	-c "CREATE DATABASE $POSTGRES_DB TEMPLATE gleaner_template" || exit 2

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

needs_file() {
	echo "1..0 # skip $1"
	tap_done=1
	exit 0
}
