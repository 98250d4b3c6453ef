#!/usr/bin/env python3
"""adversary_forms.py -- further attacks of hostile feeds.

    SEQUENCES=200 SEED=7 tests/torture/adversary_forms.py

Like adversary.py, with other attacks: further spellings of the publishers'
addresses, also spellings that the publisher's server refuses; headers, links to
parts and chains of redirects that lead to a publisher's page; links to comments
below a publisher's article; links of aggregators and AMP caches; archives,
further pages and sitemaps that are documents of a publisher; notices of a move
to a publisher's feed; reports of deleted entries; pages that lead to a
publisher's page by <meta>, JSON-LD or <base>; pages on the publisher's host
that name the hostile feed; pages on the publisher's host that are busy, refused
or slow; feeds that are paused and resumed between the rounds; and pages that
show another text before their publisher announces them. The categories,
keywords and summary of each article are compared, too, and whether the site
memory of each publisher's feed exists.
"""
import json
import os
import re
import subprocess
import sys
import urllib.parse

import adversary
from adversary import EVIL, NOW, Article, Enemy, Publisher, World, date, escape
from campaign import BUILD, SEED, Points, Work

SEQUENCES = int(os.environ.get("SEQUENCES", "200"))
ATOM = 'xmlns="http://www.w3.org/2005/Atom"'
PAYWALL = json.dumps({"@context": "https://schema.org", "@type": "NewsArticle",
                      "isAccessibleForFree": False})
SECTIONS = ["sport", "politics", "business", "news", "health"]


class FormArticle(Article):
    """An article with a section in its address."""

    def __init__(self, dice, host, number):
        super().__init__(dice, host, number)
        section = dice.choice(SECTIONS)
        self.path = self.path.replace("/news/", f"/{section}/", 1)
        # Before the publication, the page may have a longer text. After it,
        # the page may be a paywall with a short text.
        self.early = dice.random() < 0.3 and adversary.paragraphs(dice, 8)
        self.has_paywall = self.early and dice.random() < 0.5
        if self.has_paywall:
            self.body = adversary.paragraphs(dice, 1)
            self.feed_says.discard("summary")
        # The page may name a third address as its own.
        self.third = (self.early is False and dice.random() < 0.3 and
                      f"http://{host}:%d/story/{number}/")

    def page(self, port):
        page = super().page(port)
        if self.third:
            page = re.sub('<link rel="canonical"[^>]*>', "", page).replace(
                "</head>", f'<link rel="canonical" href="{self.third % port}">'
                "</head>")
        if self.has_paywall:
            page = page.replace("</article>", '</article><script type='
                                '"application/ld+json">' + PAYWALL +
                                '</script><div class="paywall">Subscribe to '
                                "continue reading this article.</div>")
        return page

    def early_page(self, port):
        body, self.body = self.body, self.early
        paywall, self.has_paywall = self.has_paywall, False
        page = self.page(port)
        self.body, self.has_paywall = body, paywall
        return page


class FormPublisher(Publisher):
    def put_pages(self, scenario, port):
        for article in self.all_articles():
            early = FormWorld.attacked and article.early
            scenario.put(self.host, article.path, article.early_page(port)
                         if early else article.page(port))

    def put_feed(self, scenario, port, shown):
        if shown:
            for article in self.all_articles():
                scenario.put(self.host, article.path, article.page(port))
        super().put_feed(scenario, port, shown)


class FormEnemy(Enemy):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.form = self.dice.choice(["rss", "rss", "rss", "atom", "json",
                                      "sitemap"])
        self.paused = False

    def feed_url(self, host):
        return f"http://{host}:{self.port}/feed.xml"

    def plan_spelling(self, scenario, target, round):
        host, port, path = target.host, self.port, target.path
        last = host.rsplit(".", 1)[1]
        head, tail = path.rsplit("/", 1)
        forms = [
            f"HTTP://{host}:{port}{path}", f"http://{host}.:{port}{path}",
            f"http://ann:word@{host}:{port}{path}",
            f"http://0x7f.0.0.{last}:{port}{path}",
            f"http://127.{last}:{port}{path}",
            f"http://0177.0.0.0{last}:{port}{path}",
            f"http://{(127 << 24) + int(last)}:{port}{path}",
            f"http://{host}:0{port}{path}", f"http://{host}:{port}/.{path}",
            f"http://{host}:{port}/x/..{path}",
            f"http://{host}:{port}/x/%2e%2e{path}",
            f"http://{host}:{port}/%{ord(path[1]):02x}{path[2:]}",
            f"http://{host}:{port}/{path}", f"http://{host}:{port}{path};a=b",
            f"http://{host}:{port}{head}//{tail}",
            f"http://{host}:{port}{path}%20", f"http://{host}:{port}{path}#!a",
            f"http://{host}:{port}{path}/amp",
            f"http://{host}:{port}/amp{path}",
            f"http://{host}:{port}{path}?amp",
            f"http://{host}:{port}{path}.amp",
            f"http://{host}:{port}{path}?outputType=amp",
            f"http://{host}:{port}{path}?print=1",
            f"http://{host}:{port}{path}/print",
            f"http://{host}:{port}{path}/index.html",
            f"http://{host}:{port}{path}?page=1",
            f"http://{host}:{port}{path.upper()}",
            f"https://{host}:{port}{path}", f"//{host}:{port}{path}",
            f"http:{path}", f"http:\\\\{host}:{port}{path}",
            f" http://{host}:{port}{path}\n",
            f"http://{self.host}:{port}@{host}:{port}{path}",
            f"http://{host}:{port}{path}?fbclid={EVIL}&utm_source=x",
            f"http://{host}:{port}/~evil/..{path}"]
        url = self.dice.choice(forms)
        wanted = self.dice.random()
        if wanted < 0.7:
            rest = url.split(f":{port}", 1)[-1].strip()
            if rest.startswith("/") and rest != path and "#" not in rest:
                scenario.put(host, rest, self.bad_page() if wanted < 0.3
                             else target.page(port))
        return [self.item(url, f"s{self.number}-{round}", target.title)]

    def bad_page(self):
        text = "".join(f"<p>{self.words(40)}</p>" for _ in range(4))
        return (f"<html><head><title>{EVIL}</title></head><body><article>"
                f"<h1>{EVIL}</h1>{text}</article></body></html>")

    def plan_aggregator(self, scenario, target, round):
        url = urllib.parse.quote(target.url(self.port), "")
        bare = target.url(self.port).split("//", 1)[1]
        return [self.item(self.dice.choice([
            f"http://www.bing.com/news/apiclick.aspx?ref=x&url={url}",
            f"https://www.google.com/url?q={url}&sa=U",
            f"http://www.google.com/amp/{bare}",
            f"https://127-0-0-2.cdn.ampproject.org/c/{bare}",
            f"http://{self.host}:{self.port}/go?url={url}"]),
            f"g{self.number}", target.title)]

    def plan_meta(self, scenario, target, round):
        url = target.url(self.port)
        head = self.dice.choice([
            f'<meta http-equiv="refresh" content="0; url={url}">',
            f'<link rel="amphtml" href="{url}">',
            f'<base href="{url}">',
            f'<meta property="og:url" content="{url}">',
            f'<link rel="next" href="{url}">',
            f'<link rel="alternate" media="only screen" href="{url}">',
            f'<link rel="alternate" type="application/rss+xml" '
            f'href="{self.feed_url(target.host)}">',
            '<script type="application/ld+json">' + json.dumps({
                "@type": "NewsArticle", "headline": target.title,
                "url": url, "mainEntityOfPage": url,
                "articleBody": " ".join(target.body)}) + "</script>"])
        return [self.item(self.own_page(scenario, head, target.title),
                          f"m{self.number}", target.title)]

    def plan_page_here(self, scenario, target, round):
        """A page on the publisher's host that names the hostile feed."""
        head = ('<link rel="alternate" type="application/rss+xml" href="'
                f'{self.feed_url(self.host)}">'
                f'<link rel="canonical" href="{target.url(self.port)}">')
        return [self.item(self.own_page(scenario, head, target.title,
                                        target.body, target.host),
                          f"n{self.number}", target.title),
                self.item(target.url(self.port), f"o{self.number}")]

    def plan_redirector(self, scenario, target, round):
        """A redirector on the publisher's host."""
        path = f"/go/{self.number}"
        scenario.put(target.host, path, lines=[
            f"redirect {self.dice.choice([301, 302])} "
            f"{self.own_page(scenario, title=target.title)}"])
        return [self.item(f"http://{target.host}:{self.port}{path}",
                          target.guid(), target.title)]

    def plan_busy(self, scenario, target, round):
        """Addresses of the publisher's host that are busy, refused or slow."""
        path = f"/busy/{self.number}-{round}"
        lines = self.dice.choice([
            ["status 503", "header Retry-After: 86400"], ["status 503"],
            ["status 429", "header Retry-After: 86400"], ["status 403"],
            ["status 500"], ["delay 3s", "status 404"], ["status 401"],
            [f"redirect 302 {path}"], ["status 410"]])
        scenario.put(target.host, path, lines=lines)
        return [self.item(f"http://{target.host}:{self.port}{path}",
                          f"b{self.number}-{round}")]

    def plan_busy_redirect(self, scenario, target, round):
        path = f"/busy/r{self.number}"
        scenario.put(target.host, path, lines=["status 503",
                                               "header Retry-After: 86400"])
        scenario.put(self.host, path, lines=[
            f"redirect 302 http://{target.host}:{self.port}{path}"])
        return [self.item(f"http://{self.host}:{self.port}{path}",
                          f"q{self.number}")]

    def plan_original(self, scenario, target, round):
        item = self.item(self.own_page(scenario), f"f{self.number}")
        return [item.replace("</item>", "<f:origLink xmlns:f=\"http://rssnames"
                             "pace.org/feedburner/ext/1.0\">"
                             f"{target.url(self.port)}</f:origLink></item>")]

    def plan_source(self, scenario, target, round):
        item = self.item(target.url(self.port), target.guid(), target.title)
        return [item.replace("</item>", f'<source url="'
                             f'{self.feed_url(target.host)}">x</source>'
                             "</item>")]

    def plan_moved(self, scenario, target, round):
        return [self.item(target.url(self.port), target.guid()),
                '<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/'
                'dtds/podcast-1.0.dtd">'
                f"{self.feed_url(target.host)}</itunes:new-feed-url>"]

    def plan_archive(self, scenario, target, round):
        return [f'<a:link xmlns:a="http://www.w3.org/2005/Atom" '
                f'rel="{self.dice.choice(["prev-archive", "next", "self"])}" '
                f'href="{self.feed_url(target.host)}"/>',
                self.item(target.url(self.port), target.guid())]

    def plan_follows(self, scenario, target, round):
        """Announces the article, then another page under the same guid, then
        the article."""
        link = (target.url(self.port) if round != 1
                else self.own_page(scenario, title=target.title))
        return [self.item(link, f"l{self.number}", target.title)]

    def plan_headers(self, scenario, target, round):
        """A copy of the article whose headers name the article's address."""
        url = self.own_page(scenario, "", target.title, target.body)
        path = url.split(f":{self.port}", 1)[1]
        scenario.put(self.host, path, self.bad_page() if round else
                     target.page(self.port), lines=[
                         f'header Link: <{target.url(self.port)}>; '
                         'rel="canonical"',
                         f"header Content-Location: {target.url(self.port)}"])
        return [self.item(url, f"d{self.number}", target.title)]

    def plan_refused_spelling(self, scenario, target, round):
        """Addresses with the key of the article that the publisher's server
        refuses, or redirects to the front page."""
        path = target.path + self.dice.choice([
            "?utm_source=evil", ";jsessionid=0123456789ABCDEF", "?fbclid=1"])
        scenario.put(target.host, path, lines=self.dice.choice([
            ["status 410"], ["status 403"], ["status 404"],
            ["redirect 302 /"], ["status 503", "header Retry-After: 9000"]]))
        return [self.item(f"http://{target.host}:{self.port}{path}",
                          f"u{self.number}", target.title)]

    def plan_chain(self, scenario, target, round):
        """A chain of redirects whose end changes in later rounds."""
        first, second = f"/c1/{self.number}", f"/c2/{self.number}"
        scenario.put(self.host, first, lines=[
            f"redirect {self.dice.choice([303, 307, 308])} {second}"])
        if round == 0 or self.dice.random() < 0.5:
            scenario.put(self.host, second, lines=[
                f"redirect 301 {target.url(self.port)}"])
        else:
            scenario.put(self.host, second, self.bad_page())
        return [self.item(f"http://{self.host}:{self.port}{first}",
                          f"i{self.number}", target.title)]

    def plan_permalink(self, scenario, target, round):
        """An item without a link, whose guid is the article's address."""
        return ["<item><title>" + escape(self.words(5)) + "</title><guid "
                f'isPermaLink="true">{target.url(self.port)}</guid>'
                f"<description>{self.words(40)}</description></item>"]

    def plan_parts(self, scenario, target, round):
        """A page that names the article as its next and previous part."""
        url = target.url(self.port)
        head = f'<link rel="next" href="{url}"><link rel="prev" href="{url}">'
        return [self.item(self.own_page(scenario, head, target.title),
                          f"p{self.number}", target.title)]

    def plan_comment(self, scenario, target, round):
        return [self.item(f"{target.url(self.port)}#comment-{round}",
                          f"{target.guid()}#comment-{round}", "By: Bob")]

    PLANS = [plan_spelling, plan_spelling, plan_spelling, plan_aggregator,
             plan_busy, plan_busy, plan_busy_redirect, plan_meta,
             plan_page_here, plan_redirector, plan_original, plan_source,
             plan_moved, plan_archive, plan_follows, plan_headers,
             plan_refused_spelling, plan_refused_spelling, plan_chain,
             plan_permalink, plan_parts, plan_comment, Enemy.plan_announce,
             Enemy.plan_same_guid]

    # Each function prints the feed in another format.

    def relative(self, target):
        """A link of the feed, whose base is the address of a publisher."""
        return (target.path[1:] if target.host == self.mimics.host
                else target.url(self.port))

    def atom(self, targets):
        entries = "".join(
            f"<entry><id>{t.guid()}</id><title>{escape(t.title)}</title>"
            f'<link href="{self.relative(t)}"/><updated>2099-01-01T00:00:00Z'
            f"</updated><author><name>{EVIL}</name></author><source><id>x</id>"
            f'<link rel="self" href="{self.feed_url(t.host)}"/></source>'
            f"<content>{self.words(60)}</content></entry>" for t in targets)
        gone = "".join(
            '<at:deleted-entry xmlns:at="http://purl.org/atompub/tombstones/'
            f'1.0" ref="{t.guid()}" when="2020-01-01T00:00:00Z"/>'
            for t in targets if self.dice.random() < 0.5)
        base = f"http://{self.mimics.host}:{self.port}/"
        return (f'<feed {ATOM} xml:base="{base}"><title>{self.mimics.title}'
                '</title><id>x</id><link rel="self" '
                f'href="{self.feed_url(self.mimics.host)}"/>'
                f"{entries}{gone}</feed>")

    def json(self, targets):
        return json.dumps({
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.mimics.title,
            "next_url": self.feed_url(self.mimics.host),
            "feed_url": self.feed_url(self.mimics.host),
            "authors": [{"name": EVIL}],
            "items": [{"id": t.guid(), "url": t.url(self.port),
                       "external_url": t.url(self.port), "title": EVIL,
                       "content_text": self.words(60), "tags": [EVIL],
                       "image": f"http://{self.host}/{EVIL}.jpg"}
                      for t in targets]})

    def sitemap(self, targets):
        rows = "".join(
            f"<url><loc>{t.url(self.port)}</loc><news:news><news:title>{EVIL}"
            f"</news:title><news:publication_date>{date(NOW)}"
            "</news:publication_date><news:keywords>" + EVIL +
            "</news:keywords></news:news></url>" for t in targets)
        return ('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
                'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">'
                f"{rows}</urlset>")

    def put_feed(self, scenario, round):
        if round > 0:
            self.pause_or_resume()
        if self.form == "rss":
            super().put_feed(scenario, round)
            return
        text = {"atom": self.atom, "json": self.json,
                "sitemap": self.sitemap}[self.form](self.targets)
        kind = "application/json" if self.form == "json" else "text/xml"
        scenario.put(self.host, "/feed.xml", text, kind)

    def pause_or_resume(self):
        if self.dice.random() < 0.7:
            return
        verb = "resume" if self.paused else "pause"
        self.paused = not self.paused
        subprocess.run([f"{BUILD}/gleaner", "-c", FormWorld.current.config,
                        "feed", verb, self.feed_url(self.host)],
                       capture_output=True, check=True)


EXTRA = """,
    (SELECT json_group_array(c) FROM (SELECT category || ' ' || source AS c
	FROM article_category WHERE article_id = a.id ORDER BY 1)),
    (SELECT json_group_array(term) FROM (SELECT term FROM keyword
	WHERE article_id = a.id ORDER BY n)), a.summary,
    (SELECT count(*) FROM site_memory m WHERE m.feed_id = f.id))
FROM entry e JOIN feed f"""
EXTRA_NAMES = ["categories", "keywords", "summary", "site memories"]


class FormWorld(World):
    """The pages of a publisher's article have an early text until the
    publisher's feed announces it."""
    attacked = False
    current = None

    def daemon(self, name, urls):
        FormWorld.current = super().daemon(name, urls)
        return FormWorld.current

    def run(self, name, publishers, enemies, joins):
        FormWorld.attacked = bool(enemies)
        self.enemies = enemies
        return super().run(name, publishers, enemies, joins)

    def polled(self, hosts, since):
        paused = {e.host for e in self.enemies if e.paused}
        return super().polled([h for h in hosts if h not in paused], since)


def main():
    adversary.Article = FormArticle
    adversary.Publisher = FormPublisher
    adversary.Enemy = FormEnemy
    adversary.SNAPSHOT = adversary.SNAPSHOT.replace(
        ")\nFROM entry e JOIN feed f", EXTRA)
    adversary.NAMES += EXTRA_NAMES
    points = Points()
    with Work("forms") as work:
        world = FormWorld(work)
        numbers = ([int(adversary.ONLY)] if adversary.ONLY
                   else range(SEQUENCES))
        n_wrong = 0
        for number in numbers:
            wrong, n_feeds, n_articles = adversary.sequence(world, number)
            n_wrong += bool(wrong)
            if wrong or SEQUENCES <= 20 or number % 50 == 49:
                points.ok(not wrong, f"I2, I3, I4: sequence {number}, "
                          f"{n_feeds} hostile feeds, {n_articles} articles "
                          "equal those of the control run", *wrong[:20])
        points.ok(n_wrong == 0, f"{len(numbers)} sequences",
                  f"{n_wrong} failed")
    return points.end()


if __name__ == "__main__":
    sys.exit(main())
