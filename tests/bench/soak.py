#!/usr/bin/env python3
"""Runs a daemon for a long time against an origin with random faults: make
soak.

    MINUTES=60 SEED=n tests/bench/soak.py

Every two seconds some feeds, pages and robots.txt get a fault, chosen from all
faults of the origin. At the end these points are tested, in TAP: the daemon is
the process that was started, and it stops cleanly; its memory does not grow
with its polls; no feed was more than LATE_S late; no host received requests
faster than its budget; the database is valid.
"""
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
MINUTES = float(os.environ.get("MINUTES", "60"))
SEED = int(os.environ.get("SEED") or int.from_bytes(os.urandom(4), "little"))
FEEDS, ITEMS, HOSTS = 40, 6, 20
GAP_MS = 50
TIMEOUT_S = 3
LATE_S = 45          # largest delay of a poll; queues of hosts and a busy
                     # machine cause delays
WINDOW_MS = 5000     # period in which the requests of a host are counted
WINDOW_SLACK = 6     # requests allowed over the budget in WINDOW_MS
# Limit of the daemon's memory. The address sanitizer keeps freed memory.
MOST_MIB = 1024 if "san" in os.path.basename(BUILD) else 256
GROWTH_MIB = 1.0     # growth per 100 000 polls
ENOUGH_POLLS = 40000  # with this number the slope is accurate

# The faults of a feed. Each line is the text of one route of the origin,
# without the path of the route. {n} is replaced by a number that differs each
# time.
FEED_WAYS = r"""
status 404
status 500
status 503\n  header Retry-After: 2
status 429\n  header Retry-After: 3
status 403
status 206
status 304
pass\n  cut after 300
pass\n  reset after 200
pass\n  length 999999
pass\n  length none
pass\n  encode gzip
pass\n  encode deflate chunked
pass\n  encode chunked\n  drip 300B/s
pass\n  delay 1s before headers
pass\n  header Content-Type: text/html
pass\n  header ETag: W/"{n}"\n  header Cache-Control: max-age=2
pass\n  header ETag: \n  header Last-Modified: yesterday
pass\n  close
pass\n  items {items}
pass\n  items {items}
pass\n  items {items}
hang
raw "garbage {n}\r\n\r\n"
raw "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nno gzip"
body endless "<item>"
body size 3MiB
header Content-Type: text/html\n  body text "<html><p>parked {n}"
header Content-Type: application/rss+xml\n  body text "<rss><channel><item><title>cut {n}"
redirect 301 /r/loop
redirect 302 /r/feed
redirect 307 http://10.0.0.1/
redirect 302 {elsewhere}/feed/{feed}.xml
redirect 302 {elsewhere}/feed/{feed}.xml
""".strip().split("\n")
PAGE_WAYS = r"""
status 404
status 410
status 403
status 500
status 503\n  header Retry-After: 2
pass\n  revision {n}
pass\n  revision {n}
pass\n  cut after 900
pass\n  encode gzip
pass\n  header X-Robots-Tag: noai
hang
header Content-Type: application/pdf\n  body size 20KiB
header Content-Type: text/html\n  body repeat "<div>" 60000
header Content-Type: text/html\n  body repeat "<b><table>" 9000
redirect 302 /r/loop
redirect 302 {elsewhere}/article/{feed}/1.html
redirect 302 {elsewhere}/article/{feed}/1.html
""".strip().split("\n")
ROBOTS_WAYS = r"""
status 404
status 500
body text "User-agent: *\nDisallow: /article/*/{items}.html"
body repeat "Disallow: /*x*y*z\n" 20000
redirect 301 {elsewhere}/robots.txt
hang
""".strip().split("\n")


class Soak:
    def __init__(self, work):
        self.work = work
        self.dice = random.Random(SEED)
        self.db = os.path.join(work, "soak.db")
        self.routes = {}
        self.samples = []      # (polls, KiB)
        self.late, self.late_url = 0, ""
        self.requests = 0
        self.fast, self.fast_host = 0, ""
        self.recent = {}       # host → times of its last requests
        self.n = 0
        self.start_origin()
        self.start_daemon()

    def start_origin(self):
        self.origin = subprocess.Popen(
            [f"{BUILD}/origin", "--generate", f"{FEEDS}x{ITEMS}", "--hosts",
             str(HOSTS), "--log", os.path.join(self.work, "origin.log")],
            stdout=subprocess.PIPE, text=True)
        line = self.origin.stdout.readline().strip()
        self.port = line.rsplit(":", 1)[1]
        self.base = "http://127.0.0.1:" + self.port
        self.feeds = self.ask("/_origin/feeds").split()

    def ask(self, path, data=None):
        with urllib.request.urlopen(self.base + path, data, 60) as answer:
            return answer.read().decode("utf-8", "replace")

    def start_daemon(self):
        config = os.path.join(self.work, "gleaner.yaml")
        with open(config, "w", encoding="utf-8") as f:
            f.write(f"""database: {self.db}
poll: {{ interval: 1s, min: 1s, max: 5s, adaptive: false }}
host: {{ connections: 2, gap: {GAP_MS}ms, allow_private: true }}
fetch: {{ parallel: 256, timeout: {TIMEOUT_S}s, feed_bytes: 1MiB }}
articles: {{ fetch: true, max_age: 3650d, revisit: [3s, 20s, 2m, 10m] }}
retain: {{ polls: 30m, raw: 20m }}
control: {self.work}/control.sock
log: {{ level: info, format: text }}
feeds:
""" + "".join(f"  - {url}\n" for url in self.feeds))
        self.config = config
        self.log = os.path.join(self.work, "gleanerd.log")
        with open(self.log, "w", encoding="utf-8") as log:
            self.daemon = subprocess.Popen([f"{BUILD}/gleanerd", "-c", config],
                                           stdout=log, stderr=log)

    def rows(self, query):
        try:
            db = sqlite3.connect(f"file:{self.db}?mode=ro", uri=True,
                                 timeout=10)
            found = db.execute(query).fetchall()
            db.close()
            return found
        except sqlite3.OperationalError:
            return []

    # ------------------------------------------------------- misbehaviour
    def draw(self, ways):
        self.n += 1
        way = self.dice.choice(ways)
        host = 2 + self.dice.randrange(HOSTS)
        return (way.replace("\\n  ", "\n  ").replace("{n}", str(self.n))
                .replace("{items}", str(self.dice.randint(1, 30)))
                .replace("{elsewhere}", f"http://127.0.0.{host}:{self.port}")
                .replace("{feed}", str(self.dice.randint(1, FEEDS))))

    def misbehave(self):
        # About half of the present faults end before new ones are set.
        for path in [p for p in self.routes if self.dice.random() < 0.5]:
            del self.routes[path]
            self.ask(f"/_origin/unset?path={path}")
        for _ in range(6):
            feed = self.dice.randint(1, FEEDS)
            self.routes[f"/feed/{feed}.xml"] = self.draw(FEED_WAYS)
        for _ in range(6):
            page = f"/article/{self.dice.randint(1, FEEDS)}/" \
                   f"{self.dice.randint(1, ITEMS)}.html"
            self.routes[page] = self.draw(PAGE_WAYS)
        host = 2 + self.dice.randrange(HOSTS)
        self.routes[f"//127.0.0.{host}/robots.txt"] = self.draw(ROBOTS_WAYS)
        text = "route /r/loop\n  redirect 302 /r/loop\n" \
               "route /r/feed\n  status 404\n"
        text += "".join(f"route {path}\n  {way}\n"
                        for path, way in self.routes.items())
        said = self.ask("/_origin/scenario", text.encode())
        if said.strip() != "taken":
            raise SystemExit(f"scenario: {said}\n{text}")

    def wake_the_discouraged(self):
        """Resets back-off and pauses of feeds, because they can be days long
        and the soak lasts an hour."""
        for url, status in self.rows(
                "SELECT url, status FROM feed WHERE next_poll_at > "
                "unixepoch() + 30 OR status = 'gone' LIMIT 5"):
            for command in (["resume"] if status != "active" else []) + \
                    ["poll"]:
                subprocess.run([f"{BUILD}/gleaner", "-c", self.config, "feed",
                                command, url], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, check=False)

    # ----------------------------------------------------------- watching
    def watch_schedule(self):
        """Records the feed that was late by the longest time. The feeds of
        paused hosts do not count."""
        for late, url in self.rows(
                "SELECT unixepoch() - next_poll_at, url FROM feed f "
                "WHERE status = 'active' AND NOT EXISTS (SELECT 1 FROM host h "
                "WHERE instr(f.url, '://' || h.host || '/') AND "
                "h.pause_until_at > unixepoch() - " f"{LATE_S}) "
                "ORDER BY 1 DESC LIMIT 1"):
            if late is not None and late > self.late:
                self.late, self.late_url = late, url

    def watch_budget(self):
        for line in self.ask("/_origin/log").splitlines():
            entry = json.loads(line)
            path = entry["path"]
            if path.startswith(("/r/", "/_origin")):
                continue       # a redirect counts as part of its request
            self.requests += 1
            times = self.recent.setdefault(entry["address"], [])
            times.append(entry["ms"])
        self.ask("/_origin/forget-log")
        for host, times in self.recent.items():
            times.sort()
            start = 0
            for i, at in enumerate(times):
                while at - times[start] > WINDOW_MS:
                    start += 1
                over = i - start + 1 - WINDOW_MS // GAP_MS
                if over > self.fast:
                    self.fast, self.fast_host = over, host
            newest = times[-1] if times else 0
            self.recent[host] = [t for t in times if newest - t < WINDOW_MS]

    def sample(self):
        polls = self.rows("SELECT max(id) FROM poll")
        try:
            with open(f"/proc/{self.daemon.pid}/smaps_rollup",
                      encoding="ascii") as f:
                kib = int(re.search(r"Private_Dirty:\s+(\d+)",
                                    f.read()).group(1))
        except (OSError, AttributeError):
            return
        if polls and polls[0][0]:
            self.samples.append((polls[0][0], kib))

    def run(self):
        end = time.monotonic() + MINUTES * 60
        turn = 0
        while time.monotonic() < end and self.daemon.poll() is None:
            self.misbehave()
            time.sleep(2)      # length of a round
            self.watch_budget()
            self.watch_schedule()
            turn += 1
            if turn % 5 == 0:
                self.sample()
                self.wake_the_discouraged()

    def slope(self):
        """MiB per 100 000 polls, by least squares over the last two thirds."""
        tail = self.samples[len(self.samples) // 3:]
        n = len(tail)
        if n < 3:
            return 0.0
        mx = sum(x for x, _ in tail) / n
        my = sum(y for _, y in tail) / n
        var = sum((x - mx) ** 2 for x, _ in tail)
        cov = sum((x - mx) * (y - my) for x, y in tail)
        return cov / var * 100000 / 1024 if var else 0.0


points = 0
failed = 0


def ok(held, name):
    global points, failed
    points += 1
    failed += not held
    print(f"{'' if held else 'not '}ok {points} - {name}", flush=True)


def judge(soak):
    pid = soak.daemon.pid
    alive = soak.daemon.poll() is None
    ok(alive, "the started daemon still runs")
    if alive:
        soak.daemon.send_signal(signal.SIGTERM)
    try:
        code = soak.daemon.wait(20)
    except subprocess.TimeoutExpired:
        code = "none"
    ok(code == 0, f"the daemon ends after SIGTERM ({code})")
    polls = soak.samples[-1][0] if soak.samples else 0
    ok(polls >= min(MINUTES * 60, 20), f"{polls} polls, "
       f"{soak.requests} requests")
    slope = soak.slope()
    high = max((kib for _, kib in soak.samples), default=0) / 1024
    print(f"# memory: {high:.1f} MiB at most, {slope:.2f} MiB per "
          "100 000 polls")
    if polls >= ENOUGH_POLLS:
        ok(slope < GROWTH_MIB, f"its memory does not grow: {slope:.2f} MiB")
    else:
        ok(high < MOST_MIB, f"its memory is limited: {high:.1f} MiB")
    ok(soak.late <= LATE_S, f"no feed is polled late: "
       f"{soak.late} s at most {soak.late_url}")
    ok(soak.fast <= WINDOW_SLACK, f"no host exceeds its budget: "
       f"{soak.fast} over it at most {soak.fast_host}")
    check = subprocess.run([f"{BUILD}/gleaner", "-c", soak.config, "check"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, check=False)
    ok(check.returncode == 0, "the database has no fault")
    if check.returncode:
        print("# " + check.stdout.strip().replace("\n", "\n# "))
    with open(soak.log, encoding="utf-8", errors="replace") as f:
        errors = [line for line in f if re.match(r"\S+ error ", line)]
    ok(not errors, f"no event with the level error ({len(errors)})")
    for line in errors[:5]:
        print("# " + line.strip())
    for outcome, n in soak.rows("SELECT outcome, count(*) FROM poll "
                                "GROUP BY 1 ORDER BY 2 DESC"):
        print(f"# polls {outcome}: {n}")
    for status, n in soak.rows("SELECT status, count(*) FROM article "
                               "GROUP BY 1 ORDER BY 2 DESC"):
        print(f"# articles {status}: {n}")
    for kind, n in soak.rows("SELECT kind, count(*) FROM change GROUP BY 1"):
        print(f"# changes {kind}: {n}")
    ok(not os.path.exists(f"/proc/{pid}"), "no process of the daemon is left")


def main():
    print(f"# MINUTES={MINUTES:g} SEED={SEED}", flush=True)
    work = tempfile.mkdtemp(prefix="gleaner-soak.")
    soak = None
    try:
        soak = Soak(work)
        soak.run()
        judge(soak)
    finally:
        if soak is not None:
            for process in (soak.daemon, soak.origin):
                if process.poll() is None:
                    process.kill()
                    process.wait()
        if os.environ.get("KEEP"):
            print(f"# kept: {work}")
        else:
            shutil.rmtree(work, ignore_errors=True)
    print(f"1..{points}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
