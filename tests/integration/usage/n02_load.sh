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

# Tests paced. Its factor is 1 on an idle machine, greater on a busy one, and at
# most 20. The factor of a given duration is computed without a measurement. The
# measurement is tried with ten loops for each processor, because a fast
# processor with one loop can still be faster than the idle machine on which the
# factor is based.
factors=$(cd "$TOP/tests/lib" && python3 -c '
import pace
print(*(pace.factor_of(n * pace.IDLE_S) for n in (0.1, 1, 2, 100)))')
is "$factors" '1.0 1.0 2.0 20' 'N2: the factor is 1 to 20'
while [ "$loops" -lt $((10 * $(nproc))) ]; do
	loops=$((loops + 1))
	sh -c 'while :; do :; done' &
	tap_pids="$tap_pids $!"
done
raised() {
	[ "$(paced 1000)" -gt 1000 ]
}
ok 'N2: paced raises a time limit on a busy machine' \
	wait_for -t 30 raised
done_testing
