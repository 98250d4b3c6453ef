#!/bin/sh
# Consumers of the change log are killed at random times; so is the writer.
# `make torture` sets CHANGES=100000.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
# The program prints the points and the plan itself.
python3 "$TOP/tests/bench/torture.py" --gleaner "$BUILD/gleaner" \
	--writer "$BUILD/store-writer" --changes "${CHANGES:-5000}" \
	--writer-life "${WRITER_LIFE:-1.5}" "$WORK"
status=$?
tap_done=1
exit "$status"
