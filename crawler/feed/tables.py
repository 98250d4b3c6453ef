#!/usr/bin/env python3
"""Makes the tables of crawler/feed from what Python's library knows.

    python3 crawler/feed/tables.py        (writes crawler/feed/*.inc)

entities.inc   HTML5's named character references (html.entities), sorted
nfc.inc        canonical decompositions, compositions and combining classes
               (unicodedata)
charsets.inc   upper halves of the 8-bit charsets that the WHATWG Encoding
               Standard names; bytes without a character stay C1 controls
The results are in the repository; nothing runs this during a build.
"""
import html.entities
import os
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))


def write(name, lines):
    with open(os.path.join(HERE, name), "w", encoding="ascii") as out:
        out.write("/* %s -- made by tables.py; do not edit. */\n"
                  "/* clang-format off */\n" % name)
        out.write("\n".join(lines) + "\n")


def wrap(items):
    """Comma-separated items in lines of at most 78 columns."""
    lines, line = [], "\t"
    for item in items:
        if len(line.expandtabs()) + len(item) + 2 > 78:
            lines.append(line.rstrip())
            line = "\t"
        line += item + ", "
    return lines + [line.rstrip()]


def entities():
    table = html.entities.html5
    names = sorted({n.rstrip(";") for n in table}, key=lambda n: n.encode())
    offset, rows, text = 0, [], []
    for name in names:
        runes = [ord(c) for c in table.get(name + ";", table.get(name))]
        runes += [0] * (2 - len(runes))
        rows.append("{ %d, %d, %d, 0x%x, 0x%x }" % (
            offset, len(name), name in table, runes[0], runes[1]))
        offset += len(name)
        text.append(name)
    blob = "".join(text)
    lines = ["static const char entity_names[] ="]
    lines += ['\t"%s"' % blob[i:i + 66] for i in range(0, len(blob), 66)]
    lines[-1] += ";"
    lines += ["static const struct entity entity_table[] = {"]
    lines += wrap(rows) + ["};"]
    write("entities.inc", lines)


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
    write("nfc.inc", lines)


CHARSETS = """windows-1252 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5
iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 iso-8859-13 iso-8859-14
iso-8859-15 iso-8859-16 koi8-r koi8-u mac-roman mac-cyrillic cp866 cp437
cp850 cp852 windows-1250 windows-1251 windows-1253 windows-1254 windows-1255
windows-1256 windows-1257 windows-1258 cp874""".split()


def charsets():
    lines = ["static const struct charset_table charset_tables[] = {"]
    for name in CHARSETS:
        row = []
        for byte in range(0x80, 0x100):
            try:
                row.append(ord(bytes([byte]).decode(name)))
            except UnicodeDecodeError:
                row.append(byte if byte < 0xA0 else 0xFFFD)
        lines += ['\t{ "%s", {' % name.replace("mac-roman", "macintosh")]
        lines += ["\t" + l for l in wrap("0x%04x" % r for r in row)]
        lines[-1] = lines[-1].rstrip(",") + " } },"
    write("charsets.inc", lines + ["};"])


entities()
nfc()
charsets()
