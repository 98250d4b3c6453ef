#!/usr/bin/env python3
"""charset.py -- makes base/text/charset.inc:
python3 base/text/charset.py > base/text/charset.inc

The tables contain the upper halves of single-byte charsets, from Python's
codecs: the charsets of the WHATWG Encoding Standard, and three of DOS.  As in
that standard, bytes 0x80..0x9f without a character are C1 controls.  Other
bytes without a character are U+FFFD.

windows-1258 is not included: it encodes a Vietnamese letter as two bytes,
which iconv combines and a table cannot.
"""
CHARSETS = """windows-1252 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5
iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 iso-8859-13 iso-8859-14
iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh mac-cyrillic cp866 cp437
cp850 cp852 windows-1250 windows-1251 windows-1253 windows-1254 windows-1255
windows-1256 windows-1257 cp874""".split()


def rune(byte, name):
    try:
        return ord(bytes([byte]).decode(name))
    except UnicodeDecodeError:
        return byte if byte < 0xA0 else 0xFFFD


def main():
    print('/* charset.inc -- made by charset.py; do not edit. */')
    print('/* clang-format off */')
    print('static const struct charset_table tables[] = {')
    for name in CHARSETS:
        print('\t{ "%s", {' % name)
        for row in range(0x80, 0x100, 8):
            runes = ['0x%04x' % rune(b, name) for b in range(row, row + 8)]
            print('\t\t' + ', '.join(runes) +
                  (' } },' if row == 0xF8 else ','))
    print('};')


main()
