#!/usr/bin/env python3
"""Tests that language_sample.py finds the comments of each language, and only
these.

Out: TAP.
"""
import sys

sys.dont_write_bytecode = True
import language_sample as sample  # noqa: E402

C = '''/*
 * a.c -- first
 * second
 */
int a; /* of a line */
char *s = "/* text */";
#define B \\
\t1 /* of a macro */
'''
SHELL = '''#!/bin/sh
# shellcheck shell=sh
# One comment
# of two lines.

n=$# # at the end
echo "a # text"
echo ${n#1}
cat <<'END'
# a line of the document
END
# after it
'''
SQL = '''-- The first query
-- of the file.
-- name: first
SELECT a -- a column
FROM b;
'''
PYTHON = '''#!/usr/bin/env python3
"""The module."""
A = 1  # a constant
TEXT = """
# a line of a text
"""


def f():
    """The function."""
    # Alone
    # on two lines.
    return A
'''
POINTS = [
    ("the comments of C, without strings", sample.block_comments(C),
     [(1, "", "a.c -- first second"), (5, "int a;", "of a line"),
      (8, "#define B 1", "of a macro")]),
    ("the comments of a shell script, without here-documents",
     sample.line_comments(SHELL, "#"),
     [(3, "", "One comment of two lines."), (6, "n=$#", "at the end"),
      (12, "", "after it")]),
    ("the comments of queries, without their names",
     sample.line_comments(SQL, "--"),
     [(1, "", "The first query of the file."), (4, "SELECT a", "a column")]),
    ("the comments and docstrings of Python, without texts",
     sample.python_comments(PYTHON),
     [(2, "", "The module."), (3, "A = 1", "a constant"),
      (10, "", "The function."), (11, "", "Alone on two lines.")]),
]


def main():
    failed = 0
    for number, (name, found, expected) in enumerate(POINTS, 1):
        found = sorted(found)
        is_ok = found == expected
        failed += not is_ok
        print(f"{'ok' if is_ok else 'not ok'} {number} - {name}")
        if not is_ok:
            print(f"# found    {found}\n# expected {expected}")
    print(f"1..{len(POINTS)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
