#!/usr/bin/env python3
"""augment.py -- generates training pages from pages with gold; see README.md.

    augment.py --out DIR [--seed N] CORPUS...

Writes three corpora: DIR/truncated, DIR/grafted and DIR/commented, each with
gold.jsonl and html/<id>.html.gz.

truncated   all but the first one to five paragraphs of the gold are deleted
            from the page; the rest of the page remains.
grafted     one to three articles of other pages, with their headlines, are
            inserted before or after the article; the title names the article
            that is the gold.
commented   readers' comments of half to three times the article's length are
            inserted after the article.

All parts of a page are from sites of one fold of train.py, so that
cross-validation by site remains exact.  Pages are left out if their gold is not
found in separate elements, or if it has `unsure` blocks.  The same input gives
the same bytes.
"""
import argparse
import gzip
import hashlib
import html
import json
import os
import random
import re
from html.parser import HTMLParser

from train import fold_of, label, words

EVERY = dict(truncated=2, grafted=3, commented=3)  # every nth page is used
FEWEST_WORDS = 25       # least number of words of a truncated article
# A truncated article has at most this share of the words of the article.
MOST_SHARE = 0.6
# At least this share of the words of the gold must be found in elements of the
# page.
FOUND_SHARE = 0.85
# A grafted element has at most this number of words for each word of the gold
# of its page.
SURPLUS_SHARE = 1.5
COMMENT_WORDS = range(4, 121)
FEWEST_COMMENTS = 40    # if a fold has fewer comments in a language, sentences are used as comments, too
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
RAW = frozenset("script style template noscript svg textarea select option title head".split())
BLOCK = frozenset("""address article aside blockquote body center dd details div
    dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header html li
    main nav ol p pre section summary table tbody td tfoot th thead tr
    ul""".split())
ENDS_P = BLOCK - {"html", "body"}
ARTICLE_BODY = re.compile(r'("articleBody"\s*:\s*)"(?:[^"\\]|\\.)*"')
CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?([\w-]+)", re.I)


# --------------------------------------------------------------------- pages

class Element:
    def __init__(self, tag, parent, begin, attrs):
        self.tag, self.parent, self.begin, self.end = tag, parent, begin, None
        self.text, self.blocks, self.names = [], 0, attrs


class Outline(HTMLParser):
    """The elements of a page with their places in its source."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.source = source
        self.lines = [0]
        for m in re.finditer("\n", source):
            self.lines.append(m.end())
        self.root = Element("", None, 0, "")
        self.open, self.elements, self.raw = [self.root], [], 0
        self.feed(source)
        self.close()
        self.close_to(0, len(source))

    def at(self):
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def close_to(self, depth, end):
        while len(self.open) > max(depth, 1):
            e = self.open.pop()
            e.end = end
            self.raw -= e.tag in RAW

    def handle_starttag(self, tag, attrs):
        at = self.at()
        if tag in VOID:
            if tag == "br":
                self.handle_data("\n")
            return
        last = self.open[-1].tag
        if (tag in ENDS_P and last == "p") or (tag == "li" and last == "li"):
            self.close_to(len(self.open) - 1, at)
        names = " ".join(v for k, v in attrs if k in ("class", "id") and v)
        e = Element(tag, self.open[-1], at, names)
        if tag in BLOCK:
            for up in self.open:
                up.blocks += 1
        self.open.append(e)
        self.elements.append(e)
        self.raw += tag in RAW

    def handle_startendtag(self, tag, attrs):
        if tag == "br":
            self.handle_data("\n")

    def handle_endtag(self, tag):
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag == tag:
                end = self.source.find(">", self.at()) + 1
                self.close_to(depth + 1, self.at())
                self.close_to(depth, end or len(self.source))
                return

    def handle_data(self, data):
        if self.raw:
            return
        for e in reversed(self.open):
            if e.tag in BLOCK:
                e.text.append(data)
                return

    def leaves(self):
        """Returns the block elements that contain text and no other block."""
        return [e for e in self.elements if e.tag in BLOCK and not e.blocks and "".join(e.text).strip()]


def text_of(e):
    return " ".join("".join(e.text).split())


class Page:
    """A page of a corpus. `usable` is false if its gold is not in elements of its own."""

    def __init__(self, gold, corpus, path):
        self.gold, self.corpus, self.usable = gold, corpus, False
        raw = gzip.open(path).read()
        charset = CHARSET.search(raw[:4096])
        try:
            self.source = raw.decode("utf-8")
        except UnicodeDecodeError:
            try:
                self.source = raw.decode(charset.group(1).decode() if charset else "windows-1252", "replace")
            except LookupError:
                return
        self.fold = fold_of(gold["site"] or gold["id"])
        try:
            outline = Outline(self.source)
        except (AssertionError, ValueError):
            return
        leaves = outline.leaves()
        share = label([text_of(e) for e in leaves], gold["body"])
        self.text = [e for e, s in zip(leaves, share) if s > 0.5]
        self.others = [e for e, s in zip(leaves, share) if s <= 0.5]
        self.n_words = len(words(gold["body"]))
        found = sum(len(words(text_of(e))) for e in self.text)
        if not self.text or not FOUND_SHARE <= found / max(1, self.n_words) <= 1 / FOUND_SHARE:
            return
        self.box = self.common(self.text)
        self.headline = self.find_headline(leaves)
        self.usable = True

    @staticmethod
    def common(elements):
        """Returns the smallest element that contains all these elements."""
        begin, end = elements[0].begin, max(e.end for e in elements)
        box = elements[0].parent
        while box.parent is not None and not (box.begin <= begin and box.end >= end):
            box = box.parent
        return box

    def find_headline(self, leaves):
        title = set(words(self.gold.get("hint_title") or ""))
        best, best_score = None, 0.5
        for e in leaves:
            w = set(words(text_of(e)))
            if e.tag in ("h1", "h2", "h3") and w and title:
                score = len(w & title) / len(w | title)
                if score > best_score:
                    best, best_score = e, score
        return best

    def language(self):
        return (self.gold.get("lang") or "").lower()[:2]

    def comments(self):
        """The texts of elements whose class or id denotes comments."""
        for e in self.others:
            up, named = e, False
            while up is not None and not named:
                named = "comment" in up.names.lower() and "comment" not in up.tag
                up = up.parent
            if named and len(words(text_of(e))) in COMMENT_WORDS:
                yield text_of(e)

    def article(self):
        """The source of the element that contains the article and its headline;
        None if the element is the body or contains much other text."""
        parts = [self.headline] + self.text if self.headline else self.text
        box = self.common(sorted(parts, key=lambda e: e.begin))
        inside = [e for e in self.text + self.others if box.begin <= e.begin and e.end <= box.end]
        n = sum(len(words(text_of(e))) for e in inside)
        if box.parent is None or box.tag in ("body", "html") or n > SURPLUS_SHARE * self.n_words:
            return None
        return self.source[box.begin:box.end]


def read(corpora):
    for corpus in corpora:
        for line in open(os.path.join(corpus, "gold.jsonl"), encoding="utf-8"):
            gold = json.loads(line)
            if "unsure" in gold:
                continue
            page = Page(gold, os.path.basename(os.path.normpath(corpus)), os.path.join(corpus, "html", gold["id"] + ".html.gz"))
            if page.usable:
                yield page


# ---------------------------------------------------------------- generators

def cut_out(source, elements):
    for e in sorted(elements, key=lambda e: -e.begin):
        source = source[:e.begin] + source[e.end:]
    return source


def truncated(page, chance, _):
    """Deletes all but the first paragraphs of the gold."""
    sizes = [len(words(text_of(e))) for e in page.text]
    fits = [n for n in range(1, 6) if n < len(sizes) and FEWEST_WORDS <= sum(sizes[:n]) <= MOST_SHARE * page.n_words]
    if not fits:
        return None
    n = chance.choice(fits)
    body = "\n\n".join(text_of(e) for e in page.text[:n])
    source = cut_out(page.source, page.text[n:])
    return ARTICLE_BODY.sub(lambda m: m.group(1) + json.dumps(body), source), body


def grafted(page, chance, pages):
    """Inserts one to three other articles before or after the article."""
    if page.headline is None:
        return None
    near = [p for p in pages if p.fold == page.fold and p.language() == page.language() and p.gold["site"] != page.gold["site"] and p.headline]
    others = [a for a in (p.article() for p in chance.sample(near, min(6, len(near)))) if a]
    if not others:
        return None
    own = page.common(sorted([page.headline] + page.text, key=lambda e: e.begin))
    if own.parent is None or own.tag in ("body", "html"):
        return None
    others = others[:chance.choice([1, 1, 1, 2, 3])]
    before = [a for a in others if chance.random() < 0.35]
    after = [a for a in others if a not in before]
    source = page.source
    return (source[:own.begin] + "\n".join(before) + source[own.begin:own.end] + "\n".join(after) + source[own.end:]), page.gold["body"]


OPENERS = [("{n} Comments", "h3"), ("Comments", "h2"), ("{n} Kommentare", "h3"), ("Kommentare", "h2"), ("Leave a comment", "h3"), ("Join the discussion", "p"),
           ("Commentaires ({n})", "h3"), ("{n} comentarios", "h3"), ("Readers' comments", "h4"), ("{n} Responses", "h3"), ("Komentarze", "h3"), (None, None)]
REPLY = ["Reply", "Antworten", "Répondre", "Responder", "Report", "Like", "Odpowiedz", "Permalink"]
ITEMS = [
    ('<ol class="comment-list">{}</ol>', '<li class="comment"><cite>{who}</cite> <a href="#c{i}">{when}</a><p>{text}</p><a href="#r{i}">{reply}</a></li>'),
    ('<section id="comments">{}</section>', '<div class="c-item"><div class="user">{who}</div><div class="body"><p>{text}</p></div><div><a href="#r{i}">{reply}</a></div></div>'),
    ('<div>{}</div>', '<div><p><b>{who}</b></p><p>{text}</p><p><a href="#r{i}">{reply}</a></p></div>'),
    ('<div class="discussion">{}</div>', '<article><header><a href="/u/{i}">{who}</a> <time>{when}</time></header><p>{text}</p></article>'),
    ('<div>{}</div>', '<div class="msg"><p>{text}</p><p>{who}, {when}</p></div>'),
    ('<table>{}</table>', '<tr><td>{who}<br>{when}</td><td>{text}</td></tr>'),
]
NAMES = ["anna_b", "Tom W.", "reader77", "K. Okafor", "Elif", "gast", "M. Santos", "pjotr", "Sara L", "old sailor", "Yuki", "D. Marsh"]
WHEN = ["2 hours ago", "vor 3 Tagen", "12.03.2024 14:05", "March 3, 2021 at 9:14 am", "il y a 2 jours", "yesterday", "2019-05-04"]


def commented(page, chance, pools):
    """Inserts a thread of comments after the article."""
    pool = pools.get((page.fold, page.language()))
    if page.box.parent is None or page.box.tag in ("body", "html") or not pool:
        return None
    want, n, items = chance.uniform(0.5, 3) * page.n_words, 0, []
    frame, item = chance.choice(ITEMS)
    reply = chance.choice(REPLY)
    while n < want and len(items) < 200:
        text = chance.choice(pool)
        n += len(words(text)) + 1
        items.append(item.format(i=len(items), who=chance.choice(NAMES), when=chance.choice(WHEN), text=html.escape(text, quote=False), reply=reply))
    line, tag = chance.choice(OPENERS)
    head = f"<{tag}>{line.format(n=len(items))}</{tag}>" if tag else ""
    at = page.box.end
    if chance.random() < 0.3:
        at = max(e.end for e in page.text)
    return page.source[:at] + head + frame.format("".join(items)) + page.source[at:], page.gold["body"]


def sentences(page):
    for e in page.text:
        for s in re.findall(r"[^.!?]+[.!?]+", text_of(e)):
            if len(words(s)) in COMMENT_WORDS:
                yield s.strip()


def comment_pools(pages):
    """Texts of comments for each fold and language: the comments of the pages.
    If there are few, sentences of the articles are added."""
    real, made = {}, {}
    for p in pages:
        key = p.fold, p.language()
        real.setdefault(key, []).extend(p.comments())
        made.setdefault(key, []).extend(sentences(p))
    return {k: v if len(v) >= FEWEST_COMMENTS else v + made[k] for k, v in real.items()}


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--out", required=True)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("corpora", nargs="+")
    opt = ap.parse_args()
    pages = list(read(opt.corpora))
    kinds = [(truncated, None), (grafted, pages), (commented, comment_pools(pages))]
    for make, others in kinds:
        kind = make.__name__
        folder, count = os.path.join(opt.out, kind), 0
        os.makedirs(os.path.join(folder, "html"), exist_ok=True)
        with open(os.path.join(folder, "gold.jsonl"), "w", encoding="utf-8") as f:
            for page in pages:
                name = f"{page.corpus}.{page.gold['id']}"
                if hashlib.md5(name.encode()).digest()[2] % EVERY[kind] != 0:
                    continue
                made = make(page, random.Random(f"{opt.seed} {kind} {page.corpus} {page.gold['id']}"), others)
                if made is None:
                    continue
                source, body = made
                gold = dict(page.gold, id=name, body=body, made=kind, base=page.corpus)
                with gzip.GzipFile(os.path.join(folder, "html", gold["id"] + ".html.gz"), "wb", 1, mtime=0) as z:
                    z.write(source.encode("utf-8", "replace"))
                f.write(json.dumps(gold, ensure_ascii=False) + "\n")
                count += 1
        print(f"{kind}: {count} pages of {len(pages)}", flush=True)


if __name__ == "__main__":
    main()
