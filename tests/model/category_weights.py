#!/usr/bin/env python3
"""category_weights.py -- fits the factors of the categories for
enrich/category/category_terms.c, and measures them with the sites held out.

    category_weights.py FILE

In:  the file that `tests/bench/enrich/enrich.py --save FILE` writes.
Out: the tables of tests/bench/enrich/enrich.py with equal factors, and with
     the sites held out; precision and number of pages at several thresholds;
     the factors that are fitted on all pages, in 64ths. To hold the sites out,
     the pages are divided into FOLDS parts by site. The factors for each part
     are fitted on the pages of the other parts.

The model is a multinomial logistic regression.  Its features are the logarithms
of the shares, whose coefficients are fixed at SLOPE, so that the program needs
no logarithm.  Only the constants of the categories are fitted.
"""
import hashlib
import json
import math
import pathlib
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "bench/enrich"))
import enrich_categories as labels

CATEGORIES = ("arts crime disaster economy education environment health "
              "human-interest labour lifestyle politics religion science "
              "society sport conflict weather").split()
FOLDS = 5
# As in category_terms.c.
PRIOR = 15 * 12
FLOOR = 1 / 16
SLOPE = 2
LEAST_PAGES = 100    # the steps of the fit are too large for fewer pages
LEAST = 0.82         # CATEGORY_TERMS_LEAST
# Strength of the prior that all factors are equal, in pages.
EQUAL = 6
STEPS, RATE = 100, 2
THRESHOLDS = (0.9, 0.85, 0.82, 0.8, 0.7, 0.6)
LONG_SUFFIX = 3      # letters of "co" in co.uk, "com" in com.au


def site_of(url):
    parts = (urllib.parse.urlparse(url).hostname or "").split(".")
    n = 3 if len(parts) > 2 and len(parts[-2]) <= LONG_SUFFIX else 2
    return ".".join(parts[-n:])


def fold_of(site):
    return int(hashlib.md5(site.encode()).hexdigest(), 16) % FOLDS


def features(sums):
    whole = sum(sums) + PRIOR
    return [math.log(one / whole + FLOOR) for one in sums]


def probabilities(constants, page):
    values = [math.exp(SLOPE * x + constant)
              for x, constant in zip(page["features"], constants)]
    total = sum(values)
    return [value / total for value in values]


def fit(pages):
    constants = [0.0] * len(CATEGORIES)
    for _ in range(STEPS):
        slopes = [EQUAL * constant for constant in constants]
        for page in pages:
            for i, value in enumerate(probabilities(constants, page)):
                slopes[i] += value
                if CATEGORIES[i] in page["own"]:
                    slopes[i] -= 1 / len(page["own"])
        constants = [constant - RATE * slope / len(pages)
                     for constant, slope in zip(constants, slopes)]
    return constants


def judge(constants, page):
    """Returns the page with the category of these factors."""
    values = probabilities(constants, page)
    best = max(range(len(CATEGORIES)), key=values.__getitem__)
    return dict(page, category_best=CATEGORIES[best], probability=values[best],
                category=CATEGORIES[best] if values[best] >= LEAST else "")


def judged(pages, constants_of):
    """Returns the pages in the form of enrich_categories.py."""
    return [(judge(constants_of(page), page), page["source"], page["own"],
             page["every"]) for page in pages]


def print_thresholds(pages):
    print("\n| threshold | found | precision | precision, all labels |\n"
          "|---|---|---|---|")
    for threshold in THRESHOLDS:
        kept = [(page["category_best"], own, every)
                for page, _, own, every in pages
                if page["probability"] >= threshold]
        n = max(1, len(kept))
        print(f"| {threshold} | {len(kept)} | "
              f"{sum(best in own for best, own, _ in kept) / n:.2f} | "
              f"{sum(best in every for best, _, every in kept) / n:.2f} |")


def main():
    found = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    pages = [{"lang": article["lang"], "source": source, "own": own,
              "every": every, "features": features(article["category_sums"]),
              "fold": fold_of(site_of(article["url"]) or article["id"])}
             for article, source, own, every in labels.labelled(found)]
    if len(pages) < LEAST_PAGES:
        sys.exit(f"{sys.argv[1]}: {len(pages)} pages have a label; "
                 f"{LEAST_PAGES} are needed")
    equal = [0.0] * len(CATEGORIES)
    without = [fit([page for page in pages if page["fold"] != fold])
               for fold in range(FOLDS)]
    held_out = judged(pages, lambda page: without[page["fold"]])
    print("Equal factors\n")
    labels.print_pages(judged(pages, lambda _: equal))
    print("\nFitted factors, sites held out\n")
    labels.print_pages(held_out)
    print_thresholds(held_out)
    print("\nFactors fitted on all pages\n")
    for name, constant in zip(CATEGORIES, fit(pages)):
        print(f"{name} {64 * math.exp(constant / SLOPE):.0f}")


main()
