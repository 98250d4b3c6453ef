#!/usr/bin/env python3
"""Tests 330 hostile documents beside 50 normal feeds.

    ROUNDS=6 FACTOR=1.1 tests/hostile/load_test.py

The normal feeds get new items and are polled one after the other. The time from
a poll to the article in the change log is measured ROUNDS times without hostile
documents, and then ROUNDS times with them. The hostile documents are on 110
hosts. Each host has a hostile robots.txt, feed and page (load_documents.py), and
a feed that names the page. A reload during the run subscribes to these feeds.

Points: the daemon is the process that was started. With FACTOR, the 95th
percentile with hostile documents is at most FACTOR times that without them
(percentiles are inaccurate on a busy machine). No article is lost. Every hostile
feed is in a state that `feed explain` names. The database has no fault.
"""
import http.server
import json
import multiprocessing
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

from load_documents import CROWD, crowd

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../torture"))
from campaign import (BUILD, Daemon, Origin, Points, Work,  # noqa: E402
                      dice, end_with_parent, faults, percentile, start,
                      wait_for)

ROUNDS = int(os.environ.get("ROUNDS", "1"))
FACTOR = float(os.environ.get("FACTOR", "0"))
FEEDS = 50
ROUND_S = 5.0       # time over which the polls of a round are spread
STORED_S = 180      # an article that takes longer counts as lost
POLL_TRIES = 5
SETTLED_S = 240     # limit until all hostile documents are processed

CARRIER = ('<rss version="2.0"><channel><title>Carrier</title><item><title>A '
           'page</title><guid isPermaLink="false">{n}</guid><link>/page</link>'
           '<description>Said of page {n}.</description></item></channel>'
           '</rss>')


class Crowd(http.server.BaseHTTPRequestHandler):
    """The address 127.3.0.N selects the documents with the number N - 1."""
    protocol_version = "HTTP/1.1"
    documents = {}
    KINDS = {"/robots.txt": ("robots", "text/plain"),
             "/feed": ("feed", "application/xml"),
             "/page": ("page", "text/html; charset=utf-8")}

    def do_GET(self):
        n = int(self.headers["Host"].split(":")[0].rsplit(".", 1)[1]) - 1
        if self.path == "/carrier":
            body, content_type = CARRIER.format(n=n).encode(), "text/xml"
        elif self.path in self.KINDS:
            kind, content_type = self.KINDS[self.path]
            body = self.documents[f"{kind}-{n}"]
        else:
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def server_bind(self):
        # One socket for all of 127/8, unreachable from other machines.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE,
                               b"lo")
        super().server_bind()

    def handle_error(self, *_):
        pass  # the client closed the connection


def serve(server):
    """Runs in a process of its own, because threads of this process would
    delay its time measurements."""
    def run():
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        end_with_parent()
        server.serve_forever()

    multiprocessing.get_context("fork").Process(target=run,
                                                daemon=True).start()
    server.socket.close()


class Run:
    def __init__(self, work):
        self.dice = dice()
        self.stored = {}    # url → time of its line in the change log
        self.items = 1
        self.asked = {}     # page → (its feed, time when the feed was due)
        self.origin_log = work / "origin.log"
        self.origin = Origin(work, "--generate", f"{FEEDS}x1", "--hosts",
                             str(FEEDS))
        self.feeds = self.origin.feeds()
        self.start_crowd()
        self.daemon = Daemon(
            work, self.feeds,
            poll="{ interval: 10m, min: 1s, max: 1h, adaptive: false }",
            host="{ allow_private: true }", fetch="{ timeout: 30s }",
            articles="{ max_age: 3650d, revisit: [] }")
        self.daemon.start()
        self.wait(lambda: self.daemon.one("SELECT count(*) FROM article WHERE "
                                          "status = 'done'") == FEEDS,
                  STORED_S, "the first articles")
        self.follower = start(
            [f"{BUILD}/gleaner", "-c", self.daemon.config, "follow",
             "--consumer", "crowd", "--wait", "--ack", "manual",
             "--from", "now"],
            stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.follow, daemon=True).start()

    def start_crowd(self):
        Crowd.documents = crowd()
        server = Server(("", 0), Crowd)
        serve(server)
        port = server.server_address[1]
        self.crowd = [f"http://127.3.0.{n + 1}:{port}/{path}"
                      for n in range(CROWD) for path in ("feed", "carrier")]

    def invite_crowd(self):
        self.daemon.urls = self.feeds + self.crowd
        self.daemon.write_config()
        self.daemon.process.send_signal(signal.SIGHUP)

    def runs(self):
        return self.daemon.process.poll() is None

    def wait(self, done, seconds, what):
        wait_for(lambda: done() or not self.runs(), seconds)
        if not done():
            print(f"# timed out: {what}")

    def gleaner(self, *words):
        return subprocess.run(
            [f"{BUILD}/gleaner", "-c", self.daemon.config, *words],
            capture_output=True, text=True, check=False)

    def poll(self, url):
        """Requests a poll. On a busy machine the command may fail, because the
        daemon disconnects a client that sends nothing for two seconds."""
        for _ in range(POLL_TRIES):
            asked = self.gleaner("feed", "poll", url)
            if asked.returncode == 0:
                return
            print(f"# {asked.stderr.strip()}")

    # ---------------------------------------------------------- measuring
    def follow(self):
        for line in self.follower.stdout:
            # Only the beginning is searched: a line may have megabytes.
            url = re.search('"url":"([^"]*)"', line[:2000])
            if url:
                self.stored.setdefault(url[1], time.monotonic())

    def round(self):
        """Returns the seconds from each requested poll to the new article."""
        self.items += 1
        self.origin.scenario("".join(
            f"route /feed/{n + 1}.xml\n  pass\n  items {self.items}\n"
            for n in range(FEEDS)))
        asked = {}
        for url in self.dice.sample(self.feeds, FEEDS):
            asked[url] = time.monotonic()
            self.poll(url)
            time.sleep(ROUND_S / FEEDS)
        pages = {url: url.replace("/feed/", "/article/").replace(
            ".xml", f"/{self.items}.html") for url in asked}
        self.wait(lambda: all(p in self.stored for p in pages.values()),
                  STORED_S, "a round's articles")
        self.asked.update({pages[url]: (url, at) for url, at in asked.items()})
        return [self.stored.get(page, asked[url] + STORED_S) - asked[url]
                for url, page in pages.items()]

    def phases(self):
        """page → times, by this process's clock: due, feed requested, page
        requested, stored."""
        before = time.monotonic()
        self.origin.requests("/robots.txt")
        self.origin.ask("/feed/1.xml")
        with open(self.origin_log, encoding="utf-8") as f:
            lines = [json.loads(line) for line in f]
        zero = before - lines[-1]["ms"] / 1000
        seen = {}
        for line in lines[:-1]:
            url = "http://" + line["headers"]["Host"] + line["path"]
            seen.setdefault(url, []).append(zero + line["ms"] / 1000)
        return {page: (at, min((t for t in seen[feed] if t > at - 0.1),
                               default=at), seen.get(page, [at])[0],
                       self.stored.get(page, at + STORED_S))
                for page, (feed, at) in self.asked.items()}

    def is_settled(self):
        return self.daemon.one(
            "SELECT count(*) FROM feed WHERE url LIKE '%//127.3.%' AND "
            "last_outcome IS NOT NULL") == 2 * CROWD and self.daemon.one(
                "SELECT count(*) FROM article WHERE status IN ('queued')") == 0

    def explained(self):
        """Returns the hostile feeds whose state `feed explain` does not name,
        and the number of feeds for each name."""
        nameless, names = [], {}
        for url in self.crowd:
            name = self.daemon.one(
                "SELECT last_outcome FROM feed WHERE url = ?", url)
            text = self.gleaner("feed", "explain", url).stdout
            if not name or name not in text:
                nameless.append(url)
            names[name] = names.get(name, 0) + 1
        return nameless, names


def lost(run):
    """Returns a line for each lost article: the seconds from the request of the
    poll to the requests of the feed and the page, and to the change log."""
    return [f"{page}: feed after {asked - due:.1f} s, page {read - due:.1f} s, "
            f"stored {stored - due:.1f} s"
            for page, (due, asked, read, stored) in run.phases().items()
            if stored - due >= STORED_S]


def judge(points, run, alone, beside):
    p95 = [percentile(samples, 0.95) for samples in (alone, beside)]
    figures = (f"p95 from due to stored {p95[0]:.2f} s alone, {p95[1]:.2f} s "
               f"beside hostile feeds, median {percentile(alone, 0.5):.2f} and "
               f"{percentile(beside, 0.5):.2f} s, of {len(alone)} and "
               f"{len(beside)} articles")
    is_whole = max(beside) < STORED_S
    points.ok(is_whole, "no normal article is lost",
              *([] if is_whole else lost(run)))
    if FACTOR > 0:
        points.ok(p95[1] <= FACTOR * p95[0],
                  f"{figures} (at most {FACTOR} times)")
    else:
        print(f"# {figures}")
    points.ok(run.runs(), "the started daemon still runs")
    nameless, names = run.explained()
    points.ok(not nameless, "each hostile feed has a named state: " +
              ", ".join(f"{n} {k}" for k, n in names.items()), *nameless[:3])
    points.ok(run.daemon.one(
        "SELECT count(*) FROM article WHERE url LIKE '%//127.3.%' "
        "AND (body IS NULL OR body = '')") == 0,
        "each hostile page becomes an article with a text")
    points.ok(run.daemon.one(
        "SELECT count(*) FROM feed WHERE url NOT LIKE '%//127.3.%' "
        "AND failures > 0") == 0, "no normal feed has failed")
    print(f"# crashers: {run.daemon.one('SELECT count(*) FROM crasher')}")
    code, took = run.daemon.stop()
    points.ok(code == 0, f"the daemon ends in {took:.1f} s")
    with sqlite3.connect(run.daemon.db) as db:
        found = faults(db, True)
    points.ok(not found, "the database has no fault", *found[:10])


def where(run, pages, what):
    """Prints the time of each step of these articles: median, p95, maximum."""
    phases = run.phases()
    parts = [[phases[p][i + 1] - phases[p][i] for p in pages]
             for i in range(3)]
    print(f"# {what}: " + ", ".join(
        f"{name} {percentile(part, 0.5):.2f} {percentile(part, 0.95):.2f} "
        f"{max(part):.2f}"
        for name, part in zip(("due to feed asked", "to page asked",
                               "to stored"), parts)))


def main():
    points = Points()
    with Work("crowd") as work:
        run = Run(work)
        alone = [s for _ in range(ROUNDS) for s in run.round()]
        run.invite_crowd()
        began = time.monotonic()
        beside = []
        while len(beside) < ROUNDS * FEEDS or not run.is_settled():
            beside += run.round()
            if time.monotonic() - began > SETTLED_S or not run.runs():
                break
        took = time.monotonic() - began
        points.ok(run.is_settled(), f"{3 * CROWD} hostile documents are "
                  f"through in {took:.0f} s")
        pages = list(run.asked)
        where(run, pages[:len(alone)], "alone, p50 p95 max s")
        for i in range(len(alone), len(pages), FEEDS):
            where(run, pages[i:i + FEEDS], "beside")
        judge(points, run, alone, beside)
    return points.end()


if __name__ == "__main__":
    sys.exit(main())
