#!/usr/bin/env python3
"""Checks documents of `gleaner serve` against the rules of their formats.

    feed_check.py atom FILE     RFC 4287 and RFC 5005, section 3
    feed_check.py json FILE     JSON Feed 1.1
    feed_check.py same A J      an Atom and a JSON document of one listing

Prints "N entries" and exits with 0, or prints each fault and exits with 1.
"""
import html.parser
import json
import re
import sys
import urllib.parse
import xml.etree.ElementTree as tree

ATOM = "{http://www.w3.org/2005/Atom}"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
URN = re.compile(r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-"
                 r"[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$")
ELEMENTS = set("a abbr b blockquote br caption cite code dd del dfn div dl dt "
               "em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol "
               "p pre q s samp section small span strong sub sup table tbody td "
               "tfoot th thead time tr u ul var".split())
faults = []


def expect(held, fault):
    if not held:
        faults.append(fault)


class Content(html.parser.HTMLParser):
    """Checks that the HTML has no scripts and no resources that a feed reader
    would load."""

    def handle_starttag(self, tag, attrs):
        expect(tag in ELEMENTS, f"content has <{tag}>")
        for name, value in attrs:
            expect(name in ("href", "rel", "lang", "dir"),
                   f"content has the attribute {name}")
            if name == "href":
                expect(is_link(value), f"content links to {value!r}")


def check_html(text):
    parser = Content()
    parser.feed(text)
    parser.close()


def is_link(text):
    parts = urllib.parse.urlsplit(text)
    return (parts.scheme in ("http", "https") and bool(parts.netloc) and
            not re.search(r"[^\x21-\x7e]", text))


def links(parent):
    found = {}
    for link in parent.findall(ATOM + "link"):
        rel = link.get("rel", "alternate")
        expect(rel not in found, f"two links {rel}")
        expect(is_link(link.get("href", "")), f"{rel}: {link.get('href')!r}")
        found[rel] = link.get("href")
    return found


def one(parent, name):
    all_of = parent.findall(ATOM + name)
    expect(len(all_of) == 1, f"{len(all_of)} elements {name}")
    return (all_of[0].text or "") if all_of else ""


def check_atom(path):
    root = tree.parse(path).getroot()
    expect(root.tag == ATOM + "feed", f"the root is {root.tag}")
    expect(URN.match(one(root, "id")), "the id of the feed")
    expect(DATE.match(one(root, "updated")), "updated of the feed")
    one(root, "title")
    expect(root.find(f"{ATOM}author/{ATOM}name") is not None, "no author")
    found = links(root)
    for rel in ("self", "alternate", "first"):
        expect(rel in found, f"no link {rel}")
    entries = root.findall(ATOM + "entry")
    for entry in entries:
        check_entry(entry)
    ids = [one(entry, "id") for entry in entries]
    expect(len(set(ids)) == len(ids), "two entries with one id")
    return {one(e, "id"): (one(e, "title"), one(e, "content"),
                           links(e).get("alternate")) for e in entries}


def check_entry(entry):
    expect(URN.match(one(entry, "id")), "the id of an entry")
    one(entry, "title")
    updated = one(entry, "updated")
    expect(DATE.match(updated), f"updated {updated!r}")
    for published in entry.findall(ATOM + "published"):
        expect(DATE.match(published.text), "published")
    expect("alternate" in links(entry), "an entry without a link")
    content = entry.find(ATOM + "content")
    expect(content is not None and content.get("type") == "html",
           "the type of the content")
    check_html(content.text or "")
    if entry.get(LANG) is not None:
        expect(re.match(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$",
                        entry.get(LANG)), "xml:lang")
    for author in entry.findall(ATOM + "author"):
        expect((one(author, "name")).strip() != "", "an author without name")
    for category in entry.findall(ATOM + "category"):
        expect(category.get("term"), "a category without term")


def check_json(path):
    with open(path, encoding="utf-8") as f:
        root = json.load(f)
    expect(root.get("version") == "https://jsonfeed.org/version/1.1",
           "version")
    expect(isinstance(root.get("title"), str), "title")
    for name in ("home_page_url", "feed_url", "next_url"):
        expect(name not in root or is_link(root[name]), name)
    expect("feed_url" in root, "no feed_url")
    for item in root["items"]:
        expect(URN.match(item["id"]), "the id of an item")
        expect(is_link(item["url"]), f"url {item['url']!r}")
        expect("content_html" in item, "no text")
        check_html(item["content_html"])
        expect("image" not in item, "a picture of another host")
        for name in ("date_published", "date_modified"):
            expect(name not in item or DATE.match(item[name]), name)
        for author in item["authors"]:
            expect(author["name"].strip() != "", "an author without name")
        expect(all(isinstance(tag, str) for tag in item["tags"]), "tags")
    ids = [item["id"] for item in root["items"]]
    expect(len(set(ids)) == len(ids), "two items with one id")
    return {item["id"]: (item.get("title", ""), item["content_html"],
                         item["url"]) for item in root["items"]}


# Characters that XML 1.0 cannot have are U+FFFD there.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def check_same(atom_path, json_path):
    atom, items = check_atom(atom_path), check_json(json_path)
    expect(list(atom) == list(items), "other ids or another order")
    for key, (title, content, link) in items.items():
        expect(atom.get(key) == (FORBIDDEN.sub("\ufffd", title),
                                 FORBIDDEN.sub("\ufffd", content), link),
               f"{key} differs: {title[:60]!r}")
    return atom


def main():
    check = {"atom": check_atom, "json": check_json, "same": check_same}
    entries = check[sys.argv[1]](*sys.argv[2:])
    for fault in dict.fromkeys(faults):
        print(fault)
    if not faults:
        print(len(entries), "entries")
    return 1 if faults else 0


sys.exit(main())
