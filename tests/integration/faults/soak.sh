#!/bin/sh
# The short form of `make soak`: half a minute of an origin that misbehaves at
# random.  SEED replays a run.
# timeout: 180
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program speaks TAP itself
MINUTES=${MINUTES:-0.5} python3 "$TOP/tests/bench/soak.py"
