#!/bin/sh
# Some thousand polls of all sorts of ends, as fast as they go: memory and
# descriptors stay as they are.  POLLS=1000000 in make torture.
# timeout: 180
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -x "$BUILD/quick_origin" ] || bail 'no quick_origin: make check-built'
tap_done=1 # the program speaks TAP itself
if [ ! "${POLLS:-}" ]; then
	export POLLS=8000 FEEDS=800
fi
python3 "$TOP/tests/torture/polls.py"
