#!/usr/bin/env python3
"""consume.py -- a consumer in Python that handles each change exactly once.

    consume.py [-c FILE | --db FILE] SIDE.DB

In:  the change log, by `gleaner follow`.
Out: SIDE.DB: the table `story` has a row for each article, with its title and
     the number of its words.

The number of the last handled change (table `place`) is stored in the same
transaction as the result of this change.  After a kill the program continues
with the next change.
"""
import json
import os
import sqlite3
import subprocess
import sys

GLEANER = os.environ.get("GLEANER", "gleaner")
SCHEMA = """
CREATE TABLE IF NOT EXISTS story (id INTEGER PRIMARY KEY, title, words);
CREATE TABLE IF NOT EXISTS place (n INTEGER PRIMARY KEY CHECK (n = 1), seq);
INSERT OR IGNORE INTO place VALUES (1, 0);
"""


def handle(side, change):
    with side:
        if change["kind"] == "withdrawn":
            side.execute("DELETE FROM story WHERE id = ?", (change["id"],))
        else:
            words = len((change["body"] or "").split())
            side.execute("INSERT OR REPLACE INTO story VALUES (?, ?, ?)",
                         (change["id"], change["title"], words))
        side.execute("UPDATE place SET seq = ?", (change["seq"],))


def main():
    *options, path = sys.argv[1:]
    side = sqlite3.connect(path)
    side.executescript(SCHEMA)
    (seq,) = side.execute("SELECT seq FROM place").fetchone()
    with subprocess.Popen(
            [GLEANER, *options, "follow", "--consumer", "consume", "--from",
             str(seq + 1)], stdout=subprocess.PIPE) as follow:
        for line in follow.stdout:
            if line.endswith(b"\n"):    # a killed follow ends inside a line
                handle(side, json.loads(line))
    return follow.returncode


if __name__ == "__main__":
    sys.exit(main())
