#!/usr/bin/env python3
"""adversary.py -- hostile feeds that name the pages of other publishers.

    SEQUENCES=1000 SEED=7 tests/torture/adversary.py

Five publishers (127.0.0.2 to 127.0.0.6) have a feed and some articles each. In
each sequence up to twenty feeds of other hosts name the publishers' pages:
with other titles, authors, dates, tags and pictures; before or after the
publisher's own feed; with other spellings of the address; through redirects;
with pages that have canonical links or copied texts; with the publisher's
guids; in several rounds with changed content. They also contain pages on the
publishers' hosts that no publisher's feed contains.

After each sequence every publisher's articles must equal those of a control run
without hostile feeds: each field, authors, tags, pictures, revisions. While the
daemon fetches a publisher's articles, it may send at most as many other
requests to the publisher's host as the publisher has articles, plus two.
Requests are counted from the request for the newest item of the publisher's
feed, which no other feed names. Before the daemon has read the publisher's
feed, it cannot know which pages are the publisher's. If a hostile feed
redirects to the publisher's feed when the publisher's feed gets its items, the
newest item may be requested for the hostile feed; the requests to this
publisher are then not counted. Some feeds and wrong addresses are answered
late, so that requests for hostile feeds are under way at this time.
"""
import json
import os
import random
import shutil
import sys
import time

from campaign import SEED, Daemon, Origin, Points, Work, wait_for

SEQUENCES = int(os.environ.get("SEQUENCES", "1000"))
ONLY = os.environ.get("ONLY")      # the number of a single sequence to run
PUBLISHERS = 5
MOST_FEEDS = 20
ROUNDS = 3
SETTLE_S = 60
AT_ONCE = 50                       # routes in one request to the origin
EVIL = "Zorgon"                    # word in all texts of the hostile feeds
NOW = int(time.time())

WORDS = ("council harbour winter bridge museum teacher railway garden budget "
         "river doctor village market engine concert library hospital weather "
         "farmer theatre station election company island student festival "
         "minister police tourist factory storm climate history science road "
         "forest judge captain painter school parliament energy water").split()


def date(at):
    return time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(at))


def sentence(dice, n):
    words = [dice.choice(WORDS) for _ in range(n)]
    return (" ".join(words)).capitalize() + "."


def paragraphs(dice, n=5):
    return [" ".join(sentence(dice, dice.randint(9, 16)) for _ in range(4))
            for _ in range(n)]


def escape(text):
    return (text.replace("&", "&amp;").replace("<", "&lt;")
            .replace('"', "&quot;"))


class Article:
    """An article of a publisher: the content of its page and its feed."""

    def __init__(self, dice, host, number):
        self.host, self.number = host, number
        self.path = f"/news/{number}/{dice.choice(WORDS)}-{dice.choice(WORDS)}"
        self.title = " ".join(dice.choice(WORDS)
                              for _ in range(6)).capitalize()
        self.body = paragraphs(dice)
        self.at = NOW - dice.randint(3600, 5 * 86400)
        # Some pages lack values, which a foreign feed could supply.
        self.says = {name for name in ("author", "date", "tags", "image",
                                       "canonical", "lead")
                     if dice.random() < 0.6}
        self.feed_says = {name for name in ("date", "summary", "author",
                                            "tags") if dice.random() < 0.5}
        self.author = f"Ann {dice.choice(WORDS).capitalize()}"
        self.tags = [dice.choice(WORDS) for _ in range(2)]

    def url(self, port):
        return f"http://{self.host}:{port}{self.path}"

    def page(self, port):
        iso = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.at))
        head = [f"<title>{self.title}</title>",
                f'<meta property="og:title" content="{self.title}">']
        if "author" in self.says:
            head.append(f'<meta name="author" content="{self.author}">')
        if "date" in self.says:
            head.append('<meta property="article:published_time" '
                        f'content="{iso}">')
        if "tags" in self.says:
            head += [f'<meta property="article:tag" content="{tag}">'
                     for tag in self.tags]
        if "image" in self.says:
            head.append('<meta property="og:image" content="'
                        f'http://{self.host}:{port}/i/{self.number}.jpg">')
        if "canonical" in self.says:
            head.append(f'<link rel="canonical" href="{self.url(port)}">')
        text = "".join(f"<p>{p}</p>" for p in self.body)
        return ('<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
                + "".join(head) + f"</head><body><nav><a href=\"/\">Home</a>"
                f"</nav><article><h1>{self.title}</h1>{text}</article>"
                "</body></html>")

    def item(self, port):
        parts = [f"<title>{self.title}</title>",
                 f"<link>{self.url(port)}</link>",
                 f"<guid isPermaLink=\"false\">{self.guid()}</guid>"]
        if "date" in self.feed_says:
            parts.append(f"<pubDate>{date(self.at)}</pubDate>")
        if "summary" in self.feed_says:
            parts.append(f"<description>{self.body[0][:120]}</description>")
        if "author" in self.feed_says:
            parts.append(f"<author>{self.author}</author>")
        if "tags" in self.feed_says:
            parts += [f"<category>{tag}</category>" for tag in self.tags]
        return "<item>" + "".join(parts) + "</item>"

    def guid(self):
        return f"{self.host}-{self.number}"


def feed(title, link, items):
    return ('<?xml version="1.0"?><rss version="2.0"><channel>'
            f"<title>{title}</title><link>{link}</link>"
            + "".join(items) + "</channel></rss>")


class Scenario:
    def __init__(self):
        self.routes = []

    def put(self, host, path, body=None, kind="text/html", lines=()):
        text = [f"route //{host}{path}"]
        if body is not None:
            text.append(f"  header Content-Type: {kind}")
        text += [f"  {line}" for line in lines]
        if body is not None:
            text.append(f"  body text <<THEEND\n{body}\nTHEEND")
        self.routes.append("\n".join(text) + "\n")

    def send(self, origin):
        for at in range(0, len(self.routes), AT_ONCE):
            origin.scenario("".join(self.routes[at:at + AT_ONCE]))


class Publisher:
    def __init__(self, dice, number):
        self.host = f"127.0.0.{2 + number}"
        self.title = f"Publisher {number}"
        self.articles = [Article(dice, self.host, n)
                         for n in range(1, dice.randint(3, 5))]
        # These choices use a separate random generator, so that a seed gives
        # the same feeds as in earlier versions of this test.
        self.own_dice = random.Random(f"{self.articles[0].path}{number}")
        # The newest article has no date, and is the first in the feed.
        self.newest = Article(self.own_dice, self.host, 99)
        self.newest.feed_says.discard("date")
        self.delay_ms = self.own_dice.choice([0, 0, 100, 500])

    def all_articles(self):
        return [self.newest, *self.articles]

    def feed_path(self):
        return "/feed.xml"

    def put_pages(self, scenario, port):
        for article in self.all_articles():
            scenario.put(self.host, article.path, article.page(port))

    def put_feed(self, scenario, port, shown):
        """shown: whether the feed already contains its articles."""
        items = [a.item(port) for a in self.all_articles()] if shown else []
        scenario.put(self.host, self.feed_path(),
                     feed(self.title, f"http://{self.host}:{port}/", items),
                     "application/rss+xml",
                     [f"delay {self.delay_ms}ms"] if self.delay_ms else [])

    def put_late_errors(self, scenario):
        """For some articles, the address with a slash added at the end is
        answered with 404 after a delay."""
        for article in self.articles:
            if self.own_dice.random() < 0.5:
                scenario.put(self.host, article.path + "/", lines=[
                    "delay 700ms", "status 404"])


# ------------------------------------------------------------ hostile feeds

class Enemy:
    """A hostile feed. Its items have different contents in each round."""

    def __init__(self, dice, number, publishers, port):
        self.dice, self.number, self.port = dice, number, port
        self.host = f"127.0.1.{number + 1}"
        self.publishers = publishers
        self.n_pages = 0
        self.mimics = dice.choice(publishers)
        self.plans = [dice.choice(self.PLANS)
                      for _ in range(dice.randint(1, 6))]
        self.targets = [dice.choice(dice.choice(publishers).articles)
                        for _ in self.plans]
        self.floods = dice.random() < 0.3 and dice.randint(5, 40)
        self.says_old = dice.random() < 0.4

    def words(self, n=12):
        return f"{EVIL} " + sentence(self.dice, n)

    def item(self, link, guid=None, title=None):
        dice = self.dice
        at = dice.choice([NOW + dice.randint(60, 400 * 86400), NOW,
                          NOW - dice.randint(60, 86400),
                          NOW - 4000 * 86400])
        if self.says_old:
            at = NOW - 4000 * 86400
        parts = [f"<title>{escape(title or self.words(5))}</title>",
                 f"<link>{escape(link)}</link>"]
        if guid:
            parts.append(f'<guid isPermaLink="false">{escape(guid)}</guid>')
        if dice.random() < 0.8:
            parts.append(f"<pubDate>{date(at)}</pubDate>")
        parts.append(f"<description>{self.words(80)}</description>")
        if dice.random() < 0.6:
            parts.append(f"<author>{EVIL} Author</author>")
        if dice.random() < 0.6:
            parts.append(f"<category>{EVIL}</category>")
        if dice.random() < 0.6:
            parts.append(f'<enclosure url="http://{self.host}:{self.port}/'
                         f'{EVIL}.jpg" type="image/jpeg" length="1000"/>')
        return "<item>" + "".join(parts) + "</item>"

    def own_page(self, scenario, head="", title=None, body=None, host=None):
        """A page on the host of the hostile feed, or the page of another author
        on the publisher's host."""
        self.n_pages += 1
        path = (f"/~evil{self.number}/" if host else "/p/") + str(self.n_pages)
        text = "".join(f"<p>{p}</p>" for p in body or
                       [self.words(40) for _ in range(4)])
        title = title or self.words(5)
        scenario.put(host or self.host, path,
                     f"<!DOCTYPE html><html><head><title>{title}</title>{head}"
                     f"</head><body><article><h1>{title}</h1>{text}</article>"
                     "</body></html>")
        return f"http://{host or self.host}:{self.port}{path}"

    # Each function returns items or "redirect"; round is 0, 1 or 2.

    def plan_announce(self, scenario, target, round):
        return [self.item(target.url(self.port), f"e{self.number}")]

    def plan_same_guid(self, scenario, target, round):
        return [self.item(target.url(self.port), target.guid(), target.title)]

    def plan_guid_is_link(self, scenario, target, round):
        return [self.item(self.own_page(scenario), target.url(self.port))]

    def plan_variant(self, scenario, target, round):
        url = target.url(self.port)
        form = self.dice.choice(["?x=1", "?utm_source=evil", "#top", "/",
                                 "?ref=evil&page=2", "?"])
        if form.startswith("?") and "utm" not in form and len(form) > 1:
            scenario.put(target.host, target.path + form,
                         target.page(self.port))
        return [self.item(url + form, f"v{self.number}-{form}")]

    def plan_redirect(self, scenario, target, round):
        self.n_pages += 1
        path = f"/r/{self.n_pages}"
        scenario.put(self.host, path, lines=[
            f"redirect {self.dice.choice([301, 302, 307])} "
            f"{target.url(self.port)}"])
        return [self.item(f"http://{self.host}:{self.port}{path}",
                          f"r{self.number}")]

    def plan_redirect_turns(self, scenario, target, round):
        """The first round redirects to the article, later rounds serve a
        page."""
        path = f"/t/{target.number}"
        if round == 0:
            scenario.put(self.host, path, lines=[
                f"redirect 302 {target.url(self.port)}"])
        else:
            scenario.put(self.host, path, "<html><head><title>"
                         f"{self.words(5)}</title></head><body><article>"
                         f"<p>{self.words(60)}</p></article></body></html>")
        return [self.item(f"http://{self.host}:{self.port}{path}",
                          f"t{self.number}")]

    def plan_canonical(self, scenario, target, round):
        head = f'<link rel="canonical" href="{target.url(self.port)}">'
        return [self.item(self.own_page(scenario, head, target.title),
                          f"c{self.number}", target.title)]

    def plan_canonical_here(self, scenario, target, round):
        """A page of another author on the publisher's host."""
        head = f'<link rel="canonical" href="{target.url(self.port)}">'
        return [self.item(self.own_page(scenario, head, target.title,
                                        host=target.host),
                          f"h{self.number}", target.title)]

    def plan_copy(self, scenario, target, round):
        link = self.own_page(scenario, "", target.title, target.body)
        return [self.item(link, f"k{self.number}", target.title)]

    def plan_alternate(self, scenario, target, round):
        link = target.url(self.port) if round % 2 else self.own_page(scenario)
        return [self.item(link, f"a{self.number}", "Alternating")]

    def plan_reword(self, scenario, target, round):
        return [self.item(target.url(self.port), f"w{self.number}",
                          self.words(6 + round))]

    def plan_is_publisher(self, scenario, target, round):
        """The hostile feed redirects to the publisher's feed in one round."""
        return "redirect" if round == 1 else [
            self.item(target.url(self.port), target.guid())]

    PLANS = [plan_announce, plan_same_guid, plan_guid_is_link, plan_variant,
             plan_redirect, plan_redirect_turns, plan_canonical,
             plan_canonical_here, plan_copy, plan_alternate, plan_reword,
             plan_is_publisher]

    def junk(self, scenario):
        host = self.mimics.host
        items = []
        for n in range(self.floods or 0):
            path = f"/junk/{self.number}-{n}"
            scenario.put(host, path, f"<html><title>{EVIL}</title><body><p>"
                         f"{EVIL} {n} nothing.</p></body></html>")
            items.append(
                f"<item><title>{EVIL} {n}</title><link>http://{host}:"
                f"{self.port}{path}</link><pubDate>"
                f"{date(NOW + 30 * 86400 + n)}</pubDate></item>")
        return items

    def put_feed(self, scenario, round):
        items = self.junk(scenario)
        for plan, target in zip(self.plans, self.targets):
            more = plan(self, scenario, target, round)
            if more == "redirect":
                scenario.put(self.host, "/feed.xml", lines=[
                    f"redirect 302 http://{target.host}:{self.port}/feed.xml"])
                return
            items += more
        self.dice.shuffle(items)
        link = f"http://{self.mimics.host}:{self.port}/"
        scenario.put(self.host, "/feed.xml",
                     feed(self.mimics.title, link, items),
                     "application/rss+xml")


# ------------------------------------------------------------- a sequence

# Articles are compared by url_key, because a foreign feed may have written the
# URL in another form first.
FIELDS = """url_key status status_why title lead byline lang
published_at modified_at section publisher license access body body_html
origin page_class word_count canonical_url flags""".split()

SNAPSHOT = f"""
SELECT e.guid, json_array({', '.join('a.' + name for name in FIELDS)},
    (SELECT json_group_array(name) FROM (SELECT name FROM article_author
	WHERE article_id = a.id ORDER BY n)),
    (SELECT json_group_array(tag) FROM (SELECT tag FROM article_tag
	WHERE article_id = a.id ORDER BY n)),
    (SELECT json_group_array(kind || ' ' || url || ' ' || role)
	FROM (SELECT kind, url, role FROM media
	WHERE article_id = a.id ORDER BY n)))
FROM entry e JOIN feed f ON f.id = e.feed_id
JOIN article a ON a.id = e.article_id
WHERE f.url = ?"""
NAMES = FIELDS + ["authors", "tags", "media"]
# pages that were read for a hostile feed, and are read again
PLANNED = "SELECT id FROM article WHERE entitled AND revisit_at NOT NULL"


class Folder:
    """The directory of one run, inside the directory of Work."""

    def __init__(self, path):
        self.path = path
        os.mkdir(path)

    def __truediv__(self, name):
        return os.path.join(self.path, name)


class World:
    """The origin, and one daemon for each run."""

    def __init__(self, work):
        self.work = work
        self.origin = Origin(work)
        self.port = self.origin.port

    def url(self, host):
        return f"http://{host}:{self.port}/feed.xml"

    def daemon(self, name, urls):
        return Daemon(
            Folder(self.work / name), urls,
            poll="{ interval: 1s, min: 1s, max: 1s, adaptive: false }",
            host="{ connections: 2, gap: 20ms, allow_private: true }",
            articles="{ max_age: 30d, revisit: [] }")

    def snapshot(self, daemon, publishers):
        found = {}
        for publisher in publishers:
            for guid, values in daemon.rows(SNAPSHOT,
                                            self.url(publisher.host)):
                found[guid] = dict(zip(NAMES, json.loads(values)))
        return found

    def is_settled(self, daemon, publishers):
        wanted = {a.guid() for p in publishers for a in p.all_articles()}
        found = self.snapshot(daemon, publishers)
        return wanted <= set(found) and not daemon.rows(PLANNED) and all(
            found[guid]["status"] not in ("queued", "failed")
            for guid in wanted)

    def polled(self, hosts, since):
        """Returns True if the feed of each host was requested more than
        since[host] times."""
        return all(self.count(host) > since[host] for host in hosts)

    def count(self, host):
        return sum(1 for line in self.log("/feed.xml")
                   if line["address"] == host)

    def log(self, path="*"):
        text = self.origin.ask(f"/_origin/log?path={path}")
        return [json.loads(line) for line in text.splitlines()]

    def run(self, name, publishers, enemies, joins):
        """joins[i]: the round in which the feed of publisher i gets its items.
        """
        self.origin.ask("/_origin/reset")
        scenario = Scenario()
        for publisher in publishers:
            publisher.put_pages(scenario, self.port)
            if enemies:
                publisher.put_late_errors(scenario)
        scenario.send(self.origin)
        hosts = [p.host for p in publishers] + [e.host for e in enemies]
        daemon = self.daemon(name, [self.url(host) for host in hosts])
        for round in range(ROUNDS if enemies else 1):
            scenario = Scenario()
            for publisher, joins_at in zip(publishers, joins):
                shown = round >= joins_at
                publisher.put_feed(scenario, self.port, shown)
            for enemy in enemies:
                enemy.put_feed(scenario, round)
            scenario.send(self.origin)
            since = {host: self.count(host) for host in hosts}
            if round == 0:
                daemon.start()
                if daemon.wait_ready() is None:
                    sys.exit("the daemon did not start")
            if not wait_for(lambda: self.polled(hosts, since), SETTLE_S):
                break
        settled = wait_for(lambda: self.is_settled(daemon, publishers),
                           SETTLE_S)
        if enemies:  # the last round may cause more requests
            since = {host: self.count(host) for host in hosts}
            wait_for(lambda: self.polled(hosts, since), SETTLE_S)
            settled = settled and wait_for(
                lambda: self.is_settled(daemon, publishers), SETTLE_S)
        code, _ = daemon.stop()
        found = self.snapshot(daemon, publishers)
        return daemon, found, settled, code

    def late(self, publishers, revealed):
        """Yields a fault for each publisher whose host got too many other
        requests, in the time from the request for its newest page to the one
        for its last page.  revealed: hosts of publishers that are not checked,
        because a hostile feed may have revealed the newest page."""
        lines = sorted(self.log(), key=lambda line: line["ms"])
        for publisher in publishers:
            own = {a.path for a in publisher.all_articles()}
            pages = [line["path"] for line in lines
                     if line["address"] == publisher.host and line["path"]
                     not in ("/feed.xml", "/robots.txt", "/")]
            first = {}
            for n, path in enumerate(pages):
                if path in own:
                    first.setdefault(path, n)
            if publisher.host in revealed:
                continue
            if publisher.newest.path not in first:
                # The page was never requested; the comparison of the articles
                # reports this.
                continue
            queue = pages[first[publisher.newest.path]:
                          max(first.values()) + 1]
            n_own = len(own & set(queue))
            # Other requests are allowed: as many as the publisher's own pages,
            # and two more, which were already open on two connections.
            if len(queue) > 2 * n_own + 2:
                yield (f"{publisher.host}: {n_own} articles took "
                       f"{len(queue)} requests")
                yield "in order: " + " ".join(queue[:60])


def differences(control, found):
    for guid, expected in control.items():
        if guid not in found:
            yield f"{guid}: is missing"
            continue
        for name, value in expected.items():
            if found[guid][name] != value:
                yield (f"{guid}: {name}: {str(found[guid][name])[:160]!r}, "
                       f"not {str(value)[:160]!r}")


REVISIONS = """
SELECT e.guid, a.url, r.title, r.body FROM revision r JOIN article a
    ON a.id = r.article_id JOIN entry e ON e.article_id = a.id
    JOIN feed f ON f.id = e.feed_id WHERE f.url = ?"""


def revisions(world, daemon, publishers, control):
    """Yields a fault for each revision that replaced the text of a publisher's
    page. A revision may replace the text of another page that the article used
    temporarily, also before the publisher's page was fetched."""
    for publisher in publishers:
        for guid, url, title, body in daemon.rows(
                REVISIONS, world.url(publisher.host)):
            if guid in control and body == control[guid]["body"]:
                yield f"{url}: the text of its page was revised ({title!r})"


def revealed(publishers, enemies, joins):
    """The hosts of publishers whose feeds get their items after round 0, while
    a hostile feed redirects to them."""
    late = {p.host for p, joins_at in zip(publishers, joins) if joins_at > 0}
    return {target.host for enemy in enemies
            for plan, target in zip(enemy.plans, enemy.targets)
            if plan is Enemy.plan_is_publisher and target.host in late}


def sequence(world, number):
    dice = random.Random(f"{SEED}-{number}")
    publishers = [Publisher(dice, n) for n in range(PUBLISHERS)]
    control_run = world.run(f"c{number}", publishers, [],
                            [0] * len(publishers))
    control = control_run[1]
    wrong = []
    if not control_run[2] or any(
            a["status"] != "done" for a in control.values()):
        wrong.append("the control run did not finish")
    enemies = [Enemy(dice, n, publishers, world.port)
               for n in range(dice.randint(1, MOST_FEEDS))]
    joins = [dice.randint(0, ROUNDS - 1) for _ in publishers]
    daemon, found, settled, code = world.run(
        f"s{number}", publishers, enemies, joins)
    if not settled:
        wrong.append("the publishers' articles are not all fetched")
    if code != 0:
        wrong.append(f"the daemon ended with {code}")
    wrong += differences(control, found)
    wrong += revisions(world, daemon, publishers, control)
    wrong += world.late(publishers, revealed(publishers, enemies, joins))
    if not os.environ.get("KEEP"):
        for name in (f"c{number}", f"s{number}"):
            shutil.rmtree(world.work / name)
    return wrong, len(enemies), sum(len(p.all_articles())
                                    for p in publishers)


def main():
    points = Points()
    with Work("adversary") as work:
        world = World(work)
        numbers = [int(ONLY)] if ONLY else range(SEQUENCES)
        begun, n_wrong = time.monotonic(), 0
        for number in numbers:
            wrong, n_feeds, n_articles = sequence(world, number)
            n_wrong += bool(wrong)
            if wrong or SEQUENCES <= 20 or number % 50 == 49:
                points.ok(not wrong, f"I2, I3, I4: sequence {number}, "
                          f"{n_feeds} hostile feeds, {n_articles} articles "
                          "equal those of the control run", *wrong[:20])
        points.ok(n_wrong == 0, f"{len(numbers)} sequences in "
                  f"{time.monotonic() - begun:.0f} s", f"{n_wrong} failed")
    return points.end()


if __name__ == "__main__":
    sys.exit(main())
