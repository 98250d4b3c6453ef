#!/bin/sh
# docs/examples/summarise.py is killed with SIGKILL at random times while
# another process writes. At the end, each article that is not withdrawn has a
# current summary, and each change was handled once.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
CHANGES=${CHANGES:-2000}
SIDE=$WORK/side.db
summarise() {
	python3 "$TOP/docs/examples/summarise.py" --gleaner "$BUILD/gleaner" \
		--db "$DB" "$SIDE" "$@"
}
"$BUILD/store-writer" --batch 10 --seed 1 "$DB" 10 >/dev/null
ok 'summarise.py summarises the existing articles' summarise
is "$(sqlite3 "$SIDE" 'SELECT count(*) FROM summary')" 10 \
	'each article has a summary'
like "$(sqlite3 "$SIDE" 'SELECT sentences FROM summary LIMIT 1')" \
	'^[a-z].*\. .*\. .*\.$' 'a summary has three sentences'

cat >"$WORK/kill.py" <<'END_OF_PYTHON'
import os, random, signal, subprocess, sys, time

writer, db, changes, seed, *command = sys.argv[1:]
random.seed(seed)
write = subprocess.Popen([writer, "--revise", "80", "--batch", "5", "--seed",
                          "2", db, changes], stdout=subprocess.DEVNULL)
killed = 0
while write.poll() is None or killed < 12:
    run = subprocess.Popen(command + ["--wait"], start_new_session=True,
                           stderr=subprocess.DEVNULL)
    time.sleep(random.uniform(0.1, 0.6))
    # Kills either only the script, so that follow and ack run on, or all of
    # them.
    if random.random() < 0.5:
        run.kill()
    else:
        os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    killed += 1
assert write.returncode == 0, write.returncode
print("killed", killed, "times")
END_OF_PYTHON
seed=$(date +%N)
diag "seed $seed"
said=$(python3 "$WORK/kill.py" "$BUILD/store-writer" "$DB" "$CHANGES" "$seed" \
	python3 "$TOP/docs/examples/summarise.py" --gleaner "$BUILD/gleaner" \
	--db "$DB" "$SIDE" 2>&1)
is "$?" 0 'the script is killed repeatedly'
diag "$said"
ok 'a last run reaches the end of the change log' summarise
# The columns of the articles are copied, because the database may be on a
# server.
sql "SELECT id, revision, status, coalesce(title, '') FROM article
	WHERE revision > 0" >"$WORK/articles"
both() {
	sqlite3 -batch -cmd '.timeout 10000' -cmd 'CREATE TEMP TABLE a (
		id INTEGER, revision INTEGER, status TEXT, title TEXT)' \
		-cmd ".import $WORK/articles a" "$SIDE" "$1"
}
is "$(both 'SELECT seq, changes FROM place')" \
	"$(sql 'SELECT max(seq), count(*) FROM change')" \
	'each change was handled exactly once'
is "$(both "SELECT count(*) FROM a LEFT JOIN summary s USING (id)
	WHERE (a.status = 'gone') <> (s.id IS NULL)")" 0 \
	'articles have a summary unless they are withdrawn'
is "$(both "SELECT count(*) FROM a JOIN summary s USING (id)
	WHERE s.revision <> a.revision OR coalesce(s.title, '') <> a.title")" 0 \
	'each summary belongs to the current revision'
is "$(sql "SELECT (SELECT max(seq) FROM change) - seq FROM consumer
	WHERE name = 'summarise'")" 0 'all changes are acknowledged'

done_testing
