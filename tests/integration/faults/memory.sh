#!/bin/sh
# The command without memory: at the nth request of a run, for every n (STRIDE,
# 211, leaves some out), it ends with an error and a line that says so, or does
# its work whole; never by a signal, and never with a damaged database.
# timeout: 3600
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

STRIDE=${STRIDE:-211}
needs_gleanerd
[ -x "$BUILD/gleaner-memory" ] || bail "no $BUILD/gleaner-memory: make first"
start_origin --generate 2x3
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
ok 'a harvest' gleanerd_once
cp "$TOP/tests/pages/single.html" "$WORK/page.html"
curl -s "$ORIGIN/feed/1.xml" >"$WORK/feed.xml"
# Something of all that status and doctor tell, and nothing that comes to be
# due meanwhile.
gleaner follow --consumer late --from start --limit 1 >/dev/null
sql "UPDATE feed SET next_poll_at = next_poll_at + 1000 * 86400;
	UPDATE feed SET failures = 5, last_outcome = 'http-error',
	    last_why = 'HTTP 404' WHERE url LIKE '%/2.xml';
	UPDATE poll SET ms = 6000 WHERE id = 1;
	UPDATE consumer SET last_ack_at = 1600000000, made_at = 1600000000;
	INSERT INTO host (host, pause_until_at, failures)
	VALUES ('slow.example', 4000000000, 4);
	INSERT INTO missed_items (feed_id, at, since_at, status)
	SELECT id, last_poll_at, last_poll_at, 'left' FROM feed;
	INSERT INTO revision (article_id, revision, at, title, body)
	SELECT id, 1, extracted_at, title || ' at last', 'Rain. ' || body
	FROM article WHERE id = 1;
	UPDATE article SET revision = 2 WHERE id = 1;
	INSERT INTO change (article_id, revision, kind, at)
	SELECT id, 2, 'revised', extracted_at FROM article WHERE id = 1"

# run LASTS N ARGUMENT…: with memory that ends at request N.
run() {
	lasts=$1
	n=$2
	shift 2
	env ${lasts:+FAIL_LASTS=1} FAIL_AT="$n" "$BUILD/gleaner-memory" \
		-c "$CONFIG" "$@" >"$WORK/out" 2>"$WORK/err" </dev/null
}

# How long ago, how soon and how much room there is is another at each run.
timeless() {
	sed 's/ [0-9]*[smhd] ago//; s/ in [0-9]*[smhd]//; s/ now / /; s/ due / /
		s/, in [0-9]* d [0-9]* h//; s/"at":"[^"]*","database"//
		s/: [0-9.]* [KMGT]iB free//; s/  */ /g' "$1"
}
same() {
	timeless "$WORK/out" >"$WORK/out.timeless"
	timeless "$WORK/expected" | cmp -s - "$WORK/out.timeless"
}

# Doctor tells it as it tells all; there is no fault otherwise.
told() {
	grep -q '[a-z]' "$WORK/err" || grep -q '^fault' "$WORK/out"
}

# try NAME ARGUMENT…: until a run of which no request was refused.
try() {
	name=$1
	shift
	run '' 0 "$@"
	done=$?
	cp "$WORK/out" "$WORK/expected"
	cp "$WORK/err" "$WORK/expected.err"
	bad=
	errors=0
	for lasts in '' 1; do
		n=1
		quiet=0
		# Behind the last request all is as without: some in a row end
		# it, for some requests are not needed.
		while [ "$quiet" -lt $((3 + 60 / STRIDE)) ]; do
			run "$lasts" "$n" "$@"
			rc=$?
			quiet=$((quiet + 1))
			if [ "$rc" -gt 2 ]; then
				bad="$bad $n:exit-$rc"
			elif [ "$rc" -eq "$done" ] && same &&
			    cmp -s "$WORK/err" "$WORK/expected.err"; then
				n=$((n + STRIDE))
				continue
			elif [ "$rc" -eq 0 ]; then
				bad="$bad $n:differs"
			elif ! told; then
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
# Most of it is opening the database, which was tried enough.
STRIDE=$((STRIDE * 2 - 1))
try 'articles as a table' articles
try 'revisions' show 1 --revisions
try 'feed explain' feed explain "$ORIGIN/feed/1.xml"
try 'feed explain as JSON' feed explain --json "$ORIGIN/feed/1.xml"
try 'status' status
try 'status as JSON' status --json
try 'doctor' doctor --offline
try 'consumers' consumers
# These ask for less.
STRIDE=$((STRIDE / 64 + 1))
try 'help' help articles
try 'the manual' manual gleaner.yaml
is "$(sql 'PRAGMA integrity_check')" ok 'the database is whole'
done_testing
