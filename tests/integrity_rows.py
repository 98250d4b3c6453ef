#!/usr/bin/env python3
"""Checks that every rule of docs/integrity.md is covered by its test.

In:  the table of docs/integrity.md; the tests named there.
Out: TAP, one point per rule, and one that fails if a row is unknown or occurs
     twice. A test covers a rule if the name of one of its points begins with
     the rule's number and ": ". A row with "not yet" and a reason is not
     checked and counts as skipped.
"""
import re
import sys

RULES = ([f"I{n}" for n in range(1, 15)] + [f"N{n}" for n in range(1, 13)]
         + ["X8", "E-c", "E-d"])
ROW = re.compile(r"^\| ([A-Z]-?\w+) \| (.+) \| "
                 r"`([^`]+)`(?: not yet: (.+))? \|$", re.M)


def fault_of(rule, rows):
    """Returns why the rule is not covered; None if it is covered."""
    if rule not in rows:
        return "docs/integrity.md has no row for it"
    path = rows[rule][1]
    try:
        with open(path, encoding="utf-8") as f:
            text = f.read()
    except OSError as e:
        return f"{path}: {e.strerror}"
    if not re.search(rf"""["'`]{re.escape(rule)}: """, text):
        return f"no point of {path} begins with \"{rule}: \""
    return None


def main():
    with open("docs/integrity.md", encoding="utf-8") as f:
        found = ROW.findall(f.read())
    rows = {rule: (says, path, not_yet)
            for rule, says, path, not_yet in found}
    failed = 0
    for n, rule in enumerate(RULES, 1):
        name = f"{n} - {rule} is covered by its test"
        if rule in rows and rows[rule][2]:
            print(f"ok {name} # SKIP not yet: {rows[rule][2]}")
            continue
        fault = fault_of(rule, rows)
        failed += fault is not None
        print(f"{'not ok' if fault else 'ok'} {name}")
        if fault:
            print(f"# {fault}")
    n = len(RULES) + 1
    unknown = sorted(set(rows) - set(RULES)) + \
        [rule for rule in rows if [r[0] for r in found].count(rule) > 1]
    failed += bool(unknown)
    print(f"{'not ok' if unknown else 'ok'} {n} - every row is a known rule, "
          "and occurs once")
    for rule in unknown:
        print(f"# {rule}")
    print(f"1..{n}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
