#!/usr/bin/env python3
"""Tests the conformance of the subscriber, by the sections of WebSub (W3C
Recommendation, 2018-01-23), and attacks on the subscriber.

    websub.py BUILD WORK

In: the binaries, an empty folder.  Out: TAP.  The daemon runs under a clock
that the test advances (clock_shim.c).
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import socket
import sys
import time
import types
import urllib.request

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "lib"))
from websub_hub import (  # noqa: E402
    JsonFeed, Site, ask, deliver, sign)
from websub_daemon import Gleaner, until  # noqa: E402

BUILD, WORK = (pathlib.Path(arg) for arg in sys.argv[1:3])
count = failed = 0


def ok(held, name, note=None):
    global count, failed
    count += 1
    failed += not held
    print(f"{'' if held else 'not '}ok {count} - {name}", flush=True)
    if not held:
        print(f"# {note!r}", flush=True)
    return held


def equal(got, expected, name):
    return ok(got == expected, name, f"got {got!r}, expected {expected!r}")


def send(g, feed, items, **how):
    """Delivers the items with a valid signature."""
    body = feed.body(items)
    form = g.form(feed)
    return deliver(form["hub.callback"], body,
                   sign(form["hub.secret"], body,
                        how.pop("method", "sha256")), **how)


def test_discovery(g, feeds):
    """Tests section 4, and the conformance classes of section 2.1."""
    for feed, name in ((feeds.header, "a Link header"),
                       (feeds.atom, "links in the document"),
                       (feeds.json, "the member hubs of a JSON Feed")):
        ok(until(lambda f=feed: g.state(f) == "active"),
           f"{name}: the feed is subscribed", g.state(feed))
    ok(until(lambda: g.state(feeds.both) == "active") and
       g.form(feeds.both)["kind"] == "ok",
       "the Link header precedes the links in the document",
       g.form(feeds.both))
    ok(until(lambda: g.polls(feeds.plain) and g.polls(feeds.foreign)),
       "the other feeds are polled")
    equal(g.state(feeds.plain), None, "a feed without hub is only polled")
    equal(g.state(feeds.foreign), None,
          "a topic of another site is not subscribed")
    ok(not any(r["hub.topic"] == feeds.foreign.topic
               for r in g.site.requests), "nor requested")


def test_notice(g, feeds):
    """A feed states that it has moved. The hub of the old document is not used:
    after the move it could deliver items of the new feed."""
    feed = feeds.notice
    ok(until(lambda: g.polls(feed)), "a feed that states a move is polled")
    ok(g.poll(feed), "the feed is polled again")
    equal(g.one("SELECT last_outcome FROM feed WHERE id = ?",
                g.feed_id(feed)), "unchanged",
          "the document at the new URL is unchanged")
    equal(g.state(feed), None, "the hub of the old document is not used")
    ok("target" in g.entries(feed), "the items of the new URL are stored")


def test_request(g, feeds):
    """Section 5.1."""
    form = g.form(feeds.header)
    equal(form["type"], "application/x-www-form-urlencoded",
          "5.1: the type of the request")
    equal(form["hub.topic"], feeds.header.topic, "5.1: hub.topic is rel=self")
    ok(form["hub.callback"].startswith(
        f"http://127.0.0.1:{g.port}/hooks/"), "5.1: hub.callback")
    equal(len(form["hub.callback"].rpartition("/")[2]), 48,
          "5.1.1: the callback has 192 random bits")
    ok(int(form["hub.lease_seconds"]) > 0, "5.1: hub.lease_seconds")
    ok(32 <= len(form["hub.secret"]) < 200, "E46: 5.1: hub.secret")
    ok(form["agent"].startswith("gleaner/"), "the user agent")
    equal(g.site.authorizations, {"Bearer secret"},
          "polls carry the headers of `sites`")
    callbacks = {r["hub.callback"] for r in g.site.requests}
    topics = {r["hub.topic"] for r in g.site.requests}
    ok(len(callbacks) >= len(topics) > 3,
       "5.1: each subscription has a callback of its own")
    secrets = {r["hub.secret"] for r in g.site.requests}
    equal(len(secrets), len(callbacks), "and a secret of its own")
    ok(until(lambda: g.state(feeds.moved) == "active"),
       "5.1.2: a redirect by 307 is followed with the form")
    equal([r for r in g.site.requests if r["secrets"] != [None, None]], [],
          "requests to hubs carry no headers of `sites`, also when redirected")
    ok(until(lambda: g.column(feeds.found, "failures")),
       "a redirect by 302 is a failure")
    ok(until(lambda: g.column(feeds.fail, "failures")),
       "5.1.2: an error is a failure")
    equal(g.column(feeds.fail, "why"), "HTTP 500", "with its reason")
    ok(until(lambda: g.column(feeds.busy, "failures")), "429 is a failure")
    ok(g.column(feeds.busy, "next_at") > time.time() + 7000,
       "and its pause is kept")
    ok(g.column(feeds.fail, "next_at") > time.time() + 400,
       "that is tried again later")


def test_verification(g, feeds):
    """Sections 5.2 and 5.3."""
    answered = [a for a in g.site.answers
                if a["hub.topic"] == feeds.header.topic][0]
    equal(answered["status"], 200,
          "E46: 5.3: the challenge is echoed with 200")
    headers = answered["headers"]
    equal(headers["Content-Type"], "application/octet-stream",
          "5.3.1: with a safe media type")
    equal(headers["X-Content-Type-Options"], "nosniff", "10.2: and nosniff")
    lease = g.column(feeds.header, "lease_until - verified_at")
    equal(lease, g.site.lease, "5.3: the lease is that of the hub")
    ok(g.column(feeds.header, "next_at < lease_until"),
       "5.3.1: it is renewed before its end")
    callback = g.form(feeds.mute)["hub.callback"]
    good = {"hub.mode": "subscribe", "hub.topic": feeds.mute.topic,
            "hub.challenge": "abc", "hub.lease_seconds": "1000"}
    for name, change in (
            ("another topic", {"hub.topic": feeds.header.topic}),
            ("a part of the topic", {"hub.topic": feeds.mute.topic[:-1]}),
            ("another mode", {"hub.mode": "unsubscribe"}),
            ("an unknown mode", {"hub.mode": "publish"}),
            ("no challenge", {"hub.challenge": ""}),
            ("a binary challenge", {"hub.challenge": "a\x01b"}),
            ("a huge challenge", {"hub.challenge": "x" * 2000})):
        equal(ask(callback, dict(good, **change))[0], 404,
              f"5.3.1: {name} is answered with 404")
    other = callback[:-1] + ("1" if callback.endswith("0") else "0")
    equal(ask(other, good)[0], 404, "an unknown callback: 404")
    equal(g.state(feeds.mute), "pending", "nothing was subscribed by these")
    body = feeds.mute.body(["early"])
    equal(deliver(callback, body, sign(g.form(feeds.mute)["hub.secret"],
                                       body)), 404,
          "a delivery before the verification is refused")
    status, _, echo = ask(callback, good)
    equal((status, echo), (200, b"abc"), "a late verification is accepted")
    equal(ask(callback, good)[0], 404, "only once")
    ok(until(lambda: g.state(feeds.mute) == "active"), "it is active")
    equal(ask(g.form(feeds.header)["hub.callback"],
              {"hub.mode": "unsubscribe", "hub.topic": feeds.header.topic,
               "hub.challenge": "x"})[0], 404,
          "5.3.1: an end that was not requested is refused")
    ok(until(lambda: g.state(feeds.deny) == "denied"), "5.2: a denial")
    equal(g.column(feeds.deny, "why"), "not today", "5.2: with its reason")


def test_delivery(g, feeds):
    """Sections 7 and 8."""
    feed = feeds.header
    for i, method in enumerate(("sha256", "sha384", "sha512")):
        name = f"pushed-{i}"
        feed.items.append(name)
        before = time.monotonic()
        equal(send(g, feed, [name], method=method), 202,
              f"8: {method}: a delivery is acknowledged with 2xx")
        ok(until(lambda n=name: n in g.entries(feed), 10),
           f"8: {method}: its item is stored")
        took = time.monotonic() - before
        print(f"# stored after {took:.3f} s", flush=True)
        if "PACE" not in os.environ:
            ok(took < 1, "within a second", took)
    equal(send(g, feed, ["chunked"], chunked=True), 202,
          "a delivery in chunks")
    ok(until(lambda: "chunked" in g.entries(feed)), "is stored, too")
    feed_json = feeds.json
    equal(send(g, feed_json, ["j1"], kind="application/feed+json"), 202,
          "a JSON Feed")
    ok(until(lambda: "j1" in g.entries(feed_json)), "is stored")
    equal(g.one("SELECT count(*) FROM poll WHERE feed_id = ? AND outcome = "
                "'delivered'", g.feed_id(feed)), 4,
          "deliveries are recorded")
    ok(g.entries(feed) >= {"first"}, "items that are not delivered stay")


def test_attacks(g, feeds):
    """Section 8.2: a delivery without a correct signature changes nothing."""
    feed = feeds.header
    form = g.form(feed)
    callback, secret = form["hub.callback"], form["hub.secret"]
    body = feed.body(["forged"])
    other = g.form(feeds.atom)
    old = feed.body(["pushed-0"])
    big = feed.body(["big"]) + b" " * 70000
    before = g.dump()
    rows = [
        ("without signature", callback, body, None, 202),
        ("with a wrong key", callback, body, sign("wrong", body), 202),
        ("with the key of another subscription", callback, body,
         sign(other["hub.secret"], body), 202),
        ("of another body", callback, body, sign(secret, body + b"x"), 202),
        ("with sha1", callback, body, sign(secret, body, "sha1"), 202),
        ("with an unknown method", callback, body, "md5=00", 202),
        ("with a short signature", callback, body,
         sign(secret, body)[:-2], 202),
        ("that is too large", callback, big, sign(secret, big), 413),
        ("that was read before", callback, old, sign(secret, old), 202),
        ("that is not a feed", callback, b"hello", sign(secret, b"hello"), 202),
        ("that ends too early", callback, body[:-20],
         sign(secret, body[:-20]), 202),
        ("to an unknown callback", callback[:-4] + "abcd", body,
         sign(secret, body), 404),
        ("without content", callback, b"", sign(secret, b""), 202),
    ]
    for name, to, content, signature, status in rows:
        equal(deliver(to, content, signature), status,
              f"a delivery {name}: {status}")
    ok(until(lambda: g.refused(feed) >= 10),
       "they are counted", g.refused(feed))
    equal(g.dump(), before, "nothing has changed")
    # A signed delivery that claims to be another publisher's feed is stored
    # only as entries of the feed of its subscription.
    victim = feeds.atom.body(["hijack"])
    entries = g.entries(feeds.atom)
    deliver(callback, victim, sign(secret, victim))
    ok(until(lambda: "hijack" in g.entries(feed)), "a wrong topic: its own")
    equal(g.entries(feeds.atom), entries, "a wrong topic: no other feed")


def test_limits(g, feeds):
    """Tests the limits of the server that receives deliveries."""
    callback = g.form(feeds.atom)["hub.callback"]
    body = feeds.atom.body(["flood"])
    statuses = [deliver(callback, body, "sha256=00") for _ in range(90)]
    ok(429 in statuses and statuses[0] == 202,
       "deliveries over the rate get 429", statuses)
    equal(raw(g, b"PUT / HTTP/1.1\r\nHost: a\r\n\r\n"), 405, "PUT: 405")
    equal(raw(g, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"), 404, "GET /: 404")
    equal(raw(g, b"POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n"
                 b"Transfer-Encoding: chunked\r\n\r\n"), 400,
          "an ambiguous length: 400")
    equal(raw(g, b"GET /" + b"x" * 20000 + b" HTTP/1.1\r\n"), 431,
          "a head that is too long: 431")
    slow = [socket.create_connection(("127.0.0.1", g.port))
            for _ in range(100)]
    equal(raw(g, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"), 404,
          "100 silent connections do not stop the server")
    for s in slow:
        s.close()


def test_burst(g, feeds):
    """A hub may send as many deliveries at once as docs/websub.md states."""
    feed = feeds.both
    names = [f"burst-{i}" for i in range(60)]
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
        statuses = list(pool.map(lambda name: send(g, feed, [name]), names))
    equal(collections.Counter(statuses), {202: 60},
          "60 deliveries at once are accepted")
    late = []
    while 429 not in late and len(late) < 60:
        late.append(send(g, feed, [f"burst-{60 + len(late)}"]))
    # The rate limit accepts a further delivery every two seconds.
    ok(late[-1] == 429 and
       set(late[:-1]) <= {202} and
       len(late) - 1 <= (time.monotonic() - begin) / 2,
       "a further one gets 429", late)
    stored = 60 + len(late) - 1
    ok(until(lambda: sum(name.startswith("burst-")
                         for name in g.entries(feed)) == stored),
       "the items of all accepted deliveries are stored")


def raw(g, request):
    with socket.create_connection(("127.0.0.1", g.port), timeout=20) as s:
        s.sendall(request)
        return int(s.recv(100).split()[1])


def test_reports(g, feeds):
    """Commands and metrics show the subscription, but not its secrets."""
    url = f"http://127.0.0.1:{g.metrics_port}/metrics"
    with urllib.request.urlopen(url, timeout=20) as answer:
        metrics = answer.read().decode()
    ok('gleaner_websub_subscriptions{state="denied"} 1\n' in metrics,
       "metrics: subscriptions by state")
    for reason in ("unsigned", "sha1", "method", "forged", "repeated",
                   "unreadable", "limit"):
        ok(re.search('gleaner_websub_refused_total{reason="%s"} [1-9]'
                     % reason, metrics), f"metrics: {reason}")
    status = json.loads(g.run("status", "--json"))["websub"]
    ok(status["active"] >= 4 and status["denied"] == 1 and
       status["deliveries"] >= 5 and status["refused"] >= 10,
       "status --json", status)
    ok("1 denied" in g.run("status"), "status")
    doctor = g.run("doctor", "--offline")
    ok("the hub has denied the subscription: not today" in doctor,
       "doctor names a denial", doctor)
    explained = json.loads(g.run("feed", "explain", "--json",
                                 feeds.header.url))["websub"]
    equal((explained["state"], explained["topic"]),
          ("active", feeds.header.topic), "feed explain --json")
    shown = (metrics + doctor + json.dumps(explained) + g.run("status") +
             (WORK / "gleanerd.out").read_text(encoding="utf-8"))
    ok(not any(r["hub.secret"] in shown or
               r["hub.callback"].rpartition("/")[2] in shown
               for r in g.site.requests),
       "secrets and callbacks are not shown")


def next_wait(g, feed):
    """Returns the seconds from the last poll to the next, and the name of the
    rule that determines the next poll."""
    return g.sql("SELECT next_poll_at - last_poll_at, next_poll_by FROM feed "
                 "WHERE id = ?", g.feed_id(feed))[0]


def test_trust(g, feeds):
    """Polling slows down only while the hub delivers the items that polls find."""
    feed = feeds.header
    g.pass_time(5)
    feed.items += ["chunked", "hijack"]
    ok(next_wait(g, feed)[0] < 2500, "without proof polling is not slower")
    ok(g.poll(feed), "a poll")
    ok(until(lambda: g.column(feed, "proven_at")),
       "that finds what was delivered proves the hub")
    wait, rule = next_wait(g, feed)
    ok(wait > 20000 and rule == "websub", "polling slows down",
       (wait, rule))
    ok("polling is slowed down" in g.run("feed", "explain", feed.url),
       "feed explain says so")
    g.pass_time(60)
    feed.items.append("unpushed")
    ok(g.poll(feed), "a poll that finds an item that was not delivered")
    ok(until(lambda: g.column(feed, "missed_at")), "is noted")
    wait, rule = next_wait(g, feed)
    ok(wait < 2500, "polling is back at once", (wait, rule))
    feed.items.append("again")
    g.pass_time(60)
    send(g, feed, ["again"])
    until(lambda: "again" in g.entries(feed))
    g.pass_time(60)
    g.poll(feed)
    ok(until(lambda: next_wait(g, feed)[0] > 20000), "a proof slows it again")
    deliveries = g.polls(feed)
    g.pass_time(86400)
    ok(until(lambda: g.polls(feed) > deliveries),
       "the feed is polled within a day")
    ok(until(lambda: next_wait(g, feed)[0] < 2500),
       "a hub that is silent for a day: polling is back", next_wait(g, feed))


def test_renewal(g, feeds):
    """Section 5.3.1: a lease is renewed before its end."""
    g.site.lease = 5
    feed = feeds.short
    before = len(g.site.requests)
    g.poll(feed)
    form = g.site.wait(lambda: g.form(feed))
    ok(form, "a subscription with a short lease")
    ok(g.site.wait(lambda: len([
        a for a in g.site.answers
        if a["hub.topic"] == feed.topic and a.get("status") == 200]) >= 3),
       "it is renewed", g.site.requests[before:])
    callbacks = {r["hub.callback"] for r in g.site.requests
                 if r["hub.topic"] == feed.topic}
    equal(len(callbacks), 1, "with the same callback")
    g.site.lease = 864000


def test_restart(g, feeds):
    """Subscriptions survive a restart."""
    g.stop()
    requests = len(g.site.requests)
    g.start()
    ok(until(lambda: raw_alive(g)), "the daemon runs again")
    feed = feeds.atom
    equal(send(g, feed, ["after"]), 202, "a delivery after a restart")
    ok(until(lambda: "after" in g.entries(feed)), "is stored")
    old = feeds.header.body(["pushed-0"])
    before = g.dump()
    form = g.form(feeds.header)
    equal(deliver(form["hub.callback"], old, sign(form["hub.secret"], old)),
          202, "a delivery of before the restart")
    equal(deliver(form["hub.callback"], old, None), 202, "and a bad one")
    ok(until(lambda: g.column(feeds.header, "refused_at") > g.now() - 30),
       "are answered")
    equal(g.dump(), before, "and change nothing")
    equal([r["hub.topic"] for r in g.site.requests[requests:]
           if r["hub.topic"] == feed.topic], [],
          "an active subscription is not requested again")


def test_many(g, feeds):
    """Starts with more feeds than the daemon merges in one turn of its loop.
    """
    late = g.site.add("/late.xml")
    many = [types.SimpleNamespace(url=f"{g.site.url}/none/{i}.xml")
            for i in range(600)]
    g.stop()
    g.configure(feeds.all + many + [late])
    g.start()
    ok(until(lambda: g.state(late) == "active"),
       "a subscription of many feeds")
    g.stop()
    g.start()
    ok(until(lambda: raw_alive(g)), "the daemon runs again")
    equal(send(g, late, ["early"]), 202, "a delivery after the start")
    ok(until(lambda: "early" in g.entries(late)), "is stored")
    equal((g.state(late), g.form(late, "unsubscribe")), ("active", None),
          "no subscription was ended")


def raw_alive(g):
    try:
        return raw(g, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n") == 404
    except OSError:
        return False


def test_end(g, feeds):
    """Section 5: the feed names another hub, and the feed ends."""
    feed = feeds.atom
    old = g.form(feed)
    feed.hub = feed.site.url + "/hub/mute"
    g.poll(feed)
    ok(g.site.wait(lambda: g.form(feed)["kind"] == "mute"),
       "another hub is subscribed")
    ok(g.site.wait(lambda: g.form(feed, "unsubscribe")),
       "the subscription at the old one is ended")
    ended = g.form(feed, "unsubscribe")
    equal(ended["hub.callback"], old["hub.callback"], "with its callback")
    ok(g.site.wait(lambda: ended.get("status") == 200),
       "5.3: the end is verified")
    ok(until(lambda: g.one("SELECT count(*) FROM websub WHERE callback = ?",
                           old["hub.callback"]) == 0), "its row is deleted")
    body = feed.body(["late"])
    answers = []

    def is_unknown():
        answers.append(deliver(old["hub.callback"], body,
                               sign(old["hub.secret"], body)))
        return answers[-1] == 404

    # The status is 410 until the daemon has read the answer of its database.
    ok(until(is_unknown) and set(answers) <= {404, 410},
       "its callback does not exist any more")
    g.run("feed", "remove", feeds.json.url)
    g.configure([f for f in feeds.all if f is not feeds.json])
    g.reload()
    ok(g.site.wait(lambda: g.form(feeds.json, "unsubscribe")),
       "the subscription of a removed feed is ended")
    feeds.header.hub = None
    g.poll(feeds.header)
    ok(g.site.wait(lambda: g.form(feeds.header, "unsubscribe")),
       "the subscription of a feed without hub is ended")


def test_reload(g, feeds):
    """The key needs a restart: a reload without it changes nothing."""
    before = g.form(feeds.both)
    g.configure([f for f in feeds.all if f is not feeds.json], websub=False)
    g.reload()
    ok(until(lambda: "needs-restart key=websub.callback" in
             (WORK / "gleanerd.out").read_text(encoding="utf-8")),
       "a configuration without the key is read")
    feed = feeds.plain
    feed.hub = feed.site.url + "/hub/ok"
    ok(g.poll(feed), "a feed that has got a hub is polled")
    form = g.site.wait(lambda: g.form(feed))
    ok(form and form["hub.callback"].startswith(
        f"http://127.0.0.1:{g.port}/hooks/"),
       "its subscription has a complete callback", form)
    feeds.both.items.append("after-reload")
    ok(g.poll(feeds.both), "a subscribed feed is polled")
    equal(g.form(feeds.both), before, "its subscription is kept")


def test_off(g, feeds):
    """Without the key nothing is subscribed."""
    g.stop()
    requests = len(g.site.requests)
    g.configure(feeds.all, websub=False)
    g.start()
    feeds.off.items.append("x")
    ok(until(lambda: g.polls(feeds.off) is not None), "the daemon runs")
    ok(g.poll(feeds.off), "a feed with a hub is polled")
    ok(g.poll(feeds.moved), "another one")
    equal(len(g.site.requests), requests, "and no hub is requested")
    try:
        socket.create_connection(("127.0.0.1", g.port)).close()
        ok(False, "nothing listens")
    except OSError:
        ok(True, "nothing listens")


class Feeds:
    """The feeds of the test."""

    def __init__(self, site):
        self.header = site.add("/header.xml")
        self.atom = site.add("/atom.xml", how="document")
        self.json = site.add("/feed.json", kind=JsonFeed)
        self.both = site.add("/both.xml")
        self.plain = site.add("/plain.xml", hub=None)
        self.foreign = site.add("/foreign.xml",
                                topic="http://127.0.0.2:1/victim.xml")
        self.moved = site.add("/moved.xml", hub="moved")
        self.found = site.add("/found.xml", hub="found")
        self.fail = site.add("/fail.xml", hub="fail")
        self.busy = site.add("/busy.xml", hub="busy")
        self.mute = site.add("/mute.xml", hub="mute")
        self.deny = site.add("/deny.xml", hub="deny")
        self.short = site.add("/short.xml", hub=None)
        self.notice = site.add("/notice.xml", how="document")
        self.all = list(site.feeds.values())
        for feed in self.all:
            feed.items.append("first")
        target = site.add("/target.xml", hub=None)
        target.items, target.etag = ["target"], '"t"'
        old = self.notice.body()
        self.notice.body = lambda: old.replace(
            b"<title>Feed</title>", b"<title>Feed</title><itunes:new-feed-url "
            b'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">'
            + target.url.encode() + b"</itunes:new-feed-url>")
        plain = self.both.body

        def both_bodies(items=None):
            return plain(items).replace(
                b"<title>Feed</title>",
                b'<title>Feed</title><atom:link rel="hub" href="'
                + site.url.encode() + b'/hub/mute"/>'
                b'<atom:link rel="self" href="' + self.both.topic.encode()
                + b'"/>', 1)
        self.both.body = both_bodies
        self.off = self.both


def main():
    site = Site()
    feeds = Feeds(site)
    g = Gleaner(site, BUILD, WORK)
    g.configure(feeds.all)
    g.start()
    try:
        until(lambda: g.has_table("websub"))
        for test in (test_discovery, test_notice, test_request,
                     test_verification, test_delivery, test_attacks,
                     test_limits, test_burst, test_reports, test_trust,
                     test_restart, test_many):
            test(g, feeds)
        feeds.short.hub = site.url + "/hub/ok"
        test_renewal(g, feeds)
        test_end(g, feeds)
        test_reload(g, feeds)
        test_off(g, feeds)
    finally:
        g.stop()
    print(f"1..{count}")
    if failed:
        log = (WORK / "gleanerd.out").read_text(encoding="utf-8")
        print("\n".join("# " + line for line in log.splitlines()[-60:]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
