#!/usr/bin/env python3
"""enrich.py -- keywords, categories and summaries, compared with the
publishers' own.

    enrich.py --gleaner FILE --words FILE [--save FILE] CORPUS ...

In:  folders with gold.jsonl and html/ID.html.gz.  The program extracts the
     articles; keywords and descriptions are read from the pages, and are not
     given to any method.
Out: F1 of the ten best keywords by stem, beside TF-IDF, YAKE and RAKE; ROUGE-1,
     -2 and -L of the summaries against the description, beside the first three
     sentences, TextRank and LexRank; the categories by the shipped terms, and
     by all that a page without its section has; the processor time of an
     article.  The categories of several corpora are one
     table, because single corpora have few labels.

The other methods are in enrich_peers.py.  enrich_sections.py removes sections.
"""
import argparse
import collections
import gzip
import html
import json
import pathlib
import re
import subprocess
import sys

import enrich_categories as categories
import enrich_peers as peers
import enrich_sections as sections

META = re.compile(r"<meta\b[^>]*>", re.I)
NAME = re.compile(r"(?:name|property|itemprop)\s*=\s*[\"']?([\w:.-]+)", re.I)
CONTENT = re.compile(r"content\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.I)
SCRIPT = re.compile(r"<script[^>]*ld\+json[^>]*>(.*?)</script>", re.S | re.I)
SEPARATORS = re.compile("[,;|、，]")
MOST_BYTES = 60           # a "keyword" of this length or more is a sentence
LEAST_WORDS = 50          # texts with more words are used for keywords
LEAST_SENTENCES = 6       # least number of sentences in a text for a summary
LEAST_DESCRIPTION = 8     # words
LEAST_PAGES = 20          # a language with fewer pages has no row


def metas(text):
    """Yields (name in lower case, content) of each meta element that has both.
    """
    for element in META.findall(text):
        name, content = NAME.search(element), CONTENT.search(element)
        if name and content:
            value = content.group(1) or content.group(2) or ""
            yield name.group(1).lower(), html.unescape(value).strip()


def linked_keywords(node):
    """Yields the values of `keywords` in a JSON-LD value."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "keywords":
                yield from (one for one in (value if isinstance(value, list)
                                            else [value])
                            if isinstance(one, str))
            else:
                yield from linked_keywords(value)
    elif isinstance(node, list):
        for value in node:
            yield from linked_keywords(value)


def linked_values(text):
    """Yields the JSON-LD values of a page."""
    for script in SCRIPT.findall(text):
        try:
            yield json.loads(script, strict=False)
        except ValueError:
            continue


def stated(text, url):
    """The keywords, the description and the labels that a page states."""
    found = list(metas(text))
    scripts = list(linked_values(text))
    lists = [value for name, value in found
             if name in ("keywords", "news_keywords")]
    for script in scripts:
        lists += linked_keywords(script)
    keywords = [one.strip() for value in lists
                for one in SEPARATORS.split(html.unescape(value))]
    keywords = [one for one in dict.fromkeys(keywords)
                if one and len(one) < MOST_BYTES and ":" not in one]
    described = [value for wanted in ("description", "og:description")
                 for name, value in found if name == wanted and value]
    return (keywords, described[0] if described else "",
            categories.labels(text, found, scripts, url))


def run(command, lines):
    """Runs a program that answers JSON lines with JSON lines."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True,
                          check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def articles(folder, gleaner, words):
    """Returns what bench-enrich-words found in the articles of a corpus."""
    pages, urls = {}, {}
    for line in (folder / "gold.jsonl").open(encoding="utf-8"):
        row = json.loads(line)
        path = folder / "html" / f"{row['id']}.html.gz"
        if path.exists():
            pages[row["id"]] = path
            urls[row["id"]] = row.get("url") or ""
    def cut_file(path, url):
        done = subprocess.run([gleaner, "cut", "--json", "--url", url,
                               str(path)], stdout=subprocess.PIPE, check=False)
        return json.loads(done.stdout or "{}")

    cut = run([gleaner, "cut", "--batch", "--root", str(folder)],
              [{"id": name, "file": str(path.relative_to(folder)),
                "url": urls[name]}
               for name, path in pages.items()])
    asked = []
    for article in cut:
        if not article.get("body"):
            continue
        with gzip.open(pages[article["id"]]) as file:
            keywords, described, labels = stated(
                file.read().decode("utf-8", "replace"), urls[article["id"]])
        asked.append({"id": article["id"], "lang": article.get("lang") or "",
                      "title": article.get("title") or "",
                      "body": article["body"], "keywords": keywords,
                      "url": urls[article["id"]],
                      "labels": [label for _, label in labels],
                      "sources": [source for source, _ in labels],
                      "described": described})
    found = run([words], asked)
    by_id = {line["id"]: line for line in found}
    for article, line in zip(asked, found):
        line["described"] = article["described"]
        line["url"] = urls[article["id"]]
        line["label_sets"] = list(zip(article["sources"], line["labels"]))
        line["gold"] = {stem for stem in line["gold"] if stem}
    stating = {name for name, article in by_id.items()
               if any(source == "section" and names
                      for source, names in article["label_sets"])}
    left = sections.read({name: pages[name] for name in stating}, urls,
                         cut_file, lambda lines: run([words], lines))
    for name, labels in left.items():
        by_id[name]["without_section"] = labels
    return found


# ---------------------------------------------------------------- keywords

def f1(predicted, gold):
    predicted = list(dict.fromkeys(predicted))[:10]
    hits = len(set(predicted) & gold)
    return 2 * hits / (len(predicted) + len(gold)) if hits else 0.0


def print_keywords(found):
    counts = peers.Frequencies(found)
    methods = {
        "Gleaner": lambda a: [keyword[1] for keyword in a["keywords"]],
        "TF-IDF, words": lambda a: peers.tf_idf(a, counts, 1),
        "TF-IDF, terms of 1 to 3 words": lambda a: peers.tf_idf(a, counts, 3),
        "YAKE": peers.yake,
        "RAKE": peers.rake,
    }
    judged = [article for article in found
              if article["gold"] and len(article["words"]) > LEAST_WORDS]
    present = missing = 0
    for article in judged:
        stems = " ".join(word[2] for word in article["words"])
        inside = sum(f" {stem} " in f" {stems} " for stem in article["gold"])
        present += inside
        missing += len(article["gold"]) - inside
    print(f"\nKeywords: F1 of ten by stem, {len(judged)} pages; "
          f"{100 * missing / max(1, present + missing):.0f} % of the "
          "publishers' keywords are not in the text\n")
    print("| method | F1 |\n|---|---|")
    for name, method in methods.items():
        values = [f1(method(article), article["gold"]) for article in judged]
        print(f"| {name} | {100 * sum(values) / max(1, len(values)):.1f} |")


# --------------------------------------------------------------- summaries

def print_summaries(found):
    methods = {"Gleaner": lambda a: a["summary"],
               "first three sentences": peers.lead,
               "TextRank": peers.text_rank, "LexRank": peers.lex_rank}
    rows = collections.defaultdict(lambda: collections.defaultdict(list))
    for article in found:
        body = article["sentences"][article["n_title"]:]
        if len(peers.tokens(article["described"])) < LEAST_DESCRIPTION or \
                len(body) < LEAST_SENTENCES:
            continue
        for name, method in methods.items():
            score = peers.rouge(method(article), article["described"])
            for language in ("all", article["lang"]):
                rows[language][name].append(score)
    print("\nSummaries: ROUGE-1 / 2 / L against the description\n")
    print("| language | pages | " + " | ".join(methods) + " |")
    print("|---" * (len(methods) + 2) + "|")
    for language in sorted(rows, key=lambda code: -len(rows[code]["Gleaner"])):
        n = len(rows[language]["Gleaner"])
        if n < LEAST_PAGES and language != "all":
            continue
        cells = [" / ".join(f"{100 * sum(s[k] for s in rows[language][m]) / n:.1f}"
                            for k in range(3)) for m in methods]
        print(f"| {language} | {n} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gleaner", required=True)
    parser.add_argument("--words", required=True)
    parser.add_argument("--save", help="write what was found as JSON lines")
    parser.add_argument("corpora", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    every = []
    for folder in options.corpora:
        found = articles(folder, options.gleaner, options.words)
        if not found:
            sys.exit(f"{folder}: no articles")
        print(f"## {folder.name}: {len(found)} articles of "
              f"{sum(len(a['words']) for a in found) / len(found):.0f} words, "
              f"{sum(a['us'] for a in found) / len(found) / 1000:.2f} ms each")
        print_keywords(found)
        print_summaries(found)
        every += found
    if options.save:
        with open(options.save, "w", encoding="utf-8") as file:
            for article in every:
                file.write(json.dumps(
                    dict(article, gold=sorted(article["gold"]))) + "\n")
    categories.print_categories(every)
    sections.print_sections(every)


if __name__ == "__main__":
    main()
