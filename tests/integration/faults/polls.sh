#!/bin/sh
# Tests that memory and the number of descriptors stay constant during some
# thousand polls with all outcomes, which are made as fast as possible. `make
# torture` sets POLLS=1000000.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -x "$BUILD/quick_origin" ] || bail 'no quick_origin: make check-built'
tap_done=1 # the program prints TAP itself
if [ ! "${POLLS:-}" ]; then
	export POLLS=8000 FEEDS=800
fi
python3 "$TOP/tests/torture/polls.py"
