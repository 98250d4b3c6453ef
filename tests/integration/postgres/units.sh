#!/bin/sh
# Runs the unit tests of the store on a PostgreSQL server, with one point for
# each test. tests/lib/postgres_tests.txt lists the tests that do not apply,
# with reasons.
# timeout: 2700
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

if ! postgres=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null); then
	echo '1..0 # skip PostgreSQL is not installed (postgresql-15)'
	tap_done=1
	exit 0
fi
echo "# $postgres"

tests=$("$TOP/tests/lib/postgres_list.sh" units)
is "$(cd "$TOP" && sed 's/[ \t].*//' tests/lib/postgres_tests.txt |
	while read -r test; do
		[ -f "$test" ] || [ -f "$test.c" ] || echo "$test"
	done)" '' 'each test that is left out exists'
# Most tests use copies of a database that has the schema already. The tests of
# store/postgres create it.
cat >"$WORK/run.sh" <<'END'
echo "database: 'postgresql:///gleaner_schema?host=$POSTGRES_HOST&user=gleaner'" \
	>"$WORK/schema.yaml"
psql -X -q -h "$POSTGRES_HOST" -U gleaner -d postgres -c 'CREATE DATABASE
	gleaner_schema TEMPLATE gleaner_template' &&
	"$BUILD/gleanerd" -c "$WORK/schema.yaml" --once >"$WORK/schema.log" 2>&1 &&
	psql -X -q -h "$POSTGRES_HOST" -U gleaner -d gleaner_schema \
		-c 'DELETE FROM gleaner.clock' || cat "$WORK/schema.log" >&2
for test in "$@"; do
	case $test in
	store/postgres/*) template=gleaner_template ;;
	*) template=gleaner_schema ;;
	esac
	POSTGRES_TEMPLATE=$template timeout 900 "$BUILD/$test" >"$WORK/out" 2>&1 </dev/null
	code=$?
	grep -q '^not ok\|^Bail' "$WORK/out" && code=1
	echo "$code $test"
	[ "$code" = 0 ] || sed 's/^/# /' "$WORK/out" | grep -v '^# ok' >&2
done
END
export BUILD WORK
cd "$TOP" || exit 2
# shellcheck disable=SC2086
tests/lib/postgres.sh sh "$WORK/run.sh" $tests >"$WORK/codes"
while read -r code test; do
	is "$code" 0 "$test on PostgreSQL"
done <"$WORK/codes"
is "$(wc -l <"$WORK/codes" | tr -d ' ')" "$(echo "$tests" | wc -l | tr -d ' ')" \
	'every test was run'
done_testing
