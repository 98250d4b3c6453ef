#!/usr/bin/env python3
"""reloads.py -- invalid configurations under load.

    RELOADS=50 SEED=n tests/torture/reloads.py

While feeds get new items, the daemon is repeatedly asked to reload its
configuration, which is invalid in some way or absent. Between two invalid
configurations there is a valid one, alternately with one feed more or less.
Each invalid configuration causes one error event, and the feeds of the
previous valid one are still polled. The same daemon runs all the time, and no
item is lost.
"""
import os
import signal
import sqlite3
import sys
import time

from campaign import (BUILD, Daemon, Origin, Points, Work, dice, faults,
                      wait_for)

RELOADS = int(os.environ.get("RELOADS", "50"))
FEEDS, HOSTS, STEP = 12, 6, 2
BROKEN = (         # name of the fault, lines added to a valid configuration
    ("an unknown key", "pol: { interval: 1m }\n"),
    ("a number out of range", "workers: -7\n"),
    ("a list in place of a map", "retain: [1, 2]\n"),
    ("no YAML", "listen: { ]\n"),
    ("an unknown scheme", "  - gopher://127.0.0.1/\n"),
    ("an alias", "log: &a { level: info }\n"),
    ("bytes that are not UTF-8", "contact: \udcff\udcfe\n"),
    ("nesting", "include: " + "[" * 500 + "\n"),
    ("no file", None),
    ("a folder", None),
)


class Reloads:
    def __init__(self, work):
        self.dice = dice()
        self.origin = Origin(work, "--generate", f"{FEEDS + 1}x{STEP}",
                             "--hosts", str(HOSTS))
        self.urls = self.origin.feeds()
        self.daemon = Daemon(work, self.urls[:FEEDS])
        self.items = 0
        self.bad = []
        self.used = {}

    def more(self):
        self.items += STEP
        self.origin.scenario(f"route /feed/*\n  pass\n  items {self.items}\n")

    def events(self, name):
        return len(self.daemon.events(f" {name}( |$)"))

    def hup(self):
        """Sends SIGHUP; returns True if the daemon reads the file, valid or
        not, within 30 s."""
        before = self.events("config-kept") + self.events("config-read")
        self.daemon.process.send_signal(signal.SIGHUP)
        return wait_for(lambda: self.events("config-kept") +
                        self.events("config-read") > before, 30)

    def break_it(self):
        """Installs an invalid configuration; returns its name."""
        path = self.daemon.config
        # Each kind once, then random ones.
        left = [b for b in BROKEN if b[0] not in self.used] or BROKEN
        name, text = self.dice.choice(left)
        self.used[name] = self.used.get(name, 0) + 1
        with open(path, encoding="utf-8") as f:
            good = f.read()
        os.unlink(path)
        if name == "a folder":
            os.mkdir(path)
        elif name != "no file":
            with open(path, "w", encoding="utf-8",
                      errors="surrogateescape") as f:
                f.write(good + text)
            os.chmod(path, 0o600)
        return name

    def repair(self, n):
        if os.path.isdir(self.daemon.config):
            os.rmdir(self.daemon.config)
        self.daemon.urls = self.urls[:FEEDS + n % 2]
        self.daemon.write_config()

    def polled(self):
        return self.daemon.one("SELECT coalesce(max(id), 0) FROM poll")

    def active(self):
        return self.daemon.one("SELECT count(*) FROM feed WHERE status = "
                               "'active'")

    def round(self, n):
        self.more()
        time.sleep(self.dice.random() * 0.6)
        name = self.break_it()
        kept, read = self.events("config-kept"), self.events("config-read")
        feeds = self.active()
        if not self.hup():
            self.bad.append(f"{n}: {name}: nothing is logged")
        polled = self.polled()
        if (self.events("config-kept"), self.events("config-read")) != (
                kept + 1, read):
            self.bad.append(f"{n}: {name}: not exactly one error")
        if not wait_for(lambda: self.polled() > polled, 20):
            self.bad.append(f"{n}: {name}: the daemon does not poll")
        if self.active() != feeds:
            self.bad.append(f"{n}: {name}: feeds are missing")
        self.repair(n)
        if not self.hup() or not wait_for(
                lambda: self.active() == FEEDS + n % 2, 20):
            self.bad.append(f"{n}: a valid configuration is not used")

    def is_whole(self):
        return self.daemon.one(
            "SELECT count(*) FROM article WHERE status = 'done' AND id IN "
            "(SELECT article_id FROM entry e JOIN feed f ON f.id = e.feed_id "
            "WHERE f.status = 'active')") == FEEDS * self.items

    def judge(self, points):
        points.ok(not self.bad, f"S60: {RELOADS} invalid files: one error each, "
                  "the previous configuration stays in use", *self.bad[:10])
        points.ok(wait_for(self.is_whole, 60), "no article is lost",
                  f"{FEEDS * self.items} articles are expected",
                  *self.daemon.rows(
                      "SELECT f.url, f.status, a.status, a.status_why, "
                      "count(*) FROM feed f JOIN entry e ON e.feed_id = f.id "
                      "JOIN article a ON a.id = e.article_id "
                      "GROUP BY 1, 2, 3, 4"))
        points.ok(self.daemon.process.poll() is None,
                  "the same daemon still runs")
        code, took = self.daemon.stop()
        points.ok(code == 0, f"the daemon ends in {took:.1f} s")
        db = sqlite3.connect(self.daemon.db)
        found = faults(db, True)
        db.close()
        points.ok(not found, "the database has no fault or duplicate",
                  *found[:10])


def main():
    print(f"# RELOADS={RELOADS} {BUILD}")
    points = Points()
    with Work("reloads") as work:
        test = Reloads(work)
        test.more()
        test.daemon.start()
        # The daemon is ready before the feeds are stored.
        points.ok(test.daemon.wait_ready() is not None and
                  wait_for(lambda: test.active() == FEEDS),
                  "the daemon starts and stores the feeds")
        for n in range(1, RELOADS + 1):
            test.round(n)
        test.repair(0)
        test.hup()
        print("# " + ", ".join(f"{k}: {v}" for k, v in test.used.items()))
        test.judge(points)
    return points.end()


if __name__ == "__main__":
    sys.exit(main())
