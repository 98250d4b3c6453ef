#!/usr/bin/env python3
"""category_labels.py -- makes category_labels.inc from the lists of labels.

    enrich/category/category_labels.py > enrich/category/category_labels.inc

In:  enrich/category/labels/LANGUAGE.txt.  A line begins with the name of a
     category and a colon, or with white space if it continues the line before
     it.  Labels are separated by commas, and are in small letters, with a space
     in place of "-" and "_".  labels/generic.txt has words that name no
     subject, such as "news".
Out: a row for each label.  The upper 40 bits are the hash of the label.  The
     lower bits are its language, its categories and CATEGORY_LABEL_OWN.  Rows
     are sorted.  A label that has accents has a second row without accents,
     because some publishers use the label in addresses.  The same lists give
     the same bytes.
"""
import pathlib
import sys
import unicodedata

CATEGORIES = ("arts crime disaster economy education environment health "
              "human-interest labour lifestyle politics religion science "
              "society sport conflict weather").split()
# In the order in which foreign languages are tried.
LANGUAGES = ("en de fr es it nl pt zh ja pl sv da no tr ru ar cs el fi hu id "
             "ko ro uk").split()
GENERIC = 31
LANGUAGE_SHIFT = 17
OWN_SHIFT = 22          # applies only to articles in the language of the row
HASH_SHIFT = 24
# A shorter label in Latin letters is a word of too many languages.
LEAST_FOREIGN = 4
UNSPACED = {"zh", "ja", "ko"}
LETTERS = str.maketrans({"ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d",
                         "ı": "i", "ß": "ss"})
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
PER_LINE = 3
MASK = 0xFFFFFFFFFFFFFFFF


def hash_of(label):
    """category_labels_hash() of category_labels.c."""
    value = 0xCBF29CE484222325
    for byte in label.encode():
        value = (value ^ byte) * 0x100000001B3 & MASK
    value ^= value >> 29
    return (value * 0xBF58476D1CE4E5B9 & MASK) >> HASH_SHIFT


def without_accents(language, label):
    """Returns the label in the letters of addresses."""
    if language in UNSPACED:
        return label
    if language == "de":
        label = label.translate(UMLAUTS)
    parts = unicodedata.normalize("NFD", label.translate(LETTERS))
    return "".join(one for one in parts if unicodedata.category(one) != "Mn")


def read(path):
    """Yields the category and the label."""
    category, text = None, ""
    for line in path.read_text(encoding="utf-8").splitlines() + ["end:"]:
        if line.startswith("#") or not line.strip():
            continue
        if line[0].isspace():
            text += " " + line
            continue
        for label in text.split(","):
            if label.strip():
                yield category, " ".join(label.split())
        category, text = line.split(":", 1)


def main():
    rows = {}
    folder = pathlib.Path(__file__).parent / "labels"
    for number, language in enumerate(LANGUAGES):
        for category, label in read(folder / f"{language}.txt"):
            if label != label.lower() or "-" in label or "_" in label:
                sys.exit(f"{language}: \"{label}\" is not in the format")
            bit = 1 << CATEGORIES.index(category)
            is_own = number > 0 and label.isascii() and \
                len(label) < LEAST_FOREIGN
            key = hash_of(label), number, is_own
            rows[key] = rows.get(key, 0) | bit
            plain = without_accents(language, label)
            if plain != label:
                key = hash_of(plain), number, True
                rows[key] = rows.get(key, 0) | bit
    for _, label in read(folder / "generic.txt"):
        rows[hash_of(label), GENERIC, False] = 0
    values = sorted(key[0] << HASH_SHIFT | key[2] << OWN_SHIFT |
                    key[1] << LANGUAGE_SHIFT | bits
                    for key, bits in rows.items())
    print("/* Made by enrich/category/category_labels.py. */\n"
          "static const char category_label_languages[][3] = {")
    for i in range(0, len(LANGUAGES), 12):
        print("\t" + " ".join(f'"{one}",' for one in LANGUAGES[i:i + 12]))
    print("};\nstatic const uint64_t category_label_rows[] = {")
    for i in range(0, len(values), PER_LINE):
        print("\t" + " ".join(f"0x{one:x}," for one in values[i:i + PER_LINE]))
    print("};")


main()
