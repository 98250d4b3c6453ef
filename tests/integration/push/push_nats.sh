#!/bin/sh
# Tests a push to JetStream. The server and the push are killed. KILLS=50 is the
# long form.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
# brokers.py prints the results and the plan of TAP, so done_testing is not
# called here.
python3 "$TOP/tests/integration/push/brokers.py" --kills "${KILLS:-8}" \
	--changes "${CHANGES:-300}" nats "$BUILD" "$WORK"
status=$?
tap_done=1
exit "$status"
