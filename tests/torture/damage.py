#!/usr/bin/env python3
"""damage.py -- databases that are damaged while a daemon has them open.

    DATABASES=100 SEED=n tests/torture/damage.py

A daemon runs on a copy of a database with some hundred articles, and pages of
its file are overwritten. The daemon must notice this within a minute, report
it in /health, and end with exit code 1 and one event store-damaged. The next
start must fail. Then `gleaner check --salvage` writes a new database, which
must be valid and contain every row whose pages were not damaged, unchanged.
"""
import concurrent.futures
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request

from campaign import BUILD, Daemon, Origin, Points, Work, dice, start

DATABASES = int(os.environ.get("DATABASES", "100"))
AT_ONCE = int(os.environ.get("AT_ONCE", "10"))
NOTICED_S = 60           # promised time until damage is detected
ENDED_S = 60             # promised time from the detection to the end
HEALTH_S = 20            # a busy machine answers late
TABLES = ("article", "entry", "feed", "change", "consumer", "revision", "poll",
          "page", "page_dictionary")
# These tables have no column for their rowid, so the rowid may change. Their
# rows are compared by other columns.
KEYS = {"consumer": "name", "revision": "article_id || '/' || revision"}
# The salvaged database does not contain a row whose parent is lost.
PARENTS = {"entry": [("article", "article_id")],
           "change": [("article", "article_id")],
           "revision": [("article", "article_id")],
           # A page cannot be unpacked without its dictionary.
           "page": [("article", "article_id"),
                    ("page_dictionary", "dictionary_id")],
           "poll": [("feed", "feed_id")]}
WAYS = ("15 % of the pages", "one page", "five pages", "zeros", "swapped",
        "the tail", "page 1", "the schema", "the map", "the end of a text")


def garble(path, way, rng, size=4096):
    """Overwrites or removes pages of the file; returns their numbers."""
    n = os.path.getsize(path) // size
    noise = lambda: rng.randbytes(size)
    used = used_pages(path)
    with open(path, "r+b") as f:
        def put(number, content):
            f.seek((number - 1) * size)
            f.write(content)
            return number
        pick = lambda k: rng.sample(used, min(k, len(used)))
        if way == "15 % of the pages":
            return {put(p, noise()) for p in pick(max(2, len(used) * 15 // 100))}
        if way == "one page":
            return {put(p, noise()) for p in pick(1)}
        if way == "five pages":
            return {put(p, noise()) for p in pick(5)}
        if way == "zeros":
            return {put(p, bytes(size)) for p in pick(3)}
        if way == "swapped":
            leaves = pages_of(path, "pagetype = 'leaf' AND name = 'article'")
            a, b = rng.sample(leaves, 2)
            f.seek((a - 1) * size)
            first = f.read(size)
            f.seek((b - 1) * size)
            second = f.read(size)
            return {put(a, second), put(b, first)}
        if way == "the tail":
            keep = n * rng.randrange(70, 95) // 100
            f.truncate(keep * size)
            return set(range(keep + 1, n + 1))
        if way == "the end of a text":
            # The last page of a chain has the number 0 as its next page.
            ends = pages_of(path, "pagetype = 'overflow' AND name = 'article'")
            f.seek(0)
            content = f.read()
            ends = [p for p in ends
                    if content[(p - 1) * size:(p - 1) * size + 4] == bytes(4)]
            return {put(rng.choice(ends), bytes(size))}
        if way == "page 1":
            return {put(1, noise())}
        if way == "the schema":
            return {put(p, noise()) for p in pages_of(
                path, "name = 'sqlite_schema' AND pagetype = 'leaf'")[:2]}
        return {put(2, noise())}


def pages_of(path, where):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return [row[0] for row in db.execute(
            f"SELECT pageno FROM dbstat WHERE {where} ORDER BY pageno")]


def used_pages(path):
    """Returns the pages that SQLite uses for tables and indexes, except the
    first two."""
    return [p for p in pages_of(path, "1") if p > 2]


class Truth:
    """Returns each row of the undamaged file, and the pages that contain the
    row."""

    def __init__(self, path):
        self.rows, self.pages = {}, {}
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            for table in TABLES:
                self.read(db, table)

    def read(self, db, table):
        order = "name" if table == "consumer" else "rowid"
        rows = db.execute(f"SELECT {KEYS.get(table, 'rowid')}, * "
                          f"FROM {table} ORDER BY {order}").fetchall()
        keys = [row[0] for row in rows]
        self.rows[table] = {row[0]: row[1:] for row in rows}
        pages = self.pages[table] = {}
        at, overflow = 0, {}
        for path, page in db.execute(
                "SELECT path, pageno FROM dbstat WHERE name = ? "
                "AND pagetype = 'overflow'", (table,)):
            overflow.setdefault(path.split("+")[0], set()).add(page)
        for path, page, cells in db.execute(
                "SELECT path, pageno, ncell FROM dbstat WHERE name = ? "
                "AND pagetype = 'leaf' ORDER BY path", (table,)):
            for i in range(cells):
                pages[keys[at]] = {page} | overflow.get(
                    f"{path}{i:03x}", set())
                at += 1

    def whole(self, table, damaged):
        return {key for key, pages in self.pages[table].items()
                if not pages & damaged}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Case:
    """The test of one database, from the start of the daemon to the salvaged
    copy."""

    def __init__(self, work, base, number, way, seed):
        self.work, self.number, self.way = work, number, way
        self.rng = __import__("random").Random(seed)
        self.folder = work / f"case-{number}"
        os.mkdir(self.folder)
        self.db = os.path.join(self.folder, "gleaner.db")
        self.log = os.path.join(self.folder, "gleanerd.log")
        self.config = os.path.join(self.folder, "gleaner.yaml")
        self.port = free_port()
        shutil.copyfile(base, self.db)
        with open(self.config, "w", encoding="utf-8") as f:
            f.write(f"database: {self.db}\n"
                    f"control: {self.folder}/control.sock\n"
                    f"listen: 127.0.0.1:{self.port}\n"
                    "poll: { interval: 1h, min: 1s, max: 1h, adaptive: "
                    "false }\nhost: { gap: 0s, allow_private: true }\n")
        self.wrong = []
        self.noticed = self.ended = 0.0
        self.lost = 0

    def run(self, *words):
        return subprocess.run(
            [f"{BUILD}/{words[0]}", "-c", self.config, *words[1:]],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=120, check=False)

    def said(self, pattern):
        with open(self.log, encoding="utf-8", errors="replace") as f:
            return len(re.findall(pattern, f.read()))

    def wait(self, what, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if what():
                return True
            time.sleep(0.05)
        return False

    def health(self):
        try:
            with urllib.request.urlopen(
                    f"http://127.0.0.1:{self.port}/health", timeout=5) as r:
                return r.status
        except urllib.error.HTTPError as e:
            return e.code
        except OSError:
            return 0

    def damage(self):
        with open(self.log, "wb") as log:
            process = start([f"{BUILD}/gleanerd", "-c", self.config],
                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            if not self.wait(lambda: self.said(" ready "), 60):
                self.wrong.append("the daemon did not start")
                return set()
            time.sleep(self.rng.random())
            damaged = garble(self.db, self.way, self.rng)
            at = time.monotonic()
            if not self.wait(lambda: self.said("store-damaged"), NOTICED_S):
                self.wrong.append(f"not detected after {NOTICED_S} s")
                return damaged
            self.noticed = time.monotonic() - at
            if not self.wait(lambda: self.health() == 503, HEALTH_S):
                self.wrong.append("/health is not 503")
            try:
                code = process.wait(ENDED_S)
                self.ended = time.monotonic() - at
                if code != 1:
                    self.wrong.append(f"the daemon ended with {code}")
            except subprocess.TimeoutExpired:
                self.wrong.append("the daemon did not end")
            lines = self.said(r"(?m)^\S+ error ")
            if self.said("store-damaged") != 1 or lines > 3:
                self.wrong.append(f"{lines} error lines")
            return damaged
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                process.wait()

    def salvage(self, truth, damaged):
        again = self.run("gleanerd", "--once")
        if again.returncode not in (1, 3):
            self.wrong.append(f"the next start ended with {again.returncode}")
        before = digest(self.db)
        out = os.path.join(self.folder, "saved.db")
        done = self.run("gleaner", "check", "--salvage", out)
        if done.returncode != 0:
            self.wrong.append(f"salvage: {done.returncode}: {done.stdout}")
            return
        if digest(self.db) != before:
            self.wrong.append("salvage changed the damaged file")
        self.compare(out, truth, damaged)
        os.rename(out, self.db)
        for name in ("-wal", "-shm"):
            if os.path.exists(self.db + name):
                os.unlink(self.db + name)
        again = self.run("gleanerd", "--once")
        if again.returncode != 0 or self.run(
                "gleaner", "check").returncode != 0:
            self.wrong.append("the daemon does not run with the salvaged "
                              f"file: {again.stdout}")

    def compare(self, out, truth, damaged):
        with sqlite3.connect(f"file:{out}?mode=ro", uri=True) as db:
            have = {}
            for table in TABLES:
                key = KEYS.get(table, "rowid")
                have[table] = {row[0]: row[1:] for row in db.execute(
                    f"SELECT {key}, * FROM {table}")}
        for table in TABLES:
            whole = truth.whole(table, damaged)
            self.lost += len(truth.rows[table]) - len(whole)
            columns = truth_columns(out, table)
            for key in whole:
                row = truth.rows[table][key]
                parents = [(parent, row[columns.index(column)])
                           for parent, column in PARENTS.get(table, ())]
                if any(value is not None and value not in have[parent]
                       for parent, value in parents):
                    continue
                if key not in have[table]:
                    self.wrong.append(f"{table} {key} is missing")
                elif table in ("article", "change", "entry", "consumer",
                               "revision", "page") and \
                        have[table][key] != row:
                    self.wrong.append(f"{table} {key} has changed")


def truth_columns(path, table):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def digest(path):
    with open(path, "rb") as f:
        return hash(f.read())


def make_base(work):
    """Makes a database of some hundred articles with all dependent rows."""
    origin = Origin(work, "--generate", "12x20")
    daemon = Daemon(work, origin.feeds(), db=work / "base.db")
    for items in (20, 24):
        origin.scenario(f"route /feed/*\n  pass\n  items {items}\n")
        daemon.start("--once")
        daemon.end(0, 120)
        time.sleep(1.1)
    subprocess.run([f"{BUILD}/gleaner", "-c", daemon.config, "follow",
                    "--consumer", "reader", "--limit", "50"],
                   stdout=subprocess.DEVNULL, check=True)
    with sqlite3.connect(daemon.db) as db:
        db.execute("UPDATE feed SET status = 'paused'")
        # The harvests create no revision, so revisions are inserted here.
        db.execute("INSERT INTO revision (article_id, revision, at, title, "
                   "body) SELECT id, 1, 1, title, body FROM article "
                   "WHERE id % 3 = 0")
        db.execute("UPDATE article SET revision = 2 WHERE id % 3 = 0")
        db.execute("INSERT INTO change (article_id, revision, kind, at) "
                   "SELECT id, 2, 'revised', 2 FROM article WHERE id % 3 = 0")
        db.commit()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    origin.process.kill()
    return daemon.db


def main():
    points = Points()
    rng = dice()
    with Work("damage") as work:
        base = make_base(work)
        truth = Truth(base)
        n = {table: len(rows) for table, rows in truth.rows.items()}
        points.ok(n["article"] >= 200 and n["consumer"] == 1,
                  f"a database of {n}")
        ways = [WAYS[i % len(WAYS)] for i in range(DATABASES)]
        cases = [Case(work, base, i, way, rng.random())
                 for i, way in enumerate(ways)]

        def live(case):
            damaged = case.damage()
            if damaged and not case.wrong:
                case.salvage(truth, damaged)
            return case

        begun = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(live, cases))
        for way in WAYS[:DATABASES]:
            those = [c for c in cases if c.way == way]
            wrong = [f"{c.number}: {text}" for c in those for text in c.wrong]
            points.ok(not wrong, f"I5: {way}: {len(those)} databases, detected "
                      f"after {max(c.noticed for c in those):.0f} s at most, "
                      f"{sum(c.lost for c in those)} rows on damaged pages",
                      *wrong[:10])
        print(f"# {DATABASES} databases in {time.monotonic() - begun:.0f} s; "
              f"detected after {max(c.noticed for c in cases):.1f} s at most, "
              f"ended after {max(c.ended for c in cases):.1f} s; "
              f"{sum(bool(c.wrong) for c in cases)} bad")
    return points.end()


if __name__ == "__main__":
    sys.exit(main())
