#!/bin/sh
# gleaner cut --segments divides a page into blocks for retrieval and prints
# them.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

G=$BUILD/gleaner
cd "$WORK" || bail 'no folder'

cat >page.html <<'END'
<!DOCTYPE html><html><head><title>Bridge is built</title></head><body>
<ul><li><a href="/">Home</a><li><a href="/w">World</a></ul>
<h1>Bridge is built</h1><p>The council met "on Monday".</p><p>Work begins.</p>
</body></html>
END
# Prints path, size and text of each block.
blocks() { # SEGMENTER
	"$G" cut --segments "$1" page.html | python3 -c '
import json, sys
page = json.load(sys.stdin)
assert page["truncated"] is False
print(page["segmenter"])
for b in page["blocks"]:
    assert sorted(b) == ["path", "size", "text"]
    print(b["path"], b["size"], b["text"])'
}

is "$(blocks dom)" 'dom
/html/head/title 3 Bridge is built
/html/body/ul[1] 2 Home World
/html/body/h1[1] 3 Bridge is built
/html/body/p[1] 5 The council met "on Monday".
/html/body/p[2] 2 Work begins.' 'dom prints a block for each structural element'
is "$(blocks fixed)" 'fixed
/html/body 12 Home World Bridge is built The council met "on Monday". Work begins.' \
	'fixed prints one window for a short page'
is "$(blocks comb)" 'comb
/html/body/ul[1] 2 Home World
/html/body 10 Bridge is built The council met "on Monday". Work begins.' \
	'comb prints the sections'
gzip -c page.html >page.html.gz
is "$("$G" cut --segments dom page.html.gz)" \
	"$("$G" cut --segments dom --json --parser tidy - <page.html)" \
	'compressed pages, standard input and other parsers work'

printf '<p> - </p>' >empty.html
"$G" cut --segments comb empty.html >out 2>err
is "$?$(cat out)" '1{"segmenter":"comb","truncated":false,"blocks":[]}' \
	'a page without text has no block and ends with 1'
like "$(cat err)" 'no text was found' 'a page without text gets a message'
printf '%%PDF-1.7\n%%\342\343\317\323\n' >x.pdf
"$G" cut --segments dom x.pdf >out 2>err
is "$?$(cat out)" 1 'a PDF ends with 1 and without output'
like "$(cat err)" 'this is a PDF document' \
	'the message names the type of the document'
"$G" cut --segments vips page.html >out 2>err
is "$?$(cat out)" 2 'an unknown segmenter ends with 2'
like "$(cat err)" 'one of dom, fixed, comb' 'the message lists the segmenters'
for option in --batch --xml '--site .' '--title T' '--summary S' \
	'--method cuter' '--explain x' --nodes --no-lead '--format html' \
	'--summary-sentences 2' '--json --summary-sentences 2'; do
	# shellcheck disable=SC2086 # an option and its value
	"$G" cut --segments dom $option page.html >out 2>err
	is "$?$(cat out)" 2 "--segments with $option is a usage error"
done
like "$("$G" completion bash)" "'cut --segments'.*dom fixed comb" \
	'the names of the segmenters are completed'
done_testing
