#!/usr/bin/env python3
"""Compares the speeds of `gleaner cut`, of its parsers and of other extractors.

    tests/bench/cut.py [--gleaner PATH] [--passes PATH] [--runs N] CORPUS

CORPUS is a directory with html/*.html.gz or html/*.html, and optionally
gold.jsonl (one page per line: id, url, hint_title). Prints Markdown tables:

  whole     `gleaner cut --batch`, with one process and one per core: pages/s
            and MB/s of user CPU time and wall-clock time, and the largest
            process's memory
  passes    CPU time of each pass, and of tidy and libxml2 alone
  peers     trafilatura, readability-lxml, resiliparse if they are installed
  size      a generated page of 10 KB to 10 MB: time per byte, memory

For `whole` and `size` the fastest of --runs runs counts.
"""
import argparse
import gzip
import importlib.util
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

PEER_PAGES = 100
SIZES = (10_000, 100_000, 1_000_000, 10_000_000)


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|---" * len(head) + "|")
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print(flush=True)


def find_pages(corpus):
    return sorted(p for p in (corpus / "html").iterdir()
                  if p.name.endswith((".html", ".html.gz")))


def lines_of(corpus, pages):
    """The input lines for --batch."""
    gold = {}
    if (corpus / "gold.jsonl").exists():
        for line in (corpus / "gold.jsonl").open(encoding="utf-8"):
            page = json.loads(line)
            gold[page["id"]] = page
    for page in pages:
        name = page.name.removesuffix(".gz").removesuffix(".html")
        known = gold.get(name, {})
        yield json.dumps({
            "id": name, "file": str(page.resolve()), "url": known.get("url"),
            "hint_title": known.get("hint_title")})


def run(command, stdin, stdout):
    """Runs a command; returns user CPU seconds, wall-clock seconds, and KiB of
    the largest process."""
    begun = time.monotonic()
    child = subprocess.Popen(command, stdin=stdin, stdout=stdout)
    # wait4 includes the children of the command.
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"{command[0]}: exit code {child.returncode}")
    return used.ru_utime, time.monotonic() - begun, used.ru_maxrss


def whole(gleaner, lines, size, runs):
    rows = []
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryFile("w+") as stdin:
        stdin.write("\n".join(lines) + "\n")
        stdin.flush()
        for jobs in sorted({1, cores}):
            best = []
            for _ in range(runs):
                stdin.seek(0)
                best.append(run([gleaner, "cut", "--batch", "--jobs",
                                 str(jobs)], stdin, subprocess.DEVNULL))
            user = min(b[0] for b in best)
            wall = min(b[1] for b in best)
            memory = max(b[2] for b in best)
            rows.append((jobs, f"{len(lines) / user:.0f}",
                         f"{size / user / 1e6:.0f}",
                         f"{len(lines) / wall:.0f}",
                         f"{size / wall / 1e6:.0f}",
                         f"{memory / 1024:.0f}"))
    print("`gleaner cut --batch`, reading, unpacking and JSON included; MB are "
          "of unpacked pages:\n")
    table(("processes", "pages/s of user CPU", "MB/s", "pages/s by the clock",
           "MB/s", "MiB at most"), rows)


def passes(tool, pages):
    said = subprocess.run([tool, *map(str, pages)], check=True,
                          capture_output=True, text=True).stdout
    took = dict(line.split("\t") for line in said.splitlines())
    n, size = int(took.pop("pages")), int(took.pop("bytes"))
    by_tidy = int(took.pop("by tidy"))
    took = {name: float(seconds) for name, seconds in took.items()}
    inner = ("charset", "prefilter", "tree", "features", "method", "classes")
    took["article"] = took["whole"] - sum(took[name] for name in inner)
    rows = []
    for name in ("unpack", *inner, "article", "whole", "tidy raw",
                 "tidy after the prefilter", "libxml2 raw",
                 "libxml2 after the prefilter"):
        seconds = took[name]
        rows.append((name, f"{seconds / n * 1e6:.0f}",
                     f"{100 * seconds / took['whole']:.0f} %",
                     f"{n / seconds:.0f}", f"{size / seconds / 1e6:.0f}"))
    print(f"By pass, {n} pages of {size / n / 1000:.0f} KB on the mean, of "
          f"which {by_tidy} went through tidy; `whole` is `cuter_cut()`:\n")
    table(("pass", "µs a page", "of the whole", "pages/s", "MB/s"), rows)


# --------------------------------------------------------------------- peers

def peer_trafilatura():
    import trafilatura
    return lambda html: trafilatura.extract(html.decode("utf-8", "replace"))


def peer_readability():
    import readability
    return lambda html: readability.Document(
        html.decode("utf-8", "replace")).summary()


def peer_resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree
    return lambda html: extract_plain_text(
        HTMLTree.parse_from_bytes(html, "utf-8"), main_content=True)


PEERS = (("trafilatura", "trafilatura", peer_trafilatura),
         ("readability-lxml", "readability", peer_readability),
         ("resiliparse", "resiliparse", peer_resiliparse))


def peers(pages):
    rows = []
    pages = pages[::max(1, len(pages) // PEER_PAGES)]
    bodies = [gzip.open(p).read() if p.suffix == ".gz" else p.read_bytes()
              for p in pages]
    for name, module, make in PEERS:
        if importlib.util.find_spec(module) is None:
            rows.append((name, "not installed"))
            continue
        extract = make()
        begun = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        for body in bodies:
            try:
                extract(body)
            except Exception:  # the peer failed; the time still counts
                pass
        took = resource.getrusage(resource.RUSAGE_SELF).ru_utime - begun
        rows.append((name, f"{len(bodies) / took:.0f}"))
    print(f"Others, over {len(bodies)} of these pages, without unpacking:\n")
    table(("system", "pages/s of user CPU"), rows)


def sizes(gleaner, tool, runs):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            path = pathlib.Path(folder) / "page.html"
            with path.open("wb") as out:
                subprocess.run([tool, "--page", str(size)], check=True,
                               stdout=out)
            times = max(1, 1_000_000 // size)
            cut = min(passes_of(tool, path, times) for _ in range(runs))
            memory = run([gleaner, "cut", str(path)], subprocess.DEVNULL,
                         subprocess.DEVNULL)[2]
            bytes_there = path.stat().st_size
            rows.append((f"{bytes_there / 1000:.0f} KB", f"{cut * 1e3:.2f}",
                         f"{cut / bytes_there * 1e9:.1f}",
                         f"{memory / 1024:.0f}"))
    print("One page, made by code (`bench-passes --page N`):\n")
    table(("size", "ms", "ns a byte", "MiB at most"), rows)


def passes_of(tool, path, times):
    said = subprocess.run([tool] + [str(path)] * times, check=True,
                          capture_output=True, text=True).stdout
    took = dict(line.split("\t") for line in said.splitlines())
    return float(took["whole"]) / times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gleaner", default="build/gleaner")
    parser.add_argument("--passes", default="build/bench-passes")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("corpus", type=pathlib.Path)
    a = parser.parse_args()
    pages = find_pages(a.corpus)
    if not pages:
        sys.exit(f"{a.corpus}: no html/*.html.gz or html/*.html")
    size = sum(len(gzip.open(p).read()) if p.suffix == ".gz"
               else p.stat().st_size for p in pages)
    whole(a.gleaner, list(lines_of(a.corpus, pages)), size, a.runs)
    passes(a.passes, pages)
    peers(pages)
    sizes(a.gleaner, a.passes, a.runs)


if __name__ == "__main__":
    main()
