#!/bin/sh
# Tests databases that are refused: the exit code is 3, one line names a remedy,
# and the file is not changed.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x2
write_config "$ORIGIN/feed/1.xml"

# Checksums of the database and of neighbouring files that may contain changes.
# Reading alone creates an empty -wal, its -shm and a lock file.
state() {
	(cd "$WORK/db" && find . -type f -size +0 ! -name '*-shm' \
		! -name '*.lock' -exec sha256sum {} + | sort -k 2)
}
# refused NAME PATTERN: tests that the database $DB is refused.
refused() {
	before=$(state)
	gleanerd_once >/dev/null
	is "$?" 3 "$1: exit code 3"
	is "$(wc -l <"$WORK/gleanerd.out" | tr -d ' ')" 1 \
		"$1: one line is printed"
	like "$(cat "$WORK/gleanerd.out")" "$2" "$1: the line names the fault"
	is "$(state)" "$before" "$1: the file is unchanged"
	gleaner articles >"$WORK/gleaner.out" 2>&1
	is "$?" 1 "$1: gleaner fails, too"
	is "$(wc -l <"$WORK/gleaner.out" | tr -d ' ')" 1 \
		"$1: gleaner prints one line"
	is "$(state)" "$before" "$1: the file is still unchanged"
}
new_db() {
	rm -rf "$WORK/db"
	mkdir "$WORK/db"
}

mkdir "$WORK/db"
DB=$WORK/db/gleaner.db
write_config "$ORIGIN/feed/1.xml"
ok 'a new database is created' gleanerd_once
is "$(state | wc -l | tr -d ' ')" 1 \
	'after the daemon has ended there is one file'
cp "$DB" "$WORK/good.db"

# -------------------------------------------------------- the second daemon
start_gleanerd
ok 'the first daemon opens the database' wait_for grep -q . "$WORK/gleanerd.out"
wait_for sh -c "[ \"\$(curl -s '$ORIGIN/_origin/count?path=/feed/*')\" -ge 2 ]"
cp "$WORK/gleanerd.out" "$WORK/first.out"
"$BUILD/gleanerd" -c "$CONFIG" --once >"$WORK/second.out" 2>&1
is "$?" 3 'a second daemon ends with 3'
is "$(wc -l <"$WORK/second.out" | tr -d ' ')" 1 \
	'the second daemon prints one line'
like "$(cat "$WORK/second.out")" "$DAEMON_PID" \
	'the line contains the PID of the first daemon'
"$BUILD/gleanerd" -c "$CONFIG" >"$WORK/second.out" 2>&1
is "$?" 3 'a second daemon without --once ends with 3'
ok 'commands can read the database' gleaner articles
ok 'the first daemon still runs' kill -0 "$DAEMON_PID"
stop_gleanerd
is "$DAEMON_STATUS" 0 'the first daemon ends with 0'
ok 'the next daemon can open the database' gleanerd_once

# ------------------------------------------------------------------- files
new_db
cp "$WORK/good.db" "$DB"
sql 'PRAGMA user_version = 9999'
refused 'a newer schema' 'newer|9999'

new_db
sqlite3 "$DB" 'PRAGMA journal_mode = DELETE; CREATE TABLE recipe (x);
	INSERT INTO recipe VALUES (1)' >/dev/null
refused "a database of another program" 'gleaner|Gleaner'

new_db
sqlite3 "$DB" 'PRAGMA application_id = 7; CREATE TABLE feed (url)' >/dev/null
refused 'another database with a table named feed' 'gleaner|Gleaner'

new_db
: >"$DB"
refused 'a file of zero bytes' 'empty|zero|0 bytes'

new_db
printf 'milk, eggs, rye flour\n' >"$DB"
refused 'a text file' .

new_db
head -c 100000 /dev/urandom >"$DB"
refused 'random bytes' .

new_db
head -c 8192 "$WORK/good.db" >"$DB"
refused 'a truncated file' .

new_db
{
	head -c 100 /dev/zero
	tail -c +101 "$WORK/good.db"
} >"$DB"
refused 'a header of zeros' .

new_db
cp "$WORK/good.db" "$DB"
# The second page is the root of a table; random bytes in it make the file
# corrupt.
head -c 4096 /dev/urandom |
	dd of="$DB" bs=4096 seek=1 conv=notrunc status=none
refused 'a page of random bytes' .

# ------------------------------------------------------------------ places
new_db
mkdir "$DB"
gleanerd_once >/dev/null
isnt "$?" 0 'a folder in place of the database is an error'
rmdir "$DB"

new_db
ln -s "$WORK/db/elsewhere" "$DB"
gleanerd_once >/dev/null
rc=$?
ok 'a dangling link is refused, or its target is created' \
	sh -c "[ $rc -ne 0 ] || [ -s '$WORK/db/elsewhere' ]"

new_db
gleaner articles >"$WORK/gleaner.out" 2>&1
is "$?" 1 'gleaner without a database is an error'
is "$(state)" '' 'reading creates no database'
ok 'the daemon creates a database' gleanerd_once
is "$(sql 'PRAGMA integrity_check')" ok 'the new database has no fault'
done_testing
