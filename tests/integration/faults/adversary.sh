#!/bin/sh
# Runs hostile feeds against publishers: see tests/torture/adversary.py. `make
# torture` sets SEQUENCES=1000 and a random SEED.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

SEQUENCES=${SEQUENCES:-5} SEED=${SEED-1} \
	python3 "$TOP/tests/torture/adversary.py"
status=$?
tap_done=1
exit "$status"
