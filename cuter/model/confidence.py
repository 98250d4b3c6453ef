#!/usr/bin/env python3
"""confidence.py -- fits cuter/article/class/confidence.inc to cross-validated
answers; see README.md.

    confidence.py --answers DIR/answers.jsonl [--out confidence.inc] CORPUS...

The answers are those of train.py: each page was cut with weights that were
trained without its site.  An answer contains the page's "evidence".  A text is
right if its word F1 against the gold is 0.9 or more.  Logistic regression fits
weights that are not negative; pooling adjacent violators fits the rising table
for their weighted sum.  The printed table is for pages whose sites were held
out of this fit, too.  Pages with weak gold are left out.  Generated pages
(augment.py) have the weight MADE in the fit and are not in the table: they add
pages with comments or other stories that were extracted as the article.  The
same input gives the same bytes.

Debian: python3-numpy.
"""
import argparse
import hashlib
import json
import os
import re
from collections import Counter

import numpy as np

NAMES = "LENGTH COVERAGE LINKS TITLE ORDER SINGLE MARGIN DECIDED WHOLE MACHINE".split()
RIGHT = 0.9
MADE = 0.25
FOLDS = 8
STEPS, RATE, RIDGE = 4000, 0.5, 0.002
KNOTS = 12
WORD = re.compile(r"\w+")


def word_f1(gold, text):
    g, p = (Counter(WORD.findall(t.lower())) for t in (gold, text))
    both = sum((g & p).values())
    return 2 * both / max(1, sum(g.values()) + sum(p.values()))


def fold_of(site):
    """Returns the fold of a site by the last two labels of its host, as in train.py."""
    return hashlib.md5(".".join(site.lower().split("/")[0].split(".")[-2:]).encode()).digest()[2] % FOLDS


def read(answers, corpora):
    rows, right, fold, weight = [], [], [], []
    said = {r["id"]: r for r in map(json.loads, open(answers, encoding="utf-8"))}
    for corpus in corpora:
        name = os.path.basename(os.path.normpath(corpus))
        for line in open(os.path.join(corpus, "gold.jsonl"), encoding="utf-8"):
            g = json.loads(line)
            r = said.get(f"{name}/{g['id']}")
            if "unsure" in g or r is None or not r.get("body"):
                continue
            rows.append(r["evidence"])
            right.append(word_f1(g["body"], r["body"]) >= RIGHT)
            fold.append(fold_of(g["site"] or g["id"]))
            weight.append(MADE if "made" in g else 1.0)
    return np.array(rows), np.array(right, dtype=float), np.array(fold), np.array(weight)


def fit_weights(x, y, weight):
    """Logistic regression, weights >= 0, by projected gradient."""
    share = weight / weight.sum()
    w, b = np.full(x.shape[1], 0.5), 0.0
    for _ in range(STEPS):
        miss = 1 / (1 + np.exp(-(x @ w + b))) - y
        w = np.maximum(0, w - RATE * (x.T @ (miss * share) + RIDGE * w))
        b -= RATE * (miss @ share)
    return np.round(w, 4)


def fit_table(z, y, weight):
    """Returns points (z, probability) of an isotonic fit. The answers are
    sorted by z and divided into KNOTS groups of equal size. The share of right
    answers of each group is moved a little towards the mean of all answers.
    Adjacent groups whose shares decrease are merged."""
    order = np.argsort(z, kind="stable")
    mean = np.average(y, weights=weight)
    groups = [[np.average(z[i], weights=weight[i]), y[i] @ weight[i] + mean, weight[i].sum() + 1] for i in np.array_split(order, KNOTS)]
    pooled = []
    for at, hits, n in groups:
        pooled.append([[at], hits, n])
        while len(pooled) > 1 and pooled[-2][1] / pooled[-2][2] >= pooled[-1][1] / pooled[-1][2]:
            last = pooled.pop()
            pooled[-1] = [pooled[-1][0] + last[0], pooled[-1][1] + last[1], pooled[-1][2] + last[2]]
    knots = [(0.0, 0.0)]
    for ats, hits, n in pooled:
        knots.append((round(float(np.mean(ats)), 4), round(hits / n, 4)))
    return knots


def ask(knots, z):
    return np.interp(z, [k[0] for k in knots], [k[1] for k in knots])


def report(held, y):
    print(f"{len(y)} pages, {y.mean():.1%} right; Brier {np.mean((held - y) ** 2):.4f}, of the mean alone {np.mean((y.mean() - y) ** 2):.4f}\n")
    print("| said | mean of it | right | pages |\n|---|---|---|---|")
    gap = 0
    for b in range(10):
        use = (held >= b / 10) & ((held < (b + 1) / 10) | (b == 9))
        if use.any():
            gap += use.sum() * abs(held[use].mean() - y[use].mean())
            print(f"| {b / 10:.1f}–{(b + 1) / 10:.1f} | {held[use].mean():.2f} | {y[use].mean():.2f} | {use.sum()} |")
        else:
            print(f"| {b / 10:.1f}–{(b + 1) / 10:.1f} | | | 0 |")
    print(f"\nmean gap {gap / len(y):.3f}")


def write(path, w, knots):
    if path is None:
        return
    with open(path, "w", encoding="utf-8") as f:
        f.write("/* Made by cuter/model/confidence.py; do not edit. */\n")
        f.writelines(f"WEIGHT({n}, {v:.4f})\n" for n, v in zip(NAMES, w))
        f.writelines(f"KNOT({a:.4f}, {b:.4f})\n" for a, b in knots)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--answers", required=True)
    ap.add_argument("--out")
    ap.add_argument("corpora", nargs="+")
    opt = ap.parse_args()
    x, y, fold, weight = read(opt.answers, opt.corpora)
    held = np.zeros(len(y))
    for k in range(FOLDS):
        use = fold != k
        w = fit_weights(x[use], y[use], weight[use])
        held[~use] = ask(fit_table(x[use] @ w, y[use], weight[use]), x[~use] @ w)
    report(held[weight == 1], y[weight == 1])
    w = fit_weights(x, y, weight)
    print("weights", dict(zip(NAMES, w)))
    knots = fit_table(x @ w, y, weight)
    write(opt.out, w, knots)


if __name__ == "__main__":
    main()
