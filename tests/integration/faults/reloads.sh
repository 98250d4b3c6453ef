#!/bin/sh
# SIGHUP in mid-harvest, RELOADS (8) times, with a broken configuration and a
# good one in turns: the old one stays, one error each, nothing lost.
# RELOADS=50 in make torture; SEED replays a run.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program speaks TAP itself
RELOADS=${RELOADS:-8} python3 "$TOP/tests/torture/reloads.py"
