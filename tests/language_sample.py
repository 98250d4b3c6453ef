#!/usr/bin/env python3
"""Draws comments, documentation sentences and messages for a language review.

    tests/language_sample.py [--seed N] [--comments 100] [--sentences 40]
                             [--messages 40] [--points 0]

In:  the files that git tracks.
     Comments: the C sources, tables (*.inc), queries (*.sql), scripts (*.sh,
     *.awk, *.py with docstrings, .ci/run), units and the Makefile.
     Sentences: docs/*.md, docs/man/* and the other pages in Markdown.
     Messages: the texts of errors, notes and log lines, the texts of --help
     and of the keys of the configuration.
     Points: the names of the points of tests, also those in tables of cases.
Out: the drawn texts with their places, numbered, and the seed.  A comment
     that follows code on its line is printed with this code, because it is
     read together with the code.  Headings ("---- the queue ----") are not
     drawn.  A row of a table and an item of a list are separate sentences.
A reviewer who does not know the code counts the texts that need a second
reading; docs/style.md has the rules.  The draw is uniform over all texts of
a kind, so counts can be compared between versions.
"""
import argparse
import ast
import io
import pathlib
import random
import re
import subprocess
import tokenize

COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*(.*?)\*/', re.S)  # not in strings
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"(?:\s*"((?:\\.|[^"\\\n])*)")*')
MESSAGE_CALL = re.compile(
    r"\b(?:err_set|err_wrap|err_errno|cli_fail|cli_usage|cli_note|"
    r"fault_add|log_event)\s*\(")
HELP_TEXT = re.compile(r"\.help\s*=\s*(?=\")")
POINT_CALL = re.compile(r"^\t+(?:ok|is|like|is_\w+|\w*_test_\w+)\(", re.M)
POINT_LINE = re.compile(
    r"^\s*ok '([^']+)'|'([^'$\\\n]+)'(?: <<.*)?$", re.M)
HEREDOC = re.compile(r"<<-?\s*(['\"]?)([A-Za-z_]+)\1")
CASE = re.compile(r'\{\s*"((?:\\.|[^"\\\n])*)"(?:\s*"((?:\\.|[^"\\\n])*)")?,')
CODE = re.compile(r"[<>{}=\\/|;]")
FOR_PROGRAM = re.compile(  # lines that another program reads
    r"!| (?:shellcheck |SPDX|(?:name|part|here|none):)")
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


def block_comments(text):
    """Yields (line, code before it, comment) of C source."""
    for match in COMMENT.finditer(text):
        if match.group(1) is None:
            continue
        begin = text.rfind("\n", 0, match.start()) + 1
        if text[:begin].endswith("\\\n"):  # the first line of a macro
            begin = text.rfind("\n", 0, begin - 1) + 1
        code = plain(text[begin:match.start()]).replace("\\ ", "")
        yield (text.count("\n", 0, match.start()) + 1, code,
               plain(match.group(1)))


def without_heredocs(lines):
    """Returns the lines, with the lines of here-documents made empty."""
    kept, end = [], None
    for n, line in enumerate(lines):
        if end is not None:
            kept.append("")
            end = None if line.strip() == end else end
            continue
        kept.append(line)
        begin = HEREDOC.search(line)
        if (begin and not line.lstrip().startswith("#")
                and line[:begin.start()].count("'") % 2 == 0
                and begin.group(2) in map(str.strip, lines[n + 1:])):
            end = begin.group(2)
    return kept


def line_comments(text, mark):
    """Yields (line, code before it, comment) of text whose comments begin
    with the mark.  Lines that follow one another are one comment."""
    own, number = [], 0
    for n, line in enumerate([*without_heredocs(text.split("\n")), ""], 1):
        alone, found, said = line.partition(mark)
        if found and not alone.strip() and not FOR_PROGRAM.match(said):
            number = number if own else n
            own.append(said.strip())
            continue
        if own:
            yield number, "", plain(" ".join(own))
            own = []
        code, _, said = line.partition(f" {mark} ")
        is_quoted = code.count("'") % 2 == 1 or code.count('"') % 2 == 1
        if code.strip() and said and not is_quoted:
            yield n, plain(code), said.strip()


def python_comments(text):
    """Yields (line, code before it, comment or docstring) of Python."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            said = ast.get_docstring(node)
            if said:
                yield node.body[0].lineno, "", plain(said)
    alone = [""] * (text.count("\n") + 1)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            code = token.line[:token.start[1]].strip()
            if code:
                yield token.start[0], plain(code), token.string.lstrip("# ")
            else:
                alone[token.start[0] - 1] = token.string
    yield from line_comments("\n".join(alone), "#")


def comments():
    for path in tracked("*.c", "*.h", "*.inc", "*.sql", "*.sh", "*.awk",
                        "*.py", "*.service", "Makefile", ".ci/run"):
        if path.name == "weights.c":
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix in (".c", ".h", ".inc"):
            found = block_comments(text)
        elif path.suffix == ".py":
            found = python_comments(text)
        else:
            found = line_comments(text, "--" if path.suffix == ".sql" else "#")
        for line, code, said in found:
            if is_text(said) and not HEADING.match(said):
                yield f"{path}:{line}", f"{code} | {said}" if code else said


def sentences():
    for path in tracked("*.md", "docs/man/*.[1-8]"):
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
        starts = [*MESSAGE_CALL.finditer(text), *HELP_TEXT.finditer(text)]
        for start in starts:
            said = STRING.search(text, start.end(), start.end() + 400)
            if said and is_text(said.group(0)):
                line = text.count("\n", 0, start.start()) + 1
                yield f"{path}:{line}", plain(said.group(0))


def points():
    for path in tracked("*_test.c", "tests/*.sh"):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".c":
            calls = [(match.start(), text[match.end():].partition(";\n")[0])
                     for match in POINT_CALL.finditer(text)]
            strings = [(at, [*STRING.finditer(call)]) for at, call in calls]
            found = [(at, plain(said[-1].group(0)))
                     for at, said in strings if said]
            found += [(match.start(), plain(match.group(0)[1:-1]))
                      for match in CASE.finditer(text)
                      if not CODE.search(match.group(0)[1:])]
        else:
            text = "\n".join(without_heredocs(text.split("\n")))
            found = [(match.start(), match.group(1) or match.group(2))
                     for match in POINT_LINE.finditer(text)]
        for at, said in found:
            if is_text(said):
                yield f"{path}:{text.count(chr(10), 0, at) + 1}", said


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
    parser.add_argument("--points", type=int, default=0)
    options = parser.parse_args()
    seed = options.seed
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    draw(chance, "comments", comments(), options.comments)
    draw(chance, "sentences", sentences(), options.sentences)
    draw(chance, "messages", messages(), options.messages)
    if options.points > 0:
        draw(chance, "points", points(), options.points)


if __name__ == "__main__":
    main()
