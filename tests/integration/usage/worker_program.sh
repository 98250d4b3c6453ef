#!/bin/sh
# Tests the program of the zygote and its workers. It is gleaner-worker, which
# is linked with few libraries. It stays the version of the running daemon, and
# gleanerd alone works, too.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 1x5

needed=$(readelf -d "$BUILD/gleaner-worker")
like "$needed" 'NEEDED.*libxml2' 'the libraries of gleaner-worker are listed'
for library in libcurl libsqlite3 libcrypto libevent; do
	unlike "$needed" "NEEDED.*$library" "gleaner-worker does not load $library"
done

"$BUILD/gleaner-worker" 2>"$WORK/why"
is $? 2 'gleaner-worker without arguments is a usage error'
like "$(cat "$WORK/why")" 'is started by gleanerd' 'the message says so'
"$BUILD/gleaner-worker" --worker 0.0.0 2>"$WORK/why"
is $? 2 'the program of another version does not start'
like "$(cat "$WORK/why")" \
	'has version .*, but the program that started it has version 0\.0\.0' \
	'the message states both versions'

# harvested PROGRAM...: prints the number of articles that a harvest has read.
harvested() {
	new_database
	# shellcheck disable=SC2046
	write_config $(origin_get /_origin/feeds)
	"$@" -c "$CONFIG" --once >"$WORK/gleanerd.out" 2>&1
	sql "SELECT count(*) FROM article WHERE status = 'done'"
}
mkdir "$WORK/bin"
cp "$BUILD/gleanerd" "$WORK/bin/"
is "$(harvested "$WORK/bin/gleanerd")" 5 'gleanerd alone harvests'

# An upgrade replaces the program while the daemon runs.
if [ "$(id -u)" != 0 ]; then
	skip 'an upgrade' 'only root sees the program of a zygote'
	done_testing
	exit
fi
cp "$BUILD/gleaner-worker" "$WORK/bin/"
zygotes() {
	processes_of "$WORK/bin/gleaner-worker"
}
has_zygote() {
	old=$(zygotes)
	[ "$old" ]
}
has_new_zygote() {
	[ "$(zygotes)" ] && [ "$(zygotes)" != "$old" ]
}
new_database
write_config
"$WORK/bin/gleanerd" -c "$CONFIG" >"$WORK/gleanerd.out" 2>&1 &
DAEMON_PID=$!
tap_pids="$tap_pids $DAEMON_PID"
ok 'the daemon starts' wait_for grep -q ' info ready ' "$WORK/gleanerd.out"
ok 'its zygote is gleaner-worker' wait_for has_zygote
printf '#!/bin/sh\nexit 1\n' >"$WORK/new"
chmod 755 "$WORK/new"
mv "$WORK/new" "$WORK/bin/gleaner-worker"
kill -9 "$old"
ok 'a zygote that is started later has the version of the daemon' \
	wait_for has_new_zygote
kill "$DAEMON_PID"
wait_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends'
done_testing
