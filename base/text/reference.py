#!/usr/bin/env python3
"""reference.py -- makes base/text/reference.inc:
python3 base/text/reference.py > base/text/reference.inc

The table contains HTML's named character references (HTML standard, 13.5) from
Python's html.entities, sorted by their bytes: one string of all names, and a
row for each name.  A row has the position of the name in that string, its
length, whether it is also valid without a semicolon, and its one or two code
points.
"""
import html.entities


def wrapped(items):
    """Comma-separated items in lines of at most 78 columns."""
    lines, line = [], '\t'
    for item in items:
        if len(line.expandtabs()) + len(item) + 2 > 78:
            lines.append(line.rstrip())
            line = '\t'
        line += item + ', '
    return lines + [line.rstrip()]


def main():
    table = html.entities.html5
    names = sorted({n.rstrip(';') for n in table}, key=str.encode)
    rows, offset = [], 0
    for name in names:
        runes = [ord(c) for c in table.get(name + ';', table.get(name))]
        runes += [0] * (2 - len(runes))
        rows.append('{ %d, %d, %d, 0x%x, 0x%x }' % (
            offset, len(name), name in table, runes[0], runes[1]))
        offset += len(name)
    text = ''.join(names)
    print('/* reference.inc -- made by reference.py; do not edit. */')
    print('/* clang-format off */')
    print('static const char names[] =')
    print('\n'.join('\t"%s"' % text[i:i + 66]
                    for i in range(0, len(text), 66)) + ';')
    print('static const struct named named[] = {')
    print('\n'.join(wrapped(rows)))
    print('};')


main()
