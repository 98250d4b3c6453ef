#!/usr/bin/env python3
"""frequency_base.py -- makes frequency_base.inc from the stems of articles.

    bench-enrich-words --brief < ARTICLES | enrich/frequency_base.py > FILE

In:  JSON lines with `lang` and `hashes`, the hashes of an article's stems.
Out: for each language with LEAST_ARTICLES articles: rows of the upper 24 bits
     of a hash and the logarithm of the number of articles that contain it, as
     enrich/frequency.c reads them.  The rows contain no text.
"""
import collections
import json
import sys

LEAST_ARTICLES = 20
# Rare stems are left out: a stem that is not listed counts as rare.
LEAST_COUNTS = ((400, 3), (0, 2))
PER_LINE = 6


def step(count):
    """frequency_step() of frequency.c: 1 + 8 * log2(count), rounded down."""
    whole = count.bit_length() - 1
    part = count << 31 - whole
    bits = whole
    for _ in range(8):
        part = part * part >> 31
        bits <<= 1
        if part >> 32:
            part >>= 1
            bits |= 1
    return min(255, 1 + bits // 32)


def rows_of(counts, least):
    """The rows of one language in rising order; the greatest count wins if
    two hashes have the same upper bits."""
    rows = {}
    for value, count in counts.items():
        if count >= least:
            tag = value & 0xFFFFFF00
            rows[tag] = max(rows.get(tag, 0), step(count))
    return [tag | rows[tag] for tag in sorted(rows)]


def main():
    counts = collections.defaultdict(collections.Counter)
    articles = collections.Counter()
    for line in sys.stdin:
        article = json.loads(line)
        if article["lang"] and article["hashes"]:
            articles[article["lang"]] += 1
            counts[article["lang"]].update(set(article["hashes"]))
    table = []
    print("/* Made by enrich/frequency_base.py. */\n#include <stdint.h>\n")
    for lang in sorted(articles):
        if articles[lang] < LEAST_ARTICLES:
            continue
        least = next(n for most, n in LEAST_COUNTS if articles[lang] >= most)
        rows = rows_of(counts[lang], least)
        print(f"static const uint32_t frequency_rows_{lang}[] = {{")
        for i in range(0, len(rows), PER_LINE):
            print("\t" + " ".join(f"0x{row:x}," for row in
                                  rows[i:i + PER_LINE]))
        print("};")
        table.append((lang, articles[lang]))
    print("#define FREQUENCY_BASES \\")
    print(" \\\n".join(f'\t{{ "{lang}", {n}, frequency_rows_{lang}, '
                       f"ARRAY_LENGTH(frequency_rows_{lang}) }},"
                       for lang, n in table))


main()
