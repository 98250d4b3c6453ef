#!/usr/bin/env python3
"""Checks that every row of docs/etiquette.md is covered by its tests.

In:  the table of docs/etiquette.md and the tests named there.
Out: TAP. A test covers a row if one of its texts has the row's id before ": ".
"""
import os
import re
import sys

ROW = re.compile(r"^\| (E\d+) \| .+ \| (.+) \|$", re.M)


def faults():
    with open("docs/etiquette.md", encoding="utf-8") as f:
        rows = ROW.findall(f.read())
    if not rows:
        yield "docs/etiquette.md has no rows"
    for row, cell in rows:
        paths = re.findall(r"`([^`]+)`", cell)
        if not paths:
            yield f"{row} names no test"
        for path in paths:
            if not os.path.isfile(path):
                yield f"{row}: there is no {path}"
                continue
            with open(path, encoding="utf-8") as f:
                if not re.search(rf"\b{row}: ", f.read()):
                    yield f"{row} is not in {path}"


def main():
    found = list(faults())
    print(f"{'not ok' if found else 'ok'} 1 - every row of docs/etiquette.md "
          "is in the tests that it names")
    for fault in found:
        print(f"# {fault}")
    print("1..1")
    return 1 if found else 0


sys.exit(main())
