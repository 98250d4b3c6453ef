#!/bin/sh
# gleaner doctor: each thing that can be wrong is found and comes with what to
# do; where nothing is wrong it says so.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd

# doctor ARGUMENT…: OUT and CODE are what came of it.
doctor() {
	OUT=$(gleaner doctor "$@" 2>&1)
	CODE=$?
}
# found LEVEL SUBJECT PATTERN NAME: such a finding, with what to do about it.
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

found fault database 'start gleanerd' 'before the first start: no database'
gleanerd_once >/dev/null
found warning daemon 'systemctl start' 'no daemon runs'
start_gleanerd
runs() { gleaner status | grep -q '^daemon *runs'; }
wait_for runs
doctor
# The disk of whoever runs this may be nearly full.
is "$(printf '%s\n' "$OUT" | grep -E '^(warning|fault)' | grep -v disk)" '' \
	'an installation that is well'
case $OUT in
*'ok       disk'*)
	is "$CODE $(printf '%s\n' "$OUT" | tail -n 1)" '0 No problems were found.' \
		'is told so, with exit code 0' ;;
*) tap_pass 'is told so # SKIP the disk is nearly full' ;;
esac
like "$OUT" 'ok +config .*no fault, 2 feeds' 'the configuration was looked at'
like "$OUT" 'ok +database .*articles' 'the database'
like "$OUT" 'ok +daemon .*runs as process' 'the daemon'
like "$OUT" "ok +network .*$ORIGIN/robots.txt answers" 'the network'
like "$OUT" 'ok +hosts .*no host' 'the hosts'
like "$OUT" 'ok +feeds .*2 well' 'the feeds'
asked=$(origin_count 'path=/robots.txt')
doctor --offline
is "$(origin_count 'path=/robots.txt')" "$asked" '--offline asks nobody'
stop_gleanerd

now=$(date +%s)
sql "UPDATE feed SET failures = 5, last_outcome = 'http-error',
	last_why = 'HTTP 404' WHERE url LIKE '%1.xml'"
found warning feed \
	'1\.xml failing: 5 polls in a row failed.*404.*-> .*discover' \
	'a failing feed'
sql "UPDATE feed SET last_outcome = 'tls', last_why = 'expired'
	WHERE url LIKE '%1.xml'"
found warning feed 'expired -> .*certificate' 'advice goes by why it fails'
sql "UPDATE feed SET last_why = char(27) || '[31mx' WHERE url LIKE '%1.xml'"
doctor --offline
is "$CODE" 1 'something to do: 1'
unlike "$OUT" "$(printf '\033')" 'nothing from outside steers the terminal'
like "$OUT" '1 warning|[2-9] warnings' 'they are counted'
sql "UPDATE feed SET failures = 0, last_outcome = 'ok', last_why = NULL,
	last_new_at = $now - 40 * 86400"
found note feed 'silent: .*no new entry for 40 days' 'a silent feed'
sql "UPDATE feed SET status = 'gone', status_why = 'HTTP 410'"
found warning feed 'HTTP 410 -> remove it with gleaner feed remove' 'a feed that is gone'
sql "INSERT INTO host (host, pause_until_at, failures)
	VALUES ('slow.example', $now + 7200, 4)
	ON CONFLICT DO UPDATE SET pause_until_at = excluded.pause_until_at"
found warning host 'slow\.example.*pause until' 'a host that wants a pause'
gleaner follow --consumer late --from start --limit 1 >/dev/null
sql "UPDATE consumer SET last_ack_at = $now - 3 * 86400, seq = 1,
	made_at = $now - 3 * 86400"
found warning consumer 'late .*behind.*consumers --remove' 'a consumer behind'
sql 'PRAGMA foreign_keys = 0; UPDATE entry SET feed_id = 999 WHERE id = 1'
found fault database 'restore a backup' 'a damaged database'

printf 'pol: 5\n' >>"$CONFIG"
found fault config 'pol.*-> .*--check' 'a faulty configuration'
like "$(gleaner doctor --json --offline | head -1)" '"subject":"config"' \
	'and the rest is looked at all the same'
write_config 'http://127.0.0.1:65001/feed'
rm -f "$DB" "$DB-wal" "$DB-shm" "$DB.lock"
gleanerd_once >/dev/null
sql "UPDATE feed SET failures = 0"
doctor
like "$OUT" 'fault +network .*no site answered' 'no network'
printf 'no database' >"$DB"
rm -f "$DB-wal" "$DB-shm"
found fault database '.' 'a foreign file in its place'
"$BUILD/gleaner" doctor --db "$WORK/none.db" >/dev/null 2>&1
is $? 1 '--db without a configuration is looked at, too'
"$BUILD/gleaner" doctor fever >/dev/null 2>&1
is $? 2 'a wrong word is a usage error'
done_testing
