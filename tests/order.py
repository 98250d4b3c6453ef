#!/usr/bin/env python3
"""order.py -- checks the order of the modules: data flows from left to right,
#include points from right to left. Prints each line that violates it, in
TAP.
"""
import pathlib
import re
import sys

ORDER = ["base", "config", "crawler", "cuter", "store", ("daemon", "cli"),
         "tests"]
RANK = {room: i for i, rooms in enumerate(ORDER)
        for room in (rooms if isinstance(rooms, tuple) else (rooms,))}
# libcuter.a stands alone: of the rooms to its left it takes only these.
CUTER_MAY = re.compile(r"^(base/|config/limits\.h$|crawler/url[a-z_]*\.h$|cuter/)")
# The processes that read what is foreign are started by both programs.
CLI_MAY = {"worker/reader/reader.h", "worker/message/wire.h", "worker/worker.h"}
# What is pure neither prints nor asks the clock.
PURE = {"base", "config", "crawler", "cuter", "store"}
IMPURE = re.compile(
    r"(?<![\w.>])(printf|puts|putchar|perror|syslog|time|gettimeofday|exit)\s*\(")
BANNED = re.compile(
    r"(?<![\w.>])(strcpy|strcat|sprintf|vsprintf|strtok|atoi|atol|gets|alloca)\s*\(")
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def faults(path):
    room = path.parts[0]
    text = path.read_text(encoding="utf-8")
    test = path.stem.endswith(("_test", "_fuzz"))
    for match in INCLUDE.finditer(text):
        target = match.group(1)
        other = target.split("/")[0]
        line = text.count("\n", 0, match.start()) + 1
        if test and other == "tests":
            continue
        if other not in RANK:
            continue  # beside the file, or made by the build
        if RANK[other] > RANK[room] or \
                (RANK[other] == RANK[room] and other != room and
                 not (room == "cli" and target in CLI_MAY)):
            yield line, f'"{target}" stands right of {room}/'
        elif room == "cuter" and not test and not CUTER_MAY.match(target):
            yield line, f'"{target}" is not for libcuter.a'
    code = COMMENT.sub(blank, text)
    for number, line in enumerate(code.splitlines(), 1):
        match = BANNED.search(line)
        if match:
            yield number, f"{match.group(1)}() is banned"
        match = IMPURE.search(line)
        if match and room in PURE and not test:
            yield number, f"{match.group(1)}() in a pure room"


def main():
    paths = sorted(p for room in RANK for p in pathlib.Path(room).rglob("*")
                   if p.suffix in (".c", ".h"))
    bad = 0
    for path in paths:
        for line, what in faults(path):
            bad += 1
            print(f"not ok {bad} - {path}:{line}: {what}")
    if not paths:
        bad += 1
        print(f"not ok {bad} - no sources found")
    if not bad:
        print(f"ok 1 - {len(paths)} files keep the rooms' order")
    print(f"1..{max(bad, 1)}")
    return 1 if bad else 0


sys.exit(main())
