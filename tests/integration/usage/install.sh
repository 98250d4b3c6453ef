#!/bin/sh
# Tests the files that `make install` creates; libcuter.sh tests those of
# libcuter.
. "${0%/*}/../../lib/tap.sh"

DEST=$WORK/dest
san=
[ "$(is_sanitized)" = no ] || san="SAN=1"

make -s install $san BUILD="$BUILD" DESTDIR="$DEST" PREFIX=/usr \
	>"$WORK/install.log" 2>&1
is $? 0 "make install DESTDIR= PREFIX=/usr succeeds"
for file in usr/bin/gleaner usr/sbin/gleanerd usr/lib/libcuter.a \
	usr/lib/libcuter.so usr/lib/libcuter.so.0 usr/lib/pkgconfig/cuter.pc \
	usr/include/cuter/cuter.h etc/gleaner/gleaner.yaml \
	lib/systemd/system/gleanerd.service \
	lib/systemd/system/gleaner-push@.service \
	usr/libexec/gleaner/gleaner-push \
	usr/share/doc/gleaner/delivery.md usr/share/doc/gleaner/libcuter.md \
	usr/share/doc/gleaner/examples/headlines.sh \
	usr/share/doc/gleaner/examples/gleaner-renderer.service \
	lib/systemd/system/gleaner-serve.service \
	usr/libexec/gleaner/gleaner-serve \
	usr/libexec/gleaner/gleaner-read usr/libexec/gleaner/gleaner-fetch \
	usr/libexec/gleaner/gleaner-worker \
	usr/lib/sysusers.d/gleaner.conf usr/lib/tmpfiles.d/gleaner.conf \
	lib/systemd/system/gleaner-backup.timer \
	lib/systemd/system/gleaner-doctor.service \
	usr/libexec/gleaner/gleaner-backup \
	usr/lib/python3/dist-packages/cuter/__init__.py \
	usr/share/man/man1/gleaner.1 usr/share/man/man8/gleanerd.8 \
	usr/share/man/man8/gleaner-serve.8 \
	usr/share/man/man5/gleaner.yaml.5 \
	usr/share/man/man7/gleaner-schema.7 \
	usr/share/bash-completion/completions/gleaner \
	usr/share/zsh/vendor-completions/_gleaner \
	usr/share/fish/vendor_completions.d/gleaner.fish \
	usr/share/doc/gleaner/README.md usr/share/doc/gleaner/CHANGELOG.md \
	usr/share/doc/gleaner/images/explain.png; do
	[ -s "$DEST/$file" ]
	is $? 0 "/$file is installed"
done
# Prints the links of the installed documents to files that do not exist.
broken_links() {
	for document in $(find "$DEST/usr/share/doc/gleaner" -name '*.md'); do
		grep -o '](\([^)#:]*\)[)#]' "$document" |
			sed 's/^](//; s/.$//' | sort -u | while read -r link; do
			[ -z "$link" ] || [ -e "${document%/*}/$link" ] ||
				echo "${document##*/}: $link"
		done
	done
}
is "$(broken_links)" '' 'the links of the installed documents are right'
grep -q '@[a-z]*@' "$DEST/lib/systemd/system/"* \
	"$DEST/usr/libexec/gleaner/gleaner-backup"
is $? 1 "no placeholder is left in the units"
"$DEST/usr/bin/gleaner" serve --db "$WORK/none.db" 2>"$WORK/why"
like "$(cat "$WORK/why")" '^gleaner-serve: ' "gleaner finds gleaner-serve"
text=$(printf '<p>The lamp was lit again on Friday, and the town came.</p>' |
	"$DEST/usr/bin/gleaner" cut -)
like "$text" 'The lamp was lit' "gleaner finds gleaner-read"
like "$("$DEST/usr/bin/gleaner" feed add --help)" 'feed add' \
	"gleaner finds gleaner-fetch"
echo "feeds: [https://mine.test/rss]" >"$DEST/etc/gleaner/gleaner.yaml"
make -s install $san BUILD="$BUILD" DESTDIR="$DEST" PREFIX=/usr \
	>"$WORK/install.log" 2>&1
is "$(cat "$DEST/etc/gleaner/gleaner.yaml")" \
	"feeds: [https://mine.test/rss]" \
	"an existing configuration is not overwritten"


: >"$DEST/usr/lib/other.so"
make -s uninstall $san BUILD="$BUILD" DESTDIR="$DEST" PREFIX=/usr \
	>"$WORK/uninstall.log" 2>&1
is $? 0 "make uninstall succeeds"
is "$(cd "$DEST" && find . -type f -o -type l | sort | tr '\n' ' ')" \
	'./etc/gleaner/gleaner.yaml ./usr/lib/other.so ' \
	"only the configuration and files of others are left"
is "$(find "$DEST/usr" "$DEST/lib" -depth -name '*gleaner*' -o -depth \
	-name cuter)" '' "and no folder of Gleaner"
done_testing
