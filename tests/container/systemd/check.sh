#!/bin/sh
# Runs in the container, as root, after the boot: prints TAP.  alice is a member
# of the group gleaner, bob is not.
n=0
is() { # GOT EXPECTED NAME
	n=$((n + 1))
	if [ "$1" = "$2" ]; then
		echo "ok $n - $3"
	else
		printf 'not ok %s - %s\n#      got %s\n# expected %s\n' \
			"$n" "$3" "$1" "$2"
	fi
}
wait_for() {
	for _ in $(seq 600); do
		"$@" >/dev/null 2>&1 && return
		sleep 0.1
	done
	return 1
}
alice() {
	setpriv --reuid=alice --regid=alice --init-groups "$@"
}
bob() {
	setpriv --reuid=bob --regid=bob --init-groups "$@"
}
lines() { # COMMAND…: the number of its lines
	"$@" 2>/dev/null | wc -l
}
cursor() {
	sqlite3 /var/lib/gleaner/gleaner.db \
		"SELECT seq FROM consumer WHERE name = '$1'"
}
articles_are_there() {
	[ "$(sqlite3 /var/lib/gleaner/gleaner.db \
		"SELECT count(*) FROM article WHERE status = 'done'")" = 20 ]
}

wait_for systemctl is-active gleanerd
is "$(systemctl is-active gleanerd)" active 'the service runs'
is "$(stat -c '%U %G' "/proc/$(systemctl show -P MainPID gleanerd)")" \
	'gleaner gleaner' 'as the user and group gleaner'
wait_for articles_are_there
is "$?" 0 'it harvests'
is "$(stat -c '%a %U %G' /var/lib/gleaner /run/gleaner | uniq)" \
	'750 gleaner gleaner' 'the group may enter its folders'
is "$(cd /var/lib/gleaner && stat -c '%n %a %G' gleaner.db gleaner.db-wal \
	gleaner.db-shm | tr '\n' ' ')$(stat -c %a /run/gleaner/gleaner.sock)" \
	'gleaner.db 640 gleaner gleaner.db-wal 640 gleaner gleaner.db-shm 640 gleaner 660' \
	'read the database, and use the socket'

is "$(lines alice gleaner follow)" 20 'a member follows without a cursor'
is "$(lines alice gleaner follow --consumer a --limit 5 --batch 5)" 5 \
	'a member follows with a cursor'
is "$(cursor a)" 5 'which the daemon moves'
alice gleaner ack --consumer a 7
is "$?$(cursor a)" 07 'a member acknowledges'
is "$(alice gleaner follow --consumer s --share --ack manual --limit 4 \
	--batch 4 --format text | cut -f 1 | tr '\n' ' ')" '1 2 3 4 ' \
	'a member takes a lease'
alice gleaner feed pause http://127.0.0.1:7500/feed/1.xml >/dev/null 2>&1
is "$?" 1 'a member changes no feed'
alice gleaner feed poll http://127.0.0.1:7500/feed/1.xml >/dev/null 2>&1
is "$?" 1 'a member starts no poll'
alice sqlite3 /var/lib/gleaner/gleaner.db 'DELETE FROM consumer' \
	>/dev/null 2>&1
is "$(cursor a)" 7 'a member writes nothing to the file'

for command in follow 'follow --consumer b' 'ack --consumer a 9' consumers; do
	# shellcheck disable=SC2086 # its words
	bob gleaner $command >/tmp/bob 2>&1
	is "$?$(grep -c 'Permission denied' /tmp/bob)" 11 \
		"another user is refused: $command"
done
is "$(cursor a)" 7 'and has moved nothing'

alice gleaner follow --consumer w --wait --batch 1 >/tmp/waiting 2>&1 &
follow=$!
w_is_at_end() {
	[ "$(cursor w)" = 20 ]
}
wait_for grep -q seq /tmp/waiting
systemctl kill --signal=KILL --kill-whom=main gleanerd
wait_for w_is_at_end
is "$?" 0 'a member goes on when the service was killed and came back'
kill "$follow"
systemctl stop gleanerd
is "$(systemctl is-active gleanerd)" inactive 'the service stops'
echo "1..$n"
