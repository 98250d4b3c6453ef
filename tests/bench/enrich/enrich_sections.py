"""enrich_sections.py -- the categories that the program finds if a page does not
state its section, for tests/bench/enrich/enrich.py.

The section is removed from each page that states one.  The program then uses
what is left, in this order: breadcrumbs, the address, tags, and the shipped
terms.  The result is compared with the categories of the removed section.
"""
import collections
import gzip
import pathlib
import re
import tempfile

import enrich_categories as categories

# The meta elements from which the program reads a section.
METAS = categories.SECTIONS | {"dc.subject", "og:article:section",
                               "article.section", "cse-section"}
META = re.compile(r"<meta\b[^>]*>", re.I)
NAME = re.compile(r"(?:name|property|itemprop)\s*=\s*[\"']?([\w:.-]+)", re.I)
MEMBER = re.compile("articleSection", re.I)
SOURCES = ("breadcrumb", "address", "tag", "terms")
# The sources that a row of the table may use.
ROWS = (("terms",), ("address", "terms"), ("address", "tag", "terms"), SOURCES)


def without_section(page):
    """Returns a page without the elements that state its section."""
    def meta(found):
        name = NAME.search(found.group(0))
        return "" if name and name.group(1).lower() in METAS else found.group(0)
    return MEMBER.sub("unused", META.sub(meta, page))


def read(pages, urls, cut, words):
    """Extracts pages without their sections.  pages: paths by id; cut extracts a
    file; words answers a list of lines.  Returns the categories of each label
    that is left, by id and source."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "page.html"
        for page, path in pages.items():
            with gzip.open(path) as packed:
                text = packed.read().decode("utf-8", "surrogateescape")
            file.write_bytes(without_section(text).encode(
                "utf-8", "surrogateescape"))
            found.append(dict(cut(file, urls[page]), id=page))
    asked = [{"id": a["id"], "lang": a.get("lang") or "", "title": "",
              "body": "", "keywords": [], "url": urls[a["id"]],
              "labels": [a.get("section") or ""] + (a.get("tags") or [])}
             for a in found]
    return {line["id"]: {"breadcrumb": line["labels"][0],
                         "address": line["address"],
                         "tag": line["labels"][1:]}
            for line in words(asked)}


def most(labels):
    """Returns the categories with the most tags, as store/category does."""
    counts = collections.Counter(one for names in labels for one in names)
    best = [one for one in counts if counts[one] == max(counts.values())]
    return best if len(best) <= 2 else []


def choose(article, sources, at_threshold):
    """Returns the categories of the first source that has any."""
    left = article["without_section"]
    for source in sources:
        found = left[source] if source in ("breadcrumb", "address") else \
            most(left["tag"]) if source == "tag" else \
            [article["category" if at_threshold else "category_best"]]
        if found and found[0]:
            return set(found)
    return set()


def f1_of(pages, sources, at_threshold):
    """Returns the F1 of each category, and the numbers of pages that have a
    category and that have a right one."""
    right, wrong, missed = (collections.Counter() for _ in range(3))
    for article, section in pages:
        found = choose(article, sources, at_threshold)
        if found & section:
            right[min(found & section)] += 1
            continue
        missed[min(section)] += 1
        if found:
            wrong[min(found)] += 1
    scores = {name: 2 * right[name] /
              (2 * right[name] + wrong[name] + missed[name])
              for name in set(right) | set(missed)}
    return scores, right.total() + wrong.total(), right.total()


def print_row(name, pages, sources):
    free, _, _ = f1_of(pages, sources, False)
    scores, n, n_right = f1_of(pages, sources, True)
    print(f"| {name} | {len(pages)} | "
          f"{sum(free.values()) / len(free):.2f} ({len(free)}) | "
          f"{sum(scores.values()) / len(scores):.2f} | {n} | "
          f"{n_right / max(1, n):.2f} |")


def print_sections(found):
    pages = []
    for article in found:
        section = {one for source, names in article["label_sets"]
                   if source == "section" for one in names}
        if article.get("without_section") and 0 < len(section) <= 2 and \
                article["has_categories"] and \
                len(article["hashes"]) > categories.LEAST_WORDS:
            pages.append((article, section))
    if not pages:
        return
    print("\nCategories of pages, compared with their sections, which were "
          "removed before the extraction\n\n| used | pages | macro F1 without "
          "threshold (categories) | macro F1 at the threshold | found | "
          "precision |\n|---|---|---|---|---|---|")
    for sources in ROWS:
        print_row(", ".join(sources), pages, sources)
    languages = collections.Counter(article["lang"] for article, _ in pages)
    for language, n in languages.most_common():
        if n >= categories.LEAST_PAGES:
            print_row(language, [page for page in pages
                                 if page[0]["lang"] == language], SOURCES)
