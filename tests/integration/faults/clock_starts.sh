#!/bin/sh
# Starts at random clocks delete nothing that a right clock would keep.
# STARTS=200 in make torture.
# timeout: 240
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
tap_done=1 # the program speaks TAP itself
export STARTS="${STARTS:-8}"
python3 "$TOP/tests/torture/clock_starts.py"
