#!/bin/sh
# tests/run and tap.sh themselves: nothing may pass that should not.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

mkdir "$WORK/tests"
make_test() { # NAME, its text from standard input
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
is "$(last_line "$t/good.sh")" '0 1 passed, 0 failed, 1 skipped' 'a good one'
is "$(last_line "$t/bad")" '1 1 passed, 1 failed' 'a bad one'
like "$("$TOP/tests/run" "$t/bad")" 'not ok 2 - the second' 'a failure is shown'
like "$("$TOP/tests/run" "$t/bad")" '#   because' 'with its reason'
is "$(last_line "$t/dies.sh")" '1 1 passed, 2 failed' 'one that dies'
is "$(last_line "$t/plan.sh")" '1 1 passed, 1 failed' 'one that stops early'
is "$(last_line "$t/silent.sh")" '1 0 passed, 1 failed' 'one without a plan'
is "$(last_line "$t/slow.sh")" '1 1 passed, 1 failed' 'one without an end'
is "$(last_line "$t/leaves.sh")" '1 1 passed, 1 failed' \
	'one that leaves a process behind'
is "$(last_line "$t/skipped.sh")" '0 0 passed, 0 failed, 1 skipped' \
	'one that is skipped'
is "$(last_line "$t/bails.sh")" '1 0 passed, 1 failed' 'one that bails out'
is "$(last_line "$t/status.sh")" '1 1 passed, 1 failed' \
	'one whose exit code is not 0'
is "$(last_line "$t/none.sh")" '1 0 passed, 1 failed' 'one that is not there'
is "$(last_line)" '1 0 passed, 0 failed' 'no test at all'
is "$(last_line "$t/good.sh" "$t/bad" "$t/good.sh")" \
	'1 3 passed, 1 failed, 2 skipped' 'several'
mkdir "$WORK/folder"
cp "$t/good.sh" "$WORK/folder/"
is "$(last_line "$WORK/folder")" '0 1 passed, 0 failed, 1 skipped' 'a folder'

# A script that fails an assertion, or ends in its middle, does not pass.
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
is "$(try 'is 1 1 a; done_testing')" '0 1 passed, 0 failed' 'tap.sh passes'
is "$(try 'is 1 2 a; like abc b c; done_testing')" '1 1 passed, 1 failed' \
	'tap.sh fails'
is "$(try 'is 1 1 a')" '1 1 passed, 2 failed' 'a script without done_testing'
is "$(try 'is 1 1 a; exit 0; done_testing')" '1 1 passed, 2 failed' \
	'a script that ends early'
is "$(try 'ok a false; fails b true; cmp_ok 1 -gt 2 c; unlike a a d;
	isnt 1 1 e; done_testing')" '1 0 passed, 5 failed' 'each can fail'
is "$(try 'sleep 100 & tap_pids=$!; ok a true; done_testing')" \
	'0 1 passed, 0 failed' 'tap.sh stops what it started'
# Ctrl-C ends the tests that run, too.
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
is $? 143 'SIGTERM ends the runner'
tap_forget "$runner"
ok 'and the test that runs' tap_gone "$(cat "$WORK/long")" 200
done_testing
