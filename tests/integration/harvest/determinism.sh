#!/bin/sh
# Tests that the same bytes and hints give the same answer: in any locale, with
# any number of workers, in any order of pages, in a batch and alone.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

G=$BUILD/gleaner
cd "$TOP" || bail 'no folder'

# lines: prints a batch line for each page of tests/pages, with its hint.
lines() {
	for page in tests/pages/*.html; do
		name=$(basename "$page" .html)
		hint=$(sed -n 's/^hint: //p' "tests/pages/$name.expect")
		printf '{"id":"%s","file":"%s","url":"https://news.example.org/%s","hint_title":"%s"}\n' \
			"$name" "$page" "$name" "$hint"
	done
}

# answers ORDER [OPTION…]: prints the sorted answers without their times.
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
ok 'most pages have a text' test "$(grep -c '"body":"[^"]' "$WORK/first")" -ge 8

same() {
	answers "$@" >"$WORK/again"
	cmp -s "$WORK/first" "$WORK/again"
}

ok 'a second run gives the same answers' same cat
ok 'three workers give the same answers' same cat --jobs 3
ok 'the reverse order gives the same answers' same tac
ok 'two workers and the reverse order give the same answers' same tac --jobs 2
for locale in C C.UTF-8 POSIX; do
	LC_ALL=$locale ok "the locale $locale gives the same answers" same cat
done

# A locale with a decimal comma and a dotless i, compiled from
# tests/lib/locales, so that the package locales is not needed.
# in_locale COMMAND…: runs COMMAND in that locale. glibc never frees the data
# that it reads from LOCPATH; that is not a leak of the program.
in_locale() {
	LOCPATH=$WORK/locales LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8 \
		ASAN_OPTIONS=detect_leaks=0 "$@"
}
same_test() {
	LOCPATH=$WORK/locales ASAN_OPTIONS=detect_leaks=0 \
		"$BUILD/cuter/same_test" >"$WORK/said"
}

mkdir "$WORK/locales"
# localedef warns of categories that the source omits, and ends with 1.
localedef --no-archive -c -i "$TOP/tests/lib/locales/tr_TR" \
	-f "$TOP/tests/lib/locales/UTF-8" "$WORK/locales/tr_TR.UTF-8" \
	>"$WORK/localedef" 2>&1
is "$(in_locale locale decimal_point)" , \
	'N1: the compiled locale has a decimal comma' ||
	sed 's/^/# /' "$WORK/localedef"
is "$(echo IRIS | in_locale sed 's/.*/\L&/')" 'ırıs' \
	'N1: the compiled locale has a dotless i'
ok 'this locale gives the same answers' in_locale same cat
ok 'a program that sets this locale gets the same answers' same_test
is "$(grep -c 'in locale tr_TR' "$WORK/said")" 1 \
	'the program used this locale'

# A page alone gives the same answer as in a batch.
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
	'a single page has the same answer as in a batch'

done_testing
