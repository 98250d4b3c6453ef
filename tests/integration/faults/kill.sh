#!/bin/sh
# kill -9 at random moments of a harvest: nothing lost, nothing twice, the
# database whole, no worker left, ready again soon.  ROUNDS (20) of them hit;
# SEED replays a run.  The long form is in make torture.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
tap_done=1 # the program speaks TAP itself
ROUNDS=${ROUNDS:-20} python3 "$TOP/tests/torture/kills.py"
