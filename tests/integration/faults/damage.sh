#!/bin/sh
# Databases that are damaged while a daemon has them open are noticed within a
# minute, and salvaged.  DATABASES=100 in make torture.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program speaks TAP itself
export DATABASES="${DATABASES:-4}"
python3 "$TOP/tests/torture/damage.py"
