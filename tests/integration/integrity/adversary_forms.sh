#!/bin/sh
# Runs further attacks of hostile feeds: see tests/torture/adversary_forms.py.
# `make torture` sets SEQUENCES=200 and a random SEED.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

SEQUENCES=${SEQUENCES:-4} SEED=${SEED-21} \
	python3 "$TOP/tests/torture/adversary_forms.py"
status=$?
tap_done=1
exit "$status"
