#!/bin/sh
# Good feeds beside more hung servers than there are places: stored in time.
# HUNG=5000 in make torture.
# timeout: 180
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -x "$BUILD/quick_origin" ] || bail 'no quick_origin: make check-built'
tap_done=1 # the program speaks TAP itself
if [ ! "${HUNG:-}" ]; then
	export HUNG=160 GOOD=10 PARALLEL=8 TIMEOUT=6 S=12
fi
python3 "$TOP/tests/torture/hung.py"
