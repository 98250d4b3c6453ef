#!/bin/sh
# Three readers share one consumer. Every second one of the readers and the
# daemon are killed. Every change is delivered, and only batches of a killed
# reader are delivered twice. CHANGES=10000 is the long form.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
[ -x "$BUILD/store-writer" ] || bail "no $BUILD/store-writer: make first"
CHANGES=${CHANGES:-2000}
write_config
"$BUILD/store-writer" --batch 100 --seed 1 "$DB" "$CHANGES" >/dev/null ||
	bail 'the writer failed'

# ------------------------------------------------------------ the basics

numbers() { # OPTION…: prints SEQ LEASE REDELIVERED of each line
	gleaner follow --consumer basic --share --format text "$@" |
		cut -f 1,7,8 | tr '\t\n' '  '
}
cursor() {
	sql "SELECT seq FROM consumer WHERE name = '$1'"
}
is "$(numbers --ack manual --batch 3 --limit 3 --lease 1h)" \
	'1 1 0 2 1 0 3 1 0 ' 'the first reader gets a batch'
is "$(numbers --ack manual --batch 3 --limit 3 --lease 1h)" \
	'4 2 0 5 2 0 6 2 0 ' 'the second reader gets the next'
ok 'a change inside the second batch can be acknowledged' \
	gleaner ack --consumer basic 5
is "$(cursor basic)" 0 'an acknowledgement inside the second batch does not pass the first'
ok 'the rest of the second batch can be acknowledged' gleaner ack --consumer basic --lease 2 6
fails 'a lease does not acknowledge the batch of another reader' \
	gleaner ack --consumer basic --lease 2 3
ok 'the first batch can be acknowledged' gleaner ack --consumer basic --lease 1 3
is "$(cursor basic)" 6 'the cursor passes both batches'
fails 'a change that no reader has got' gleaner ack --consumer basic 7
is "$(numbers --limit 4 --batch 2)" '7 3 0 8 3 0 9 4 0 10 4 0 ' \
	'with --ack auto the lines are acknowledged'
is "$(cursor basic)" 10 'with --ack auto the cursor moves'
printf '11 5\n12\t5\n' >"$WORK/acks"
numbers --ack manual --batch 2 --limit 2 >/dev/null
gleaner ack --consumer basic - <"$WORK/acks"
is "$?$(cursor basic)" 012 'ack - accepts the number of the lease'
numbers --ack manual --batch 2 --limit 2 --lease 1h >/dev/null
printf '13 99\n999999\n14 6\n' | gleaner ack --consumer basic - 2>"$WORK/said"
is "$?$(cursor basic)" 114 'ack - continues after a line that was refused'
is "$(wc -l <"$WORK/said")" 2 'ack - reports each refused line'
printf 15 | gleaner ack --consumer basic - 2>"$WORK/said"
is "$?$(cursor basic)" 114 'ack - does not use a last line without an end'
like "$(cat "$WORK/said")" 'has no end' 'ack - reports a last line without an end'
numbers --ack manual --batch 2 --limit 2 --lease 1h >/dev/null
fails 'a reader without leases is refused' gleaner follow --consumer basic
is "$(gleaner follow --consumer basic --from 3 --limit 1 --format text |
	cut -f 1)" 3 'a reader without leases may move the cursor'
is "$(sql 'SELECT count(*) FROM lease')" 0 'follow --from ends all leases'
is "$(gleaner follow --consumer late --share --from 8 --limit 1 --format text |
	cut -f 1)" 8 '--from is the start of a new consumer'
is "$(gleaner follow --consumer late --share --from 8 --limit 1 --format text |
	cut -f 1)" 9 '--from does not move a consumer that exists'
gleaner follow --share >/dev/null 2>&1
is $? 2 '--share needs --consumer'
gleaner follow --consumer basic --lease 5s >/dev/null 2>&1
is $? 2 '--lease needs --share'

# A clock that is set forward or back by an hour frees no batch.
printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >"$WORK/clock"
jump() { # SECONDS
	python3 -c 'import struct, sys
open(sys.argv[1], "r+b").write(struct.pack("q", int(sys.argv[2])))' \
		"$WORK/clock" "$1"
}
shared_now() {
	TEST_CLOCK=$WORK/clock LD_PRELOAD=$BUILD/clock-shim.so gleaner follow \
		--consumer clock --share --lease 10m --ack manual --batch 5 \
		--limit 5 --format text | cut -f 1 | tr '\n' ' '
}
if [ "$(is_sanitized)" = yes ] || [ ! -e "$BUILD/clock-shim.so" ]; then
	skip 'jumps of the clock free no batch' 'no clock to move'
else
	is "$(shared_now)" '1 2 3 4 5 ' 'a batch is leased for ten minutes'
	jump 3600
	is "$(shared_now)" '6 7 8 9 10 ' 'the lease is held when the clock jumps forward'
	jump -3600
	is "$(shared_now)" '11 12 13 14 15 ' 'the lease is held when the clock jumps back'
fi

# ------------------------------------- a change that ends its readers

# A reader that does not acknowledge a batch with change 3, and acknowledges all
# other batches.
give_up_at_3() {
	gleaner follow --consumer poison --share --lease 1s --batch 4 \
		--max-redeliveries 2 --ack manual --limit 4 --format text \
		>"$WORK/lines" || return
	awk -F '\t' '$1 == 3 { given_up = $7 }
		$7 != given_up { print $1, $7 }' "$WORK/lines" |
		gleaner ack --consumer poison - || return
	[ "$(sql 'SELECT count(*) FROM dead_change')" != 0 ]
}
ok 'a change that no reader acknowledges is set aside' wait_for give_up_at_3
is "$(gleaner consumers --dead poison --json | python3 -c 'import json, sys
print(*[(r["seq"], r["redelivered"]) for r in map(json.loads, sys.stdin)])')" \
	'(3, 2)' 'only this change is set aside, after two redeliveries'
cmp_ok "$(cursor poison)" -ge 4 'the cursor passes the change that was set aside'
is "$(gleaner consumers --dead poison --retry 2>&1)" \
	'gleaner consumers: 1 change will be delivered again' '--retry puts this change back'
is "$(cursor poison)" 2 'the cursor is before the change that is retried'
fails 'nothing else is set aside' gleaner consumers --dead poison
is "$(gleaner follow --consumer poison --share --limit 1 --format text |
	cut -f 1,8 | tr '\t' ' ')" '3 0' 'the change that was put back is delivered as a new one'

# ------------------------------------------------- readers that are killed

start_gleanerd
cat >"$WORK/share.py" <<'END_OF_PYTHON'
"""Three readers of one consumer; each second one of them, in turn, is killed,
and every fourth second the daemon.  A reader's line counts when it was read
from its pipe.  A lease is long enough that only those of killed readers expire:
each kill repeats one batch of ten at most.  A reader that is killed between its
lease and its output has not written the lines that are delivered again, so that
a redelivered line need not be a second one.  Ends when every change is
acknowledged."""
import collections, json, os, random, signal, subprocess, sys
import threading, time
from database import connect

database, pid, daemon, last, *command = sys.argv[1:]
last, pid = int(last), int(pid)
seen = collections.Counter()
first = collections.Counter()   # lines that are not marked as redelivered
faults = []
lock = threading.Lock()


def read(reader):
    before = collections.defaultdict(int)
    for line in reader.stdout:
        if not line.endswith(b"\n"):
            break
        row = json.loads(line)
        with lock:
            seen[row["seq"]] += 1
            first[row["seq"]] += row["redelivered"] == 0
            if row["seq"] <= before[row["lease"]]:
                faults.append(f"lease {row['lease']} is out of order")
        before[row["lease"]] = row["seq"]


def start():
    reader = subprocess.Popen(command, stdout=subprocess.PIPE)
    reader.thread = threading.Thread(target=read, args=(reader,))
    reader.thread.start()
    return reader


def end(reader, how):
    reader.send_signal(how)
    reader.wait()
    reader.thread.join()


def is_done(db):
    row = db.execute("SELECT seq FROM consumer WHERE name = 'shared'")
    return [seq for seq, in row] == [last]


db = connect(database)
readers = [start() for _ in range(3)]
kills, deadline = 0, time.monotonic() + 200
while not is_done(db) and time.monotonic() < deadline:
    time.sleep(1)       # the rate of the kills
    victim = kills % 3
    end(readers[victim], signal.SIGKILL)
    readers[victim] = start()
    kills += 1
    if kills % 4 == 0 and pid:
        os.kill(pid, signal.SIGKILL)
        pid = 0
done = is_done(db)
for reader in readers:
    end(reader, signal.SIGTERM)
twice = sum(n - 1 for n in seen.values())
redelivered = sum(seen.values()) - sum(first.values())
print(f"# {kills} kills, {len(seen)} changes, {twice} lines twice, "
      f"{redelivered} redelivered")
print("all" if done and set(seen) == set(range(1, last + 1)) else "missing",
      "leased" if max(first.values()) == 1 else "others",
      "few" if redelivered <= kills * 10 else "too-many",
      "order" if not faults else faults[0])
END_OF_PYTHON
last=$(sql 'SELECT max(seq) FROM change')
PYTHONPATH=$TOP/tests/lib python3 -B "$WORK/share.py" "$DB" "$DAEMON_PID" \
	daemon "$last" "$BUILD/gleaner" -c "$CONFIG" follow --consumer shared --share --lease 5s --batch 10 \
	--max-redeliveries 100 --wait >"$WORK/shared.out" 2>&1
diag "$(grep '^#' "$WORK/shared.out")"
is "$(tail -n 1 "$WORK/shared.out")" 'all leased few order' \
	'three readers got every change, in order, and only leased batches twice'
is "$(sql "SELECT count(*) FROM lease WHERE consumer = 'shared'")" 0 \
	'no batch is leased at the end'
is "$(gleaner check >/dev/null; echo $?)" 0 'the database has no fault'
done_testing
