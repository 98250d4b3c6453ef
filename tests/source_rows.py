#!/usr/bin/env python3
"""Checks for code that the programs must not contain for any input.

In:  the sources; the programs in $BUILD (build).
Out: TAP. S and a number name a row of docs/threat-rows.md.
"""
import glob
import os
import re
import subprocess
import sys

MODULES = ("base", "url", "rules", "config", "crawler", "cuter", "enrich",
           "store", "control", "worker", "daemon", "cli", "push", "serve")
# Functions that fetch, include, transform, match or validate. They have had
# vulnerabilities, and no document needs them.
WALLED_OFF = re.compile(
    r" U (xmlXInclude|xmlXPtr|xmlSchema|xmlRelaxNG|xmlSchematron|"
    r"xmlLoadCatalog|xmlCatalog|xmlValid|xmlNanoHTTP|xmlNanoFTP|xslt|"
    r"tidyLoadConfig|tidyOptParseValue|tidyParseFile)\w*")
# XPath is used only for expressions of the operator's rules, never for
# expressions of documents. rule_xpath.c limits its work.
XPATH = re.compile(r"\bxmlXPath\w+")
XPATH_KNOWN = "cuter/rule/"
# TidyGDocClean has a known vulnerability (CVE-2021-33391). TidyMakeBare and
# TidyWord2000 rewrite trees, too.
TIDY_OPTIONS = re.compile(r"\bTidy(GDocClean|MakeBare|Word2000|ShowWarnings"
                          r"\s*,\s*yes)\b")
XML_OPTIONS = re.compile(r"\bXML_PARSE_(NOENT|HUGE|DTDLOAD|DTDATTR|XINCLUDE|"
                         r"DTDVALID)\b|\bHTML_PARSE_HUGE\b")
# Statements are constants in store/sqlite/sql; these functions would build
# statements from strings.
SQL_FORMATS = re.compile(r"\bsqlite3_v?(mprintf|snprintf)\s*\(")
# This file may use these functions, because it inserts only the names of tables
# of Gleaner's schema. A comment in the file gives the reason.
SQL_FORMATS_KNOWN = "store/sqlite/salvage/salvage_sql.c: "

number = failed = 0


def point(name, found):
    global number, failed
    number += 1
    failed += bool(found)
    print(f"{'not ok' if found else 'ok'} {number} - {name}")
    for line in found:
        print(f"# {line}")


def code():
    """Yields (file, text without comments) of each file that is not a test."""
    for module in MODULES:
        for path in sorted(glob.glob(f"{module}/**/*.[ch]", recursive=True)):
            if path.endswith(("_test.c", "_test.h")):
                continue
            with open(path, encoding="utf-8") as f:
                yield path, re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)


def uses(pattern):
    return [f"{path}: {found.group(0)}" for path, text in code()
            for found in pattern.finditer(text)]


def imports(pattern):
    build = os.environ.get("BUILD", "build")
    for program in ("gleanerd", "gleaner-worker", "gleaner-read",
                    "gleaner-fetch"):
        said = subprocess.run(["nm", "-D", f"{build}/{program}"], check=True,
                              capture_output=True, text=True).stdout
        if " U xmlParseChunk" not in said:
            yield f"{program}: nm lists no symbols"
        for found in pattern.finditer(said):
            yield f"{program}:{found.group(0)}"


def files_made():
    """Returns the sources that create files. Sources in `known` are left out:
    in these sources file names come only from the operator."""
    makes = re.compile(r"\bO_CREAT\b|\bSQLITE_OPEN_CREATE\b|"
                       r"\bfopen\([^;]*\"w|\bmkstemp|\bcreat\(")
    known = {"store/sqlite/schema.c", "store/open.c",
             "store/sqlite/backup.c", "store/sqlite/lock.c",
             "store/sqlite/salvage/salvage.c", "cli/cut/cmd_cut.c"}
    return [path for path, text in code()
            if makes.search(text) and path not in known]


def main():
    point("S32: tidy's dangerous options are not set", uses(TIDY_OPTIONS))
    point("S25: dangerous options of libxml2 are not set", uses(XML_OPTIONS))
    point("S33: functions with known vulnerabilities are not linked",
          list(imports(WALLED_OFF)))
    point("S33: only the rules of sites evaluate XPath",
          [use for use in uses(XPATH) if not use.startswith(XPATH_KNOWN)])
    point("S52: no statement is built from strings",
          [use for use in uses(SQL_FORMATS)
           if not use.startswith(SQL_FORMATS_KNOWN)])
    point("S63: only known places of the code create files",
          files_made())
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
