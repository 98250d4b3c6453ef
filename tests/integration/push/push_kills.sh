#!/bin/sh
# Tests a push to a receiver that fails. The push is killed repeatedly.
# KILLS=100 is the long form (`make torture`).
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
# The program prints the points and the plan itself.
python3 "$TOP/tests/integration/push/kills.py" --kills "${KILLS:-10}" \
	--changes "${CHANGES:-400}" "$BUILD" "$WORK"
status=$?
tap_done=1
exit "$status"
