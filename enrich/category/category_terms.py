#!/usr/bin/env python3
"""category_terms.py -- makes category_terms.inc from the lists of terms.

    enrich/category/category_terms.py build/bench-enrich-words > FILE

In:  enrich/category/words/LANGUAGE.txt.  A line begins with the name of a
     category and a colon, or with white space if it continues the line before
     it.  Terms are separated by commas.  The terms after a semicolon are weak.
     A term that ends with "*" is a beginning of a word.  If a line consists of
     the word "prefix", all terms of one word with LEAST_BEGINNING letters are
     beginnings of words.
     The program divides the terms into stems.  If the stem of a term is much
     shorter than the term ("kind" of "kindness"), other words have the same
     stem.  Then the term without its last letter is a beginning of a word.
Out: for each language the rows that category_list.h describes.  The same lists
     give the same bytes.
"""
import json
import pathlib
import subprocess
import sys

CATEGORIES = ("arts crime disaster economy education environment health "
              "human-interest labour lifestyle politics religion science "
              "society sport conflict weather").split()
MOST_STEMS = 8
LEAST_ENDING = 3
LEAST_BEGINNING = 4
LEAST_SYLLABLES = 2    # in Korean, whose letters are syllables
TERMS_AT_ONCE = 40
PER_LINE = 6
MASK = 0xFFFFFFFFFFFFFFFF


def fnv(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & MASK
    return value


def hash_of_stem(language, stem):
    """frequency_hash() of enrich/frequency.c."""
    value = fnv(stem + language)
    value ^= value >> 29
    return (value * 0xBF58476D1CE4E5B9 & MASK) >> 32 or 1


def hash_of_beginning(beginning):
    """As in category_list_beginning() of category_list.c."""
    return (fnv(beginning) * 0x9E3779B97F4A7C15 & MASK) >> 32


def join(value, following):
    """category_terms_join() of category_terms.c."""
    total = value * 0x9E3779B97F4A7C15 + following & MASK
    return (total * 0xBF58476D1CE4E5B9 & MASK) >> 32


def read(path):
    """Yields category, term, is_strong, is_beginning."""
    category, is_prefix, semicolon = None, False, False
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.strip() == "prefix":
            is_prefix = True
            continue
        if not line[0].isspace():
            name, line = line.split(":", 1)
            category, semicolon = CATEGORIES.index(name), False
        for number, part in enumerate(line.split(";")):
            semicolon = semicolon or number > 0
            for term in part.split(","):
                if term.strip():
                    yield (category, term.strip().rstrip("*"), not semicolon,
                           is_prefix and is_long(term.strip()) or
                           term.strip().endswith("*"))


def is_long(term):
    """True if a term is long enough for a beginning without a sign."""
    least = LEAST_SYLLABLES if term[0] >= "\uac00" else LEAST_BEGINNING
    return len(term) >= least


def stems_of(program, language, terms):
    lines = "".join(json.dumps({
        "id": "", "lang": language, "title": "", "body": "",
        "keywords": terms[i:i + TERMS_AT_ONCE]}) + "\n"
                    for i in range(0, len(terms), TERMS_AT_ONCE))
    done = subprocess.run([program], input=lines, capture_output=True,
                          text=True, check=True)
    return [stem for line in done.stdout.splitlines()
            for stem in json.loads(line)["gold"]]


def rows_of(program, language, path):
    """Returns the rows, and the sizes of the beginnings in bytes as bits."""
    rows, lengths = {}, 0
    terms = list(read(path))
    stems = stems_of(program, language, [term[1] for term in terms])
    for (category, term, is_strong, is_beginning), text in zip(terms, stems):
        found = text.split(" ")
        if not text or len(found) > MOST_STEMS:
            sys.exit(f"{path}: the term \"{term}\" has {len(found)} stems")
        is_short = len(found) == 1 and len(term) - len(text) >= LEAST_ENDING
        # Too many words have the same first letter.
        is_beginning = is_beginning and len(term) > 1
        if len(found) == 1 and (is_beginning or is_short):
            beginning = term.lower() if is_beginning else term.lower()[:-1]
            value = hash_of_beginning(beginning)
            lengths |= 1 << len(beginning.encode())
        else:
            value = hash_of_stem(language, found[0])
            if len(found) > 1:
                rows[value, -1] = True
            for stem in found[1:]:
                value = join(value, hash_of_stem(language, stem))
        rows[value, category] = rows.get((value, category)) or is_strong
    return rows, lengths


def mark(category, is_strong):
    if category < 0:
        return "!"
    return chr(ord("A" if is_strong else "a") + category)


def main():
    table = []
    print("/* Made by enrich/category/category_terms.py. */\n"
          "#include <stdint.h>\n")
    folder = pathlib.Path(__file__).parent / "words"
    for path in sorted(folder.glob("*.txt")):
        language = path.stem
        rows, lengths = rows_of(sys.argv[1], language, path)
        keys = sorted(rows)
        print(f"static const uint32_t category_hashes_{language}[] = {{")
        for i in range(0, len(keys), PER_LINE):
            print("\t" + " ".join(f"0x{key[0]:x},"
                                  for key in keys[i:i + PER_LINE]))
        print(f"}};\nstatic const char category_marks_{language}[] =")
        marks = "".join(mark(key[1], rows[key]) for key in keys)
        print("\n".join(f'\t"{marks[i:i + 64]}"'
                        for i in range(0, len(marks), 64)) + ";")
        table.append(f'\t{{ "{language}", category_hashes_{language}, '
                     f"category_marks_{language}, {len(keys)}, 0x{lengths:x} }},")
    print("#define CATEGORY_TERMS \\")
    print(" \\\n".join(table))


main()
