#!/bin/sh
# Starts with random clocks delete nothing that a correct clock would keep.
# `make torture` sets STARTS=200.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
tap_done=1 # the program prints TAP itself
export STARTS="${STARTS:-8}"
python3 "$TOP/tests/torture/clock_starts.py"
