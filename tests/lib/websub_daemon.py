"""A daemon with WebSub under a clock that the test advances (clock_shim.c),
and queries of its database.  websub_hub.py is the hub.
"""
import json
import os
import signal
import socket
import sqlite3
import struct
import subprocess
import time

from database import connect


def until(what, seconds=30):
    """Repeats what() until its value is true, and returns the value. The pause
    between two calls depends on the time of a call, because some calls start
    processes."""
    end = time.monotonic() + seconds
    while (began := time.monotonic()) < end:
        value = what()
        if value:
            return value
        time.sleep(max(0.02, 2 * (time.monotonic() - began)))
    return what()


class Gleaner:
    def __init__(self, site, build, work):
        self.build, self.work = build, work
        self.site, self.passed, self.process = site, 0, None
        self.config = self.work / "gleaner.yaml"
        self.db = os.environ["DB"] \
            if os.environ.get("STORE") == "postgres" \
            else self.work / "gleaner.db"
        with socket.socket() as s, socket.socket() as t:
            s.bind(("127.0.0.1", 0))
            t.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
            self.metrics_port = t.getsockname()[1]
        self.write_clock()

    def write_clock(self):
        mode = "r+b" if (self.work / "clock").exists() else "wb"
        with open(self.work / "clock", mode) as f:
            f.write(struct.pack("=qq", 0, self.passed))

    def configure(self, feeds, websub=True):
        lines = [f"database: {self.db}", "poll: { interval: 30m, min: 1s, "
                 "max: 30m, adaptive: false }",
                 "host: { gap: 0s, allow_private: true, robots: false }",
                 "fetch: { timeout: 10s, feed_bytes: 64KiB }",
                 "articles: { fetch: false }",
                 f"control: {self.work}/control.sock",
                 "sites:", "  - match: 127.0.0.1", "    headers: { "
                 "Authorization: Bearer secret, Cookie: session=secret }",
                 "feeds:"]
        lines += [f"  - {feed.url}" for feed in feeds]
        lines.append(f"listen: '127.0.0.1:{self.metrics_port}'")
        if websub:
            lines.append(
                f"websub: {{ listen: '127.0.0.1:{self.port}', callback: "
                f"'http://127.0.0.1:{self.port}/hooks/' }}")
        self.config.write_text("\n".join(lines) + "\n")

    def environment(self):
        """Returns the environment of the daemon. The shim is loaded before the
        library of the sanitizers."""
        options = os.environ.get("ASAN_OPTIONS", "")
        return dict(os.environ, TEST_CLOCK=str(self.work / "clock"),
                    LD_PRELOAD=str(self.build / "clock-shim.so"),
                    ASAN_OPTIONS=options + ":verify_asan_link_order=0")

    def start(self):
        env = self.environment()
        with open(self.work / "gleanerd.out", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [self.build / "gleanerd", "-c", self.config], stdout=log,
                stderr=log, env=env)
        until(lambda: json.loads(
            self.run("status", "--json") or "{}").get("daemon"))

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)

    def reload(self):
        self.process.send_signal(signal.SIGHUP)

    def pass_time(self, seconds):
        self.passed += seconds
        self.write_clock()

    def run(self, *args):
        env = self.environment()
        return subprocess.run([self.build / "gleaner", "-c", self.config,
                               *args], capture_output=True, text=True, env=env,
                              check=False).stdout

    def sql(self, query, *args):
        with connect(self.db) as db:
            return db.execute(query, args).fetchall()

    def has_table(self, name):
        try:
            self.sql(f"SELECT 1 FROM {name} LIMIT 1")
            return True
        except sqlite3.OperationalError:
            return False

    def one(self, query, *args):
        rows = self.sql(query, *args)
        return rows[0][0] if rows else None

    def feed_id(self, feed):
        return self.one("SELECT id FROM feed WHERE url = ?", feed.url)

    def now(self):
        return time.time() + self.passed

    def polls(self, feed):
        return self.one("SELECT count(*) FROM poll WHERE feed_id = ? AND "
                        "outcome <> 'delivered'", self.feed_id(feed))

    def poll(self, feed):
        """Polls the feed. The command is repeated, because a start or a reload
        may change the planned time after the command."""
        before = self.polls(feed)
        for _ in range(6):
            self.run("feed", "poll", feed.url)
            if until(lambda: self.polls(feed) > before, 5):
                return True
        return False

    def state(self, feed):
        return self.one("SELECT state FROM websub WHERE feed_id = ? "
                        "ORDER BY id DESC", self.feed_id(feed))

    def column(self, feed, name):
        return self.one(f"SELECT {name} FROM websub WHERE feed_id = ? AND "
                        "state <> 'leaving'", self.feed_id(feed))

    def entries(self, feed):
        return {row[0] for row in self.sql(
            "SELECT title FROM entry WHERE feed_id = ?", self.feed_id(feed))}

    def form(self, feed, mode="subscribe"):
        """Returns the last request with this hub.mode for the feed."""
        rows = [r for r in self.site.requests if r["hub.mode"] == mode and
                r["hub.topic"] == feed.topic]
        return rows[-1] if rows else None

    def dump(self):
        """Returns all rows that a delivery may change."""
        return [self.sql(f"SELECT * FROM {table} ORDER BY 1") for table in
                ("feed", "entry", "article", "change", "revision", "poll")]

    def refused(self, feed):
        return self.column(feed, "refused")
