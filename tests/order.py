#!/usr/bin/env python3
"""order.py -- checks the layout of the sources.

In:  the C sources below this folder, and all files that git tracks.
Out: TAP, one point per violation of these rules:
     - a module includes headers of itself and of modules to its left only;
     - libcuter is built from base, url, rules and cuter, without
       cuter/methods;
     - no cycles of includes: a source and its header are one unit, with the
       private header X_parts.h of X.c, X.h and X_*.c;
     - each source has a header, or a header of its module names it;
     - no folder has more than MOST_FILES files, no C source, header or Python
       script more than MOST_LINES lines;
     - banned functions are not called, and the modules of PURE neither print
       nor read the clock nor exit.
"""
import collections
import fnmatch
import pathlib
import re
import subprocess
import sys

ORDER = ["base", "url", "rules", "config", "crawler", "cuter", "enrich",
         "store", "control", "worker", ("daemon", "cli", "push", "serve"), "tests"]
RANK = {module: i for i, modules in enumerate(ORDER)
        for module in (modules if isinstance(modules, tuple) else (modules,))}
LIBCUTER = {"base", "url", "rules", "cuter"}
METHODS = "cuter/methods/"       # libmethods.a
PURE = {"base", "url", "rules", "config", "crawler", "cuter", "enrich",
        "store"}
MOST_FILES = 30
MOST_LINES = 600
# This folder may exceed MOST_FILES: migrations are never removed, and each
# migration is read alone.
GROWS = {pathlib.Path("store/sqlite/sql/migrations")}
GENERATED = {"cuter/model/weights.c"}
IMPURE = re.compile(
    r"(?<![\w.>])(printf|puts|putchar|perror|syslog|time|gettimeofday|exit)\s*\(")
BANNED = re.compile(
    r"(?<![\w.>])(strcpy|strcat|sprintf|vsprintf|strtok|atoi|atol|gets|alloca)\s*\(")
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
SOURCE_NAME = re.compile(r"\b(?:[a-z0-9_]+|cmd_\*)\.c\b")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def order_faults(path, text):
    """Yields (line, fault) for each #include that violates the order of the
    modules."""
    module = path.parts[0]
    is_test = path.stem.endswith(("_test", "_fuzz"))
    for match in INCLUDE.finditer(text):
        target = match.group(1)
        other = target.split("/")[0]
        line = text.count("\n", 0, match.start()) + 1
        if other not in RANK or (is_test and other == "tests"):
            continue
        if RANK[other] > RANK[module] or \
                (RANK[other] == RANK[module] and other != module):
            yield line, f'"{target}" is to the right of {module}/'
        elif module == "cuter" and not is_test and (
                other not in LIBCUTER or (METHODS in target and
                                          METHODS not in str(path))):
            yield line, f'"{target}" is not part of libcuter'


def call_faults(path, text):
    """Yields (line, fault) for each call that is banned."""
    is_test = path.stem.endswith(("_test", "_fuzz"))
    code = COMMENT.sub(blank, text)
    for number, line in enumerate(code.splitlines(), 1):
        match = BANNED.search(line)
        if match:
            yield number, f"{match.group(1)}() is banned"
        match = IMPURE.search(line)
        if match and path.parts[0] in PURE and not is_test:
            yield number, f"{match.group(1)}() in a module that is pure"


def unit_of(name):
    """Returns the name that a source shares with its public and private
    header."""
    return re.sub(r"(_parts)?\.[ch]$", "", name)


def include_graph(texts):
    """Returns {unit: units whose headers it includes}."""
    units = {unit_of(str(path)) for path in texts}
    graph = {unit: set() for unit in units}
    for path, text in texts.items():
        unit = unit_of(str(path))
        graph[unit] |= {unit_of(target) for target in INCLUDE.findall(text)
                        if unit_of(target) in units} - {unit}
    return graph


def reachable(graph, start):
    """Returns the units that `start` includes, also through other units."""
    seen = set()
    todo = list(graph[start])
    while todo:
        unit = todo.pop()
        if unit not in seen:
            seen.add(unit)
            todo += graph[unit]
    return seen


def cycle_faults(texts):
    """Yields (unit, fault) for each unit that includes itself."""
    graph = include_graph(texts)
    reached = {unit: reachable(graph, unit) for unit in graph}
    for unit in sorted(graph):
        if unit in reached[unit]:
            ring = [other for other in sorted(graph[unit])
                    if unit in reached[other]]
            yield unit, f"includes itself through {', '.join(ring)}"


def size_faults():
    """Yields (place, fault) for folders and files that are too large."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True,
                            text=True, check=False).stdout.split("\0")
    paths = [pathlib.Path(name) for name in listed if name]
    counts = collections.Counter(path.parent for path in paths
                                 if path.exists())
    for folder, count in sorted(counts.items()):
        if count > MOST_FILES and folder not in GROWS:
            yield folder, f"{count} files; the limit is {MOST_FILES}"
    for path in paths:
        if path.suffix in (".c", ".h", ".py") and path.exists() and \
                str(path) not in GENERATED:
            count = path.read_text(encoding="utf-8").count("\n")
            if count > MOST_LINES:
                yield path, f"{count} lines; the limit is {MOST_LINES}"


def header_faults(texts):
    """Yields (source, fault) for each source without a header.

    A source has a header of its name, or a comment of a header of its module
    names it; "cmd_*.c" names all that match.
    """
    named = collections.defaultdict(set)
    for path, text in texts.items():
        if path.suffix == ".h":
            for comment in re.findall(r"/\*.*?\*/", text, re.S):
                named[path.parts[0]] |= set(SOURCE_NAME.findall(comment))
    for path in texts:
        if path.suffix != ".c" or path.parts[0] == "tests" or \
                path.name == "main.c" or path.stem.endswith("_test") or \
                path.with_suffix(".h") in texts:
            continue
        if not any(fnmatch.fnmatch(path.name, name)
                   for name in named[path.parts[0]]):
            yield path, "no header, and no header's comment names it"


def faults(texts):
    """Yields (place, fault) for each violation of any rule."""
    for path, text in texts.items():
        for line, fault in (*order_faults(path, text),
                            *call_faults(path, text)):
            yield f"{path}:{line}", fault
    yield from cycle_faults(texts)
    yield from header_faults(texts)
    yield from size_faults()


def main():
    texts = {path: path.read_text(encoding="utf-8")
             for module in RANK for path in sorted(
                 pathlib.Path(module).rglob("*"))
             if path.suffix in (".c", ".h")}
    bad = 0
    for place, fault in faults(texts):
        bad += 1
        print(f"not ok {bad} - {place}: {fault}")
    if not texts:
        bad += 1
        print(f"not ok {bad} - no sources found")
    if not bad:
        print(f"ok 1 - {len(texts)} files keep the order and the limits")
    print(f"1..{max(bad, 1)}")
    return 1 if bad else 0


sys.exit(main())
