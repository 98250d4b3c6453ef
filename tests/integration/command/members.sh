#!/bin/sh
# Members of the service's group can read the database and move cursors through
# the daemon's control socket, and can do nothing else. Other users can do
# nothing of this.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

if [ "$(id -u)" != 0 ] || ! command -v setpriv >/dev/null; then
	skip 'members of the group consume' 'needs root and setpriv'
	done_testing
	exit
fi
needs_gleanerd

SERVICE=61301 TEAM=61300 MEMBER=61302 OTHER=61303
# The folder of the binaries may be inaccessible to the users.
mkdir "$WORK/bin" "$WORK/state"
cp "$BUILD/gleaner" "$BUILD/gleaner-read" "$BUILD/gleaner-fetch" \
	"$BUILD/gleanerd" "$WORK/bin/"
chmod 755 "$WORK/bin"
chmod 711 "$WORK"
chown $SERVICE:$TEAM "$WORK/state"
chmod 750 "$WORK/state"
DB=$WORK/state/gleaner.db
as_service() {
	setpriv --reuid=$SERVICE --regid=$TEAM --clear-groups "$@"
}
# The group is a supplementary group of the member, as after usermod -aG.
as_member() {
	setpriv --reuid=$MEMBER --regid=$MEMBER --groups=$TEAM "$@"
}
as_other() {
	setpriv --reuid=$OTHER --regid=$OTHER --clear-groups "$@"
}
member() {
	as_member "$WORK/bin/gleaner" -c "$CONFIG" "$@"
}
other() {
	as_other "$WORK/bin/gleaner" -c "$CONFIG" "$@"
}
said() {
	OUT=$("$@" 2>"$WORK/said.err")
	CODE=$?
	ERR=$(cat "$WORK/said.err")
}
start_service() {
	(
		umask 007
		exec setpriv --reuid=$SERVICE --regid=$TEAM --clear-groups \
			"$WORK/bin/gleanerd" -c "$CONFIG"
	) >>"$WORK/gleanerd.out" 2>&1 &
	DAEMON_PID=$!
	tap_pids="$tap_pids $DAEMON_PID"
}
seqs() {
	python3 -c 'import json, sys
for line in sys.stdin:
    print(json.loads(line)["seq"], end=" ")'
}
cursor() {
	member consumers --json | python3 -c 'import json, sys
print(*[r["seq"] for r in map(json.loads, sys.stdin)
        if r["name"] == sys.argv[1]])' "$1"
}

# ask UID GROUP REQUEST: prints the first words of the answer. Only root may be
# able to read the folder of the interpreter, so the script drops its privileges
# after its start.
ask() {
	python3 - "$WORK/state/control.sock" "$@" <<-'END'
		import os, socket, sys
		path, uid, group, request = sys.argv[1:]
		s = socket.socket(socket.AF_UNIX)
		os.setgroups([int(group)])
		os.setresgid(int(uid), int(uid), int(uid))
		os.setresuid(int(uid), int(uid), int(uid))
		try:
		    s.connect(path)
		    s.sendall(request.encode() + b"\n")
		    answer = s.recv(100)
		except PermissionError as e:
		    print(type(e).__name__)
		except ConnectionError:
		    print("nothing")
		else:
		    print(*answer.decode().split("\n")[0].split()[:2] or ["nothing"])
	END
}

start_origin --generate 1x30
write_config "$ORIGIN/feed/1.xml"
sed -i "s|control: .*|control: $WORK/state/control.sock|" "$CONFIG"
chmod 644 "$CONFIG"
start_service
ok 'the daemon harvests all articles' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 30
# If the daemon has ended, its last messages contain the reason.
[ -e "$WORK/state/control.sock" ] || tail "$WORK/gleanerd.out" | sed 's/^/# /'
for name in gleaner.db gleaner.db-wal gleaner.db-shm control.sock; do
	stat -c '%n %a %u %g' "$WORK/state/$name"
done | sed 's|.*/||' >"$WORK/modes"
is "$(cat "$WORK/modes")" "gleaner.db 640 $SERVICE $TEAM
gleaner.db-wal 640 $SERVICE $TEAM
gleaner.db-shm 640 $SERVICE $TEAM
control.sock 660 $SERVICE $TEAM" 'the group may read, and use the socket'
last=$(sql 'SELECT max(seq) FROM change')
all=$(seq -s ' ' "$last")

# ------------------------------------------------------------- a member

is "$(member follow | seqs)" "$all " 'a member reads the log'
is "$(sql 'SELECT count(*) FROM consumer')" 0 'follow without --consumer stores no cursor'
is "$(member follow --consumer m --limit 10 --batch 5 | seqs)" \
	"$(seq -s ' ' 10) " 'a member reads with a cursor'
is "$(cursor m)" 10 'the daemon has moved the cursor of the member'
is "$(member follow --consumer m --ack manual --limit 2 | seqs)" '11 12 ' \
	'a member reads with --ack manual'
is "$(cursor m)" 10 'no cursor moves before the acknowledgement'
ok 'a member acknowledges a change' member ack --consumer m 12
is "$(cursor m)" 12 'the acknowledgement moves the cursor'
printf '13\n14\n' | member ack --consumer m -
is "$?$(cursor m)" 014 'ack - moves the cursor with each line'
said member ack --consumer m 9999
like "$CODE $ERR" '^1 .*no change 9999' 'a number that is too large is refused'
said member ack --consumer nobody 1
like "$CODE $ERR" '^1 .*no consumer nobody' 'an unknown consumer is refused'
is "$(member follow --consumer m --from 3 --limit 1 | seqs)" '3 ' \
	'a member moves a cursor back'
said member follow --consumer m --tag nosuch
like "$CODE $ERR" '^1 .*no article and no feed has the tag' \
	'an unknown tag is refused'
is "$(wc -l <"$WORK/said.err")" 1 'the error about an unknown tag has one line'
is "$(cursor m)" 3 'a refused follow does not move the cursor'
is "$(member follow --consumer s --share --ack manual --batch 4 --limit 4 |
	seqs)" '1 2 3 4 ' 'a member takes a lease'
is "$(member follow --consumer s --share --batch 4 --limit 4 | seqs)" \
	'5 6 7 8 ' 'another one takes the next'
is "$(cursor s)" 0 'the cursor does not pass a batch that is not acknowledged'
ok 'a member acknowledges the first batch' member ack --consumer s 4
is "$(cursor s)" 8 'the cursor then passes both batches'
name='a %41 name=1 é'
is "$(member follow --consumer "$name" --limit 1 | seqs)" '1 ' \
	'a consumer may have a name with any characters'
is "$(cursor "$name")" 1 'the cursor of this consumer is stored'
ok 'a member removes a consumer' member consumers --remove "$name"
is "$(cursor "$name")" '' 'the removed consumer has no cursor'
like "$(member status --json)" '"daemon":\{' 'a member can read the status'

said member feed poll "$ORIGIN/feed/1.xml"
like "$CODE $ERR" "^1 .*only root and the daemon's user" \
	'a member cannot start a poll'
said member feed pause "$ORIGIN/feed/1.xml"
is "$CODE" 1 'a member cannot change a feed'
for request in reload feeds-changed; do
	is "$(ask $MEMBER $TEAM $request)" 'error only' \
		"a member cannot send $request"
done
as_member sqlite3 "$DB" 'DELETE FROM consumer' >/dev/null 2>&1
isnt "$?" 0 'a member writes nothing to the file'

# ------------------------------------------------------------- others

for command in follow 'follow --consumer x' 'ack --consumer m 5' consumers; do
	# shellcheck disable=SC2086 # its words
	said other $command
	like "$CODE $OUT$ERR" '^1 .*Permission denied' \
		"$command is refused for other users"
done
chmod 755 "$WORK/state"
is "$(ask $OTHER $OTHER status)" PermissionError \
	'S64: others cannot connect to the socket, even in an open folder'
chmod 777 "$WORK/state/control.sock"
is "$(ask $OTHER $OTHER status)" 'nothing' \
	'S64: other users get no answer, even if the mode of the socket lets them connect'
is "$(ask $MEMBER $TEAM status)" 'ok' 'a member gets an answer from the socket'
chmod 660 "$WORK/state/control.sock"
chmod 750 "$WORK/state"

# ------------------------------------------- the daemon ends and comes back

(
	exec setpriv --reuid=$MEMBER --regid=$MEMBER --groups=$TEAM \
		"$WORK/bin/gleaner" -c "$CONFIG" follow --consumer w \
		--batch 1 --wait
) >"$WORK/waiting" 2>"$WORK/waiting.err" &
follow_pid=$!
tap_pids="$tap_pids $follow_pid"
wait_for sh -c "[ \$(wc -l <'$WORK/waiting') -ge 3 ]"
stop_gleanerd KILL
is "$(member follow --limit 3 | seqs)" '1 2 3 ' \
	'a member reads after the daemon was killed'
said member ack --consumer m 5
like "$CODE $ERR" '^1 .*daemon is not running' 'a member cannot move a cursor while no daemon runs'
start_service
ok 'the waiting follow continues when the daemon runs again' \
	wait_for_sql "SELECT seq FROM consumer WHERE name = 'w'" "$last"
kill "$follow_pid"
wait "$follow_pid"
is "$?$(cat "$WORK/waiting.err")" 0 'the waiting follow ends at SIGTERM'
is "$(seqs <"$WORK/waiting" | tr ' ' '\n' | sort -nu | wc -l)" "$last" \
	'the waiting follow has written every change'
stop_gleanerd
is "$(stat -c %s "$DB-wal")" 0 'a clean stop leaves an empty -wal'
is "$(member follow --limit 3 | seqs)" '1 2 3 ' \
	'a member reads after the daemon has stopped'
said member follow --consumer m --limit 1
like "$CODE $ERR" '^1 .*daemon is not running' 'a member cannot move a cursor while no daemon runs'
said other follow
like "$CODE $OUT$ERR" '^1 .*Permission denied' 'follow is refused for other users'
is "$DAEMON_STATUS" 0 'the daemon ends without an error'
rm "$DB-wal" "$DB-shm"
said member follow
like "$CODE $ERR" '^1 .*only while another process has' \
	'a member cannot read a database without its -wal and -shm files'
done_testing
