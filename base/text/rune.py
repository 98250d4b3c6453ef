#!/usr/bin/env python3
"""rune.py -- makes base/text/rune.inc.

    python3 base/text/rune.py > base/text/rune.inc

word: the general categories L*, N* and M*, and the low line.  Python's \\w does
not match marks (M*), which occur inside of Devanagari words.  The table has
pages of 256 bits; equal pages are stored once.

lower: the simple lower case mappings of the Latin, Greek, Cyrillic and Armenian
scripts.  The differences of the code points from U+0080 to LOWER_DIRECT - 1 are
an array.  All others are runs (first, last, step, difference).  No code point
from LOWER_GAP_FIRST to LOWER_GAP_LAST has a difference: this is the largest gap
between two runs.
"""
import sys
import unicodedata

SCRIPTS = ('LATIN ', 'GREEK ', 'CYRILLIC ', 'ARMENIAN ', 'FULLWIDTH LATIN ',
           'KELVIN SIGN', 'ANGSTROM SIGN', 'OHM SIGN')
LOWER_DIRECT = 0x590  # after the last Armenian letter


def is_word(rune):
    return rune == 0x5F or unicodedata.category(chr(rune))[0] in 'LNM'


def print_word():
    pages, index = {}, []
    for page in range(0x110000 >> 8):
        bits = sum(1 << i for i in range(256) if is_word(page << 8 | i))
        index.append(pages.setdefault(bits, len(pages)))
    last = max(i for i, n in enumerate(index) if n != index[-1])
    assert len(pages) < 256
    print('#define WORD_PAGES 0x%X' % (last + 1))
    assert index[-1] == pages[0]  # the last page contains no word character
    print('static const unsigned char word_index[WORD_PAGES] = {')
    for i in range(0, last + 1, 16):
        row = index[i:min(i + 16, last + 1)]
        print('\t' + ' '.join('%d,' % n for n in row))
    print('};')
    print('static const uint64_t word_page[%d][4] = {' % len(pages))
    for bits in pages:
        words = [bits >> 64 * i & (1 << 64) - 1 for i in range(4)]
        if all(w in (0, (1 << 64) - 1) for w in words):
            print('\t{ ' + ', '.join('UINT64_MAX' if w else '0'
                                     for w in words) + ' },')
            continue
        print('\t{ 0x%016x, 0x%016x,' % tuple(words[:2]))
        print('\t    0x%016x, 0x%016x },' % tuple(words[2:]))
    print('};')


def lower_pairs():
    for rune in range(0x80, 0x110000):
        if not unicodedata.name(chr(rune), '').startswith(SCRIPTS):
            continue
        lower = 'i' if rune == 0x130 else chr(rune).lower()
        if len(lower) == 1 and ord(lower) != rune:
            yield rune, ord(lower) - rune


def lower_runs(pairs):
    runs = []
    for rune, add in pairs:
        if runs and runs[-1][3] == add:
            first, last, step, _ = runs[-1]
            gap = rune - last
            if gap <= 2 and (first == last or gap == step):
                runs[-1] = (first, rune, gap, add)
                continue
        runs.append((rune, rune, 1, add))
    return runs


def print_direct(pairs):
    adds = [pairs.get(rune, 0) for rune in range(0x80, LOWER_DIRECT)]
    print('#define LOWER_DIRECT 0x%X' % LOWER_DIRECT)
    print('static const int16_t lower_direct[LOWER_DIRECT - 0x80] = {')
    for i in range(0, len(adds), 16):
        print('\t' + ' '.join('%d,' % add for add in adds[i:i + 16]))
    print('};')


def print_lower():
    pairs = list(lower_pairs())
    runs = lower_runs(pair for pair in pairs if pair[0] >= LOWER_DIRECT)
    before, after = max(zip(runs, runs[1:]),
                        key=lambda pair: pair[1][0] - pair[0][1])
    print_direct(dict(pairs))
    print('#define LOWER_GAP_FIRST 0x%X' % (before[1] + 1))
    print('#define LOWER_GAP_LAST 0x%X' % (after[0] - 1))
    print('static const struct lower_run lower_runs[] = {')
    for run in runs:
        print('\t{ 0x%04X, 0x%04X, %d, %d },' % run)
    print('};')


print('/* Made by base/text/rune.py from Unicode %s; not to be edited. */'
      % unicodedata.unidata_version)
print('/* clang-format off */')
print_word()
print_lower()
print('/* clang-format on */')
sys.stdout.flush()
