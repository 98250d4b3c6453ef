#!/bin/sh
# The units of the timers have no faults, and gleaner-backup makes a copy of the
# database and keeps the newest copies.
. "${0%/*}/../../lib/tap.sh"

needs_gleanerd
mkdir "$WORK/units" "$WORK/backups"
for unit in gleaner-backup.service gleaner-backup.timer \
	gleaner-doctor.service gleaner-doctor.timer gleaner-backup; do
	sed "s|@bindir@|$BUILD|g; s|@docdir@|$TOP|g
		s|@libexecdir@|$WORK/units|g" "systemd/$unit" \
		>"$WORK/units/$unit"
done
chmod 755 "$WORK/units/gleaner-backup"
unlike "$(cat "$WORK/units/"*)" '@[a-z]+@' 'no placeholder is left'
for unit in gleaner-backup gleaner-doctor; do
	if ! command -v systemd-analyze >/dev/null; then
		skip "$unit has no faults" 'systemd-analyze is not installed'
		continue
	fi
	is "$(systemd-analyze verify --man=no "$WORK/units/$unit.service" \
		"$WORK/units/$unit.timer" 2>&1 | grep -F "$unit")" '' \
		"$unit has no faults"
done
like "$(cat systemd/gleaner-doctor.service)" 'doctor .*--fail-on=fault' \
	'gleaner-doctor fails after faults only'

start_origin --generate 1x3
write_config "$ORIGIN/feed/1.xml"
ok 'the harvest succeeds' gleanerd_once
ok 'a copy is made' gleaner backup "$WORK/copy.db"
for day in 01 02 03; do
	cp "$WORK/copy.db" "$WORK/backups/gleaner-2020-01-${day}T000000Z.db"
done
: >"$WORK/backups/other.db"
GLEANER_CONFIG=$CONFIG "$WORK/units/gleaner-backup" "$WORK/backups" 2 \
	>"$WORK/backup.out" 2>&1
is $? 0 'gleaner-backup succeeds'
is "$(ls "$WORK/backups" | sed 's/gleaner-20[2-9][1-9].*/new/' |
	tr '\n' ' ')" 'gleaner-2020-01-03T000000Z.db new other.db ' \
	'gleaner-backup keeps the newest two copies and files of others'
is "$(sqlite3 "$WORK/backups/"gleaner-202[1-9]*.db \
	'SELECT count(*) FROM article')" 3 'the copy has the articles'

# After a time in which the clock was ahead.
rm "$WORK/backups/"*
for day in 01 02 03; do
	cp "$WORK/copy.db" "$WORK/backups/gleaner-2120-01-${day}T000000Z.db"
done
cp "$WORK/copy.db" "$WORK/backups/gleaner-2020-01-01T000000Z.db"
for suffix in new new-journal; do
	: >"$WORK/backups/gleaner-2020-01-02T000000Z.db.$suffix"
done
: >"$WORK/backups/other.db.new"
GLEANER_CONFIG=$CONFIG "$WORK/units/gleaner-backup" "$WORK/backups" 3 \
	>"$WORK/backup.out" 2>&1
is $? 0 'gleaner-backup succeeds beside copies with later names'
is "$(ls "$WORK/backups" | sed 's/gleaner-20[2-9][1-9].*/new/' |
	tr '\n' ' ')" \
	'gleaner-2020-01-01T000000Z.db new gleaner-2120-01-03T000000Z.db other.db.new ' \
	'gleaner-backup keeps the new copy, then older copies, then copies with later names'
GLEANER_CONFIG=$CONFIG "$WORK/units/gleaner-backup" "$WORK/backups" 1 \
	>"$WORK/backup.out" 2>&1
is "$(ls "$WORK/backups" | sed 's/gleaner-20[2-9][1-9].*/new/' |
	tr '\n' ' ')" 'new other.db.new ' 'gleaner-backup keeps the new copy alone'
is "$(sqlite3 "$WORK/backups/"gleaner-202[1-9]*.db \
	'SELECT count(*) FROM article')" 3 'the new copy has the articles'

# The database was lost, and the daemon has created a new one.
rm "$WORK/backups/"* "$DB"
ok 'a harvest into a new database succeeds' gleanerd_once
for day in 01 02 03; do
	cp "$WORK/copy.db" "$WORK/backups/gleaner-2020-01-${day}T000000Z.db"
done
: >"$WORK/backups/gleaner-2020-01-04T000000Z.db"
ok 'the new database is copied' gleaner backup "$WORK/new.db"
for day in 05 06; do
	cp "$WORK/new.db" "$WORK/backups/gleaner-2020-01-${day}T000000Z.db"
done
GLEANER_CONFIG=$CONFIG "$WORK/units/gleaner-backup" "$WORK/backups" 2 \
	>"$WORK/backup.out" 2>&1
is $? 0 'gleaner-backup succeeds beside copies of a lost database'
is "$(ls "$WORK/backups" | sed 's/^gleaner-20[2-9][1-9].*/new/
	s/T000000Z.db//' | tr '\n' ' ')" \
	'gleaner-2020-01-01 gleaner-2020-01-02 gleaner-2020-01-03 gleaner-2020-01-04 gleaner-2020-01-06 new ' \
	'the copies of the lost database and unreadable copies remain'
is "$(grep -c '01-0[123].* is not a copy of this database' \
	"$WORK/backup.out")" 3 'the copies of the lost database are reported'

echo 'database: /nowhere/at/all.db' >"$CONFIG"
GLEANER_CONFIG=$CONFIG "$WORK/units/gleaner-backup" "$WORK/backups" 1 \
	>"$WORK/backup.out" 2>&1
isnt $? 0 'without a copy it fails'
is "$(ls "$WORK/backups" | wc -l)" 6 'a failed backup removes no copy'
done_testing
