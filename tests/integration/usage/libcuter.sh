#!/bin/sh
# Tests libcuter as `make install` installs it: symbols, soname, pkg-config, the
# example of docs/libcuter.md as C and as C++, and the ABI.
. "${0%/*}/../../lib/tap.sh"

DEST=$WORK/dest
san=
flags=
if [ "$(is_sanitized)" = yes ]; then
	san="SAN=1"
	flags="-fsanitize=address,undefined"
fi

make -s install $san BUILD="$BUILD" DESTDIR="$DEST" PREFIX=/usr \
	>"$WORK/install.log" 2>&1
is $? 0 "make install succeeds"
LIB=$DEST/usr/lib
SO=$(readlink -f "$LIB/libcuter.so.0")

is "$(readlink "$LIB/libcuter.so")" libcuter.so.0 "libcuter.so is a link to the library"
like "$(readelf -d "$SO" | grep SONAME)" '\[libcuter\.so\.0\]' "the library has the soname libcuter.so.0"
is "$(nm -D --defined-only "$SO" | sed 's/.* //; s/@.*//' | grep -v '^CUTER_' |
	grep -vc '^cuter_')" 0 "the library exports cuter_* only"
nm -D --defined-only "$SO" | sed 's/.* //; s/@.*//' | grep '^cuter_' |
	sort >"$WORK/exported"
grep -oE '\bcuter_[a-z_]+\(' cuter/lib/cuter.h | tr -d '(' | sort -u \
	>"$WORK/declared"
is "$(diff "$WORK/declared" "$WORK/exported")" '' \
	"the library exports each function of cuter.h, and no other"
is "$(nm -g --defined-only "$LIB/libcuter.a" | grep ' [A-Z] ' |
	grep -vc ' cuter_')" 0 "the global symbols of libcuter.a are cuter_*"
is "$(readelf -d "$SO" | grep -cE 'TEXTREL|libcurl|libsqlite')" 0 \
	"the library needs no text relocations, no libcurl and no SQLite"
is "$(nm -D --undefined-only "$SO" |
	grep -cE ' (setlocale|getenv|secure_getenv|exit|abort)(@|$)')" 0 \
	"the library does not call setlocale, getenv or exit"

# PKG_CONFIG_SYSROOT_DIR makes pkg-config put $DEST before the paths.
export PKG_CONFIG_PATH="$LIB/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$DEST"
is "$(pkg-config --modversion cuter)" "$(sed -n 's/^VERSION = //p' Makefile)" \
	"cuter.pc has the version of the Makefile"
CFLAGS=$(PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 pkg-config --cflags cuter)
LIBS=$(PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 pkg-config --libs cuter)
is "$(echo "$LIBS" | tr ' ' '\n' | grep '^-l' | tr -d '\n')" -lcuter \
	"a program links libcuter alone"

awk '/^```c$/ { code = 1; next } /^```/ { code = 0 } code' docs/libcuter.md \
	>"$WORK/example.c"
cp "$WORK/example.c" "$WORK/example.cc"
printf '#include <cuter/cuter.h>\n' >"$WORK/alone.c"
page='<html><body><h1>A headline</h1><div><p>The lamp was lit again on Friday,
and the whole town came to see it turn over the bay.</p><p>Nobody spoke until
the third round, when the harbour master sneezed.</p></div></body></html>'

# compile NAME COMPILER…: compiles and runs the example.
compile() {
	name=$1
	shift
	# shellcheck disable=SC2086 # lists of flags
	"$@" $flags -Wall -Wextra -Werror $CFLAGS -o "$WORK/example-$name" \
		$LIBS >"$WORK/cc.log" 2>&1
	is $? 0 "the example compiles: $name"
	diag "$(cat "$WORK/cc.log")"
	got=$(printf '%s' "$page" |
		LD_LIBRARY_PATH="$LIB" "$WORK/example-$name" https://a.test/)
	like "$got" 'harbour master sneezed' "and extracts the text"
}
compile c11 gcc -std=c11 -pedantic "$WORK/example.c"
if command -v g++ >/dev/null; then
	compile c++17 g++ -std=c++17 "$WORK/example.cc"
else
	skip "the example compiles: c++17" "g++ is not installed"
fi
# shellcheck disable=SC2086
gcc -std=c11 -pedantic -Wall -Werror -fsyntax-only $CFLAGS "$WORK/alone.c"
is $? 0 "the header needs no other include before it"

# Links with libcuter.a and with the shared libraries of Requires.private.
# `pkg-config --static` also names libraries that only a static libxml2 needs.
unset PKG_CONFIG_SYSROOT_DIR
# shellcheck disable=SC2046,SC2086
gcc -std=c11 $flags $CFLAGS -o "$WORK/example-static" "$WORK/example.c" \
	"$LIB/libcuter.a" \
	$(pkg-config --libs $(pkg-config --print-requires-private cuter)) \
	$(sed -n 's/^Libs\.private: //p' "$LIB/pkgconfig/cuter.pc") \
	>"$WORK/cc.log" 2>&1
is $? 0 "the example links with libcuter.a"
diag "$(cat "$WORK/cc.log")"
like "$(printf '%s' "$page" | "$WORK/example-static")" 'harbour master sneezed' \
	"and extracts the text"

if ! command -v abidiff >/dev/null; then
	skip "the ABI" "abidiff is not installed"
elif [ "$(uname -m)" != x86_64 ]; then
	skip "the ABI" "cuter.abi describes x86_64"
elif [ "$san" ]; then
	skip "the ABI" "the library is sanitized"
else
	abidiff --header-file2 cuter/lib/cuter.h --drop-private-types \
		--exported-interfaces-only cuter/lib/cuter.abi \
		"$SO" >"$WORK/abi.log" 2>&1
	is $? 0 "the ABI is that of cuter/lib/cuter.abi"
	diag "$(head -n 30 "$WORK/abi.log")"
fi
done_testing
