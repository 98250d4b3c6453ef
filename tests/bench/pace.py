"""Tests the rows E35 and E36 of docs/etiquette.md in full size;
tests/bench/poll.py calls this module.

500 feeds on one host are due at once: one connection at a time, a gap between
two requests, and next polls spread over the interval. 10 000 feeds on 100 hosts
are imported from an OPML file that is sorted by host: each host has its own
gap, and hosts are polled in turns. Both tests read the log of the origin
(tests/origin), which contains the times of arrival and response.
tests/integration/etiquette/etiquette_pace.sh does the same with 60 and 100
feeds.
"""
import json
import os
import sqlite3
import statistics
import subprocess
import tempfile
import urllib.request


class Origin:
    def __init__(self, build, work, feeds, hosts):
        self.log = os.path.join(work, "origin.log")
        self.process = subprocess.Popen(
            [os.path.join(build, "origin"), "--log", self.log, "--generate",
             f"{feeds}x1", "--hosts", str(hosts)],
            stdout=subprocess.PIPE, text=True)
        port = self.process.stdout.readline().strip().rsplit(":", 1)[1]
        with urllib.request.urlopen(
                f"http://127.0.0.1:{port}/_origin/feeds") as answer:
            self.urls = answer.read().decode().split()

    def requests(self):
        """Requests for feeds in order: (arrival in ms, end of the response in
        ms, address)."""
        found = []
        with open(self.log, encoding="utf-8") as f:
            for line in map(json.loads, f):
                if line["path"].startswith("/feed/"):
                    found.append((line["ms"], line["ms"] + line["took_ms"],
                                  line["address"]))
        return sorted(found)

    def stop(self):
        self.process.kill()
        self.process.wait()


def configure(work, gap_ms):
    path = os.path.join(work, "gleaner.yaml")
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"""database: {work}/pace.db
poll: {{ interval: 1h, min: 1m, max: 24h, adaptive: false }}
host: {{ connections: 1, gap: {gap_ms}ms, allow_private: true }}
articles: {{ fetch: false }}
control: {work}/control.sock
log: {{ level: warning, format: text }}
""")
    return path


def import_feeds(build, work, config, urls):
    path = os.path.join(work, "feeds.opml")
    with open(path, "w", encoding="utf-8") as f:
        f.write('<opml version="2.0"><head/><body>\n')
        for url in sorted(urls, key=lambda u: u.split("/")[2]):
            f.write(f'<outline type="rss" text="x" xmlUrl="{url}"/>\n')
        f.write("</body></opml>\n")
    subprocess.run([os.path.join(build, "gleaner"), "-c", config, "import",
                    path], check=True, stdout=subprocess.DEVNULL)


def judge(name, requests, feeds, hosts, gap_ms):
    """Returns faults of the requests, and prints one line about them."""
    by_host, gaps, close, overlaps, hasty = {}, [], 0, 0, 0
    for start, end, address in requests:
        by_host.setdefault(address, []).append((start, end))
    for times in by_host.values():
        for (a, a_end), (b, _) in zip(times, times[1:]):
            gaps.append(b - a)
            close += b - a < gap_ms / 2
            overlaps += b < a_end
        # If other programs use the processor, a request is sent late. The next
        # one follows after less than the gap, because it is sent at its planned
        # time. Over all requests of a host these errors cancel out.
        hasty += (times[-1][0] - times[0][0] <
                  (len(times) - 1.5) * gap_ms)
    order = [address for _, _, address in requests]
    last_first = max((order.index(a) for a in by_host), default=0)
    median = statistics.median(gaps) if gaps else 0
    seconds = (requests[-1][0] - requests[0][0]) / 1000 if requests else 0
    print(f"{name}: {len(requests)} requests to {len(by_host)} hosts in "
          f"{seconds:.1f} s, {median:.0f} ms apart at a host (gap {gap_ms} "
          f"ms), {overlaps} at once, {close} too close; the last host's turn "
          f"is request {last_first + 1}", flush=True)
    checks = (
        (len(requests) == feeds, "not each feed was requested once"),
        (len(by_host) == hosts, "not all hosts were requested"),
        (overlaps == 0, "more than one connection to a host"),
        (hasty == 0 and median >= gap_ms and close <= len(gaps) / 20,
         "the gap was not respected"),
        (last_first < 3 * hosts, "hosts were not polled in turns"),
    )
    return [f"{name}: {fault}" for good, fault in checks if not good]


def run_one(args, name, feeds, hosts, gap_ms):
    with tempfile.TemporaryDirectory(prefix="gleaner-pace.") as work:
        origin = Origin(args.build, work, feeds, hosts)
        try:
            config = configure(work, gap_ms)
            import_feeds(args.build, work, config, origin.urls)
            subprocess.run([os.path.join(args.build, "gleanerd"), "-c",
                            config, "--once"], check=True, timeout=600)
            faults = judge(name, origin.requests(), feeds, hosts, gap_ms)
        finally:
            origin.stop()
        db = sqlite3.connect(os.path.join(work, "pace.db"))
        first, last, n = db.execute(
            """SELECT min(next_poll_at), max(next_poll_at),
            count(DISTINCT next_poll_at) FROM feed""").fetchone()
        db.close()
    print(f"{name}: the next polls are planned in {n} different "
          f"seconds of {last - first} s",
          flush=True)
    # The random part of an interval of one hour is a tenth of it.
    if n < min(feeds, 300) / 2:
        faults.append(f"{name}: the next polls are not spread")
    return faults


def run(args):
    small = 10 if args.short else 1
    return (run_one(args, "E35", 500 // small, 1, 40) +
            run_one(args, "E36", 10000 // small, 100 // small, 100))
