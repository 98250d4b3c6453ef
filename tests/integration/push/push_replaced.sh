#!/bin/sh
# Tests that programs that wait for changes end when the file of the database is
# replaced, because they would not see the changes of the new file.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
"$BUILD/store-writer" --batch 10 --words 30 "$DB" 10 >/dev/null
"$BUILD/gleaner" --db "$DB" backup "$WORK/copy.db" >/dev/null ||
	bail 'no backup'

# start COMMAND…: runs gleaner in the background; sets PID.
start() {
	"$BUILD/gleaner" --db "$DB" "$@" >"$WORK/$1.out" 2>"$WORK/$1.err" &
	PID=$!
	tap_pids="$tap_pids $PID"
}
start follow --consumer reader --wait
FOLLOW_PID=$PID
start push --consumer hook http://127.0.0.1:9/
PUSH_PID=$PID
has_lines() {
	[ "$(wc -l <"$WORK/follow.out")" -ge 10 ] &&
		grep -q 'next try' "$WORK/push.err"
}
ok 'both programs read the database' wait_for has_lines
mv "$WORK/copy.db" "$DB"
have_ended() {
	! kill -0 "$FOLLOW_PID" 2>/dev/null && ! kill -0 "$PUSH_PID" 2>/dev/null
}
ok 'both programs end when the file is replaced' wait_for have_ended
wait "$FOLLOW_PID"
is $? 1 'follow ends with 1'
wait "$PUSH_PID"
is $? 3 'push ends with 3, so that the service starts it again'
for name in follow push; do
	like "$(cat "$WORK/$name.err")" "database file .* was replaced" \
		"$name names the reason"
done
done_testing
