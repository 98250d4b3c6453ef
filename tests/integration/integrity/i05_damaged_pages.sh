#!/bin/sh
# A database whose pages are garbled under a running daemon: one line, /health,
# status, doctor and metrics say so, and the daemon ends with 1; what can be read
# is salvaged (I5).
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 4x12
PORT=$(python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])')
mkdir "$WORK/db"
DB=$WORK/db/gleaner.db
# The feeds are polled, and bring news, all the time.
write_feeds() {
	EXTRA="listen: 127.0.0.1:$PORT"
	# shellcheck disable=SC2046
	write_config $(origin_get /_origin/feeds)
}
write_feeds
said() {
	grep -c -- " $1" "$WORK/gleanerd.out"
}
is_said() {
	[ "$(said "$1")" -gt 0 ]
}
health() {
	curl -s -o /dev/null -w '%{http_code}' --max-time 20 \
		"http://127.0.0.1:$PORT/health"
}
# garble NUMBER…: those pages become noise.
garble() {
	python3 -c 'import random, sys
with open(sys.argv[1], "r+b") as f:
    for page in sys.argv[2:]:
        f.seek((int(page) - 1) * 4096)
        f.write(random.randbytes(4096))' "$DB" "$@"
}
# leaves TABLE: its leaf pages, one a line
leaves() {
	sql "SELECT pageno FROM dbstat WHERE name = '$1'
		AND pagetype = 'leaf' ORDER BY pageno"
}

start_gleanerd
ok 'a daemon harvests' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 48
is "$(health)" 200 '/health is 200'
"$BUILD/gleaner" -c "$CONFIG" follow --consumer reader --limit 20 \
	>/dev/null 2>&1
cursor=$(sql "SELECT seq FROM consumer WHERE name = 'reader'")
last=$(sql 'SELECT max(seq) FROM change')
sql 'PRAGMA wal_checkpoint(PASSIVE)' >/dev/null

# --------------------------------------------------------------------- noticed
# Every seventh page, as the review did it.
pages=$(sql "SELECT pageno FROM dbstat WHERE pageno > 2 AND pageno % 7 = 0
	ORDER BY pageno")
printf 'route /feed/*\n  pass\n  items 20\n' | origin_scenario
# shellcheck disable=SC2086
garble $pages
begun=$(date +%s)
ok 'I5: it is noticed within a minute' wait_for -t 60 is_said store-damaged
is "$(health)" 503 'I5: /health is 503'
is "$(curl -s --max-time 20 "http://127.0.0.1:$PORT/metrics" |
	sed -n 's/^gleaner_store_fault //p')" 1 'I5: metrics say so'
like "$("$BUILD/gleaner" -c "$CONFIG" status 2>&1)" 'store.fault' \
	'I5: so does status'
like "$("$BUILD/gleaner" -c "$CONFIG" doctor --offline 2>&1)" \
	'damaged|malformed' 'I5: so does doctor'
has_ended() {
	[ ! "$(tap_session_of "$DAEMON_PID")" ]
}
ok 'I5: it ends within a minute' wait_for -t 60 has_ended
wait_gleanerd
is "$DAEMON_STATUS" 1 'I5: with 1'
diag "after $(($(date +%s) - begun)) s"
is "$(said store-damaged)" 1 'I5: one line says why'
cmp_ok "$(grep -c ' error ' "$WORK/gleanerd.out")" -le 3 \
	'I5: and no line for each poll'
"$BUILD/gleanerd" -c "$CONFIG" >"$WORK/again.out" 2>&1
is "$?" 3 'I5: the next start ends with 3'
like "$(cat "$WORK/again.out")" 'gleaner check --salvage' \
	'I5: and says what can be done'

# -------------------------------------------------------------------- salvaged
before=$(sha256sum "$DB" "$DB-wal" 2>/dev/null)
ok 'I5: salvage' gleaner check --salvage "$WORK/saved.db"
cp "$WORK/tap.out" "$WORK/salvage.out"
is "$(sha256sum "$DB" "$DB-wal" 2>/dev/null)" "$before" \
	'I5: the damaged file is as it was'
like "$(cat "$WORK/salvage.out")" '^article +[0-9]+ rows' \
	'I5: what was read of each table is told'
is "$(stat -c %a "$WORK/saved.db")" 640 'I5: it has the mode of the database'
gleaner check --salvage "$WORK/saved.db" >"$WORK/twice.out" 2>&1
is "$?" 1 'a file that is there is not replaced'
mv "$DB" "$WORK/damaged.db"
rm -f "$DB-wal" "$DB-shm"
mv "$WORK/saved.db" "$DB"
ok 'I5: what was written is sound' gleaner check
cmp_ok "$(sql 'SELECT count(*) FROM article')" -ge 24 \
	'I5: at least half of the articles are there'
cmp_ok "$(sql "SELECT seq FROM sqlite_sequence WHERE name = 'change'")" -ge \
	"$last" 'I5: no number of a change is given out again'
is "$(sql "SELECT coalesce((SELECT seq FROM consumer WHERE name = 'reader'),
	$cursor)")" "$cursor" 'I5: a cursor stands where it stood'
ok 'I5: the daemon runs on it' gleanerd_once
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 80 \
	'I5: and harvests again what was lost'
ok 'and it is sound still' gleaner check

# ------------------------------------- damage that nobody meets, and --once
DB=$WORK/db/quiet.db
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
write_feeds
ok 'another one' gleanerd_once
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'a daemon that has nothing to do' wait_for is_said 'ready'
garble "$(leaves article_fts_data | head -n 1)"
ok 'I5: an index of words is garbled: noticed' \
	wait_for -t 60 is_said store-damaged
"$BUILD/gleaner" -c "$CONFIG" check --salvage "$WORK/busy.db" \
	>"$WORK/busy.out" 2>&1
is "$?" 1 'I5: salvage while a daemon runs is refused'
like "$(cat "$WORK/busy.out")" "pid $DAEMON_PID" 'and says which'
stop_gleanerd
is "$DAEMON_STATUS" 0 'SIGTERM before it ends by itself'
gleanerd_once >/dev/null
is "$?" 3 'I5: --once refuses it'
ok 'I5: salvage' gleaner check --salvage "$WORK/quiet.db"
is "$(sqlite3 "$WORK/quiet.db" 'SELECT count(*) FROM article')" 80 \
	'I5: no article is lost'
ok 'I5: its index of words is built anew' \
	"$BUILD/gleaner" --db "$WORK/quiet.db" check

# -------------------------------------------------------- nothing of Gleaner's
head -c 100000 /dev/urandom >"$WORK/noise.db"
"$BUILD/gleaner" --db "$WORK/noise.db" check --salvage "$WORK/none.db" \
	>"$WORK/none.out" 2>&1
is "$?" 1 'salvage of noise fails'
like "$(cat "$WORK/none.out")" 'no row of a Gleaner database can be read' 'and says so'
ok 'and leaves no file' test ! -e "$WORK/none.db" -a ! -e "$WORK/none.db.new"
done_testing
