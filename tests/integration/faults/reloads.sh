#!/bin/sh
# Sends SIGHUP during a harvest RELOADS times (default: 8), with a broken and a
# valid configuration in turn. After a broken configuration the previous one
# stays in use. Each broken configuration is logged once, and no article is
# lost. `make torture` sets RELOADS=50. SEED=N repeats the run that printed this
# seed.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program prints TAP itself
RELOADS=${RELOADS:-8} python3 "$TOP/tests/torture/reloads.py"
