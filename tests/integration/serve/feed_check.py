#!/usr/bin/env python3
"""Checks documents of `gleaner serve` against the rules of docs/feed-rows.md.

    feed_check.py atom FILE     rules V1 to V18
    feed_check.py json FILE     rules V10, V13, V16 and V19 to V22
    feed_check.py same A J      an Atom and a JSON document of one listing
    feed_check.py broken A J    breaks each rule in copies of two documents that
                                keep the rules

Prints "N entries" and exits with 0, or prints each fault and exits with 1.
`broken` prints the rules whose violation is not noticed.
"""
import datetime
import html.parser
import json
import re
import sys
import tempfile
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
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$")
FEED_CHILDREN = set("author category contributor entry generator icon id link "
                    "logo rights subtitle title updated".split())
ENTRY_CHILDREN = set("author category content contributor id link published "
                     "rights source summary title updated".split())
ITEM_MEMBERS = set("id url external_url title content_html content_text summary "
                   "image banner_image date_published date_modified authors "
                   "tags language attachments".split())
faults = []


def expect(rule, held, fault):
    if not held:
        faults.append(f"{rule}: {fault}")


class Content(html.parser.HTMLParser):
    """Checks that the HTML has no scripts and no resources that a feed reader
    would load."""

    def handle_starttag(self, tag, attrs):
        expect("V13", tag in ELEMENTS, f"content has <{tag}>")
        for name, value in attrs:
            expect("V13", name in ("href", "rel", "lang", "dir"),
                   f"content has the attribute {name}")
            if name == "href":
                expect("V13", is_link(value), f"content links to {value!r}")


def check_html(text):
    parser = Content()
    parser.feed(text)
    parser.close()


def is_link(text):
    parts = urllib.parse.urlsplit(text)
    return (parts.scheme in ("http", "https") and bool(parts.netloc) and
            not re.search(r"[^\x21-\x7e]", text))


def is_date(text):
    """True for a date of RFC 3339 that exists."""
    if not DATE.match(text):
        return False
    try:
        datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return False
    return True


def links(parent):
    found = {}
    for link in parent.findall(ATOM + "link"):
        rel = link.get("rel", "alternate")
        expect("V8", rel not in found, f"two links {rel}")
        expect("V9", is_link(link.get("href", "")),
               f"{rel}: {link.get('href')!r}")
        found[rel] = link.get("href")
    return found


def one(rule, parent, name):
    all_of = parent.findall(ATOM + name)
    expect(rule, len(all_of) == 1, f"{len(all_of)} elements {name}")
    return (all_of[0].text or "") if all_of else ""


def check_names(parent, known):
    for child in parent:
        if child.tag.startswith(ATOM):
            expect("V3", child.tag[len(ATOM):] in known,
                   f"unknown element {child.tag[len(ATOM):]}")


def check_persons(parent):
    for author in parent.findall(ATOM + "author"):
        expect("V16", one("V16", author, "name").strip() != "",
               "an author without name")


def check_title(parent):
    title = parent.find(ATOM + "title")
    one("V4", parent, "title")
    if title is not None:
        expect("V12", title.get("type", "text") in ("text", "html"),
               "the type of a title")


def check_atom(path):
    data = open(path, "rb").read()
    expect("V2", data.startswith(b'<?xml version="1.0" encoding="utf-8"?>'),
           "no XML declaration")
    try:
        root = tree.fromstring(data.decode("utf-8"))
    except (tree.ParseError, UnicodeDecodeError) as fault:
        expect("V1", False, fault)
        return {}
    expect("V3", root.tag == ATOM + "feed", f"the root is {root.tag}")
    check_names(root, FEED_CHILDREN)
    expect("V5", URN.match(one("V4", root, "id")), "the id of the feed")
    expect("V7", is_date(one("V4", root, "updated")), "updated of the feed")
    check_title(root)
    check_persons(root)
    found = links(root)
    for rel in ("self", "alternate", "first"):
        expect("V8", rel in found, f"no link {rel}")
    entries = root.findall(ATOM + "entry")
    for entry in entries:
        check_entry(entry)
        expect("V6", root.find(ATOM + "author") is not None or
               entry.find(ATOM + "author") is not None, "no author")
    ids = [one("V4", entry, "id") for entry in entries]
    expect("V10", len(set(ids)) == len(ids), "two entries with one id")
    return {one("V4", e, "id"): (one("V4", e, "title"),
                                 one("V11", e, "content"),
                                 links(e).get("alternate")) for e in entries}


def check_entry(entry):
    check_names(entry, ENTRY_CHILDREN)
    expect("V5", URN.match(one("V4", entry, "id")), "the id of an entry")
    check_title(entry)
    expect("V7", is_date(one("V4", entry, "updated")), "updated of an entry")
    published = entry.findall(ATOM + "published")
    expect("V15", len(published) <= 1, "two elements published")
    for date in published:
        expect("V7", is_date(date.text or ""), "published of an entry")
    expect("V14", "alternate" in links(entry), "an entry without a link")
    content = entry.find(ATOM + "content")
    expect("V11", content is not None and content.get("type") == "html",
           "the type of the content")
    check_html(one("V11", entry, "content"))
    expect("V18", entry.get(LANG) is None or LANGUAGE.match(entry.get(LANG)),
           "xml:lang")
    check_persons(entry)
    for category in entry.findall(ATOM + "category"):
        expect("V17", category.get("term"), "a category without term")


def check_json(path):
    with open(path, encoding="utf-8") as f:
        root = json.load(f)
    expect("V19", root.get("version") == "https://jsonfeed.org/version/1.1",
           "version")
    expect("V19", isinstance(root.get("title"), str), "title")
    expect("V19", isinstance(root.get("items"), list), "items")
    for name in ("home_page_url", "feed_url", "next_url"):
        expect("V20", name not in root or is_link(root[name]), name)
    expect("V20", "feed_url" in root, "no feed_url")
    items = root.get("items") or []
    for item in items:
        check_item(item)
    ids = [item["id"] for item in items]
    expect("V10", len(set(ids)) == len(ids), "two items with one id")
    return {item["id"]: (item.get("title", ""), item.get("content_html", ""),
                         item["url"]) for item in items}


def check_item(item):
    expect("V19", URN.match(item["id"]), "the id of an item")
    expect("V20", is_link(item["url"]), f"url {item['url']!r}")
    expect("V21", "content_html" in item, "no text")
    check_html(item.get("content_html", ""))
    expect("V13", "image" not in item, "a picture of another host")
    for name in ("date_published", "date_modified"):
        expect("V22", name not in item or is_date(item[name]), name)
    for author in item["authors"]:
        expect("V16", author["name"].strip() != "", "an author without name")
    expect("V21", all(isinstance(tag, str) for tag in item["tags"]), "tags")
    expect("V21", all(name in ITEM_MEMBERS or name.startswith("_")
                      for name in item), "an unknown member")


# Atom has U+FFFD instead of characters that XML 1.0 forbids.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def check_same(atom_path, json_path):
    atom, items = check_atom(atom_path), check_json(json_path)
    expect("V1", list(atom) == list(items), "other ids or another order")
    for key, (title, content, link) in items.items():
        expect("V1", atom.get(key) == (FORBIDDEN.sub("\ufffd", title),
                                       FORBIDDEN.sub("\ufffd", content), link),
               f"{key} differs: {title[:60]!r}")
    return atom


# ------------------------------------------------------ documents with a fault

# Each row has a rule, a pattern, and the text that replaces the first match of
# the pattern and thereby violates the rule.
BREAK_ATOM = [
    ("V1", r"</title>", "&nbsp;</title>"),
    ("V2", r'encoding="utf-8"', 'encoding="ISO-8859-1"'),
    ("V3", r"<entry\b[^>]*>", r"\g<0><pubDate>x</pubDate>"),
    ("V4", r"<updated>[^<]*</updated>", ""),
    ("V4", r"(?s)(<entry\b.*?)<title\b.*?</title>", r"\1"),
    ("V5", r"<id>urn:uuid:", "<id>"),
    ("V6", r"(?s)<author>.*?</author>", ""),
    ("V7", r"<updated>(\d{4})-\d\d-\d\d", r"<updated>\1-02-30"),
    ("V8", r'rel="self"', 'rel="via"'),
    ("V9", r'(rel="self"[^>]*href|href)="[^"]*"', r'\1="/index.atom"'),
    ("V10", r"(?s)<entry\b.*?</entry>", r"\g<0>\g<0>"),
    ("V11", r'<content type="html"', '<content type="text/html"'),
    ("V12", r"<title( type=\"\w+\")?>", '<title type="markdown">'),
    ("V13", r"(<content[^>]*>)", r"\1&lt;script&gt;"),
    ("V13", r"(<content[^>]*>)", r"\1&lt;p onclick=&quot;x&quot;&gt;"),
    ("V13", r"(<content[^>]*>)", r"\1&lt;a href=&quot;/x&quot;&gt;"),
    ("V14", r"(?s)(<entry\b.*?)<link\b[^>]*/>", r"\1"),
    ("V15", r"<published>[^<]*</published>", r"\g<0>\g<0>"),
    ("V16", r"<name>[^<]*</name>", "<name> </name>"),
    ("V17", r'(<category\b[^>]*) term="[^"]*"', r"\1"),
    ("V18", r"<entry\b[^>]*>", '<entry xml:lang="x y">'),
]
BREAK_JSON = [
    ("V19", lambda d: d.update(version="1")),
    ("V19", lambda d: d.pop("title")),
    ("V20", lambda d: d.pop("feed_url")),
    ("V20", lambda d: d["items"][0].update(url="javascript:x")),
    ("V10", lambda d: d["items"].append(d["items"][0])),
    ("V21", lambda d: d["items"][0].pop("content_html")),
    ("V21", lambda d: d["items"][0].update(pubDate="x")),
    ("V13", lambda d: d["items"][0].update(content_html="<iframe>")),
    ("V22", lambda d: d["items"][0].update(date_published="yesterday")),
    ("V16", lambda d: d["items"][0].update(authors=[{"name": ""}])),
]


def is_noticed(rule, check, text):
    faults.clear()
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as f:
        f.write(text)
        f.flush()
        check(f.name)
    return any(fault.startswith(rule + ":") for fault in faults)


def check_broken(atom_path, json_path):
    atom = open(atom_path, encoding="utf-8").read()
    document = open(json_path, encoding="utf-8").read()
    missed = []
    for rule, pattern, replacement in BREAK_ATOM:
        count = 0 if rule == "V6" else 1
        broken = re.sub(pattern, replacement, atom, count)
        if broken == atom or not is_noticed(rule, check_atom, broken):
            missed.append(f"{rule}: {pattern} is not noticed")
    for rule, change in BREAK_JSON:
        broken = json.loads(document)
        change(broken)
        if not is_noticed(rule, check_json, json.dumps(broken)):
            missed.append(f"{rule} of JSON is not noticed")
    faults[:] = missed
    return BREAK_ATOM + BREAK_JSON


def main():
    check = {"atom": check_atom, "json": check_json, "same": check_same,
             "broken": check_broken}
    entries = check[sys.argv[1]](*sys.argv[2:])
    for fault in dict.fromkeys(faults):
        print(fault)
    if not faults:
        print(len(entries), "entries")
    return 1 if faults else 0


sys.exit(main())
