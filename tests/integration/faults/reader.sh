#!/bin/sh
# A reader keeps a transaction open, so that the -wal cannot be truncated (S56).
# The harvest continues, and the -wal is truncated when the reader has ended.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
start_origin --generate 10x40 --hosts 5
set_clock() { # SECONDS: advances all clocks without waiting
	python3 -c 'import struct, sys
with open(sys.argv[1], sys.argv[3]) as f:
    f.write(struct.pack("=qq", 0, int(sys.argv[2])))' \
		"$WORK/clock" "$1" "$2"
}
set_clock 0 wb
done_are() {
	tap_sql_is "SELECT count(*) FROM article WHERE status = 'done'" "$1"
}
log_bytes() {
	stat -c %s "$DB-wal" 2>/dev/null || echo 0
}
printf 'route /feed/*\n  pass\n  items 2\n' | origin_scenario
POLL='{ interval: 1s, min: 1s, max: 1s, adaptive: false }'
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
TEST_CLOCK=$WORK/clock LD_PRELOAD=$BUILD/clock-shim.so \
ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
	"$BUILD/gleanerd" -c "$CONFIG" >>"$WORK/gleanerd.out" 2>&1 &
DAEMON_PID=$!
tap_pids="$tap_pids $DAEMON_PID"
ok 'a first harvest stores twenty articles' wait_for done_are 20

# The reader keeps its transaction open until the FIFO is opened and closed.  It
# counts the articles at the beginning and at the end of this transaction.
mkfifo "$WORK/go"
cat >"$WORK/reader.py" <<'END2'
import sqlite3, sys
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True,
                     isolation_level=None)
count = "SELECT count(*) FROM article"
db.execute("BEGIN")
before = db.execute(count).fetchone()[0]
print(before, file=open(sys.argv[2], "w"), flush=True)
open(sys.argv[3]).read()
print(before, db.execute(count).fetchone()[0],
      file=open(sys.argv[2], "w"), flush=True)
END2
python3 "$WORK/reader.py" "$DB" "$WORK/seen" "$WORK/go" &
reader=$!
tap_pids="$tap_pids $reader"
ok 'a reader begins a transaction' wait_for grep -q 20 "$WORK/seen"

origin_get /_origin/reset >/dev/null
ok 'S56: articles are stored beside the reader' wait_for -t 60 done_are 400
grown=$(log_bytes)
cmp_ok "$grown" -gt 1000000 'the -wal grows during the transaction'
# An hour later the daemon tries to truncate the -wal, which the reader
# prevents.
set_clock 3700 r+b
gleaner feed poll "$(origin_get /_origin/feeds | head -n 1)" >/dev/null
polls=$(sql 'SELECT max(id) FROM poll')
polled() {
	[ "$(sql 'SELECT max(id) FROM poll')" -gt $((polls + 20)) ]
}
ok 'S56: the daemon still polls an hour later' wait_for polled
kill -0 "$reader" 2>/dev/null
is "$?" 0 'the reader still runs'
: >"$WORK/go"
wait "$reader"
tap_forget "$reader"
is "$(cat "$WORK/seen")" '20 20' \
	'S56: the reader saw the same rows all the time'
set_clock 7400 r+b
is_cut() {
	[ "$(log_bytes)" -lt $((grown / 2)) ]
}
# Another short reader may prevent the next attempt.  It is repeated after a
# minute.
ok 'S56: the -wal is truncated after the reader has ended' \
	wait_for -t 90 is_cut
is "$(grep ' error ' "$WORK/gleanerd.out")" '' 'no error was logged'
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'
is "$(check_database)" ok 'the database has no fault'
done_testing
