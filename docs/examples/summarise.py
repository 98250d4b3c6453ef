#!/usr/bin/env python3
"""summarise.py -- a consumer that stores three sentences of each article.

    summarise.py [--wait] [--consumer NAME] [--gleaner PROGRAM]
                 [-c FILE | --db FILE] SIDE.DB

In:  the change log, by `gleaner follow`.
Out: SIDE.DB, an SQLite database.  Its table `summary` has a row for each
     article that is not withdrawn.  Its table `place` has the number of the
     last handled change, and the count of handled changes.

The program may be killed at any moment.  The summary of a change and the number
of the change are committed in one transaction, and the change is acknowledged
after the commit.  After a kill the program continues after the change in
`place`, so each change is handled exactly once.

The summary consists of the sentences with the most frequent words of the
article, in the order of the article.  Replace three() to use a better method.
"""
import argparse
import collections
import json
import re
import sqlite3
import subprocess
import sys

N_SENTENCES = 3
MAX_SENTENCES = 400             # further sentences are not used
SHORT_WORD = 4                  # shorter words are mostly function words
# The end of a sentence, and the space after it.  Chinese and Japanese have no
# space after a sentence.
SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？])|\n+")
WORD = re.compile(r"\w+")
SCHEMA = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS summary (
    id INTEGER PRIMARY KEY,     -- the article's
    revision INTEGER NOT NULL,  -- of the text that is summed up
    url TEXT, title TEXT, sentences TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS place (
    n INTEGER PRIMARY KEY CHECK (n = 1),
    seq INTEGER NOT NULL,       -- the last change that was dealt with
    changes INTEGER NOT NULL);  -- how many were
INSERT OR IGNORE INTO place VALUES (1, 0, 0);
"""


def words(text):
    return [w for w in WORD.findall(text.lower()) if len(w) >= SHORT_WORD]


def three(body):
    """Returns three sentences that summarise a text."""
    sentences = [s.strip() for s in SENTENCE.split(body) if s.strip()]
    sentences = sentences[:MAX_SENTENCES]
    count = collections.Counter(words(body))

    def weight(n):
        mine = words(sentences[n])
        often = sum(count[w] for w in mine) / (len(mine) + 3)
        return often / (1 + n / 8)      # early sentences have more weight
    best = sorted(range(len(sentences)), key=weight, reverse=True)
    return " ".join(sentences[n] for n in sorted(best[:N_SENTENCES]))


def store_change(side, change):
    """Stores the effect of one change, in one transaction."""
    with side:
        if change["kind"] == "withdrawn":
            side.execute("DELETE FROM summary WHERE id = ?", (change["id"],))
        else:
            text = change["body"] or change["lead"] or change["title"] or ""
            side.execute(
                "INSERT OR REPLACE INTO summary VALUES (?, ?, ?, ?, ?)",
                (change["id"], change["revision"], change["url"],
                 change["title"], three(text)))
        side.execute("UPDATE place SET seq = ?, changes = changes + 1",
                     (change["seq"],))


def consume(side, options):
    gleaner = [options.gleaner]
    if options.c:
        gleaner += ["-c", options.c]
    if options.db:
        gleaner += ["--db", options.db]
    (seq,) = side.execute("SELECT seq FROM place").fetchone()
    follow = subprocess.Popen(
        [*gleaner, "follow", "--consumer", options.consumer, "--ack",
         "manual", "--from", str(seq + 1)] + ["--wait"] * options.wait,
        stdout=subprocess.PIPE)
    # ack needs the consumer, which follow creates before it writes a line.
    ack = None
    for line in follow.stdout:
        if not line.endswith(b"\n"):
            break               # follow was killed; it will repeat the line
        change = json.loads(line)
        store_change(side, change)
        if ack is None:
            ack = subprocess.Popen(
                [*gleaner, "ack", "--consumer", options.consumer, "-"],
                stdin=subprocess.PIPE, text=True)
        print(change["seq"], file=ack.stdin, flush=True)
    failed = follow.wait() != 0
    if ack is not None:
        ack.stdin.close()
        failed = ack.wait() != 0 or failed
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(
        description="Three sentences of each article, in a side database.")
    parser.add_argument("--wait", action="store_true",
                        help="go on with what comes")
    parser.add_argument("--consumer", default="summarise", metavar="NAME")
    parser.add_argument("--gleaner", default="gleaner", metavar="PROGRAM")
    parser.add_argument("-c", metavar="FILE", help="Gleaner's configuration")
    parser.add_argument("--db", metavar="FILE", help="Gleaner's database")
    parser.add_argument("side", metavar="SIDE.DB")
    options = parser.parse_args()
    side = sqlite3.connect(options.side)
    side.executescript(SCHEMA)
    try:
        return consume(side, options)
    except (BrokenPipeError, KeyboardInterrupt):
        return 1
    finally:
        side.close()


if __name__ == "__main__":
    sys.exit(main())
