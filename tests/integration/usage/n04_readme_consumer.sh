#!/bin/sh
# Runs the consumer script of README.md unchanged, in the directory that
# README.md uses. A line that could not be written is not acknowledged.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
awk '/^## / { here = $0 == "## A first consumer" }
	/^```$/ { inside = 0 } inside { print }
	here && $0 == "```sh" { inside = 1 }' "$TOP/README.md" >"$WORK/example.sh"
isnt "$(cat "$WORK/example.sh")" '' 'N4: README.md shows a consumer'

# README.md runs the script in a directory that contains var/gleaner.db and
# build/.
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

# Every program that the script calls is installed.
missing=
for word in $(grep -o '\(^\|[|;] *\)\(do \|then \)\?[./a-z][./a-z-]*' \
	"$WORK/example.sh" | sed 's/^[|; ]*//; s/^do //; s/^then //'); do
	command -v "$word" >/dev/null || missing="$missing $word"
done
is "$missing" '' 'N4: every program that the example calls exists'

# The output file is on a full disk, so a line cannot be written.
ln -s /dev/full digest.txt
fails 'N4: the consumer ends with an error if a line cannot be written' \
	sh "$WORK/example.sh"
is "$(cursor)" 0 \
	'N4: a consumer that failed at the first line acknowledges nothing'
rm digest.txt
ok 'N4: the unchanged example succeeds' sh "$WORK/example.sh"
is "$(wc -l <digest.txt)" "$n" 'N4: the example writes every change'
is "$(cursor)" "$last" 'N4: the example acknowledges the last change'
ok 'N4: a second run succeeds' sh "$WORK/example.sh"
is "$(wc -l <digest.txt)" "$n" 'N4: a second run writes no line twice'

# Writing fails at the fourth line: that line is repeated, the three before it
# are not.
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
fails 'N4: the consumer ends with an error at the fourth line' sh failing.sh
is "$(wc -l <digest.txt)" 3 'N4: three lines were written before the failure'
is "$(cursor)" "$((last + 3))" 'N4: the three written lines are acknowledged'
ok 'N4: the next run succeeds' sh "$WORK/example.sh"
is "$(wc -l <digest.txt)" "$(($(sqlite3 var/gleaner.db \
	"SELECT max(seq) FROM change") - last))" \
	'N4: each line is written exactly once'

# summarise is a program that does not exist.
is "$("$BUILD/gleaner" manual gleaner | grep -c 'summarise')" 0 \
	'N4: gleaner(1) names no program that does not exist'
done_testing
