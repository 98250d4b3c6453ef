#!/usr/bin/env python3
"""nfc.py -- makes crawler/feed/markup/nfc.inc:
python3 crawler/feed/markup/nfc.py > crawler/feed/markup/nfc.inc

Canonical decompositions, compositions and combining classes, as Python's
unicodedata has them.
"""
import unicodedata


def wrap(items):
    """Comma-separated items in lines of at most 78 columns."""
    lines, line = [], "\t"
    for item in items:
        if len(line.expandtabs()) + len(item) + 2 > 78:
            lines.append(line.rstrip())
            line = "\t"
        line += item + ", "
    return lines + [line.rstrip()]


def runes():
    return (c for c in range(0x110000)
            if not 0xD800 <= c < 0xE000 and not 0xAC00 <= c < 0xD7A4)


def nfc():
    nf = unicodedata.normalize
    classes, special, split, join = [], [], [], []
    for c in runes():
        ch = chr(c)
        ccc = unicodedata.combining(ch)
        parts = unicodedata.decomposition(ch)
        if parts and not parts.startswith("<"):
            pair = [int(p, 16) for p in parts.split()] + [0]
            split.append("{ 0x%x, 0x%x, 0x%x }" % (c, pair[0], pair[1]))
            if len(pair) == 3 and nf("NFC", ch) == ch:
                join.append((pair[0], pair[1], c))
        if ccc:
            if classes and classes[-1][1] == c - 1 and classes[-1][2] == ccc:
                classes[-1][1] = c
            else:
                classes.append([c, c, ccc])
        # Maybe or No in NFC_Quick_Check, or moved by reordering.
        if ccc or nf("NFC", ch) != ch:
            special.append(c)
    second = {b for _, b, _ in join}
    special = sorted(set(special) | second | set(range(0x1161, 0x1176)) |
                     set(range(0x11A8, 0x11C3)))
    ranges = []
    for c in special:
        if ranges and ranges[-1][1] == c - 1:
            ranges[-1][1] = c
        else:
            ranges.append([c, c])
    blocks = bytearray(0x110000 // 64 // 8)
    for c in special:
        blocks[c // 64 // 8] |= 1 << (c // 64 % 8)
    while blocks and not blocks[-1]:
        blocks.pop()
    lines = ["/* Unicode %s */" % unicodedata.unidata_version]
    lines += ["static const struct nfc_split splits[] = {"] + wrap(split)
    lines += ["};", "static const struct nfc_join joins[] = {"]
    lines += wrap("{ 0x%x, 0x%x, 0x%x }" % j for j in sorted(join))
    lines += ["};", "static const struct nfc_class classes[] = {"]
    lines += wrap("{ 0x%x, 0x%x, %d }" % tuple(c) for c in classes)
    lines += ["};", "static const struct nfc_range specials[] = {"]
    lines += wrap("{ 0x%x, 0x%x }" % tuple(r) for r in ranges)
    lines += ["};", "/* one bit for each 64 code points: some are special */",
              "static const unsigned char special_blocks[] = {"]
    lines += wrap("0x%02x" % b for b in blocks) + ["};"]
    print("/* nfc.inc -- made by nfc.py; do not edit. */")
    print("/* clang-format off */")
    print("\n".join(lines))


nfc()
