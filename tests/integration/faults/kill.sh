#!/bin/sh
# Tests SIGKILL at random times of a harvest: no row is lost or stored twice,
# the database has no fault, no worker is left, and the next start is fast.
# ROUNDS is the number of kills during a harvest; default: 20. SEED=N repeats
# the run that printed this seed. `make torture` runs the long form.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
tap_done=1 # the program prints TAP itself
ROUNDS=${ROUNDS:-20} python3 "$TOP/tests/torture/kills.py"
