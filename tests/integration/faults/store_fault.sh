#!/bin/sh
# A disk that fails under the daemon, for a while or for good, and a database
# that is moved away, or another in its place: told once, nothing lost, and
# what does not pass ends the daemon with 1, so that it is started again.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
start_origin --generate 1x2
FEED=$ORIGIN/feed/1.xml
PORT=$(python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])')
EXTRA="listen: 127.0.0.1:$PORT"
POLL='{ interval: 60s, min: 1s, max: 60s, adaptive: false }'
mkdir "$WORK/stall" "$WORK/db"
DB=$WORK/db/gleaner.db
write_config "$FEED"
EXTRA=

TEST_CLOCK=$WORK/clock TEST_STALL=$WORK/stall
export TEST_CLOCK TEST_STALL
ahead=0
clock() { # MODE: all clocks are $ahead seconds ahead
	python3 -c 'import struct, sys
with open(sys.argv[1], sys.argv[3]) as f:
    f.write(struct.pack("=qq", 0, int(sys.argv[2])))' \
		"$WORK/clock" "$ahead" "$1"
}
pass() { # SECONDS, without waiting
	ahead=$((ahead + $1))
	clock r+b
}
clock wb
# shimmed ARGUMENT…: gleanerd on a disk that can fail
shimmed() {
	LD_PRELOAD=$BUILD/clock-shim.so \
	ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" \
		exec "$BUILD/gleanerd" -c "$CONFIG" "$@"
}
start_shimmed() {
	: >"$WORK/gleanerd.out"
	shimmed >>"$WORK/gleanerd.out" 2>&1 &
	DAEMON_PID=$!
	tap_pids="$tap_pids $DAEMON_PID"
	wait_for said 'ready '
}
said() { # EVENT [WORDS]
	grep -- " $1" "$WORK/gleanerd.out" | grep -q -- "${2:-}"
}
told() { # EVENT
	grep -c " $1" "$WORK/gleanerd.out"
}
articles() {
	tap_sql_is "SELECT count(*) FROM article WHERE status = 'done'" "$1"
}
items=2
more() { # items in the feed, and it is polled now
	items=$((items + 1))
	printf 'route /feed/*\n  pass\n  items %d\n' $items | origin_scenario
	gleaner feed poll "$FEED"
}
ended() {
	! kill -0 "$DAEMON_PID" 2>/dev/null || [ ! "$(tap_session_of "$DAEMON_PID")" ]
}
figure() {
	curl -s --max-time 20 "http://127.0.0.1:$PORT/metrics" |
		sed -n "s/^gleaner_$1 //p"
}

# ------------------------------------------------------- for a while: a sync
ok 'a daemon' start_shimmed
ok 'harvests' wait_for articles $items
touch "$WORK/stall/eio"
ok 'news come, and what is synced is not' more
ok 'S54: which is told, with errno and file' \
	wait_for said store-fault 'Input/output error (.*gleaner.db-wal)'
like "$(gleaner status)" 'store fault .*Input/output error' 'status names it'
is "$(figure store_fault) $(figure store_waits)" '1 0' 'metrics, too'
is "$(curl -s -o /dev/null -w '%{http_code}' \
	"http://127.0.0.1:$PORT/health")" 503 'and who asks for its health'
like "$(gleaner doctor 2>&1)" 'cannot write: .*Input/output error' \
	'doctor says what to look after'
rm "$WORK/stall/eio"
ok 'S54: it goes on when the disk is well' wait_for said store-goes-on
ok 'and what was held is there' wait_for articles $items
is "$(told store-fault) $(told store-goes-on)" '1 1' \
	'one line for the beginning, and one for the end'
is "$(figure store_fault)" 0 'metrics know it'
is "$(gleaner status | grep -c 'store fault')" 0 'and status'

touch "$WORK/stall/eio"
ok 'it fails again' more
told_to() {
	[ "$(told store-fault)" = "$1" ]
}
ok 'which is told' wait_for told_to 2
begun=$(date +%s)
stop_gleanerd
is "$DAEMON_STATUS" 0 'SIGTERM while it fails: a clean end'
cmp_ok $(($(date +%s) - begun)) -le 15 'in time'
rm "$WORK/stall/eio"
make_due
ok 'another start' start_shimmed
ok 'S54: has what was not written' wait_for articles $items

# ---------------------------------------------------------- for good: writes
touch "$WORK/stall/erofs"
ok 'news come, and nothing can be written any more' more
ok 'which is told' \
	wait_for said store-fault 'Read-only file system (.*gleaner.db-wal)'
ok 'it runs still' kill -0 "$DAEMON_PID"
pass 301
ok 'S54: five minutes later it ends' wait_for ended
wait_gleanerd
is "$DAEMON_STATUS" 1 'with 1: a restart may help'
ok 'and says why' said store-broken 'Read-only file system'
is "$(told store-fault)" 1 'the fault was told once'
: >"$WORK/gleanerd.out"
(shimmed) >"$WORK/gleanerd.out" 2>&1
is "$?" 1 'on such a disk it does not start'
is "$(wc -l <"$WORK/gleanerd.out") $(told not-started)" '1 1' 'with one line'
like "$(cat "$WORK/gleanerd.out")" 'Read-only file system' 'which says why'
rm "$WORK/stall/erofs"

touch "$WORK/stall/eio"
(shimmed --once) >"$WORK/gleanerd.out" 2>&1
is "$?" 1 'S54: --once does not wait for a disk that fails'
ok 'and says so' said store-broken 'Input/output error'
rm "$WORK/stall/eio"
make_due
ok 'another start' start_shimmed
ok 'S54: nothing was lost, nothing is twice' wait_for articles $items
is "$(sql 'PRAGMA integrity_check')" ok 'the database is whole'

# --------------------------------------------------------------- moved away
sql "VACUUM INTO '$WORK/backup.db'"
sqlite3 "$WORK/backup.db" 'PRAGMA journal_mode = WAL' >/dev/null
mv "$DB" "$WORK/away.db"
pass 61
ok 'a database is moved away, news come' more
ok 'a minute later it is told' wait_for said store-fault 'gleaner.db was removed'
ok 'nothing is written then' test ! -e "$DB"
like "$(gleaner status 2>&1)" 'store fault: .*gleaner.db was removed' \
	'status names it, though there is nothing to read'
mv "$WORK/away.db" "$DB"
ok 'it goes on when it is back' wait_for said store-goes-on
ok 'and what was held is there' wait_for articles $items

# ------------------------------------------------------- another in its place
mv "$WORK/backup.db" "$DB"
pass 61
ok 'another is moved over it, news come' more
ok 'it ends at once' wait_for ended
wait_gleanerd
is "$DAEMON_STATUS" 1 'with 1'
ok 'and says why' said store-broken 'gleaner.db was replaced'
is "$(told store-fault)" 2 'told once, again'
is "$(sql 'PRAGMA integrity_check')" ok 'the other database is whole'
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" \
	$((items - 2)) 'and as it was'
make_due
ok 'the next start begins with it' start_shimmed
ok 'and harvests what it has not' wait_for articles $items

# ------------------------------------------------------------------ removed
rm "$DB"
pass 61
ok 'the database is removed, news come' more
ok 'which is told' wait_for said store-fault 'gleaner.db was removed'
pass 301
ok 'five minutes later it ends' wait_for ended
wait_gleanerd
is "$DAEMON_STATUS" 1 'with 1'
ok 'the next start makes a new one' start_shimmed
ok 'and harvests' wait_for articles $items
stop_gleanerd
is "$DAEMON_STATUS" 0 'a clean end'

# ------------------------------------------------------------------- damage
# An index of polls is empty: who deletes one finds no entry of it, which
# quick_check does not see.  Retention deletes when its one server has long
# agreed with the clock.
page=$(sql "SELECT rootpage FROM sqlite_schema WHERE name = 'poll_of_feed'")
sql 'UPDATE poll SET at = 0;
	UPDATE clock SET wait_s = 0, agreed_since = unixepoch() - 8 * 86400;
	PRAGMA wal_checkpoint(TRUNCATE)' >/dev/null
printf '\012\0\0\0\0\020\0\0' | dd of="$DB" bs=1 seek=$(((page - 1) * 4096)) \
	conv=notrunc 2>/dev/null
make_due
gleanerd_once >/dev/null
is "$?" 1 'S53: --once that met damage does not say that all went well'
like "$(cat "$WORK/gleanerd.out")" ' store-damaged why=.*malformed' \
	'but what it was'
done_testing
