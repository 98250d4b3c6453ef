#!/bin/sh
# The disk of a running daemon becomes full and free again CYCLES times
# (default: 2). No row is lost. `make torture` sets CYCLES=20. SEED=N repeats
# the run that printed this seed.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program prints TAP itself
CYCLES=${CYCLES:-2} python3 "$TOP/tests/torture/disk_full.py"
