#!/bin/sh
# Runs the short form of `make soak`: half a minute with an origin that fails at
# random. SEED repeats a run.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program prints TAP itself
MINUTES=${MINUTES:-0.5} python3 "$TOP/tests/bench/soak.py"
