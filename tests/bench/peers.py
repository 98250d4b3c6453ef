#!/usr/bin/env python3
"""Other extractors, for tests/bench/methods.py (tests/bench/peers.md).

    PYTHON tests/bench/peers.py NAME ROOT <PAGES >ANSWERS

Reads JSON lines (id, file), extracts each page with the peer NAME, and writes
JSON lines (id, body, seconds). `seconds` is the CPU time of the extraction,
without reading and unpacking. A page on which the peer fails has the body "".
"""
import functools
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
ONE_PAGE_S = 60  # time limit of a command that reads one page
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


def make_newspaper():
    import newspaper
    return lambda page: newspaper.fulltext(page)


def make_lxml():
    """The whole text of the page, as a lower bound of accuracy and cost."""
    import lxml.html

    def extract(page):
        tree = lxml.html.document_fromstring(page.encode())
        for element in tree.xpath("//script | //style | //noscript"):
            element.drop_tree()
        return tree.text_content()
    return extract


# name: (module, how to load it, a command that reads a page and writes text)
PEERS = {
    "trafilatura": ("trafilatura", make_trafilatura, ["trafilatura"]),
    "readability-lxml": ("readability", make_readability, None),
    "resiliparse": ("resiliparse", make_resiliparse, None),
    "newspaper": ("newspaper", make_newspaper, None),
    "lxml": ("lxml.html", make_lxml, None),
}
# name: the modules that node must find
NODE_PEERS = {"readability.js": ("@mozilla/readability", "jsdom")}
NAMES = [*PEERS, *NODE_PEERS]
# Names of distributions that differ from the names of the peers.
DISTRIBUTIONS = {"newspaper": ("newspaper4k", "newspaper3k")}


def by_command(command):
    def extract(page):
        return subprocess.run(command, input=page, check=True,
                              timeout=ONE_PAGE_S, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL,
                              encoding="utf-8").stdout
    return extract


def output_of(command):
    """Returns the output of a command; None if it fails."""
    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL,
                              encoding="utf-8").stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


@functools.lru_cache
def find(name):
    """Returns the interpreter that runs the peer; None if the peer is not
    installed."""
    if name in NODE_PEERS:
        modules = json.dumps(NODE_PEERS[name])
        found = output_of(
            ["node", "-e", f"{modules}.forEach((m) => require.resolve(m))"])
        return None if found is None else "node"
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


def command_of(name, root):
    """The command that reads the pages below root with an installed peer."""
    script = pathlib.Path(__file__)
    if name in NODE_PEERS:
        script = script.with_name("readability.js")
    return [find(name), str(script), name, str(root)]


def version_of(name):
    """The version of an installed peer; "" if it is not known."""
    if name in NODE_PEERS:
        return output_of(["node", "-p", "[" + ", ".join(
            f"require('{m}/package.json').version"
            for m in NODE_PEERS[name]) + "].join(', jsdom ')"]) or ""
    code = "import importlib.metadata as m, sys; print(m.version(sys.argv[1]))"
    for distribution in DISTRIBUTIONS.get(name, (name,)):
        if version := output_of([find(name), "-c", code, distribution]):
            return version
    return ""


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
