#!/bin/sh
# Tests SIGHUP during a harvest, RELOADS (8) times, with a broken and a valid
# configuration in turn: the previous configuration stays in use, each broken
# one is logged once, no article is lost. make torture sets RELOADS=50; SEED
# repeats a run.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program prints TAP itself
RELOADS=${RELOADS:-8} python3 "$TOP/tests/torture/reloads.py"
