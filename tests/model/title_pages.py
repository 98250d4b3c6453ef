#!/usr/bin/env python3
"""Generates pages whose title or summary decides which text is the article, and
scores the extraction.

    title_pages.py --gleaner PROGRAM [--seed N] [--pages N] [--family NAME]
                   [--corpus DIR | --unspaced] [--method NAME] [--show N]
                   [--keep DIR]

In:  only the seed; with --corpus, stories are the gold texts of a corpus
(gold.jsonl) instead of generated sentences; with --unspaced, they are sentences
of made-up words of Chinese characters without spaces.
Out: a row for each family: pages, share of correct pages, number of wrong pages
with a confidence of SURE or more.
A page is correct if the extraction has at least 95 % of the wanted words (as a
bag), and at most 3 % of its words are others. Standfirst and headline may be
included or not. The families are listed in FAMILIES.
"""
import argparse
import collections
import gzip
import html
import json
import os
import random
import re
import subprocess
import sys
import tempfile

# Each character of a script without spaces is a word.
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|"
                  r"[^\W\u3040-\u30ff\u3400-\u9fff]+")
SURE = 0.88  # a wrong page must have a lower confidence
DOUBT = 0.4  # limit for the confidence of a page without the story
NAMES = """Anna Bergmann|Tomas Okafor|Lena Petrov|Miguel Santos|Ruth Adler|
Kofi Mensah|Ingrid Dahl|Paul Novak|Sara Lindqvist|Omar Haddad|Clara Weiss|
Yuki Tanaka|Peter Holm|Nadia Rossi|David Marsh|Elif Kaya""".replace(
    "\n", "").split("|")
PLACES = """Harwick|Norrland|Port Ellis|Quellin|Marbeck|Eastmere|Tallow Bay|
Brenn|Kestrel Hill|Osterfeld|Lanmoor|Vell|Cardow|Sundhaven|Ridgeway|
Altona""".replace("\n", "").split("|")
TOPICS = {
    "harbour": """harbour ferry crane cargo pier dock captain tide vessel
        freight customs anchor shipyard container pilot lighthouse""",
    "school": """school teacher pupil classroom lesson exam timetable parent
        library headmaster term textbook canteen playground curriculum""",
    "hospital": """hospital nurse surgeon ward patient clinic doctor ambulance
        vaccine therapy scanner emergency recovery pharmacy""",
    "football": """striker goalkeeper league referee stadium coach penalty
        midfield transfer trophy defender substitute fixture supporters""",
    "energy": """turbine grid reactor pipeline solar battery voltage substation
        megawatt heating coal geothermal utility tariff""",
    "court": """judge verdict lawyer witness appeal prosecutor defendant jury
        sentence hearing testimony evidence trial bail""",
    "farm": """harvest tractor barley drought orchard livestock farmer soil
        fertiliser irrigation barn wheat seedling pasture""",
    "space": """satellite rocket orbit telescope launch astronaut comet probe
        payload asteroid antenna mission module eclipse""",
    "museum": """museum painting sculpture curator exhibition gallery restorer
        canvas archive portrait auction collector fresco""",
    "rail": """railway station signal locomotive platform timetable tunnel
        commuter carriage conductor junction freight track delay""",
    "weather": """storm flood forecast rainfall thunder river dam evacuation
        gust temperature frost landslide barometer""",
    "market": """inflation shares investor bank currency bond trader merger
        dividend export budget deficit broker earnings""",
    "wildlife": """wolf forest ranger nest habitat migration heron otter
        reserve poacher wetland beaver owl conservation""",
    "music": """orchestra violin concert festival composer album choir stage
        rehearsal soprano conductor ticket encore""",
}
TOPICS = {k: v.split() for k, v in TOPICS.items()}
VERBS = """announced delayed opened closed inspected expanded repaired rejected
    approved reviewed promised abandoned measured replaced reported restored
    questioned defended cancelled completed""".split()
ADJECTIVES = """new old large small northern former temporary regional costly
    historic damaged modern local unusual second remaining public private
    crowded empty""".split()
TAILS = """after months of dispute|despite several warnings|for the first time
    in a decade|without further comment|under the new agreement|before the end
    of the year|with support from the council|in spite of the cost|according to
    people familiar with the plan|as residents had demanded|while talks
    continue|because of a shortage of staff""".replace("\n", " ").split("|")
TAILS = [" ".join(t.split()) for t in TAILS]
MONTHS = """January February March April May June July August September October
    November December""".split()

CHARACTERS = """一上下不世业东中为主义书事二于产人今他代以任会位体作使保信全公六关内再军农前力加
动化北区十南原厂发口古只可台史叶各合同名后向周命和品商四回因国图土在地场城境增士声处外多大天太夫央头好如
委学安完定实家容对导小少局展山州工左巨市布师带常年广应开当形影待心必思性总意成我战所手才打技投报指据支收
改政教数文料斯新方日时明是星最月有服期木未本机条来构林果查标校样根格业步武死母比民气水求江汉河治法活济海
消深清温满火点然照片物特率王现班球理生用由电界的目直相省看真着知石研社种科秋程空立站第等米类精系红级线组
经结统绿网置老者而职联育能自色花英著药落行表西要见规观角解计认议记许设证话该语说调象费资走起路身车转轻边达
过运近进远连造通速遇道部都配酒里重野量金钱铁银长门问间队防阳院除险难集雨青非面音项须预领题风食马验高黄"""
CHARACTERS = "".join(CHARACTERS.split())
PARTICLES = "的了在是和也不有这就"
UNSPACED_TOPIC = 30     # words of a story's subject


class Story:
    """A title, paragraphs and a summary on one topic."""

    def __init__(self, chance, topic, paragraphs, text=None):
        self.words = TOPICS[topic]
        self.chance = chance
        self.place = chance.choice(PLACES)
        self.author = chance.choice(NAMES)
        if text is None:
            self.title = self.headline()
            self.paragraphs = [self.paragraph() for _ in range(paragraphs)]
        else:
            self.title, self.paragraphs = text
        self.summary = shortened(" ".join(self.paragraphs[:2]),
                                 chance.randint(18, 30), 1)
        self.date = (f"{chance.randint(1, 28)} {chance.choice(MONTHS)} "
                     f"{chance.randint(2019, 2026)}")

    def noun(self):
        return self.chance.choice(self.words)

    def headline(self):
        c = self.chance
        return (f"{self.place} {self.noun()} {c.choice(VERBS)} "
                f"{c.choice(['by', 'near', 'beside', 'over'])} "
                f"{c.choice(ADJECTIVES)} {self.noun()} "
                f"{c.choice(['plan', 'dispute', 'report', 'site', 'deal'])}")

    def sentence(self):
        c = self.chance
        kind = c.randrange(4)
        a, b = self.noun(), self.noun()
        if kind == 0:
            s = (f"The {c.choice(ADJECTIVES)} {a} in {self.place} was "
                 f"{c.choice(VERBS)} {c.choice(TAILS)}")
        elif kind == 1:
            s = (f"{c.choice(NAMES)}, who is responsible for the {a}, said the "
                 f"{b} would be {c.choice(VERBS)} {c.choice(TAILS)}")
        elif kind == 2:
            s = (f"About {c.randint(3, 900)} {a}s were {c.choice(VERBS)} last "
                 f"{c.choice(MONTHS)}, and the {b} remained "
                 f"{c.choice(ADJECTIVES)} {c.choice(TAILS)}")
        else:
            s = (f"“We never expected a {c.choice(ADJECTIVES)} {a} here,” "
                 f"{c.choice(NAMES)} said, pointing at the {b}")
        return s + "."

    def paragraph(self):
        return " ".join(self.sentence()
                        for _ in range(self.chance.randint(2, 4)))


def unspaced_words():
    c = random.Random("words")
    return ["".join(c.choice(CHARACTERS) for _ in range(c.choice([2, 2, 2, 3])))
            for _ in range(600)]


UNSPACED = unspaced_words()


def unspaced_sentence(c, topic):
    out = []
    for n in range(c.randint(8, 20)):
        if n % 6 == 5:
            out.append("，")
        out.append(c.choice(topic if c.random() < 0.5 else UNSPACED))
        if c.random() < 0.3:
            out.append(c.choice(PARTICLES))
    return "".join(out) + "。"


def unspaced_source(c):
    """A title of some 12 to 50 characters, and paragraphs."""
    topic = c.sample(UNSPACED, UNSPACED_TOPIC)
    title = c.sample(topic, c.choice([6, 7, 8, 10, 12, 22]))
    if c.random() < 0.5:
        title[len(title) // 2] += c.choice([" ", "：", "，"])
    return "".join(title), [
        "".join(unspaced_sentence(c, topic) for _ in range(c.randint(2, 4)))
        for _ in range(c.randint(3, 7))]


def shortened(text, n, least):
    """The first n words.  In a text without spaces two characters count as a
    word.  If n is below 1, it is a share of all words.  The result has at least
    `least` words."""
    words, space, unit = text.split(), " ", 1
    if len(text) > 10 * len(words):
        words, space, unit = list(text), "", 2
    if n < 1:
        n = int(len(words) * n / unit)
    return space.join(words[:unit * max(least, n)])


def e(text):
    return html.escape(text, quote=False)


def varied_title(c, story, site):
    """A form of the headline as a feed may write it."""
    t = story.title
    kind = c.randrange(6)
    if kind == 0:
        return t
    if kind == 1:
        return f"{t} {c.choice(['|', '-', '–', '::'])} {site}"
    if kind == 2:
        return t.upper()
    if kind == 3:
        return shortened(t, 2 / 3, 5) + "…"
    if kind == 4 and len(t.split()) > 2:
        words = t.split()
        words[-2] = f"“{words[-2]}”"
        return " ".join(words)
    return t.lower()


# ------------------------------------------------------------------ chrome

def chrome(c, site):
    items = c.sample(sorted(TOPICS), 6)
    nav = "".join(f'<li><a href="/{t}">{t.title()}</a></li>' for t in items)
    side = "".join(f'<li><a href="/n/{c.randint(1, 9999)}">'
                   f'{e(Story(c, t, 1).title)}</a></li>' for t in items[:4])
    head = (f'<header><div class="logo"><a href="/">{site}</a></div>'
            f'<nav><ul>{nav}</ul></nav></header>')
    foot = (f'<footer><p>© 2026 {site}. All rights reserved.</p><ul>'
            '<li><a href="/privacy">Privacy</a></li>'
            '<li><a href="/terms">Terms</a></li></ul></footer>')
    aside = f'<aside><h3>Most read</h3><ul>{side}</ul></aside>'
    return head, foot, aside


def document(title, body, c, site, description=None):
    head, foot, aside = chrome(c, site)
    meta = (f'<meta name="description" content="{html.escape(description)}">'
            if description else "")
    if c.random() < 0.5:
        body = body + aside
    main = c.choice(["<main>{}</main>", "<div id=content>{}</div>",
                     '<div class="wrap"><div class="col">{}</div></div>'])
    return (f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8>"
            f"<title>{e(title)}</title>{meta}</head><body>{head}"
            f"{main.format(body)}{foot}</body></html>")


def heading(c, text, kind, link=None):
    inner = f'<a href="{link}">{e(text)}</a>' if link else e(text)
    if kind == "bold":
        return f"<p><b>{inner}</b></p>"
    if kind == "strong":
        return f"<p><strong>{inner}</strong></p>"
    return f"<{kind}>{inner}</{kind}>"


def paragraphs(story):
    return "".join(f"<p>{e(p)}</p>" for p in story.paragraphs)


WRAPS = {
    "article": "<article>{}</article>", "section": "<section>{}</section>",
    "div": "<div>{}</div>", "post": '<div class="post">{}</div>',
    "li": "<li>{}</li>", "td": "<tr><td>{}</td></tr>", "flat": "{}",
}
OUTER = {"li": "<ul>{}</ul>", "td": "<table>{}</table>"}


def stories_page(c, stories, wanted, wrap=None, kind=None, linked=None):
    wrap = wrap or c.choice(sorted(WRAPS))
    kind = kind or c.choice(["h1", "h2", "h2", "h3", "h4", "bold", "strong"])
    linked = c.random() < 0.4 if linked is None else linked
    parts = []
    for n, s in enumerate(stories):
        link = f"/s/{n + 100}.html" if linked else None
        parts.append(WRAPS[wrap].format(
            heading(c, s.title, kind, link) + paragraphs(s)))
    return OUTER.get(wrap, "{}").format("".join(parts))


def make_stories(c, source, n, least=3, most=8):
    stories = []
    for topic in c.sample(sorted(TOPICS), n):
        text = source(c) if source else None
        while text and any(text[0] == s.title for s in stories):
            text = source(c)
        stories.append(Story(c, topic, c.randint(least, most), text))
    return stories


# ---------------------------------------------------------------- families
# Each function returns (html, hint_title, hint_summary, wanted story).

def several(c, source, site):
    """Two to eight stories in any markup."""
    stories = make_stories(c, source, c.randint(2, 8))
    s = c.choice(stories)
    body = stories_page(c, stories, s)
    return document(site, body, c, site), varied_title(c, s, site), None, s


def teaser(c, source, site):
    """A linked teaser, breadcrumb or list repeats the title."""
    stories = make_stories(c, source, c.randint(2, 5))
    s = c.choice(stories)
    body = stories_page(c, stories, s, linked=False)
    link = f'<a href="/s/1.html">{e(s.title)}</a>'
    kind = c.randrange(3)
    if kind == 0:
        first = f'<div class="teaser"><h3>{link}</h3></div>'
    elif kind == 1:
        first = f'<p><a href="/">Home</a> › <a href="/n">News</a> › {link}</p>'
    else:
        other = "".join(f'<li><a href="/s/{n}.html">{e(x.title)}</a></li>'
                        for n, x in enumerate(stories))
        first = f"<ul>{other}</ul>"
    body = first + body
    return document(site, body, c, site), varied_title(c, s, site), None, s


def between(c, source, site):
    """The headline is separated from its story by another story."""
    stories = make_stories(c, source, c.randint(2, 4))
    s = stories[-1]
    top = f'<div class="breaking"><a href="#s"><b>{e(s.title)}</b></a></div>'
    body = top + stories_page(c, stories, s, linked=False)
    return document(s.title, body, c, site), s.title, None, s


def generic(c, source, site):
    """The feed's title has no information. Only the summary names the story."""
    stories = make_stories(c, source, c.randint(2, 6))
    s = c.choice(stories)
    body = stories_page(c, stories, s)
    t = c.choice(["News", "Update", site, "Latest news", "Press release",
                  "Untitled"])
    return document(site, body, c, site), t, s.summary, s


def nested(c, source, site):
    """An <article> with its own <h1>, while the title's <h1> is outside."""
    stories = make_stories(c, source, 1, 5, 12)
    s = stories[0]
    other = c.choice(["In brief", s.place, "Report", s.title])
    body = (f"<h1>{e(s.title)}</h1><div><article><h1>{e(other)}</h1>"
            f"{paragraphs(s)}</article></div>")
    return document(s.title, body, c, site), varied_title(c, s, site), None, s


def comments(c, source, site):
    """Comments of half to three times the article's length."""
    s = make_stories(c, source, 1, 5, 10)[0]
    want = int(sum(len(p) for p in s.paragraphs) * c.uniform(0.5, 3))
    talk, n = [], 0
    talker = Story(c, c.choice(sorted(TOPICS)), 1)
    openers = ["I think", "You are wrong:", "Thanks for this.", "Really?",
               "As a resident I can say", "My opinion:", "Agreed.", "lol,"]
    while n < want:
        text = f"{c.choice(openers)} " + " ".join(
            talker.sentence() for _ in range(c.randint(1, 3)))
        n += len(text)
        talk.append((c.choice(NAMES), text))
    style = c.randrange(4)
    if style == 0:
        items = "".join(
            f'<li class="comment"><cite>{a}</cite> <time>2 hours ago</time>'
            f'<p>{e(t)}</p><a href="#r">Reply</a></li>' for a, t in talk)
        block = f'<h3>{len(talk)} Comments</h3><ul class="comment-list">{items}</ul>'
    elif style == 1:
        items = "".join(
            f'<div class="c-item"><div class="c-user">{a}</div>'
            f'<div class="c-text"><p>{e(t)}</p></div>'
            f'<div><a href="#r">Reply</a> <a href="#l">Like</a></div></div>'
            for a, t in talk)
        block = f'<section id="comments"><h2>Comments</h2>{items}</section>'
    elif style == 2:
        items = "".join(f"<div><p><b>{a}</b> says:</p><p>{e(t)}</p>"
                        f'<p><a href="#r">Reply</a></p></div>' for a, t in talk)
        block = f"<div><h3>Leave a comment</h3>{items}</div>"
    else:
        items = "".join(f"<div class=msg><p>{e(t)}</p><p>Posted by {a} on "
                        f"{s.date}</p></div>" for a, t in talk)
        block = f"<div><h3>Readers' comments ({len(talk)})</h3>{items}</div>"
    wrap = c.choice(["<article>{}</article>{}", "<div class=story>{}</div>{}",
                     "<div>{}{}</div>"])
    body = wrap.format(f"<h1>{e(s.title)}</h1>{paragraphs(s)}", block)
    return document(s.title, body, c, site), varied_title(c, s, site), None, s


def datelines(c, source, site):
    """Date, byline, agency, reading time before the text."""
    s = make_stories(c, source, 1, 4, 10)[0]
    d = s.date
    lines = [f"<p class=byline>By {s.author}</p>", f"<time>{d}</time>",
             f"<p>Published {d} at 10:{c.randint(10, 59)}</p>",
             f"<p>{c.randint(2, 9)} min read</p>",
             f"<div>By <a href='/a'>{s.author}</a> | {d}</div>",
             f"<p>{s.author}, Reuters</p>", f"<p>Updated: {d}, 14:05 GMT</p>",
             f"<span>{d}</span>", f"<p>Written by {s.author}</p>",
             f"<p>Reading time: {c.randint(2, 9)} minutes</p>",
             f"<div class=meta><span>{s.author}</span> <span>{d}</span></div>"]
    chosen = "".join(c.sample(lines, c.randint(1, 3)))
    wrap = c.choice(["<article>{}</article>", "<div>{}</div>",
                     '<div class="entry">{}</div>', "{}"])
    body = wrap.format(f"<h1>{e(s.title)}</h1>{chosen}{paragraphs(s)}")
    return document(s.title, body, c, site), varied_title(c, s, site), None, s


def paywall(c, source, site):
    """A notice of a paywall or of a newsletter in or after the text."""
    s = make_stories(c, source, 1, 4, 9)[0]
    notices = [
        "<div class=paywall><p>Subscribe now to read the full story.</p>"
        "<p>Already a subscriber? <a href='/login'>Log in</a></p></div>",
        "<div><h3>Continue reading</h3><p>This article is for subscribers. "
        "Choose the plan that suits you.</p><p><a href='/s'>Subscribe</a></p>"
        "</div>",
        "<p>To continue reading, log in or create an account.</p>",
        "<div><p>Sign up for our newsletter and get the best stories every "
        "morning.</p><form><input type=email><button>Sign up</button></form>"
        "</div>",
        "<div class=gate><p>You have read 3 of 3 free articles this month.</p>"
        "<p>Support independent journalism: subscribe from 1 € a week.</p>"
        "</div>",
        "<p><strong>Subscribe today and enjoy unlimited access.</strong> "
        "<a href='/login'>Log in</a> if you have an account.</p>"]
    ps = [f"<p>{e(p)}</p>" for p in s.paragraphs]
    at = c.choice([len(ps), len(ps), 2])
    ps.insert(at, c.choice(notices))
    wrap = c.choice(["<article>{}</article>", "<div>{}</div>", "{}"])
    body = wrap.format(f"<h1>{e(s.title)}</h1>" + "".join(ps))
    return document(s.title, body, c, site), varied_title(c, s, site), None, s


def control(c, source, site):
    """One ordinary story, which must be extracted completely."""
    s = make_stories(c, source, 1, 3, 12)[0]
    wrap = c.choice(["<article>{}</article>", "<div class=post>{}</div>", "{}",
                     "<section>{}</section>"])
    body = wrap.format(f"<h1>{e(s.title)}</h1>{paragraphs(s)}")
    return document(s.title, body, c, site), varied_title(c, s, site), None, s


FAMILIES = collections.OrderedDict(
    (f.__name__, f) for f in (several, teaser, between, generic, nested,
                              comments, datelines, paywall, control))


# ----------------------------------------------------------------- scoring

def bag(text):
    return collections.Counter(w.lower() for w in WORD.findall(text))


def is_right(answer, story):
    """Returns True if the extraction is correct. If `story` is None, the page
    must be reported as one without the story."""
    if story is None:
        return (answer["class"] in ("listing", "other") and
                answer["confidence"] <= DOUBT)
    got = bag(answer.get("body") or "")
    want = bag(" ".join(story.paragraphs))
    may = want + bag(story.title)
    hit = sum((got & want).values())
    surplus = sum((got - may).values())
    return (hit >= 0.95 * sum(want.values()) and
            surplus <= 0.03 * max(1, sum(got.values())))


def show(name, answer, story, title):
    got = bag(answer.get("body") or "")
    want = bag(" ".join(story.paragraphs) if story else "")
    may = want + bag(story.title if story else "")
    print(name, answer["id"], repr(title), answer["class"],
          answer.get("confidence"), "recall",
          round(sum((got & want).values()) / max(1, sum(want.values())), 2),
          "surplus", sum((got - may).values()))


def corpus_source(folder):
    texts = []
    with open(os.path.join(folder, "gold.jsonl"), encoding="utf-8") as f:
        for line in f:
            g = json.loads(line)
            ps = [p for p in (g["body"] or "").split("\n\n") if p.strip()]
            if g.get("hint_title") and 3 <= len(ps) <= 25:
                texts.append((g["hint_title"], ps))
    return lambda c: c.choice(texts)


def main(table):
    p = argparse.ArgumentParser()
    p.add_argument("--gleaner", required=True)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--pages", type=int, default=300)
    p.add_argument("--family")
    p.add_argument("--corpus")
    p.add_argument("--unspaced", action="store_true")
    p.add_argument("--method")
    p.add_argument("--show", type=int, default=0)
    p.add_argument("--keep", help="folder for the pages")
    o = p.parse_args()
    source = corpus_source(o.corpus) if o.corpus else None
    if o.unspaced:
        source = unspaced_source
    families = [o.family] if o.family else list(table)
    right_all = n_all = sure_all = 0
    with tempfile.TemporaryDirectory() as work:
        for name in families:
            c = random.Random(f"{o.seed} {name}")
            lines, stories = [], []
            for n in range(max(1, o.pages // len(families))):
                site = c.choice(["The Harbour Post", "Daily Ledger", "Newsline"])
                page, title, summary, story = table[name](c, source, site)
                path = os.path.join(o.keep or work, f"{name}{n}.html")
                with open(path, "w", encoding="utf-8") as f:
                    f.write(page)
                lines.append(json.dumps(dict(
                    id=str(n), file=path, url=f"https://www.site{n}.example/a",
                    hint_title=title, hint_summary=summary)))
                stories.append((story, title))
            cmd = [o.gleaner, "cut", "--batch"]
            if o.method:
                cmd += ["--method", o.method]
            out = subprocess.run(cmd, input="\n".join(lines) + "\n",
                                 capture_output=True, text=True, check=True)
            right = sure = 0
            for line, (story, title) in zip(out.stdout.splitlines(), stories):
                got = json.loads(line)
                ok = is_right(got, story)
                right += ok
                sure += not ok and got.get("confidence", 0) >= SURE
                if not ok and o.show:
                    o.show -= 1
                    show(name, got, story, title)
            print(f"{name:15} {len(lines):5} "
                  f"{100 * right / len(lines):6.1f} {sure:4}")
            sure_all += sure
            if not name.startswith("control"):
                right_all += right
                n_all += len(lines)
    if n_all:
        print(f"{'all':15} {n_all:5} {100 * right_all / n_all:6.1f} "
              f"{sure_all:4}")


if __name__ == "__main__":
    main(FAMILIES)
