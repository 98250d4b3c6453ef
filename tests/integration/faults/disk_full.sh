#!/bin/sh
# A disk that is full and free again, CYCLES (2) times, under one daemon:
# nothing lost.  CYCLES=20 in make torture; SEED replays a run.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program speaks TAP itself
CYCLES=${CYCLES:-2} python3 "$TOP/tests/torture/disk_full.py"
