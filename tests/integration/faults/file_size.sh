#!/bin/sh
# The maximum size of files (`ulimit -f`, LimitFSIZE= of a unit) is reached. The
# programs handle this like a full disk: they are not killed by SIGXFSZ, they
# report the error, and no row is lost.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
command -v prlimit >/dev/null || skip_all 'no prlimit'
start_origin --generate 4x400
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/feed/3.xml" \
	"$ORIGIN/feed/4.xml"

prlimit --fsize=3000000:unlimited "$BUILD/gleanerd" -c "$CONFIG" \
	>>"$WORK/gleanerd.out" 2>&1 &
DAEMON_PID=$!
tap_pids="$tap_pids $DAEMON_PID"
ok 'the daemon reports that the database cannot be written' \
	wait_for grep -q 'store-waits.*File too large' "$WORK/gleanerd.out"
ok 'the daemon continues' kill -0 "$DAEMON_PID"
prlimit --pid "$DAEMON_PID" --fsize=unlimited
ok 'S54: all articles are stored after the limit is raised' wait_for -t 60 \
	tap_sql_is "SELECT count(*) FROM article WHERE status = 'done'" 1600
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'

# limited COMMAND…: prints the exit code and the messages.
limited() {
	prlimit --fsize=100000:unlimited "$@" 2>"$WORK/err"
	echo "$? $(cat "$WORK/err")"
}
like "$(limited "$BUILD/gleaner" -c "$CONFIG" backup "$WORK/copy.db")" \
	'^1 gleaner backup: .*copy.db' 'gleaner backup reports the error'
# shellcheck disable=SC2016 # the inner shell expands them
like "$(limited sh -c '"$0" -c "$1" articles --limit 1600 >"$2"' \
	"$BUILD/gleaner" "$CONFIG" "$WORK/list")" \
	'^1 gleaner articles: .*File too large' \
	'gleaner reports that its output cannot be written'

# The shared memory of the write-ahead log has 32 KiB.
like "$(prlimit --fsize=20000 "$BUILD/gleaner-serve" --db "$DB" \
	--listen "127.0.0.1:$(free_port)" 2>&1; echo $?)" \
	'gleaner-serve: .*File too large' 'gleaner-serve reports the error'
done_testing
