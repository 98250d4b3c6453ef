#!/bin/sh
# Runs the examples in docs/examples unchanged.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
# The program prints the points and the plan itself.
python3 "$TOP/tests/integration/push/examples.py" "$BUILD" "$WORK"
status=$?
tap_done=1
exit "$status"
