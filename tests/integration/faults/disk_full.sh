#!/bin/sh
# The disk of a running daemon becomes full and free again, CYCLES (2) times; no
# row is lost. make torture sets CYCLES=20; SEED repeats a run.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program prints TAP itself
CYCLES=${CYCLES:-2} python3 "$TOP/tests/torture/disk_full.py"
