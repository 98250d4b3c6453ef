#!/usr/bin/env python3
"""Runs every method of `gleaner cut` over marked pages and prints tables.

    tests/bench/methods.py [--gleaner PATH] [--scorer PATH] [--answers FILE]
        [--methods "NAME ..."] [--no-peers] CORPUS...

CORPUS is a folder with gold.jsonl (one page per line: id, body, and optionally
url, hint_title, site, optional) and html/ID.html.gz or html/ID.html. There is
one table per corpus.

Columns: word F1 (bags of lower-case words, mean over pages); shingle F1
(multisets of four adjacent words, case kept; harmonic mean of the mean
precision over pages with an answer and the mean recall over pages with a gold
text); useful data Y/A and useless data (X-Y)/X (Adam, Bouras, Poulopoulos,
section V), where A is the number of words of the gold text, X that of the
extraction, and Y that of their longest common subsequence; CPU time per page in
ms of the whole command, reading and unpacking included.

The last columns show useful and useless data by kind of page, as in that
section. The kind is "comments" if elements with such a class or id contain text
that is not the article's; else "several bodies" if a block that is not the
article's is between two blocks of the article; else "single body".

The methods that compare the pages of a site (gleaner cut --site) get the pages
with the same "site" in the gold. They are left out if the sites have fewer than
five pages on average, unless --methods names them.

Other extractors (peers.py) are rows of the tables if they are installed and no
methods are named.

--answers adds a row for answers of an earlier run, such as those of train.py's
cross-validation (the ids of these answers are CORPUS/ID). Otherwise the trained
method would be measured on the pages with which it was trained.

--scorer names a program that is called as PROGRAM GOLD PREDICTIONS --metrics
word,shingle,cuter --bootstrap 0 --pages FILE and writes a line of scores for
each page. Without --scorer the functions of this file compute the scores.
"""
import argparse
import html.parser
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter, namedtuple

import peers

OF_SITES = {"entropy", "cst", "ibdf"}
FEWEST_PAGES = 5
KINDS = ("single body", "several bodies", "comments")

# Scores of a page, 0 to 1. Precision and recall are those of the shingles; a
# score is None if the page does not count in its mean.
Score = namedtuple("Score", "f1 precision recall useful useless")

# ------------------------------------------------------------------- scoring

# In scripts without spaces each character is a word.
UNSPACED = ("\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff"
            "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff")
WORD = re.compile(r"\w+")
UNIT = re.compile(rf"[{UNSPACED}]|(?:(?![{UNSPACED}])\w)+")


def units(text):
    return UNIT.findall(unicodedata.normalize("NFKC", text).lower())


def common_length(a, b):
    """Length of the longest common subsequence, computed with one row of bits
    for each word of b."""
    masks = {}
    for i, word in enumerate(a):
        masks[word] = masks.get(word, 0) | 1 << i
    row = full = (1 << len(a)) - 1
    for word in b:
        if mask := masks.get(word):
            hit = row & mask
            row = ((row + hit) | (row - hit)) & full
    return len(a) - bin(row).count("1")


def word_f1(gold, got):
    gold, got = (Counter(WORD.findall(t.lower())) for t in (gold, got))
    if not gold or not got:
        return float(not gold and not got)
    return 2 * sum((gold & got).values()) / (gold.total() + got.total())


def grams(text):
    words = WORD.findall(text)
    return Counter(tuple(words[i:i + SHINGLE])
                   for i in range(max(1, len(words) - SHINGLE + 1))
                   if words)


def precision_recall(gold, got):
    gold, got = grams(gold), grams(got)
    common = (gold & got).total()
    return (common / got.total() if got else None,
            common / gold.total() if gold else None)


def useful_useless(gold, got):
    gold, got = units(gold), units(got)
    common = common_length(gold, got) if gold and got else 0
    useful = common / len(gold) if gold else float(not got)
    return useful, 1 - common / len(got) if got else 0.0


def harmonic(useful, useless):
    precision = 1 - useless
    both = useful + precision
    return 2 * useful * precision / both if both else 0.0


def variants(page):
    """The gold text with and without its optional paragraphs."""
    body = page.get("body") or ""
    yield body
    if optional := set(page.get("optional") or ()):
        yield "\n\n".join(p for i, p in enumerate(body.split("\n\n"))
                          if i not in optional)


def score_page(page, body):
    f1 = max(word_f1(gold, body) for gold in variants(page))
    shingles = max((precision_recall(gold, body) for gold in variants(page)),
                   key=lambda pair: sum(value or 0 for value in pair))
    useful, useless = max((useful_useless(gold, body)
                           for gold in variants(page)),
                          key=lambda pair: harmonic(*pair))
    return Score(f1, *shingles, useful, useless)


def score_here(gold, predictions):
    return {id: score_page(page, predictions.get(id, ""))
            for id, page in gold.items()}


def score_by(scorer, corpus, predictions, folder):
    given = folder / "predictions.jsonl"
    pages = folder / "pages.jsonl"
    given.write_text("".join(
        json.dumps({"id": id, "body": body}) + "\n"
        for id, body in predictions.items()), encoding="utf-8")
    subprocess.run([sys.executable, scorer, corpus / "gold.jsonl", given,
                    "--metrics", "word,shingle,cuter", "--bootstrap", "0",
                    "--pages", pages],
                   check=True, stdout=subprocess.DEVNULL)
    rows = map(json.loads, pages.read_text(encoding="utf-8").splitlines())
    return {row["id"]: Score(row["word"]["f1"], row["shingle"]["p"],
                             row["shingle"]["r"], row["cuter"]["acc"],
                             row["cuter"]["noise"]) for row in rows}


# ------------------------------------------------------------- kinds of pages

INLINE = set("a abbr b bdi bdo cite code data del dfn em font i ins kbd label "
             "mark nobr q s samp small span strike strong sub sup time tt u "
             "var wbr".split())
VOID = set("area base br col embed hr img input link meta param source track "
           "wbr".split())
SILENT = {"script", "style", "template", "noscript", "svg", "head", "select",
          "textarea"}
CAPTION = {"figure", "figcaption"}
COMMENTS = re.compile(r"(?:^|[\s_-])(?:comments?|commentlist|disqus|"
                      r"kommentare?|commentaires?|comentarios?)(?:$|[\s_-])",
                      re.I)
COMMENT_WORDS = 30      # fewer words are a button or a count
INTERRUPTING_WORDS = 5  # fewer words are a label
SHINGLE = 4


class Blocks(html.parser.HTMLParser):
    """The text blocks of the page: (words, is in comments). Captions are left
    out, because they belong to the article."""

    def __init__(self):
        super().__init__()
        self.open = []          # open elements: (tag, in comments, silent)
        self.blocks = []
        self.text = []

    def state(self):
        return self.open[-1][1:] if self.open else (False, False)

    def end_block(self):
        if words := units(" ".join(self.text)):
            self.blocks.append((words, self.state()[0]))
        self.text = []

    def handle_starttag(self, tag, attrs):
        if tag not in INLINE:
            self.end_block()
        if tag in VOID:
            return
        comments, silent = self.state()
        names = " ".join(v or "" for k, v in attrs if k in ("class", "id"))
        comments |= tag not in ("html", "body", "article", "main") and \
            bool(COMMENTS.search(names))
        self.open.append((tag, comments,
                          silent or tag in SILENT or tag in CAPTION))

    def handle_endtag(self, tag):
        if tag not in INLINE:
            self.end_block()
        for i in range(len(self.open) - 1, max(-1, len(self.open) - 64), -1):
            if self.open[i][0] == tag:
                del self.open[i:]
                break

    def handle_data(self, data):
        if not self.state()[1]:
            self.text.append(data)


def shingles(words):
    return {tuple(words[i:i + SHINGLE])
            for i in range(max(1, len(words) - SHINGLE + 1))}


def kind_of(page, text):
    parser = Blocks()
    parser.feed(text)
    parser.close()
    parser.end_block()
    gold = shingles(units(page.get("body") or ""))
    # For each block that is long enough: whether it belongs to the article.
    is_body = []
    comment_words = 0
    for words, in_comments in parser.blocks:
        of = shingles(words)
        ours = len(of & gold) * 2 > len(of)
        if in_comments and not ours:
            comment_words += len(words)
        if len(words) >= INTERRUPTING_WORDS:
            is_body.append(ours)
    if comment_words >= COMMENT_WORDS:
        return KINDS[2]
    ours = [i for i, b in enumerate(is_body) if b]
    if ours and not all(is_body[ours[0]:ours[-1]]):
        return KINDS[1]
    return KINDS[0]


# -------------------------------------------------------------------- running


def page_file(corpus, id):
    for name in (f"html/{id}.html.gz", f"html/{id}.html"):
        if (corpus / name).exists():
            return name
    sys.exit(f"{corpus}: no page for {id}")


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def sites_of(gold):
    sites = {}
    for id, page in gold.items():
        sites.setdefault(page.get("site") or id, []).append(id)
    return sites


def run_sites(gleaner, corpus, gold, method):
    bodies = {}
    began = cpu_seconds()
    for ids in sites_of(gold).values():
        with tempfile.TemporaryDirectory() as folder:
            names = {}
            for id in ids:
                page = corpus.resolve() / page_file(corpus, id)
                (pathlib.Path(folder) / page.name).symlink_to(page)
                names[page.name] = id
            done = subprocess.run([gleaner, "cut", "--site", folder,
                                   "--method", method], check=True,
                                  stdout=subprocess.PIPE, encoding="utf-8")
        for row in map(json.loads, done.stdout.splitlines()):
            bodies[names[row["id"]]] = row["body"]
    return bodies, cpu_seconds() - began


def run(gleaner, corpus, gold, method):
    if method.partition(":")[0] in OF_SITES:
        return run_sites(gleaner, corpus, gold, method)
    lines = "".join(json.dumps({
        "id": id, "file": page_file(corpus, id), "url": page.get("url"),
        "hint_title": page.get("hint_title")}) + "\n"
        for id, page in gold.items())
    began = cpu_seconds()
    done = subprocess.run([gleaner, "cut", "--batch", "--root", corpus,
                           "--method", method, "-"], input=lines, check=True,
                          stdout=subprocess.PIPE, encoding="utf-8")
    seconds = cpu_seconds() - began
    rows = map(json.loads, done.stdout.splitlines())
    return {row["id"]: row["body"] for row in rows}, seconds


def run_peer(name, corpus, gold):
    lines = "".join(json.dumps({"id": id, "file": page_file(corpus, id)}) + "\n"
                    for id in gold)
    done = subprocess.run(peers.command_of(name, corpus), input=lines,
                          check=True, stdout=subprocess.PIPE,
                          encoding="utf-8")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return ({row["id"]: row["body"] for row in rows},
            sum(row["seconds"] for row in rows))


def read_answers(path, corpus):
    prefix = corpus.resolve().name + "/"
    with open(path, encoding="utf-8") as f:
        return {row["id"].removeprefix(prefix): row["body"]
                for row in map(json.loads, f)
                if row["id"].startswith(prefix)}


def methods_of(gleaner, gold):
    """The methods that the command lists. Those that compare the pages of a
    site are left out if the sites have too few pages."""
    said = subprocess.run([gleaner, "cut", "--method", "?", "-"],
                          stderr=subprocess.PIPE, encoding="utf-8").stderr
    methods = re.search(r"one of ([a-z0-9, -]+)", said).group(1).strip()
    few = len(gold) < FEWEST_PAGES * len(sites_of(gold))
    return [m for m in methods.split(", ") if not (few and m in OF_SITES)]


def mean(values):
    values = [value for value in values if value is not None]
    return 100 * sum(values) / len(values) if values else 0.0


def shingle_f1(scores):
    precision = mean(s.precision for s in scores)
    recall = mean(s.recall for s in scores)
    both = precision + recall
    return 2 * precision * recall / both if both else 0.0


def score(options, corpus, gold, bodies):
    if not options.scorer:
        return score_here(gold, bodies)
    with tempfile.TemporaryDirectory() as folder:
        return score_by(options.scorer, corpus, bodies, pathlib.Path(folder))


def print_row(name, scores, kinds, seconds):
    rows = list(scores.values())
    cells = [f"{value:.1f}" for value in (
        mean(s.f1 for s in rows), shingle_f1(rows),
        mean(s.useful for s in rows), mean(s.useless for s in rows))]
    cells.append(f"{1000 * seconds / len(rows):.2f}" if seconds else "")
    for kind in KINDS:
        of = [s for id, s in scores.items() if kinds[id] == kind]
        cells.append(f"{mean(s.useful for s in of):.1f} / "
                     f"{mean(s.useless for s in of):.1f}" if of else "")
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def runs(options, corpus, gold, installed):
    """Yields the rows of a table: name, bodies, seconds."""
    methods = (options.methods or "").split()
    for method in methods or methods_of(options.gleaner, gold):
        name = method + " (default)" * (method == "model")
        yield name, *run(options.gleaner, corpus, gold, method)
    if options.answers:
        yield "(answers)", read_answers(options.answers, corpus), 0
    for name in installed:
        yield name, *run_peer(name, corpus, gold)


def print_table(options, corpus, installed):
    with open(corpus / "gold.jsonl", encoding="utf-8") as f:
        gold = {page["id"]: page for page in map(json.loads, f)}
    kinds = {id: kind_of(page, peers.read_page(corpus / page_file(corpus, id)))
             for id, page in gold.items()}
    count = Counter(kinds.values())
    print(f"{corpus.resolve().name}: {len(gold)} pages\n")
    print("| method | word F1 | shingle F1 | useful | useless | ms/page | "
          + " | ".join(f"{k} ({count[k]})" for k in KINDS) + " |")
    print("|---" * (6 + len(KINDS)) + "|")
    for name, bodies, seconds in runs(options, corpus, gold, installed):
        print_row(name, score(options, corpus, gold, bodies), kinds, seconds)


def find_peers():
    """The names of the peers that are installed; reports the others."""
    installed = [name for name in peers.NAMES if peers.find(name)]
    for name in peers.NAMES:
        if name not in installed:
            print(f"{name}: not installed, left out; {peers.INSTALL}")
    return installed


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.
                                     RawDescriptionHelpFormatter)
    parser.add_argument("--gleaner", default="build/gleaner", metavar="PATH")
    parser.add_argument("--scorer", metavar="PATH")
    parser.add_argument("--answers", metavar="FILE")
    parser.add_argument("--methods", metavar="NAMES")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("corpora", type=pathlib.Path, nargs="+",
                        metavar="CORPUS")
    options = parser.parse_args()

    without = options.no_peers or options.methods
    installed = [] if without else find_peers()
    for corpus in options.corpora:
        print()
        print_table(options, corpus, installed)


if __name__ == "__main__":
    main()
