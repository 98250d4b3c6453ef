#!/usr/bin/env python3
"""Generates pages whose story is at an unusual place: after or around a whole
other story, first and without a headline, in definition lists, panels or made-up
elements, with a number, date or place before its headline, or with a title that
has only some words of the headline; and scores the extraction. The arguments
and the output are those of title_pages.py.
"""
import collections

from title_families import WRAPS, feed_title, pick, several_page
from title_pages import (document, e, main, make_stories, paragraphs,
                         shortened, stories_page)


def parts_page(c, parts, stories, s, site):
    return (several_page(c, "".join(parts), stories, s, site),
            feed_title(c, s, site), None, s)


def before(c, source, site):
    """One or two whole stories are before the headline of the article."""
    stories = make_stories(c, source, c.randint(2, 3), 4, 8)
    s = stories[-1]
    wrap = c.choice(WRAPS)
    parts = [wrap.format(f"<h2>{e(x.title)}</h2>{paragraphs(x)}")
             for x in stories[:-1]]
    parts.append(c.choice(["<article>{}</article>", "<div>{}</div>", "{}"])
                 .format(f"<h1>{e(s.title)}</h1>{paragraphs(s)}"))
    return (document(f"{s.title} - {site}", "".join(parts), c, site),
            feed_title(c, s, site), None, s)


def after(c, source, site):
    """Whole stories follow the article, with their dates and links to share."""
    stories = make_stories(c, source, c.randint(2, 4), 3, 8)
    s = stories[0]
    wrap, head = c.choice(WRAPS), c.choice(["h1", "h2"])
    parts = [wrap.format(
        f"<{head}>{e(x.title)}</{head}><div class=meta>By {x.author} · {x.date}"
        f"</div>{paragraphs(x)}<div class=share><a href=#f>Facebook</a> "
        "<a href=#t>Twitter</a></div>") for x in stories]
    body = c.choice(["", "<p>Next article</p>", "<hr>",
                     "<h3>Read next</h3>"]).join(parts)
    return (document(f"{s.title} - {site}", body, c, site),
            feed_title(c, s, site), None, s)


def inside(c, source, site):
    """The beginning of another story is inside of the article."""
    s, other = make_stories(c, source, 2, 4, 9)
    parts = [f"<p>{e(p)}</p>" for p in s.paragraphs]
    box = c.choice(["<aside><h3>{}</h3>{}</aside>",
                    "<div class=box><h3>{}</h3>{}</div>",
                    "<article><h2>{}</h2>{}</article>",
                    "<figure><h4>{}</h4>{}</figure>"])
    parts.insert(c.randint(1, len(parts) - 1), box.format(
        e(other.title), "".join(f"<p>{e(p)}</p>"
                                for p in other.paragraphs[:3])))
    body = f"<article><h1>{e(s.title)}</h1>{''.join(parts)}</article>"
    return (document(f"{s.title} - {site}", body, c, site),
            feed_title(c, s, site), None, s)


def no_headline(c, source, site):
    """Only the story has no headline."""
    stories, s = pick(c, source, 2, 5)
    wrap = c.choice(["<article>{}</article>", "<div>{}</div>",
                     "<section>{}</section>"])
    parts = [wrap.format((f"<h2>{e(x.title)}</h2>" if x is not s else "") +
                         paragraphs(x)) for x in stories]
    return (document(site, "".join(parts), c, site), feed_title(c, s, site),
            s.summary, s)


def labels(c, source, site):
    """A number, a date or a place is before each headline."""
    stories, s = pick(c, source)
    form = c.choice(["{n}. {t}", "({n}) {t}", "{d}: {t}", "{p} – {t}"])
    head = c.choice(["<h2>{}</h2>", "<h3>{}</h3>", "<p><b>{}</b></p>"])
    parts = [head.format(e(form.format(n=n + 1, d=x.date, p=x.place.upper(),
                                       t=x.title))) + paragraphs(x)
             for n, x in enumerate(stories)]
    return parts_page(c, parts, stories, s, site)


def some_words(c, source, site):
    """The title has two thirds of the headline's long words, in any order."""
    stories, s = pick(c, source, 2, 5)
    words = [w for w in s.title.split() if len(w) > 4] or s.title.split()
    c.shuffle(words)
    title = " ".join(words[:max(3, len(words) * 2 // 3)])
    return (document(site, stories_page(c, stories, s), c, site), title,
            c.choice([s.summary, None]), s)


def middle(c, source, site):
    """The title is general. The summary is from the middle of the story."""
    stories, s = pick(c, source, 2, 5, 4, 8)
    text = s.paragraphs[len(s.paragraphs) // 2]
    return (document(site, stories_page(c, stories, s), c, site),
            c.choice(["News", site, "Update", "Notice"]),
            shortened(text, c.randint(15, 30), 5), s)


def definitions(c, source, site):
    """A list of definitions."""
    stories, s = pick(c, source)
    kind = c.randrange(3)
    parts = []
    for x in stories:
        if kind == 0:
            parts.append(f"<dt>{e(x.title)}</dt><dd>{paragraphs(x)}</dd>")
        elif kind == 1:
            parts.append(f"<dt><b>{e(x.title)}</b></dt>" +
                         "".join(f"<dd>{e(p)}</dd>" for p in x.paragraphs))
        else:
            parts.append(f"<dt>{x.date}</dt><dd><h4>{e(x.title)}</h4>"
                         f"{paragraphs(x)}</dd>")
    return parts_page(c, ["<dl>", *parts, "</dl>"], stories, s, site)


def panels(c, source, site):
    """Panels that open when their headline is pressed."""
    stories, s = pick(c, source)
    form = c.choice([
        "<details><summary>{t}</summary>{p}</details>",
        "<div class=item><button aria-expanded=false>{t}</button>"
        "<div class=panel hidden>{p}</div></div>",
        "<div class=card><div class=head><a href='#c{n}'>{t}</a></div>"
        "<div id=c{n} class=collapse>{p}</div></div>"])
    parts = [form.format(t=e(x.title), p=paragraphs(x), n=n)
             for n, x in enumerate(stories)]
    return parts_page(c, parts, stories, s, site)


def made_up(c, source, site):
    """Elements that the standard does not have."""
    stories, s = pick(c, source)
    form = c.choice([
        "<story-card><story-title>{t}</story-title>"
        "<story-body>{p}</story-body></story-card>",
        "<x-item><span slot=headline>{t}</span><div slot=text>{p}</div>"
        "</x-item>"])
    parts = [form.format(t=e(x.title), p=paragraphs(x)) for x in stories]
    return parts_page(c, parts, stories, s, site)


def rubrics(c, source, site):
    """Stories under the headings of rubrics."""
    stories, s = pick(c, source, 4, 8)
    parts = ["<h1>Today</h1>"]
    for n, x in enumerate(stories):
        if n % 2 == 0:
            parts.append(f"<h2>{c.choice(['Politics', 'Sport', 'Culture'])}"
                         "</h2>")
        parts.append(f"<h3>{e(x.title)}</h3>{paragraphs(x)}")
    return parts_page(c, parts, stories, s, site)


def control_before(c, source, site):
    """One article. The name of a place may be a heading before it."""
    s = make_stories(c, source, 1, 6, 10)[0]
    parts = [f"<p>{e(p)}</p>" for p in s.paragraphs]
    body = (f"<article><h1>{e(s.title)}</h1><p><i>{e(s.date)}</i></p>"
            f"{''.join(parts)}</article>")
    if c.random() < 0.5:
        body = f"<h2>{s.place}</h2>" + body
    return (document(f"{s.title} | {site}", body, c, site),
            feed_title(c, s, site), None, s)


FAMILIES = collections.OrderedDict((f.__name__, f) for f in (
    before, after, inside, no_headline, labels, some_words, middle, definitions,
    panels, made_up, rubrics, control_before))


if __name__ == "__main__":
    main(FAMILIES)
