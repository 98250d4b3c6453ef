#!/bin/sh
# Checks with a database of some thousand articles that no query of
# docs/schema.md scans a large table. `make bench-store` is the long form.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
# tests/bench/store.py prints TAP itself: the plan and the test points.
python3 "$TOP/tests/bench/store.py" --gleaner "$BUILD/gleaner" --writer \
	"$BUILD/store-writer" --rows "${ROWS:-3000}" --words 60 "$WORK"
status=$?
tap_done=1
exit "$status"
