#!/usr/bin/env python3
"""Generates pages with short headlines, headlines in tables, spans and
newsletters, headlines that are only on tabs, forum threads, and articles with
sections whose title the feed has edited, and scores the extraction. The
arguments and the output are those of title_pages.py.

The families whose names begin with `control` are pages with one story.
"""
import collections

from title_families import HEADINGS, WRAPS, feed_title, pick
from title_pages import (NAMES, document, e, main, make_stories, paragraphs,
                         shortened)


def exact(c, story, site):
    return c.choice([story.title, story.title, f"{story.title} | {site}",
                     story.title.upper()])


def short_headline(c, story):
    """A headline of two or three words."""
    return " ".join(w.title() if n == 0 else w for n, w in enumerate(c.choice([
        [c.choice(["old", "new", "local"]), story.noun(), story.noun()],
        [story.noun(), story.noun(), c.choice(["strike", "debate", "plan"])],
        [story.place, story.noun()]])))


def stories_in(c, stories, head, wrap):
    return "".join(wrap.format(head.format(e(x.title)) + paragraphs(x))
                   for x in stories)


def shorthead(c, source, site):
    """Stories whose headlines have two or three words."""
    stories, s = pick(c, None, 3, 6)
    for x in stories:
        x.title = short_headline(c, x)
    body = stories_in(c, stories, c.choice(HEADINGS[:5]), c.choice(WRAPS))
    return document(site, body, c, site), exact(c, s, site), None, s


def obituaries(c, source, site):
    """The headlines are names."""
    stories, s = pick(c, source, 3, 8, 2, 5)
    form = c.choice(["{}", "Obituary: {}", "{}, 1931–2026"])
    for x, name in zip(stories, c.sample(NAMES, len(stories))):
        x.title = form.format(name)
    body = stories_in(c, stories, c.choice(HEADINGS[:5]), c.choice(WRAPS))
    top = c.choice(["", "<h1>Obituaries</h1>"])
    if top and "<h1>" in body:
        top = ""
    return document(f"Obituaries | {site}", top + body, c, site), exact(
        c, s, site), None, s


def names(c, source, site):
    """Bold names are the headlines; one of them is the page's own title."""
    stories, s = pick(c, source, 3, 8, 2, 4)
    form = c.choice(["{}", "{}, 84", "{} (1931–2026)", "Dr. {}"])
    for x, name in zip(stories, c.sample(NAMES, len(stories))):
        x.title = form.format(name)
    head = c.choice(["<p><b>{}</b></p>", "<b>{}</b><br>",
                     "<div><b>{}</b></div>"])
    body = stories_in(c, stories, head, c.choice(["<div>{}</div>", "{}"]))
    top = c.choice(["", "<h1>Obituaries</h1>", "<h2>Deaths</h2>"])
    return document(s.title, top + body, c, site), exact(c, s, site), None, s


def announced(c, source, site):
    """A teaser in an <h1> repeats the title above all stories."""
    stories, s = pick(c, source, 2, 5, 3, 7)
    top = c.choice(["<h1>{t}</h1>", "<h1>{t}</h1><p>{d}</p>",
                    "<div class=teaser><h1>{t}</h1><p>{d}</p></div>",
                    '<header><h1><a href="#s">{t}</a></h1></header>'])
    body = top.format(t=e(s.title), d=e(s.summary)) + stories_in(
        c, stories, "<h2>{}</h2>", c.choice(WRAPS))
    title = c.choice([site, f"{s.title} | {site}"])
    return document(title, body, c, site), feed_title(c, s, site), None, s


def tab_labels(c, source, site):
    """The headlines are only on the labels of tabs."""
    stories, s = pick(c, source, 2, 5, 2, 5)
    box, label = c.choice([
        ("<ul>{}</ul>", '<li><a href="#t{n}">{t}</a></li>'),
        ("<div>{}</div>", '<a href="#t{n}">{t}</a> '),
        ("<div role=tablist>{}</div>", "<button role=tab>{t}</button>"),
        ("<div class=nav-tabs>{}</div>", "<span>{t}</span>")])
    panel = c.choice(["<div id=t{n}>{p}</div>", "<div class=tab-pane id=t{n}>"
                      "{p}</div>", "<section id=t{n}>{p}</section>"])
    body = box.format("".join(label.format(n=n, t=e(x.title))
                              for n, x in enumerate(stories)))
    body += "".join(panel.format(n=n, p=paragraphs(x))
                    for n, x in enumerate(stories))
    return document(site, body, c, site), feed_title(c, s, site), None, s


def threads(c, source, site):
    """A thread of a forum below an article."""
    stories = make_stories(c, source, c.randint(4, 7), 3, 6)
    s, posts = stories[0], stories[1:]
    form = c.choice([
        "<div class=post><div>{a}<br>Posts: {n}</div><div>{p}</div></div>",
        "<table><tr><td>{a}<br>Joined: {d}</td><td>{p}</td></tr></table>",
        "<div><h4>Re: {t}</h4><p>{a}, {d}</p>{p}</div>",
        "<div><p><b>{a}</b> wrote:</p>{p}</div>",
        "<div><p>#{n} {a} » {d}</p>{p}</div>",
        "<div class=post><div class=who>{a}</div><div>{p}</div></div>",
        "<div class=post><span>{a}</span> <span>{n} hours ago</span>{p}</div>"])
    head = c.choice(["<h2>Forum</h2>", "<h3>Discussion</h3>",
                     f"<h2>Re: {e(s.title)}</h2>"])
    thread = "".join(form.format(
        a=x.author, d=x.date, n=n + 3, p=paragraphs(x), t=e(s.title))
                     for n, x in enumerate(posts))
    wrap = c.choice(["<article>{}</article>", "<div class=text>{}</div>"])
    body = wrap.format(f"<h1>{e(s.title)}</h1>{paragraphs(s)}")
    body += f"<div class=thread>{head}{thread}</div>"
    return (document(f"{s.title} | {site}", body, c, site),
            feed_title(c, s, site), None, s)


def two_boxes(c, source, site):
    """Two stories in boxes; the headline of the other story is short."""
    s, other = make_stories(c, source, 2)
    other.title = short_headline(c, other)
    stories = c.sample([s, other], 2)
    body = stories_in(c, stories, c.choice(HEADINGS[:5]), c.choice(WRAPS[1:4]))
    return document(site, body, c, site), feed_title(c, s, site), None, s


def head_rows(c, source, site):
    """A row of headlines over a row of texts, in two columns."""
    stories = make_stories(c, source, 2 * c.randint(1, 3), 1, 3)
    s = c.choice(stories)
    head = c.choice(["<th>{}</th>", "<td><b>{}</b></td>",
                     "<td><h3>{}</h3></td>", "<td class=hd>{}</td>"])
    out = ""
    for i in range(0, len(stories), 2):
        two = stories[i:i + 2]
        out += "<tr>" + "".join(head.format(e(x.title)) for x in two) + "</tr>"
        out += "<tr>" + "".join(f"<td>{paragraphs(x)}</td>" for x in two)
        out += "</tr>"
    return document(site, f"<table>{out}</table>", c, site), exact(
        c, s, site), None, s


def spans(c, source, site):
    """Headline and text are inline elements of one element."""
    stories, s = pick(c, source, 2, 5, 1, 2)
    for x in stories:
        x.paragraphs = [" ".join(x.paragraphs)]
    box = c.choice(["<div>{}</div>", "<p>{}</p>", "<li>{}</li>"])
    join = c.choice([" ", " – ", ": ", ""])
    body = "".join(box.format(
        f"<span class=headline>{e(x.title)}</span>{join}"
        f"<span class=text>{e(x.paragraphs[0])}</span>") for x in stories)
    if box.startswith("<li"):
        body = f"<ul>{body}</ul>"
    return document(site, body, c, site), exact(c, s, site), None, s


def newsletter(c, source, site):
    """Paragraphs with styles and without classes; some are short and have no
    full stop."""
    stories, s = pick(c, source, 2, 5, 3, 5)
    big = c.choice(["font-size:22px", "font-size:20px;font-weight:bold",
                    "color:#900;font-size:1.4em"])
    small = "font-size:14px;line-height:20px"
    for x in stories:
        at = c.randrange(1, len(x.paragraphs))
        x.paragraphs[at] = " ".join(x.paragraphs[at].split()[:c.randint(6, 12)])
    box = c.choice(["<tr><td>{}</td></tr>", "<div>{}</div>", "{}"])
    body = "".join(box.format(
        f'<p style="{big}">{e(x.title)}</p>' + "".join(
            f'<p style="{small}">{e(p)}</p>' for p in x.paragraphs))
        for x in stories)
    if box.startswith("<tr"):
        body = f"<table>{body}</table>"
    return document(site, body, c, site), exact(c, s, site), None, s


def uneven(c, source, site):
    """One of the stories is one level deeper than the others."""
    stories = make_stories(c, source, c.randint(3, 5))
    deeper = c.randrange(1, len(stories))
    s = c.choice([x for n, x in enumerate(stories) if n != deeper])
    head = c.choice(HEADINGS[:3])
    wrap = c.choice(["<div>{}</div>", "<section>{}</section>",
                     '<div class="item">{}</div>'])
    outer = c.choice(["<div>{}</div>", "<div class=promo>{}</div>"])
    parts = [wrap.format(head.format(e(x.title)) + paragraphs(x))
             for x in stories]
    parts[deeper] = outer.format(parts[deeper])
    return document(site, "".join(parts), c, site), exact(c, s, site), None, s


def briefs(c, source, site):
    """News in brief in a list of definitions, an accordion or a timeline."""
    stories, s = pick(c, source, 3, 7, 1, 3)
    form = c.choice([
        "<dt>{t}</dt><dd>{p}</dd>",
        "<dt><b>{t}</b></dt><dd>{p}</dd>",
        "<div class=acc><button aria-expanded=false>{t}</button>"
        "<div class=panel>{p}</div></div>",
        "<details><summary>{t}</summary>{p}</details>",
        "<div class=acc><div class=acc-head>{t}</div>"
        "<div class=acc-body>{p}</div></div>",
        "<li><div class=when>{d}</div><div class=what>{t}</div>{p}</li>",
        "<li><time>{d}</time><h3>{t}</h3><div>{p}</div></li>"])
    body = "".join(form.format(t=e(x.title), p=paragraphs(x), d=x.date)
                   for x in stories)
    body = {"<dt": "<dl>{}</dl>", "<li": "<ul>{}</ul>"}.get(
        form[:3], "{}").format(body)
    return document(site, body, c, site), exact(c, s, site), None, s


def nested_sections(c, source, site):
    """Stories with sections of their own, in sections of the page."""
    stories = make_stories(c, source, c.randint(3, 5), 4, 8)
    s = c.choice(stories)
    parts = []
    for x in stories:
        p = [f"<p>{e(q)}</p>" for q in x.paragraphs]
        heads = [f"What the {x.noun()} means", f"The {x.noun()} so far"]
        p.insert(len(p) // 2, f"<h3>{heads[0]}</h3>")
        p.insert(len(p) - 1, f"<h3>{heads[1]}</h3>")
        x.paragraphs += heads
        parts.append(f"<section><h2>{e(x.title)}</h2>{''.join(p)}</section>")
    half = len(parts) // 2
    body = "".join(f"<section class=desk>{''.join(q)}</section>"
                   for q in (parts[:half], parts[half:]))
    body = c.choice([body, "".join(parts)])
    return document(site, body, c, site), exact(c, s, site), None, s


def sections(c):
    """An article with sections; returns the story, its HTML, the headings."""
    s = make_stories(c, None, 1, 9, 12)[0]
    tag, heads = c.choice(["h2", "h2", "h3"]), []
    out, texts = [f"<h1>{e(s.title)}</h1>"], []
    subject = " ".join(s.title.split()[:2])
    for n, p in enumerate(s.paragraphs):
        if n and n % 3 == 0:
            heads.append(c.choice([
                f"What we know about {subject}",
                f"Why the {s.noun()} matters for {subject}",
                f"How {subject} changed the {s.noun()}"]))
            texts.append(heads[-1])
            out.append(f"<{tag}>{e(texts[-1])}</{tag}>")
        texts.append(p)
        out.append(f"<p>{e(p)}</p>")
    s.paragraphs = texts
    return s, "".join(out), heads


def control_edited(c, source, site):
    """One article with sections; the words of the feed's title are those of a
    section's heading."""
    s, body, heads = sections(c)
    head = c.choice(heads)
    subject = " ".join(s.title.split()[:2])
    title = c.choice([f"{subject}: {head.rsplit(' for ', 1)[0]} so far",
                      f"{head}, and what comes next"])
    return document(f"{s.title} | {site}", body, c, site), title, None, s


def control_shortened(c, source, site):
    """One article with sections; the feed's title is shortened."""
    s, body, _ = sections(c)
    title = shortened(s.title, c.choice([0.3, 0.4, 0.5, 0.7]), 2) + c.choice(
        ["…", "...", "", ":"])
    return document(f"{s.title} | {site}", body, c, site), title, None, s


FAMILIES = collections.OrderedDict((f.__name__, f) for f in (
    shorthead, obituaries, names, announced, tab_labels, threads, two_boxes,
    head_rows, spans, newsletter, uneven, briefs, nested_sections,
    control_edited, control_shortened))


if __name__ == "__main__":
    main(FAMILIES)
