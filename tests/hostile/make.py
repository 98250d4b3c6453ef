#!/usr/bin/env python3
"""Writes documents that harm careless parsers.

    make.py pages DIR     HTML pages, DIR/NAME.html
    make.py feeds DIR     feeds, DIR/NAME.xml

Each function makes one document. Some docstrings name the fault that the
document causes. For each page an article must be stored, at least with the text
of its feed.
"""
import os
import random
import sys

PAGES, FEEDS = {}, {}
WORDS = ("harbour ledger lantern ferry copper rain council orchard bell "
         "winter kettle bridge market swan census").split()


def page(f):
    PAGES[f.__name__.replace("_", "-")] = f
    return f


def feed(f):
    FEEDS[f.__name__.replace("_", "-")] = f
    return f


def story(n=6):
    dice = random.Random(7)
    return "\n".join(
        "<p>" + " ".join(dice.choice(WORDS) for _ in range(60)) + ".</p>"
        for _ in range(n))


def html(body, head=""):
    return ("<!DOCTYPE html><html><head><meta charset=utf-8><title>A hostile "
            f"page</title>{head}</head><body><h1>A hostile page</h1>{body}"
            "</body></html>")


# ---------------------------------------------------------------- pages: 31

def nested(tag, n, close=False):
    return html(f"<{tag}>" * n + story() + (f"</{tag}>" * n if close else ""))


@page
def deep_div():
    """Takes quadratic time in tidy: 4.8 s for 30 000 elements without a
    guard."""
    return nested("div", 100_000)


@page
def deep_div_closed():
    return nested("div", 50_000, close=True)


@page
def deep_table():
    """Ends tidy with SIGSEGV at 25 000 elements without a guard."""
    return html("<table><tr><td>" * 30_000 + story())


@page
def deep_list():
    return html("<ul><li>" * 40_000 + story())


@page
def deep_form():
    return nested("form", 20_000)


@page
def deep_blockquote():
    return nested("blockquote", 50_000)


@page
def unclosed_fonts():
    """1000 font elements in 1000 paragraphs: tidy writes 23.9 MB and needs 294
    MB of memory."""
    return html("".join(f"<font size={i}>" for i in range(1000))
                + "<p>word" * 1000 + story())


@page
def fonts_in_every_paragraph():
    """100 font elements that tidy opens again in 10 000 paragraphs."""
    return html("<font color=red>" * 100 + "<p>word " * 10_000 + story())


@page
def unclosed_bold():
    return html("<b>" * 100_000 + story())


@page
def italics_then_paragraphs():
    return html("<i>" * 10_000 + "<p>word" * 10_000 + story())


@page
def many_attributes():
    """Takes quadratic time in both parsers."""
    return html("<p " + " ".join(f"a{i}=1" for i in range(100_000)) + ">"
                + story())


@page
def same_attribute():
    return html("<p " + "class=a " * 100_000 + ">" + story())


@page
def giant_attribute():
    return html('<p title="' + "x" * 4_000_000 + '">' + story())


@page
def giant_word():
    return html("<p>" + "x" * 4_000_000 + "</p>" + story())


@page
def many_siblings():
    return html("<p>w</p>" * 200_000 + story())


@page
def many_links():
    return html("".join(f'<a href="/{i}">link {i}</a> '
                        for i in range(100_000)) + story())


@page
def less_than():
    return html("<" * 1_000_000 + story())


@page
def open_ends():
    return html("</" * 500_000 + story())


@page
def comments():
    return html("<!-- x -->" * 200_000 + story())


@page
def unclosed_comment():
    return html(story() + "<!--" + "x" * 1_000_000)


@page
def unclosed_script():
    return html(story() + "<script>" + "if (a < b) { c(); }" * 50_000)


@page
def entities():
    return html("<p>" + "&amp;&lt;&nbsp;&eacute;&#x1F600;&#0;&#99999999;&nope;"
                * 40_000 + "</p>" + story())


@page
def nul_bytes():
    return html("<p>before\0after</p>" * 20_000 + story())


@page
def controls():
    return html("<p>" + "".join(chr(i) for i in range(1, 32)) * 1000
                + "\x1b]0;owned\x07\x1b[2J</p>" + story())


@page
def bad_utf8():
    return (html("<p>MARK</p>" + story()).encode()
            .replace(b"MARK", b"\xff\xfe\xc0\x80\xed\xa0\x80\xf8" * 20_000))


@page
def utf16_without_mark():
    return html(story()).encode("utf-16-le")


@page
def utf7():
    return html("+ADw-script+AD4-alert(1)+ADw-/script+AD4-" + story(),
                '<meta charset="utf-7">')


@page
def two_charsets():
    return html("<p>Käse Öl</p>" + story(),
                '<meta charset="x-nonsense"><meta charset="koi8-r">'
                ).encode("utf-8")


@page
def tidy_use_after_free():
    """CVE-2021-33391."""
    return "<style>/t<sit"


@page
def svg_and_math():
    return html("<svg>" * 3000 + "<math><mi>" * 3000 + story())


@page
def templates():
    return html("<template>" * 5000 + "<select><option>" * 5000 + story())


@page
def nested_frames():
    return html("<iframe><noscript><noframes>" * 5000 + story())


@page
def base_and_refresh():
    """Contains a base and a refresh to another host, which must be ignored."""
    return html('<a href="x">x</a><img src="y.png">' + story(),
                '<base href="file:///etc/"><meta http-equiv=refresh '
                'content="0;url=http://127.0.0.2:1/">')


@page
def script_everywhere():
    """Contains scripts that must not appear in body_html."""
    return html(story() + '<p onclick="alert(1)">click <a href="javascript:'
                'alert(1)">me</a> <a href=" java\tscript:alert(1)">or me</a>'
                '<img src=x onerror=alert(1)><img src="data:text/html,x">'
                '</p><p>&lt;script&gt;alert(2)&lt;/script&gt;</p>' + story())


@page
def jsonld_deep():
    return html(story(), '<script type="application/ld+json">'
                + '{"a":' * 100_000 + "</script>")


@page
def jsonld_wrong():
    return html(story(), '<script type="application/ld+json">{"@type":'
                '["NewsArticle",7,null],"headline":{"x":[]},"author":[[[]]],'
                '"datePublished":-1,"articleBody":true,"image":{"url":{}}}'
                "</script>")


@page
def empty():
    return ""


@page
def blank():
    return " \n" * 100_000


@page
def not_html():
    return b"%PDF-1.7\n" + bytes(range(256)) * 1000


@page
def picture():
    return b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 1000


@page
def nothing_but_menu():
    return html("<ul>" + "<li><a href=/a>A</a></li>" * 1000 + "</ul>")


@page
def nine_mebibytes():
    """Only text, slightly smaller than page_bytes."""
    return html(story(6) * (9 * 1024 * 1024 // len(story(6))))


# ------------------------------------------------------------ feeds: 25 … 43

def rss(items, head="", channel=""):
    return (f'<?xml version="1.0" encoding="utf-8"?>{head}<rss version="2.0">'
            f"<channel><title>Hostile</title>{channel}{items}</channel></rss>")


def item(n, title="A title", rest=""):
    return (f"<item><title>{title}</title><guid isPermaLink=\"false\">g{n}"
            f"</guid><description>Said {n}</description>{rest}</item>")


@feed
def billion_laughs():
    entities = '<!ENTITY l0 "lol">' + "".join(
        f'<!ENTITY l{i} "{f"&l{i-1};" * 10}">' for i in range(1, 10))
    return rss(item(1, "&l9;") + item(2),
               f"<!DOCTYPE rss [{entities}]>")


@feed
def quadratic_entities():
    """200 KB that become 2.4 GB if entities are expanded."""
    return rss(item(1, "&e;" * 50_000) + item(2),
               f'<!DOCTYPE rss [<!ENTITY e "{"x" * 50_000}">]>')


@feed
def external_entity():
    return rss(item(1, "token &x; end") + item(2),
               '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>')


@feed
def external_dtd():
    return rss(item(1) + item(2),
               '<!DOCTYPE rss SYSTEM "http://127.0.0.2:1/evil.dtd" '
               '[<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>')


@feed
def deep():
    return rss(item(1) + "<a>" * 1_000_000)


@feed
def deep_between():
    """Items after elements with a depth of 300 must be read."""
    return rss(item(1) + "<a>" * 300 + "</a>" * 300 + item(2))


@feed
def many_attributes_feed():
    return rss("<item " + " ".join(f'a{i}="1"' for i in range(30_000))
               + "/>" + item(2))


@feed
def giant_text():
    return rss(item(1, rest="<author>" + "x" * 11_000_000 + "</author>")
               + item(2))


@feed
def giant_cdata():
    return rss(item(1, rest="<category><![CDATA[" + "x" * 11_000_000
                    + "]]></category>") + item(2))


@feed
def many_items():
    return rss("".join(item(i) for i in range(100_000)))


@feed
def many_categories():
    return rss(item(1, rest="<category>c</category>" * 100_000) + item(2))


@feed
def utf16():
    return ("\ufeff" + rss(item(1) + item(2)).replace("utf-8", "utf-16")
            ).encode("utf-16-le")


@feed
def utf16_called_utf8():
    return ("\ufeff" + rss(item(1) + item(2))).encode("utf-16-le")


@feed
def nul_and_controls():
    return rss(item(1, "a\0b\x08c\x1b]0;owned\x07d") + item(2))


@feed
def bad_utf8_feed():
    return rss(item(1, "MARK") + item(2)).encode().replace(
        b"MARK", b"caf\xe9 \xff\xc0\x80")


@feed
def bare_ampersands():
    return rss(item(1, "Fish & Chips &amp; more &nbsp; &eacute;") + item(2))


@feed
def junk_around():
    return "\n\n<br>Warning: x in y.php\n" + rss(item(1) + item(2)) + "<junk>"


@feed
def same_guid():
    return rss("".join(
        f"<item><title>T{i}</title><guid>same</guid><description>D{i}"
        "</description></item>" for i in range(5)))


@feed
def bad_links():
    links = ["javascript:alert(1)", "file:///etc/passwd", "ftp://127.0.0.1/x",
             "http://", "http://[::1", "//", "\\\\server\\x",
             "http://user:pw@127.0.0.1/", "gopher://127.0.0.1:70/",
             "http://127.0.0.1:99999/", "data:text/html,x", "x" * 10_000]
    return rss("".join(item(i, rest=f"<link>{link}</link>")
                       for i, link in enumerate(links)))


@feed
def absurd_dates():
    dates = ["Thu, 01 Jan 1970 00:00:00 GMT", "9999-12-31T23:59:59Z",
             "0000-00-00", "-1", "99999999999999999999", "Feb 30 2025",
             "yesterday", "Mon, 99 Xxx 2025 77:88:99 +9999"]
    return rss("".join(item(i, rest=f"<pubDate>{date}</pubDate>")
                       for i, date in enumerate(dates)))


@feed
def script_in_title():
    return rss(item(1, "&lt;script&gt;alert(1)&lt;/script&gt;",
                    "<link>http://127.0.0.1:1/&quot;&gt;&lt;x</link>")
               + item(2))


@feed
def empty_feed():
    return ""


@feed
def no_channel():
    return "<rss version='2.0'></rss>"


@feed
def deep_json():
    return '{"version":"https://jsonfeed.org/version/1.1","items":' \
        + "[" * 200_000


@feed
def wrong_json():
    return '{"version":"https://jsonfeed.org/version/1.1","title":7,' \
        '"items":[null,7,{"id":{},"url":[],"title":false},{"id":"x",' \
        '"content_text":"Said x"}]}'


def main():
    kinds = {"pages": (PAGES, ".html"), "feeds": (FEEDS, ".xml")}
    if len(sys.argv) != 3 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    os.makedirs(sys.argv[2], exist_ok=True)
    table, ending = kinds[sys.argv[1]]
    for name, make in table.items():
        data = make()
        if isinstance(data, str):
            data = data.encode()
        with open(os.path.join(sys.argv[2], name + ending), "wb") as f:
            f.write(data)
        print(name)


if __name__ == "__main__":
    main()
