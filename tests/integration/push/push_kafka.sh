#!/bin/sh
# Tests a push to the mock cluster of librdkafka.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
# The program prints the points and the plan itself.
python3 "$TOP/tests/integration/push/brokers.py" --kills "${KILLS:-8}" \
	--changes "${CHANGES:-300}" kafka "$BUILD" "$WORK"
status=$?
tap_done=1
exit "$status"
