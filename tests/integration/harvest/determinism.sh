#!/bin/sh
# The same bytes and hints give the same answer: in any locale, from any
# number of workers, in whatever order the pages come, in a batch or alone.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

G=$BUILD/gleaner
cd "$TOP" || bail 'no folder'

# lines: a line of the batch for each page of tests/pages, with its hint.
lines() {
	for page in tests/pages/*.html; do
		name=$(basename "$page" .html)
		hint=$(sed -n 's/^hint: //p' "tests/pages/$name.expect")
		printf '{"id":"%s","file":"%s","url":"https://news.example.org/%s","hint_title":"%s"}\n' \
			"$name" "$page" "$name" "$hint"
	done
}

# answers ORDER [OPTION…]: what comes of them, sorted, without the time.
answers() {
	order=$1
	shift
	$order <"$WORK/lines" | "$G" cut --batch "$@" |
		sed 's/,"ms":[0-9.]*//' | LC_ALL=C sort
}

lines >"$WORK/lines"
answers cat >"$WORK/first"
is "$(wc -l <"$WORK/first")" "$(ls tests/pages/*.html | wc -l)" \
	'each page has an answer'
ok 'with a text in most' test "$(grep -c '"body":"[^"]' "$WORK/first")" -ge 8

same() {
	answers "$@" >"$WORK/again"
	cmp -s "$WORK/first" "$WORK/again"
}

ok 'the same a second time' same cat
ok 'the same from three workers' same cat --jobs 3
ok 'the same in the other order' same tac
ok 'the same in the other order from two workers' same tac --jobs 2
for locale in C C.UTF-8 POSIX; do
	LC_ALL=$locale ok "the same in $locale" same cat
done

# A locale with a decimal comma and a dotless i, compiled from
# tests/lib/locales: the package locales is not needed.
# in_locale COMMAND...: runs the command in it.  glibc never frees what it reads
# from LOCPATH; that is no leak of the program.
in_locale() {
	LOCPATH=$WORK/locales LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8 \
		ASAN_OPTIONS=detect_leaks=0 "$@"
}
same_test() {
	LOCPATH=$WORK/locales ASAN_OPTIONS=detect_leaks=0 \
		"$BUILD/cuter/same_test" >"$WORK/said"
}

mkdir "$WORK/locales"
# localedef warns of the categories that the source leaves out, and ends with 1.
localedef --no-archive -c -i "$TOP/tests/lib/locales/tr_TR" \
	-f "$TOP/tests/lib/locales/UTF-8" "$WORK/locales/tr_TR.UTF-8" \
	>"$WORK/localedef" 2>&1
is "$(in_locale locale decimal_point)" , 'N1: a locale with a decimal comma' ||
	sed 's/^/# /' "$WORK/localedef"
is "$(echo IRIS | in_locale sed 's/.*/\L&/')" 'ırıs' 'N1: and a dotless i'
ok 'the same in it' in_locale same cat
ok 'and within a program that is in it' same_test
is "$(grep -c 'in locale tr_TR' "$WORK/said")" 1 \
	'which has found it'

# Alone as in a batch.
body() {
	python3 -c '
import json, sys
for line in sys.stdin:
    o = json.loads(line)
    if o.get("id", sys.argv[1]) == sys.argv[1]:
        print(o["body"], o["confidence"], o["class"])' "$1"
}
hint=$(sed -n 's/^hint: //p' tests/pages/single.expect)
is "$("$G" cut --json --title "$hint" \
	--url https://news.example.org/single tests/pages/single.html |
	body single)" "$(body single <"$WORK/first")" \
	'a page alone is cut as in a batch'

done_testing
