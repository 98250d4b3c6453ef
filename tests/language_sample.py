#!/usr/bin/env python3
"""Draws comments, documentation sentences and messages for a language review.

    tests/language_sample.py [--seed N] [--comments 100] [--sentences 40]
                             [--messages 40]

In:  the C sources, docs/*.md, docs/man/* and README.md of the working tree.
Out: the drawn texts with their places, numbered, and the seed.  A comment
     that follows code on its line is printed with this code, because it is
     read together with the code.  Headings ("---- the queue ----") are not
     drawn.  A row of a table and an item of a list are separate sentences.
A reviewer who does not know the code counts the texts that need a second
reading; docs/style.md has the rules.  The draw is uniform over all texts of
a kind, so counts can be compared between versions.
"""
import argparse
import pathlib
import random
import re
import subprocess

COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*(.*?)\*/', re.S)  # not in strings
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"(?:\s*"((?:\\.|[^"\\\n])*)")*')
MESSAGE_CALL = re.compile(
    r"\b(?:err_set|err_wrap|err_errno|cli_fail|cli_usage|cli_note|"
    r"fault_add|log_event)\s*\(")
EXAMPLES = re.compile(r"^\| before \|.*?\n\n", re.M | re.S)  # docs/style.md
HEADING = re.compile(r"-{4,}")
SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`*])")
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.)\s)|"
                   r"^\.(?:B[dl] .*$|(?:Sh|Ss|It|Pp|E[dl]|D[dt]|Os|Nm|Nd)\b)",
                   re.M)
MACRO = re.compile(r"^\.(?:(?:Op|D[dt]) .*$|\w\w )", re.M)
WORD = re.compile(r"[^\W\d_]{2,}")
LEAST_WORDS = 4


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "--", *patterns],
                            capture_output=True, text=True, check=True)
    return [pathlib.Path(line) for line in listed.stdout.splitlines()]


def is_text(said):
    return len(WORD.findall(said)) >= LEAST_WORDS


def plain(text):
    text = re.sub(r"^\s*\*+", "", text, flags=re.M)
    return re.sub(r"\s+", " ", text).strip()


def comments():
    for path in tracked("*.c", "*.h"):
        if path.name == "weights.c":
            continue
        text = path.read_text(encoding="utf-8")
        for match in COMMENT.finditer(text):
            if match.group(1) is None:
                continue
            said = plain(match.group(1))
            if not is_text(said) or HEADING.match(said):
                continue
            line = text.count("\n", 0, match.start()) + 1
            begin = text.rfind("\n", 0, match.start()) + 1
            if text[:begin].endswith("\\\n"):  # the first line of a macro
                begin = text.rfind("\n", 0, begin - 1) + 1
            code = plain(text[begin:match.start()]).replace("\\ ", "")
            yield f"{path}:{line}", f"{code} | {said}" if code else said


def sentences():
    for path in tracked("README.md", "CONTRIBUTING.md", "docs/*.md",
                        "docs/man/*.[1-8]", "cuter/model/README.md"):
        text = path.read_text(encoding="utf-8")
        text = EXAMPLES.sub("", text)
        text = re.sub(r"^(```.*?^```|\.Bd.*?^\.Ed|    .*?$)", "\n", text,
                      flags=re.S | re.M)
        for block in BLOCK.split(text):
            for said in SENTENCE.split(plain(MACRO.sub("", block))):
                if is_text(said):
                    yield str(path), said[:400]


def messages():
    for path in tracked("*.c"):
        if path.stem.endswith(("_test", "_fuzz")) or path.parts[0] == "tests":
            continue
        text = path.read_text(encoding="utf-8")
        for call in MESSAGE_CALL.finditer(text):
            said = STRING.search(text, call.end(), call.end() + 400)
            if said and is_text(said.group(0)):
                line = text.count("\n", 0, call.start()) + 1
                yield f"{path}:{line}", plain(said.group(0))


def draw(chance, kind, texts, number):
    texts = list(texts)
    drawn = chance.sample(texts, min(number, len(texts)))
    print(f"\n== {len(drawn)} of {len(texts)} {kind}")
    for n, (place, said) in enumerate(drawn, 1):
        print(f"{n}. {place}\n   {said}")


def main():
    parser = argparse.ArgumentParser(
        description="Draws texts for a language review.")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--comments", type=int, default=100)
    parser.add_argument("--sentences", type=int, default=40)
    parser.add_argument("--messages", type=int, default=40)
    options = parser.parse_args()
    seed = options.seed
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    draw(chance, "comments", comments(), options.comments)
    draw(chance, "sentences", sentences(), options.sentences)
    draw(chance, "messages", messages(), options.messages)


if __name__ == "__main__":
    main()
