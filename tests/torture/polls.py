#!/usr/bin/env python3
"""polls.py -- a million polls: memory and descriptors must not grow.

    POLLS=1000000 FEEDS=4000 tests/torture/polls.py

tests/bench/quick_origin answers most polls with 304, others with the same
items, new items, errors of all kinds, truncated responses or invalid HTTP.
Every feed is due each second, so that polls are made as fast as possible. The
private memory of the hub and its zygote and the hub's descriptors are measured
continuously. The result is the least-squares slope after the first third, when
caches are full.

For descriptors, the minimum of an early third is compared with the minimum of a
late third. The minimum is used because a hundred documents are open during a
burst. A leak is also visible between bursts. Connections are counted
separately: for each host the maximum number of connections ever needed stays
open, so that their number grows to a known limit.
"""
import os
import sqlite3
import sys
import time

from campaign import BUILD, Daemon, Points, Work, faults, quick_origin

POLLS = int(os.environ.get("POLLS", "1000000"))
FEEDS = int(os.environ.get("FEEDS", "4000"))
HOSTS = 16
A_HOST = 64          # connections to each host
LOOKS = 200          # samples over the whole run, fewer in a short one
LEAST_LOOKS = 12     # more samples than this are required
MOST_MIB = 1.0       # growth per 100 000 polls
ENOUGH = 300000      # number of polls from which MOST_MIB applies
MOST_A_POLL = 400    # largest growth in bytes per poll in a shorter run
MORE_RUNS = 3        # repetitions of a short run
FEW = 12             # the number of descriptors must grow by less than this
STILL_S = 60         # seconds without a poll after which the run ends


def private_kib(pid):
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as f:
            for line in f:
                if line.startswith("Private_Dirty:"):
                    return int(line.split()[1])
    except (OSError, ProcessLookupError):
        pass
    return 0


def tcp_inodes(pid):
    found = set()
    for table in ("tcp", "tcp6"):
        try:
            with open(f"/proc/{pid}/net/{table}", encoding="ascii") as f:
                found |= {line.split()[9] for line in list(f)[1:]}
        except OSError:
            pass
    return found


def descriptors(pid):
    """(connections, all others)"""
    tcp, links = tcp_inodes(pid), []
    for fd in os.listdir(f"/proc/{pid}/fd"):
        try:
            links.append(os.readlink(f"/proc/{pid}/fd/{fd}"))
        except OSError:
            pass         # closed meanwhile
    tcp |= tcp_inodes(pid)
    n = sum(link.startswith("socket:[") and link[8:-1] in tcp
            for link in links)
    return n, len(links) - n


def zygote_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
        return int(f.read().split()[0])


def slope(samples):
    """Returns the least-squares slope of y over x."""
    n = len(samples)
    mx = sum(x for x, _ in samples) / n
    my = sum(y for _, y in samples) / n
    var = sum((x - mx) ** 2 for x, _ in samples)
    return sum((x - mx) * (y - my) for x, y in samples) / var if var else 0.0


def watch(daemon, since, until):
    """Returns [(polls, KiB of the hub, KiB of the zygote, connections, other
    descriptors)] between two numbers of polls. On a busy machine the daemon may
    make many polls between two samples. The run then continues after `until`,
    because LEAST_LOOKS samples are required."""
    samples = []
    pid = daemon.process.pid
    zygote = zygote_of(pid)
    polls, last, moved = since, since, time.monotonic()
    while (polls < until or len(samples) <= LEAST_LOOKS) and \
            daemon.process.poll() is None:
        now = daemon.one("SELECT max(id) FROM poll") or 0
        if now > last:
            last, moved = now, time.monotonic()
        if now - polls >= POLLS / LOOKS or now >= until:
            samples.append((now, private_kib(pid), private_kib(zygote),
                            *descriptors(pid)))
            polls = now
            if len(samples) % (LOOKS // 10) == 0:
                print(f"# {now} polls, hub {samples[-1][1] / 1024:.1f} MiB, "
                      f"{samples[-1][3]} connections, {samples[-1][4]} "
                      "other descriptors", flush=True)
        elif time.monotonic() - moved > STILL_S:
            break
        time.sleep(0.05)
    return samples


def tail_of(samples):
    return samples[len(samples) // 3:]


def growth_a_poll(samples):
    """Returns the growth in bytes per poll of the hub or of the zygote,
    whichever grows faster."""
    return max(slope([(s[0], s[column]) for s in tail_of(samples)]) * 1024
               for column in (1, 2))


def watch_all(daemon):
    """Returns the samples of the last run. A short run whose memory grows is
    repeated: the growth may be the normal growth to the final size, which takes
    longer on a busy machine. A leak also grows in a second run of the same
    length."""
    samples = watch(daemon, 0, POLLS)
    for n in range(1, MORE_RUNS + 1):
        if POLLS >= ENOUGH or len(samples) <= LEAST_LOOKS or \
                growth_a_poll(samples) < MOST_A_POLL:
            break
        print(f"# {growth_a_poll(samples):.0f} bytes per poll; repeating")
        samples = watch(daemon, n * POLLS, (n + 1) * POLLS)
    return samples


def judge_memory(points, samples):
    tail = tail_of(samples)
    for what, column in (("hub", 1), ("zygote", 2)):
        kib = slope([(s[0], s[column]) for s in tail])
        mib = kib * 100000 / 1024
        told = f"{what}: {mib:.2f} MiB growth per 100 000 polls, " \
               f"{tail[-1][column] / 1024:.1f} MiB at the end"
        if POLLS >= ENOUGH:
            points.ok(mib < MOST_MIB, f"S66: {told}")
        else:
            points.ok(kib * 1024 < MOST_A_POLL,
                      f"S66: {told} (a short run)")
    early = min(s[4] for s in tail[:len(tail) // 2])
    late = min(s[4] for s in tail[len(tail) // 2:])
    points.ok(late < early + FEW, "S66: the number of descriptors is constant: "
              f"{early} early, {late} late")
    most = max(s[3] for s in samples)
    points.ok(0 < most <= HOSTS * A_HOST,
              f"S66: at most {most} connections, of {HOSTS * A_HOST}")


def main():
    print(f"# POLLS={POLLS} FEEDS={FEEDS} {BUILD}")
    points = Points()
    with Work("polls") as work:
        port, _ = quick_origin()
        daemon = Daemon(
            work, [], poll="{ interval: 1s, min: 1s, max: 2s, "
            "adaptive: false }", host=f"{{ connections: {A_HOST}, gap: 0s, "
            "allow_private: true }", articles="{ fetch: false }",
            retain="{ polls: 1h }", include="[feeds.opml]",
            log="{ level: error, format: text }")
        with open(work / "feeds.opml", "w", encoding="utf-8") as f:
            f.write('<opml version="2.0"><head/><body>\n')
            f.writelines(
                f'<outline type="rss" text="x" xmlUrl="http://127.0.0.'
                f'{2 + i % HOSTS}:{port}/mix/{i}"/>\n' for i in range(FEEDS))
            f.write("</body></opml>\n")
        daemon.start()
        points.ok(daemon.wait_ready() is not None, "it starts")
        samples = watch_all(daemon)
        took = time.monotonic() - daemon.begun
        polls = samples[-1][0] if samples else 0
        outcomes = daemon.rows("SELECT outcome, count(*) FROM poll "
                               "GROUP BY 1 ORDER BY 2 DESC")
        print(f"# {polls} polls in {took:.0f} s: " + ", ".join(
            f"{n} {outcome}" for outcome, n in outcomes))
        points.ok(polls >= POLLS, f"{polls} polls")
        points.ok(len(outcomes) >= 5, "the polls have many different outcomes")
        points.ok(len(samples) > LEAST_LOOKS,
                  f"{len(samples)} samples were taken")
        if len(samples) > LEAST_LOOKS:
            judge_memory(points, samples)
        code, took = daemon.stop()
        points.ok(code == 0, f"the daemon ends in {took:.1f} s")
        db = sqlite3.connect(daemon.db)
        found = faults(db, False)
        db.close()
        points.ok(not found, "the database has no fault", *found[:10])
    return points.end()


if __name__ == "__main__":
    sys.exit(main())
