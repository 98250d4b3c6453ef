#!/usr/bin/env python3
"""enrich_store.py -- measures the queries of keywords in a large database.

    enrich_store.py --gleaner PROGRAM --writer PROGRAM [--rows N]
                    [--max-profile-ms N] [--max-trends-ms N]
                    [--max-frequencies-mib N] DIR

Fills a database with generated articles of 60 days, each with up to ten
keywords and a category; a database that exists in DIR is kept. Prints the
processor time of profiles, trends and categories, the least of seven runs with
the start of the program, and the size of the document frequencies. Prints TAP:
each command succeeds and prints rows; with --max-… no figure is greater.
"""
import argparse
import os
import resource
import sqlite3
import subprocess
import sys

DAYS = 60
WORDS = 60              # words of a text
VOCABULARY = 1000000    # different words; most are in few texts
RUNS = 7
CONFIG = """\
profiles:
  - name: bench
    keywords: [{keywords}]
    categories: [sport]
"""


def fill(options):
    # All articles of a batch have the same time: four batches or more in a day.
    batch = min(max(options.rows // DAYS // 4, 1), 200)
    subprocess.run(
        [options.writer, "--batch", str(batch), "--enrich", "--gap",
         str(max(DAYS * 86400 // options.rows, 1)), "--vocabulary",
         str(VOCABULARY), "--words", str(WORDS), options.db,
         str(options.rows)], check=True, stdout=subprocess.DEVNULL)


def children_ms():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1000


class Points:
    def __init__(self):
        self.n = self.failed = 0

    def say(self, good, name):
        self.n += 1
        self.failed += not good
        print(f"{'' if good else 'not '}ok {self.n} - {name}")


def ask(options, points, most_ms, *command):
    """Runs a command of `gleaner` and prints the least processor time."""
    best = float("inf")
    for _ in range(RUNS):
        before = children_ms()
        run = subprocess.run(
            [options.gleaner, "--config", options.config, "--db", options.db,
             *command, "--json"], capture_output=True, text=True, check=False)
        best = min(best, children_ms() - before)
    rows = len(run.stdout.splitlines())
    name = "gleaner " + " ".join(command)
    print(f"# {best:7.1f} ms {rows:5} rows  {name}")
    if run.returncode != 0:
        print(f"# {run.stderr}")
    points.say(run.returncode == 0 and rows > 0, f"{name}: prints rows")
    if most_ms:
        points.say(best <= most_ms, f"{name}: within {most_ms} ms")


def common_terms(options):
    """Keywords that many of the newest articles have, and rarer ones."""
    with sqlite3.connect(f"file:{options.db}?mode=ro", uri=True) as db:
        rows = db.execute(
            "SELECT term, count(*) FROM (SELECT term FROM keyword"
            " ORDER BY article_id DESC LIMIT 100000)"
            " GROUP BY term ORDER BY 2 DESC LIMIT 600").fetchall()
    return [term for term, _ in rows[:3] + rows[-3:]]


def tell_sizes(options, points):
    with sqlite3.connect(f"file:{options.db}?mode=ro", uri=True) as db:
        articles, keywords, terms, categories = db.execute(
            "SELECT (SELECT count(*) FROM article),"
            " (SELECT count(*) FROM keyword),"
            " (SELECT count(*) FROM term_frequency),"
            " (SELECT count(*) FROM article_category)").fetchone()
        size, = db.execute(
            "SELECT sum(pgsize) FROM dbstat WHERE aggregate = 1 AND name IN"
            " ('term_frequency', 'term_language')").fetchone()
    print(f"# {articles} articles, {keywords} keywords, {categories} "
          f"categories, {os.path.getsize(options.db) / 1e9:.2f} GB")
    print(f"# {terms} document frequencies, {size / 2**20:.1f} MiB")
    points.say(keywords > 5 * articles and categories > 0,
               "articles have keywords and categories")
    if options.max_frequencies_mib:
        points.say(size <= options.max_frequencies_mib * 2**20,
                   f"document frequencies: within "
                   f"{options.max_frequencies_mib} MiB")


def main():
    parser = argparse.ArgumentParser(description="Keywords, at scale.")
    parser.add_argument("--gleaner", required=True)
    parser.add_argument("--writer", required=True)
    parser.add_argument("--rows", type=int, default=1000000)
    parser.add_argument("--max-profile-ms", type=float)
    parser.add_argument("--max-trends-ms", type=float)
    parser.add_argument("--max-frequencies-mib", type=float)
    parser.add_argument("dir")
    options = parser.parse_args()
    options.db = os.path.join(options.dir, f"enrich-{options.rows}.db")
    options.config = os.path.join(options.dir, "enrich.yaml")
    points = Points()
    fill(options)
    tell_sizes(options, points)
    with open(options.config, "w", encoding="utf-8") as f:
        f.write(CONFIG.format(keywords=", ".join(
            f'"{term}"' for term in common_terms(options))))
    ask(options, points, options.max_profile_ms, "profile", "bench")
    ask(options, points, options.max_trends_ms, "trends")
    ask(options, points, options.max_trends_ms, "trends", "--category",
        "politics", "--lang", "en")
    ask(options, points, options.max_trends_ms, "trends", "--since", "7d")
    ask(options, points, None, "categories")
    print(f"1..{points.n}")
    return 1 if points.failed else 0


if __name__ == "__main__":
    sys.exit(main())
