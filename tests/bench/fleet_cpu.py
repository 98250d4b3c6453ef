#!/usr/bin/env python3
"""fleet_cpu.py -- CPU time of one daemon and of three for the same work.

    tests/lib/postgres.sh tests/bench/fleet_cpu.py [--build DIR]
        [--hosts N] [--pages N] [--rounds N] CORPUS...

In:  the binaries; corpora as of harvest.py; the server of postgres.sh.
Out: the least CPU time of all rounds, in milliseconds for each article, of the
     daemons and their workers: one daemon on SQLite, one on PostgreSQL, three
     on PostgreSQL.

Serves the pages on loopback and announces them in feeds.  Each run begins with
an empty database.  The CPU time of the database's server is not included.
"""
import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time

import harvest
import poll

HOST = os.environ["POSTGRES_HOST"]
LEASE = "10s"
LONGEST_S = 300


def psql(command, database="postgres"):
    return subprocess.run(
        ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", HOST,
         "-U", "gleaner", "-d", database, "-c", command], check=True,
        capture_output=True, text=True).stdout.strip()


def configure(work, feeds, database, node):
    """Writes the configuration of a daemon; returns its path."""
    os.makedirs(work, exist_ok=True)
    path = poll.write_config(work, feeds, interval="10h", connections=2)
    with open(path, encoding="utf-8") as f:
        text = f.read().replace(
            "articles: { fetch: false }",
            "articles: { raw: none, revisit: [] }").replace(
            "host: {", "host: { robots: false,")
    if node:
        text = text.replace(f"database: {work}/bench.db",
                            f"database: {database}")
        text += f"fleet: {{ node: {node}, lease: {LEASE} }}\n"
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def count_done(work, database):
    if database is None:
        return harvest.count_done(os.path.join(work, "0", "bench.db"))
    try:
        return int(psql("SELECT count(*) FROM gleaner.article WHERE status "
                        "NOT IN ('queued', 'failed')", database))
    except subprocess.CalledProcessError:
        return 0                # the schema is not created yet


def measure(build, feeds, n_pages, n_nodes, database):
    """Returns the CPU time of all daemons, in milliseconds for an article."""
    daemons = []
    if database is not None:
        psql(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
        psql(f"CREATE DATABASE {database}")
    url = f"postgresql:///{database}?host={HOST}&user=gleaner"
    with poll.Work() as work:
        for n in range(n_nodes):
            folder = os.path.join(work, str(n))
            config = configure(folder, feeds, url,
                               f"n{n}" if database is not None else None)
            with open(os.path.join(folder, "log"), "w",
                      encoding="utf-8") as log:
                daemons.append(subprocess.Popen(
                    [os.path.join(build, "gleanerd"), "-c", config],
                    stdout=log, stderr=log))
            poll.running.append(daemons[-1])
        end = time.monotonic() + LONGEST_S
        while (done := count_done(work, database)) < n_pages:
            if time.monotonic() > end:
                sys.exit(f"only {done} of {n_pages} pages were stored")
            time.sleep(0.2)
        total = 0
        for daemon in daemons:
            daemon.send_signal(signal.SIGTERM)
            _, _, used = os.wait4(daemon.pid, 0)
            daemon.returncode = 0
            total += used.ru_utime + used.ru_stime
    return total / n_pages * 1000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("corpora", nargs="+")
    parser.add_argument("--build", default="build")
    parser.add_argument("--hosts", type=int, default=60)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    build = os.path.abspath(args.build)
    kinds = {"one daemon on SQLite": (1, None),
             "one daemon on PostgreSQL": (1, "cpu"),
             "three daemons on PostgreSQL": (3, "cpu")}
    best = {}
    with tempfile.TemporaryDirectory(prefix="gleaner-bench.") as folder:
        site = harvest.Site(folder, args.corpora, args.hosts, args.pages)
        port = harvest.free_port()
        feeds = site.announce(port)
        origin = subprocess.Popen(
            [os.path.join(build, "quick_origin"), str(port), folder],
            stdout=subprocess.PIPE, text=True)
        try:
            origin.stdout.readline()
            print(f"{len(site.pages)} pages on {site.hosts} hosts", flush=True)
            for _ in range(args.rounds):
                for kind, (n_nodes, database) in kinds.items():
                    ms = measure(build, feeds, len(site.pages), n_nodes,
                                 database)
                    best[kind] = min(best.get(kind, ms), ms)
                    print(f"# {kind}: {ms:.2f} ms", flush=True)
        finally:
            origin.kill()
            origin.wait()
    for kind, ms in best.items():
        print(f"{kind}: {ms:.2f} ms of CPU time for each article")


if __name__ == "__main__":
    main()
