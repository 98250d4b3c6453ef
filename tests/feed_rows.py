#!/usr/bin/env python3
"""Checks that every row of docs/feed-rows.md is covered by its tests.

In:  the tables of docs/feed-rows.md; the tests named there.
Out: TAP. A test covers a row if one of its texts begins with the row's id,
     alone or before ": ". Ids in tests that the table lacks are faults, too.
"""
import glob
import os
import re
import sys

LAST = {"D": 18, "I": 16, "T": 30}     # the number of rows of each kind
ROW = re.compile(r"^\| ([DIT]\d+) \| .+ \| (.+) \|$", re.M)
SERVED = re.compile(r"^\| (V\d+) \|", re.M)
SERVED_CHECK = "tests/integration/serve/feed_check.py"
CARRIED = re.compile(r"[\"']([DIT][1-9]\d?)(?:[\"']|: )")


def ids_in(path):
    with open(path, encoding="utf-8") as f:
        return set(CARRIED.findall(f.read()))


def faults():
    with open("docs/feed-rows.md", encoding="utf-8") as f:
        rows = dict(ROW.findall(f.read()))
    for kind, last in LAST.items():
        for n in range(1, last + 1):
            if f"{kind}{n}" not in rows:
                yield f"{kind}{n} is not in docs/feed-rows.md"
    for row, cell in rows.items():
        for path in re.findall(r"`([^`]+)`", cell) or [""]:
            if not os.path.isfile(path):
                yield f"{row}: there is no {path or 'test'}"
            elif row not in ids_in(path):
                yield f"{row} is not in {path}"
    yield from faults_of_served()
    # Modules in which D, I and T with a number refer to these rows.
    for path in sorted(glob.glob("crawler/**/*_test.c", recursive=True) +
                       glob.glob("url/**/*_test.c", recursive=True) +
                       glob.glob("store/**/*_test.c", recursive=True)):
        for row in sorted(ids_in(path) - set(rows)):
            yield f"{path} has {row}, docs/feed-rows.md has not"


def faults_of_served():
    """Compares the rules of docs/feed-rows.md for served feeds with the checks
    of these rules. Yields each rule that has no check, and each check that has
    no rule."""
    with open("docs/feed-rows.md", encoding="utf-8") as f:
        rules = set(SERVED.findall(f.read()))
    with open(SERVED_CHECK, encoding="utf-8") as f:
        checked = set(re.findall(r'"(V\d+)"', f.read()))
    for rule in sorted(rules - checked):
        yield f"{rule} is not in {SERVED_CHECK}"
    for rule in sorted(checked - rules):
        yield f"{SERVED_CHECK} has {rule}, docs/feed-rows.md has not"


def main():
    found = list(faults())
    print(f"{'not ok' if found else 'ok'} 1 - every row of "
          "docs/feed-rows.md is in the tests that it names")
    for fault in found:
        print(f"# {fault}")
    print("1..1")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
