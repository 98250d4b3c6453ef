#!/bin/sh
# postgres_list.sh -- the tests that run on PostgreSQL (`STORE=postgres make
# check`).
#
#	tests/lib/postgres_list.sh units      unit tests of the store
#	tests/lib/postgres_list.sh scripts    integration scripts
#
# Prints one path a line: of a unit test without .c, or of a script.  The tests
# that postgres_tests.txt names are left out.
set -u
cd "$(dirname "$0")/../.." || exit 1

case ${1:-} in
units)
	# Tests that do not include fixture_test.h open no database, and are
	# left out.
	find store -name '*_test.c' | sort | sed 's/\.c$//' |
		while read -r test; do
			grep -q fixture_test.h "$test.c" && echo "$test"
		done ;;
scripts)
	find tests/integration -name '*.sh' | sort ;;
*)
	echo 'usage: postgres_list.sh units|scripts' >&2
	exit 2 ;;
esac | while read -r test; do
	sed 's/[ \t].*//' tests/lib/postgres_tests.txt | grep -qx "$test" ||
		echo "$test"
done
