#!/bin/sh
# Kept pages are extracted again: what changes becomes a revision, nothing is
# fetched, a kill costs nothing but time.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
start_origin --generate 4x60
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/feed/3.xml" \
	"$ORIGIN/feed/4.xml"
ok 'a harvest' gleanerd_once
pages=240
is "$(sql 'SELECT count(*) FROM page')" "$pages" 'all pages are kept'
asked=$(origin_count 'path=/article/*')

# The text as an extractor of before might have left it.
stale() {
	sql "UPDATE page_cut SET extractor = 1;
		UPDATE article SET body = 'An older text.' WHERE id % 10 = 0"
}
texts() {
	sql 'SELECT id, url, title, body, authors FROM (SELECT a.*,
		(SELECT group_concat(name) FROM article_author
		WHERE article_id = a.id) AS authors FROM article a) ORDER BY id' |
		cksum
}
good=$(texts)

# ------------------------------------------------------------ what it does

like "$(gleaner recut)" '^nothing to do: this extractor version has .* all of the 240' \
	'what this extractor has cut is not cut again'
like "$(gleaner recut --all)" '^240 pages extracted: 0 revised, 240 unchanged' \
	'--all: it is, and the same comes of it'
is "$(texts)" "$good" 'so nothing has changed'
is "$(sql "SELECT count(*) FROM change WHERE kind <> 'new'")" 0 \
	'and nobody is told'

stale
before=$(sql 'SELECT count(*), sum(extractor) FROM page_cut')
dry=$(gleaner recut --dry-run)
is "$(printf '%s\n' "$dry" | grep -c '^would be revised: [0-9]*0  ')" 24 \
	'--dry-run names what would be revised'
like "$dry" '^240 pages extracted: 24 would be revised, 216 unchanged' 'and counts it'
is "$(sql 'SELECT count(*), sum(extractor) FROM page_cut')" "$before" \
	'and leaves all as it is'

is "$(gleaner reextract --dry-run)" "$dry" 'reextract is the same as recut'
gleaner show 1 --html >"$WORK/page.html"
like "$(gleaner cut "$WORK/page.html")" '[a-z]' 'cut gives a text'
is "$(gleaner extract "$WORK/page.html")" "$(gleaner cut "$WORK/page.html")" \
	'extract gives the same'

like "$(gleaner recut --feed "$ORIGIN/feed/1.xml")" \
	'^60 pages extracted: 6 revised' '--feed by its address'
like "$(gleaner recut --feed 2)" '^60 pages extracted: 6 revised' 'and by its number'
fails 'a feed that is not there' gleaner recut --feed 99
sql 'UPDATE page SET fetched_at = fetched_at - 864000 WHERE article_id > 150'
first=$(sql 'SELECT count(*) FROM page JOIN page_cut USING (article_id)
	WHERE extractor = 1 AND article_id <= 150')
like "$(gleaner recut --since 1d)" "^$first pages extracted: " '--since'
ok 'the rest' gleaner recut
is "$(texts)" "$good" 'all texts are what they were'
is "$(sql "SELECT count(*), count(DISTINCT article_id) FROM change
	WHERE kind = 'revised'")" '24|24' 'each change was told once'
is "$(sql "SELECT count(*) FROM revision WHERE body = 'An older text.'")" 24 \
	'and what was before is a revision'
like "$(gleaner recut)" '^nothing to do' 'a second time there is nothing to do'
is "$(sql "SELECT count(*) FROM change WHERE kind = 'revised'")" 24 \
	'and nothing is done'
is "$(origin_count 'path=/article/*')" "$asked" 'no page was asked for again'

# ------------------------------------------------------------------- jobs

stale
# With standard error on a terminal, and its output elsewhere.
python3 - "$DB" "$BUILD/gleaner" -c "$CONFIG" recut --jobs 1 \
	>"$WORK/said" <<'END_OF_PYTHON'
import os, pty, signal, sqlite3, subprocess, sys, time

ours, theirs = pty.openpty()
child = subprocess.Popen(sys.argv[2:], stderr=theirs, stdout=subprocess.DEVNULL)
os.close(theirs)
# What ends in a moment shows nothing: it is held behind its first pages.
database = sqlite3.connect(sys.argv[1])
while not database.execute(
        "SELECT count(*) FROM page_cut WHERE extractor <> 1").fetchone()[0]:
    pass
os.kill(child.pid, signal.SIGSTOP)
time.sleep(0.7)
os.kill(child.pid, signal.SIGCONT)
out = b""
try:
    while piece := os.read(ours, 65536):
        out += piece
except OSError:
    pass
print(out.decode().replace("\r", "\n"), child.wait())
END_OF_PYTHON
like "$(cat "$WORK/said")" '^[0-9]+ of 240 pages \([0-9]+%\)' \
	'on a terminal it tells how far it is'
like "$(tail -n 1 "$WORK/said")" '\[K 0$' 'and takes that away at its end'
is "$(texts)" "$good" 'the same texts'
stale
gleaner recut --jobs 3 2>"$WORK/err" >"$WORK/out"
is "$?$(cat "$WORK/err")" 0 'three at a time, and no word elsewhere'
is "$(texts)" "$good" 'the same texts'

# ------------------------------------------------------------------- kills

# Killed behind its first batch.  One that was through before is no trial.
cut_by_us() {
	sql 'SELECT count(*) FROM page_cut WHERE extractor <> 1'
}
some_cut() {
	[ "$(cut_by_us)" -gt 0 ]
}
kill_midway() {
	"$BUILD/gleaner" -c "$CONFIG" recut "$@" >"$WORK/killed" 2>&1 &
	victim=$!
	wait_for some_cut
	kill -9 "$victim" 2>/dev/null
	wait "$victim" 2>/dev/null
	midway=$(cut_by_us)
	[ "$midway" -lt "$pages" ]
}
trials=0
until stale && kill_midway --jobs 1; do
	trials=$((trials + 1))
	[ "$trials" -lt 5 ] || break
done
cmp_ok "$midway" -lt "$pages" 'killed on its way'
said=$(gleaner recut)
like "$said" "^$((pages - midway)) pages extracted: " 'it goes on where it was'
is "$(texts)" "$good" 'and ends where it would have'
is "$(sql "SELECT count(*) FROM (SELECT article_id FROM change
	WHERE kind = 'revised' GROUP BY article_id, revision
	HAVING count(*) > 1)")" 0 'nothing was told twice'
like "$(gleaner check)" 'ok$' 'the database is whole'

# Known by their program and our session, as gleanerd_processes does.
no_worker_left() {
	for dir in /proc/[0-9]*; do
		[ "$(readlink "$dir/exe" 2>/dev/null)" = "$BUILD/gleaner" ] &&
			[ "$(tap_session_of "${dir#/proc/}")" = \
				"$(tap_session_of $$)" ] && return 1
	done
	return 0
}
ok 'a kill leaves no process behind' wait_for no_worker_left

# ---------------------------------------------------------- what cannot be

stale
sql "UPDATE page SET body = x'00' WHERE article_id = 10"
said=$(gleaner recut 2>"$WORK/err")
like "$(cat "$WORK/err")" 'article 10 is not changed: .* unpacked' \
	'a damaged page is told'
like "$said" '; 1 could not be extracted$' 'and counted'
like "$(gleaner recut)" '^nothing to do' 'and not tried for ever'

# ------------------------------------------------------- beside the daemon

stale
start_gleanerd
ok 'the daemon polls' wait_for_sql "SELECT count(*) > 8 FROM poll" 1
polls=$(sql 'SELECT count(*) FROM poll')
like "$(gleaner recut 2>&1)" '^239 pages extracted: ' 'beside a running daemon'
ok 'which goes on polling' wait_for_sql \
	"SELECT count(*) > $polls + 4 FROM poll" 1
unlike "$(cat "$WORK/gleanerd.out")" '(^| )error|busy|locked' \
	'and has nothing to complain of'
stop_gleanerd
is "$DAEMON_STATUS" 0 'and ends well'
like "$(gleaner check)" 'ok$' 'the database is whole'

done_testing
