#!/bin/sh
# The connection of `follow --wait` breaks while it reads, leases or
# acknowledges. It connects again and writes each change once.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
if [ "${STORE:-}" != postgres ]; then
	if ! ls -d /usr/lib/postgresql/*/bin >/dev/null 2>&1; then
		echo '1..0 # skip PostgreSQL is not installed (postgresql-15)'
		tap_done=1
		exit 0
	fi
	tap_done=1
	rm -rf "$WORK"
	exec "$TOP/tests/lib/postgres.sh" sh "$0"
fi
start_origin --generate 2x2
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
ok 'a harvest succeeds' gleanerd_once

# hold TABLE: locks a table, so that each reader waits. The file `held` is
# emptied first. Otherwise it could still have the line of the last call, and the
# reader would start before the table is locked.
mkfifo "$WORK/hold"
hold() {
	: >"$WORK/held"
	postgres_psql -d "$POSTGRES_DB" <"$WORK/hold" >"$WORK/held" &
	tap_pids="$tap_pids $!"
	exec 9>"$WORK/hold"
	echo "BEGIN; LOCK TABLE gleaner.$1; SELECT 'held';" >&9
	wait_for [ -s "$WORK/held" ]
}
# sql() would wait for the lock.
ask() {
	postgres_psql -d "$POSTGRES_DB" -c "$1"
}
# Sets SESSION to the session that waits for the lock, if it is another one than
# before.
waits() {
	session=$(ask "SELECT pid FROM pg_stat_activity WHERE
		datname = current_database() AND wait_event_type = 'Lock'")
	[ "$session" ] && [ "$session" != "${SESSION:-}" ] && SESSION=$session
}
breaks() {
	[ "$(ask "SELECT pg_terminate_backend($SESSION)")" = t ]
}
has_lines() {
	[ "$(wc -l <"$WORK/out")" -ge "$1" ]
}
has_cursor() {
	[ "$(ask "SELECT seq FROM gleaner.consumer
		WHERE name = '$1'")" = 4 ]
}
# reads TABLE N NAME OPTION…: breaks the connection of a reader that waits for
# the lock of the table. The reader writes N lines.
reads() {
	table=$1 n=$2 name=$3
	shift 3
	ok 'the table is locked' hold "$table"
	"$BUILD/gleaner" -c "$CONFIG" follow --wait "$@" >"$WORK/out" \
		2>"$WORK/err" 9>&- &
	PID=$!
	tap_pids="$tap_pids $PID"
	ok "a reader waits ($name)" wait_for waits
	ok 'the connection of the reader is ended' breaks
	ok 'the reader connects again' wait_for waits
	exec 9>&-
	ok 'the reader writes the changes' wait_for has_lines "$n"
	[ "$CONSUMER" = none ] ||
		ok 'the reader acknowledges them' wait_for has_cursor "$CONSUMER"
	is "$(wc -l <"$WORK/out" | tr -d ' ')" "$n" 'each change is written once'
	kill "$PID"
	wait "$PID"
	is $? 0 'SIGTERM ends the reader'
	is "$(cat "$WORK/err")" '' 'the reader reports no error'
}
CONSUMER=none
reads article 4 'without a cursor'
CONSUMER=one
reads article 4 'with a cursor' --consumer one
CONSUMER=two
reads lease 4 'one of several' --consumer two --share
CONSUMER=three
"$BUILD/gleaner" -c "$CONFIG" follow --consumer three --limit 1 >"$WORK/out"
is "$(wc -l <"$WORK/out" | tr -d ' ')" 1 'a reader writes one change'
reads 'consumer IN SHARE MODE' 3 'that acknowledges' --consumer three
done_testing
