#!/bin/sh
# Tests three daemons on one PostgreSQL database while nodes are killed and
# stopped, the server is restarted and connections are cut. docs/fleet.md.
# LONG=1 runs the long form.
# timeout: 600
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
tap_done=1 # the program prints TAP itself
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
test -x "${bin:-none}/initdb" || skip_all 'PostgreSQL is not installed'
folder=$(mktemp -d /tmp/gleaner-fleet.XXXXXX) || bail 'no folder'
chmod 755 "$folder"
if [ "${LONG:-}" ]; then
	set -- --feeds 600 --kills 200 --stops 50 --restarts 20 --severs 20 \
		--rate 4 --seconds 60 --patience 900
else
	set -- --feeds 60 --kills 1 --stops 1 --restarts 1 --severs 1
fi
python3 "$TOP/tests/torture/fleet.py" "$BUILD" "$folder/run" "$@"
code=$?
if [ $code = 0 ]; then rm -rf "$folder"; else echo "# see $folder"; fi
exit $code
