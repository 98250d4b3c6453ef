#!/bin/sh
# Tests WebSub with two daemons on one PostgreSQL database (docs/websub.md):
# hand-over of requests, attacks, and the failure of a node.
# timeout: 400
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -f "$BUILD/clock-shim.so" ] || bail 'no clock-shim.so: make check-built'
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
# The program prints the points and the plan itself.
python3 "$TOP/tests/integration/postgres/websub.py" "$BUILD" "$WORK"
status=$?
tap_done=1
exit "$status"
