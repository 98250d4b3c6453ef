#!/bin/sh
# Tests WebSub (docs/websub.md): discovery, subscription, verification,
# deliveries, and attacks, with a hub on loopback.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
# The program prints the points and the plan itself.
python3 "$TOP/tests/integration/harvest/websub.py" "$BUILD" "$WORK"
status=$?
tap_done=1
exit "$status"
