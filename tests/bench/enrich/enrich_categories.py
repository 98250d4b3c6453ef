"""enrich_categories.py -- the labels of publishers, and the categories that the
shipped terms find, for tests/bench/enrich/enrich.py.

The labels of a page are its sections (meta elements, JSON-LD articleSection),
its breadcrumbs, and the first two segments of its address.  A label that is the
name of the site, and segments that name the kind of a page, are left out.  The
first of these sources that means one or two categories gives the page its
category.  Tags only count as further labels.  No label is given to the method:
it reads title, body and language.
"""
import collections
import html
import re
import urllib.parse

SECTIONS = {"article:section", "section", "sailthru.section",
            "parsely-section", "cxenseparse:section", "dc.subject.section",
            "og:section", "articlesection", "lp.section", "category",
            "article:category", "news_category"}
TAGS = {"keywords", "news_keywords", "article:tag", "parsely-tags",
        "sailthru.tags"}
CRUMBS = re.compile("<(?:nav|ol|ul|div)[^>]*breadcrumb[^>]*>(.*?)"
                    "</(?:nav|ol|ul|div)>", re.S | re.I)
LINK = re.compile(r"<a\b[^>]*>(.*?)</a>", re.S)
ELEMENT = re.compile("<[^>]+>")
# Segments that name the kind of a page, or that many sites use for anything.
KINDS = set("book books people work life living art design tv media awards "
            "jobs nature style green property research www news family energy "
            "ai it home mobile apps software games music film food stories "
            "career careers trends house image images video videos services "
            "products product".split())
SEGMENTS = 2
LEAST_WORDS = 20     # distinct stems of a text that is judged
LEAST_PAGES = 10     # a language with fewer pages has no row


def linked(node, key):
    """Yields the texts of all members `key` in a JSON-LD value."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name == key:
                yield from (one for one in (value if isinstance(value, list)
                                            else [value])
                            if isinstance(one, str))
            else:
                yield from linked(value, key)
    elif isinstance(node, list):
        for value in node:
            yield from linked(value, key)


def linked_crumbs(node):
    """Yields the names of all breadcrumbs in a JSON-LD value."""
    if isinstance(node, dict):
        items = node.get("itemListElement")
        if node.get("@type") == "BreadcrumbList" and isinstance(items, list):
            for one in items:
                if isinstance(one, dict):
                    item = one.get("item")
                    name = one.get("name") or (
                        item.get("name") if isinstance(item, dict) else None)
                    if isinstance(name, str):
                        yield name
        for value in node.values():
            yield from linked_crumbs(value)
    elif isinstance(node, list):
        for value in node:
            yield from linked_crumbs(value)


def labels(page, metas, scripts, url):
    """Returns pairs of a source and a label.  scripts: JSON-LD values."""
    found = [("section", value) for name, value in metas if name in SECTIONS]
    for script in scripts:
        found += [("section", one) for one in linked(script, "articleSection")]
    for script in scripts:
        found += [("breadcrumb", one) for one in linked_crumbs(script)]
    marked = CRUMBS.search(page)
    if marked:
        found += [("breadcrumb", html.unescape(ELEMENT.sub("", one)).strip())
                  for one in LINK.findall(marked.group(1))]
    parts = urllib.parse.urlparse(url)
    segments = [urllib.parse.unquote(one)
                for one in parts.path.split("/")[1:-1]]
    found += [("address", one) for one in
              [one for one in segments if one and not one.isdigit() and
               one.lower() not in KINDS][:SEGMENTS]]
    found += [("tag", one.strip()) for name, value in metas if name in TAGS
              for one in re.split("[,;|、，]", value)]
    name = re.sub("^www\\.", "", parts.hostname or "").split(".")[0]
    return [(source, label) for source, label in found
            if re.sub("[^a-z0-9]", "", label.lower()) !=
            re.sub("[^a-z0-9]", "", name)]


def gold(article):
    """Returns the source and the categories of the publisher, and the categories
    of all of its labels."""
    every = {one for _, found in article["label_sets"] for one in found}
    for source in ("section", "breadcrumb", "address"):
        found = {one for name, names in article["label_sets"]
                 if name == source for one in names}
        if found and len(found) <= 2:
            return source, found, every
    return None, set(), every


def f1_of(pages):
    """Returns F1 of the best category, by category."""
    right, wrong, missed = (collections.Counter() for _ in range(3))
    for article, categories in pages:
        best = article["category_best"]
        if best in categories:
            right[best] += 1
        else:
            wrong[best] += 1
            missed[sorted(categories)[0]] += 1
    return {name: 2 * right[name] /
            (2 * right[name] + wrong[name] + missed[name])
            for name in set(right) | set(missed)}, right + missed


def row(name, pages):
    scores, counts = f1_of([(a, own) for a, _, own, _ in pages])
    frequent = [scores[one] for one in scores if counts[one] >= 10]
    judged = [(a, own, every) for a, _, own, every in pages if a["category"]]
    own_right = sum(a["category"] in own for a, own, _ in judged)
    any_right = sum(a["category"] in every for a, _, every in judged)

    def share(n):
        return f"{n / len(judged):.2f}" if judged else ""
    print(f"| {name} | {len(pages)} | "
          f"{sum(scores.values()) / len(scores):.2f} ({len(scores)}) | "
          + (f"{sum(frequent) / len(frequent):.2f} ({len(frequent)})"
             if frequent else "")
          + f" | {len(judged)} | {share(own_right)} | {share(any_right)} |")


def labelled(found):
    """Returns the pages that are judged: article, source of the label, categories
    of the publisher, categories of all labels."""
    pages = []
    for article in found:
        source, own, every = gold(article)
        if own and article["has_categories"] and \
                len(article["hashes"]) > LEAST_WORDS:
            pages.append((article, source, own, every))
    return pages


def print_pages(pages):
    print("| pages | number | macro F1 without threshold (categories) | "
          "of categories with 10 pages | found at the threshold | "
          "precision | precision, all labels |\n|---|---|---|---|---|---|---|")
    row("all", pages)
    for source in ("section", "breadcrumb", "address"):
        of_source = [page for page in pages if page[1] == source]
        if of_source:
            row("by " + source, of_source)
    languages = collections.Counter(page[0]["lang"] for page in pages)
    for language, n in languages.most_common():
        if n >= LEAST_PAGES:
            row(language, [page for page in pages
                           if page[0]["lang"] == language])
    scores, counts = f1_of([(a, own) for a, _, own, _ in pages])
    print("\n| category | pages | F1 |\n|---|---|---|")
    for name, n in counts.most_common():
        print(f"| {name} | {n} | {scores[name]:.2f} |")


def print_categories(found):
    pages = labelled(found)
    if pages:
        print("\nCategories by the shipped terms, of pages with a label.  The "
              "factors of the categories were fitted on pages with a label; "
              "category_weights.py holds the sites out.\n")
        print_pages(pages)
