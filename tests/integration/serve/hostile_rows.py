#!/usr/bin/env python3
"""Writes texts with markup and control characters into the text columns of
articles and feeds.

    hostile_rows.py DB

Each text is written to title, lead, author, tag, caption, body and body_html of
an article of its own, and to the titles of feeds.  The rows are written with
SQL, because the program would not write them.  A damaged or malicious database
may contain such rows.
"""
import sqlite3
import sys

TEXTS = [
    "]]> & <b> \"double\" 'single'",
    "<script>alert(1)</script>",
    "</title></entry></feed><entry>",
    "control \x01\x02\x08\x0b\x1f\x7f\x85 end",
    "right \u202eto left\u202c \u200f\u05e9\u05dc\u05d5\u05dd \u2066x\u2069",
    "lines \r\n and \u2028 and \u2029 end",
    "not characters \ufffe\uffff\U0001fffe end",
    "emoji \U0001f600 and e\u0301",
    "&amp; &#0; &lt;x&gt; &unknown;",
    "{\"json\": \"\\u0000\\ud800\"}",
    "<!--#exec cmd=x--><![CDATA[x]]><?php x ?><!DOCTYPE x>",
    "onerror=alert(1) \" onmouseover=\"x",
]
BYTES = [b"lone surrogate \xed\xa0\x80 end", b"not utf-8 \xff\xc3\xfe end"]


def main():
    db = sqlite3.connect(sys.argv[1])
    ids = [row[0] for row in db.execute(
        "SELECT id FROM article WHERE status = 'done' ORDER BY sort_at DESC")]
    long = "A title of a megabyte. " * (1 << 20 >> 4)
    for text in TEXTS + [long[:1 << 20]]:
        write(db, ids.pop(0), text)
    for data in BYTES:
        write(db, ids.pop(0), data)
    for n, text in enumerate(TEXTS):
        db.execute("UPDATE feed SET title = ?, given_title = NULL "
                   "WHERE id = (SELECT min(id) + ? FROM feed)", (text, n))
    db.commit()


def write(db, article, value):
    # CAST stores bytes that are not UTF-8 as a value of type TEXT.
    text = "CAST(? AS TEXT)"
    db.execute(f"UPDATE article SET title = {text}, lead = {text}, "
               f"body = {text}, body_html = {text}, byline = {text}, "
               f"license = {text}, publisher = {text} WHERE id = ?",
               [value] * 7 + [article])
    db.execute("DELETE FROM article_author WHERE article_id = ?", [article])
    db.execute("INSERT INTO article_author (article_id, n, name) "
               f"VALUES (?, 0, {text})", [article, value])
    db.execute("DELETE FROM article_tag WHERE article_id = ?", [article])
    db.execute("INSERT INTO article_tag (article_id, n, tag) "
               f"VALUES (?, 0, {text})", [article, value])
    db.execute("DELETE FROM media WHERE article_id = ?", [article])
    db.execute("INSERT INTO media (article_id, n, kind, url, alt, caption, "
               f"credit, role, relevance) VALUES (?, 0, 'image', {text}, "
               f"{text}, {text}, {text}, 'lead', 1)",
               [article] + [value] * 4)


main()
