#!/bin/sh
# Tests consumers: filters, manual acknowledgement, the delay of --wait, the
# members of a line and the example consumers of docs/consumers.md.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
write_config
write() { # SEED CHANGES
	"$BUILD/store-writer" --revise 60 --batch 10 --seed "$1" "$DB" "$2" \
		>"$WORK/writer.out" || bail 'the writer failed'
}
write 1 300
last=$(sql 'SELECT max(seq) FROM change')

json_field() {
	python3 -c 'import json, sys
for line in sys.stdin:
    print(json.loads(line)[sys.argv[1]])' "$1"
}
seqs() {
	gleaner follow "$@" | json_field seq | tr '\n' ' '
}
of_sql() { # CONDITION
	sql "SELECT c.seq FROM change c JOIN article a ON a.id = c.article_id
		WHERE $1 ORDER BY c.seq" | tr '\n' ' '
}
behind() {
	gleaner consumers --json | python3 -c 'import json, sys
print([r["lag"] for r in map(json.loads, sys.stdin)
       if r["name"] == sys.argv[1]][0])' "$1"
}

# ------------------------------------------------------------------ filters

filter() { # NAME CONDITION OPTION…
	filter_name=$1
	filter_where=$2
	shift 2
	filter_wanted=$(of_sql "$filter_where")
	isnt "$filter_wanted" '' "$filter_name: some changes match"
	is "$(seqs --consumer "$filter_name" "$@")" "$filter_wanted" \
		"$filter_name: follow prints exactly the matching changes"
	is "$(behind "$filter_name")" 0 "$filter_name: the consumer has no lag"
	is "$(seqs --consumer "$filter_name" "$@")" '' \
		"$filter_name: no change is printed twice"
}
filter kind "c.kind = 'revised'" --kind revised
filter lang "a.lang = 'de'" --lang de
filter confidence "a.confidence >= 0.7 OR c.kind = 'withdrawn'" \
	--min-confidence 0.7
filter tag "EXISTS (SELECT 1 FROM entry e JOIN feed_tag t
	ON t.feed_id = e.feed_id WHERE e.article_id = a.id AND t.tag = 'odd')" \
	--tag odd
feed=$(sql 'SELECT url FROM feed WHERE id = (SELECT min(feed_id) FROM entry)')
filter feed "EXISTS (SELECT 1 FROM entry e JOIN feed f ON f.id = e.feed_id
	WHERE e.article_id = a.id AND f.url = '$feed')" \
	--feed "$feed"
filter all "a.lang = 'de' AND c.kind = 'new' AND a.confidence >= 0.3" \
	--lang de --kind new --min-confidence 0.3
is "$(seqs --consumer none --lang fr)$(behind none)" 0 \
	'the cursor moves past changes that do not match'
is "$(seqs --consumer lang)" '' \
	'without the filter, skipped changes are not printed later'
is "$(seqs --consumer lang --from start | wc -w)" "$last" \
	'--from start prints the skipped changes'
said() {
	OUT=$("$@" 2>"$WORK/said.err")
	CODE=$?
	ERR=$(cat "$WORK/said.err")
}
said gleaner follow --consumer x --kind nwe
like "$CODE $ERR" '^2 .*--kind' 'an unknown kind is a usage error'

# With --ack manual the cursor never passes a line that was not acknowledged.
first=$(seqs --consumer hand --ack manual --lang de --limit 1)
first=${first% }
is "$(seqs --consumer hand --ack manual --lang de --limit 1)" "$first " \
	'--ack manual repeats a line that was not acknowledged'
ok 'ack succeeds' gleaner ack --consumer hand "$first"
is "$(seqs --consumer hand --ack manual --lang de)" \
	"$(of_sql "a.lang = 'de' AND c.seq > $first")" \
	'the remaining lines follow after the acknowledgement'
seqs --consumer skip --ack manual --lang fr >/dev/null
is "$(behind skip)" 0 'changes that do not match need no acknowledgement'

# ---------------------------------------------------------- line by line

is "$(gleaner follow --consumer lines --ack manual --limit 20 | json_field seq |
	gleaner ack --consumer lines -; echo $?)" 0 \
		'ack - reads several numbers'
is "$(behind lines)" "$((last - 20))" 'ack - acknowledges each of them'
printf '25\n26\n4' | gleaner ack --consumer lines - 2>/dev/null
is "$?$(behind lines)" "1$((last - 26))" \
	'ack - does not use an incomplete last line, and says so'
printf '27\nrubbish\n' | gleaner ack --consumer lines - 2>/dev/null
is "$?$(behind lines)" "2$((last - 27))" \
	'ack - refuses a line that is not a number'

# The reader of the output has stopped to read when follow gets SIGTERM. The
# script continues meanwhile.
cat >"$WORK/stuck.py" <<'END_OF_PYTHON'
import subprocess, sys

follow = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
follow.stdout.read(1)
follow.terminate()
print("ended with", follow.wait())
END_OF_PYTHON
timeout "$(paced 60)" python3 "$WORK/stuck.py" "$BUILD/gleaner" -c "$CONFIG" \
	follow --consumer stuck --wait --batch 300 >"$WORK/stuck" 2>&1 &
stuck=$!
tap_pids="$tap_pids $stuck"

# --------------------------------------------------------- beside a writer

# Another process holds the write lock for longer than the daemon would wait
# (LIMIT_BUSY_MS). That process and follow use a copy of the database, so that
# the other tests of this script can continue meanwhile.
if ! is_postgres; then      # a lock of a file
cp "$DB" "$WORK/held.db"
held() { # COMMAND…
	"$BUILD/gleaner" --db "$WORK/held.db" "$@"
}
held follow --consumer a --limit 1 >"$WORK/first"
cat >"$WORK/hold.py" <<'END_OF_PYTHON'
import os, sqlite3, sys, time

db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
open(sys.argv[1] + ".held", "w").close()
while not os.path.exists(sys.argv[1] + ".stopped"):
    time.sleep(0.02)
time.sleep(6)
db.execute("COMMIT")
END_OF_PYTHON
python3 "$WORK/hold.py" "$WORK/held.db" &
tap_pids="$tap_pids $!"
wait_for test -e "$WORK/held.db.held"
"$BUILD/gleaner" --db "$WORK/held.db" follow --consumer a --wait --batch 5 \
	>"$WORK/asked" 2>&1 &
asked=$!
tap_pids="$tap_pids $asked"
wait_for test -s "$WORK/asked"
kill "$asked"
wait "$asked"
is "$?$(wc -l <"$WORK/asked")" 05 \
	'SIGTERM ends a follow that waits for the lock'
: >"$WORK/held.db.stopped"
held follow --consumer a --batch 5 >"$WORK/followed" 2>&1 &
followed=$!
held ack --consumer a 3 >"$WORK/acked" 2>&1 &
acked=$!
held feed pause "$feed" >"$WORK/paused" 2>&1 &
paused=$!
tap_pids="$tap_pids $followed $acked $paused"
fi

# ------------------------------------------------ two readers of one name

# Both readers use one cursor and are killed again and again: each change is
# read by one of them, each reader's numbers rise, and the cursor never goes
# back.  A batch counts as delivered when it is in the pipe, so that the pipe of
# a killed reader is read to its end.
cat >"$WORK/twins.py" <<'END_OF_PYTHON'
import json, random, subprocess, sys, threading
from database import connect
database, last, *command = sys.argv[1:]
last = int(last)
seen, faults, lock = set(), [], threading.Lock()
is_done = threading.Event()


def cursor():
    rows = connect(database).execute(
        "SELECT seq FROM consumer WHERE name = 'twins'").fetchall()
    return rows[0][0] if rows else 0


def follow(chance):
    before_run = 0
    while not is_done.is_set():
        reader = subprocess.Popen(command, stdout=subprocess.PIPE)
        lines, before = chance.randint(1, 60), 0
        for line in reader.stdout:
            if not line.endswith(b"\n"):
                break
            seq = json.loads(line)["seq"]
            with lock:
                seen.add(seq)
                if seq <= before:
                    faults.append(f"{seq} after {before}")
            before, lines = seq, lines - 1
            if lines == 0:
                reader.kill()
        reader.wait()
        reader.stdout.close()
        at = cursor()
        if at < before_run:
            faults.append(f"the cursor went from {before_run} to {at}")
        before_run = at
        if at >= last:
            is_done.set()


threads = [threading.Thread(target=follow, args=(random.Random(i),))
           for i in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
missing = set(range(1, last + 1)) - seen
print(len(missing), cursor(), *faults[:3])
END_OF_PYTHON
is "$(PYTHONPATH=$TOP/tests/lib python3 -B "$WORK/twins.py" "$DB" "$last" "$BUILD/gleaner" -c "$CONFIG" \
	follow --consumer twins --batch 7)" "0 $last" \
	'two readers with one name miss no change, also if they are killed'

# --------------------------------------------------------------- text form

gleaner follow --consumer text --format text | awk -F '\t' '
	NF != 6 || $1 != NR || $4 !~ /^....-..-..T/ || $6 !~ /^https/ { bad++ }
	END { exit bad > 0 || NR == 0 }'
is $? 0 '--format text prints six fields'
sql "UPDATE article SET title = '$(printf 'a\t\n\033b')', url = NULL,
	published_at = NULL WHERE id = (SELECT article_id FROM change
	WHERE seq = $last)"
like "$(gleaner follow --consumer text --format text --from "$last" |
	tr '\t' '|')" "^$last\|[a-z]+\|[0-9]+\|-\|a b\|-\$" \
	'--format text replaces control characters and absent values'

# ------------------------------------------------------ delay of --wait

cat >"$WORK/soon.py" <<'END_OF_PYTHON'
import json, statistics, subprocess, sys, time
import pace
from database import add_change, connect

db = connect(sys.argv[1])
follow = subprocess.Popen(sys.argv[2:] + [
    "follow", "--consumer", "soon", "--from", "now", "--wait"],
    stdout=subprocess.PIPE)
while not db.execute(
        "SELECT 1 FROM consumer WHERE name = 'soon'").fetchall():
    time.sleep(0.01)


def tell():
    add_change(sys.argv[1])
    began = time.monotonic()
    assert json.loads(follow.stdout.readline())["kind"] == "revised"
    return (time.monotonic() - began) * 1000


for attempt in range(4):        # the machine may be busy
    soon = pace.idle_s(statistics.median(tell() for _ in range(9)), 200)
    if soon < 200:
        break
follow.terminate()
print("median", round(soon), "ms")
sys.exit(follow.wait() or soon >= 200)
END_OF_PYTHON
said env PYTHONPATH="$TOP/tests/lib" PYTHONDONTWRITEBYTECODE=1 \
	python3 "$WORK/soon.py" "$DB" "$BUILD/gleaner" -c "$CONFIG"
diag "$OUT"
is "$CODE$ERR" 0 '--wait prints a change within 200 ms of its commit'

# follow --wait ends when its consumer is removed, whether or not new changes
# match.
for lang in de fr; do
	"$BUILD/gleaner" -c "$CONFIG" follow --consumer removed --ack manual \
		--from now --wait --lang "$lang" >/dev/null 2>"$WORK/removed" &
	removed=$!
	tap_pids="$tap_pids $removed"
	wait_for_sql "SELECT count(*) FROM consumer WHERE name = 'removed'" 1
	ok 'a waiting consumer is removed' gleaner consumers --remove removed
	add_changes "SELECT article_id, c.revision, 'revised', at FROM change c
		JOIN article a ON a.id = article_id WHERE lang = 'de' LIMIT 1"
	wait_for tap_gone "$removed" 1
	kill -KILL "$removed" 2>/dev/null
	wait "$removed"
	like "$? $(cat "$WORK/removed")" '^1 .*no consumer removed$' \
		"$lang: --ack manual --wait ends when its consumer is removed"
	is "$(sql "SELECT count(*) FROM consumer WHERE name = 'removed'")" 0 \
		"$lang: the consumer is not created again"
done

# Another process moves the cursor back while follow waits, and while the output
# of follow is blocked.
cat >"$WORK/back.py" <<'END_OF_PYTHON'
import fcntl, json, subprocess, sys, time
from database import add_change, connect

database, *command = sys.argv[1:]
follow = command + ["follow", "--consumer", "back"]


def cursor():
    return connect(database).execute(
        "SELECT seq FROM consumer WHERE name = 'back'").fetchall()[0][0]


def wait_for_cursor():
    while cursor() < last:
        time.sleep(0.01)


def move(seq):
    subprocess.run(follow + ["--ack", "manual", "--limit", "1", "--from",
                             str(seq)], check=True, stdout=subprocess.DEVNULL)


def read(reader, n):
    return [json.loads(reader.stdout.readline())["seq"] for _ in range(n)]


def start(*options):
    return subprocess.Popen(follow + ["--wait", *options],
                            stdout=subprocess.PIPE)


last = int(connect(database).execute("SELECT max(seq) FROM change")
           .fetchall()[0][0])
for how in "auto", "manual":
    reader = start("--from", str(last - 4), "--ack", how)
    seqs = read(reader, 5)
    if how == "auto":
        wait_for_cursor()
    if how == "manual":
        subprocess.run(command + ["ack", "--consumer", "back", str(last)],
                       check=True)
        # The follower has seen the acknowledgement when it prints a change.
        add_change(database)
        last += 1
        seqs += read(reader, 1)
        subprocess.run(command + ["ack", "--consumer", "back", str(last)],
                       check=True)
        add_change(database)
        last += 1
        seqs += read(reader, 1)
    move(last - 2)
    again = read(reader, 3)
    if how == "auto":
        wait_for_cursor()
    reader.terminate()
    print(how, [seq - last for seq in again], reader.wait(),
          last - cursor())

# The pipe has room for one page, and the batch needs more.
reader = start("--from", "3", "--batch", str(last))
fcntl.fcntl(reader.stdout, fcntl.F_SETPIPE_SZ, 4096)
line = json.loads(reader.stdout.readline())
move(2)
seqs = [line["seq"]] + read(reader, last - 3 + last - 1)
wait_for_cursor()
reader.terminate()
print("blocked", seqs == [*range(3, last + 1), *range(2, last + 1)],
      reader.wait())
END_OF_PYTHON
said env PYTHONPATH="$TOP/tests/lib" PYTHONDONTWRITEBYTECODE=1 \
	timeout "$(paced 60)" python3 "$WORK/back.py" "$DB" \
	"$BUILD/gleaner" -c "$CONFIG"
is "$CODE $OUT" "0 auto [-2, -1, 0] 0 0
manual [-2, -1, 0] 0 3
blocked True 0" 'follow begins again after a cursor that is moved back'
is "$(printf '%s\n' "$ERR" | grep -c 'moved back')" 3 \
	'follow reports each move'

wait "$stuck"
is "$(cat "$WORK/stuck")" 'ended with 0' \
	'SIGTERM ends a follow whose output is not read'
is "$(seqs --consumer stuck --limit 1)" '1 ' \
	'the batch that was not written is not acknowledged'

# --------------------------------------------------- after a failed write

if ! is_postgres; then
wait "$followed"
is "$?$(json_field seq <"$WORK/followed" | tr '\n' ' ')" \
	"0$(seq 2 "$last" | tr '\n' ' ')" \
	'follow waits for the lock and prints each change once'
wait "$acked"
is "$?$(cat "$WORK/acked")" 0 'ack waits for the lock'
wait "$paused"
is "$?" 0 'feed pause waits for the lock'
is "$(sqlite3 "$WORK/held.db" "SELECT c.seq, f.status FROM consumer c, feed f
	WHERE c.name = 'a' AND f.url = '$feed'")" "$last|paused" \
	'the commands that waited have written their values'
fi

# ------------------------------------------- examples of docs/consumers.md

# example LANGUAGE: prints the block of that language in "Examples".
example() {
	awk -v fence="\`\`\`$1" '/^## / { here = /Examples/ }
		/^```$/ { inside = 0 } inside { print }
		here && $0 == fence { inside = 1 }' "$TOP/docs/consumers.md"
}
is "$(awk -F'|' '/^## / { here = /Format of a line/ }
	here && /^\| / && $2 !~ /^ (member|score|lease, redelivered) $/ {
		print $2 }' "$TOP/docs/consumers.md" | tr -d ' ' | tr ',\n' '  ')" \
	"$(gleaner follow --limit 1 | python3 -c 'import json, sys
print(*json.loads(sys.stdin.readline()))') " \
	'docs/consumers.md describes the members of a line in their order'
export GLEANER_CONFIG="$CONFIG"
PATH=$BUILD:$PATH
unset -f gleaner
cd "$WORK" || exit 2
for language in sh python sql; do
	example "$language" >"example.$language"
	isnt "$(cat "example.$language")" '' \
		"docs/consumers.md shows a consumer in $language"
	n=$(grep -c . "example.$language")
	[ "$n" -le 10 ]
	is $? 0 'the example has at most ten lines'
done
run_examples() { # WHEN
	n_new=$(sql "SELECT count(*) FROM change WHERE kind = 'new'")
	n_changes=$(sql 'SELECT count(*) FROM change')
	n_articles=$(sql 'SELECT count(DISTINCT article_id) FROM change')
	ok "the shell example succeeds $1" sh example.sh
	is "$(wc -l <titles.txt)" "$n_new" \
		"the shell example writes each headline once $1"
	ok "the Python example succeeds $1" python3 example.python
	is "$(sqlite3 side.db 'SELECT count(*) FROM story')" "$n_changes" \
		"the Python example stores each change once $1"
	is_postgres && return   # the SQL example reads a file
	ok "the SQL example succeeds $1" \
		sqlite3 -bail headlines.db '.read example.sql'
	is "$(sqlite3 headlines.db 'SELECT count(*), max(seq) FROM headline')" \
		"$n_articles|$(sql 'SELECT max(seq) FROM change')" \
		"the SQL example stores each article $1"
}
run_examples 'in the first run'
run_examples 'in a second run'
write 2 600
run_examples 'after further changes'

done_testing
