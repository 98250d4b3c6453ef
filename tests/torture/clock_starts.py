#!/usr/bin/env python3
"""clock_starts.py -- a daemon that is started with wrong clocks.

    STARTS=200 SEED=n tests/torture/clock_starts.py

Time passes, feeds get new items, and each start has its own clock: right, or
up to 400 days ahead or behind. Some runs last hours, in some the clock jumps,
and some are killed. The true storage time of each row is recorded. A row that
is deleted before it reaches the age of `retain` was deleted because of a wrong
clock, which must not happen. At the end the clock stays right, and old rows
must be deleted.
"""
import json
import os
import signal
import struct
import sys
import time

from campaign import (BUILD, Daemon, Origin, Points, Work, dice, faults,
                      wait_for)
import sqlite3

STARTS = int(os.environ.get("STARTS", "200"))
DAY, HOUR = 86400, 3600
KEEP = 30 * DAY
TABLES = {"article": ("id", "first_seen_at"),
          "page": ("article_id", "fetched_at"), "poll": ("id", "at")}


class Clock:
    """Two files of clock_shim.c: paths[0] for the daemon, paths[1] for the
    origins. Each has the offset of the wall clock, which is 0 for the origins,
    and the offset of all clocks."""

    def __init__(self, work):
        self.paths = work / "clock", work / "clock.right"
        self.wall = self.all = 0
        self.write("wb")

    def write(self, mode="r+b"):
        for path, wall in zip(self.paths, (self.wall, 0)):
            with open(path, mode) as f:
                f.write(struct.pack("=qq", wall, self.all))

    def set(self, wall):
        self.wall = wall
        self.write()

    def pass_time(self, seconds):
        self.all += seconds
        self.write()

    def now(self):
        """The true time."""
        return time.time() + self.all


class Starts:
    def __init__(self, work):
        self.dice = dice()
        self.clock = Clock(work)
        self.origins = []
        shim = {"LD_PRELOAD": f"{BUILD}/clock-shim.so",
                "TEST_CLOCK": self.clock.paths[1],
                "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") +
                ":verify_asan_link_order=0"}
        before = dict(os.environ)
        os.environ.update(shim)
        for _ in range(3):
            self.origins.append(Origin(work, "--generate", "1x2"))
        os.environ.clear()
        os.environ.update(before)
        self.daemon = Daemon(
            work, [o.feeds()[0] for o in self.origins],
            retain="{ articles: 30d, raw: 30d, polls: 30d }")
        self.daemon.shift_clock(self.clock.paths[0])
        self.items = 2
        self.noted = {table: {} for table in TABLES}
        self.early = []
        self.deleted = self.jumps = self.kills = 0

    def offset(self):
        if self.dice.random() < 0.35:
            return 0
        days = self.dice.uniform(1.1, 400)
        return int(days * DAY) * self.dice.choice((1, -1))

    def look(self, begun):
        """Records which rows exist and which were deleted. begun: the true time
        at which the run began."""
        now = self.clock.now()
        for table, (key, at) in TABLES.items():
            there = dict(self.daemon.rows(
                f"SELECT {key}, {at} FROM {table}"))
            noted = self.noted[table]
            if table == "article":
                articles = there
            for gone in noted.keys() - there.keys():
                seen, said = noted.pop(gone)
                self.deleted += 1
                # A page is deleted with its article, even if the page was
                # fetched again later.
                if now - seen < KEEP and not (
                        table == "page" and gone not in articles):
                    self.early.append(
                        f"{table} {gone}, {(now - seen) / DAY:.1f} days old, "
                        f"noted {(said - seen) / DAY:.1f} days from then; "
                        f"now is {now:.0f}, it said {said}")
                    self.early += [f"  clock {row}" for row in
                                   self.daemon.rows(
                                       "SELECT * FROM clock ORDER BY id DESC "
                                       "LIMIT 10")]
            for new, said in there.items():
                # A page that was fetched again counts as a new row.
                if new not in noted or noted[new][1] != said:
                    noted[new] = begun, said

    def more(self):
        self.items += self.dice.randrange(3)
        for origin in self.origins:
            origin.scenario(
                f"route /feed/*\n  pass\n  items {self.items}\n")

    def look_at_clock(self):
        """Reads the latest time that the daemon has recorded."""
        return self.daemon.one(
            "SELECT until_at FROM clock ORDER BY id DESC LIMIT 1")

    def live(self):
        """Runs the daemon for hours, during which the clock may be changed."""
        self.daemon.start()
        if self.daemon.wait_ready() is None:
            return False
        for _ in range(self.dice.randrange(1, 4)):
            if self.dice.random() < 0.2:
                self.jumps += 1
                self.clock.set(self.offset())
            self.clock.pass_time(self.dice.randrange(1, 30 * HOUR))
            noted = self.clock.now() + self.clock.wall - 30
            wait_for(lambda: self.look_at_clock() >= noted, 20)
        killed = self.dice.random() < 0.3
        self.kills += killed
        self.daemon.end(signal.SIGKILL if killed else signal.SIGTERM, 30)
        return True

    def once(self):
        self.daemon.start("--once")
        code, _ = self.daemon.end(0, 60)
        return code in (0, 1)

    def start(self):
        self.clock.pass_time(self.dice.randrange(0, 30 * HOUR))
        self.clock.set(self.offset())
        self.more()
        begun = self.clock.now()
        good = self.live() if self.dice.random() < 0.4 else self.once()
        self.look(begun)
        return good

    def settle(self):
        """Keeps the clock right in further runs; returns the number of old
        articles that were not deleted."""
        before = {key for key in self.noted["article"]}
        self.clock.set(0)
        for _ in range(49):
            self.live_right(lambda: True)
        # The clock is settled in a run when the three servers have answered.
        # A short run may end before that, so the last run waits for the
        # deletion.
        self.live_right(lambda: not self.left(before))
        return self.left(before)

    def left(self, before):
        """Returns the number of articles in `before` that are not deleted."""
        found = self.daemon.rows(
            "SELECT count(*) FROM article WHERE id IN "
            "(SELECT value FROM json_each(?))", json.dumps(list(before)))
        return found[0][0] if found else len(before)

    def live_right(self, is_done):
        begun = self.clock.now()
        self.daemon.start()
        self.daemon.wait_ready()
        self.clock.pass_time(20 * HOUR)
        noted = self.clock.now() - 30
        wait_for(lambda: self.look_at_clock() >= noted and is_done())
        self.daemon.stop()
        self.look(begun)


def main():
    points = Points()
    with Work("clock") as work:
        starts = Starts(work)
        begun = time.monotonic()
        bad = sum(not starts.start() for _ in range(STARTS))
        points.ok(bad == 0, f"{STARTS} starts with random clocks", f"{bad} bad")
        points.ok(not starts.early,
                  "I1: no row is deleted that a right clock would keep",
                  *starts.early[:20])
        stored = starts.daemon.one("SELECT max(id) FROM article")
        points.ok(stored > STARTS / 2, f"{stored} articles were stored")
        n = len(starts.noted["article"])
        left = starts.settle()
        points.ok(not starts.early,
                  "I1: the corrected clock deletes no row early",
                  *starts.early[:20])
        points.ok(left == 0, f"I1: after 42 more days all {n} are deleted",
                  f"{left} are not deleted")
        with sqlite3.connect(starts.daemon.db) as db:
            wrong = faults(db, True)
        points.ok(not wrong, "the database has no fault", *wrong[:20])
        print(f"# {STARTS} starts, {starts.jumps} jumps, {starts.kills} kills "
              f"in {time.monotonic() - begun:.0f} s, "
              f"{starts.clock.all / DAY:.0f} days; {starts.deleted} rows "
              f"deleted, {len(starts.early)} too early")
    return points.end()


if __name__ == "__main__":
    sys.exit(main())
