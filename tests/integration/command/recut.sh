#!/bin/sh
# Stored pages are extracted again: a changed text becomes a revision, no page
# is fetched, and after a kill the next run continues.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
# Site memory is off. With site memory the first pages of a site can get another
# text when they are extracted again, because the memory then also contains the
# later pages.
ARTICLES='{ site_memory: false }'
start_origin --generate 4x60
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml" "$ORIGIN/feed/3.xml" \
	"$ORIGIN/feed/4.xml"
ok 'the harvest succeeds' gleanerd_once
pages=240
is "$(sql 'SELECT count(*) FROM page')" "$pages" 'all pages are stored'
asked=$(origin_count 'path=/article/*')

# Makes the stored texts differ, as if an earlier extractor had written them.
stale() {
	sql "UPDATE page_cut SET extractor = 1;
		UPDATE article SET body = 'An older text.' WHERE id % 10 = 0"
}
texts() {
	sql 'SELECT id, url, title, body, authors FROM (SELECT a.*,
		(SELECT group_concat(name) FROM article_author
		WHERE article_id = a.id) AS authors FROM article a) AS x ORDER BY id' |
		cksum
}
good=$(texts)

# ----------------------------------------------------------------- results

like "$(gleaner recut)" '^nothing to do: this extractor version has .* all of the 240' \
	'pages of the current extractor version are skipped'
like "$(gleaner recut --all)" '^240 pages extracted: 0 revised, 240 unchanged' \
	'--all extracts all pages again with the same result'
is "$(texts)" "$good" 'the texts did not change'
is "$(sql "SELECT count(*) FROM change WHERE kind <> 'new'")" 0 \
	'the change log has no new entries'

stale
before=$(sql 'SELECT count(*), sum(extractor) FROM page_cut')
dry=$(gleaner recut --dry-run)
is "$(printf '%s\n' "$dry" | grep -c '^would be revised: [0-9]*0  ')" 24 \
	'--dry-run lists the articles that would be revised'
like "$dry" '^240 pages extracted: 24 would be revised, 216 unchanged' \
	'--dry-run counts the articles that would be revised'
is "$(sql 'SELECT count(*), sum(extractor) FROM page_cut')" "$before" \
	'--dry-run changes nothing'

# The pages are extracted by several processes, so the order of the lines may
# differ.
is "$(gleaner reextract --dry-run | sort)" "$(printf '%s\n' "$dry" | sort)" \
	'reextract does the same as recut'
gleaner show 1 --html >"$WORK/page.html"
like "$(gleaner cut "$WORK/page.html")" '[a-z]' 'cut extracts a text'
is "$(gleaner extract "$WORK/page.html")" "$(gleaner cut "$WORK/page.html")" \
	'extract does the same as cut'

like "$(gleaner recut --feed "$ORIGIN/feed/1.xml")" \
	'^60 pages extracted: 6 revised' '--feed selects a feed by its URL'
like "$(gleaner recut --feed 2)" '^60 pages extracted: 6 revised' \
	'--feed selects a feed by its number'
sql "UPDATE feed SET given_title = 'Harbour Post' WHERE id = 3"
like "$(gleaner recut --dry-run --feed 'harbour p' | tail -n 1)" \
	'^60 pages extracted: 6 would be revised' \
	'--feed selects a feed by a part of its title'
fails '--feed with an unknown feed is an error' gleaner recut --feed 99
sql 'UPDATE page SET fetched_at = fetched_at - 864000 WHERE article_id > 150'
first=$(sql 'SELECT count(*) FROM page JOIN page_cut USING (article_id)
	WHERE extractor = 1 AND article_id <= 150')
like "$(gleaner recut --since 1d)" "^$first pages extracted: " \
	'--since selects pages by the time of their fetch'
ok 'recut extracts the remaining pages' gleaner recut
is "$(texts)" "$good" 'all texts are as the current extractor writes them'
is "$(sql "SELECT count(*), count(DISTINCT article_id) FROM change
	WHERE kind = 'revised'")" '24|24' \
		'each revision has one entry in the change log'
is "$(sql "SELECT count(*) FROM revision WHERE body = 'An older text.'")" 24 \
	'the earlier text is stored as a revision'
like "$(gleaner recut)" '^nothing to do' 'a second run finds nothing to do'
is "$(sql "SELECT count(*) FROM change WHERE kind = 'revised'")" 24 \
	'a second run adds no revision'
is "$(origin_count 'path=/article/*')" "$asked" 'no page was fetched again'

# ------------------------------------------------------------------- jobs

stale
# Tests recut when standard error is a terminal and standard output is not.
PYTHONPATH=$TOP/tests/lib python3 -B - "$DB" "$BUILD/gleaner" -c "$CONFIG" recut --jobs 1 \
	>"$WORK/said" <<'END_OF_PYTHON'
import os, pty, signal, subprocess, sys, time
from database import connect

ours, theirs = pty.openpty()
child = subprocess.Popen(sys.argv[2:], stderr=theirs, stdout=subprocess.DEVNULL)
os.close(theirs)
# A very short run prints no progress, so the process is stopped after its first
# pages.
database = connect(sys.argv[1])
while not database.execute(
        "SELECT count(*) FROM page_cut WHERE extractor <> 1").fetchall()[0][0]:
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
	'progress is printed on a terminal'
like "$(tail -n 1 "$WORK/said")" '\[K 0$' \
	'the progress line is erased at the end'
is "$(texts)" "$good" 'the texts are the same'
stale
gleaner recut --jobs 3 2>"$WORK/err" >"$WORK/out"
is "$?$(cat "$WORK/err")" 0 'recut --jobs 3 succeeds and prints no error'
is "$(texts)" "$good" 'three workers produce the same texts'

# ------------------------------------------------------------------- kills

# Kills recut after its first batch. A run that ended before the kill is
# repeated.
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
cmp_ok "$midway" -lt "$pages" 'recut was killed before its end'
said=$(gleaner recut)
like "$said" "^$((pages - midway)) pages extracted: " \
	'the next run continues with the remaining pages'
is "$(texts)" "$good" 'the texts are those of an uninterrupted run'
is "$(sql "SELECT count(*) FROM (SELECT article_id FROM change
	WHERE kind = 'revised' GROUP BY article_id, revision
	HAVING count(*) > 1) AS x")" 0 'no revision is recorded twice'
like "$(gleaner check)" 'ok$' 'the database has no fault'

# `recut` runs in gleaner-read, and its workers in gleaner-worker.
no_worker_left() {
	[ -z "$(processes_of "$BUILD/gleaner-read")" ] &&
		[ -z "$(processes_of "$BUILD/gleaner-worker")" ]
}
ok 'a killed recut leaves no process' wait_for no_worker_left

# ----------------------------------------------- pages that cannot be read

stale
sql "UPDATE page SET body = zeroblob(1) WHERE article_id = 10"
said=$(gleaner recut 2>"$WORK/err")
like "$(cat "$WORK/err")" 'article 10 is not changed: .* unpacked' \
	'a damaged page is reported'
like "$said" '; 1 could not be extracted$' 'a damaged page is counted'
like "$(gleaner recut)" '^nothing to do' \
	'a damaged page is not extracted again in the next run'

# ------------------------------------------------------- beside the daemon

stale
start_gleanerd
ok 'the daemon polls' wait_for_sql "SELECT count(*) > 8 FROM poll" 1
polls=$(sql 'SELECT count(*) FROM poll')
like "$(gleaner recut 2>&1)" '^239 pages extracted: ' \
	'recut works while a daemon runs'
ok 'the daemon continues to poll' wait_for_sql \
	"SELECT count(*) > $polls + 4 FROM poll" 1
unlike "$(cat "$WORK/gleanerd.out")" '(^| )error|busy|locked' \
	'the daemon logs no error'
stop_gleanerd
is "$DAEMON_STATUS" 0 'the daemon ends with 0'
like "$(gleaner check)" 'ok$' 'the database has no fault'

# An empty variable of a script must not select every page.
for feed in '' 99999 https://removed.example/rss; do
	gleaner recut --all --feed "$feed" >/dev/null 2>&1
	is $? 1 "recut --feed '$feed' selects no page"
done
done_testing
