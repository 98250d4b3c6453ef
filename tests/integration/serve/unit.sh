#!/bin/sh
# Tests that systemd accepts the unit of gleaner serve, and that the exposure of
# the unit is low.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

EXPOSURE=15 # tenths of a point
UNIT=$WORK/gleaner-serve.service
sed "s|@libexecdir@|$BUILD|g; s|@docdir@|$TOP|g" \
	"$TOP/systemd/gleaner-serve.service" >"$UNIT"
unlike "$(cat "$UNIT")" '@[a-z]+@' 'no placeholder is left'
command -v systemd-analyze >/dev/null || {
	skip 'the unit' 'systemd-analyze is not installed'
	done_testing
}
is "$(systemd-analyze verify --man=no "$UNIT" 2>&1 |
	grep -F gleaner-serve.service)" '' 'systemd accepts the unit'
printf '[Service]\nProtectEverything=yes\n' >>"$UNIT"
isnt "$(systemd-analyze verify --man=no "$UNIT" 2>&1 |
	grep -F gleaner-serve.service)" '' 'systemd reports a wrong key'
exposure() {
	systemd-analyze security --offline=true --no-pager \
		--threshold="$1" "$UNIT"
}
if systemd-analyze security --help 2>/dev/null | grep -q -- --offline; then
	ok "the exposure is at most $EXPOSURE tenths" exposure "$EXPOSURE"
	fails 'and a lower limit fails' exposure 1
else
	skip 'the exposure' 'systemd-analyze does not have --offline'
fi
done_testing
