#!/bin/sh
# `make bench-methods` prints one table per corpus and measures other extractors
# if they are installed.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

ROOT=$(pwd)
export PYTHONDONTWRITEBYTECODE=1
unset NODE_PATH
make -s bench-methods CORPORA= CORPUS= >"$WORK/out" 2>"$WORK/err"
is "$?$(cat "$WORK/out")" '2usage: make bench-methods CORPORA="DIR ..."' \
	'without a corpus a usage line is printed'

# Two corpora with one page each. The article has four words, the menu has one.
words='Ada built one bridge'
for corpus in first second; do
	mkdir -p "$WORK/$corpus/html"
	printf '{"id": "a", "url": "https://example.org/a", "body": "%s"}\n' \
		"$words" >"$WORK/$corpus/gold.jsonl"
	printf '<p>%s</p><p>Ada</p>' "$words" >"$WORK/$corpus/html/a.html"
done
gzip "$WORK/second/html/a.html"

# A fake trafilatura that returns text, and a fake readability that always
# fails. resiliparse cannot be imported.
mkdir -p "$WORK/fakes/resiliparse"
cat >"$WORK/fakes/trafilatura.py" <<'END'
def extract(page):
    return page.split("<p>")[1].removesuffix("</p>") + " extra"
END
cat >"$WORK/fakes/readability.py" <<'END'
class Document:
    def __init__(self, page):
        raise ValueError
END
echo 'raise ImportError' >"$WORK/fakes/resiliparse/__init__.py"

cd "$WORK" || bail 'no folder'
PYTHONPATH=$WORK/fakes python3 "$ROOT/tests/bench/methods.py" \
	--gleaner "$BUILD/gleaner" first second >out 2>err
is "$?$(cat err)" 0 'both corpora are measured'
# Prints the row NAME of the table of CORPUS, without the columns of the time
# and of the kinds of page.
row() { # CORPUS NAME
	sed -n "/^$1: /,/^second: /p" out | grep "^| $2 " | head -n 1 |
		cut -d'|' -f 3-6
}
is "$(grep -c '^\(first\|second\): 1 pages$' out)" 2 \
	'there is one table per corpus'
for corpus in first second; do
	# The F1 and gram values are computed by hand: if 4 of the 5 extracted
	# words are right, F1 is 8/9 and the useless data are 1/5.
	is "$(row $corpus trafilatura)" ' 88.9 | 66.7 | 100.0 | 20.0 ' \
		"$corpus: an installed extractor has the expected values"
	is "$(row $corpus readability-lxml)" ' 0.0 | 0.0 | 0.0 | 0.0 ' \
		"$corpus: an extractor that fails has empty text"
	# The method bte leaves out the fifth word, because two tags are between
	# this word and the text.
	is "$(row $corpus bte)" ' 100.0 | 100.0 | 100.0 | 0.0 ' \
		"$corpus: a method has the expected values"
	is "$(grep -c '^| model (default) ' out)" 2 \
		'the default method is marked'
done
is "$(grep -c resiliparse out)" 1 'a missing extractor has one line'
is "$(grep resiliparse out)" \
	'resiliparse: not installed, left out; tests/bench/peers.md' \
	'the line names the file with the instructions'
is "$("$BUILD/gleaner" cut --method '?' - 2>&1 | grep -o 'lqf\|mib\|crunch' |
	while read -r m; do grep -c "^| $m " out; done | sort -u)" 2 \
	'every method has a row'
PYTHONPATH=$WORK/fakes python3 "$ROOT/tests/bench/methods.py" \
	--gleaner "$BUILD/gleaner" --methods 'bte largest' first >out
is "$(grep -c '^| ' out)$(grep -c '^| \(bte\|largest\) ' out)" 32 \
	'--methods measures only the named methods'

# Tests `make bench-peers`: the same extractors and Gleaner take turns in one
# run.
cd "$ROOT" || bail 'no folder'
make -s bench-peers CORPORA= CORPUS= >"$WORK/out" 2>"$WORK/err"
is "$?$(cat "$WORK/out")" '2usage: make bench-peers CORPUS=DIR' \
	'bench-peers needs a corpus'
cd "$WORK" || bail 'no folder'
PYTHONPATH=$WORK/fakes python3 "$ROOT/tests/bench/peer_table.py" --rounds 2 \
	--pages 1 --gleaner "$BUILD/gleaner" first second >out 2>err
is "$?" 0 'the peers are measured'
is "$(cat err)" "$(printf 'round %d of 2\n' 1 2 1 2)" 'there are two rounds'
is "$(grep -c '^\(first\|second\): 1 pages; CPU time of 1 pages' out)" 2 \
	'there is one table for each corpus'
is "$(grep -c '^| Gleaner | .* | 1.00 |$' out)" 2 \
	'the CPU time of Gleaner is the unit'
is "$(grep -c '^| trafilatura | 88.9 | .* (.* to .*) | 66.7 | ' out)" 2 \
	'an installed extractor has its accuracy and the difference'
is "$(grep -c '^| readability-lxml | 0.0 ' out)" 2 \
	'an extractor that fails has empty text'
is "$(grep resiliparse out)" \
	'resiliparse: not installed, left out; tests/bench/peers.md' \
	'a missing extractor is named, and has no row'
done_testing
