#!/usr/bin/env python3
"""Measures how much of this project's parsers the tests execute.

In:  $BUILD, built with --coverage, after its tests have run; gcov.
Out: one line per file and one for all: lines and branches, in percent.
The exit code is 1 if the total is below LEAST or nothing was measured.
"""
import glob
import os
import re
import subprocess
import sys

LEAST = (95, 85)            # least percentage of lines and of branches
# All own code that parses external bytes.
PARSERS = ("base/text/charset.c", "base/date/date*.c", "base/text/reference.c",
           "base/text/utf8.c", "config/opml/opml.c", "config/units.c",
           "config/yaml/value*.c", "config/yaml/yaml.c",
           "config/yaml/address_text.c", "url/url*.c", "url/site/*.c",
           "crawler/robots.c", "crawler/fetch/freshness.c",
           "crawler/discover.c",
           "crawler/feed/**/*.c", "cuter/tree/*.c", "cuter/article/json_ld.c",
           "worker/message/message*.c", "worker/message/wire.c",
           "cli/term/text.c")
LINES = re.compile(r"^Lines executed:([\d.]+)% of (\d+)", re.M)
BRANCHES = re.compile(r"^Taken at least once:([\d.]+)% of (\d+)", re.M)


def share(pattern, said):
    found = pattern.search(said)
    if not found:
        return 0, 0
    total = int(found.group(2))
    return round(float(found.group(1)) * total / 100), total


def measure(path):
    folder = os.path.join(os.environ.get("BUILD", "build-coverage"),
                          os.path.dirname(path))
    said = subprocess.run(["gcov", "-n", "-b", "-o", folder, path],
                          capture_output=True, text=True, check=False).stdout
    # gcov lists included files after the file itself; only the first part
    # counts.
    for part in said.split("File '")[1:]:
        if part.startswith(path + "'"):
            return share(LINES, part), share(BRANCHES, part)
    return (0, 0), (0, 0)


def percent(hit, total):
    return 100.0 * hit / total if total else 0.0


def main():
    sums = [0, 0, 0, 0]
    for pattern in PARSERS:
        for path in sorted(glob.glob(pattern, recursive=True)):
            if path.endswith("_test.c"):
                continue
            (line, lines), (branch, branches) = measure(path)
            for i, n in enumerate((line, lines, branch, branches)):
                sums[i] += n
            if lines:
                print(f"{path:32} lines {percent(line, lines):5.1f} %"
                      f"  branches {percent(branch, branches):5.1f} %")
    if not sums[1]:
        print("nothing was measured")
        return 1
    print(f"{'all':32} lines {percent(sums[0], sums[1]):5.1f} % of {sums[1]}"
          f"  branches {percent(sums[2], sums[3]):5.1f} % of {sums[3]}")
    held = (percent(sums[0], sums[1]) >= LEAST[0]
            and percent(sums[2], sums[3]) >= LEAST[1])
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
