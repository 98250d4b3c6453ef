#!/bin/sh
# Commands that write the database are killed at random moments: the migration
# of an old database, recut, prune --vacuum, backup, check --salvage and import.
# Nothing is lost, and each command can be repeated. KILLS is the number of
# kills of each command; default: 2. SEED=N repeats the run that printed this
# seed. `make torture` sets KILLS=100.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program prints TAP itself
KILLS=${KILLS:-2} python3 "$TOP/tests/torture/kill_commands.py"
