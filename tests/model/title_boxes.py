#!/usr/bin/env python3
"""Generates articles with a box of another story between or after their
paragraphs, and scores the extraction. The arguments and the output are those of
title_pages.py.

A label or an image may precede the headline of a box, and a link may follow its
text. The paragraphs of the article may be in elements of their own.
"""
import collections

from title_families import feed_title
from title_pages import document, e, main, make_stories, shortened

HEADS = ["<h2>{}</h2>", "<h3>{}</h3>", "<h4>{}</h4>", "<h5>{}</h5>",
         "<p><b>{}</b></p>", "<p><strong><a href=/x>{}</a></strong></p>",
         "<h3><a href=/s/9>{}</a></h3>", "<div class=t><a href=/s/9>{}</a></div>",
         "<p class=box-title>{}</p>", "<div class=headline>{}</div>"]
BOXES = ["<div>{}</div>", "<aside>{}</aside>", "<section>{}</section>",
         "<blockquote>{}</blockquote>", "<div class=box>{}</div>",
         "<div class=related>{}</div>", '<div class="embed story">{}</div>',
         "<table><tr><td>{}</td></tr></table>",
         "<div class=group><div class=inner>{}</div></div>",
         "<div class=promo>{}</div>", "<figure>{}</figure>",
         "<article>{}</article>", "<ul><li>{}</li></ul>",
         "<div class=teaser>{}</div>", "<details open>{}</details>"]
LABELS = ["", "", "", "", "<p>Read also</p>", "<span>Related</span>",
          "<p><b>Lesen Sie auch</b></p>", "<div class=label>Background</div>"]
IMAGES = ["", "", "<img src=/i.jpg>",
          "<a href=/s/9><img src=/i.jpg alt=x></a>"]
ENDS = ["", "", "<p><a href=/s/9>Read more</a></p>",
        "<a href=/s/9>Zum Artikel</a>"]
BODIES = ["{}", "<div class=body>{}</div>", "<div class=entry>{}</div>",
          "<section>{}</section>"]
PARAGRAPHS = ["<p>{}</p>", "<p>{}</p>", "<p>{}</p>",
              "<div class=para><p>{}</p></div>", "<div>{}</div>",
              "<p class=text>{}</p>"]


# The forms that show that the text of a box continues on another page.
LINKED_HEADS = [h for h in HEADS if "href" in h]
NAMED_LABELS = ["<p>Read also</p>", "<span>Related</span>",
                "<p><b>Lesen Sie auch</b></p>"]


def box_of(c, story, is_teaser, has_signs=False):
    texts = story.paragraphs[:c.randint(1, 3)]
    if is_teaser:
        texts = [shortened(texts[0], c.randint(12, 30), 5) +
                 c.choice(["…", "."])]
    if has_signs:
        labels, heads, ends = c.choice([(NAMED_LABELS, LINKED_HEADS, ENDS),
                                        (NAMED_LABELS, HEADS, ENDS[2:]),
                                        (LABELS, LINKED_HEADS, ENDS[2:])])
    else:
        labels, heads, ends = LABELS, HEADS, ENDS
    return c.choice(BOXES).format(
        c.choice(labels) + c.choice(IMAGES) +
        c.choice(heads).format(e(story.title)) +
        "".join(f"<p>{e(t)}</p>" for t in texts) + c.choice(ends))


def boxes_page(c, source, site, is_last=False, is_teaser=False,
               has_signs=False):
    stories = make_stories(c, source, c.choice([2, 2, 2, 3]), 5, 10)
    s, form = stories[0], c.choice(PARAGRAPHS)
    parts = [form.format(e(p)) for p in s.paragraphs]
    for other in stories[1:]:
        box = box_of(c, other, is_teaser, has_signs)
        if form.startswith("<div class=para") and c.random() < 0.6:
            box = f"<div class=para>{box}</div>"
        if has_signs:
            at = c.randint(0, len(parts))
        else:
            at = len(parts) if is_last else c.randint(1, len(parts) - 1)
        parts.insert(at, box)
    body = (f"<article><h1>{e(s.title)}</h1>"
            f"{c.choice(BODIES).format(''.join(parts))}</article>")
    return (document(f"{s.title} - {site}", body, c, site),
            feed_title(c, s, site), None, s)


def stories(c, source, site):
    """One to three paragraphs of each other story."""
    return boxes_page(c, source, site)


def teasers(c, source, site):
    """A headline and the first words of each other story."""
    return boxes_page(c, source, site, is_teaser=True)


def last(c, source, site):
    """The boxes are after the last paragraph, in its element."""
    return boxes_page(c, source, site, is_last=True)


def signs(c, source, site):
    """Boxes at any place with two signs that the text continues on another
    page: a label, a linked headline, a link at the end."""
    return boxes_page(c, source, site, is_teaser=c.random() < 0.5,
                      has_signs=True)


def control_sections(c, source, site):
    """An article with sections in elements. Their headings have words of their
    texts."""
    s = make_stories(c, source, 1, 8, 14)[0]
    wrap = c.choice(["<section>{}</section>", "<div>{}</div>",
                     "<div class=section>{}</div>"])
    head = c.choice(["<h2>{}</h2>", "<h3>{}</h3>", "<h4>{}</h4>",
                     "<p><b>{}</b></p>"])
    parts = [f"<p>{e(p)}</p>" for p in s.paragraphs[:2]]
    headings, at = [], 2
    while at < len(s.paragraphs):
        texts = s.paragraphs[at:at + c.randint(1, 3)]
        words = [w.strip(".,“”\"") for w in texts[0].split() if len(w) > 4]
        headings.append(" ".join(words[:c.randint(3, 6)]) or "More")
        section = head.format(e(headings[-1])) + "".join(
            f"<p>{e(p)}</p>" for p in texts)
        parts.append(wrap.format(section) if c.random() < 0.7 else section)
        at += len(texts)
    s.paragraphs = s.paragraphs + headings
    body = f"<article><h1>{e(s.title)}</h1>{''.join(parts)}</article>"
    return (document(f"{s.title} - {site}", body, c, site),
            feed_title(c, s, site), None, s)


FAMILIES = collections.OrderedDict(
    (f.__name__, f) for f in (stories, teasers, last, signs, control_sections))


if __name__ == "__main__":
    main(FAMILIES)
