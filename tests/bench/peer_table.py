#!/usr/bin/env python3
"""Compares `gleaner cut` with other installed extractors (make bench-peers).

    tests/bench/peer_table.py [--gleaner PATH] [--rounds N] [--pages N]
        CORPUS...

CORPUS is a folder as for methods.py: gold.jsonl and html/. There is one table
for each corpus. Each system gets the bytes of the page and nothing else. In an
additional row Gleaner also gets the URLs and the titles from the feeds.

Columns: word F1 and shingle F1 as in methods.py, over all pages; the difference
of the word F1 to the first row with its 95 % interval (paired bootstrap, 2 000
resamples with a fixed seed); CPU time of one page in ms, and the ratio to the
first row.

CPU time is measured with --pages pages, spread over the corpus, in --rounds
rounds. In each round every system reads these pages once, one system after the
other, so that a change of the machine's load affects all of them. The least
value of a system's rounds counts. The time of Gleaner is that of the whole
command, with its start, reading and unpacking. The time of the others is that of
the extraction alone.
"""
import argparse
import json
import pathlib
import platform
import random
import subprocess
import sys
from datetime import date

import methods
import peers

OWN = "Gleaner"
OWN_TITLED = "Gleaner, title known"
RESAMPLES = 2000


def read_gold(corpus):
    with open(corpus / "gold.jsonl", encoding="utf-8") as f:
        return {page["id"]: page for page in map(json.loads, f)}


def run_own(gleaner, corpus, gold, titled):
    known = {id: {"url": page.get("url"), "hint_title": page.get("hint_title")}
             if titled else {} for id, page in gold.items()}
    return methods.run(gleaner, corpus, known, "model")


def systems_of(options, installed):
    """Returns {name of a system: function that returns bodies and seconds}."""
    def own(titled):
        return lambda corpus, gold: run_own(
            options.gleaner, corpus, gold, titled)

    def peer(name):
        return lambda corpus, gold: methods.run_peer(name, corpus, gold)

    return {OWN: own(False), OWN_TITLED: own(True),
            **{name: peer(name) for name in installed}}


def sample(gold, n):
    ids = sorted(gold)
    step = max(1, len(ids) // n)
    return {id: gold[id] for id in ids[::step][:n]}


def measure(systems, corpus, gold, rounds):
    """The least CPU time of a page for each system, in seconds."""
    best = {}
    for i in range(rounds):
        for name, run in systems.items():
            seconds = run(corpus, gold)[1] / len(gold)
            best[name] = min(best.get(name, seconds), seconds)
        print(f"round {i + 1} of {rounds}", file=sys.stderr)
    return best


def interval(differences):
    """The 95 % interval of the mean."""
    draw = random.Random(1)
    n = len(differences)
    means = sorted(sum(draw.choices(differences, k=n)) / n
                   for _ in range(RESAMPLES))
    return means[RESAMPLES // 40], means[-RESAMPLES // 40 - 1]


def difference(scores, own):
    differences = [100 * (scores[id].f1 - own[id].f1) for id in own]
    low, high = interval(differences)
    return (f"{sum(differences) / len(differences):+.1f} "
            f"({low:+.1f} to {high:+.1f})")


def print_table(systems, corpus, rounds, pages):
    gold = read_gold(corpus)
    scores = {name: methods.score_here(gold, run(corpus, gold)[0])
              for name, run in systems.items()}
    taken = sample(gold, pages)
    seconds = measure(systems, corpus, taken, rounds)
    print(f"\n{corpus.resolve().name}: {len(gold)} pages; CPU time of "
          f"{len(taken)} pages, the least of {rounds} rounds\n")
    print("| system | word F1 | difference (95 %) | shingle F1 | ms/page | "
          "CPU ratio |")
    print("|---|---|---|---|---|---|")
    for name in systems:
        rows = list(scores[name].values())
        against = "" if name == OWN else difference(scores[name], scores[OWN])
        print(f"| {name} | {methods.mean(s.f1 for s in rows):.1f} | {against} "
              f"| {methods.shingle_f1(rows):.1f} "
              f"| {1000 * seconds[name]:.2f} "
              f"| {seconds[name] / seconds[OWN]:.2f} |", flush=True)


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        for line in f:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def print_versions(gleaner, installed):
    own = subprocess.run([gleaner, "--version"], check=True,
                         stdout=subprocess.PIPE, encoding="utf-8").stdout
    print(f"{date.today()}, {processor()}, Python "
          f"{platform.python_version()}")
    print(f"{OWN}: {own.split()[-1]}")
    for name in installed:
        print(f"{name}: {peers.version_of(name) or 'version not known'}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gleaner", default="build/gleaner", metavar="PATH")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--pages", type=int, default=50, metavar="N")
    parser.add_argument("corpora", type=pathlib.Path, nargs="+",
                        metavar="CORPUS")
    options = parser.parse_args()
    installed = methods.find_peers()
    print_versions(options.gleaner, installed)
    systems = systems_of(options, installed)
    for corpus in options.corpora:
        print_table(systems, corpus, options.rounds, options.pages)


if __name__ == "__main__":
    main()
