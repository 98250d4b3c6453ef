#!/bin/sh
# A damaged database is refused with a reason, or works; no program crashes or
# hangs. MUTANTS is the number of damaged databases; default: 24. `make torture`
# sets MUTANTS=500.
# timeout: 1800
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

MUTANTS=${MUTANTS:-24}
needs_gleanerd
start_origin --generate 3x8
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
gleanerd_once >/dev/null
is "$(sql "SELECT count(*) FROM article WHERE status = 'done'")" 24 \
	'the database contains articles'
sql 'PRAGMA wal_checkpoint(TRUNCATE); UPDATE feed SET next_poll_at = NULL,
	status = '\''paused'\''' >/dev/null
sql 'PRAGMA wal_checkpoint(TRUNCATE)' >/dev/null
stop_origin
write_config
python3 "$TOP/tests/hostile/mutants.py" "$BUILD" "$DB" "$CONFIG" "$MUTANTS" \
	>"$WORK/mutants"
is "$?" 0 "S53: $MUTANTS damaged databases are tried"
is "$(grep -v '^codes' "$WORK/mutants")" '' \
	'S53: each damaged database is refused with a reason, or works'
diag "$(grep '^codes' "$WORK/mutants")"
like "$(cat "$WORK/mutants")" '3:[1-9]' 'S53: some damaged databases are refused'
done_testing
