#!/bin/sh
# Tests database files that are damaged while a daemon uses them: the damage is
# detected within a minute, and the rows are salvaged. `make torture` sets
# DATABASES=100.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program prints TAP itself
export DATABASES="${DATABASES:-4}"
python3 "$TOP/tests/torture/damage.py"
