#!/bin/sh
# gleaner doctor finds each kind of fault and names a remedy. If it finds no
# fault, it prints a message.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd

# doctor ARGUMENT…: runs `gleaner doctor`; sets OUT and CODE.
doctor() {
	OUT=$(gleaner doctor "$@" 2>&1)
	CODE=$?
}
# found LEVEL SUBJECT PATTERN NAME: tests that doctor reports a finding of this
# level and subject whose text matches PATTERN, with a remedy.
found() {
	got=$(gleaner doctor --json --offline 2>/dev/null | python3 -c '
import json, re, sys
level, subject, pattern = sys.argv[1:]
for line in sys.stdin:
    row = json.loads(line)
    text = (row["name"] or "") + " " + row["what"] + " -> " + (row["do"] or "")
    if row["level"] == level and row["subject"] == subject and \
            re.search(pattern, text):
        print("found")
        break' "$1" "$2" "$3")
	is "$got" found "$4" || gleaner doctor --offline | sed 's/^/# /'
}

start_origin --generate 2x3
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"

found fault database 'start gleanerd' 'a missing database is a fault'
doctor --offline --fail-on=fault
is "$CODE" 1 '--fail-on fault fails after a fault'
doctor --fail-on=note
is "$CODE" 2 'other levels are refused'
gleanerd_once >/dev/null
found warning daemon 'systemctl start' \
	'a daemon that is not running is a warning'
doctor --offline
is "$CODE" 1 'a warning gives exit code 1'
doctor --offline --fail-on fault
case $OUT in
*'fault    disk'*) skip '--fail-on fault ignores a warning' 'no disk space' ;;
*) is "$CODE" 0 '--fail-on fault ignores a warning' ;;
esac
start_gleanerd
runs() { gleaner status | grep -q '^daemon *runs'; }
wait_for runs
# On PostgreSQL the daemon takes its shards after its start.
takes_shards() {
	doctor
	case $OUT in *'shards have no node'*) return 1 ;; esac
}
ok 'the daemon takes its shards' wait_for takes_shards
# The disk of this machine may be nearly full, so warnings of it are ignored.
is "$(printf '%s\n' "$OUT" | grep -E '^(warning|fault)' | grep -v disk)" '' \
	'a working installation has no findings'
case $OUT in
*'ok       disk'*)
	is "$CODE $(printf '%s\n' "$OUT" | tail -n 1)" '0 No problems were found.' \
		'a working installation ends with 0 and a message' ;;
*) tap_pass \
	'a working installation ends with 0 # SKIP the disk is nearly full' ;;
esac
like "$OUT" 'ok +config .*no fault, 2 feeds' 'doctor checks the configuration'
like "$OUT" 'ok +database .*articles' 'doctor checks the database'
like "$OUT" 'ok +daemon .*runs as process' 'doctor checks the daemon'
like "$OUT" "ok +network .*$ORIGIN/robots.txt answers" \
	'doctor checks the network'
like "$OUT" 'ok +hosts .*no host' 'doctor checks the hosts'
like "$OUT" 'ok +feeds .*2 well' 'doctor checks the feeds'
asked=$(origin_count 'path=/robots.txt')
doctor --offline
is "$(origin_count 'path=/robots.txt')" "$asked" \
	'doctor --offline sends no request'
stop_gleanerd

now=$(date +%s)
sql "UPDATE feed SET failures = 5, last_outcome = 'http-error',
	last_why = 'HTTP 404' WHERE url LIKE '%1.xml'"
found warning feed \
	'1\.xml failing: 5 polls in a row failed.*404.*-> .*discover' \
	'a failing feed is a warning with a remedy'
sql "UPDATE feed SET last_outcome = 'tls', last_why = 'expired'
	WHERE url LIKE '%1.xml'"
found warning feed 'expired -> .*certificate' 'the remedy depends on the cause'
sql "UPDATE feed SET last_outcome = 'dns', last_why = 'not found'
	WHERE url LIKE '%1.xml'"
found warning feed 'not found -> .*the network of this machine' \
	'the remedy for a host name that was not found names the network'
sql "UPDATE feed SET last_outcome = 'bad-url', last_why = 'not requested'
	WHERE url LIKE '%1.xml'"
found warning feed 'not requested -> .*port is not allowed: correct' \
	'an address that may not be requested has a remedy'
sql "UPDATE feed SET last_why = '$(printf '\033')[31mx'
	WHERE url LIKE '%1.xml'"
doctor --offline
is "$CODE" 1 'a warning makes the exit code 1'
unlike "$OUT" "$(printf '\033')" \
	'no control character of a server reaches the terminal'
like "$OUT" '1 warning|[2-9] warnings' 'the last line counts the warnings'
sql "UPDATE feed SET failures = 0, last_outcome = 'ok', last_why = NULL,
	last_new_at = $now - 40 * 86400"
found note feed 'silent: .*no new entry for 40 days' \
	'a feed without new entries is noted'
sql "UPDATE feed SET status = 'gone', status_why = 'HTTP 410'"
found warning feed 'HTTP 410 -> remove it with gleaner feed remove' \
	'a gone feed is a warning'
sql "INSERT INTO host (host, pause_until_at, failures)
	VALUES ('slow.example', $now + 7200, 4)
	ON CONFLICT (host) DO UPDATE SET pause_until_at = excluded.pause_until_at"
found warning host 'slow\.example.*pause until' 'a paused host is a warning'
gleaner follow --consumer late --from start --limit 1 >/dev/null
sql "UPDATE consumer SET last_ack_at = $now - 3 * 86400, seq = 1,
	made_at = $now - 3 * 86400"
found warning consumer 'late .*behind.*consumers --remove' \
	'a consumer with a large lag is a warning'
# On PostgreSQL entry.article_id is not a foreign key.
if is_postgres; then
	sql 'UPDATE entry SET article_id = 999
		WHERE id = (SELECT min(id) FROM entry)'
else
	sql 'PRAGMA foreign_keys = 0;
		UPDATE entry SET feed_id = 999 WHERE id = 1'
fi
found fault database 'restore a backup' 'a damaged database is a fault'

printf 'pol: 5\n' >>"$CONFIG"
found fault config 'pol.*-> .*--check' 'a faulty configuration is a fault'
like "$(gleaner doctor --json --offline | head -1)" '"subject":"config"' \
	'the other checks run in spite of a faulty configuration'
# Another database and another daemon would be those of the current folder.
is "$(cd "$WORK" && gleaner doctor --json --offline | python3 -c '
import json, sys
for line in sys.stdin:
    row = json.loads(line)
    if row["subject"] in ("database", "daemon"):
        print("var/gleaner.db" in row["what"], "run/gleaner" in row["what"])
' | sort -u)" 'False False' \
	'a faulty configuration with a database: this database is checked'
asked=$(origin_count 'path=/robots.txt')
gleaner doctor >"$WORK/faulty.out" 2>&1
unlike "$(cat "$WORK/faulty.out")" 'network' \
	'a faulty configuration: the network is not checked'
is "$(origin_count 'path=/robots.txt')" "$asked" \
	'a faulty configuration: no request without its proxies'
printf 'pol: 5\n' >"$WORK/pol.yaml"
mkdir "$WORK/elsewhere"
for file in pol.yaml none.yaml; do
	OUT=$(cd "$WORK/elsewhere" && "$BUILD/gleaner" -c "$WORK/$file" \
		doctor --offline 2>&1)
	like "$OUT" 'fault +config ' "$file: the configuration is a fault"
	like "$OUT" 'note +database +not checked' \
		"$file: no other database is checked"
	like "$OUT" 'note +daemon +not checked' \
		"$file: no other daemon is checked"
done
write_config 'http://127.0.0.1:65001/feed'
new_database
rm -f "$DB.lock"
gleanerd_once >/dev/null
sql "UPDATE feed SET failures = 0"
doctor
like "$OUT" 'fault +network .*no site answered' \
	'an unreachable network is a fault'
if ! is_postgres; then
	printf 'no database' >"$DB"
	rm -f "$DB-wal" "$DB-shm"
	found fault database '.' 'a database file of another program is a fault'
fi
"$BUILD/gleaner" doctor --db "$WORK/none.db" >/dev/null 2>&1
is $? 1 'doctor --db works without a configuration'
"$BUILD/gleaner" doctor fever >/dev/null 2>&1
is $? 2 'an unknown operand is a usage error'
done_testing
