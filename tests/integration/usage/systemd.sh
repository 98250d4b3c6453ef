#!/bin/sh
# The service as systemd sees it: the unit is free of faults, well locked up,
# and agrees with the configuration that comes with it.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

UNIT=$TOP/systemd/gleanerd.service
YAML=$TOP/systemd/gleaner.yaml
EXPOSURE=12 # tenths of a point: 1.2 of 10; a bare unit has 9.6

# As `make install` does it, with the daemon that was built.
sed "s|@sbindir@|$BUILD|g; s|@bindir@|$BUILD|g; s|@docdir@|$TOP|g" \
	"$UNIT" >"$WORK/gleanerd.service"
unlike "$(cat "$WORK/gleanerd.service")" '@[a-z]+@' \
	'no placeholder is left in the unit'

# unit_has KEY VALUE
unit_has() {
	grep -qx "$1=$2" "$UNIT"
}

# ------------------------------------------------------------- its syntax

# What it says of other units of this machine is not ours.
verify() {
	systemd-analyze verify --man=no "$1" 2>&1 | grep -F "${1##*/}"
}

# A unit of ours with a fault, to see that faults are seen.
mkdir "$WORK/bad"
{
	cat "$WORK/gleanerd.service"
	printf '[Service]\nProtectEverything=yes\n'
} >"$WORK/bad/gleanerd.service"

if ! command -v systemd-analyze >/dev/null; then
	skip 'the unit has no faults' 'systemd-analyze is not here'
elif [ ! -x "$BUILD/gleanerd" ]; then
	skip 'the unit has no faults' 'gleanerd is not built'
elif [ ! "$(verify "$WORK/bad/gleanerd.service")" ]; then
	skip 'the unit has no faults' 'systemd-analyze verify sees none here'
else
	is "$(verify "$WORK/gleanerd.service")" '' 'the unit has no faults'
fi

# -------------------------------------------------------------- its walls

exposure() {
	systemd-analyze security --offline=true --no-pager \
		--threshold="$1" "$WORK/gleanerd.service"
}

if ! command -v systemd-analyze >/dev/null; then
	skip 'the service is locked up' 'systemd-analyze is not here'
elif ! systemd-analyze security --help 2>/dev/null | grep -q -- --offline; then
	skip 'the service is locked up' 'systemd-analyze knows no --offline'
else
	ok "its exposure is at most $EXPOSURE tenths" exposure "$EXPOSURE"
	diag "$(exposure 100 2>/dev/null | grep 'Overall exposure')"
	fails 'and would be seen if it were more' exposure 1
fi
for call in seccomp landlock_create_ruleset landlock_restrict_self; do
	like "$(grep '^SystemCallFilter=@' "$UNIT")" "[ ]$call( |\$)" \
		"the workers may call $call"
done

ok 'the walls are tried before each start' grep -qx \
	'ExecStartPre=@sbindir@/gleanerd --selftest-sandbox' "$UNIT"
if [ ! -x "$BUILD/gleanerd" ]; then
	skip 'forbidden calls die' 'gleanerd is not built'
else
	case $(is_sanitized) in
	yes) skip 'forbidden calls die' 'under sanitizers' ;;
	*)
		ok 'S34: gleanerd --selftest-sandbox succeeds' sh -c \
			"'$BUILD/gleanerd' --selftest-sandbox --verbose \
				>'$WORK/tried'"
		summary=$(tail -n 1 "$WORK/tried")
		diag "$summary"
		# shellcheck disable=SC2086 # its words
		set -- $summary
		cmp_ok "$2" -ge 30 'S34: 30 forbidden calls or more die'
		is "$2" "$4" 'S34: all of them'
		;;
	esac
fi

# ------------------------------------------- the configuration beside it

ok 'state is kept in /var/lib/gleaner' unit_has StateDirectory gleaner
ok 'the socket is in /run/gleaner' unit_has RuntimeDirectory gleaner
like "$(cat "$YAML")" '^database: /var/lib/gleaner/' \
	'the configuration puts the database there'
like "$(cat "$YAML")" '^control: /run/gleaner/' 'and the socket'
if [ -x "$BUILD/gleanerd" ]; then
	ok 'gleanerd finds no fault in it' \
		"$BUILD/gleanerd" --check -c "$YAML"
	mkdir "$WORK/feeds.d"
	sed 's/^#contact:/contact:/' "$YAML" >"$WORK/gleaner.yaml"
	echo 'feeds: [https://example.org/rss]' >"$WORK/feeds.d/a.yaml"
	ok 'nor in it with a contact and a file of feeds' \
		"$BUILD/gleanerd" --check -c "$WORK/gleaner.yaml"
	like "$("$BUILD/gleanerd" --check -c "$WORK/gleaner.yaml")" \
		'1 feed' 'which it reads'
else
	skip 'gleanerd finds no fault in it' 'gleanerd is not built'
fi

done_testing
