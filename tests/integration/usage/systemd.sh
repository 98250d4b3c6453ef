#!/bin/sh
# The systemd unit has no faults, restricts the service, and agrees with the
# configuration that is installed with it.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

UNIT=$TOP/systemd/gleanerd.service
YAML=$TOP/systemd/gleaner.yaml
EXPOSURE=12 # limit in tenths of a point, 0 to 100; an empty unit has 96

# The unit as `make install` writes it, with the path of the built daemon.
sed "s|@sbindir@|$BUILD|g; s|@bindir@|$BUILD|g; s|@docdir@|$TOP|g" \
	"$UNIT" >"$WORK/gleanerd.service"
unlike "$(cat "$WORK/gleanerd.service")" '@[a-z]+@' \
	'no placeholder is left in the unit'

# unit_has KEY VALUE: true if the unit sets KEY to VALUE.
unit_has() {
	grep -qx "$1=$2" "$UNIT"
}

# ----------------------------------------------------------------- syntax

# Prints only the messages about this unit.
verify() {
	systemd-analyze verify --man=no "$1" 2>&1 | grep -F "${1##*/}"
}

# A faulty copy of the unit, to check that faults are found.
mkdir "$WORK/bad"
{
	cat "$WORK/gleanerd.service"
	printf '[Service]\nProtectEverything=yes\n'
} >"$WORK/bad/gleanerd.service"

if ! command -v systemd-analyze >/dev/null; then
	skip 'the unit has no faults' 'systemd-analyze is not installed'
elif [ ! -x "$BUILD/gleanerd" ]; then
	skip 'the unit has no faults' 'gleanerd is not built'
elif [ ! "$(verify "$WORK/bad/gleanerd.service")" ]; then
	skip 'the unit has no faults' \
		'systemd-analyze verify finds no faults on this machine'
else
	is "$(verify "$WORK/gleanerd.service")" '' 'the unit has no faults'
fi

# ----------------------------------------------------------- restrictions

exposure() {
	systemd-analyze security --offline=true --no-pager \
		--threshold="$1" "$WORK/gleanerd.service"
}

if ! command -v systemd-analyze >/dev/null; then
	skip 'the exposure of the unit is low' \
		'systemd-analyze is not installed'
elif ! systemd-analyze security --help 2>/dev/null | grep -q -- --offline; then
	skip 'the exposure of the unit is low' \
		'systemd-analyze has no --offline'
else
	ok "the exposure of the unit is at most $EXPOSURE tenths" \
		exposure "$EXPOSURE"
	diag "$(exposure 100 2>/dev/null | grep 'Overall exposure')"
	fails 'a higher exposure would be an error' exposure 1
fi
for call in seccomp landlock_create_ruleset landlock_restrict_self; do
	like "$(grep '^SystemCallFilter=@' "$UNIT")" "[ ]$call( |\$)" \
		"the unit allows the workers to call $call"
done

ok 'the sandbox is tested before each start' grep -qx \
	'ExecStartPre=@sbindir@/gleanerd --selftest-sandbox' "$UNIT"
if [ ! -x "$BUILD/gleanerd" ]; then
	skip 'forbidden system calls end the process' 'gleanerd is not built'
else
	case $(is_sanitized) in
	yes) skip 'forbidden system calls end the process' \
		'sanitizers change the system calls' ;;
	*)
		ok 'S34: gleanerd --selftest-sandbox succeeds' sh -c \
			"'$BUILD/gleanerd' --selftest-sandbox --verbose \
				>'$WORK/tried'"
		summary=$(tail -n 1 "$WORK/tried")
		diag "$summary"
		# shellcheck disable=SC2086 # its words
		set -- $summary
		cmp_ok "$2" -ge 30 \
			'S34: at least 30 forbidden system calls are tried'
		is "$2" "$4" 'S34: every forbidden system call ends the process'
		;;
	esac
fi

ok 'the check and the migrations of a large database may take any time' \
	unit_has TimeoutStartSec infinity

# ------------------------------------------- the installed configuration

ok 'the state directory is /var/lib/gleaner' unit_has StateDirectory gleaner
ok 'the runtime directory is /run/gleaner' unit_has RuntimeDirectory gleaner
like "$(cat "$YAML")" '^database: /var/lib/gleaner/' \
	'the configuration puts the database into the state directory'
like "$(cat "$YAML")" '^control: /run/gleaner/' \
	'gleanerd finds no fault with a contact and a feed file'
if [ -x "$BUILD/gleanerd" ]; then
	ok 'gleanerd finds no fault in the configuration' \
		"$BUILD/gleanerd" --check -c "$YAML"
	mkdir "$WORK/feeds.d"
	sed 's/^#contact:/contact:/' "$YAML" >"$WORK/gleaner.yaml"
	echo 'feeds: [https://example.org/rss]' >"$WORK/feeds.d/a.yaml"
	ok 'gleanerd finds no fault after a contact and a file of feeds are added' \
		"$BUILD/gleanerd" --check -c "$WORK/gleaner.yaml"
	like "$("$BUILD/gleanerd" --check -c "$WORK/gleaner.yaml")" \
		'1 feed' 'gleanerd reads the feed file'
else
	skip 'gleanerd finds no fault in the configuration' \
		'gleanerd is not built'
fi

done_testing
