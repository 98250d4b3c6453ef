#!/usr/bin/env python3
"""Generates pages with other stories after the article, announced in several
languages or not at all, and stories in further kinds of markup, and scores the
extraction. The arguments and the output are those of title_pages.py.

The families whose names begin with `control` are pages with one story, those
whose names begin with `absent` are pages without the story.
"""
import collections

from title_families import HEADINGS, WRAPS, feed_title, pick
from title_pages import document, e, main, make_stories, paragraphs, shortened

LABELS = ["Related stories", "More from this section", "Up next",
          "Das könnte Sie auch interessieren", "Weitere Meldungen",
          "À lire aussi", "Dans la même rubrique", "Te puede interesar",
          "Leggi anche", "Zobacz także", "Lees ook", "Läs också",
          "Читайте также", "関連記事", "相关阅读"]
LABEL_FORMS = ["<h2>{}</h2>", "<h3>{}</h3>", "<p><b>{}</b></p>",
               "<div class=lbl>{}</div>", "<h4>{}</h4>"]


def article(c, story):
    """The article in one of three kinds of element."""
    wrap = c.choice(["<article>{}</article>", "<div>{}</div>", "{}",
                     '<div class="post">{}</div>'])
    return wrap.format(f"<h1>{e(story.title)}</h1>{paragraphs(story)}")


def label(c):
    return c.choice(LABEL_FORMS).format(c.choice(LABELS))


def own_page(c, body, story, site):
    return (document(f"{story.title} | {site}", body, c, site),
            feed_title(c, story, site), None, story)


def teased(c, source, site):
    """Other stories with their first paragraphs after a label."""
    stories = make_stories(c, source, c.randint(3, 6), 4, 9)
    head = c.choice(["<h3>{}</h3>", "<h2>{}</h2>", "<h3><a href=/r>{}</a></h3>",
                     "<p><b>{}</b></p>", "<p><a href=/r>{}</a></p>",
                     "<div class=t>{}</div>"])
    wrap = c.choice(["<div>{}</div>", "<article>{}</article>", "{}",
                     "<div class=card><img src=/x.jpg>{}</div>"])
    most = c.choice([1, 1, 2])
    group = "".join(wrap.format(head.format(e(x.title)) + "".join(
        f"<p>{e(p)}</p>" for p in x.paragraphs[:most])) for x in stories[1:])
    around = c.choice(["<section>{}</section>", "<div class=more>{}</div>",
                       "{}"])
    return own_page(c, article(c, stories[0]) + around.format(
        label(c) + group), stories[0], site)


def whole(c, source, site):
    """One to three whole stories after a declared article."""
    stories = make_stories(c, source, c.randint(2, 4), 5, 9)
    s = stories[0]
    around, form = c.choice([
        ("<amp-next-page>{}</amp-next-page>",
         "<section><h4>{}</h4><div>{}</div></section>"),
        ("<amp-carousel>{}</amp-carousel>", "<article><h2>{}</h2>{}</article>"),
        ("<div class=related-stream>{}</div>", "<div><h2>{}</h2>{}</div>"),
        ("<div>{}</div>", "<div class=story><h3>{}</h3>{}</div>")])
    rest = "".join(form.format(e(x.title), paragraphs(x)) for x in stories[1:])
    own = (f'<article class="amp-article"><header><h1>{e(s.title)}</h1>'
           f"<div>{s.author}</div></header>{paragraphs(s)}</article>")
    return own_page(c, own + around.format(rest), s, site)


def ranked(c, source, site):
    """Numbered teasers of popular stories after the article."""
    stories = make_stories(c, source, 6, 5, 9)
    form = c.choice([
        "<li><span class=rank>{n}</span><h3><a href=/r>{t}</a></h3>"
        "<p>{p}</p></li>",
        "<div class=r><b>{n}</b><div><a class=hl href=/r>{t}</a><p>{p}</p>"
        "</div></div>",
        "<li><h4>{n}. {t}</h4><p>{p} <a href=/r>more</a></p></li>"])
    items = "".join(form.format(n=n, t=e(x.title), p=e(x.summary))
                    for n, x in enumerate(stories[1:], 1))
    if form.startswith("<li"):
        items = f"<ol>{items}</ol>"
    name = c.choice(["Most read", "Meistgelesen", "Les plus lus",
                     "Lo más leído", "I più letti"])
    return own_page(c, article(c, stories[0]) +
                    f"<section><h2>{name}</h2>{items}</section>", stories[0],
                    site)


def inner_box(c, source, site):
    """A labelled box of teasers between the paragraphs."""
    stories = make_stories(c, source, c.randint(3, 4), 6, 9)
    s = stories[0]
    form = c.choice(["<li><h4><a href=/r>{t}</a></h4><p>{p}</p></li>",
                     "<div><h3><a href=/r>{t}</a></h3><p>{p}</p></div>",
                     "<div class=i><a href=/r>{t}</a><p>{p}</p></div>"])
    items = "".join(form.format(t=e(x.title), p=e(x.summary))
                    for x in stories[1:])
    if form.startswith("<li"):
        items = f"<ul>{items}</ul>"
    lines = [f"<p>{e(p)}</p>" for p in s.paragraphs]
    lines.insert(c.randrange(1, len(lines) - 1), c.choice(
        ["<aside>{}</aside>", "<div class=inset>{}</div>",
         "<section>{}</section>"]).format(label(c) + items))
    body = c.choice(["<article>{}</article>", "<div>{}</div>"]).format(
        f"<h1>{e(s.title)}</h1>{''.join(lines)}")
    return own_page(c, body, s, site)


def by_author(c, source, site):
    """Excerpts of other texts of the author."""
    stories = make_stories(c, source, 4, 5, 9)
    s = stories[0]
    form = c.choice([
        "<li><a href=/r>{t}</a><blockquote><p>{p}</p></blockquote></li>",
        "<div class=x><time>{d}</time><h4><a href=/r>{t}</a></h4><p>{p}</p>"
        "</div>", "<p><b><a href=/r>{t}</a></b> ({d})<br>{p}</p>"])
    items = "".join(form.format(t=e(x.title), p=e(x.summary), d=x.date)
                    for x in stories[1:])
    if form.startswith("<li"):
        items = f"<ul>{items}</ul>"
    name = c.choice(["More from {}", "Mehr von {}", "Plus d'articles de {}",
                     "Más de {}"]).format(s.author)
    return own_page(c, article(c, s) + f"<div class=author-more><h3>{name}</h3>"
                    f"{items}</div>", s, site)


def entries(c, source, site):
    """Posts of WordPress with their meta lines and navigation."""
    stories, s = pick(c, source, 2, 5)
    head = c.choice(['<h2 class="entry-title"><a href="/{n}">{t}</a></h2>',
                     '<h1 class="entry-title">{t}</h1>'])
    parts = [
        f'<article id="post-{n}" class="post-{n} post type-post hentry">'
        f'<header class="entry-header">{head.format(n=n, t=e(x.title))}'
        f'<div class="entry-meta">Posted on <a href="/{n}"><time>{x.date}'
        f'</time></a> by <a href="/u">{x.author}</a></div></header>'
        f'<div class="entry-content">{paragraphs(x)}</div>'
        f'<footer class="entry-footer">Posted in <a href="/c">{x.noun()}</a> '
        f'<a href="/{n}#respond">Leave a comment</a></footer></article>'
        for n, x in enumerate(stories, 10)]
    body = "".join(parts) + (
        '<nav class="navigation posts-navigation"><h2>Posts navigation</h2>'
        '<a href="/page/2">Older posts</a></nav>')
    return document(site, body, c, site), feed_title(c, s, site), None, s


def slides(c, source, site):
    """A slide for each story, of which one is shown."""
    stories, s = pick(c, source, 3, 6, 2, 4)
    shown = c.choice([0, stories.index(s)])
    form = c.choice([
        '<div class="slide" aria-hidden="{h}"><h2>{t}</h2>{p}</div>',
        '<li class="swiper-slide"><div class="slide-title">{t}</div>'
        '<div class="slide-text">{p}</div></li>',
        '<div class="carousel-item"><img src="/{n}.jpg">'
        '<div class="caption-box"><h3>{t}</h3>{p}</div></div>'])
    body = "".join(form.format(t=e(x.title), p=paragraphs(x), n=n,
                               h=str(n != shown).lower())
                   for n, x in enumerate(stories))
    if form.startswith("<li"):
        body = f"<ul>{body}</ul>"
    return document(site, body, c, site), feed_title(c, s, site), None, s


def numbered(c, source, site):
    """A newsletter with a table of contents and numbered stories."""
    stories, s = pick(c, source, 3, 7, 2, 5)
    form = c.choice(["{n}. {t}", "{n}) {t}", "#{n} {t}", "No. {n}: {t}"])
    head, wrap = c.choice(HEADINGS[:5]), c.choice(WRAPS)
    lines = [form.format(n=n, t=e(x.title)) for n, x in enumerate(stories, 1)]
    contents = "".join(f"<li>{e(x.title)}</li>" for x in stories)
    body = (f"<p>In today's edition:</p><ol>{contents}</ol>" + "".join(
        wrap.format(head.format(t) + paragraphs(x))
        for t, x in zip(lines, stories)))
    return document(site, body, c, site), s.title, None, s


def figures(c, source, site):
    """The news in pictures: the text of each story is in <figcaption>."""
    stories, s = pick(c, source, 3, 6, 2, 3)
    head = c.choice(["<h3>{}</h3>", "<strong>{}</strong>", "<h2>{}</h2>"])
    body = "".join(
        f'<figure><img src="/{n}.jpg" width=900 height=600><figcaption>'
        f"{head.format(e(x.title))}{paragraphs(x)}</figcaption></figure>"
        for n, x in enumerate(stories))
    return document(site, body, c, site), feed_title(c, s, site), None, s


def word_html(c, source, site):
    """A document that was written with a word processor."""
    stories, s = pick(c, source, 2, 6)
    gap = c.choice(['<p class="MsoNormal"><o:p>&nbsp;</o:p></p>', ""])
    body = gap.join(
        '<p class="MsoNormal"><b><span lang="EN-US" style="font-size:14pt">'
        f"{e(x.title)}<o:p></o:p></span></b></p>" + "".join(
            '<p class="MsoNormal" style="text-align:justify"><span '
            f'lang="EN-US">{e(p)}<o:p></o:p></span></p>' for p in x.paragraphs)
        for x in stories)
    return (document(site, f'<div class="WordSection1">{body}</div>', c, site),
            feed_title(c, s, site), None, s)


def dated(c, source, site):
    """Headings of days, with several stories under each."""
    stories, s = pick(c, source, 4, 7, 2, 5)
    day, head = c.choice([("<h2>{}</h2>", "<h3>{}</h3>"),
                          ("<h3>{}</h3>", "<h4>{}</h4>"),
                          ('<div class="day">{}</div>', "<h2>{}</h2>"),
                          ("<h2>{}</h2>", "<p><b>{}</b></p>")])
    place = c.random() < 0.5
    body = "".join(
        (day.format(x.place if place else x.date) if n % 2 == 0 else "") +
        head.format(e(x.title)) + paragraphs(x)
        for n, x in enumerate(stories))
    return document(site, body, c, site), feed_title(c, s, site), None, s


def absent_entries(c, source, site):
    """A live blog without the story."""
    stories = make_stories(c, source, 13, 1, 3)
    s = stories.pop()
    form = c.choice([
        "<div class=entry><time>{h}</time><h3>{t}</h3>{p}</div>",
        "<h4>{h}</h4><h3>{t}</h3>{p}", "<p><b>{h}: {t}</b></p>{p}",
        "<article><header><time>{h}</time><h2>{t}</h2></header>{p}</article>"])
    posts = "".join(form.format(h=f"{22 - n // 3}:{n * 7 % 60:02d}",
                                t=e(x.title), p=paragraphs(x))
                    for n, x in enumerate(stories + stories[:6]))
    body = ("<h1>Live blog: the day</h1><p>Follow the events of the day.</p>"
            f"<div class=live>{posts}</div>")
    return document(f"Live blog | {site}", body, c, site), s.title, c.choice(
        [None, s.summary]), None


def control_parts(c, source, site):
    """One article that continues after its declared element."""
    s = make_stories(c, source, 1, 8, 12)[0]
    half = len(s.paragraphs) // 2
    names = [shortened(p, c.randint(4, 7), 4) for p in s.paragraphs[half:]]
    own = "".join(f"<p>{e(p)}</p>" for p in s.paragraphs[:half])
    form = c.choice(["<h2>{}</h2><p>{}</p>", "<div><h3>{}</h3><p>{}</p></div>",
                     "<p><b>{}</b></p><p>{}</p>"])
    rest = "".join(form.format(e(n), e(p))
                   for n, p in zip(names, s.paragraphs[half:]))
    s.paragraphs += names
    return own_page(c, f"<article><h1>{e(s.title)}</h1>{own}</article>"
                    f"<section>{rest}</section>", s, site)


FAMILIES = collections.OrderedDict((f.__name__, f) for f in (
    teased, whole, ranked, inner_box, by_author, entries, slides, numbered,
    figures, word_html, dated, absent_entries, control_parts))


if __name__ == "__main__":
    main(FAMILIES)
