#!/bin/sh
# Tests 330 hostile documents beside 50 normal feeds. `make torture` runs this
# test longer and measures it.
# timeout: 900
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program prints TAP itself
python3 "$TOP/tests/hostile/load_test.py"
