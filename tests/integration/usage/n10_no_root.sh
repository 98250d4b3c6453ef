#!/bin/sh
# Tests which targets of the Makefile install packages, and their messages if
# they cannot. Make runs in a copy of the sources. Its PATH has no compiler and
# no pkg-config; scripts replace apt-get and sudo.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

# The copy belongs to the user that runs make: nobody, if the test runs as root.
COPY=$WORK/copy
mkdir "$COPY" "$WORK/bin" "$WORK/tmp"
cp -a "$TOP/Makefile" "$TOP/README.md" "$TOP/config" "$TOP/systemd" \
	"$TOP/docs" "$COPY"
for tool in sh make sed awk find nproc mkdir id mktemp rm cat test env dpkg; do
	path=$(command -v "$tool") || continue
	case $path in
	/*) ln -s "$path" "$WORK/bin/$tool" ;;
	esac
done
as_user=
if [ "$(id -u)" = 0 ]; then
	as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
	chown -R 65534:65534 "$COPY" "$WORK/tmp"
	chmod 711 "$WORK"
fi

# program NAME: creates $WORK/bin/NAME from standard input.
program() {
	rm -f "$WORK/bin/$1"
	{
		echo '#!/bin/sh'
		cat
	} >"$WORK/bin/$1"
	chmod 755 "$WORK/bin/$1"
}
CALLS=$WORK/tmp/calls
# The script logs its call and its user; it succeeds if $APT is "works".
program apt-get <<-END
	echo "\$(id -u) apt-get \$*" >>'$CALLS'
	echo 'apt said this'
	[ "\${APT:-fails}" = works ]
END

# as_nobody and as_self run make for $TARGET: as_nobody as an unprivileged user,
# as_self as the user of the test. $STATUS is the exit code, $WORK/said the
# output.
as_nobody() {
	# shellcheck disable=SC2086
	run_make $as_user
}
as_self() {
	run_make
}
run_make() {
	rm -f "$CALLS"
	find "$COPY" | sort >"$WORK/before"
	"$@" env -i PATH="$WORK/bin" TMPDIR="$WORK/tmp" APT="${APT:-fails}" \
		make -C "$COPY" "$TARGET" >"$WORK/said" 2>&1 </dev/null
	STATUS=$?
	find "$COPY" | sort >"$WORK/after"
}
calls() {
	cat "$CALLS" 2>/dev/null
}
nothing_is_left() {
	cmp "$WORK/before" "$WORK/after" &&
		[ -z "$(find "$WORK/tmp" -type f ! -name calls)" ]
}
COMMAND='apt-get update && apt-get install -y --no-install-recommends'
COMMAND="$COMMAND .*gcc pkg-config .*libcurl4-openssl-dev"

for TARGET in all install deb; do
	as_self
	isnt "$STATUS" 0 "N10: make $TARGET fails without the packages"
	is "$(grep -cE "as root: $COMMAND" "$WORK/said")" 1 \
		'N10: make prints the command in one line'
	is "$(calls)" '' 'N10: make does not run apt-get'
	ok 'N10: make leaves no files' nothing_is_left
done
TARGET='help'
as_self
is "$STATUS $(calls)" '0 ' 'N10: make help needs no packages'

for TARGET in deps check run demo; do
	as_nobody
	isnt "$STATUS" 0 "N10: make $TARGET fails without root and sudo"
	is "$(grep -c 'apt-get' "$WORK/said")" 1 'N10: make prints one line'
	like "$(cat "$WORK/said")" "no sudo; as root: $COMMAND" \
		'N10: the line contains the command that root must run'
	is "$(calls)" '' 'N10: make does not run apt-get'
	ok 'N10: make leaves no files' nothing_is_left
done
TARGET=check
as_nobody
like "$(cat "$WORK/said")" ' python3( |$)' \
	'N10: make check lists the packages of the tests, too'

program sudo <<-END
	echo "sudo" >>'$CALLS'
	exec "\$@"
END
TARGET=deps
as_nobody
isnt "$STATUS" 0 'N10: make deps fails if apt-get fails'
like "$(cat "$WORK/said")" 'apt said this' \
	"N10: make deps shows the output of apt-get"
like "$(cat "$WORK/said")" "could not be installed; as root: $COMMAND" \
	'N10: make deps then prints the command that root must run'
ok 'N10: make leaves no files' nothing_is_left
APT=works
as_nobody
is "$STATUS" 0 'N10: make deps succeeds if apt-get succeeds'
is "$(calls | sed 's/^[0-9]* //; s/ gcc .*/ .../')" "sudo
apt-get update -q
sudo
apt-get install -q -y --no-install-recommends ..." \
	'N10: both calls of apt-get go through sudo'
is "$(grep -c 'apt said' "$WORK/said")" 0 \
	"N10: make deps hides the output of a successful apt-get"
ok 'N10: make leaves no files' nothing_is_left
if [ "$as_user" ]; then
	as_self
	is "$STATUS $(calls | grep -c sudo)" '0 0' \
		'N10: make deps as root does not use sudo'
fi

# A missing optional package is not an error.
# shellcheck disable=SC2086
$as_user make -s -C "$COPY" check-deps \
	EXTRA_DEPS=bin:no-such-program=no-such-package >"$WORK/said" 2>&1
is "$?$(cat "$WORK/said")" \
	'0not installed: no-such-package; some points are skipped' \
	'N10: a missing optional package is only reported'

# After `make`, installing needs no package for compiling.
[ "$(is_sanitized)" = no ] || san=SAN=1
# shellcheck disable=SC2086
ok 'N10: make succeeds' make -s -C "$TOP" ${san:-} BUILD="$BUILD"
# shellcheck disable=SC2086
# shellcheck disable=SC2086
make -s -C "$TOP" install ${san:-} BUILD="$BUILD" DESTDIR="$WORK/dest" \
	TOOL_DEPS=bin:no-such-program=no-such-package >"$WORK/said" 2>&1
is $? 0 'N10: make install after make needs no package'
ok 'N10: make install installs the daemon' \
	test -x "$WORK/dest/usr/local/sbin/gleanerd"
done_testing
