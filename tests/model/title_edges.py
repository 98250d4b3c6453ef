#!/usr/bin/env python3
"""Generates pages whose stories begin or end with lines that are not text,
stories in columns, in elements without headings, between teasers and in boxes
of other stories, and live blogs with key events, and scores the extraction. The
arguments and the output are those of title_pages.py.

The families whose names begin with `control` are pages with one story.
"""
import collections

from title_families import HEADINGS, WRAPS, feed_title, pick
from title_pages import (NAMES, document, e, main, make_stories, paragraphs,
                         shortened)


def own_title(c, story, site):
    return c.choice([site, site, f"{story.title} | {site}"])


def with_edges(c, source, site, first, last, most=5):
    """Stories with a line of the form `first` after each headline, and a line
    of the form `last` after each text."""
    stories, s = pick(c, source, 2, most)
    head, wrap = c.choice(HEADINGS), c.choice(WRAPS)
    parts = []
    for n, x in enumerate(stories):
        values = dict(
            a=x.author, b=c.choice(NAMES), d=x.date, p=x.place, n=x.noun(),
            m=x.noun(), k=c.randint(2, 59), site=site,
            t=e(c.choice(stories).title), ad=make_stories(c, None, 1, 1, 1)[0],
            mail=x.author.lower().replace(" ", ".") + "@post.example",
            before=e(stories[n - 1].title),
            after=e(stories[(n + 1) % len(stories)].title))
        parts.append(wrap.format(
            head.format(e(x.title)) + first.format(**values) + paragraphs(x) +
            last.format(**values)))
    return (document(own_title(c, s, site), "".join(parts), c, site),
            feed_title(c, s, site), None, s)


def topics(c, source, site):
    """Topics, categories and dates after each story."""
    return with_edges(c, source, site, "", c.choice([
        "<p>Filed under: {n}, {m}</p>",
        "<p>Filed under <a href=/c>{n}</a>, <a href=/d>{m}</a></p>",
        "<div class=f>Filed under {n} | <a href=#c>{k} comments</a></div>",
        "<p>Posted in {n} by {a} on {d}</p>",
        "<footer>Filed under: {n} Tagged with: {m}</footer>",
        "<p>This entry was posted on {d} and is filed under {n}, {m}.</p>"]))


def contacts(c, source, site):
    """Press releases with a contact."""
    return with_edges(c, source, site, "", c.choice([
        "<p>Contact: {a}, {mail}, +49 30 20{k}</p>",
        "<p>###</p><p>Press contact</p><p>{a}</p><p>+49 30 20{k}</p>",
        "<p>For more information, please contact:</p><p>{a}, tel. +49 30 20{k},"
        " e-mail: {mail}</p>",
        "<h4>Media contact</h4><p>{a}</p><p>{mail}</p>",
        "<p><b>Contact</b></p><p>{a}<br>Phone: +49 30 20{k}<br>E-mail: {mail}"
        "</p>"]), 4)


def shares(c, source, site):
    """Links and buttons after each story."""
    return with_edges(c, source, site, "", c.choice([
        "<p><a href=/s>Read more</a> <a href=/f>Share</a></p>",
        "<p>Read more / Share</p>", "<p>Share this story | Print</p>",
        "<p><b>Read more:</b> <a href=/q>{t}</a></p><p>Share this</p>",
        "<div class=x><span>Share</span> <span>Save</span></div>"]))


def signatures(c, source, site):
    """Letters with a name and a place."""
    return with_edges(c, source, site, "", c.choice([
        "<p><b>{a}</b>, {p}</p>", "<p>{a}<br>{p}</p>", "<p><i>{a}, {p}</i></p>",
        "<p>{a}</p>", "<div class=sig>{a}</div>"]))


def events(c, source, site):
    """Place and date before or after each text."""
    form = c.choice([
        "<p>When: {d}, 19:{k}</p><p>Where: {p}</p>",
        "<p>{d} | 19:{k} | {p}</p>",
        "<p><b>Date:</b> {d}<br><b>Place:</b> {p}</p>"])
    return with_edges(c, source, site, *c.choice([(form, ""), ("", form)]))


def links(c, source, site):
    """Links to the stories before and after."""
    return with_edges(c, source, site, "", c.choice([
        "<p><a href=/p>« {before}</a> | <a href=/n>{after} »</a></p>",
        "<div><a href=/p>Previous: {before}</a> <a href=/n>Next: {after}</a>"
        "</div>"]))


def authors(c, source, site):
    """A note about the author after each story."""
    return with_edges(c, source, site, "", c.choice([
        "<p><i>{a} is a reporter for {site} in {p}.</i></p>",
        "<p>About the author: {a} covers {n} for {site}.</p>",
        "<div class=author><b>{a}</b><p>{a} writes about {n} for {site}.</p>"
        "</div>"]))


def sponsored(c, source, site):
    """A box with an advertisement after each story."""
    return with_edges(c, source, site, "", c.choice([
        "<div class=sp><small>Sponsored</small><h4><a href=/ad>{ad.title}</a>"
        "</h4><p>{ad.summary}</p></div>",
        "<div><p>Anzeige</p><p><b>{ad.title}</b></p><p>{ad.summary} "
        "<a href=/ad>Order now</a></p></div>",
        "<aside><b>Publicité</b><br>{ad.title}<br>{ad.summary}</aside>"]))


def columns(c, source, site):
    """The headline, with author or date, is in the left column, the text in
    the right one."""
    stories, s = pick(c, source)
    head = c.choice(["{}", "<b>{}</b>", "<h3>{}</h3>", "<p>{}</p>",
                     "<a href=/s>{}</a>"])
    meta = c.choice(["", "<p>{x.date}</p>", "<p>{x.author}</p>"])
    row = c.choice([
        "<tr><td>{}</td><td>{}</td></tr>", "<tr><th>{}</th><td>{}</td></tr>",
        "<div class=row><div class=l>{}</div><div class=r>{}</div></div>",
        "<section><header>{}</header><div>{}</div></section>",
        "<div><div>{}</div><div>{}</div></div>"])
    body = "".join(row.format(head.format(e(x.title)) + meta.format(x=x),
                              paragraphs(x)) for x in stories)
    if row.startswith("<tr"):
        body = f"<table>{body}</table>"
    return (document(own_title(c, s, site), body, c, site),
            feed_title(c, s, site), None, s)


def first_lines(c, source, site):
    """The headline is the first line of the story's only element."""
    stories, s = pick(c, source, 2, 5)
    head = c.choice(["{}<br><br>", "<font size=+2>{}</font><br><br>",
                     "<font size=5>{}</font><br>"])
    wrap = c.choice(["<div>{}</div>", "<p>{}</p>", "<section>{}</section>",
                     "<table><tr><td>{}</td></tr></table>"])
    body = "".join(wrap.format(head.format(e(x.title)) + "<br><br>".join(
        e(p) for p in x.paragraphs)) for x in stories)
    return document(own_title(c, s, site), body, c, site), feed_title(
        c, s, site), None, s


def teasers(c, source, site):
    """One whole story between teasers of other pages."""
    stories, s = pick(c, source, 3, 7)
    head, wrap = c.choice(HEADINGS), c.choice(WRAPS)
    more = c.choice(["<p><a href=/s>Continue reading</a></p>", ""])
    body = "".join(wrap.format(head.format(e(x.title)) + (
        paragraphs(x) if x is s else f"<p>{e(x.summary)}…</p>{more}"))
                   for x in stories)
    return document(own_title(c, s, site), body, c, site), feed_title(
        c, s, site), None, s


BOXES = ["<div class=box>{}</div>", "<div>{}</div>", "<aside>{}</aside>",
         "<section>{}</section>", "<table><tr><td>{}</td></tr></table>",
         "<article>{}</article>", "<div class=inset><div>{}</div></div>"]


def inset_page(c, source, site):
    """Returns an article, the story in a box of it, and the page."""
    s, other = make_stories(c, source, 2, 6, 10)
    other.paragraphs = other.paragraphs[:c.randint(2, 3)]
    head = c.choice(["<h2>{}</h2>", "<h3>{}</h3>", "<h4>{}</h4>",
                     "<p><b>{}</b></p>", '<h3><a href="/b">{}</a></h3>'])
    parts = [f"<p>{e(p)}</p>" for p in s.paragraphs]
    parts.insert(c.randrange(2, len(parts)), c.choice(BOXES).format(
        head.format(e(other.title)) + paragraphs(other)))
    body = c.choice(["<article>{}</article>", "<div>{}</div>", "{}"]).format(
        f"<h1>{e(s.title)}</h1>{''.join(parts)}")
    return s, other, document(c.choice([s.title, f"{s.title} | {site}"]), body,
                              c, site)


def box(c, source, site):
    """A story in a box between the paragraphs of the article."""
    s, _, page = inset_page(c, source, site)
    return page, feed_title(c, s, site), None, s


def box_named(c, source, site):
    """The feed's title is that of a story in a box of another article."""
    _, other, page = inset_page(c, source, site)
    return page, feed_title(c, other, site), None, other


def key_events(c, source, site):
    """A live blog with a list of its key events."""
    s = make_stories(c, source, 1, 7, 12)[0]
    lines = [shortened(p, c.randint(5, 9), 1) for p in s.paragraphs]
    times = [f"{22 - n}:{n * 7 % 60:02d}" for n in range(len(lines))]
    stamp = c.choice(["<time>{}</time>", "<p><b>{}</b></p>", "<p>{} GMT</p>"])
    head = c.choice(["", "<h3>{}</h3>", "<p><b>{}</b></p>"])
    wrap = c.choice(["<div class=post>{}</div>", "<article>{}</article>",
                     "{}"])
    posts = "".join(wrap.format(stamp.format(t) + head.format(e(x)) +
                                f"<p>{e(p)}</p>")
                    for t, x, p in zip(times, lines, s.paragraphs))
    item = c.choice(["<li>{t} {x}</li>", "<li><time>{t}</time> {x}</li>",
                     "<li><span>{t}</span><span>{x}</span></li>"])
    chosen = sorted(c.sample(range(len(lines)), c.randint(3, 5)))
    events_list = c.choice([
        "<div><h2>Key events</h2><ul>{}</ul></div>",
        "<section><p><b>At a glance</b></p><ol>{}</ol></section>"]).format(
            "".join(item.format(t=times[n], x=e(lines[n])) for n in chosen))
    title = s.title
    body = f"<h1>{e(title)}</h1>" + c.choice([
        f"{events_list}<div>{posts}</div>",
        f"<div>{posts}</div>{events_list}"])
    if head:
        s.title += " " + " ".join(lines)
    return (document(f"{title} - {site}", body, c, site),
            c.choice([title, f"Live: {title}"]), None, s)


def control_box(c, source, site):
    """One article with a box about its subject."""
    s = make_stories(c, source, 1, 7, 10)[0]
    parts = [f"<p>{e(p)}</p>" for p in s.paragraphs]
    name = f"The {s.noun()} and the {s.noun()} in {s.place}"
    parts[3:5] = [c.choice(BOXES[:2]).format(
        f"<h3>{e(name)}</h3>" + "".join(parts[3:5]))]
    s.paragraphs.insert(3, name)
    body = f"<article><h1>{e(s.title)}</h1>{''.join(parts)}</article>"
    return (document(f"{s.title} | {site}", body, c, site),
            feed_title(c, s, site), None, s)


def control_last(c, source, site):
    """One article; the last line is short."""
    s = make_stories(c, source, 1, 4, 9)[0]
    s.paragraphs.append(f"The {s.noun()} will be opened in May.")
    wrap = c.choice(["<article>{}</article>", "<div>{}</div>", "{}"])
    body = wrap.format(f"<h1>{e(s.title)}</h1>{paragraphs(s)}")
    return (document(f"{s.title} | {site}", body, c, site),
            feed_title(c, s, site), None, s)


FAMILIES = collections.OrderedDict((f.__name__, f) for f in (
    topics, contacts, shares, signatures, events, links, authors, sponsored,
    columns, first_lines, teasers, box, box_named, key_events, control_box,
    control_last))


if __name__ == "__main__":
    main(FAMILIES)
