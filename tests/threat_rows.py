#!/usr/bin/env python3
"""Checks that every row of docs/threat-rows.md is covered by its tests.

In:  the table of docs/threat-rows.md; the tests named there.
Out: TAP. A test covers a row if one of its texts has the row's id before ": ".
     A row without a test gives a reason after a dash. Ids in tests that the
     table does not list for these tests are faults, too.
"""
import glob
import os
import re
import sys

LAST = 70
ROW = re.compile(r"^\| (S\d+) \| .+ \| (.+) \|$", re.M)
CARRIED = re.compile(r"[\"' ](S[1-9]\d?): ")
TESTS = ("base/**/*_test.c", "url/**/*_test.c", "config/**/*_test.c",
         "crawler/**/*_test.c", "cuter/**/*_test.c", "store/**/*_test.c",
         "worker/**/*_test.c", "daemon/**/*_test.c", "cli/**/*_test.c",
         "tests/integration/**/*.sh", "tests/torture/*.[ch]",
         "tests/torture/*.py", "tests/source_rows.py")
LEAST_REASON = 20           # characters


def ids_by_test():
    found = {}
    for pattern in TESTS:
        for path in sorted(glob.glob(pattern, recursive=True)):
            with open(path, encoding="utf-8") as f:
                found[path] = set(CARRIED.findall(f.read()))
    return found


def faults():
    with open("docs/threat-rows.md", encoding="utf-8") as f:
        rows = dict(ROW.findall(f.read()))
    carried = ids_by_test()
    for n in range(1, LAST + 1):
        if f"S{n}" not in rows:
            yield f"S{n} is not in docs/threat-rows.md"
    named = {row: set(re.findall(r"`([^`]+)`", cell.split(" — ")[0]))
             for row, cell in rows.items()}
    for row, cell in rows.items():
        if not named[row] and (not cell.startswith("— ")
                               or len(cell) < LEAST_REASON):
            yield f"{row}: no test and no reason"
        for path in sorted(named[row]):
            if not os.path.isfile(path):
                yield f"{row}: there is no {path}"
            elif row not in carried.get(path, ()):
                yield f"{row} is not in {path}"
    for path, ids in carried.items():
        for row in sorted(ids):
            if path not in named.get(row, ()):
                yield f"{path} has {row}, docs/threat-rows.md does not list it"


def main():
    found = list(faults())
    print(f"{'not ok' if found else 'ok'} 1 - every row of "
          "docs/threat-rows.md is in the tests that it names")
    for fault in found:
        print(f"# {fault}")
    print("1..1")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
