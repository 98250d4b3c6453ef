#!/usr/bin/env python3
"""Generates pages with several stories in further kinds of markup, and scores
the extraction. The arguments and the output are those of title_pages.py.
"""
import collections
import html

from title_pages import (PLACES, document, e, main, make_stories, paragraphs,
                         shortened)

WRAPS = ["<article>{}</article>", "<section>{}</section>", "<div>{}</div>",
         '<div class="item">{}</div>', "{}"]
HEADINGS = ["<h2>{}</h2>", "<h3>{}</h3>", "<h1>{}</h1>", "<p><b>{}</b></p>",
            "<b>{}</b>", '<h2><a href="/s/1.html">{}</a></h2>',
            '<a href="/s/2.html"><h3>{}</h3></a>']


def feed_title(c, story, site):
    """A form of the headline as a feed may write it."""
    t = story.title
    return c.choice([
        t, t, f"{t} | {site}", f"Live: {t}", f"{site}: {t}", t.upper(),
        shortened(t, 2 / 3, 4) + "…", f"«{t}»",
        html.escape(t), t + "!", shortened(t, 0.9, 3)])


def several_page(c, body, stories, wanted, site):
    """The page's title names the site, the story, or another story."""
    title = c.choice([site, site, f"{wanted.title} | {site}",
                      f"{c.choice(stories).title} - {site}"])
    return document(title, body, c, site)


def pick(c, source, least=2, most=6, shortest=3, longest=8):
    stories = make_stories(c, source, c.randint(least, most), shortest, longest)
    return stories, c.choice(stories)


def grid(c, source, site):
    """Cards with an image, a heading and a text."""
    stories, s = pick(c, source, 2, 8, 2, 5)
    head = c.choice(HEADINGS)
    cards = "".join(
        f'<div class="card"><div class="pic"><img src="/i{n}.jpg"></div>'
        f'<div class="txt">{head.format(e(x.title))}{paragraphs(x)}</div></div>'
        for n, x in enumerate(stories))
    body = f'<div class="grid">{cards}</div>'
    return (several_page(c, body, stories, s, site), feed_title(c, s, site),
            None, s)


def rows(c, source, site):
    """A table with one row for each story."""
    stories, s = pick(c, source)
    kind = c.randrange(3)
    out = []
    for n, x in enumerate(stories):
        if kind == 0:
            out.append(f"<tr><td>{x.date}</td><td><b>{e(x.title)}</b>"
                       f"{paragraphs(x)}</td></tr>")
        elif kind == 1:
            out.append(f"<tr><th>{e(x.title)}</th></tr>"
                       f"<tr><td>{paragraphs(x)}</td></tr>")
        else:
            out.append(f'<tr><td><img src="/{n}.gif"></td><td><font size="4">'
                       f"{e(x.title)}</font>{paragraphs(x)}</td></tr>")
    body = f'<table border="0">{"".join(out)}</table>'
    return (several_page(c, body, stories, s, site), feed_title(c, s, site),
            None, s)


def rules(c, source, site):
    """Flat paragraphs, divided by <hr>."""
    stories, s = pick(c, source)
    head = c.choice(["<h2>{}</h2>", "<p><b>{}</b></p>", "<b>{}</b><br>",
                     "<h3>{}</h3>", "<p><strong>{}</strong></p>"])
    body = "<hr>".join(head.format(e(x.title)) + paragraphs(x) for x in stories)
    return (several_page(c, body, stories, s, site), feed_title(c, s, site),
            None, s)


def breaks(c, source, site):
    """Bold lines and texts divided by <br><br>, in one element or in cells."""
    stories, s = pick(c, source, 2, 5)
    head = c.choice(["<b>{}</b><br><br>", "<strong>{}</strong><br>",
                     "<b>{}</b><br>", "<b><a href=/s.html>{}</a></b><br><br>",
                     '<font size="4"><b>{}</b></font><br>'])
    parts = [head.format(e(x.title)) + "<br><br>".join(e(p) for p in
                                                        x.paragraphs)
             for x in stories]
    kind = c.randrange(3)
    if kind == 0:
        body = "<table>" + "".join(f"<tr><td>{p}</td></tr>" for p in parts)
        body += "</table>"
    elif kind == 1:
        body = f'<div>{"<br><br>".join(parts)}</div>'
    else:
        body = f'<table><tr><td>{"<br><br>".join(parts)}</td></tr></table>'
    return (several_page(c, body, stories, s, site), feed_title(c, s, site),
            None, s)


def kicker(c, source, site):
    """Lines with topic, time and byline around each heading."""
    stories, s = pick(c, source)
    wrap = c.choice(WRAPS)
    parts = []
    before, after = c.randrange(3), c.randrange(4)
    for x in stories:
        first = ["", f"<p class=kicker>{x.place}</p>",
                 f"<span>{x.date}</span>"][before]
        last = [f"<p>By {x.author}</p>", f"<p>{x.date} | {x.author}</p>",
                f"<time>{x.date}</time>",
                f"<div class=meta>{x.author}, {x.date}</div>"][after]
        parts.append(wrap.format(
            f"{first}<h2>{e(x.title)}</h2>{last}{paragraphs(x)}"))
    return (several_page(c, "".join(parts), stories, s, site),
            feed_title(c, s, site), None, s)


def run_in(c, source, site):
    """The title is the bold beginning of the story's first paragraph."""
    stories, s = pick(c, source)
    wrap = c.choice(["<div>{}</div>", "<section>{}</section>", "{}",
                     "<li>{}</li>"])
    tag = c.choice(["b", "strong"])
    end = c.choice([".", ":", " –", ""])
    parts = []
    for x in stories:
        first = f"<p><{tag}>{e(x.title)}{end}</{tag}> {e(x.paragraphs[0])}</p>"
        parts.append(wrap.format(first + "".join(
            f"<p>{e(p)}</p>" for p in x.paragraphs[1:])))
    body = "".join(parts)
    if wrap.startswith("<li"):
        body = f"<ul>{body}</ul>"
    return document(site, body, c, site), feed_title(c, s, site), None, s


def bold_start(c, source, site):
    """No headings; the first sentence of each story is bold, and the feed's
    title is this sentence. The sentence belongs to the text."""
    stories, s = pick(c, source)
    wrap = c.choice(["<div>{}</div>", "<section>{}</section>", "{}"])
    parts = []
    for x in stories:
        stop = "。" if "。" in x.paragraphs[0] else ". "
        if stop not in x.paragraphs[0]:
            x.paragraphs[0] = f"{x.title}. {x.paragraphs[0]}"
        first, rest = x.paragraphs[0].split(stop, 1)
        x.title = first
        parts.append(wrap.format(f"<p><b>{e(first)}{stop}</b>{e(rest)}</p>" +
                                 "".join(f"<p>{e(p)}</p>"
                                         for p in x.paragraphs[1:])))
    return document(site, "".join(parts), c, site), s.title, None, s


def near(c, source, site):
    """The other titles differ in one or two words."""
    stories, s = pick(c, source, 2, 4)
    words = s.title.split()
    if c.random() < 0.5:
        words.insert(1, str(c.randint(2, 90)))
    s.title = " ".join(words)
    for x in stories:
        if x is s:
            continue
        if c.random() < 0.5:  # the stories have the same subject, too
            x.words = s.words
            x.paragraphs = [x.paragraph() for _ in x.paragraphs]
        other = list(words)
        for _ in range(c.randint(1, 2)):
            k = c.randrange(len(other))
            other[k] = (str(c.randint(100, 999)) if other[k].isdigit() else
                        c.choice(x.words + PLACES[:4]))
        x.title = " ".join(other)
    if any(x is not s and x.title == s.title for x in stories):
        return near(c, source, site)
    wrap, head = c.choice(WRAPS), c.choice(HEADINGS)
    body = "".join(wrap.format(head.format(e(x.title)) + paragraphs(x))
                   for x in stories)
    title = c.choice([s.title, s.title + " | " + site, s.title.upper()])
    return several_page(c, body, stories, s, site), title, None, s


def summary(c, source, site):
    """The feed has no useful title; the summary decides."""
    stories, s = pick(c, source)
    wrap = c.choice(WRAPS)
    kind = c.randrange(4)
    parts = []
    for n, x in enumerate(stories):
        head = [f"<h2>{e(x.title)}</h2>", f"<h2>Item {n + 1}</h2>",
                f"<h3>{x.date}</h3>", f"<p><b>{e(x.title)}</b></p>"][kind]
        parts.append(wrap.format(head + paragraphs(x)))
    title = c.choice([None, site, "News", "Update", "News of the day"])
    at = c.choice([0, 0, 1])
    text = s.summary if at == 0 else shortened(s.paragraphs[1], 30, 1)
    return (document(site, "".join(parts), c, site), title,
            text + c.choice(["…", "", " [...]"]), s)


def no_heading(c, source, site):
    """Stories in elements of their own without headings; the summary
    decides."""
    stories, s = pick(c, source, 2, 5)
    wrap = c.choice(["<article>{}</article>", '<div class="entry">{}</div>',
                     "<section>{}</section>", "<li>{}</li>"])
    body = "".join(wrap.format(f"<p><time>{x.date}</time></p>" + paragraphs(x))
                   for x in stories)
    return (document(site, body, c, site),
            c.choice([None, "News", site]), s.summary, s)


def only_title(c, source, site):
    """One story, whose title is only in <title>; teasers follow."""
    s = make_stories(c, source, 1, 4, 9)[0]
    others = make_stories(c, source, c.randint(2, 4), 1, 2)
    title = c.choice([f"{site} - {s.title}", f"{s.title} | {site} | News",
                      f"News » {s.title}", s.title])
    head = c.choice(["", "<h3>More</h3>", "<h2>Read next</h2>"])
    kind = c.randrange(3)
    items = "".join(
        ['<div><a href="/r{}">{}</a><p>{}</p></div>',
         '<div class="t"><h4><a href="/r{}">{}</a></h4><p>{}</p></div>',
         '<li><a href="/r{}"><b>{}</b></a><br>{}</li>'][kind].format(
             n, e(x.title), e(x.summary)) for n, x in enumerate(others))
    if kind == 2:
        items = f"<ul>{items}</ul>"
    body = (f"<div class=text>{paragraphs(s)}</div>"
            f"<div class=more>{head}{items}</div>")
    return (document(title, body, c, site),
            c.choice([s.title, title, None]), None, s)


def live_blog(c, source, site):
    """One live blog: all entries belong to the title."""
    s = make_stories(c, source, 1, 6, 14)[0]
    wrap = c.choice(['<div class="entry">{}</div>', "<article>{}</article>",
                     "<li>{}</li>"])
    stamp = c.choice(["<time>{}</time>", "<p><b>{}</b></p>",
                      "<span class=time>{}</span>"])
    entries = "".join(wrap.format(stamp.format(f"{22 - n}:{(n * 7) % 60:02d}") +
                                  f"<p>{e(p)}</p>")
                      for n, p in enumerate(s.paragraphs))
    body = f"<h1>{e(s.title)}</h1><div class=live>{entries}</div>"
    return (document(f"{s.title} - {site}", body, c, site),
            c.choice([s.title, f"Live: {s.title}", f"{s.title} – live"]),
            None, s)


def definitions(c, source, site):
    """A definition list or a list of items."""
    stories, s = pick(c, source)
    kind = c.randrange(3)
    if kind == 0:
        body = "<dl>" + "".join(
            f"<dt>{e(x.title)}</dt>" + "".join(
                f"<dd>{e(p)}</dd>" for p in x.paragraphs)
            for x in stories) + "</dl>"
    elif kind == 1:
        body = "<dl>" + "".join(f"<dt>{e(x.title)}</dt><dd>{paragraphs(x)}</dd>"
                                for x in stories) + "</dl>"
    else:
        head = c.choice(["<b>{}</b>", "<h4>{}</h4>", "<strong>{}</strong><br>",
                         "<span>{}</span>"])
        body = "<ul>" + "".join(
            f"<li>{head.format(e(x.title))}{paragraphs(x)}</li>"
            for x in stories) + "</ul>"
    return document(site, body, c, site), feed_title(c, s, site), None, s


def subheads(c, source, site):
    """Stories with sub-headings."""
    stories, s = pick(c, source, 2, 4, 5, 9)
    hi, lo = c.choice([("h1", "h2"), ("h2", "h3"), ("h3", "h4"), ("h2", "h4")])
    wrap = c.choice(WRAPS)
    parts = []
    for x in stories:
        out = [f"<{hi}>{e(x.title)}</{hi}>"]
        for n, p in enumerate(x.paragraphs):
            if n in (2, 5):
                sub = f"{x.noun()} {x.noun()}"
                x.paragraphs[n] = p
                out.append(f"<{lo}>{e(sub)}</{lo}>")
            out.append(f"<p>{e(p)}</p>")
        parts.append(wrap.format("".join(out)))
    return (several_page(c, "".join(parts), stories, s, site),
            feed_title(c, s, site), None, s)


def lists(c, source, site):
    """Lists and teasers of links repeat the titles."""
    stories, s = pick(c, source, 1, 5)
    items = "".join(f'<li><a href="/l{n}">{e(x.title)}</a></li>'
                    for n, x in enumerate(stories))
    cards = "".join(f'<div><h3><a href="/l{n}">{e(x.title)}</a></h3>'
                    f"<p>{e(x.summary)}</p></div>"
                    for n, x in enumerate(stories))
    side = c.choice([f"<div><h4>Latest</h4><ul>{items}</ul></div>",
                     f"<ul>{items}</ul>", f"<div class=more>{cards}</div>"])
    wrap, head = c.choice(WRAPS), c.choice(HEADINGS[:4])
    body = "".join(wrap.format(head.format(e(x.title)) + paragraphs(x))
                   for x in stories)
    body = c.choice([side + body, body + side])
    return (several_page(c, body, stories, s, site), feed_title(c, s, site),
            None, s)


def foreign(c, source, site):
    """Pages in other languages and scripts."""
    n = c.randint(2, 4)
    name = c.choice(sorted(LANGUAGES))
    stories = [ForeignStory(c, LANGUAGES[name], n, i) for i in range(n)]
    s = c.choice(stories)
    head, wrap = c.choice(HEADINGS[:5]), c.choice(WRAPS)
    body = "".join(wrap.format(head.format(e(x.title)) + paragraphs(x))
                   for x in stories)
    page = document(site, body, c, site).replace("lang=en", f"lang={name}")
    title = c.choice([s.title, s.title, f"{s.title} | {site}",
                      s.title[:len(s.title) * 3 // 4] + "…"])
    return page, title, None, s


LANGUAGES = {
    "de": """der Hafen die Schule das Krankenhaus ein Richter im Rathaus wurde
        gestern eröffnet nach langem Streit geschlossen über die Brücke am Fluss
        mit neuen Plänen für Bürger und Händler sagte Minister Zug Verspätung
        Wetter Sturm Ernte Bauern Markt Preise steigen Museum Gemälde""".split(),
    "fr": """le port une école de la ville hôpital juge mairie a été ouvert hier
        après un long conflit fermé sur pont du fleuve avec nouveaux projets
        pour habitants et commerçants ministre train retard tempête récolte
        agriculteurs marché prix augmentent musée tableau""".split(),
    "zh": """港口 学校 城市 医生 议会 桥梁 河流 法院 法律 市场 火车 博物馆 音乐会
        老师 医院 工厂 道路 部长 报告 决定 开放 关闭 宣布 承诺 昨天 明天 居民 地区
        车站 项目 计划 预算 调查 安全 问题 发展 经济 政府 公司 员工""".split(),
}


class ForeignStory:
    """A story whose words are one part of the vocabulary of a language. Two
    stories of a page use different parts, and therefore have no word in
    common."""

    def __init__(self, c, words, parts, at):
        size = len(words) // parts
        self.words = words[at * size:(at + 1) * size]
        self.c = c
        self.space = "" if ord(words[0][0]) > 0x3000 else " "
        self.title = self.phrase(7)
        self.paragraphs = [
            self.space.join(self.phrase(c.randint(9, 16)) +
                            ("。" if self.space == "" else ".")
                            for _ in range(c.randint(3, 5)))
            for _ in range(c.randint(3, 7))]

    def phrase(self, n):
        text = self.space.join(self.c.choice(self.words) for _ in range(n))
        return text[0].upper() + text[1:]


FAMILIES = collections.OrderedDict((f.__name__, f) for f in (
    grid, rows, rules, breaks, kicker, run_in, bold_start, near, summary,
    no_heading, only_title, live_blog, definitions, subheads, lists, foreign))


if __name__ == "__main__":
    main(FAMILIES)
