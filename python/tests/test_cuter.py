"""Tests of the package cuter."""
import csv
import io
import json
import os
import pickle
import subprocess
import sys
import threading
from dataclasses import FrozenInstanceError
from datetime import datetime, timedelta, timezone
from xml.etree import ElementTree

import pytest

import cuter
from cuter import _library
from cuter.compat.trafilatura import extract

PAGE = """<html lang=en><head><title>The lamp is lit again - Tide</title>
<link rel=canonical href=/lamp>
<meta property=article:section content=Harbour>
<meta property=article:tag content=lamp>
<meta property=article:tag content=harbour>
<meta property=article:published_time content=2026-11-20T17:48:18+01:00>
<meta name=author content="Anna Wickett"></head>
<body><nav><a href=/a>News</a> <a href=/b>Sport</a></nav>
<article><h1>The lamp is lit again</h1>
<figure><img src=/lamp.jpg width=800 height=600 alt="The lamp">
<figcaption>The lamp on Friday</figcaption></figure>
<p>The lamp was lit again on Friday, and the <a href=/town>whole town</a> came
to see it turn over the bay – in <b>rain</b>.</p>
<h2>The third round</h2>
<p>Nobody spoke until the third round, when the harbour master sneezed and the
children laughed.</p>
<p>The keeper said that the light would stay on through the winter, as long as
the town paid for the oil.</p></article>
<footer><a href=/terms>Terms</a></footer></body></html>"""
URL = "https://tide.test/story"


@pytest.fixture(name="article")
def fixture_article():
    return cuter.cut(PAGE, url=URL, title="The lamp is lit again")


def test_texts(article):
    assert article.title == "The lamp is lit again"
    assert article.body.startswith("The lamp was lit again on Friday")
    assert "bay – in rain" in article.body
    assert "Sport" not in article.body
    assert "<p>" in article.body_html
    assert article.authors == ("Anna Wickett",)
    assert article.tags == ("lamp", "harbour")
    assert article.language == "en"
    assert article.section == "Harbour"
    assert article.canonical_url == "https://tide.test/lamp"
    assert article.license is None and article.access is None
    assert article.page_class == "article" and article.origin == "page"
    assert article.flags == frozenset()
    assert 0.5 < article.confidence <= 1
    assert article.word_count > 40
    assert article.nodes == () and article.explanation is None


def test_dates(article):
    zone = timezone(timedelta(hours=1))
    assert article.published == datetime(2026, 11, 20, 17, 48, 18, 0, zone)
    assert article.published.utcoffset() == timedelta(hours=1)
    assert article.modified is None


def test_media_and_sources(article):
    media, = article.media
    assert (media.kind, media.url) == ("image", "https://tide.test/lamp.jpg")
    assert (media.width, media.height) == (800, 600)
    assert media.caption == "The lamp on Friday" and media.credit is None
    assert article.sources["section"].source == "meta"
    assert 0 < article.sources["title"].confidence <= 1
    assert "license" not in article.sources


def test_nodes_and_explanation():
    article = cuter.cut(PAGE, URL, nodes=True, explanation=True)
    in_body = [node for node in article.nodes if node.in_body]
    assert [node.kind for node in in_body] == [
        "paragraph", "heading", "paragraph", "paragraph"]
    assert all(node.node_class == "text" and node.score is not None
               for node in in_body)
    assert {node.node_class for node in article.nodes} >= {
        "text", "navigation", "multimedia"}
    assert "<html" in article.explanation


def test_values_are_immutable_and_picklable(article):
    with pytest.raises(FrozenInstanceError):
        article.title = "other"
    assert pickle.loads(pickle.dumps(article)) == article
    values = json.loads(json.dumps(article.to_dict()))
    line = article.to_json()
    assert json.loads(line) == values
    assert line.isascii() and "\n" not in line
    assert values["authors"] == ["Anna Wickett"]
    assert values["published"] == "2026-11-20T17:48:18+01:00"
    assert "nodes" not in values


def test_input_types():
    text = cuter.cut(PAGE, URL)
    for html in (PAGE.encode(), bytearray(PAGE.encode()),
                 memoryview(PAGE.encode())):
        assert cuter.cut(html, URL) == text
    legacy = PAGE.encode("cp1252")
    assert cuter.cut(legacy, URL, content_type="text/html; charset=cp1252") \
        .body == text.body
    wrong = PAGE.replace("<head>", "<head><meta charset=iso-8859-7>")
    assert cuter.cut(wrong, URL).body == text.body


def test_page_without_article():
    for html in (b"", "", "\0", "<p>"):
        article = cuter.cut(html)
        assert article.body == "" and article.body_html == ""
        assert article.title is None


def test_summary_becomes_the_text():
    article = cuter.cut("<html>", summary="Only the feed has a text.")
    assert article.body == "Only the feed has a text."
    assert article.origin == "feed"


def test_wrong_arguments():
    with pytest.raises(TypeError):
        cuter.cut(None)
    with pytest.raises(TypeError):
        cuter.cut(PAGE, url=b"https://tide.test/")
    with pytest.raises(ValueError):
        cuter.cut(PAGE, url="https://tide.test/\0")
    with pytest.raises(TypeError):
        cuter.cut(PAGE, unknown=1)


@pytest.fixture(name="status")
def fixture_status(monkeypatch):
    """Makes libcuter return a status for pages that begin with "status "."""
    extract_page = _library._extract

    def run(handle, page, *others):
        if page.startswith(b"status "):
            return int(page[7:])
        return extract_page(handle, page, *others)

    monkeypatch.setattr(_library, "_extract", run)


@pytest.mark.usefixtures("status")
def test_errors():
    for status, error in ((-1, cuter.OutOfMemoryError), (-1, MemoryError),
                          (-2, cuter.LimitError), (-3, ValueError),
                          (-99, cuter.CuterError)):
        with pytest.raises(error):
            cuter.cut(f"status {status}")
    assert cuter.cut(PAGE, URL).body


def test_extractor():
    with cuter.Extractor() as extractor:
        assert extractor.cut(PAGE, URL) == cuter.cut(PAGE, URL)
    with pytest.raises(ValueError):
        extractor.cut(PAGE)
    extractor.close()


def test_threads():
    expected = cuter.cut(PAGE, URL)
    shared = cuter.Extractor()
    results = []

    def run():
        for _ in range(50):
            results.append(cuter.cut(PAGE, URL) == expected)
            results.append(shared.cut(PAGE, URL) == expected)

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 800 and all(results)


def test_cut_many():
    def pages():
        for number in range(100):
            yield cuter.Page(PAGE.replace("again", f"number {number}"), URL)
        yield b""

    articles = list(cuter.cut_many(pages(), processes=2))
    assert len(articles) == 101
    assert articles[7].title == "The lamp is lit number 7"
    assert articles[100].body == ""
    assert articles == list(cuter.cut_many(pages(), processes=1))


def test_cut_many_reads_as_results_are_taken():
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield PAGE

    articles = cuter.cut_many(endless(), processes=2)
    assert next(articles).title == "The lamp is lit again"
    articles.close()
    assert taken < 1000


@pytest.mark.usefixtures("status")
def test_cut_many_errors():
    article, error = cuter.cut_many([PAGE, "status -2"], processes=1)
    assert article.body and isinstance(error, cuter.LimitError)
    with pytest.raises(TypeError):
        list(cuter.cut_many([None]))
    with pytest.raises(ValueError):
        cuter.cut_many([PAGE], processes=0)


def test_cut_many_wrong_values():
    pages = [cuter.Page(PAGE, URL, title="lit\0again", summary="a\0b"),
             cuter.Page(PAGE, URL + "\0"), PAGE]
    for processes in 1, 2:
        first, error, last = cuter.cut_many(pages, processes=processes)
        assert first.body and last.body
        assert isinstance(error, cuter.CuterError) and "NUL" in str(error)
    assert cuter.cut("<p>", summary="a\0b").body == "a\ufffdb"


def test_locale_has_no_effect():
    code = ("import locale, sys, cuter\n"
            "locale.setlocale(locale.LC_ALL, '')\n"
            "before = locale.setlocale(locale.LC_ALL)\n"
            "print(ascii(cuter.cut(sys.stdin.buffer.read(), nodes=True)))\n"
            "assert locale.setlocale(locale.LC_ALL) == before\n")
    outputs = [subprocess.run(
        [sys.executable, "-c", code], input=PAGE.encode(), check=True,
        capture_output=True, env={**os.environ, "LC_ALL": name}).stdout
        for name in ("C", "C.UTF-8")]
    assert outputs[0] == outputs[1] != b""


def test_versions():
    assert cuter.library_version() == cuter.__version__
    assert cuter.extractor_version() >= 1000


def test_trafilatura_text():
    text = extract(PAGE, url=URL, favor_precision=True)
    assert text == cuter.cut(PAGE, URL).body
    assert extract("<html><p>") is None
    head = extract(PAGE, URL, with_metadata=True).splitlines()
    assert head[:3] == ["---", "title: The lamp is lit again",
                        "author: Anna Wickett"]


@pytest.mark.parametrize("page", [
    "", b"", " \n", b"\xff\xfe", bytearray(), memoryview(b"")])
def test_trafilatura_empty(page, caplog):
    assert extract(page) is None
    assert not caplog.records


@pytest.mark.parametrize("page", [None, 7, object(), [], {"html": PAGE}])
def test_trafilatura_no_text(page, caplog):
    assert extract(page, URL, with_metadata=True) is None
    assert type(page).__name__ in caplog.text
    with pytest.raises(TypeError):
        extract(page, unknown=True)


def test_trafilatura_invalid_url():
    page = "<p>The lamp was lit again on Friday.</p>"
    values = json.loads(extract(page, url="http://[bad/",
                                output_format="json"))
    assert values["hostname"] is None


def test_trafilatura_markdown():
    text = extract(PAGE, URL, output_format="markdown", include_links=True)
    assert "\n\n## The third round\n\n" in text
    assert "[whole town](https://tide.test/town)" in text
    assert "[" not in extract(PAGE, URL, output_format="markdown")


def test_trafilatura_table_caption():
    table = "<table><caption>The oil that was used in each month, in litres" \
        "</caption><tr><th>Month<th>Litres<tr><td>January was cold<td>Four " \
        "hundred litres</table>"
    page = PAGE.replace("<h2>", table + "<h2>")
    assert "<table><caption>The oil" in cuter.cut(page, URL).body_html
    assert "\n\nThe oil that was used in each month, in litres\n\n" in \
        extract(page, URL, output_format="markdown")


def test_trafilatura_formats():
    values = json.loads(extract(PAGE, URL, "7", output_format="json"))
    assert values["title"] == "The lamp is lit again"
    assert values["date"] == "2026-11-20" and values["id"] == "7"
    assert values["hostname"] == "tide.test"
    assert values["tags"] == "lamp;harbour"
    assert extract(PAGE, URL, output_format="html").startswith("<html><head>")
    assert "<p>Nobody spoke" in extract(PAGE, URL, output_format="xml")
    row, = csv.reader(io.StringIO(extract(PAGE, URL, output_format="csv")),
                      delimiter="\t")
    assert row[2] == "The lamp is lit again" and len(row) == 8


def test_trafilatura_xml_characters():
    page = PAGE.replace("Anna Wickett", "Anna &#xfffe;Wickett")
    text = extract(page, URL, "7\x0b\ud8007", output_format="xml")
    document = ElementTree.fromstring(text)
    assert document.get("id") == "7\ufffd\ufffd7"
    assert document.get("author").startswith("Anna")


def test_trafilatura_filters():
    assert extract(PAGE, URL, target_language="de") is None
    assert extract(PAGE, URL, target_language="en")
    assert extract(PAGE, url_blacklist={"https://tide.test/lamp"}, url=URL) \
        is None
    values = json.loads(extract(PAGE, URL, output_format="json",
                                author_blacklist={"Anna Wickett"}))
    assert values["author"] is None
    assert extract("<p>" + "word " * 100, only_with_metadata=True) is None
    with pytest.raises(TypeError):
        extract(PAGE, unknown=True)
    with pytest.raises(ValueError):
        extract(PAGE, output_format="pdf")
