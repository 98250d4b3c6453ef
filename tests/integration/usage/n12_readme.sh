#!/bin/sh
# Tests the first parts of README.md: two sentences about Gleaner, its users, a
# table of features, a picture, how to upgrade.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

README=$TOP/README.md
# The first paragraph after the title, in one line.
first=$(awk 'NR > 1 && NF { p = p " " $0; next } p { exit } END { print p }' \
	"$README" | sed 's/^ *//')
is "$(printf '%s\n' "$first" | grep -oE '[.!?]( |$)' | wc -l)" 2 \
	'N12: the first paragraph has two sentences'
for word in RSS article text SQLite; do
	like "$first" "$word" "N12: the first paragraph contains the word $word"
done

# section PATTERN: prints the text under the first heading that matches.
section() {
	awk -v pattern="$1" '/^## / { on = !done && tolower($0) ~ pattern
		done = done || on; next } on' "$README"
}
who=$(section 'who (it|this) is for|is (it|this) for (me|you)')
isnt "$who" '' 'N12: README.md has a section about its users'
cmp_ok "$(section feature | grep -c '^|')" -ge 5 \
	'N12: README.md has a table of features'
pictures=$(grep -oE '!\[[^]]+\]\([^)]+\)' "$README" |
	sed 's/.*(\([^)]*\))/\1/')
isnt "$pictures" '' 'N12: README.md has a picture with alternative text'
missing=
for picture in $pictures; do
	case $picture in
	http*) ;;
	*) [ -s "$TOP/$picture" ] || missing="$missing $picture" ;;
	esac
done
is "$missing" '' 'N12: every picture is in the repository'
like "$(section upgrad)" '(make|apt|dpkg|git)' \
	'N12: README.md has a section about upgrades'
done_testing
