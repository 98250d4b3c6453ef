#!/usr/bin/env python3
"""Tests WebSub with two nodes on one PostgreSQL database (docs/websub.md). All
requests of hubs arrive at the first node.

    websub.py BUILD WORK

In: the binaries, an empty folder, STORE=postgres and DB.  Out: TAP.
"""
import pathlib
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "lib"))
from websub_hub import Site, ask, deliver, sign  # noqa: E402
from websub_daemon import Gleaner, until  # noqa: E402

BUILD, WORK = (pathlib.Path(arg) for arg in sys.argv[1:3])
SITES = 32          # so many that both nodes own some of their shards
LEASE = "5s"
count = failed = 0


def ok(held, name, note=None):
    global count, failed
    count += 1
    failed += not held
    print(f"{'' if held else 'not '}ok {count} - {name}", flush=True)
    if not held:
        print(f"# {note!r}", flush=True)


def equal(got, expected, name):
    ok(got == expected, name, f"got {got!r}, expected {expected!r}")


class Node(Gleaner):
    """A daemon; `first` serves the callbacks of all nodes."""

    def __init__(self, sites, name, first=None):
        work = WORK / name
        work.mkdir()
        super().__init__(sites[0], BUILD, work)
        self.name, self.first = name, first or self

    def configure(self, feeds, websub=True):
        super().configure(feeds, websub)
        text = self.config.read_text().replace(
            f"callback: 'http://127.0.0.1:{self.port}",
            f"callback: 'http://127.0.0.1:{self.first.port}")
        self.config.write_text(
            text + f"fleet: {{ node: {self.name}, lease: {LEASE} }}\n")


def owned(g, name):
    """Returns the number of feeds of a node."""
    return g.one("SELECT count(*) FROM feed f JOIN shard_lease l "
                 "ON l.shard = f.shard JOIN node n ON n.id = l.node "
                 "WHERE n.name = ?", name)


def form(feed):
    rows = [r for r in feed.hub_site.requests
            if r["hub.topic"] == feed.topic and r["hub.mode"] == "subscribe"]
    return rows[-1]


def requests(feeds):
    return sum(len([r for r in feed.hub_site.requests
                    if r["hub.topic"] == feed.topic]) for feed in feeds)


def send(feed, items, secret=None):
    body = feed.body(items)
    return deliver(form(feed)["hub.callback"], body,
                   sign(secret or form(feed)["hub.secret"], body))


def all_have(g, feeds, item):
    return until(lambda: all(item in g.entries(feed) for feed in feeds), 60)


def sum_of(g, column):
    return int(g.one(f"SELECT sum({column}) FROM websub"))


def test_verification(g, feeds):
    ok(until(lambda: all(g.state(feed) == "active" for feed in feeds), 90),
       "the subscriptions of both nodes are verified through the first node",
       [g.state(feed) for feed in feeds])
    equal(requests(feeds), len(feeds), "each subscription is requested once")
    good = {"hub.mode": "subscribe", "hub.topic": feeds[0].topic + "x",
            "hub.challenge": "abc"}
    equal({ask(form(feed)["hub.callback"], good)[0] for feed in feeds}, {404},
          "another topic is refused")
    unknown = form(feeds[0])["hub.callback"][:-4] + "0000"
    equal(ask(unknown, good)[0], 404,
          "an unknown callback is answered with 404")
    equal(deliver(unknown, feeds[0].body(["x"]), "sha256=00"), 404,
          "a delivery to an unknown callback is answered with 404")


def test_delivery(g, feeds):
    equal({send(feed, ["one"]) for feed in feeds}, {202},
          "deliveries are accepted")
    ok(all_have(g, feeds, "one"),
       "the deliveries are stored by the owners of the feeds")
    ok(until(lambda: sum_of(g, "deliveries") == len(feeds)),
       "each delivery is stored once", sum_of(g, "deliveries"))
    before = g.dump()
    equal({send(feed, ["one"]) for feed in feeds}, {202},
          "a repeated delivery is answered")
    equal({send(feed, ["forged"], "x" * 64) for feed in feeds}, {202},
          "a forged delivery is answered")
    ok(until(lambda: sum_of(g, "refused") == len(feeds)),
       "the owners count the forged deliveries", sum_of(g, "refused"))
    ok(until(lambda: g.one("SELECT count(*) FROM websub_relay") == 0),
       "no request is left in websub_relay")
    equal(g.dump(), before, "repeated and forged deliveries change nothing")


def test_failure(g, other, feeds):
    asked = requests(feeds)
    other.process.kill()
    other.process.wait()
    equal({send(feed, ["two"]) for feed in feeds}, {202},
          "deliveries are accepted after the other node was killed")
    ok(all_have(g, feeds, "two"), "the next owner stores them")
    other.start()
    ok(until(lambda: owned(g, "b") > 0, 120), "the node starts again")
    equal({send(feed, ["three"]) for feed in feeds}, {202},
          "deliveries are accepted while shards move")
    ok(all_have(g, feeds, "three"),
       "the deliveries while shards move are stored",
       [feed.url for feed in feeds if "three" not in g.entries(feed)])
    equal(requests(feeds), asked, "no hub got another request")


def test_commands(g, feeds):
    """Commands are run at the first node."""
    added = [Site().add("/added.xml", hub=None) for _ in range(8)]
    for feed in added:
        feed.items.append("added")
        g.run("feed", "add", "--as-is", feed.url)
    ok(all_have(g, added, "added"),
       "feeds that a command adds are polled by their owners",
       [feed.url for feed in added if "added" not in g.entries(feed)])
    polls = {feed: g.polls(feed) for feed in feeds}
    for feed in feeds[:6]:
        feed.held = threading.Event()
    for feed in feeds:
        g.run("feed", "poll", feed.url)
        if feed.held:
            equal(g.one("SELECT next_poll_by FROM feed WHERE url = ?",
                        feed.url), "command",
                  "a requested poll stays planned until it ends, because "
                  "another node may take the feed")
            feed.held.set()
    ok(until(lambda: all(g.polls(feed) > polls[feed] for feed in feeds), 90),
       "feeds that a command polls are polled by their owners",
       [(feed.url, g.one("SELECT concat_ws(' ', next_poll_at, next_poll_by, "
                         "last_poll_at, last_outcome) FROM feed WHERE url = ?",
                         feed.url))
        for feed in feeds if g.polls(feed) <= polls[feed]])


def main():
    sites = [Site() for _ in range(SITES)]
    feeds = []
    for site in sites:
        feed = site.add("/feed.xml")
        feed.hub_site = sites[0] if len(feeds) % 2 else site
        feed.hub = feed.hub_site.url + "/hub/ok"
        feed.items.append("first")
        feeds.append(feed)
    a = Node(sites, "a")
    b = Node(sites, "b", a)
    for node in (a, b):
        node.configure(feeds)
        node.start()
    try:
        ok(until(lambda: a.has_table("shard_lease") and
                 owned(a, "b") > 2, 200), "both nodes own feeds")
        test_verification(a, feeds)
        test_delivery(a, feeds)
        test_commands(a, feeds)
        test_failure(a, b, feeds)
    finally:
        for node in (b, a):
            node.stop()
    print(f"1..{count}")
    if failed:
        for node in (a, b):
            log = (node.work / "gleanerd.out").read_text(encoding="utf-8")
            print("\n".join("# " + line for line in log.splitlines()[-60:]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
