#!/usr/bin/env python3
"""kills.py -- a daemon that is killed during a harvest, thousands of times.

    ROUNDS=5000 SIGNAL=KILL|TERM SEED=n tests/torture/kills.py

One database is used for LIVES kills. Before each start every feed has new
items, every page has another text, and the clock is ahead, so that the daemon
has feeds to poll, articles to fetch and pages to visit again. A tenth of the
kills happens before the daemon is ready. A kill counts if work was still
pending. After each kill:

    no process of the daemon is left; rows that existed before, or that a
    reader saw just before the kill, still exist; no row is duplicated or
    incomplete; the next start is ready soon (time for which other work of
    the machine delayed it is subtracted and reported).

The state is read from a copy, so that the next start has to recover the log.
After the last kill of each database all pending work is done, and all rows are
counted.
"""
import json
import os
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import time

from campaign import (BUILD, STOP_S, Daemon, Origin, Points, Work, dice,
                      faults, pace, reap, spread, wait_for)

ROUNDS = int(os.environ.get("ROUNDS", "5000"))
SIGNAL = getattr(signal, "SIG" + os.environ.get("SIGNAL", "KILL"))
FEEDS, HOSTS, STEP = 10, 5, 2
LIVES = 25           # kills of one database
AHEAD_S = 20         # advance of the clock for each start
READY_S = 2
BEFORE_READY = 0.1   # share of the kills before the daemon is ready
READERS = 0.5        # share of the kills before which a reader reads the rows
EVERY_PAGE = 100     # rounds between two integrity checks


class Kills:
    def __init__(self, work):
        self.work = work
        self.dice = dice()
        self.origin = Origin(work, "--generate", f"{FEEDS}x{STEP}", "--hosts",
                             str(HOSTS))
        self.daemon = Daemon(
            work, self.origin.feeds(),
            articles=f"{{ max_age: 3650d, revisit: [{AHEAD_S}s, 1h] }}")
        self.daemon.shift_clock(work / "clock")
        self.ready, self.waited, self.ends, self.bad = [], [], [], []
        self.rounds = self.hits = self.early = self.orphans = 0
        self.articles = self.harvests = 0
        self.ahead = 0
        self.per_change = 0.004     # seconds; measured
        self.renew()

    def renew(self):
        for ending in ("", "-wal", "-shm"):
            try:
                os.unlink(self.daemon.db + ending)
            except FileNotFoundError:
                pass
        self.items = 0
        self.known = {}             # article → (url, revision)
        self.told = {}              # seq → (article, revision, kind)

    def fault(self, text):
        self.bad.append(f"round {self.rounds}: {text}")

    def new_work(self):
        self.items += STEP
        self.origin.scenario(
            f"route /feed/*\n  pass\n  items {self.items}\n"
            f"route /article/*\n  pass\n  revision {self.rounds + 1}\n")
        self.ahead += AHEAD_S
        with open(self.work / "clock", "wb") as f:
            f.write(struct.pack("=qq", self.ahead, 0))

    def look(self, every):
        """Checks a copy of the database. Returns the number of items for which
        the table `change` has no row yet."""
        copy = self.work / "copy.db"
        for ending in ("", "-wal"):
            try:
                shutil.copyfile(self.daemon.db + ending, copy + ending)
            except FileNotFoundError:
                # A new database gets its name when it is complete. Before
                # that, there is no file, and all changes are missing.
                if ending == "":
                    return FEEDS * self.items
                if os.path.exists(copy + ending):
                    os.unlink(copy + ending)
        db = sqlite3.connect(copy)
        try:
            for text in faults(db, every):
                self.fault(text)
            self.compare(db)
            # An item causes a change of kind "new", which is counted here, and
            # another change at its revisit.
            return FEEDS * self.items - sum(
                1 for *_, kind in self.told.values() if kind == "new")
        except sqlite3.Error as e:
            self.fault(f"the database cannot be read: {e}")
            return 0
        finally:
            db.close()

    def compare(self, db):
        """Compares the rows with those known before."""
        articles = {row[0]: row[1:] for row in db.execute(
            "SELECT id, url, revision FROM article")}
        told = {row[0]: row[1:] for row in db.execute(
            "SELECT seq, article_id, revision, kind FROM change")}
        for article, (url, revision) in self.known.items():
            now = articles.get(article)
            if now is None or now[0] != url or now[1] < revision:
                self.fault(f"lost: {url}, revision {revision}, now {now}")
        for seq, change in self.told.items():
            if told.get(seq) != change:
                self.fault(f"change {seq} was {change}, is {told.get(seq)}")
        # The items of one response and its validators are stored together.
        for url, n in db.execute(
                "SELECT f.url, count(e.id) FROM feed f LEFT JOIN entry e "
                "ON e.feed_id = f.id GROUP BY f.id"):
            if n % STEP:
                self.fault(f"half a response: {url} has {n} entries")
        self.known, self.told = articles, told

    def wait_of(self, seconds):
        """Waits before a kill, for a delay that was chosen at random."""
        time.sleep(seconds)

    def life(self):
        self.rounds += 1
        self.new_work()
        owed = max(FEEDS * self.items - len(
            {a for a, _, kind in self.told.values() if kind == "new"}), 10)
        before = len(self.told)
        self.daemon.start()
        early = self.dice.random() < BEFORE_READY and self.ready
        if early:
            self.wait_of(self.dice.random() * sorted(self.ready)[
                len(self.ready) // 2])
        elif not self.is_ready():
            return
        at = time.monotonic()
        if not early:
            self.wait_of(self.dice.random() * 1.2 * owed * self.per_change)
        lived = time.monotonic() - at
        seen = {}
        if self.dice.random() < READERS and not early:
            seen = {row[0]: row[1:] for row in self.daemon.rows(
                "SELECT seq, article_id, revision, kind FROM change "
                "ORDER BY seq DESC LIMIT 50")}
        code, took = self.daemon.end(SIGNAL, 10 * STOP_S)
        self.ends.append(pace.idle_s(took, STOP_S))
        self.judge_end(code, early)
        if not wait_for(lambda: reap() == 0, 5):
            self.orphans += 1
        self.told.update(seen)      # checked by look()
        left = self.look(self.rounds % EVERY_PAGE == 0)
        self.early += bool(early)
        self.hits += left > 0
        changes = len(self.told) - before
        if changes > 5 and not early:
            # The time per change is adjusted slowly, because the value of one
            # run is inaccurate.
            self.per_change += (lived / changes - self.per_change) * 0.1

    def judge_end(self, code, early):
        wanted = {signal.SIGKILL: (-9,)}.get(
            SIGNAL, (0, -SIGNAL) if early else (0,))
        if code not in wanted:
            self.fault(f"the daemon ended with {code}")

    def is_ready(self):
        ready = self.daemon.wait_ready()
        if ready is None:
            self.fault("the daemon was never ready")
            self.daemon.end(signal.SIGKILL, 5)
            return False
        seconds, waited = ready
        self.ready.append(pace.idle_s(max(seconds - waited, 0), READY_S))
        self.waited.append(waited)
        return True

    def harvest(self):
        """Does all pending work and counts all rows."""
        total = FEEDS * self.items
        self.ahead += 3600          # so that failures are retried
        with open(self.work / "clock", "wb") as f:
            f.write(struct.pack("=qq", self.ahead, 0))
        self.daemon.start()
        if not self.is_ready():
            return
        done = "SELECT count(*) FROM article WHERE status = 'done'"
        if not wait_for(lambda: self.daemon.one(done) >= total, 120):
            self.fault(f"{self.daemon.one(done)} of {total} done at the end")
        code, _ = self.daemon.stop()
        if code != 0:
            self.fault(f"after the harvest the daemon ended with {code}")
        self.look(True)
        for what, query in (
                ("articles", "SELECT count(DISTINCT url) FROM article"),
                ("rows", "SELECT count(*) FROM article"),
                ("entries", "SELECT count(*) FROM entry"),
                ("told", "SELECT count(*) FROM change WHERE kind = 'new'")):
            n = self.daemon.one(query)
            if n != total:
                self.fault(f"{n} {what}, not {total}")
        self.ask_gleaner(total)
        self.articles += total
        self.harvests += 1

    def ask_gleaner(self, total):
        """Runs gleaner commands as a user would."""
        said = subprocess.run(
            [f"{BUILD}/gleaner", "-c", self.daemon.config, "follow",
             "--consumer", "after"], stdout=subprocess.PIPE, check=False)
        ids = {json.loads(line)["id"] for line in said.stdout.splitlines()}
        if len(ids) != total:
            self.fault(f"a consumer gets {len(ids)} of {total} articles")
        check = subprocess.run(
            [f"{BUILD}/gleaner", "-c", self.daemon.config, "check"],
            stdout=subprocess.PIPE, text=True, check=False)
        if check.returncode != 0:
            self.fault(f"gleaner check: {check.stdout[-200:]}")

    def run(self):
        while self.hits < ROUNDS and self.rounds < 3 * ROUNDS + 10:
            for _ in range(LIVES):
                self.life()
                if self.rounds % 250 == 0:
                    print(f"# {self.rounds} kills, {self.hits} of them in "
                          f"mid-harvest, ready {spread(self.ready)}, "
                          f"{len(self.bad)} faults", flush=True)
                if self.hits >= ROUNDS:
                    break
            self.harvest()
            self.renew()


def main():
    print(f"# ROUNDS={ROUNDS} SIGNAL={SIGNAL.name} {BUILD}")
    points = Points()
    with Work("kills") as work:
        kills = Kills(work)
        begun = time.monotonic()
        kills.run()
        print(f"# {kills.rounds} kills in {time.monotonic() - begun:.0f} s, "
              f"{kills.early} of them before the daemon was ready; "
              f"{kills.harvests} databases, {kills.articles} articles")
        print(f"# ready after {spread(kills.ready)}; it also waited for a "
              f"processor: {spread(kills.waited)}")
        points.ok(kills.hits >= ROUNDS,
                  f"{kills.hits} kills hit a harvest before its end")
        lost = kills.bad[:20]
        points.ok(not lost, "S57: no row is lost or duplicated, the database "
                  "has no fault after each kill", *lost)
        points.ok(kills.orphans == 0, f"no process is left "
                  f"({kills.orphans})")
        points.ok(max(kills.ready) <= READY_S,
                  f"each start is ready within {READY_S} s")
        if SIGNAL != signal.SIGKILL:
            points.ok(max(kills.ends) <= STOP_S, "S69: ended within "
                      f"{STOP_S} s each time: {spread(kills.ends)}")
    return points.end()


if __name__ == "__main__":
    sys.exit(main())
