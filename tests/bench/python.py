#!/usr/bin/env python3
"""Measures the CPU time of the Python package and of `gleaner cut --batch`.

    tests/bench/python.py [--gleaner PATH] [--library DIR] [--runs N] CORPUS

CORPUS is a directory with html/*.html.gz or html/*.html, and optionally
gold.jsonl (see cut.py).  The programs read the same unpacked files, with the
same URLs and titles; the bodies are compared.  They run in turn, and the
fastest of N runs counts.  Prints user and system time, without the start of the
interpreter, and the ratio to `gleaner cut --batch`, which writes JSON:

  cut()        makes Article objects
  JSON, ASCII  also writes all their fields as JSON lines (Article.to_json())
  JSON, UTF-8  as json.dumps() writes them with ensure_ascii=False
"""
import argparse
import gzip
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import cut as bench_cut

# Reads the lines of --batch from a file; writes JSON lines to a second file, if
# one is given.
SCRIPT = """
import json, sys
import cuter
out = open(sys.argv[2], "w", encoding="utf-8") if len(sys.argv) > 2 else None
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        page = json.loads(line)
        with open(page["file"], "rb") as file:
            article = cuter.cut(file.read(), page["url"], page["hint_title"])
        if out:
            out.write(article.to_json() if sys.argv[3] == "ASCII" else
                      json.dumps(article.to_dict(), ensure_ascii=False))
            out.write("\\n")
"""


def unpack(corpus, folder):
    """Writes the input lines; the pages are unpacked into the folder."""
    lines = folder / "in.jsonl"
    with lines.open("w", encoding="utf-8") as out:
        for line in bench_cut.lines_of(corpus, bench_cut.find_pages(corpus)):
            page = json.loads(line)
            data = pathlib.Path(page["file"]).read_bytes()
            if page["file"].endswith(".gz"):
                data = gzip.decompress(data)
            file = folder / f"{page['id']}.html"
            file.write_bytes(data)
            page["file"] = str(file)
            out.write(json.dumps(page) + "\n")
    return lines


def cpu_of(command, **options):
    """Seconds of user and system time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime +
            after.ru_stime - before.ru_stime)


def bodies(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line)["body"] for line in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gleaner", default="build/gleaner")
    parser.add_argument("--library", default="build")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("corpus", type=pathlib.Path)
    options = parser.parse_args()
    environment = {**os.environ, "PYTHONPATH": "python",
                   "PYTHONDONTWRITEBYTECODE": "1",
                   "LD_LIBRARY_PATH": options.library}
    python = [sys.executable, "-c"]
    kinds = ("ASCII", "UTF-8")
    rows = ("cut()", *(f"JSON, {kind}" for kind in kinds))
    best = dict.fromkeys(("batch", "start", *rows), 1e9)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines = unpack(options.corpus, folder)
        for _ in range(options.runs):
            with lines.open("rb") as source, \
                    (folder / "cut.jsonl").open("wb") as out:
                best["batch"] = min(best["batch"], cpu_of(
                    [options.gleaner, "cut", "--batch"], stdin=source,
                    stdout=out))
            best["cut()"] = min(best["cut()"], cpu_of(
                [*python, SCRIPT, lines], env=environment))
            for kind in kinds:
                best[f"JSON, {kind}"] = min(best[f"JSON, {kind}"], cpu_of(
                    [*python, SCRIPT, lines, folder / "python.jsonl", kind],
                    env=environment))
            best["start"] = min(best["start"], cpu_of(
                [*python, "import json, cuter; cuter.cut('<p>x')"],
                env=environment))
        cut, python_bodies = (bodies(folder / f"{name}.jsonl")
                              for name in ("cut", "python"))
        different = sum(a != b for a, b in zip(cut, python_bodies,
                                               strict=True))
    print(f"{len(cut)} pages, {different} bodies differ")
    print(f"gleaner cut --batch  {best['batch']:.3f} s")
    for name in rows:
        seconds = best[name] - best["start"]
        print(f"Python, {name:12s} {seconds:.3f} s, "
              f"ratio {seconds / best['batch']:.3f}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
