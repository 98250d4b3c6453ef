#!/bin/sh
# SIGTERM at random moments: exit code 0 within 10 s, nothing lost.  ROUNDS (15)
# of them hit a harvest; SEED replays a run.  The long form is in make torture.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
tap_done=1 # the program speaks TAP itself
SIGNAL=TERM ROUNDS=${ROUNDS:-15} python3 "$TOP/tests/torture/kills.py"
