#!/bin/sh
# The consumer that README.md shows, run as it stands there: it works where the
# harvest of README.md was made, and a line that fails is not acknowledged.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
awk '/^## / { here = $0 == "## A first consumer" }
	/^```$/ { inside = 0 } inside { print }
	here && $0 == "```sh" { inside = 1 }' "$TOP/README.md" >"$WORK/example.sh"
isnt "$(cat "$WORK/example.sh")" '' 'N4: README.md shows a consumer'

# Where README.md runs it: var/gleaner.db and build/ stand below.
mkdir "$WORK/here" "$WORK/here/var"
ln -s "$BUILD" "$WORK/here/build"
cd "$WORK/here" || bail 'no folder'
"$BUILD/store-writer" --batch 10 --seed 1 var/gleaner.db 12 >/dev/null ||
	bail 'no articles'
cursor() {
	sqlite3 var/gleaner.db "SELECT seq FROM consumer WHERE name = 'digest'"
}
last=$(sqlite3 var/gleaner.db 'SELECT max(seq) FROM change')
n=$(sqlite3 var/gleaner.db 'SELECT count(*) FROM change')

# Every program that it names is there.
missing=
for word in $(grep -o '\(^\|[|;] *\)\(do \|then \)\?[./a-z][./a-z-]*' \
	"$WORK/example.sh" | sed 's/^[|; ]*//; s/^do //; s/^then //'); do
	command -v "$word" >/dev/null || missing="$missing $word"
done
is "$missing" '' 'N4: it names no program that is not there'

# A line that cannot be kept: the disk of its file is full.
ln -s /dev/full digest.txt
fails 'N4: a consumer whose lines fail ends' sh "$WORK/example.sh"
is "$(cursor)" 0 'N4: and has acknowledged nothing'
rm digest.txt
ok 'N4: the next one works as copied' sh "$WORK/example.sh"
is "$(wc -l <digest.txt)" "$n" 'N4: it gets every line'
is "$(cursor)" "$last" 'N4: and acknowledges it'
ok 'N4: once more' sh "$WORK/example.sh"
is "$(wc -l <digest.txt)" "$n" 'N4: nothing comes twice'

# One line in the midst fails: it comes again, and those before do not.
"$BUILD/store-writer" --batch 10 --seed 2 var/gleaner.db 24 >/dev/null
: >digest.txt
mkdir fails
cat >fails/printf <<'END'
#!/bin/sh
# Fails at the fourth line.
n=$(cat "$0.n" 2>/dev/null || echo 0)
echo $((n + 1)) >"$0.n"
[ "$n" -ne 3 ] && exec /usr/bin/printf "$@"
END
chmod +x fails/printf
sed "s|printf '%s|\"$PWD/fails/printf\" '%s|" "$WORK/example.sh" >failing.sh
fails 'N4: the fourth line of a new batch fails' sh failing.sh
is "$(wc -l <digest.txt)" 3 'N4: three were written'
is "$(cursor)" "$((last + 3))" 'N4: three are acknowledged'
ok 'N4: the rest comes' sh "$WORK/example.sh"
is "$(wc -l <digest.txt)" "$(($(sqlite3 var/gleaner.db \
	"SELECT max(seq) FROM change") - last))" 'N4: each line once'

# The manual's consumer acknowledges after the work, too.
is "$("$BUILD/gleaner" manual gleaner | grep -c 'summarise')" 0 \
	'N4: gleaner(1) names no program that is not there'
done_testing
