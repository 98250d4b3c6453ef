#!/usr/bin/env python3
"""Generates pages whose stories have images, links or the labels of closed
panels as headlines, pages with teasers of the same story or with other stories
beside the article, and scores the extraction. The arguments and the output are
those of title_pages.py.

The families whose names begin with `control` are pages with one story, those
whose names begin with `absent` are pages without the story.
"""
import collections
import html

from title_families import HEADINGS, WRAPS, feed_title, pick
from title_pages import document, e, main, make_stories, paragraphs, shortened


def panels(c, source, site):
    """Closed panels of an accordion; their labels are visible."""
    stories, s = pick(c, source, 3, 6, 2, 5)
    form = c.choice([
        "<dt tabindex=0>{t}</dt><dd style='display:none'>{p}</dd>",
        "<div class=item><h3><button aria-expanded=false>{t}</button></h3>"
        "<div role=region hidden>{p}</div></div>",
        "<div class=head>{t}</div><div class=body aria-hidden=true>{p}</div>"])
    body = "".join(form.format(t=e(x.title), p=paragraphs(x)) for x in stories)
    if form.startswith("<dt"):
        body = f"<dl>{body}</dl>"
    return document(site, body, c, site), s.title, None, s


def copies(c, source, site):
    """Teasers before a paywall, also one of the wanted story."""
    stories, s = pick(c, source, 3, 6, 4, 8)
    head, wrap = c.choice(HEADINGS[:4]), c.choice(WRAPS)
    note = c.choice(["<p>Already a subscriber? <a href=/l>Log in</a></p>",
                     "<p>For subscribers only. <a href=/s>Subscribe</a></p>"])
    parts = [wrap.format(head.format(e(x.title)) + (
        paragraphs(x) if x is s else f"<p>{e(x.paragraphs[0])}</p>{note}"))
             for x in stories]
    parts.insert(0, wrap.format(head.format(e(s.title)) +
                                f"<p>{e(s.paragraphs[0])}</p>{note}"))
    return document(site, "".join(parts), c, site), feed_title(
        c, s, site), None, s


def link_items(c, source, site):
    """Items that begin or end with a link."""
    stories, s = pick(c, source, 4, 9, 1, 1)
    form = c.choice(["<p><a href=/s{n}>{t}</a> – {p}</p>",
                     "<li><a href=/s{n}>{t}</a>. {p}</li>",
                     "<p>• <a href=/s{n}><b>{t}</b></a>: {p}</p>",
        "<p>{p} <a href=/s{n}>{t}</a></p>"])
    body = "".join(form.format(n=n, t=e(x.title), p=e(x.paragraphs[0]))
                   for n, x in enumerate(stories))
    if form.startswith("<li"):
        body = f"<ul>{body}</ul>"
    return document(site, body, c, site), s.title, None, s


def images(c, source, site):
    """Headlines that are images."""
    stories, s = pick(c, source, 2, 5)
    head = c.choice(['<h2><img src="/h.png" alt="{}"></h2>',
                     '<p><img src="/h.gif" alt="{}"></p>',
                     '<h2><a href="/s"><img src="/h.png" alt="{}"></a></h2>'])
    wrap = c.choice(WRAPS)
    body = "".join(wrap.format(head.format(html.escape(x.title)) +
                               paragraphs(x)) for x in stories)
    return document(site, body, c, site), feed_title(c, s, site), None, s


def related_group(c, source, site):
    """Linked headlines with a paragraph are after the article."""
    stories = make_stories(c, source, c.randint(3, 6), 5, 9)
    s = stories[0]
    for x in stories[1:]:
        x.paragraphs = x.paragraphs[:1]
    head = c.choice(["<h3><a href=/r>{}</a></h3>", "<h2><a href=/r>{}</a></h2>"])
    wrap = c.choice(["<div>{}</div>", "<div class=card><img src=/x.jpg>{}</div>"])
    group = "".join(wrap.format(head.format(e(x.title)) + paragraphs(x))
                    for x in stories[1:])
    label = c.choice(["<h2>Related stories</h2>", "<h4>À lire aussi</h4>", ""])
    own = c.choice(["<article>{}</article>", "<div>{}</div>"]).format(
        f"<h1>{e(s.title)}</h1>{paragraphs(s)}")
    return (document(f"{s.title} | {site}",
                     f"{own}<section>{label}{group}</section>", c, site),
            s.title, None, s)


def side_columns(c, source, site):
    """Columns with teasers on both sides of the article."""
    stories = make_stories(c, source, 5, 4, 8)
    s = stories[0]
    teasers = [f"<p><b>{e(x.title)}</b><br>{e(x.summary)} "
               "<a href=/m>more</a></p>" for x in stories[1:]]
    form = c.choice([
        "<table><tr><td>{}</td><td>{}</td><td>{}</td></tr></table>",
        "<div class=row><div class=l>{}</div><div class=m>{}</div>"
        "<div class=r>{}</div></div>"])
    body = form.format("".join(teasers[:2]),
                       f"<h2>{e(s.title)}</h2>{paragraphs(s)}",
                       "".join(teasers[2:]))
    return document(site, body, c, site), feed_title(c, s, site), None, s


def captions(c, source, site):
    """Stories with long captions under images."""
    stories, s = pick(c, source, 2, 4, 4, 8)
    head, wrap = c.choice(HEADINGS), c.choice(WRAPS)
    form = c.choice([
        "<div class=photo><img src=/a.jpg><p class=caption>{}.</p></div>",
        "<div class=wp-caption><img src=/a.jpg>"
        "<p class=wp-caption-text>{}.</p></div>"])
    parts = []
    for x in stories:
        lines = [f"<p>{e(p)}</p>" for p in x.paragraphs]
        other = make_stories(c, None, 1, 1, 1)[0]
        lines.insert(c.randrange(1, len(lines)), form.format(
            e(shortened(other.paragraphs[0], 18, 5))))
        parts.append(wrap.format(head.format(e(x.title)) + "".join(lines)))
    return document(site, "".join(parts), c, site), feed_title(
        c, s, site), None, s


def absent_phrases(c, source, site):
    """Teasers that begin with bold headlines; none of them is the story."""
    stories = make_stories(c, source, c.randint(5, 9), 1, 2)
    s = stories.pop()
    body = "".join(f"<p><b>{e(x.title)}</b><br>{e(x.paragraphs[0])}</p>"
                   for x in stories)
    return document(site, body, c, site), s.title, c.choice(
        [None, s.summary]), None


def control_related(c, source, site):
    """One article whose sections are in another element than its beginning."""
    s = make_stories(c, source, 1, 8, 12)[0]
    subject = " ".join(s.title.split()[:3])
    half = len(s.paragraphs) // 2
    texts, out = s.paragraphs[:half], ""
    for p in s.paragraphs[half:]:
        texts.append(f"{subject} and the {s.noun()}")
        texts.append(p)
        out += f"<h2>{e(texts[-2])}</h2><p>{e(p)}</p>"
    s.paragraphs = texts[:half]
    own = f"<article><h1>{e(s.title)}</h1>{paragraphs(s)}</article>"
    s.paragraphs = texts
    return document(f"{s.title} | {site}", f"{own}<section>{out}</section>", c,
                    site), feed_title(c, s, site), None, s


FAMILIES = collections.OrderedDict((f.__name__, f) for f in (
    panels, copies, link_items, images, related_group, side_columns, captions,
    absent_phrases, control_related))


if __name__ == "__main__":
    main(FAMILIES)
