#!/usr/bin/env python3
"""torture.py -- consumers of the change log, killed at random.

    torture.py --gleaner PROGRAM --writer PROGRAM [--changes N] [--seed N] DIR

A writer stores, revises and withdraws articles continuously, and is killed and
restarted. Meanwhile three consumers read:

    steady   follow --ack auto, never killed
    dying    follow --ack auto, killed with -9: no completely written batch may
             be missing
    careful  a process that writes a ledger, then acknowledges (--ack manual);
             it and its follow are killed together

Each ledger must be complete and in order. A change may occur twice only if it
was not acknowledged. Prints TAP.
"""
import argparse
import json
import os
import random
import select
import signal
import sqlite3
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../lib"))
import pace  # noqa: E402

BATCH = 20
STALLED_S = 60          # limit for a consumer with a lag and no progress
TAIL_BYTES = 4096       # last bytes of a ledger, which contain the last ack


def careful(options):
    """One run of the careful consumer: it writes the ledger, then
    acknowledges."""
    ledger = os.open(options.ledger, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    follow = subprocess.Popen(
        [options.gleaner, "--db", options.db, "follow", "--consumer",
         "careful", "--ack", "manual", "--wait"], stdout=subprocess.PIPE)
    pending, waiting, seq = b"", 0, 0
    while True:
        ready = select.select([follow.stdout], [], [], 0.05)[0]
        if ready:
            data = os.read(follow.stdout.fileno(), 1 << 16)
            if not data:
                return
            *lines, pending = (pending + data).split(b"\n")
            for line in lines:
                row = json.loads(line)
                seq = row["seq"]
                os.write(ledger, b"line %d %s %d\n" % (
                    seq, row["kind"].encode(), row["id"]))
                waiting += 1
        if waiting >= BATCH or waiting and not ready:
            os.fsync(ledger)
            subprocess.run([options.gleaner, "--db", options.db, "ack",
                            "--consumer", "careful", str(seq)], check=True)
            os.write(ledger, b"ack %d\n" % seq)
            waiting = 0


class Life:
    """The random times after which a process is killed.

    After a run without progress the next run may be twice as long: on a busy
    machine a process may not even start in the time that is enough on an idle
    machine. After progress the times are short again.
    """

    def __init__(self, least_s, most_s):
        self.least_s, self.most_s = least_s, most_s
        self.times, self.reached = 1, None

    def next_s(self, reached):
        """reached: a position that has changed if the last run made
        progress."""
        self.times = self.times * 2 if reached == self.reached else 1
        self.reached = reached
        return random.uniform(self.least_s, self.most_s * self.times)


class Consumer(threading.Thread):
    """Runs follow repeatedly, with --ack auto (the default).  If `die` is set,
    each run is killed at a random time."""

    def __init__(self, options, name, die):
        super().__init__(daemon=True)
        self.options, self.name, self.die = options, name, die
        self.lines = []             # (seq, kind, id)
        self.stop = threading.Event()
        self.lives = self.seen = self.ended = 0
        self.life = Life(0.05, 0.6)

    def command(self):
        return [self.options.gleaner, "--db", self.options.db, "follow",
                "--consumer", self.name, "--batch", str(BATCH), "--wait"]

    def run(self):
        while not self.stop.is_set():
            self.lives += 1
            process = subprocess.Popen(self.command(), stdout=subprocess.PIPE)
            watcher = threading.Thread(target=self.end, args=(process,))
            watcher.start()
            for line in process.stdout:
                if line.endswith(b"\n"):
                    row = json.loads(line)
                    self.lines.append((row["seq"], row["kind"], row["id"]))
                    self.seen = row["seq"]
            # `follow` waits for more changes until it is killed.
            if process.wait() != -signal.SIGKILL and not self.stop.is_set():
                self.ended += 1
            watcher.join()

    def end(self, process):
        if not self.die:
            while not self.stop.wait(0.1) and process.poll() is None:
                pass
            process.terminate()
            return
        self.stop.wait(self.life.next_s(self.seen))
        process.kill()

    def reached(self):
        return self.seen


class Careful(threading.Thread):
    def __init__(self, options):
        super().__init__(daemon=True)
        self.options = options
        self.ledger = os.path.join(options.dir, "careful.ledger")
        self.stop = threading.Event()
        self.lives = self.seen = 0
        self.life = Life(0.3, 1.2)

    def run(self):
        while not self.stop.is_set():
            self.lives += 1
            process = subprocess.Popen(
                [sys.executable, __file__, "--gleaner", self.options.gleaner,
                 "--ledger", self.ledger, self.options.dir],
                start_new_session=True)
            self.stop.wait(self.life.next_s(self.reached()))
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def rows(self):
        with open(self.ledger, encoding="ascii") as f:
            return [line.split() for line in f]

    def reached(self):
        """The last acknowledged position. The first line that is read may be
        incomplete, and a kill may have truncated the last one."""
        try:
            with open(self.ledger, "rb") as f:
                f.seek(max(0, os.path.getsize(self.ledger) - TAIL_BYTES))
                tail = f.read().split(b"\n")
        except FileNotFoundError:
            return 0
        acks = [line.split() for line in tail[:-1]
                if line.startswith(b"ack ")]
        self.seen = max([self.seen] + [int(ack[1]) for ack in acks])
        return self.seen


def written_to(path):
    """The last change; 0 if there is no database yet."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            return db.execute("SELECT max(seq) FROM change").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def write(options):
    """Runs the writer, killed and restarted; returns the number of runs."""
    lives, life = 0, Life(0.3, options.writer_life)
    while True:
        lives += 1
        process = subprocess.Popen(
            [options.writer, "--revise", "50", "--batch", "10", "--seed",
             str(options.seed * 1000 + lives), options.db,
             str(options.changes)], stdout=subprocess.DEVNULL)
        try:
            code = process.wait(life.next_s(written_to(options.db)))
            if code == 0:
                return lives
            raise SystemExit(f"the writer failed: {code}")
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


# ------------------------------------------------------------- the ledgers

def first_fault(expected, lines, acked_before):
    """The first fault of a ledger, or None. acked_before[i]: the acknowledged
    position when line i was written."""
    last = 0
    for (seq, kind, article), acked in zip(lines, acked_before):
        if seq <= acked:
            return f"{seq} is repeated although {acked} was acknowledged"
        place = expected.get(seq)
        if place != (kind, article):
            return f"{seq} is {kind} {article}, not {place}"
        if seq > last:
            if seq != last + 1:
                return f"{seq} comes after {last}"
            last = seq
    if last != len(expected):
        return f"the ledger ends at {last} of {len(expected)}"
    return None


def points(expected, steady, dying, carefully):
    """(name, fault) of each test point."""
    yield ("steady: complete, in order, without repetition",
           first_fault(expected, steady.lines,
                       [0] + [line[0] for line in steady.lines]))
    yield ("steady: runs until it is stopped",
           f"ended {steady.ended} times" if steady.ended else None)
    yield ("dying: complete and in order",
           first_fault(expected, dying.lines, [0] * len(dying.lines)))
    again, last = 0, 0
    for seq, _, _ in dying.lines:
        again = max(again, last + 1 - seq)
        last = max(last, seq)
    yield ("dying: at most one batch is repeated",
           f"{again} lines" if again > BATCH else None)
    lines, acked_before, acked = [], [], 0
    for row in carefully.rows():
        if row[0] == "ack":
            acked = int(row[1])
        else:
            lines.append((int(row[1]), row[2], int(row[3])))
            acked_before.append(acked)
    yield ("careful: complete, in order, no acknowledged change repeated",
           first_fault(expected, lines, acked_before))
    news = [article for kind, article in expected.values() if kind == "new"]
    yield ("each article has one change of the kind new",
           None if len(news) == len(set(news)) else "not so")
    yield ("consumers were killed",
           None if dying.lives > 1 and carefully.lives > 1 else "none was")


def catch_up(consumers, last):
    """Waits until all consumers have reached `last`. Gives up if a consumer
    behind `last` has made no progress for STALLED_S (longer on a slow machine).
    There is no limit for the whole wait, because the consumers may be far
    behind."""
    places = [(-1, 0.0)] * len(consumers)
    while True:
        now = time.monotonic()
        places = [place if consumer.reached() == place[0]
                  else (consumer.reached(), now)
                  for consumer, place in zip(consumers, places)]
        behind = [moved for reached, moved in places if reached < last]
        if not behind or (now - min(behind) > STALLED_S and
                          now - min(behind) > STALLED_S * pace.factor()):
            return
        time.sleep(0.1)


def torture(options):
    random.seed(options.seed)
    print(f"# seed {options.seed}")
    began = time.monotonic()
    lives = write(argparse.Namespace(**{**vars(options), "changes": 1}))
    steady = Consumer(options, "steady", False)
    dying = Consumer(options, "dying", True)
    carefully = Careful(options)
    consumers = (steady, dying, carefully)
    for consumer in consumers:
        consumer.start()
    options.seed += 1
    lives += write(options)
    with sqlite3.connect(f"file:{options.db}?mode=ro", uri=True) as db:
        expected = {seq: (kind, article) for seq, kind, article in db.execute(
            "SELECT seq, kind, article_id FROM change ORDER BY seq")}
    written = time.monotonic()
    behind = [len(expected) - consumer.reached() for consumer in consumers]
    catch_up(consumers, len(expected))
    for consumer in consumers:
        consumer.stop.set()
    for consumer in consumers:
        consumer.join()
    print(f"# {len(expected)} changes; lives: writer {lives}, dying "
          f"{dying.lives}, careful {carefully.lives}; repeated: dying "
          f"{len(dying.lines) - len(expected)}")
    print(f"# written in {written - began:.0f} s, steady, dying, careful then "
          f"{', '.join(map(str, behind))} behind; there "
          f"{time.monotonic() - written:.0f} s later")
    failed = n = 0
    for n, (name, fault) in enumerate(
            points(expected, steady, dying, carefully), 1):
        print(f"{'not ' if fault else ''}ok {n} - {name}")
        if fault:
            failed += 1
            print(f"# {fault}")
    print(f"1..{n}")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(
        description="Consumers of the change log, killed at random.")
    parser.add_argument("--gleaner", required=True)
    parser.add_argument("--writer")
    parser.add_argument("--changes", type=int, default=5000)
    parser.add_argument("--writer-life", type=float, default=1.5,
                        help="seconds until the writer is killed, at most")
    parser.add_argument("--seed", type=int,
                        default=time.time_ns() % 1000000)
    parser.add_argument("--ledger", help=argparse.SUPPRESS)
    parser.add_argument("dir")
    options = parser.parse_args()
    options.db = os.path.join(options.dir, "torture.db")
    if options.ledger:
        return careful(options)
    return torture(options)


if __name__ == "__main__":
    sys.exit(main())
