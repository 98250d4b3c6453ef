#!/usr/bin/env python3
"""Generates pages with several stories in layouts that have no headings, or
headings in unusual elements, and scores the extraction. The arguments and the
output are those of title_pages.py.

The families whose names begin with `control` are pages with one story. The
families whose names begin with `absent` are pages without the story: the class
of such a page must be listing or other, with a low confidence.
"""
import collections
import html

from title_families import ForeignStory, HEADINGS, WRAPS, feed_title, pick
from title_pages import (document, e, main, make_stories, paragraphs,
                         shortened)

GENERIC = [None, "News", "Update", "Latest news", "News of the day"]
BOXES = ["<article>{}</article>", "<div>{}</div>", '<div class="item">{}</div>',
         "<section>{}</section>", "<li>{}</li>", "<tr><td>{}</td></tr>",
         '<div class="row"><div class="col">{}</div></div>',
         '<div id="p{n}">{}</div>', "{}<hr>", "<p><b></b></p><hr>{}",
         "<div>{}</div><hr>"]


def in_boxes(c, parts, box=None):
    box = box or c.choice(BOXES)
    body = "".join(box.replace("{n}", str(n)).format(p)
                   for n, p in enumerate(parts))
    if box.startswith("<li"):
        body = f"<ul>{body}</ul>"
    if box.startswith("<tr"):
        body = f"<table>{body}</table>"
    return body


def cut_summary(c, story):
    """A summary as feeds shorten it."""
    at = c.choice([0, 0, 0, 1])
    if len(story.paragraphs) == 1:
        at = 0
    text = shortened(" ".join(story.paragraphs[at:]), c.randint(15, 40), 1)
    kind = c.randrange(4)
    if kind == 0:
        return f"<p>{html.escape(text)}…</p> <a href='/x'>Read more</a>"
    return text + ["", "…", " [...]"][kind - 1]


def lines(c, story, kind):
    """Returns a line of a story that is not a headline: a date, a byline or a
    place."""
    return ["", f"<p><time>{story.date}</time></p>",
            f"<p class=by>By {story.author}</p>",
            f"<div class=meta>{story.date}</div>",
            f"<p>{story.place}</p>"][kind]


# ------------------------------------------------- stories without headings

def bare(c, source, site):
    """Stories in elements or between <hr>, without headings."""
    stories, s = pick(c, source, 2, 7, 2, 6)
    kind = c.choice([0, 0, 1, 2, 3, 4])
    body = in_boxes(c, [lines(c, x, kind) + paragraphs(x) for x in stories])
    return (document(site, body, c, site), c.choice(GENERIC + [site]),
            cut_summary(c, s), s)


def bare_title(c, source, site):
    """Stories without headings; the feed's title is not on the page."""
    stories, s = pick(c, source, 2, 7, 2, 6)
    body = in_boxes(c, [paragraphs(x) for x in stories])
    return document(site, body, c, site), s.title, cut_summary(c, s), s


def bare_short(c, source, site):
    """Stories of one paragraph, each in an element of its own."""
    stories, s = pick(c, source, 3, 8, 1, 1)
    box = c.choice(["<li>{}</li>", "<article>{}</article>",
                    "<tr><td>{}</td></tr>", '<div class="entry">{}</div>'])
    kind = c.choice([1, 2, 3])
    body = in_boxes(c, [lines(c, x, kind) + paragraphs(x) for x in stories],
                    box)
    return (document(site, body, c, site), c.choice(GENERIC + [site]),
            cut_summary(c, s), s)


def classes(c, source, site):
    """Flat paragraphs; the class of a story's first paragraph, or of all its
    paragraphs, differs."""
    stories, s = pick(c, source, 2, 6, 2, 6)
    kind = c.randrange(3)
    out = []
    for n, x in enumerate(stories):
        for k, p in enumerate(x.paragraphs):
            name = [f"s{n}", "first" if k == 0 else "", "lead" if k == 0 else
                    "text"][kind]
            out.append(f'<p class="{name}">{e(p)}</p>' if name
                       else f"<p>{e(p)}</p>")
    return (document(site, "".join(out), c, site), c.choice(GENERIC + [site]),
            cut_summary(c, s), s)


def title_in_head(c, source, site):
    """The title is only in <title>; the story is one of several."""
    stories, s = pick(c, source, 2, 5, 3, 7)
    kind = c.randrange(4)
    parts = []
    for n, x in enumerate(stories):
        head = ["", f"<h2>{x.place}</h2>", f"<h2>In brief</h2>",
                "" if x is s else f"<h2>{e(x.title)}</h2>"][kind]
        parts.append(head + paragraphs(x))
    body = in_boxes(c, parts, c.choice(BOXES[:4]))
    title = c.choice([s.title, f"{s.title} | {site}", f"{site} - {s.title}"])
    return (document(title, body, c, site), c.choice([s.title, title]),
            c.choice([None, cut_summary(c, s)]), s)


def twins(c, source, site):
    """Two stories have the same title, or titles that begin with the same
    words. The feed's title has only the common words, so only the summary
    shows which story is the article."""
    stories, s = pick(c, source, 2, 5)
    other = c.choice([x for x in stories if x is not s])
    words = s.title.split()
    first = " ".join(words[:5])
    kind = c.randrange(3)
    if kind == 0:
        other.title = s.title
    else:
        other.title = f"{first} {other.noun()} {other.noun()}"
        s.title = f"{first} {s.noun()} {s.noun()}"
    wrap, head = c.choice(WRAPS), c.choice(HEADINGS)
    body = "".join(wrap.format(head.format(e(x.title)) + paragraphs(x))
                   for x in stories)
    title = [s.title, first + "…", first][kind]
    return document(site, body, c, site), title, cut_summary(c, s), s


# --------------------------------------------------- no story of the page

def absent(c, source, site):
    """Neither title nor summary is on a page of several stories."""
    stories = make_stories(c, source, c.randint(3, 7), 2, 6)
    s = stories.pop()
    head = c.choice(HEADINGS)
    body = in_boxes(c, [head.format(e(x.title)) + paragraphs(x)
                        for x in stories])
    return (document(site, body, c, site), s.title,
            c.choice([None, s.summary]), None)


def absent_bare(c, source, site):
    """Like absent(), without headings."""
    stories = make_stories(c, source, c.randint(3, 7), 2, 6)
    s = stories.pop()
    kind = c.choice([0, 1, 3])
    body = in_boxes(c, [lines(c, x, kind) + paragraphs(x) for x in stories])
    return (document(site, body, c, site), c.choice([s.title, "News", None]),
            s.summary, None)


def absent_look(c, source, site):
    """Like absent(), with headlines in unusual elements."""
    stories = make_stories(c, source, c.randint(3, 7), 2, 6)
    s = stories.pop()
    form = c.choice(UNUSUAL)
    body = "".join(form.format(e(x.title), paragraphs(x)) for x in stories)
    return document(site, body, c, site), s.title, c.choice(
        [None, s.summary]), None


# ---------------------------------------------------------- other headings

UNUSUAL = [
    "<details><summary>{0}</summary>{1}</details>",
    "<details open><summary><b>{0}</b></summary><div>{1}</div></details>",
    "<figure><img src=/a.jpg><figcaption>{0}</figcaption></figure>{1}",
    "<div><figure><img src=/a.jpg><figcaption>{0}</figcaption></figure>{1}"
    "</div>",
    "<table><tr><th>{0}</th></tr><tr><td>{1}</td></tr></table>",
    "<table><caption>{0}</caption><tr><td>{1}</td></tr></table>",
    "<dl><dt>{0}</dt><dd>{1}</dd></dl>",
    "<fieldset><legend>{0}</legend>{1}</fieldset>",
    "<div role=heading aria-level=2>{0}</div>{1}",
    "<div><button type=button>{0}</button><div class=panel>{1}</div></div>",
    "<div class=hl>{0}</div>{1}", "<div><span class=hl>{0}</span>{1}</div>",
    "<p class=t>{0}</p>{1}", "<p><u>{0}</u></p>{1}", "<p><i>{0}</i></p>{1}",
    "<p><font size=5 color=red>{0}</font></p>{1}",
    "<center><big>{0}</big></center>{1}", "<h5>{0}</h5>{1}", "<h6>{0}</h6>{1}",
    "<section><header><h2>{0}</h2></header><div>{1}</div></section>",
    "<hgroup><h2>{0}</h2></hgroup>{1}", "<div><strong>{0}</strong>{1}</div>",
    "<ul><li><a href=/s/1><h3>{0}</h3></a>{1}</li></ul>",
    "<div><label>{0}</label>{1}</div>", "<p><em><b>{0}</b></em></p>{1}",
    "<blockquote><b>{0}</b></blockquote>{1}", "<div><p>{0}</p></div>{1}",
    "<article><p class=k>News</p><a href=/s><span>{0}</span></a>{1}</article>",
]


def unusual(c, source, site):
    """Headlines in unusual elements."""
    stories, s = pick(c, source, 2, 6, 2, 6)
    form = c.choice(UNUSUAL)
    body = "".join(form.format(e(x.title), paragraphs(x)) for x in stories)
    return (document(site, body, c, site), feed_title(c, s, site),
            c.choice([None, s.summary]), s)


def late_heading(c, source, site):
    """An image, a kicker and a date before each headline, a byline after it."""
    stories, s = pick(c, source, 2, 6)
    wrap, head = c.choice(WRAPS), c.choice(HEADINGS)
    parts = []
    for n, x in enumerate(stories):
        parts.append(wrap.format(
            f'<div class=pic><img src="/i{n}.jpg" alt=""></div>'
            f"<p class=kicker>{x.place}</p><time>{x.date}</time>"
            f"{head.format(e(x.title))}<p class=by>By {x.author}</p>"
            f"{paragraphs(x)}"))
    return (document(site, "".join(parts), c, site), feed_title(c, s, site),
            None, s)


def parted_heading(c, source, site):
    """The headline is in two elements, or has a date or a label."""
    stories, s = pick(c, source, 2, 6)
    wrap, kind, tag = c.choice(WRAPS), c.randrange(8), c.choice(["h2", "h3"])
    parts = []
    for x in stories:
        w = x.title.split()
        a, b = e(" ".join(w[:len(w) // 2])), e(" ".join(w[len(w) // 2:]))
        t = e(x.title)
        parts.append(wrap.format([
            f"<{tag}>{a}</{tag}><{tag}>{b}</{tag}>",
            f"<{tag}><span>{a}</span> <span>{b}</span></{tag}>",
            f"<{tag}>{a}<br>{b}</{tag}>",
            f"<div class=t1>{a}</div><div class=t2>{b}</div>",
            f"<{tag}><span class=date>{x.date}</span> <span>{t}</span></{tag}>",
            f"<{tag}>{t} <small>{x.date}</small></{tag}>",
            f"<{tag}><a href=/s><em>{x.place}</em> <span>{t}</span></a></{tag}>",
            f"<p><b>{a}</b></p><p><b>{b}</b></p>"][kind] + paragraphs(x)))
    return document(site, "".join(parts), c, site), s.title, None, s


def mixed(c, source, site):
    """The first story has a large heading and its own containers. The other
    stories have smaller headings."""
    stories, s = pick(c, source, 3, 7)
    first, rest = stories[0], stories[1:]
    hero = c.choice([
        "<div class=hero><div><h1>{}</h1>{}</div></div>",
        "<section class=top><article><h2>{}</h2>{}</article></section>",
        "<h1>{}</h1>{}", "<div class=lead><h2>{}</h2><div>{}</div></div>"])
    small = c.choice([
        "<div class=s><h3>{}</h3>{}</div>", "<h3>{}</h3>{}",
        "<article><h3><a href=/s>{}</a></h3>{}</article>",
        "<li><h4>{}</h4>{}</li>", "<p><b>{}</b></p>{}"])
    more = "".join(small.format(e(x.title), paragraphs(x)) for x in rest)
    more = c.choice(["<div class=rest>{}</div>", "<section>{}</section>",
                     "{}"]).format(more)
    body = hero.format(e(first.title), paragraphs(first)) + more
    return document(site, body, c, site), feed_title(c, s, site), None, s


def tabs(c, source, site):
    """Only one story is shown, the first or the wanted one; the others are
    hidden."""
    stories, s = pick(c, source, 2, 5)
    hidden = c.choice([" hidden", ' style="display:none"',
                       ' aria-hidden="true"', ' class="tab hidden"'])
    shown = c.choice([stories[0], s])
    head = c.choice(["<h2>{}</h2>", "<h3>{}</h3>"])
    nav = "".join(f'<li><a href="#t{n}">{e(x.title)}</a></li>'
                  for n, x in enumerate(stories))
    body = f"<ul class=tabs>{nav}</ul>" + "".join(
        f"<div id=t{n}{'' if x is shown else hidden}>"
        f"{head.format(e(x.title))}{paragraphs(x)}</div>"
        for n, x in enumerate(stories))
    return document(site, body, c, site), s.title, None, s


def apart(c, source, site):
    """Headline and standfirst are in one element, the text is in the next
    element."""
    stories, s = pick(c, source, 2, 5, 3, 7)
    form = c.choice([
        "<div class=head><h2>{}</h2>{}</div><div class=body>{}</div>",
        "<header><h2>{}</h2>{}</header><section>{}</section>",
        "<tr><td><b>{}</b>{}</td></tr><tr><td>{}</td></tr>",
        "<div class=a><h3>{}</h3>{}</div><img src=/x.jpg><div class=b>{}</div>"])
    body = "".join(form.format(
        e(x.title), f"<p>{e(x.paragraphs[0])}</p>",
        "".join(f"<p>{e(p)}</p>" for p in x.paragraphs[1:])) for x in stories)
    if form.startswith("<tr"):
        body = f"<table>{body}</table>"
    return document(site, body, c, site), feed_title(c, s, site), None, s


def contents(c, source, site):
    """A list of anchors or teasers on top repeats all titles."""
    stories, s = pick(c, source, 2, 7)
    kind = c.randrange(3)
    items = "".join([
        '<li><a href="#s{n}">{t}</a></li>',
        '<div class=toc><b><a href="#s{n}">{t}</a></b><p>{d} <a href="#s{n}">'
        "Read more</a></p></div>",
        '<p><a href="#s{n}">{t}</a></p>'][kind].format(
            n=n, t=e(x.title), d=e(x.summary)) for n, x in enumerate(stories))
    top = f"<ul>{items}</ul>" if kind == 0 else f"<div>{items}</div>"
    form = c.choice(['<h2 id="s{n}">{t}</h2>{p}',
                     '<div id="s{n}"><h2>{t}</h2>{p}</div>',
                     '<a name="s{n}"></a><p><b>{t}</b></p>{p}',
                     '<h3><a name="s{n}">{t}</a></h3>{p}'])
    body = top + "".join(form.format(n=n, t=e(x.title), p=paragraphs(x))
                         for n, x in enumerate(stories))
    return document(site, body, c, site), feed_title(c, s, site), None, s


def quoted(c, source, site):
    """Comments after the stories quote the title."""
    stories, s = pick(c, source, 1, 4)
    wrap, head = c.choice(WRAPS), c.choice(HEADINGS[:4])
    body = "".join(wrap.format(head.format(e(x.title)) + paragraphs(x))
                   for x in stories)
    talk = make_stories(c, None, 3, 1, 2)
    items = "".join(
        f"<li class=comment><b>{x.author}</b><blockquote>{e(s.title)}"
        f"</blockquote><p>{e(x.paragraphs[0])}</p><a href=#r>Reply</a></li>"
        for x in talk)
    body += f"<div id=comments><h3>Comments</h3><ul>{items}</ul></div>"
    return document(site, body, c, site), s.title, None, s


def related(c, source, site):
    """Boxes with related stories between the paragraphs."""
    stories, s = pick(c, source, 1, 4, 5, 8)
    box = c.choice([
        '<div class="related"><h4>Read also</h4><a href="/r">{t}</a>'
        "<p>{d}</p></div>",
        '<aside><h3><a href="/r">{t}</a></h3><p>{d}</p></aside>',
        '<p><b>Read more:</b> <a href="/r">{t}</a></p>',
        '<div class="teaser"><a href="/r"><b>{t}</b><br>{d}</a></div>'])
    wrap, head = c.choice(WRAPS), c.choice(HEADINGS[:4])
    parts = []
    for x in stories:
        out = [f"<p>{e(p)}</p>" for p in x.paragraphs]
        y = make_stories(c, None, 1, 1, 1)[0]
        out.insert(2, box.format(t=e(y.title), d=e(y.summary)))
        parts.append(wrap.format(head.format(e(x.title)) + "".join(out)))
    title = c.choice([site, f"{s.title} | {site}"])
    return document(title, "".join(parts), c, site), feed_title(
        c, s, site), None, s


def next_story(c, source, site):
    """The next stories are appended, with or without headings."""
    stories = make_stories(c, source, c.randint(2, 4), 4, 8)
    s = stories[0]
    form = c.choice([
        "<article><h1>{t}</h1>{p}</article>",
        "<div class=article><h1>{t}</h1>{p}</div>",
        '<div class="story" data-url="/n"><h2>{t}</h2>{p}</div>',
        "<article><header><h1>{t}</h1><p>By {a}</p></header>{p}</article>"])
    bare_form = c.choice(["<article>{p}</article>",
                          '<div class="article next">{p}</div>'])
    with_heading = c.random() < 0.6
    body = form.format(t=e(s.title), p=paragraphs(s), a=s.author)
    for x in stories[1:]:
        body += c.choice(["", "<hr>", "<p>Next story</p>"])
        body += (form if with_heading else bare_form).format(
            t=e(x.title), p=paragraphs(x), a=x.author)
    return document(f"{s.title} | {site}", body, c, site), feed_title(
        c, s, site), c.choice([None, s.summary]), s


def digest(c, source, site):
    """A digest: short items that begin with a bold phrase or a link."""
    stories, s = pick(c, source, 3, 8, 1, 2)
    form = c.choice(["<p><b>{}.</b> {}</p>", "<li><strong>{}</strong> {}</li>",
                     "<p><strong>{}</strong><br>{}</p>",
                     "<div><b>{}</b> — {}</div>", "<li><b>{}:</b> {}</li>"])
    body = ""
    for x in stories:
        x.paragraphs = [" ".join(x.paragraphs)]
        body += form.format(e(x.title), e(x.paragraphs[0]))
    if form.startswith("<li"):
        body = f"<ul>{body}</ul>"
    top = c.choice(["", f"<h1>{site} briefing</h1>",
                    "<h1>The day in short</h1><p>Good morning.</p>"])
    return document(site, top + body, c, site), feed_title(c, s, site), None, s


def ticker(c, source, site):
    """Entries of a ticker with time and headline; one of them is wanted."""
    stories, s = pick(c, source, 4, 8, 1, 3)
    form = c.choice([
        "<div class=entry><time>{h}</time><h3>{t}</h3>{p}</div>",
        "<li><span class=time>{h}</span><h4>{t}</h4>{p}</li>",
        "<article><p><b>{h}</b></p><h2>{t}</h2>{p}</article>",
        "<div><p>{h}</p><p><b>{t}</b></p>{p}</div>",
        "<p><b>{h} {t}</b></p>{p}"])
    body = "".join(form.format(h=f"{22 - n}:{n * 7 % 60:02d}", t=e(x.title),
                               p=paragraphs(x)) for n, x in enumerate(stories))
    if form.startswith("<li"):
        body = f"<ul>{body}</ul>"
    top = c.choice(["<h1>News ticker</h1>", "<h1>Live: the day's events</h1>",
                    ""])
    title = c.choice([site, f"News ticker | {site}"])
    return document(title, top + body, c, site), feed_title(c, s, site), None, s


def typos(c, source, site):
    """The feed's title has typing errors, other words or entities."""
    stories, s = pick(c, source, 2, 6)
    wrap, head = c.choice(WRAPS), c.choice(HEADINGS)
    body = "".join(wrap.format(head.format(e(x.title)) + paragraphs(x))
                   for x in stories)
    words = s.title.split()
    kind = c.randrange(5)
    for _ in range(c.randint(1, 2)):
        k = c.randrange(len(words))
        w = words[k]
        at = c.randrange(max(1, len(w) - 1))
        words[k] = [w[:at] + w[at + 1:at + 2] + w[at:at + 1] + w[at + 2:],
                    w[:at] + w[at + 1:], w + "s", f"&quot;{w}&quot;",
                    f"&#8216;{w}&#8217;"][kind]
    return document(site, body, c, site), " ".join(words), c.choice(
        [None, s.summary]), s


def rich(c, source, site):
    """Stories with lists, quotes, figures, rules and sub-headings."""
    stories, s = pick(c, source, 2, 4, 6, 9)
    wrap, head = c.choice(WRAPS), c.choice(HEADINGS[:3])
    parts = []
    for x in stories:
        p = [e(q) for q in x.paragraphs]
        out = [f"<p>{p[0]}</p>", f"<p>{p[1]}</p>",
               "<ul>" + "".join(f"<li>{q}</li>" for q in p[2:4]) + "</ul>"]
        out += [f"<blockquote><p>{q}</p></blockquote>" for q in p[4:5]]
        if c.random() < 0.5:
            out.append("<figure><img src=/a.jpg></figure>")
        if c.random() < 0.4 and wrap != "{}":
            out.append("<hr>")
        out += [f"<p>{q}</p>" for q in p[5:]]
        parts.append(wrap.format(head.format(e(x.title)) + "".join(out)))
    return document(site, "".join(parts), c, site), feed_title(
        c, s, site), None, s


def bilingual(c, source, site):
    """The same story in two languages."""
    names = c.sample(sorted(SCRIPTS), 2)
    stories = [ForeignStory(c, SCRIPTS[n].split(), 1, 0) for n in names]
    s = c.choice(stories)
    wrap, head = c.choice(WRAPS[:3]), c.choice(HEADINGS[:4])
    body = "".join(wrap.format(head.format(e(x.title)) + paragraphs(x))
                   for x in stories)
    return document(site, body, c, site), s.title, None, s


def scripts(c, source, site):
    """Pages in other scripts, with and without headings."""
    name = c.choice(sorted(SCRIPTS))
    n = c.randint(2, 3)
    stories = [ForeignStory(c, SCRIPTS[name].split(), n, i) for i in range(n)]
    s = c.choice(stories)
    words = s.space.join(s.paragraphs).split() if s.space else None
    text = " ".join(words[:20]) if words else s.paragraphs[0][:60]
    if c.random() < 0.4:
        body = in_boxes(c, [paragraphs(x) for x in stories],
                        c.choice(BOXES[:5]))
        return document(site, body, c, site), None, text, s
    head, wrap = c.choice(HEADINGS[:5]), c.choice(WRAPS)
    body = "".join(wrap.format(head.format(e(x.title)) + paragraphs(x))
                   for x in stories)
    return document(site, body, c, site), s.title, c.choice([None, text]), s


SCRIPTS = {
    "ru": """порт школа больница судья мост река город вчера открыли после
        долгого спора закрыли новый план жителей министр поезд опоздание буря
        урожай рынок цены музей картина сказал глава совета завод дорога""",
    "ar": """الميناء المدرسة المستشفى القاضي الجسر النهر المدينة أمس افتتح بعد
        نزاع طويل أغلق خطة جديدة السكان الوزير القطار تأخير عاصفة محصول السوق
        الأسعار المتحف لوحة قال رئيس المجلس مصنع طريق""",
    "el": """λιμάνι σχολείο νοσοκομείο δικαστής γέφυρα ποτάμι πόλη χθες άνοιξε
        μετά μακρά διαμάχη έκλεισε νέο σχέδιο κάτοικοι υπουργός τρένο
        καθυστέρηση καταιγίδα συγκομιδή αγορά τιμές μουσείο πίνακας""",
    "ja": """港 学校 病院 裁判 橋 川 都市 昨日 開始 長期 紛争 閉鎖 計画 住民
        大臣 列車 遅延 嵐 収穫 市場 価格 博物館 絵画 議会 工場 道路""",
    "hi": """बंदरगाह विद्यालय अस्पताल न्यायाधीश पुल नदी शहर कल खुला लंबे विवाद
        बंद नई योजना निवासी मंत्री रेल देरी तूफान फसल बाजार कीमत संग्रहालय""",
}


# ------------------------------------------------------------- one story

def control_parts(c, source, site):
    """One story in sibling elements; the summary is its beginning."""
    s = make_stories(c, source, 1, 6, 12)[0]
    k = max(1, len(s.paragraphs) // c.randint(2, 3))
    halves = [s.paragraphs[:k], s.paragraphs[k:]]
    form = c.choice(["<div>{}</div>", '<div class="body">{}</div>',
                     "<section>{}</section>", "{}<hr>"])
    ad = c.choice(["", "<div class=ad>Advertisement</div>"])
    body = c.choice([f"<h1>{e(s.title)}</h1>", f"<h1>{e(s.title)}</h1>",
                     f"<h2>{e(s.title)}</h2>"])
    body += ad.join(form.format("".join(f"<p>{e(p)}</p>" for p in half))
                    for half in halves)
    return (document(f"{s.title} | {site}", body, c, site),
            c.choice([s.title, feed_title(c, s, site), None, "News"]),
            s.summary, s)


def control_rows(c, source, site):
    """One story whose paragraphs are rows, boxes or other elements than <p>."""
    s = make_stories(c, source, 1, 4, 9)[0]
    form = c.choice(["<div>{}</div>", "<tr><td>{}</td></tr>", "<section><p>{}"
                     "</p></section>", "<p>{}</p><hr>", "<div><p>{}</p></div>"])
    text = in_boxes(c, [e(p) for p in s.paragraphs], form)
    body = f"<h1>{e(s.title)}</h1>{text}"
    return document(f"{s.title} | {site}", body, c, site), c.choice(
        [s.title, None]), c.choice([s.summary, None]), s


def control_list(c, source, site):
    """One article with sections; the summary may be the beginning of the last
    paragraph.  The headings of the sections belong to the wanted text."""
    s = make_stories(c, source, 1, 6, 9)[0]
    tag = c.choice(["h2", "h3"])
    out, texts = [f"<h1>{e(s.title)}</h1>"], []
    for n, p in enumerate(s.paragraphs):
        if n and n % 2 == 0:
            texts.append(f"{n // 2}. {s.noun()} {s.noun()}")
            out.append(f"<{tag}>{texts[-1]}</{tag}>")
        texts.append(p)
        out.append(f"<p>{e(p)}</p>")
    s.paragraphs = texts
    return (document(f"{s.title} | {site}", "".join(out), c, site),
            feed_title(c, s, site), c.choice([s.summary, shortened(
                texts[-1], 25, 1)]), s)


def control_other(c, source, site):
    """One story; the feed's title is that of another story."""
    s, x = make_stories(c, source, 2, 4, 9)
    body = f"<article><h1>{e(s.title)}</h1>{paragraphs(s)}</article>"
    return document(f"{s.title} | {site}", body, c, site), x.title, c.choice(
        [None, s.summary]), s


FAMILIES = collections.OrderedDict((f.__name__, f) for f in (
    bare, bare_title, bare_short, classes, title_in_head, twins, absent,
    absent_bare, absent_look, unusual, late_heading, parted_heading, mixed,
    tabs, apart, contents, quoted, related, next_story, digest, ticker, typos,
    rich, bilingual, scripts, control_parts, control_rows, control_list,
    control_other))


if __name__ == "__main__":
    main(FAMILIES)
