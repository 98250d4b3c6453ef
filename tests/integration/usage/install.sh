#!/bin/sh
# The files that `make install` creates. libcuter.a and its header are enough to
# extract an article.
. "${0%/*}/../../lib/tap.sh"

DEST=$WORK/dest
san=
[ "$(is_sanitized)" = no ] || san="SAN=1"

make -s install $san BUILD="$BUILD" DESTDIR="$DEST" PREFIX=/usr \
	>"$WORK/install.log" 2>&1
is $? 0 "make install DESTDIR= PREFIX=/usr"
for file in usr/bin/gleaner usr/sbin/gleanerd usr/lib/libcuter.a \
	usr/include/gleaner/cuter/cuter.h etc/gleaner/gleaner.yaml \
	lib/systemd/system/gleanerd.service \
	lib/systemd/system/gleaner-push@.service \
	usr/libexec/gleaner/gleaner-push \
	usr/share/doc/gleaner/delivery.md \
	usr/share/doc/gleaner/examples/headlines.sh \
	usr/share/doc/gleaner/examples/gleaner-renderer.service \
	lib/systemd/system/gleaner-serve.service \
	usr/libexec/gleaner/gleaner-serve \
	usr/libexec/gleaner/gleaner-read usr/libexec/gleaner/gleaner-fetch \
	usr/lib/sysusers.d/gleaner.conf \
	usr/share/man/man1/gleaner.1 usr/share/man/man8/gleanerd.8 \
	usr/share/man/man8/gleaner-serve.8 \
	usr/share/man/man5/gleaner.yaml.5 \
	usr/share/man/man7/gleaner-schema.7 \
	usr/share/bash-completion/completions/gleaner \
	usr/share/zsh/vendor-completions/_gleaner \
	usr/share/doc/gleaner/README.md; do
	[ -s "$DEST/$file" ]
	is $? 0 "/$file is there"
done
grep -q '@[a-z]*@' "$DEST/lib/systemd/system/"*
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

cat >"$WORK/cut.c" <<'END'
#include <stdio.h>

#include <cuter/cuter.h>

int
main(void)
{
	static char bytes[1 << 20];
	struct cuter_input in = { .hint_title = slice_of("A headline") };
	struct cuter_article article;
	struct err e = ERR_INIT;
	struct cuter *c;

	in.bytes = (struct slice){ bytes, fread(bytes, 1, sizeof(bytes), stdin) };
	if (cuter_new(&c, &e) != 0 || cuter_cut(c, &in, NULL, &article, &e) != 0)
		return 1;
	printf("%.*s\n", SLICE_ARG(article.body));
	cuter_free(c);
	return 0;
}
END
flags=
[ -z "$san" ] || flags="-fsanitize=address,undefined"
# shellcheck disable=SC2086,SC2046
gcc -std=gnu17 $flags -I"$DEST/usr/include/gleaner" -o "$WORK/cut" \
	"$WORK/cut.c" "$DEST/usr/lib/libcuter.a" \
	$(pkg-config --libs libxml-2.0 tidy jansson libpsl libidn2) \
	-lunistring -lm
is $? 0 "a program links with libcuter.a without libcurl"
printf '#include <cuter/cuter.h>\n' | gcc -std=gnu17 -fsyntax-only -Wall \
	-Werror -I"$DEST/usr/include/gleaner" -x c -
is $? 0 "cuter.h needs no other include before it"
is "$(nm "$DEST/usr/lib/libcuter.a" 2>/dev/null | grep -c ' U curl_')" 0 \
	"libcuter.a refers to no symbol of libcurl"
text=$(printf '%s' '<html><body><h1>A headline</h1><div><p>The lamp was lit
 again on Friday, and the whole town came to see it turn over the bay.</p>
<p>Nobody spoke until the third round, when the harbour master sneezed.</p>
</div></body></html>' | "$WORK/cut")
like "$text" 'The lamp was lit again on Friday' \
	'the program extracts the first paragraph'
like "$text" 'harbour master sneezed' 'the program extracts the last paragraph'
done_testing
