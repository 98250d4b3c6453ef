#!/usr/bin/env python3
"""Measures the cost of a poll: make bench-poll.

    tests/bench/poll.py [--build DIR] [--short]

Starts tests/bench/quick_origin and gleanerd on loopback and prints, in one run:
the polls per second, and the CPU time and the bytes of the database per poll,
for responses with status 304 and for responses with 20 items of which none or
all are new; the memory with 1 000, 10 000 and 100 000 feeds, and its growth;
the time of a start with 100 000 feeds; the polls of 100 good servers while
1 000 other servers do not respond; the delay of events in the event loop while
100 000 feeds are due; the rate of requests to each host (tests/bench/pace.py);
and, if they are installed, the cost of sfeed_update and newsboat on the same
feeds. CPU is user and system time of the daemon and all its children.
"""
import argparse
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

import pace

TICK = os.sysconf("SC_CLK_TCK")
HOSTS = 16           # addresses from 127.0.0.2; each has its own budget
LATENCY_MS = 20      # limit for 99 of 100 iterations of the event loop
running = []         # daemons, until their folder is deleted


def cpu_s(pid):
    """User and system time of a process and of its children, ended or not."""
    total = 0
    for p in [pid] + children(pid):
        try:
            with open(f"/proc/{p}/stat", encoding="ascii") as f:
                fields = f.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += sum(int(fields[i]) for i in (11, 12, 13, 14))
    return total / TICK


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
            found = [int(p) for p in f.read().split()]
    except OSError:
        return []
    return found + [q for p in found for q in children(p)]


def rss_kib(pid):
    """Private memory of the daemon in KiB."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as f:
        for line in f:
            if line.startswith("Pss_Anon:"):
                return int(line.split()[1])
    return 0


def write_config(work, urls, interval="1h", minimum="1s", parallel=256,
                 timeout="30s", connections=64, level="warning"):
    """Writes the configuration of a daemon to that folder; returns its path."""
    config = os.path.join(work, "gleaner.yaml")
    with open(os.path.join(work, "feeds.opml"), "w", encoding="utf-8") as f:
        f.write('<opml version="2.0"><head/><body>\n')
        for url in urls:
            f.write(f'<outline type="rss" text="x" xmlUrl="{url}"/>\n')
        f.write("</body></opml>\n")
    with open(config, "w", encoding="utf-8") as f:
        f.write(f"""database: {work}/bench.db
poll: {{ interval: {interval}, min: {minimum}, max: 30d, adaptive: false }}
host: {{ connections: {connections}, gap: 0s, allow_private: true }}
fetch: {{ parallel: {parallel}, timeout: {timeout} }}
articles: {{ fetch: false }}
control: {work}/control.sock
log: {{ level: {level}, format: text }}
include: [feeds.opml]
""")
    return config


class Daemon:
    def __init__(self, args, work, urls, **settings):
        self.db = os.path.join(work, "bench.db")
        self.log = os.path.join(work, "gleanerd.log")
        self.control = os.path.join(work, "control.sock")
        config = write_config(work, urls, **settings)
        self.started = time.monotonic()
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [os.path.join(args.build, "gleanerd"), "-c", config],
                stdout=log, stderr=log)
        self.pid = self.process.pid
        running.append(self.process)

    def sql(self, query):
        # Read only, so that the writer is not blocked.
        try:
            db = sqlite3.connect(f"file:{self.db}?mode=ro", uri=True,
                                 timeout=10)
            row = db.execute(query).fetchone()
            db.close()
            return row[0] if row else 0
        except sqlite3.OperationalError:
            return 0

    def size(self):
        """Size of the database including its -wal."""
        return self.sql("SELECT page_count * page_size FROM "
                        "pragma_page_count, pragma_page_size")

    def polls(self):
        return self.sql("SELECT coalesce(max(id), 0) FROM poll")

    def wait_polls(self, n, seconds=120):
        end = time.monotonic() + seconds
        while self.polls() < n:
            if time.monotonic() > end or self.process.poll() is not None:
                with open(self.log, encoding="utf-8", errors="replace") as f:
                    sys.stderr.write(f.read()[-2000:])
                sys.exit(f"only {self.polls()} of {n} polls")
            time.sleep(0.02)

    def status(self):
        """The values of the control socket as a map of texts."""
        with socket.socket(socket.AF_UNIX) as s:
            s.connect(self.control)
            s.sendall(b"status\n")
            answer = b""
            while not answer.endswith(b"\n\n"):
                part = s.recv(65536)
                if not part:
                    break
                answer += part
        return dict(line.split("=", 1)
                    for line in answer.decode().splitlines() if "=" in line)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def address(port, kind, i):
    return f"http://127.0.0.{2 + i % HOSTS}:{port}/{kind}/{i}"


class Work:
    """A folder. Processes that use it are killed before it is deleted, also
    after a failed measurement."""
    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="gleaner-bench.")
        return self.path

    def __exit__(self, *_):
        while running:
            process = running.pop()
            if process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.path, ignore_errors=True)


def measure(args, port, kind, feeds, seconds):
    """Polls without a pause; prints polls/s, CPU µs and bytes a poll."""
    with Work() as work:
        daemon = Daemon(args, work,
                        [address(port, kind, i) for i in range(feeds)],
                        interval="1s")
        daemon.wait_polls(2 * feeds)  # the first poll brings the items
        size = daemon.size()
        polls, cpu, at = daemon.polls(), cpu_s(daemon.pid), time.monotonic()
        time.sleep(seconds)
        n = daemon.polls() - polls
        cpu = cpu_s(daemon.pid) - cpu
        rate = n / (time.monotonic() - at)
        grown = daemon.size() - size
        daemon.stop()
        print(f"{kind:5} {rate:9.0f} polls/s {cpu / n * 1e6:9.1f} us CPU "
              f"{grown / n:9.0f} bytes a poll", flush=True)


def memory(args, port, sizes):
    base = None
    for feeds in sizes:
        with Work() as work:
            daemon = Daemon(args, work,
                            [address(port, "304", i) for i in range(feeds)],
                            interval="10h", level="info")
            daemon.wait_polls(1)
            first = time.monotonic() - daemon.started
            kib = rss_kib(daemon.pid)
            daemon.wait_polls(min(feeds, 2000), 60)
            later = rss_kib(daemon.pid)
            daemon.stop()
        if base is None:
            base = (feeds, kib)
            per = ""
        else:
            per = (f", {(kib - base[1]) * 1024 / (feeds - base[0]):.0f} "
                   f"bytes a feed beyond {base[0]}")
        print(f"{feeds:7} feeds: first poll after {first:.2f} s, "
              f"{kib / 1024:.1f} MiB then, {later / 1024:.1f} MiB after "
              f"{min(feeds, 2000)} polls{per}", flush=True)


def latency(args, port, kind, feeds, seconds):
    """Measures the event loop while all feeds are due, at the start; returns
    the faults. For kind 304 the database contains validators, as if the feeds
    had been polled before."""
    with Work() as work:
        urls = [address(port, kind, i) for i in range(feeds)]
        if kind == "304":
            daemon = Daemon(args, work, urls, interval="10h")
            daemon.wait_polls(1)
            daemon.stop()
            db = sqlite3.connect(daemon.db)
            db.execute("""UPDATE feed SET etag = '"bench"', failures = 0,
                validators_url = url, next_poll_at = 0""")
            db.commit()
            db.close()
        daemon = Daemon(args, work, urls, interval="10h")
        before = daemon.polls()
        daemon.wait_polls(before + 1)
        time.sleep(seconds)
        status = daemon.status()
        n = int(status["polls"])
        daemon.stop()
        ms = {name: int(status[f"loop_{name}_us"]) / 1000 for name in
              ("turn_p99", "turn_max", "delay_p99", "delay_max")}
        print(f"{kind:5} {feeds} feeds due, {n} polls in {seconds} s: a turn "
              f"of the loop p99 {ms['turn_p99']:.2f}, at most "
              f"{ms['turn_max']:.1f} ms of CPU; an event waits p99 "
              f"{ms['delay_p99']:.1f}, at most {ms['delay_max']:.1f} ms",
              flush=True)
        if ms["turn_p99"] > LATENCY_MS:
            return [f"a turn's p99 is above {LATENCY_MS} ms ({kind})"]
    return []


def hung(args, port):
    with Work() as work:
        good = [f"http://127.0.1.{1 + i}:{port}/304/{i}" for i in range(100)]
        bad = [f"http://127.1.{i // 250}.{1 + i % 250}:{port}/hang/{i}"
               for i in range(1000)]
        daemon = Daemon(args, work, bad[:500] + good + bad[500:],
                        interval="10s", connections=2)
        daemon.wait_polls(1)
        before = rss_kib(daemon.pid)
        time.sleep(25)
        late = daemon.sql(
            """SELECT max(late) FROM (SELECT p.at - lag(p.at) OVER
            (PARTITION BY p.feed_id ORDER BY p.id) - 11 AS late
            FROM poll p JOIN feed f ON f.id = p.feed_id
            WHERE f.url LIKE '%/304/%')""")
        first = daemon.sql(
            """SELECT max(first) FROM (SELECT min(p.at) - f.added_at AS first
            FROM poll p JOIN feed f ON f.id = p.feed_id
            WHERE f.url LIKE '%/304/%' GROUP BY f.id)""")
        n = daemon.sql("SELECT count(DISTINCT feed_id) FROM poll p "
                       "JOIN feed f ON f.id = p.feed_id "
                       "WHERE f.url LIKE '%/304/%'")
        grown = rss_kib(daemon.pid) - before
        daemon.stop()
        print(f"1000 hung servers: {n} of 100 good feeds were polled, the "
              f"last after {first} s, later at most {max(late, 0)} s late; "
              f"{grown / 1024:.1f} MiB more memory")


def ours(args, port, kind, feeds):
    """Returns the CPU seconds of the first poll of each feed, including the
    start, and of the second poll."""
    with Work() as work:
        daemon = Daemon(args, work,
                        [address(port, kind, i) for i in range(feeds)],
                        interval="10s", minimum="10s")
        daemon.wait_polls(feeds)
        first = cpu_s(daemon.pid)
        daemon.wait_polls(2 * feeds)
        again = cpu_s(daemon.pid) - first
        daemon.stop()
        return {"first": first, "again": again}


def others(work, urls):
    """Yields the other programs that are installed, as commands that read all
    feeds once."""
    if shutil.which("sfeed_update"):
        rc = os.path.join(work, "sfeedrc")
        with open(rc, "w", encoding="utf-8") as f:
            f.write(f'sfeedpath="{work}/sfeeds"\nfeeds() {{\n')
            for i, url in enumerate(urls):
                f.write(f'\tfeed "f{i}" "{url}"\n')
            f.write("}\n")
        yield "sfeed_update", ["sfeed_update", rc]
    if shutil.which("newsboat"):
        with open(os.path.join(work, "urls"), "w", encoding="utf-8") as f:
            f.write("\n".join(urls) + "\n")
        open(os.path.join(work, "config"), "w").close()
        yield "newsboat", ["newsboat", "-u", f"{work}/urls", "-c",
                           f"{work}/cache.db", "-C", f"{work}/config",
                           "-x", "reload"]


def children_cpu_s(command):
    before = os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    after = os.times()
    return (after.children_user - before.children_user +
            after.children_system - before.children_system)


def compare(args, port, kind, feeds):
    """Compares the daemon with the other programs: the first poll of each feed,
    with an empty database, and the second poll."""
    our_s = ours(args, port, kind, feeds)
    for turn, s in our_s.items():
        print(f"gleanerd, {kind}, {turn}: {s / feeds * 1e6:.0f} us CPU a "
              f"poll of 20 items, {feeds} feeds", flush=True)
    with Work() as work:
        urls = [address(port, kind, i) for i in range(feeds)]
        for name, command in others(work, urls):
            for turn in ("first", "again"):
                s = children_cpu_s(command)
                print(f"{name}, {kind}, {turn}: {s / feeds * 1e6:.0f} us CPU "
                      f"a poll of 20 items, {s / our_s[turn]:.1f} times ours",
                      flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", 
                        default="304,same,new,memory,latency,hung,pace,others")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    parts = args.only.split(",")
    # SIGTERM ends the script in the normal way, so that the started processes
    # end.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    faults = []
    origin = subprocess.Popen([os.path.join(args.build, "quick_origin")],
                              stdout=subprocess.PIPE, text=True)
    try:
        port = int(origin.stdout.readline().rsplit(" ", 1)[1])
        seconds = 3 if args.short else 10
        for kind, feeds in (("304", 8000), ("same", 4000), ("new", 1000)):
            if kind in parts:
                feeds = feeds // 4 if args.short else feeds
                measure(args, port, kind, feeds, seconds)
        if "memory" in parts:
            memory(args, port, (1000, 10000) if args.short
                   else (1000, 10000, 100000))
        if "latency" in parts:
            for kind in ("304", "same", "new"):
                faults += latency(args, port, kind,
                                  10000 if args.short else 100000,
                                  2 * seconds)
        if "hung" in parts:
            hung(args, port)
        if "pace" in parts:
            faults += pace.run(args)
        if "others" in parts:
            for kind in ("same", "new"):
                compare(args, port, kind, 200 if args.short else 1000)
    finally:
        origin.kill()
        origin.wait()
    for fault in faults:
        print(f"FAULT: {fault}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
