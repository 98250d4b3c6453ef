#!/bin/sh
# The command without memory: at the nth request of a run, for every n (STRIDE,
# 211, leaves some out), it ends with an error and a line that says so, or does
# its work; never by a signal, and never with a damaged database.
# timeout: 3600
# shellcheck source=../lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"

STRIDE=${STRIDE:-211}
needs_gleanerd
[ -x "$BUILD/gleaner-memory" ] || bail "no $BUILD/gleaner-memory: make first"
start_origin --generate 2x3
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
ok 'a harvest' gleanerd_once
cp "$TOP/tests/pages/single.html" "$WORK/page.html"
curl -s "$ORIGIN/feed/1.xml" >"$WORK/feed.xml"

# run LASTS N ARGUMENT…: with memory that ends at request N.
run() {
	lasts=$1
	n=$2
	shift 2
	env ${lasts:+FAIL_LASTS=1} FAIL_AT="$n" "$BUILD/gleaner-memory" \
		-c "$CONFIG" "$@" >"$WORK/out" 2>"$WORK/err" </dev/null
}

# What a table says of how long ago and how soon is another at each run.
timeless() {
	sed 's/ [0-9]*[smhd] ago//; s/ in [0-9]*[smhd]//; s/ now / /; s/ due / /
		s/  */ /g' "$1"
}
# A page of which less could be read says so by a flag.
same() {
	timeless "$WORK/out" >"$WORK/out.timeless"
	timeless "$WORK/expected" | cmp -s - "$WORK/out.timeless" ||
		grep -q '"flags":.*"truncated"' "$WORK/out"
}

# try NAME ARGUMENT…: until a run of which no request was refused.
try() {
	name=$1
	shift
	run '' 0 "$@"
	cp "$WORK/out" "$WORK/expected"
	bad=
	errors=0
	for lasts in '' 1; do
		n=1
		quiet=0
		# Behind the last request all is as without: three in a row end it.
		while [ "$quiet" -lt 3 ]; do
			run "$lasts" "$n" "$@"
			rc=$?
			if [ "$rc" -gt 2 ]; then
				bad="$bad $n:exit-$rc"
			elif [ "$rc" -eq 0 ]; then
				same || bad="$bad $n:differs"
				quiet=$((quiet + 1))
			elif [ ! -s "$WORK/err" ]; then
				bad="$bad $n:silent"
			fi
			if [ "$rc" -ne 0 ]; then
				quiet=0
				errors=$((errors + 1))
			fi
			n=$((n + STRIDE))
		done
	done
	is "$bad" '' "$name: done, or an error that is told"
	cmp_ok "$errors" -gt 0 "$name: $errors errors"
}

try 'articles' articles --json
try 'show' show 1 --markdown
try 'search' search the
try 'feeds as JSON' feed list --json
try 'feed list' feed list
try 'export' export
try 'a page' cut --json "$WORK/page.html"
try 'a feed' parse-feed "$WORK/feed.xml"
is "$(sql 'PRAGMA integrity_check')" ok 'the database is whole'
done_testing
