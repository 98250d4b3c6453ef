#!/usr/bin/env python3
"""Other extractors, for tests/bench/methods.py (tests/bench/peers.md).

    PYTHON tests/bench/peers.py NAME ROOT <PAGES >ANSWERS

Reads JSON lines (id, file), extracts each page with the peer NAME, and writes
JSON lines (id, body, seconds). `seconds` is the CPU time of the extraction,
without reading and unpacking. A page on which the peer fails has the body "".
"""
import gzip
import html.parser
import json
import pathlib
import resource
import shutil
import subprocess
import sys
import time

INSTALL = "tests/bench/peers.md"
PYTHONS = ("python3", "/usr/bin/python3")
ONE_PAGE_S = 60  # for a command that reads one page
INLINE = set("a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q "
             "s samp small span strong sub sup time tt u var".split())


class Text(html.parser.HTMLParser):
    """The text of cleaned HTML; an empty line between blocks."""

    def __init__(self):
        super().__init__()
        self.parts = [""]

    def handle_starttag(self, tag, attrs):
        if tag not in INLINE:
            self.parts.append("")

    def handle_endtag(self, tag):
        if tag not in INLINE:
            self.parts.append("")

    def handle_data(self, data):
        self.parts[-1] += data


def text_of(cleaned):
    parser = Text()
    parser.feed(cleaned)
    parser.close()
    lines = (" ".join(part.split()) for part in parser.parts)
    return "\n\n".join(line for line in lines if line)


def make_trafilatura():
    import trafilatura
    return lambda page: trafilatura.extract(page)


def make_readability():
    import readability
    return lambda page: text_of(readability.Document(page).summary())


def make_resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree
    return lambda page: extract_plain_text(
        HTMLTree.parse(page), main_content=True)


# name: (module, how to load it, a command that reads a page and writes text)
PEERS = {
    "trafilatura": ("trafilatura", make_trafilatura, ["trafilatura"]),
    "readability-lxml": ("readability", make_readability, None),
    "resiliparse": ("resiliparse", make_resiliparse, None),
}


def by_command(command):
    def extract(page):
        return subprocess.run(command, input=page, check=True,
                              timeout=ONE_PAGE_S, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL,
                              encoding="utf-8").stdout
    return extract


def find(name):
    """Returns the Python interpreter that runs this file for the peer; None if
    the peer is not installed."""
    module, _, command = PEERS[name]
    for python in (sys.executable, *PYTHONS):
        try:
            if subprocess.run([python, "-c", f"import {module}"],
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL,
                              check=False).returncode == 0:
                return python
        except OSError:
            pass  # there is no such interpreter
    return sys.executable if command and shutil.which(command[0]) else None


def load(name):
    module, make, command = PEERS[name]
    try:
        return make()
    except ImportError:
        if command is None or shutil.which(command[0]) is None:
            sys.exit(f"{module}: not installed; {INSTALL}")
        return by_command(command)


def read_page(path):
    data = path.read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return data.decode("utf-8", "replace")


def cpu_seconds():
    used = time.clock_gettime(time.CLOCK_PROCESS_CPUTIME_ID)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used + children.ru_utime + children.ru_stime


def main(name, root):
    extract = load(name)
    for line in sys.stdin:
        row = json.loads(line)
        page = read_page(pathlib.Path(root) / row["file"])
        begun = cpu_seconds()
        try:
            body = extract(page) or ""
        except Exception:  # a fault of the peer: the page has no text
            body = ""
        print(json.dumps({"id": row["id"], "body": body,
                          "seconds": cpu_seconds() - begun}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
