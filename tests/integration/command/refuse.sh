#!/bin/sh
# Databases that are refused: exit code 3, one line that says what to do, and
# the file as it was.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x2
write_config "$ORIGIN/feed/1.xml"

# The file, and whatever of its neighbours holds a change to it.  An empty -wal,
# its -shm and a lock come about by looking.
state() {
	(cd "$WORK/db" && find . -type f -size +0 ! -name '*-shm' \
		! -name '*.lock' -exec sha256sum {} + | sort -k 2)
}
# refused NAME PATTERN: of the database $DB
refused() {
	before=$(state)
	gleanerd_once >/dev/null
	is "$?" 3 "$1: exit code 3"
	is "$(wc -l <"$WORK/gleanerd.out" | tr -d ' ')" 1 "$1: one line"
	like "$(cat "$WORK/gleanerd.out")" "$2" "$1: which says what is wrong"
	is "$(state)" "$before" "$1: the file is as it was"
	gleaner articles >"$WORK/gleaner.out" 2>&1
	is "$?" 1 "$1: gleaner fails, too"
	is "$(wc -l <"$WORK/gleaner.out" | tr -d ' ')" 1 "$1: with one line"
	is "$(state)" "$before" "$1: the file is still as it was"
}
new_db() {
	rm -rf "$WORK/db"
	mkdir "$WORK/db"
}

mkdir "$WORK/db"
DB=$WORK/db/gleaner.db
write_config "$ORIGIN/feed/1.xml"
ok 'a good database is made' gleanerd_once
is "$(state | wc -l | tr -d ' ')" 1 'one file, when it has ended'
cp "$DB" "$WORK/good.db"

# -------------------------------------------------------- the second daemon
start_gleanerd
ok 'a daemon holds it' wait_for grep -q . "$WORK/gleanerd.out"
wait_for sh -c "[ \"\$(curl -s '$ORIGIN/_origin/count?path=/feed/*')\" -ge 2 ]"
cp "$WORK/gleanerd.out" "$WORK/first.out"
"$BUILD/gleanerd" -c "$CONFIG" --once >"$WORK/second.out" 2>&1
is "$?" 3 'a second daemon: exit code 3'
is "$(wc -l <"$WORK/second.out" | tr -d ' ')" 1 'one line'
like "$(cat "$WORK/second.out")" "$DAEMON_PID" 'which says who holds it'
"$BUILD/gleanerd" -c "$CONFIG" >"$WORK/second.out" 2>&1
is "$?" 3 'without --once, too'
ok 'reading is free' gleaner articles
ok 'the first is not disturbed' kill -0 "$DAEMON_PID"
stop_gleanerd
is "$DAEMON_STATUS" 0 'and ends well'
ok 'after it the database is free' gleanerd_once

# ------------------------------------------------------------------- files
new_db
cp "$WORK/good.db" "$DB"
sql 'PRAGMA user_version = 9999'
refused 'a newer schema' 'newer|9999'

new_db
sqlite3 "$DB" 'PRAGMA journal_mode = DELETE; CREATE TABLE recipe (x);
	INSERT INTO recipe VALUES (1)' >/dev/null
refused "somebody else's database" 'gleaner|Gleaner'

new_db
sqlite3 "$DB" 'PRAGMA application_id = 7; CREATE TABLE feed (url)' >/dev/null
refused 'one with a table of our name' 'gleaner|Gleaner'

new_db
: >"$DB"
refused 'a file of zero bytes' 'empty|zero|0 bytes'

new_db
printf 'milk, eggs, rye flour\n' >"$DB"
refused 'a shopping list' .

new_db
head -c 100000 /dev/urandom >"$DB"
refused 'noise' .

new_db
head -c 8192 "$WORK/good.db" >"$DB"
refused 'a file that was cut' .

new_db
{
	head -c 100 /dev/zero
	tail -c +101 "$WORK/good.db"
} >"$DB"
refused 'a header of zeros' .

new_db
cp "$WORK/good.db" "$DB"
# The second page is the root of a table; noise there is a corrupt file.
head -c 4096 /dev/urandom |
	dd of="$DB" bs=4096 seek=1 conv=notrunc status=none
refused 'a page of noise' .

# ------------------------------------------------------------------ places
new_db
mkdir "$DB"
gleanerd_once >/dev/null
isnt "$?" 0 'a folder in its place is no database'
rmdir "$DB"

new_db
ln -s "$WORK/db/elsewhere" "$DB"
gleanerd_once >/dev/null
rc=$?
ok 'a dangling link: refused, or made where it leads' \
	sh -c "[ $rc -ne 0 ] || [ -s '$WORK/db/elsewhere' ]"

new_db
gleaner articles >"$WORK/gleaner.out" 2>&1
is "$?" 1 'no database: gleaner says so'
is "$(state)" '' 'and makes none by reading'
ok 'the daemon makes one' gleanerd_once
is "$(sql 'PRAGMA integrity_check')" ok 'which is whole'
done_testing
