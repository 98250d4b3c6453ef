#!/bin/sh
# The database and its neighbouring files are accessible to their owner and one
# group only (I11). A user who can read the -shm could block writers; a user who
# can open the .lock could prevent any start.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x2
mode() {
	stat -c %a "$@" | tr '\n' ' ' | sed 's/ $//'
}

umask 022
DB=$WORK/db/gleaner.db
write_config "$ORIGIN/feed/1.xml"
start_gleanerd
ok 'a daemon harvests all articles' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 2
is "$(mode "$DB" "$DB-wal" "$DB-shm" "$DB.lock")" '640 640 640 640' \
	'I11: database, log, index of the log and lock are 0640'
is "$(mode "$WORK/db")" 750 \
	'I11: the folder that the daemon created has mode 0750'
ok 'a backup is made' gleaner backup "$WORK/backup.db"
is "$(mode "$WORK/backup.db")" 640 \
	'I11: the backup has the mode of the database'
chmod 666 "$WORK/backup.db"
ok 'the backup is replaced' gleaner backup "$WORK/backup.db"
is "$(mode "$WORK/backup.db")" 640 \
	'I11: the new backup has the mode of the database'
stop_gleanerd

chmod 600 "$DB"
ok 'a backup of a database with mode 0600 is created' \
	gleaner backup "$WORK/private.db"
is "$(mode "$WORK/private.db")" 600 'I11: its mode is 0600'
chmod 664 "$DB"
ok 'a backup of a database with mode 0664 is created' \
	gleaner backup "$WORK/shared.db"
is "$(mode "$WORK/shared.db")" 664 'I11: its mode is 0664'
if [ "$(id -u)" -eq 0 ]; then
	chown 12345:23456 "$DB"
	ok 'root makes a backup' gleaner backup "$WORK/given.db"
	is "$(stat -c %u:%g "$WORK/given.db")" 12345:23456 \
		'I11: a backup by root belongs to the owner of the database'
	chown 0:0 "$DB"
else
	skip 'I11: a backup by root belongs to the owner of the database' \
		'the test does not run as root'
fi

umask 077
DB=$WORK/closed/gleaner.db
write_config "$ORIGIN/feed/1.xml"
ok 'a database is created under the umask 077' gleanerd_once
is "$(mode "$WORK/closed" "$DB" "$DB.lock")" '700 600 600' \
	'I11: with the umask 077, only the owner can access the files'
umask 022
DB=$WORK/command/gleaner.db
printf '<opml version="2.0"><body><outline type="rss" xmlUrl="%s"/></body>' \
	'https://example.org/feed.xml' >"$WORK/list.opml"
printf '</opml>\n' >>"$WORK/list.opml"
"$BUILD/gleaner" --db "$DB" import "$WORK/list.opml" >"$WORK/add.out" 2>&1 ||
	diag "$(cat "$WORK/add.out")"
is "$(mode "$WORK/command" "$DB")" '750 640' \
	'I11: a database that a command creates has the same modes'

# A database that root creates must be usable by the daemon's user, who owns the
# folder.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	chmod 755 "$WORK"
	mkdir -m 755 "$WORK/bin"
	cp "$BUILD/gleanerd" "$WORK/bin/"
	mkdir -m 750 "$WORK/import" "$WORK/once"
	chown 12345:23456 "$WORK/import" "$WORK/once"
	as_service() {
		setpriv --reuid=12345 --regid=23456 --clear-groups \
			"$WORK/bin/gleanerd" -c "$CONFIG" "$@"
	}
	DB=$WORK/import/gleaner.db
	"$BUILD/gleaner" --db "$DB" import "$WORK/list.opml" >/dev/null 2>&1
	is "$(stat -c %u:%g "$DB")" 12345:23456 \
		'I11: a database that root imports to belongs to the owner of the folder'
	DB=$WORK/once/gleaner.db
	write_config "$ORIGIN/feed/1.xml"
	ok 'root creates a database with gleanerd --once' gleanerd_once
	is "$(stat -c %u:%g "$WORK/once/"* | sort -u)" 12345:23456 \
		'I11: all its files belong to the owner of the folder'
	ok 'I11: the owner of the folder can start gleanerd' as_service --once
	chown 0:0 "$DB"
	as_service --once >"$WORK/refused" 2>&1
	is "$?" 1 'I11: a database of root in the folder is not opened'
	like "$(cat "$WORK/refused")" \
		'Permission denied.*belongs to the user root' \
		'I11: the error names the owner'
	like "$("$BUILD/gleaner" --db "$DB" doctor --json --offline)" \
		'belongs to user 0, and its folder to user 12345' \
		'I11: doctor reports the owner'
	chown 12345:23456 "$DB"
	unlike "$("$BUILD/gleaner" --db "$DB" doctor --json --offline)" \
		'belongs to user' 'I11: doctor does not report the right owner'
else
	skip 'I11: a database that root creates' 'needs root and setpriv'
fi

DB=$WORK/db/gleaner.db
chmod 644 "$DB"
like "$("$BUILD/gleaner" --db "$DB" doctor --json --offline)" 'every user of this machine can read it' \
	'I11: doctor reports a database that every user can read'
chmod 640 "$DB"
unlike "$("$BUILD/gleaner" --db "$DB" doctor --json --offline)" 'every user of this' \
	'I11: doctor does not report a database with mode 0640'
done_testing
