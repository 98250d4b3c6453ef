#!/bin/sh
# Consumers of the change log, killed at random beside a writer that is, too.
# CHANGES=100000 for the long form (make torture).
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
# It prints the points and the plan itself.
python3 "$TOP/tests/bench/torture.py" --gleaner "$BUILD/gleaner" \
	--writer "$BUILD/store-writer" --changes "${CHANGES:-5000}" \
	--writer-life "${WRITER_LIFE:-1.5}" "$WORK"
status=$?
tap_done=1
exit "$status"
