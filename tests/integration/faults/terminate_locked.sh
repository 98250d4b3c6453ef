#!/bin/sh
# SIGTERM while another process holds the write lock: the daemon ends within
# 10 s, and the work that it could not store is done by the next harvest.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 4x10
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
printf 'route /article/*\n  pass\n  delay 3s before headers\n' |
	origin_scenario
start_gleanerd
ok 'the feeds are stored' wait_for_sql 'SELECT count(*) FROM article' 40
mkfifo "$WORK/hold"
hold_database <"$WORK/hold" >"$WORK/held" 2>&1 &
holder=$!
tap_pids="$tap_pids $holder"
exec 3>"$WORK/hold"
hold_statements >&3
ok 'another process holds the write lock' wait_for grep -q held "$WORK/held"
# The responses to these requests cannot be stored.
before=$(origin_count '')
waits() {
	[ "$(origin_count '')" -ge $((before + 2)) ]
}
ok 'the daemon has work that waits for the lock' wait_for waits
began=$(date +%s)
stop_gleanerd
is "$DAEMON_STATUS" 0 'SIGTERM ends the daemon with 0'
cmp_ok $(($(date +%s) - began)) -le "$(paced 10)" 'the daemon ends within 10 s'
ok 'the daemon reports work that it could not store' \
	grep -q 'not-committed operations=' "$WORK/gleanerd.out"
exec 3>&-
wait "$holder"
tap_forget "$holder"
ok 'no process is left' wait_for -t 5 no_gleanerd_left
origin_get /_origin/reset >/dev/null
cmp_ok "$(sql "SELECT count(*) FROM article WHERE status = 'queued'")" -gt 0 \
	'the articles that were not stored are queued'
ok 'the next harvest succeeds' gleanerd_once
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 40 \
	'all articles are done'
is "$(check_database)" ok 'the database has no fault'
done_testing
