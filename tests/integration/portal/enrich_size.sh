#!/bin/sh
# Checks the queries of keywords with a database of some thousand generated
# articles. `make bench-enrich-store` is the long form, which also checks the
# times.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
# tests/bench/enrich/enrich_store.py prints TAP itself: the plan and the test
# points.
python3 "$TOP/tests/bench/enrich/enrich_store.py" --gleaner "$BUILD/gleaner" \
	--writer "$BUILD/store-writer" --rows "${ROWS:-3000}" "$WORK"
status=$?
tap_done=1
exit "$status"
