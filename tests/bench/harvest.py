#!/usr/bin/env python3
"""Measures the harvest of real pages: make bench-harvest CORPORA_DIR=DIR.

    tests/bench/harvest.py [--build DIR] [--against DIR] [--cores 1,2]
        [--hosts N] [--rounds N] [--raw keep,none] CORPUS...

Serves the pages of each CORPUS (html/*.html.gz, html/*.html) on loopback
(tests/bench/quick_origin), announces them in feeds, and runs gleanerd until all
of them are stored. Prints for each number of cores how much CPU time each
thread of the daemon, and the workers, need for an article. The pages of one
site have the same host; with fewer HOSTS, several sites share a host. With
--against, the programs of both folders run in turn. Each time is the smallest
of all rounds, each rate the largest. At the end bench-stages measures the
stages alone.
"""
import argparse
import gzip
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse

import poll

FEED_ITEMS = 50
STAGES = ("loop", "store", "pool", "workers", "all")
# The name (comm) of the threads of the pool. Other threads, except the main
# thread, are counted as the store thread.
POOL = "prepare"


def site_of(url):
    """The last two labels of the host name, as the name of the site."""
    host = urllib.parse.urlsplit(url or "").hostname or ""
    return ".".join(host.split(".")[-2:])


def pages_of(corpus):
    """Yields (site, title, bytes) of each page of the corpus."""
    facts = {}
    gold = os.path.join(corpus, "gold.jsonl")
    if os.path.exists(gold):
        with open(gold, encoding="utf-8") as f:
            for line in f:
                fact = json.loads(line)
                facts[fact["id"]] = fact
    folder = os.path.join(corpus, "html")
    for name in sorted(os.listdir(folder)):
        if not re.search(r"\.html(\.gz)?$", name):
            continue
        path = os.path.join(folder, name)
        with (gzip.open if name.endswith(".gz") else open)(path, "rb") as f:
            body = f.read()
        fact = facts.get(name.split(".html")[0], {})
        yield (site_of(fact.get("url")), fact.get("title") or name, body)


def escape(text):
    return (text.replace("&", "&amp;").replace("<", "&lt;"))


class Site:
    """Writes the pages into files, and feeds that announce the pages."""
    def __init__(self, folder, corpora, hosts, most):
        self.folder = folder
        self.pages, self.bytes, sites = [], 0, {}
        for corpus in corpora:
            for site, title, body in pages_of(corpus):
                if len(self.pages) == most:
                    break
                n = len(self.pages)
                with open(os.path.join(folder, f"{n}.html"), "wb") as f:
                    f.write(body)
                host = sites.setdefault(site or n, len(sites))
                self.pages.append((host % hosts, title))
                self.bytes += len(body)
        self.hosts = min(hosts, len(sites))

    def announce(self, port):
        """Writes the feeds; returns their addresses."""
        by_host, feeds = {}, []
        for n, (host, title) in enumerate(self.pages):
            by_host.setdefault(host, []).append((n, title))
        for host, pages in by_host.items():
            origin = f"http://127.{1 + host // 250}.0.{1 + host % 250}:{port}"
            for at in range(0, len(pages), FEED_ITEMS):
                name = f"feed-{len(feeds)}.xml"
                items = "".join(
                    f"<item><title>{escape(title)}</title>"
                    f"<link>{origin}/file/{n}.html</link></item>\n"
                    for n, title in pages[at:at + FEED_ITEMS])
                with open(os.path.join(self.folder, name), "w",
                          encoding="utf-8") as f:
                    f.write('<?xml version="1.0"?><rss version="2.0"><channel>'
                            f"<title>x</title>{items}</channel></rss>\n")
                feeds.append(f"{origin}/file/{name}")
        return feeds


def threads_s(pid):
    """CPU seconds of the process's threads: loop, store thread, pool."""
    used = {"loop": 0.0, "store": 0.0, "pool": 0.0}
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/schedstat") as f:
                ns = int(f.read().split()[0])
            with open(f"/proc/{pid}/task/{task}/comm") as f:
                name = f.read().strip()
        except OSError:
            continue
        stage = ("loop" if int(task) == pid else
                 "pool" if name == POOL else "store")
        used[stage] += ns / 1e9
    return used


def measure(build, work, feeds, n_pages, cores, raw):
    """Returns CPU ms an article by stage, and articles a second."""
    config = poll.write_config(work, feeds, interval="10h", connections=2)
    with open(config, encoding="utf-8") as f:
        text = f.read().replace(
            "articles: { fetch: false }",
            f"articles: {{ raw: {raw}, revisit: [] }}").replace(
            "host: {", "host: { robots: false,")
    with open(config, "w", encoding="utf-8") as f:
        f.write(text)
    with open(os.path.join(work, "log"), "w", encoding="utf-8") as log:
        daemon = subprocess.Popen(
            ["taskset", "-c", f"0-{cores - 1}",
             os.path.join(build, "gleanerd"), "-c", config],
            stdout=log, stderr=log)
    poll.running.append(daemon)
    began = done = 0
    end = time.monotonic() + 120
    while done < n_pages:
        time.sleep(0.05)
        done = count_done(os.path.join(work, "bench.db"))
        if done > 0 and began == 0:
            began = time.monotonic()
        if time.monotonic() > end or daemon.poll() is not None:
            with open(os.path.join(work, "log"), encoding="utf-8") as f:
                sys.stderr.write(f.read()[-2000:])
            sys.exit(f"only {done} of {n_pages} pages were stored")
    elapsed = time.monotonic() - began
    used = threads_s(daemon.pid)
    total = poll.cpu_s(daemon.pid)
    used["workers"] = total - sum(used.values())
    used["all"] = total
    daemon.send_signal(signal.SIGTERM)
    daemon.wait()
    return ({stage: s / n_pages * 1000 for stage, s in used.items()},
            n_pages / elapsed)


def count_done(path):
    try:
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
        n = db.execute("SELECT count(*) FROM article WHERE "
                       "status NOT IN ('queued', 'failed')").fetchone()[0]
        db.close()
        return n
    except sqlite3.OperationalError:
        return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("corpora", nargs="+")
    parser.add_argument("--build", default="build")
    parser.add_argument("--against", default="")
    parser.add_argument("--cores", default="")
    parser.add_argument("--hosts", type=int, default=1000)
    parser.add_argument("--pages", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--raw", default="keep,none")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    builds = [os.path.abspath(b) for b in (args.against, args.build) if b]
    n_cpus = len(os.sched_getaffinity(0))
    cores = ([int(c) for c in args.cores.split(",")] if args.cores else
             [c for c in (1, 2, 4, 8, 16) if c <= n_cpus])
    with tempfile.TemporaryDirectory(prefix="gleaner-bench.") as folder:
        site = Site(folder, args.corpora, args.hosts, args.pages)
        # The port is chosen first: the feeds contain it, and the origin reads
        # the files only at its start.
        port = free_port()
        feeds = site.announce(port)
        origin = subprocess.Popen(
            [os.path.join(builds[-1], "quick_origin"), str(port), folder],
            stdout=subprocess.PIPE, text=True)
        try:
            origin.stdout.readline()
            n = len(site.pages)
            print(f"{n} pages of {site.bytes / n / 1000:.0f} kB on "
                  f"{site.hosts} hosts, {args.rounds} rounds; ms of CPU time "
                  "an article, the least of all rounds")
            for raw in args.raw.split(","):
                for c in cores:
                    rounds(builds, feeds, n, c, raw, args.rounds)
        finally:
            origin.kill()
            origin.wait()
        stages(builds[-1], site, args.rounds)


def stages(build, site, n_rounds):
    """Runs each stage alone; prints the line of the fastest round of each."""
    best = {}
    for _ in range(n_rounds):
        with poll.Work() as work:
            lines = subprocess.run(
                [os.path.join(build, "bench-stages"),
                 os.path.join(work, "bench.db"), str(site.hosts)] +
                [os.path.join(site.folder, f"{n}.html")
                 for n in range(len(site.pages))],
                stdout=subprocess.PIPE, text=True, check=True).stdout
        for line in lines.splitlines():
            name, us = line.split()[:2]
            if name not in best or int(us) < best[name][0]:
                best[name] = (int(us), line)
    print("the stages alone, one thread:")
    for _, line in best.values():
        print(line)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def rounds(builds, feeds, n_pages, cores, raw, n_rounds):
    best = {build: ({}, 0) for build in builds}
    for _ in range(n_rounds):
        for build in builds:
            with poll.Work() as work:
                used, rate = measure(build, work, feeds, n_pages, cores, raw)
            least, most = best[build]
            best[build] = ({s: min(least.get(s, 1e9), used[s]) for s in used},
                           max(most, rate))
    for build in builds:
        least, rate = best[build]
        print(f"raw {raw}, {cores} cores, {build}: " +
              ", ".join(f"{s} {least[s]:.2f}" for s in STAGES) +
              f"; {rate:.0f} articles/s", flush=True)


if __name__ == "__main__":
    main()
