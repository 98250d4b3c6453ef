#!/bin/sh
# Tests SIGTERM at random times: the daemon ends with 0 within 10 s, and no row
# is lost. ROUNDS is the number of signals that are sent to a harvest; default:
# 15. SEED=N repeats the run that printed this seed. `make torture` runs the
# long form.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
tap_done=1 # the program prints TAP itself
SIGNAL=TERM ROUNDS=${ROUNDS:-15} python3 "$TOP/tests/torture/kills.py"
