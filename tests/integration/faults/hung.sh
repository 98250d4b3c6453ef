#!/bin/sh
# Tests valid feeds beside hung servers whose number is greater than
# fetch.parallel: the valid feeds are stored in time. `make torture` sets
# HUNG=5000.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -x "$BUILD/quick_origin" ] || bail 'no quick_origin: make check-built'
tap_done=1 # the program prints TAP itself
if [ ! "${HUNG:-}" ]; then
	export HUNG=160 GOOD=10 PARALLEL=8 TIMEOUT=6 S=12
fi
python3 "$TOP/tests/torture/hung.py"
