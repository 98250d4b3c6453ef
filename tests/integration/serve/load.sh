#!/bin/sh
# Slow clients do not delay the answers to other clients.  The long form has
# POLLS=1000 SLOW=500 and needs 3100 descriptors.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

POLLS=${POLLS:-200}
SLOW=${SLOW:-200}
P99_MS=50

needs_gleanerd
[ -x "$BUILD/gleaner-serve" ] || bail 'gleaner-serve is not built'
start_origin --generate 1x3
write_config "$ORIGIN/feed/1.xml"
ok 'the harvest succeeds' gleanerd_once
"$BUILD/gleaner-serve" --db "$DB" --listen 127.0.0.1:0 2>"$WORK/log" &
tap_pids="$tap_pids $!"
wait_for grep -q '^info listen' "$WORK/log" || bail "$(cat "$WORK/log")"
PORT=$(sed -n 's/.*address="[^"]*:\([0-9]*\)".*/\1/p' "$WORK/log")
python3 "$TOP/tests/integration/serve/load.py" "$PORT" "$POLLS" "$SLOW" 200 \
	/article/1 "$(sql 'SELECT max(seq) FROM change')" >"$WORK/result"
diag "$(cat "$WORK/result")"
value() { # KEY
	python3 -c 'import json, sys
print(round(json.load(open(sys.argv[1]))[sys.argv[2]]))' "$WORK/result" "$1"
}
is "$(value waiting)" "$POLLS" 'every long poll waits'
is "$(value slow)" "$SLOW" 'every slow client has a connection'
is "$(value wrong)" 0 'every other request is answered'
cmp_ok "$(value new_p99)" -lt "$(paced "$P99_MS")" \
	"on a new connection within $P99_MS ms (99 %)"
cmp_ok "$(value kept_p99)" -lt "$(paced "$P99_MS")" \
	"on a connection that is kept, too"
done_testing
