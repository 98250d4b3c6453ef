#!/bin/sh
# Tests tests/run and tap.sh: no failing test may pass.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

mkdir "$WORK/tests"
make_test() { # NAME: makes a test of the script on standard input
	{
		echo '#!/bin/sh'
		cat
	} >"$WORK/tests/$1"
	chmod +x "$WORK/tests/$1"
}
last_line() {
	said=$("$TOP/tests/run" "$@" 2>&1)
	echo "$? $(printf '%s\n' "$said" | tail -n 1)"
}

make_test good.sh <<'END'
echo 'ok 1 - a'
echo 'ok 2 - b # SKIP no reason'
echo '1..2'
END
make_test bad <<'END'
echo '1..2'
echo 'ok 1'
echo 'not ok 2 - the second'
echo '#   because'
exit 1
END
make_test dies.sh <<'END'
echo 'ok 1'
kill -SEGV $$
END
make_test plan.sh <<'END'
echo '1..3'
echo 'ok 1'
END
make_test silent.sh </dev/null
make_test slow.sh <<'END'
# timeout: 1
echo 'ok 1'
echo '1..1'
sleep 100
END
make_test leaves.sh <<'END'
sleep 100 >/dev/null 2>&1 &
echo 'ok 1'
echo '1..1'
END
make_test skipped.sh <<'END'
echo '1..0 # SKIP not here'
END
make_test bails.sh <<'END'
echo 'Bail out! no binary'
exit 2
END
make_test status.sh <<'END'
echo 'ok 1'
echo '1..1'
exit 3
END

t=$WORK/tests
unset BUILD
is "$(last_line "$t/good.sh")" '0 1 passed, 0 failed, 1 skipped' \
	'a test that passes is counted'
is "$(last_line "$t/bad")" '1 1 passed, 1 failed' 'a test that fails is counted'
like "$("$TOP/tests/run" "$t/bad")" 'not ok 2 - the second' \
	'a failed point is shown'
like "$("$TOP/tests/run" "$t/bad")" '#   because' \
	'the diagnostics of a failed point are shown'
is "$(last_line "$t/dies.sh")" '1 1 passed, 2 failed' \
	'a test that is killed by a signal fails'
is "$(last_line "$t/plan.sh")" '1 1 passed, 1 failed' \
	'a test with fewer points than planned fails'
is "$(last_line "$t/silent.sh")" '1 0 passed, 1 failed' \
	'a test without a plan fails'
is "$(last_line "$t/slow.sh")" '1 1 passed, 1 failed' \
	'a test that exceeds its timeout fails'
is "$(last_line "$t/leaves.sh")" '1 1 passed, 1 failed' \
	'a test that leaves a process fails'
is "$(last_line "$t/skipped.sh")" '0 0 passed, 0 failed, 1 skipped' \
	'a skipped test is counted as skipped'
is "$(last_line "$t/bails.sh")" '1 0 passed, 1 failed' \
	'a test that bails out fails'
is "$(last_line "$t/status.sh")" '1 1 passed, 1 failed' \
	'a test with an exit code other than 0 fails'
is "$(last_line "$t/none.sh")" '1 0 passed, 1 failed' 'a missing test fails'
is "$(last_line)" '1 0 passed, 0 failed' 'without tests the runner fails'
is "$(last_line "$t/good.sh" "$t/bad" "$t/good.sh")" \
	'1 3 passed, 1 failed, 2 skipped' \
	'the results of several tests are added'
is "$("$TOP/tests/run" -j1 "$t/bad" "$t/good.sh" | tail -n 5 |
	sed 's/([0-9.]* s)/(TIME)/')" "\
$t/good.sh: 1 passed, 1 skipped (TIME)
what failed:
$t/bad: not ok 2 - the second
    #   because
2 passed, 1 failed, 1 skipped" 'what failed is shown again at the end'
mkdir "$WORK/folder"
cp "$t/good.sh" "$WORK/folder/"
is "$(last_line "$WORK/folder")" '0 1 passed, 0 failed, 1 skipped' \
	'a folder of tests is run'

# A script with a failed assertion or without done_testing does not pass.
mkdir -p "$WORK/top/tests/lib" "$WORK/top/tests/integration/harvest"
cp "$TOP/tests/lib/tap.sh" "$WORK/top/tests/lib/"
script=$WORK/top/tests/integration/harvest/one.sh
try() {
	{
		echo '. "$(dirname "$0")/../../lib/tap.sh"'
		echo "$1"
	} >"$script"
	last_line "$script"
}
is "$(try 'is 1 1 a; done_testing')" '0 1 passed, 0 failed' \
	'a script of passing assertions passes'
is "$(try 'is 1 2 a; like abc b c; done_testing')" '1 1 passed, 1 failed' \
	'a script with a failing assertion fails'
is "$(try 'is 1 1 a')" '1 1 passed, 2 failed' \
	'a script without done_testing fails'
is "$(try 'is 1 1 a; exit 0; done_testing')" '1 1 passed, 2 failed' \
	'a script that ends early fails'
is "$(try 'ok a false; fails b true; cmp_ok 1 -gt 2 c; unlike a a d;
	isnt 1 1 e; done_testing')" '1 0 passed, 5 failed' \
		'each assertion of tap.sh can fail'
is "$(try 'sleep 100 & tap_pids=$!; ok a true; done_testing')" \
	'0 1 passed, 0 failed' 'tap.sh stops the processes of a script'
# Ctrl-C also ends the running tests.
make_test long.sh <<'END'
sleep 1000 &
echo $! >"$WORK/long"
echo 'ok 1'
wait
END
"$TOP/tests/run" "$WORK/tests/long.sh" >/dev/null 2>&1 &
runner=$!
tap_pids="$tap_pids $runner"
wait_for test -s "$WORK/long"
kill -TERM "$runner"
wait "$runner"
is $? 143 'SIGTERM ends the runner with 143'
tap_forget "$runner"
ok 'SIGTERM of the runner ends the running test' \
	tap_gone "$(cat "$WORK/long")" 200
done_testing
