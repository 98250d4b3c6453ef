#!/bin/sh
# Tests the command without memory: in each run the nth allocation fails. n
# grows by STRIDE from run to run (default 211; 1 tests every allocation). The
# command prints an error or succeeds. It never ends by a signal and never
# damages the database.
# timeout: 3600
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

STRIDE=${STRIDE:-211}
needs_gleanerd
[ -x "$BUILD/memory/gleaner" ] || bail "no $BUILD/memory/gleaner: make first"
start_origin --generate 2x3
# shellcheck disable=SC2046
write_config $(origin_get /_origin/feeds)
ok 'a harvest succeeds' gleanerd_once
cp "$TOP/tests/pages/single.html" "$WORK/page.html"
curl -s "$ORIGIN/feed/1.xml" >"$WORK/feed.xml"
# Adds rows that make status and doctor print all their parts. No row becomes
# due during the test.
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

# run LASTS N ARGUMENT…: runs the command. Allocation N fails; if LASTS is 1,
# all later allocations fail, too.
run() {
	export FAIL_LASTS="$1" FAIL_AT="$2"
	shift 2
	"$BUILD/memory/gleaner" -c "$CONFIG" "$@" >"$WORK/out" 2>"$WORK/err" \
		</dev/null
}

# Removes times and free disk space, which differ between runs.
timeless() {
	sed 's/ [0-9]*[smhd] ago//; s/ in [0-9]*[smhd]//; s/ now / /; s/ due / /
		s/, in [0-9]* d [0-9]* h//; s/"at":"[^"]*","database"//
		s/: [0-9.]* [KMGT]iB free//; s/  */ /g' "$1"
}
# The output is that of a normal run.
same() {
	cmp -s "$WORK/out" "$WORK/expected" ||
		timeless "$WORK/out" | cmp -s - "$WORK/expected.timeless"
}

# `doctor` prints the error as a finding, other commands on standard error. Most
# calls start no process.
told() {
	line=
	read -r line <"$WORK/err"
	case $line in
	*[a-z]*) return 0 ;;
	esac
	grep -q '^fault' "$WORK/out"
}

# try NAME ARGUMENT…: repeats the command until no allocation fails.
try() {
	name=$1
	shift
	run 0 0 "$@"
	done=$?
	cp "$WORK/out" "$WORK/expected"
	timeless "$WORK/out" >"$WORK/expected.timeless"
	cp "$WORK/err" "$WORK/expected.err"
	bad=
	errors=0
	for lasts in 0 1; do
		n=1
		quiet=0
		# After the last allocation the output is that of a normal run.
		# Several equal runs in a row end the loop, because some failed
		# allocations do no harm.
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
	is "$bad" '' "$name: each run succeeds or prints an error"
	cmp_ok "$errors" -gt 0 "$name: $errors runs print an error"
}

try 'articles' articles --json
try 'show' show 1 --markdown
try 'search' search the
try 'feeds as JSON' feed list --json
try 'feed list' feed list
try 'export' export
try 'a page' cut --json "$WORK/page.html"
try 'a feed' parse-feed "$WORK/feed.xml"
# Most allocations of these commands open the database, which the earlier
# commands have tested. Therefore fewer allocations are tested here (STRIDE).
STRIDE=$((STRIDE * 2 - 1))
try 'articles as a table' articles
try 'revisions' show 1 --revisions
try 'feed explain' feed explain "$ORIGIN/feed/1.xml"
try 'feed explain as JSON' feed explain --json "$ORIGIN/feed/1.xml"
try 'status' status
try 'status as JSON' status --json
try 'doctor' doctor --offline
try 'consumers' consumers
# These commands make few allocations, so the stride is shorter.
STRIDE=$((STRIDE / 64 + 1))
try 'help' help articles
try 'the manual' manual gleaner.yaml
is "$(check_database)" ok 'the database has no fault'
done_testing
