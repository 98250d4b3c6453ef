#!/usr/bin/env python3
"""Generates pages whose stories are lines of one element, divided only by <br>,
and scores the extraction. The arguments and the output are those of
title_pages.py.
"""
import collections

from title_families import feed_title, pick
from title_pages import document, e, main, make_stories

GAP = ["<br><br>", "<br/>\n<br/>\n", "<BR>\n<BR>\n", "<br>&nbsp;<br>",
       "<br><br><br>"]


def cell(c, text):
    """One element with all lines."""
    return c.choice(["<div>{}</div>", "<div class=text>{}</div>", "<p>{}</p>",
                     "<table><tr><td valign=top>{}</td></tr></table>",
                     "<div><font face=Arial size=2>{}</font></div>"]
                    ).format(text)


def stories(c, source, site, after, head):
    """`after`: what is between a headline and its text."""
    chosen, s = pick(c, source, 2, 6, 2, 6)
    gap = c.choice(GAP)
    after = after or gap
    body = (gap + c.choice(["", "<br>"])).join(
        head.format(e(x.title)) + after +
        gap.join(e(p) for p in x.paragraphs) for x in chosen)
    top = c.choice(["", f"{e(site)}{gap}", f"<h1>{e(site)}</h1>"])
    return (document(site, cell(c, top + body), c, site),
            feed_title(c, s, site), None, s)


def tight(c, source, site):
    """A plain headline, directly followed by its text."""
    return stories(c, source, site, "<br>", "{}")


def apart(c, source, site):
    """A plain headline, followed by an empty line."""
    return stories(c, source, site, None, "{}")


def marked(c, source, site):
    """A headline in an inline element."""
    return stories(c, source, site, c.choice(["<br>", None]),
                   c.choice(["<b>{}</b>", "<u>{}</u>",
                             "<font size=4>{}</font>"]))


def article(c, source, site, top):
    """One article with headlines of sections, whose title is in `top`."""
    s = make_stories(c, source, 1, 6, 12)[0]
    gap, lines = c.choice(GAP), []
    after = c.choice(["<br>", gap])
    for n, p in enumerate(s.paragraphs):
        if n and n % 3 == 0:
            lines.append((f"The {c.choice(s.words)} and {s.place}", after))
        lines.append((p, gap))
    s.paragraphs = [text for text, _ in lines]
    return s, (top.format(title=e(s.title)) +
               "".join(e(text) + end for text, end in lines))


def control_own(c, source, site):
    """The page has the title of the article."""
    s, body = article(c, source, site, c.choice(
        ["{title}<br><br>", "{title}<br>", "<b>{title}</b><br><br>"]))
    return (document(f"{s.title} - {site}", cell(c, body), c, site),
            feed_title(c, s, site), c.choice([None, s.summary]), s)


def control_heading(c, source, site):
    """The headline is a heading before the text."""
    s, body = article(c, source, site, "")
    return (document(site, f"<h2>{e(s.title)}</h2>{cell(c, body)}", c, site),
            feed_title(c, s, site), c.choice([None, s.summary]), s)


FAMILIES = collections.OrderedDict((f.__name__, f) for f in (
    tight, apart, marked, control_own, control_heading))


if __name__ == "__main__":
    main(FAMILIES)
