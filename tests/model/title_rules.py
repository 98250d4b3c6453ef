#!/usr/bin/env python3
"""Generates pages whose stories are divided only by rules: <hr>, or lines of
signs such as "* * *"; and scores the extraction. The arguments and the output
are those of title_pages.py.
"""
import collections

from title_families import feed_title, pick
from title_pages import document, e, main, make_stories, paragraphs

RULES = ["<p>* * *</p>", "<p>---</p>", "<hr>", "<p>***</p>", "<p>###</p>",
         "<p>• • •</p>", "<p>~</p>", "<p align=center>* * *</p>",
         "<p>&nbsp;</p><hr><p>&nbsp;</p>", "<div class=sep></div><hr>",
         "<p>_____________</p>", "<br><br>* * *<br><br>", "<p>⁂</p>"]


def divided(c, stories, s, site, head, title, summary):
    body = c.choice(RULES).join(head.format(e(x.title)) + paragraphs(x)
                                for x in stories)
    return document(site, f"<div>{body}</div>", c, site), title, summary, s


def bare(c, source, site):
    """No headlines. The summary names the story."""
    stories, s = pick(c, source, 2, 6, 2, 6)
    return divided(c, stories, s, site, "", s.title, s.summary)


def lines(c, source, site):
    """The headlines are bold or plain lines."""
    stories, s = pick(c, source, 2, 6, 2, 6)
    head = c.choice(["<p><b>{}</b></p>", "<p>{}</p>", "<p>{}</p>",
                     "<p><u>{}</u></p>", "<p class=h>{}</p>"])
    return divided(c, stories, s, site, head, feed_title(c, s, site), None)


def control_rules(c, source, site):
    """One article with rules between its sections."""
    s = make_stories(c, source, 1, 6, 12)[0]
    rule, parts = c.choice(RULES), []
    for n, p in enumerate(s.paragraphs):
        parts.append((rule if n and n % 3 == 0 else "") + f"<p>{e(p)}</p>")
    body = f"<h1>{e(s.title)}</h1><div>{''.join(parts)}</div>"
    return (document(f"{s.title} | {site}", body, c, site),
            feed_title(c, s, site), c.choice([None, s.summary]), s)


FAMILIES = collections.OrderedDict((f.__name__, f) for f in (
    bare, lines, control_rules))


if __name__ == "__main__":
    main(FAMILIES)
