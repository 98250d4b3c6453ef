#!/usr/bin/env python3
"""hung.py -- responsive feeds beside thousands of servers that never answer.

    HUNG=5000 GOOD=50 PARALLEL=256 TIMEOUT=30 S=90 tests/torture/hung.py

Each hung server accepts connections and sends nothing. There are more hung
servers than fetch.parallel allows transfers. A responsive feed has new items
at each poll. The test reads from the database how long responsive feeds have
been due; a poll counts when its items are stored. It also watches the hub's
memory.
"""
import os
import sys
import time

from campaign import BUILD, Daemon, Points, SANITIZED, Work, pace, percentile, \
    quick_origin, wait_for

HUNG = int(os.environ.get("HUNG", "5000"))
PARALLEL = int(os.environ.get("PARALLEL", "256"))
SECONDS = int(os.environ.get("S", "90"))
GOOD = int(os.environ.get("GOOD", "50"))
INTERVAL_S = 5
LATE_S = 2
# Limit for the memory of the hub in MiB; the address sanitizer keeps freed
# memory.
MOST_MIB = 1024 if SANITIZED else 160
TIMEOUT_S = int(os.environ.get("TIMEOUT", "30"))
FIRST_S = 120        # limit for the first polls, which wait with hung feeds
LOOK_S = 0.2


def private_mib(pid):
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as f:
        for line in f:
            if line.startswith("Private_Dirty:"):
                return int(line.split()[1]) / 1024
    return 0


def hung_urls(port):
    return [f"http://127.{1 + i // 60000}.{i // 240 % 250}.{1 + i % 240}:"
            f"{port}/hang/{i}" for i in range(HUNG)]


def good_urls(port):
    return [f"http://127.200.0.{1 + i}:{port}/new/{i}" for i in range(GOOD)]


def mixed(hung, good):
    """The responsive feeds, distributed among the hung ones."""
    every = len(hung) // len(good)
    for i, url in enumerate(good):
        yield from hung[i * every:(i + 1) * every]
        yield url
    yield from hung[len(good) * every:]


class Watch:
    """Records how long responsive feeds have been due, and the hub's memory."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.late, self.worst = [], (0, "")
        self.mib = 0

    def look(self):
        for due, url in self.daemon.rows(
                "SELECT next_poll_at, url FROM feed WHERE url LIKE '%/new/%' "
                "AND last_poll_at IS NOT NULL"):
            # Planned times are whole seconds, so up to one second is not a
            # delay.
            late = pace.idle_s(max(time.time() - due - 1, 0), LATE_S)
            self.late.append(late)
            self.worst = max(self.worst, (late, url))
        self.mib = max(self.mib, private_mib(self.daemon.process.pid))


def main():
    print(f"# HUNG={HUNG} PARALLEL={PARALLEL} S={SECONDS} {BUILD}")
    points = Points()
    with Work("hung") as work:
        port, _ = quick_origin()
        hung = hung_urls(port)
        daemon = Daemon(
            work, [], poll=f"{{ interval: {INTERVAL_S}s, min: 1s, max: 1h, "
            "adaptive: false }", host="{ connections: 2, gap: 0s, "
            "allow_private: true, robots: false }", include="[feeds.opml]",
            fetch=f"{{ parallel: {PARALLEL}, timeout: {TIMEOUT_S}s }}",
            log="{ level: warning, format: text }")
        with open(work / "feeds.opml", "w", encoding="utf-8") as f:
            f.write('<opml version="2.0"><head/><body>\n')
            f.writelines(
                f'<outline type="rss" text="x" xmlUrl="{url}"/>\n'
                for url in mixed(hung, good_urls(port)))
            f.write("</body></opml>\n")
        daemon.start()
        points.ok(daemon.wait_ready() is not None, "it starts")
        polled = ("SELECT count(*) FROM feed WHERE url LIKE '%/new/%' AND "
                  "last_outcome = 'ok'")
        wait_for(lambda: daemon.one(polled) == GOOD, FIRST_S)
        first = time.monotonic() - daemon.begun
        points.ok(daemon.one(polled) == GOOD,
                  "each responsive feed was stored, the first after "
                  f"{first:.1f} s")
        watch = Watch(daemon)
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and daemon.process.poll() is None:
            watch.look()
            time.sleep(LOOK_S)
        given_up = daemon.one("SELECT count(*) FROM feed WHERE url LIKE "
                              "'%/hang/%' AND failures > 0")
        polls = daemon.one("SELECT count(*) FROM poll p JOIN feed f ON "
                           "f.id = p.feed_id WHERE f.url LIKE '%/new/%'")
        code, took = daemon.stop()
        late = max(watch.late, default=SECONDS)
        print(f"# responsive feeds: {polls} polls; due and not stored for p99 "
              f"{percentile(watch.late or [0], 0.99):.2f}, at most {late:.2f} s "
              f"({watch.worst[1]}); {given_up} hung ones have timed out; "
              f"{watch.mib:.1f} MiB")
        points.ok(polls >= GOOD * SECONDS / INTERVAL_S / 2,
                  f"{polls} polls of responsive feeds")
        # One sample in a thousand may be delayed by the machine.
        points.ok(percentile(watch.late or [SECONDS], 0.999) <= LATE_S and
                  late <= 2 * LATE_S, f"stored within {LATE_S} s of being due: "
                  f"{late:.2f} s at most", watch.worst[1])
        points.ok(watch.mib <= MOST_MIB,
                  f"the memory of the hub is limited: {watch.mib:.1f} MiB")
        points.ok(code == 0, f"the daemon ends in {took:.1f} s")
    return points.end()


if __name__ == "__main__":
    sys.exit(main())
