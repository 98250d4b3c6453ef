#!/usr/bin/env python3
"""Checks the names of functions.

In:  the C sources in FOLDERS.
Out: TAP, one point per rule.  If a rule is broken, the names that break it are
     listed.
     1. At most MOST_SHARE of the names occur in several files.
     2. Every static function has the prefix of its file: the file's name, or
        the folder's and the file's name (postgres_statement_bind_int in
        store/postgres/statement.c).
     ENTRY_POINTS are not checked.

A definition is found by a line that begins with the name and an opening
bracket, because clang-format puts the name there.  If the type has an
attribute, the name is on the line of the type.
"""
import collections
import pathlib
import re
import sys

MOST_SHARE = 0.02
FOLDERS = ("base", "url", "rules", "config", "crawler", "cuter", "enrich",
           "store", "control", "worker", "daemon", "cli", "push", "serve",
           "tests")
ENTRY_POINTS = {"main", "LLVMFuzzerTestOneInput", "LLVMFuzzerInitialize",
                "__attribute__"}
DEFINITION = re.compile(
    r"^([a-z_][^\n;{}#/]*[\s*])([A-Za-z_]\w*)\([^;{}]*?\)\n\{", re.M)


def definitions():
    """Yields (file, name, whether it is static)."""
    for folder in FOLDERS:
        for path in sorted(pathlib.Path(folder).rglob("*.c")):
            text = path.read_text(encoding="utf-8")
            for match in DEFINITION.finditer(text):
                if match.group(2) not in ENTRY_POINTS:
                    yield (path, match.group(2),
                           "static" in match.group(1).split())


def has_prefix(path, name):
    prefixes = (path.stem, f"{path.parent.name}_{path.stem}")
    return any(name == prefix or name.startswith(prefix + "_")
               for prefix in prefixes)


def report(number, found, total, most_share, what):
    is_ok = total > 0 and len(found) <= most_share * total
    print(f"{'ok' if is_ok else 'not ok'} {number} - {what}: "
          f"{len(found)} of {total}")
    for line in found if not is_ok else []:
        print(f"# {line}")
    return is_ok


def main():
    files = collections.defaultdict(set)
    without = []
    total_static = 0
    for path, name, is_static in definitions():
        files[name].add(str(path))
        total_static += is_static
        if is_static and not has_prefix(path, name):
            without.append(f"{path}: {name}")
    twice = [f"{name}: {', '.join(sorted(where))}"
             for name, where in sorted(files.items()) if len(where) > 1]
    fine = [report(1, twice, len(files), MOST_SHARE,
                   "names in several files"),
            report(2, without, total_static, 0,
                   "static functions without their file's prefix")]
    print("1..2")
    return 0 if all(fine) else 1


sys.exit(main())
