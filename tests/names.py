#!/usr/bin/env python3
"""Function names are unique, and static functions carry the prefix of their
file.

In:  the C sources that git tracks, or all below this folder.
Out: TAP.  Fewer than MOST_SHARE of the names may occur in several files, and
     fewer than the same share of static functions may lack the prefix; each
     is listed.
A definition is a line that begins with a name and an opening bracket, as
clang-format writes it here.
"""
import collections
import pathlib
import re
import sys

MOST_SHARE = 0.02
FOLDERS = ("base", "url", "rules", "config", "crawler", "cuter", "store",
           "control", "worker", "daemon", "cli", "push", "serve", "tests")
ENTRY_POINTS = {"main", "LLVMFuzzerTestOneInput", "LLVMFuzzerInitialize",
                "__attribute__"}
DEFINITION = re.compile(
    r"^((?:static\s+)?[^\n;{}#/*]*)\n([A-Za-z_]\w*)\([^;]*?\)\n\{", re.M)


def definitions():
    """Yields (file, name, whether it is static)."""
    for folder in FOLDERS:
        for path in sorted(pathlib.Path(folder).rglob("*.c")):
            text = path.read_text(encoding="utf-8")
            for match in DEFINITION.finditer(text):
                if match.group(2) not in ENTRY_POINTS:
                    yield (path, match.group(2),
                           match.group(1).startswith("static"))


def report(number, found, total, what):
    is_ok = total > 0 and len(found) < MOST_SHARE * total
    print(f"{'ok' if is_ok else 'not ok'} {number} - {what}: "
          f"{len(found)} of {total}")
    for line in found if not is_ok else []:
        print(f"# {line}")
    return is_ok


def main():
    files = collections.defaultdict(set)
    without = []
    total = 0
    for path, name, is_static in definitions():
        total += 1
        files[name].add(str(path))
        if is_static and name != path.stem and \
                not name.startswith(path.stem + "_"):
            without.append(f"{path}: {name}")
    twice = [f"{name}: {', '.join(sorted(where))}"
             for name, where in sorted(files.items()) if len(where) > 1]
    fine = [report(1, twice, len(files), "names in several files"),
            report(2, without, total,
                   "static functions without their file's prefix")]
    print("1..2")
    return 0 if all(fine) else 1


sys.exit(main())
