#!/bin/sh
# Runs in the container, as root, after the boot: prints TAP.  alice is a member
# of the group gleaner, bob is not.
PATIENCE_S=60
# shellcheck source=points.sh
. /usr/local/bin/points.sh
alice() {
	setpriv --reuid=alice --regid=alice --init-groups "$@"
}
bob() {
	setpriv --reuid=bob --regid=bob --init-groups "$@"
}
lines() { # COMMAND…: prints the number of lines of its output
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
is "$(cursor a)" 5 'the daemon moves the cursor of the member'
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
is "$(cursor a)" 7 'the other user has moved no cursor'

# ------------------------------------------------------------- gleaner serve

# get PATH: prints the response of gleaner-serve, with its head.
get() {
	bash -c 'exec 3<>/dev/tcp/127.0.0.1/7416 &&
		printf "GET %s HTTP/1.0\r\nHost: 127.0.0.1:7416\r\n\r\n" "$1" >&3 &&
		cat <&3' get "$1" | tr -d '\r'
}
serve_answers() {
	get / | grep -q '^HTTP/1.1 200'
}
wait_for serve_answers
is "$?" 0 'gleaner-serve answers'
serve=$(systemctl show -P MainPID gleaner-serve)
is "$(systemctl is-active gleaner-serve) $(stat -c %u "/proc/$serve" |
	grep -cxE '0|'"$(id -u gleaner)")" 'active 0' \
	'gleaner-serve runs as a user that is not root and not gleaner'
is "$(grep '^Groups:' "/proc/$serve/status" | tr '\t' '\n' | tr ' ' '\n' |
	grep -cx "$(getent group gleaner | cut -d : -f 3)")" 1 \
	'gleaner-serve is in the group gleaner'
is "$(get '/api/v1/articles?limit=1000' | tail -n 1 |
	grep -o '"revision":' | wc -l)" 20 'gleaner-serve reads the database by the group'
is "$(get /article/1/explain | grep -o '<div class="n text' | sort -u | wc -l)" 1 \
	'gleaner-serve explains a page in a sandboxed process'
is "$(get '/api/v1/changes?consumer=http&limit=3' | grep -c '"seq":')" 3 \
	'a consumer reads over HTTP'
is "$(cursor http)" 0 'the daemon makes the cursor of this consumer'
is "$(get /status | grep -c 'The daemon runs')" 1 \
	'the status page finds the daemon'
nsenter -t "$serve" -m -- sh -c ': >>/var/lib/gleaner/gleaner.db' 2>/dev/null
is "$?" 2 'the file system of the service is read-only'
exposure=$(systemd-analyze security --no-pager gleaner-serve |
	sed -n 's/.*Overall exposure level.*: \([0-9.]*\) .*/\1/p')
is "$(echo "${exposure:-9} 1.5" | awk '{ print ($1 <= $2) }')" 1 \
	"the exposure is at most 1.5 (it is $exposure)"
chgrp 0 /var/lib/gleaner
systemctl restart gleaner-serve
fails_to_read() {
	journalctl -u gleaner-serve -o cat | grep -q 'ermission denied'
}
wait_for fails_to_read
is "$?" 0 'without the group gleaner-serve reads nothing'
chgrp gleaner /var/lib/gleaner
systemctl reset-failed gleaner-serve
systemctl restart gleaner-serve
wait_for serve_answers
is "$?" 0 'with the group gleaner-serve reads again'

# --------------------------------------------------------------- gleaner push

hook_is_at_end() {
	[ "$(cursor hook)" = 20 ]
}
wait_for hook_is_at_end
is "$?$(sort -u /received | wc -l)" 020 \
	'gleaner-push has delivered 20 signed changes'
push=$(systemctl show -P MainPID gleaner-push@hook)
is "$(systemctl is-active gleaner-push@hook) $(stat -c %u "/proc/$push" |
	grep -cxE '0|'"$(id -u gleaner)")" 'active 0' \
	'gleaner-push runs as a user that is not root and not gleaner'
is "$(get /status | grep -c 'http://127.0.0.1:7501/')" 1 \
	'the status page shows the push'
exposure=$(systemd-analyze security --no-pager gleaner-push@hook |
	sed -n 's/.*Overall exposure level.*: \([0-9.]*\) .*/\1/p')
is "$(echo "${exposure:-9} 1.7" | awk '{ print ($1 <= $2) }')" 1 \
	"the exposure of gleaner-push is at most 1.7 (it is $exposure)"

# -------------------------------------------------------------- kill, and end

alice gleaner follow --consumer w --wait --batch 1 >/tmp/waiting 2>&1 &
follow=$!
w_is_at_end() {
	[ "$(cursor w)" = 20 ]
}
wait_for grep -q seq /tmp/waiting
systemctl kill --signal=KILL --kill-whom=main gleanerd
wait_for w_is_at_end
is "$?" 0 'a member continues after the service was killed and restarted'
kill "$follow"
wait_for serve_answers
is "$(systemctl show -P NRestarts gleaner-serve) $?" '0 0' \
	'gleaner-serve answers without a restart'
systemctl stop gleanerd
is "$(systemctl is-active gleanerd)" inactive 'systemctl stop stops the service'
is "$(lines alice gleaner follow)" 20 'a member reads while the service is stopped'
bob gleaner follow >/tmp/bob 2>&1
is "$?$(grep -c 'Permission denied' /tmp/bob)" 11 'another user cannot read while the service is stopped'
echo "1..$n"
