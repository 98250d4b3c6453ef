#!/bin/sh
# Tests with time limits pass on a busy machine. The tests that once failed
# under load run beside one busy loop for each processor.
# timeout: 300
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
cd "$TOP" || bail 'no folder'
loops=0
while [ "$loops" -lt "$(nproc)" ]; do
	loops=$((loops + 1))
	sh -c 'while :; do :; done' &
	tap_pids="$tap_pids $!"
done

for test in build/worker/zygote/zygote_test build/store/sqlite/backup_test; do
	ok "N2: ${test##*/} beside $loops busy loops" "$BUILD/${test#build/}"
done
ok "N2: kill_workers.sh beside $loops busy loops" env KILLS=6 \
	"$TOP/tests/run" "$TOP/tests/integration/faults/kill_workers.sh"

# paced: its factor is 1 on an idle machine, greater beside the busy loops, and
# at most 20.
cmp_ok "$(paced 1000)" -gt 1000 \
	'N2: paced raises a time limit on a busy machine'
cmp_ok "$(paced 1000)" -le 20000 \
	'N2: paced raises a time limit at most 20 times'
done_testing
