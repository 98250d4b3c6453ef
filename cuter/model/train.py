#!/usr/bin/env python3
"""train.py -- trains weights.c on pages with gold; see README.md.

    train.py --tool build/model-tool --work DIR [--out weights.c] [--no-cv]
        [--jobs N] [--seed N] [--ablation] CORPUS...

A CORPUS contains gold.jsonl ("id", "site", "body", "hint_title", "unsure") and
html/<id>.html.gz.  Gold with "unsure" blocks is weak: its pages have less
weight, and those blocks have no weight.  With cross-validation (the default)
the program cuts each page with weights that were trained without its site; the
answers go to DIR/answers.jsonl.  --ablation prints the accuracy of the first
stage without each group of features.  --jobs processes train the folds at the
same time.  --seed is the seed of the trees.  The same input and seed give the
same bytes, with any number of jobs.

Debian: python3-numpy, python3-xgboost.
"""
import argparse
import hashlib
import json
import multiprocessing
import os
import re
import struct
import subprocess
from collections import Counter

import numpy as np
import xgboost as xgb

FOLDS = 4
UNIT = 1024                     # MODEL_UNIT of model.h
LEAF = 0xFFFF
WEAK = 0.15                     # weight of a page with weak gold
# MADE: weight, in the first stage, of a page that augment.py has generated.
# MADE_SECOND: factor of this weight in the second stage.
MADE = dict(truncated=0.0625, grafted=0.2, commented=0.2)
MADE_SECOND = dict(truncated=0, grafted=0, commented=0.5)
FOUND_SHARE = 0.4               # least share of the gold's words that must be in blocks; a page with less is not used
UNSURE_HEAD = ("reader-dev",)   # corpora whose gold may begin with headline or byline
HEAD_WORDS = 20                 # in these corpora, blocks before the first text of at least this number of words are not used
NEAR = 12                       # distance in blocks; a block that is further from all text is far
FAR_PART, FAR_PART_MADE = 3, 6  # every nth far block is used
FAR_WEIGHT = 3                  # factor of the weight of a far block
WEAK_PART = 2                   # every nth page with weak gold is used; blocks with snippets are used on all these pages
SAID = 0.4                      # factor of the weight of blocks with a required or forbidden snippet on these pages
THRESHOLD = 0.2                 # log-odds above which a block is text; not 0, because this gives less noise at the same word F1
FIRST_THRESHOLD = -4.5          # log-odds; blocks at or below this score are not scored by the second stage
EARLY, EARLY_BELOW = 0, -2.4    # the first stage ends after EARLY trees (0: never) if the score is below EARLY_BELOW
                                # log-odds. If EARLY were 16, 1 in 1000 blocks of text would be lost.
EARLY_LESS = 4 * UNIT           # MODEL_EARLY_LESS of model.h: subtracted from a score if the first stage ends early
FIRST = dict(max_depth=6, eta=0.15, trees=64)
SECOND = dict(max_depth=6, eta=0.08, trees=160)
SECOND_SEEDS = (0,)             # each is added to the seed of one forest; the second stage is the mean of these forests
SECOND_LOWEST = -6              # log-odds of the first stage; blocks at or below are not used to train the second stage
COMMON = dict(objective="binary:logistic", tree_method="hist", max_bin=64, min_child_weight=0.5, reg_lambda=2.0, colsample_bytree=0.4,
              base_score=0.5, nthread=1, verbosity=0)
WORD = re.compile(r"\w+")


# ------------------------------------------------------------------- labels

def words(text):
    return [w.lower() for w in WORD.findall(text)]


def grams(w, n=4):
    return [tuple(w[i:i + n]) for i in range(max(1, len(w) - n + 1))] if w else []


def label(blocks, gold):
    """For each block, the share of its 4-grams that are in the gold and were not
    counted for an earlier block. For a block of fewer than four words: 1 if it
    is a line of the gold, else 0."""
    left = Counter(grams(words(gold)))
    lines = Counter(" ".join(words(p)) for p in re.split(r"\n+|\s\|\s", gold))
    share = []
    for text in blocks:
        w = words(text) if text else []
        if len(w) < 4:
            line = " ".join(w)
            hit = bool(w) and lines[line] > 0
            lines[line] -= hit
            share.append(float(hit))
            continue
        g = grams(w)
        share.append(sum(left[x] > 0 for x in g) / len(g))
        if share[-1] > 0.5:
            for x in g:
                if left[x] > 0:
                    left[x] -= 1
    return share


def snippets(blocks, gold):
    """The annotations of a page with weak gold: 1 for a required block, 0 for a
    forbidden one, -1 for others."""
    want, hate = ([s.lower() for s in gold.get(k) or ()] for k in ("with", "without"))
    said = []
    for text in blocks:
        t = (text or "").lower()
        yes, no = any(s in t for s in want), any(s in t for s in hate)
        said.append(-1 if yes == no else int(yes))
    return np.array(said, dtype=int)


def trust(blocks, gold, y):
    """The factor of each block's weight: MADE on generated pages, else 1. It is 0
    for all blocks of a page that does not match its gold. It is 0 for the blocks
    before the text if the gold may begin with other lines."""
    factor = np.full(len(y), MADE.get(gold.get("made"), 1.0))
    n = np.array([len(words(t or "")) for t in blocks])
    if (n * (y > 0.5)).sum() < FOUND_SHARE * len(words(gold["body"])):
        return 0 * factor
    if gold.get("base", gold["corpus"]) in UNSURE_HEAD:
        factor[:next(iter(np.flatnonzero((y > 0.5) & (n >= HEAD_WORDS))), 0)] = 0
    return factor


def thin(y, gold):
    """The factor of each block's weight. Most blocks that are far from all text
    have the factor 0. This halves the time of training without a loss of
    accuracy."""
    text = np.flatnonzero(y >= 0.5)
    i = np.arange(len(y))
    near = np.zeros(len(y), dtype=bool)
    if len(text):
        after = np.clip(np.searchsorted(text, i), 0, len(text) - 1)
        near = np.minimum(abs(i - text[after]), abs(i - text[np.maximum(after - 1, 0)])) <= NEAR
    part = FAR_PART_MADE if "made" in gold else FAR_PART
    return np.where(near, 1, np.where(i % part == 0, FAR_WEIGHT, 0))


# --------------------------------------------------------------------- data

def fold_of(site):
    """Returns the fold of a site by the last two labels of its host, so that related sites are in one fold."""
    key = ".".join(site.lower().split("/")[0].split(".")[-2:])
    return hashlib.md5(key.encode()).digest()[0] % FOLDS


class Data:
    """Pages of all corpora: rows, labels and weights of their blocks."""

    def __init__(self, tool, work, corpora):
        self.tool, self.work, self.gold = tool, work, []
        for corpus in corpora:
            for line in open(os.path.join(corpus, "gold.jsonl")):
                g = json.loads(line)
                g["corpus"] = os.path.basename(os.path.normpath(corpus))
                g["file"] = os.path.abspath(os.path.join(corpus, "html", g["id"] + ".html.gz"))
                self.gold.append(g)
        self.lines = [json.dumps(dict(id=f"{g['corpus']}/{g['id']}", file=g["file"], url=g.get("url"), hint_title=g.get("hint_title"))) for g in self.gold]
        groups = subprocess.run([tool, "groups"], check=True, capture_output=True, text=True).stdout
        self.groups = [(name, int(n)) for name, n in (x.split("\t") for x in groups.splitlines())]
        rows = os.path.join(work, "rows.bin")
        self.blocks = blocks = [json.loads(x) for x in self.run(["rows", rows], self.lines)]
        self.first = np.fromfile(rows, dtype=np.float32).reshape(-1, sum(n for _, n in self.groups))
        sizes = [len(b) for b in blocks]
        self.start = np.concatenate([[0], np.cumsum(sizes)])
        assert self.start[-1] == len(self.first)
        self.fold = np.repeat([fold_of(g["site"] or g["id"]) for g in self.gold], sizes)
        self.y, self.weight = (np.concatenate(x) for x in zip(*(self.judge(b, g) for b, g in zip(blocks, self.gold))))
        self.second_factor = np.repeat([MADE_SECOND.get(g.get("made"), 1) for g in self.gold], sizes)
        self.weight *= np.concatenate([thin(self.y[a:b], g) for a, b, g in zip(self.start, self.start[1:], self.gold)])

    def run(self, args, lines):
        return subprocess.run([self.tool, *args], input="\n".join(lines) + "\n", check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout.splitlines()

    @staticmethod
    def judge(blocks, gold):
        """The label of each block, and its weight."""
        if not blocks:
            return np.zeros(0), np.zeros(0)
        y = np.array(label(blocks, gold["body"]))
        size = np.sqrt([len(t or "") for t in blocks])
        w = size / max(size.sum(), 1) * 30 + 0.02
        w *= [t is not None for t in blocks]
        if "unsure" not in gold:
            return y, w * trust(blocks, gold, y)
        unsure = {" ".join(words(t)) for t in gold["unsure"]}
        said = snippets(blocks, gold)
        known = (said >= 0) & (w > 0)
        use = hashlib.md5(gold["id"].encode()).digest()[1] % WEAK_PART == 0
        w *= [use * WEAK * (" ".join(words(t or "")) not in unsure) for t in blocks]
        w[known] = (size / max(size.sum(), 1) * 30 + 0.1)[known] * SAID
        y[known] = said[known]
        return y, w

    def second(self, opinions):
        """Returns the rows of the second stage for these scores of the first
        stage (in MODEL_UNITs)."""
        given, rows = (os.path.join(self.work, f"{name}.{os.getpid()}.bin") for name in ("opinions", "second"))
        (opinions.astype(np.float32) / np.float32(UNIT)).tofile(given)
        self.run(["second", given, rows], self.lines)
        second = np.fromfile(rows, dtype=np.float32).reshape(len(self.first), -1)
        os.unlink(given)
        os.unlink(rows)
        return second


# -------------------------------------------------------------------- trees

class Forest:
    """Trees in the form of model.h: the left child is the following node, `next` is
    the offset of the right child, and leaves are integers."""

    def __init__(self, booster, early=0):
        self.early, self.early_below = early, round(EARLY_BELOW * UNIT) if early else 0
        self.feature, self.next, self.bound, self.roots = [], [], [], []
        for tree in json.loads(booster.save_raw("json"))["learner"]["gradient_booster"]["model"]["trees"]:
            self.roots.append(len(self.feature))
            self.add(tree, 0)
        self.feature = np.array(self.feature, dtype=np.uint16)
        self.next = np.array(self.next, dtype=np.int16)
        self.bound = np.array(self.bound, dtype=np.float32)

    def add(self, tree, i):
        at = len(self.feature)
        left, right = tree["left_children"][i], tree["right_children"][i]
        if left < 0:
            self.feature.append(LEAF)
            self.next.append(round(tree["split_conditions"][i] * UNIT))
            self.bound.append(0)
            return
        self.feature.append(tree["split_indices"][i])
        self.next.append(0)
        self.bound.append(np.float32(tree["split_conditions"][i]))
        self.add(tree, left)
        self.next[at] = len(self.feature) - at
        self.add(tree, right)

    @classmethod
    def mean(cls, forests):
        """Returns one forest whose output is the mean of the forests' outputs."""
        whole = forests[0]
        for f in forests:
            f.next[f.feature == LEAF] = np.round(f.next[f.feature == LEAF] / len(forests))
        whole.roots = [root + sum(len(g.feature) for g in forests[:i]) for i, f in enumerate(forests) for root in f.roots]
        for part in ("feature", "next", "bound"):
            setattr(whole, part, np.concatenate([getattr(f, part) for f in forests]))
        return whole

    def score(self, x):
        total = np.zeros(len(x), dtype=np.int64)
        asked = np.arange(len(x))
        for n, root in enumerate(self.roots, 1):
            total[asked] += self.leaves(x, root)
            if n == self.early:
                ended = total < self.early_below
                total[ended] -= EARLY_LESS
                asked = np.flatnonzero(~ended)
                x = x[asked]
        return total

    def leaves(self, x, root):
        row = np.arange(len(x))
        at = np.full(len(x), root)
        while True:
            f = self.feature[at]
            inner = f != LEAF
            if not inner.any():
                return self.next[at]
            left = x[row, np.where(inner, f, 0)] < self.bound[at]
            at = np.where(inner, at + np.where(left, 1, self.next[at]), at)


seed = 1                        # seed of the trees; --seed
jobs = 2                        # processes; --jobs
calls = []                      # functions for the processes of together()


def run_call(i):
    function, args = calls[i]
    return function(*args)


def together(function, of_args):
    """Returns [function(*args) for args in of_args], computed in several
    processes, which get the data by fork()."""
    calls[:] = [(function, args) for args in of_args]
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        return pool.map(run_call, range(len(calls)), chunksize=1)


def train(x, y, weight, params, seeds=(0,)):
    use = weight > 0
    p = dict(COMMON, **params)
    trees = p.pop("trees")
    data = xgb.DMatrix(x[use], label=(y[use] >= 0.5), weight=weight[use])
    return Forest.mean([Forest(xgb.train(dict(p, seed=seed + s), data, trees), EARLY if params is FIRST else 0) for s in seeds])


def write_binary(path, forests, threshold):
    with open(path, "wb") as f:
        for forest in forests:
            f.write(struct.pack("<IIIi", len(forest.feature), len(forest.roots), forest.early, forest.early_below))
            f.write(np.array(forest.roots, dtype=np.uint32).tobytes())
            nodes = np.zeros(len(forest.feature), dtype=[("f", "<u2"), ("n", "<i2"), ("b", "<f4")])
            nodes["f"], nodes["n"], nodes["b"] = forest.feature, forest.next, forest.bound
            f.write(nodes.tobytes())
        f.write(struct.pack("<ii", round(FIRST_THRESHOLD * UNIT), threshold))


# ------------------------------------------------------------------- stages

def without_fold(d, *folds):
    use = ~np.isin(d.fold, folds)
    return train(d.first[use], d.y[use], d.weight[use], FIRST)


def first_stage(d):
    """Returns the scores of every block by trees that were trained without its
    site, and a list of these trees: the trees at index k were trained without
    fold k."""
    held = np.zeros(len(d.y), dtype=np.int64)
    without = together(without_fold, [(d, k) for k in range(FOLDS)])
    for k, forest in enumerate(without):
        held[d.fold == k] = forest.score(d.first[d.fold == k])
    return held, without


def first_stages(d, held):
    """Returns of[k][block]: the score of the block by trees that were trained
    without the fold of the block and without fold k.  The second stage of fold k
    uses these scores."""
    of = np.tile(held, (FOLDS, 1))
    pairs = [(j, k) for k in range(FOLDS) for j in range(k)]
    for (j, k), forest in zip(pairs, together(without_fold, [(d, j, k) for j, k in pairs])):
        of[k][d.fold == j] = forest.score(d.first[d.fold == j])
        of[j][d.fold == k] = forest.score(d.first[d.fold == k])
    return of


def second_stage(d, opinions, use):
    weight = d.weight * d.second_factor
    use = use & (weight > 0) & (opinions > SECOND_LOWEST * UNIT)
    x = np.hstack([d.first[use], d.second(opinions)[use]])
    return train(x, d.y[use], weight[use], SECOND, SECOND_SEEDS)


def final_stage(d, held):
    """Trains a stage of weights.c on all folds: the first stage if held is None,
    else the second stage with these scores of the first."""
    if held is None:
        return train(d.first, d.y, d.weight, FIRST)
    return second_stage(d, held, np.ones(len(d.y), dtype=bool))


def word_f1(gold, pred):
    a, b = Counter(words(gold)), Counter(words(pred))
    if not a or not b:
        return float(not a and not b)
    return 2 * sum((a & b).values()) / (sum(a.values()) + sum(b.values()))


def cut_fold(d, k, first, opinions, threshold):
    """Trains the second stage without fold k, and cuts the pages of fold k."""
    forest = second_stage(d, opinions, d.fold != k)
    path = os.path.join(d.work, f"fold{k}.bin")
    write_binary(path, [first, forest], threshold)
    lines = [x for x, g in zip(d.lines, d.gold) if fold_of(g["site"] or g["id"]) == k]
    return d.run(["cut", path], lines)


def cross_validate(d, of, without, threshold):
    """Cuts every page with weights that were trained without its site."""
    folds = together(cut_fold, [(d, k, without[k], of[k], threshold) for k in range(FOLDS)])
    answers = [json.loads(line) for lines in folds for line in lines]
    return {a["id"]: a for a in answers}


def report(d, answers):
    score, found = {}, {}
    for g in d.gold:
        body = answers[f"{g['corpus']}/{g['id']}"]["body"]
        score.setdefault(g["corpus"], []).append(word_f1(g["body"], body))
        for key in ("with", "without"):
            if g.get(key):
                hits = [s.lower() in body.lower() for s in g[key]]
                found.setdefault((g["corpus"], key), []).append(sum(hits) / len(hits))
    for corpus, s in score.items():
        extra = "".join(f", {key} {100 * np.mean(found[corpus, key]):.1f}" for key in ("with", "without") if (corpus, key) in found)
        print(f"{corpus}: {len(s)} pages, word F1 {100 * np.mean(s):.2f}{extra}", flush=True)


def ablation(d):
    """Word F1 of the first stage's blocks, with and without each group of
    features."""
    whole, at = d.first, 0
    part = "(all)"
    for name, n in [(part, 0)] + d.groups:
        d.first = np.delete(whole, np.s_[at:at + n], axis=1)
        held, _ = first_stage(d)
        score = {}
        for i, g in enumerate(d.gold):
            chosen = held[d.start[i]:d.start[i + 1]] > 0
            body = "\n".join(t for t, yes in zip(d.blocks[i], chosen) if yes and t)
            score.setdefault(g["corpus"], []).append(word_f1(g["body"], body))
        print(f"without {name}: " + ", ".join(f"{c} {100 * np.mean(s):.2f}" for c, s in score.items()), flush=True)
        at += n
    d.first = whole


# ------------------------------------------------------------------ weights

HEAD = """/*
 * weights.c -- the trained trees, made by train.py; do not edit.
 *
 * A branch is { feature, nodes to the right child, bound },
 * a leaf { MODEL_LEAF, score in MODEL_UNITs, 0 }.
 */
#include "cuter/model/model.h"

/* clang-format off */
#define L(value) { MODEL_LEAF, value, 0 }
"""


def wrap(items, sep=","):
    out, line = [], ""
    for x in items:
        if len(line) + len(x) + len(sep) > 79:
            out.append(line)
            line = ""
        line += x + sep
    return "\n".join(out + [line])


def write_c(path, forests, threshold):
    parts = [HEAD]
    for i, f in enumerate(forests):
        nodes = [f"L({n})" if x == LEAF else "{%d,%d,%sf}" % (x, n, number(b)) for x, n, b in zip(f.feature, f.next, f.bound)]
        parts.append(f"static const struct model_node nodes{i}[] = {{\n{wrap(nodes)}\n}};\n")
        parts.append(f"static const uint32_t roots{i}[] = {{\n{wrap(map(str, f.roots))}\n}};\n")
    parts.append("const struct cuter_model model_weights = {\n\t.stages = {")
    for i, f in enumerate(forests):
        parts.append(f"\t\t{{ nodes{i}, roots{i}, {len(f.roots)}, {f.early}, {f.early_below} }},")
    parts.append(f"\t}},\n\t.first_threshold = {round(FIRST_THRESHOLD * UNIT)},\n\t.threshold = {threshold},\n}};")
    with open(path, "w") as out:
        out.write("\n".join(parts) + "\n")


def number(x):
    """The shortest decimal that is read as this float."""
    text = np.format_float_positional(x, unique=True, trim="0") if 1e-4 <= abs(x) < 1e7 or x == 0 else np.format_float_scientific(x, unique=True, trim="0")
    assert np.float32(text) == x
    return text


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--tool", required=True)
    p.add_argument("--work", required=True)
    p.add_argument("--out")
    p.add_argument("--no-cv", action="store_true")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--ablation", action="store_true")
    p.add_argument("corpora", nargs="+")
    a = p.parse_args()
    globals().update(jobs=a.jobs, seed=a.seed)
    os.makedirs(a.work, exist_ok=True)
    d = Data(a.tool, a.work, a.corpora)
    print(f"{len(d.gold)} pages, {len(d.y)} blocks, {d.first.shape[1]} features", flush=True)
    if a.ablation:
        return ablation(d)
    threshold = round(THRESHOLD * UNIT)
    held, without = first_stage(d)
    if not a.no_cv:
        answers = cross_validate(d, first_stages(d, held), without, threshold)
        report(d, answers)
        with open(os.path.join(a.work, "answers.jsonl"), "w") as f:
            for line in d.lines:
                f.write(json.dumps(answers[json.loads(line)["id"]]) + "\n")
    if a.out:
        first, second = together(final_stage, [(d, None), (d, held)])
        write_c(a.out, [first, second], threshold)


if __name__ == "__main__":
    main()
