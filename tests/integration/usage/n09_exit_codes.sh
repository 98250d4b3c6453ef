#!/bin/sh
# Tests exit codes. Input that is not a page or feed is an error with a message
# and without output. A listing without rows prints a message to standard error.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
G=$BUILD/gleaner
cd "$WORK" || bail 'no folder'
said() {
	"$@" >said.out 2>said.err </dev/null
	CODE=$?
	OUT=$(cat said.out)
	ERR=$(cat said.err)
}
refuses() { # NAME PATTERN COMMAND…
	name=$1
	pattern=$2
	shift 2
	said "$@"
	is "$CODE" 1 "N9: $name: exit code 1"
	is "$(wc -c <said.out)" 0 'N9: nothing is written to standard output'
	like "$ERR" "$pattern" 'N9: a message is written to standard error'
}

# ------------------------------------- documents that are not a page or feed

cat >page.html <<'END'
<!DOCTYPE html><html><head><title>A page</title></head><body><h1>A page</h1>
<p>The council met on Monday and decided to build the bridge after all, with
money from the region.</p><p>Work is to begin in spring and to end in autumn,
if the weather permits it.</p></body></html>
END
printf '%%PDF-1.7\n%%\342\343\317\323\n1 0 obj\n<</Type/Catalog>>\n' >x.pdf
gzip -c x.pdf >packed.pdf.gz
cp "$BUILD/gleaner" binary
head -c 4000 /dev/urandom | tr -d '<' >random
printf '{"a": 1}' >x.json
: >empty

refuses 'parse-feed of a page' 'page.html: not a feed' "$G" parse-feed page.html
refuses 'parse-feed of a PDF' 'x.pdf: not a feed' "$G" parse-feed x.pdf
refuses 'parse-feed of a program' 'binary: ' "$G" parse-feed binary
refuses 'parse-feed of other JSON' 'x.json: not a feed' "$G" parse-feed x.json
refuses 'parse-feed of an empty file' 'empty: ' "$G" parse-feed empty
refuses 'cut of a PDF' 'x.pdf: this is a PDF document' "$G" cut x.pdf
refuses 'cut of a compressed PDF' \
	'this is a PDF document' "$G" cut packed.pdf.gz
refuses 'cut of a program' 'binary: this is a program' "$G" cut binary
refuses 'cut of random bytes' 'random: this is binary data' "$G" cut random
refuses 'cut --json of a PDF' 'a PDF document' "$G" cut --json x.pdf
refuses 'cut of a missing file' 'No such file' "$G" cut nowhere.html
said "$G" cut page.html
is "$CODE" 0 'N9: cut of a page ends with 0'
like "$OUT" 'decided to build the bridge' 'N9: cut prints the text of the page'
printf '<rss version="2.0"><channel><title>T</title></channel></rss>' >feed.xml
said "$G" parse-feed feed.xml
is "$CODE$ERR" 0 'N9: a feed without items is not an error'
sh -c "\"$G\" parse-feed - <page.html" >said.out 2>said.err
is "$?$(cat said.out)" 1 'N9: a page on standard input is not a feed'
like "$(cat said.err)" 'standard input: not a feed' \
	'N9: the message names standard input'
# A batch answers each line, in the order of the input.
printf '%s\n' '{"id":"a","file":"page.html"}' '{"id":"b","file":"feed.xml"}' |
	"$G" parse-feed --batch >batch.out 2>/dev/null
is "$(python3 -c 'import json
print([json.loads(line)["id"] for line in open("batch.out")])')" \
	"['a', 'b']" 'N9: parse-feed --batch answers each line'

# --------------------------------------------------------------- no rows

printf 'database: %s\nfeeds: []\n' "$DB" >empty.yaml
"$BUILD/gleanerd" -c empty.yaml --once 2>/dev/null
silent() { # PATTERN COMMAND…
	pattern=$1
	shift
	refuses "gleaner $*" "$pattern" "$G" --db "$DB" "$@"
	refuses "gleaner $* --json" "$pattern" "$G" --db "$DB" "$@" --json
}
silent 'no article was found' articles
silent 'no article was found' search word
silent 'there are no feeds.*feed add' feed list
silent 'there are no consumers.*follow' consumers
refuses 'gleaner show' 'no article 1' "$G" --db "$DB" show 1
"$G" --db "$DB" warc >w.gz 2>said.err
is "$?" 1 'N9: gleaner warc without stored pages ends with 1'
like "$(cat said.err)" 'is stored' \
	'N9: gleaner warc without stored pages prints a message'
printf '<opml version="2.0"><body/></opml>' >none.opml
"$G" --db "$DB" import none.opml >said.out 2>said.err
is "$?" 1 'N9: import of an OPML file without feeds ends with 1'
like "$(cat said.err)" 'lists no feed' \
	'N9: import of an OPML file without feeds prints a message'
said "$G" --db "$DB" follow --consumer c
is "$CODE$OUT$ERR" 0 'N9: follow without changes ends with 0'
done_testing
