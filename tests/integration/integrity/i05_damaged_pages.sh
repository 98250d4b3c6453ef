#!/bin/sh
# Database pages are overwritten while a daemon runs (I5). One log line,
# /health, status, doctor and metrics report the damage, and the daemon ends
# with 1. The readable rows can be salvaged.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 4x12
PORT=$(free_port)
mkdir "$WORK/db"
DB=$WORK/db/gleaner.db
# The feeds are polled and bring new items all the time.
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
# garble NUMBER…: overwrites these pages with random bytes.
garble() {
	python3 -c 'import random, sys
with open(sys.argv[1], "r+b") as f:
    for page in sys.argv[2:]:
        f.seek((int(page) - 1) * 4096)
        f.write(random.randbytes(4096))' "$DB" "$@"
}
# leaves TABLE: prints the numbers of its leaf pages, one per line.
leaves() {
	sql "SELECT pageno FROM dbstat WHERE name = '$1'
		AND pagetype = 'leaf' ORDER BY pageno"
}

start_gleanerd
ok 'a daemon harvests all articles' wait_for_sql \
	"SELECT count(*) FROM article WHERE status = 'done'" 48
is "$(health)" 200 '/health is 200 before the damage'
"$BUILD/gleaner" -c "$CONFIG" follow --consumer reader --limit 20 \
	>/dev/null 2>&1
cursor=$(sql "SELECT seq FROM consumer WHERE name = 'reader'")
last=$(sql 'SELECT max(seq) FROM change')
sql 'PRAGMA wal_checkpoint(PASSIVE)' >/dev/null

# --------------------------------------------------------------------- detected
# Every seventh page is overwritten.
pages=$(sql "SELECT pageno FROM dbstat WHERE pageno > 2 AND pageno % 7 = 0
	ORDER BY pageno")
printf 'route /feed/*\n  pass\n  items 20\n' | origin_scenario
# shellcheck disable=SC2086
garble $pages
begun=$(date +%s)
ok 'I5: the damage is detected within a minute' \
	wait_for -t 60 is_said store-damaged
is "$(health)" 503 'I5: /health is 503'
is "$(curl -s --max-time 20 "http://127.0.0.1:$PORT/metrics" |
	sed -n 's/^gleaner_store_fault //p')" 1 \
	'I5: the metrics report the fault'
like "$("$BUILD/gleaner" -c "$CONFIG" status 2>&1)" 'reports a fault of the database' \
	'I5: status reports the fault'
like "$("$BUILD/gleaner" -c "$CONFIG" doctor --offline 2>&1)" \
	'damaged|malformed' 'I5: doctor reports the fault'
ok 'I5: the daemon ends within a minute' wait_for -t 60 has_ended "$DAEMON_PID"
wait_gleanerd
is "$DAEMON_STATUS" 1 'I5: the exit code is 1'
diag "after $(($(date +%s) - begun)) s"
is "$(said store-damaged)" 1 'I5: one log line reports the damage'
cmp_ok "$(grep -c ' error ' "$WORK/gleanerd.out")" -le 3 \
	'I5: the daemon does not log an error for each poll'
"$BUILD/gleanerd" -c "$CONFIG" >"$WORK/again.out" 2>&1
is "$?" 3 'I5: the next start ends with 3'
like "$(cat "$WORK/again.out")" 'gleaner check --salvage' \
	'I5: the next start names the remedy'

# -------------------------------------------------------------------- salvaged
before=$(sha256sum "$DB" "$DB-wal" 2>/dev/null)
ok 'I5: check --salvage succeeds' gleaner check --salvage "$WORK/saved.db"
cp "$WORK/tap.out" "$WORK/salvage.out"
is "$(sha256sum "$DB" "$DB-wal" 2>/dev/null)" "$before" \
	'I5: the damaged file is not changed'
like "$(cat "$WORK/salvage.out")" '^article +[0-9]+ rows' \
	'I5: the number of salvaged rows of each table is printed'
is "$(stat -c %a "$WORK/saved.db")" 640 \
	'I5: the new file has the mode of the database'
gleaner check --salvage "$WORK/saved.db" >"$WORK/twice.out" 2>&1
is "$?" 1 'an existing file is not replaced'
mv "$DB" "$WORK/damaged.db"
rm -f "$DB-wal" "$DB-shm"
mv "$WORK/saved.db" "$DB"
ok 'I5: the salvaged database has no fault' gleaner check
cmp_ok "$(sql 'SELECT count(*) FROM article')" -ge 24 \
	'I5: at least half of the articles are salvaged'
cmp_ok "$(sql "SELECT seq FROM sqlite_sequence WHERE name = 'change'")" -ge \
	"$last" 'I5: no change number is assigned twice'
is "$(sql "SELECT coalesce((SELECT seq FROM consumer WHERE name = 'reader'),
	$cursor)")" "$cursor" 'I5: the cursor of a consumer does not move'
is "$(sql 'SELECT count(*) FROM feed WHERE etag IS NOT NULL OR
	last_modified IS NOT NULL')" 0 \
	'I5: the next poll of each feed is not conditional'
ok 'I5: the daemon works with the salvaged database' gleanerd_once
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 80 \
	'I5: the daemon fetches the lost articles again'
ok 'the database still has no fault' gleaner check

# -------------------------------------- damage in unused pages, and --once
DB=$WORK/db/quiet.db
POLL='{ interval: 1h, min: 1s, max: 1h, adaptive: false }'
write_feeds
ok 'another database is harvested' gleanerd_once
: >"$WORK/gleanerd.out"
start_gleanerd
ok 'an idle daemon runs' wait_for is_said 'ready'
garble "$(leaves article_fts_data | head -n 1)"
ok 'I5: damage in the full-text index is detected' \
	wait_for -t 60 is_said store-damaged
# The result of this poll could not be stored.
polls=$(origin_count 'path=/feed/*')
"$BUILD/gleaner" -c "$CONFIG" feed poll "$ORIGIN/feed/1.xml" \
	>"$WORK/poll.out" 2>&1
"$BUILD/gleaner" -c "$CONFIG" check --salvage "$WORK/busy.db" \
	>"$WORK/busy.out" 2>&1
is "$?" 1 'I5: salvage while a daemon runs is refused'
like "$(cat "$WORK/busy.out")" "pid $DAEMON_PID" 'the message names the daemon'
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0 after SIGTERM'
is "$(origin_count 'path=/feed/*')" "$polls" \
	'I5: no feed is polled after the damage was detected'
gleanerd_once >/dev/null
is "$?" 3 'I5: --once refuses the damaged database'
ok 'I5: check --salvage succeeds' gleaner check --salvage "$WORK/quiet.db"
is "$(sqlite3 "$WORK/quiet.db" 'SELECT count(*) FROM article')" 80 \
	'I5: no article is lost'
ok 'I5: the full-text index is rebuilt' \
	"$BUILD/gleaner" --db "$WORK/quiet.db" check

# -------------------------------------------- a file that is not a database
head -c 100000 /dev/urandom >"$WORK/noise.db"
"$BUILD/gleaner" --db "$WORK/noise.db" check --salvage "$WORK/none.db" \
	>"$WORK/none.out" 2>&1
is "$?" 1 'salvaging random bytes fails'
like "$(cat "$WORK/none.out")" 'no row of a Gleaner database can be read' \
	'the message states that no row can be read'
ok 'a failed salvage leaves no file' \
	test ! -e "$WORK/none.db" -a ! -e "$WORK/none.db.new"
done_testing
