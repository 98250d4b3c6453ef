#!/bin/sh
# A database file has at most one daemon, under any name of the file (I7): hard
# links, symbolic links and bind mounts of it are refused.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x2
mkdir "$WORK/db" "$WORK/other"
DB=$WORK/db/gleaner.db
write_config "$ORIGIN/feed/1.xml"
start_gleanerd
ok 'a daemon harvests all articles' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 2
first=$DB

# refused NAME FILE: a second daemon refuses FILE.
refused() {
	DB=$2
	POLL='{ interval: 60s, min: 1s, max: 60s, adaptive: false }'
	CONFIG=$WORK/second.yaml
	write_config "$ORIGIN/feed/1.xml"
	timeout "$(paced 20)" "$BUILD/gleanerd" -c "$CONFIG" --once >"$WORK/second.out" 2>&1
	is "$?" 3 "I7: $1: exit code 3"
	is "$(wc -l <"$WORK/second.out" | tr -d ' ')" 1 \
		"I7: $1: one line is printed"
	like "$(cat "$WORK/second.out")" "pid $DAEMON_PID\\)" \
		"I7: $1: the line contains the PID of the first daemon"
}
# Commands refuse such a file, too, because they would not read the write-ahead
# log.
no_command() {
	ok "I7: $1: no second -wal file is created" test ! -s "$2-wal"
	"$BUILD/gleaner" --db "$2" articles >"$WORK/command.out" 2>&1
	is "$?" 1 "I7: $1: gleaner articles fails"
	like "$(cat "$WORK/command.out")" "pid $DAEMON_PID" \
		"I7: $1: the message contains the PID of the daemon"
	fails "I7: $1: gleaner ack fails" "$BUILD/gleaner" --db "$2" ack one 1
}

ln "$first" "$WORK/other/hard.db"
refused 'a hard link' "$WORK/other/hard.db"
no_command 'a hard link' "$WORK/other/hard.db"
ln "$first" "$WORK/db/hard.db"
refused 'a hard link in the same folder' "$WORK/db/hard.db"
ln -s "$first" "$WORK/other/symbolic.db"
refused 'a symbolic link' "$WORK/other/symbolic.db"
ok 'a symbolic link: gleaner articles succeeds' \
	"$BUILD/gleaner" --db "$WORK/other/symbolic.db" articles
: >"$WORK/other/bound.db"
if mount --bind "$first" "$WORK/other/bound.db" 2>/dev/null; then
	refused 'a bind mount of the file' "$WORK/other/bound.db"
	no_command 'a bind mount of the file' "$WORK/other/bound.db"
	umount "$WORK/other/bound.db"
else
	skip 'I7: a bind mount of the file' 'this user cannot mount'
fi
if mount --bind "$WORK/db" "$WORK/other" 2>/dev/null; then
	refused 'a bind mount of the folder' "$WORK/other/gleaner.db"
	ok 'a bind mount of the folder: gleaner articles succeeds' \
		"$BUILD/gleaner" --db "$WORK/other/gleaner.db" articles
	umount "$WORK/other"
else
	skip 'I7: a bind mount of the folder' 'this user cannot mount'
fi

ok 'the first daemon still runs' kill -0 "$DAEMON_PID"
DB=$first
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'
is "$(sqlite3 "$DB" 'PRAGMA integrity_check')" ok 'the database has no fault'
DB=$WORK/other/hard.db
write_config "$ORIGIN/feed/1.xml"
ok 'I7: after the end of the daemon the hard link can be used' gleanerd_once
done_testing
