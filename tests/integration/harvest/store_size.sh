#!/bin/sh
# A database of some thousand articles: no query of docs/schema.md reads a large
# table from its beginning to its end.  The long form is make bench-store.
# timeout: 180
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
# It prints the points and the plan itself.
python3 "$TOP/tests/bench/store.py" --gleaner "$BUILD/gleaner" --writer \
	"$BUILD/store-writer" --rows "${ROWS:-3000}" --words 60 "$WORK"
status=$?
tap_done=1
exit "$status"
