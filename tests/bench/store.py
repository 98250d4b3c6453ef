#!/usr/bin/env python3
"""store.py -- measures the cost of filling and querying a large database.

    store.py --gleaner PROGRAM --writer PROGRAM [--rows N] [--words N]
             [--max-ms N] [--max-search-ms N] [--max-slower SHARE] DIR

Fills a database with generated articles (one that exists in DIR is kept) and
prints the rate of each tenth, in CPU time. The rate depends on other work of
the machine. For --max-slower some thousand articles are therefore added
alternately to the large database and to a small database of a thousand
articles. Then runs each query of docs/schema.md, and prints the best time of
three and the plan; and some searches with `gleaner`, one process each. Prints
TAP: no query scans a large table; with --max-ms and --max-search-ms no query or
search takes longer; with --max-slower the large database is filled at nearly
the rate of the small one.
"""
import argparse
import os
import re
import sqlite3
import subprocess
import sys
import time

LARGE = {"article", "entry", "change", "revision", "article_author",
         "article_tag", "media", "page", "page_dictionary", "poll"}
# Generated words: one in most texts, two in few texts.
SEARCHES = ["ba", "venven denden", "title:ba -fo", '"ba ba"', "qui*"]
BLOCK = re.compile(r"^```sql\n(.*?)^```", re.M | re.S)
LINE = re.compile(r"(\d+) changes (\d+) ms (\d+) cpu-ms (\d+) bytes")


SMALL = 1000            # articles of the small database
MORE = 6000             # articles per turn: enough to fill the caches
TURNS = 3


def fill(options, db, rows, seed=0):
    """Runs the writer; returns its measurements as [(rows, cpu_ms, bytes)]."""
    out = subprocess.run(
        [options.writer, "--batch", "200", "--words", str(options.words),
         "--seed", str(seed), db, str(rows)], check=True, capture_output=True,
        text=True).stdout
    found = [tuple(map(int, m)) for m in LINE.findall(out)]
    return [(rows, cpu, size) for rows, _, cpu, size in found]


def tell_filling(steps):
    for (rows0, cpu0, _), (rows, cpu, size) in zip(steps, steps[1:]):
        if rows - rows0 < steps[-1][0] / 20:
            continue            # the last few articles are too few for a rate
        rate = (rows - rows0) * 1000 / max(cpu - cpu0, 1)
        print(f"# {rows:8} articles {rate:8.0f} articles/s "
              f"{size / rows:8.0f} bytes each")


def count(db):
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as connection:
        return connection.execute("SELECT max(seq) FROM change").fetchone()[0]


def compare(options, points):
    """Fills the large database and a new small one alternately."""
    small = os.path.join(options.dir, "store-small.db")
    cpu = {options.db: [], small: []}
    for turn in range(TURNS):
        for beside in ("", "-wal", "-shm", ".lock"):
            if os.path.exists(small + beside):
                os.remove(small + beside)
        fill(options, small, SMALL, 1)
        for db in cpu:
            steps = fill(options, db, count(db) + MORE,
                         time.time_ns() + turn)
            cpu[db].append(steps[-1][1] - steps[0][1])
    large, least = min(cpu[options.db]), min(cpu[small])
    print(f"# {MORE} articles more: {large} ms, in a database of {SMALL}: "
          f"{least} ms")
    points.say(large <= least / (1 - options.max_slower),
               f"filled at {100 * least / large:.0f} % of the rate of a small "
               "database")


def ask(db, sql):
    """Returns the least CPU time of three runs in ms, the number of rows, and
    the plan."""
    best, rows = float("inf"), 0
    for _ in range(3):
        began = time.process_time()
        rows = len(db.execute(sql).fetchall())
        best = min(best, (time.process_time() - began) * 1000)
    plan = [row[3] for row in db.execute("EXPLAIN QUERY PLAN " + sql)]
    return best, rows, plan


def tables_of(sql, names):
    """{alias: table} of a query."""
    found = {}
    for table, alias in re.findall(r"\b(?:FROM|JOIN) (\w+)(?: (?:AS )?(\w+))?",
                                   sql):
        if table in names:
            found[table] = table
            if alias:
                found[alias] = table
    return found


def whole_scans(sql, plan):
    """Large tables that are read completely. A scan of an index in the right
    order with a LIMIT ends early and does not count."""
    tables = tables_of(sql, LARGE)
    sorts = any(line.startswith("USE TEMP B-TREE") for line in plan)
    for line in plan:
        m = re.match(r"SCAN (\w+)( USING)?", line)
        if m and tables.get(m.group(1)) and (
                sorts or not m.group(2) or "LIMIT" not in sql):
            yield tables[m.group(1)]


def questions(document):
    with open(document, encoding="utf-8") as f:
        text = f.read()
    for m in BLOCK.finditer(text):
        heading = text[:m.start()].rstrip().rsplit("\n", 1)[-1]
        yield re.sub(r" \(.*?\)", "", heading).rstrip(":"), m.group(1)


class Points:
    def __init__(self):
        self.n = self.failed = 0

    def say(self, good, name):
        self.n += 1
        self.failed += not good
        print(f"{'' if good else 'not '}ok {self.n} - {name}")


def ask_all(options, points):
    db = sqlite3.connect(f"file:{options.db}?mode=ro", uri=True)
    newest, = db.execute("SELECT max(sort_at) FROM article").fetchone()
    for heading, sql in questions(options.document):
        # The database may have been made on an earlier day. The time of its
        # newest article therefore replaces the present time.
        sql = sql.replace("unixepoch()", str(newest))
        ms, rows, plan = ask(db, sql)
        print(f"# {ms:8.1f} ms {rows:5} rows  {heading}")
        for line in plan:
            print(f"#     {line}")
        scans = sorted(set(whole_scans(sql, plan)))
        points.say(not scans, f"{heading}: " + (
            f"reads all of {', '.join(scans)}" if scans
            else "no large table is scanned"))
        if options.max_ms:
            points.say(ms <= options.max_ms,
                       f"{heading}: within {options.max_ms} ms")
    db.close()


def search_all(options, points):
    for query in SEARCHES:
        before = os.times()
        run = subprocess.run(
            [options.gleaner, "--db", options.db, "search", "--limit", "10",
             "--json", "--", query], capture_output=True, check=False)
        after = os.times()
        ms = (after.children_user + after.children_system
              - before.children_user - before.children_system) * 1000
        print(f"# {ms:8.1f} ms {len(run.stdout.splitlines()):5} hits  "
              f"gleaner search {query}")
        points.say(run.returncode in (0, 1) and not run.stderr,
                   f"search {query}")
        if options.max_search_ms:
            points.say(ms <= options.max_search_ms,
                       f"search {query}: within {options.max_search_ms} ms")


def main():
    parser = argparse.ArgumentParser(description="A large database.")
    parser.add_argument("--gleaner", required=True)
    parser.add_argument("--writer", required=True)
    parser.add_argument("--rows", type=int, default=1000000)
    parser.add_argument("--words", type=int, default=300)
    parser.add_argument("--max-ms", type=float)
    parser.add_argument("--max-search-ms", type=float)
    parser.add_argument("--max-slower", type=float)
    parser.add_argument("dir")
    options = parser.parse_args()
    options.db = os.path.join(options.dir, f"store-{options.rows}.db")
    options.document = os.path.join(
        os.path.dirname(__file__), "..", "..", "docs", "schema.md")
    points = Points()
    tell_filling(fill(options, options.db, options.rows))
    if options.max_slower:
        compare(options, points)
    ask_all(options, points)
    search_all(options, points)
    print(f"1..{points.n}")
    return 1 if points.failed else 0


if __name__ == "__main__":
    sys.exit(main())
