#!/usr/bin/env python3
"""Tests gleanerd and gleaner with damaged copies of a database.

    mutants.py BUILD DATABASE CONFIG N

N copies of DATABASE are damaged, each in one of the WAYS: first each way once,
then at random with a fixed seed. The copies replace the database one after the
other. gleanerd must run (exit code 0, or 1 if it cannot read its feeds), or
refuse the file with a reason (3) and not change it. Every command of `gleaner`
must end with 0, 1 or 2. No program may crash or hang. Prints one line for each
violation, and finally the number of copies for each exit code of gleanerd.
"""
import hashlib
import os
import random
import sqlite3
import subprocess
import sys

PAGE = 4096
EMPTY_TABLE_LEAF = bytes((13, 0, 0, 0, 0, PAGE >> 8, 0, 0))
HANGS_S = 60
COMMANDS = (["check"], ["status"], ["articles", "--limit", "5"],
            ["search", "the"], ["feed", "list"],
            ["follow", "--consumer", "m", "--from", "start"])


def some_page(data, dice):
    return dice.randrange(len(data) // PAGE) * PAGE


def garbage_page(data, dice):
    at = some_page(data, dice)
    data[at:at + PAGE] = dice.randbytes(PAGE)


def zero_page(data, dice):
    at = some_page(data, dice)
    data[at:at + PAGE] = bytes(PAGE)


def swapped_pages(data, dice):
    a, b = some_page(data, dice), some_page(data, dice)
    data[a:a + PAGE], data[b:b + PAGE] = data[b:b + PAGE], data[a:a + PAGE]


def repeated_page(data, dice):
    a, b = some_page(data, dice), some_page(data, dice)
    data[a:a + PAGE] = data[b:b + PAGE]


def turned_bits(data, dice):
    for _ in range(dice.randint(1, 50)):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def header(data, dice):
    data[dice.randrange(100)] = dice.randrange(256)


def page_head(data, dice):
    """Changes a byte of the header of a page (of a b-tree: kind, free blocks,
    cells)."""
    data[some_page(data, dice) + dice.randrange(12)] = dice.randrange(256)


def cell_pointers(data, dice):
    at = some_page(data, dice) + 8
    for i in range(dice.randint(1, 20)):
        data[at + 2 * i:at + 2 * i + 2] = dice.randbytes(2)


def schema_text(data, dice):
    """Replaces a word of the schema."""
    for word in (b"CREATE TABLE", b"CREATE INDEX", b"STRICT", b"INTEGER"):
        at = data.find(word, dice.randrange(len(data) // 4))
        if at >= 0:
            data[at:at + 6] = dice.choice((b"SELECT", b"\0\0\0\0\0\0",
                                           b"CREATE", b"''''''"))
            return
    header(data, dice)


def truncated(data, dice):
    del data[dice.randrange(len(data)):]


def truncated_at_page(data, dice):
    del data[some_page(data, dice):]


def longer(data, dice):
    data += dice.randbytes(dice.randint(1, 20000))


def wrong_kind(data, _):
    """Makes the index of feeds an empty table page. quick_check does not detect
    this, and SQLite commits no transaction that reads the page."""
    data[feed_index:feed_index + 8] = EMPTY_TABLE_LEAF


feed_index = 0      # byte offset of the root page of this index
WAYS = (garbage_page, zero_page, swapped_pages, repeated_page, turned_bits,
        header, page_head, cell_pointers, schema_text, truncated,
        truncated_at_page, longer, wrong_kind)


def run(words):
    """Returns the exit code (negative: a signal; None: timeout) and the
    output."""
    try:
        done = subprocess.run(words, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=HANGS_S,
                              check=False)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return None, b""


def digest(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).digest()


def put(path, data):
    for ending in ("-wal", "-shm", ".lock"):
        if os.path.exists(path + ending):
            os.unlink(path + ending)
    with open(path, "wb") as f:
        f.write(data)


def main():
    global feed_index
    build, path, config, n = sys.argv[1:4] + [int(sys.argv[4])]
    with open(path, "rb") as f:
        good = f.read()
    with sqlite3.connect(path) as db:
        feed_index = PAGE * (db.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'feed_by_url'"
        ).fetchone()[0] - 1)
    codes = {}
    for seed in range(n):
        dice = random.Random(seed)
        way = WAYS[seed] if seed < len(WAYS) else dice.choice(WAYS)
        data = bytearray(good)
        way(data, dice)
        put(path, data)
        name = f"{seed} {way.__name__}"
        for command in COMMANDS:
            code, _ = run([f"{build}/gleaner", "-c", config, *command])
            if code not in (0, 1, 2):
                print(f"{name}: gleaner {command[0]} ended with {code}")
        put(path, data)
        before = digest(path)
        code, said = run([f"{build}/gleanerd", "-c", config, "--once"])
        codes[code] = codes.get(code, 0) + 1
        if code not in (0, 1, 3):
            print(f"{name}: gleanerd ended with {code}: {said[-300:]!r}")
        elif code == 3 and (path.encode() not in said or
                            digest(path) != before):
            print(f"{name}: refused without a reason, or the file was "
                  f"changed: {said!r}")
        elif code == 0 and b" error feeds-not-read" in said:
            print(f"{name}: gleanerd could not read its feeds and ended with 0")
    put(path, good)
    print("codes", *(f"{code}:{times}" for code, times in
                     sorted(codes.items(), key=str)))


if __name__ == "__main__":
    main()
