"""extract() with the common arguments of trafilatura.extract().

    from cuter.compat.trafilatura import extract

Texts differ from those of trafilatura: the extractor is libcuter.
"""
from __future__ import annotations

import csv
import io
import json
import logging
import re
from typing import Any
from urllib.parse import urlsplit
from xml.sax.saxutils import escape, quoteattr

from .. import Article, cut
from ._markdown import to_markdown

_logger = logging.getLogger(__name__)

_IGNORED = {
    "no_fallback", "fast", "favor_precision", "favor_recall",
    "include_comments", "include_tables", "deduplicate", "config",
    "settingsfile", "date_extraction_params", "max_tree_size",
    "tei_validation", "options", "prune_xpath",
}

# Characters that a document of XML 1.0 must not contain.
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def extract(filecontent: Any, url: str | None = None,
            record_id: str | None = None, *, output_format: str = "txt",
            with_metadata: bool = False, only_with_metadata: bool = False,
            include_links: bool = False, include_images: bool = False,
            include_formatting: bool = False,
            target_language: str | None = None,
            url_blacklist: set[str] | None = None,
            author_blacklist: set[str] | None = None,
            **others: Any) -> str | None:
    """Returns the text of a page, or None if it has none.

    filecontent: the page, as str or bytes.  For None and objects of other types
        the result is None, as that of trafilatura, and a warning is logged.
    url: the page's URL.
    record_id: the value of "id" in JSON.
    output_format: "txt", "markdown", "html", "xml", "json" or "csv".
    with_metadata: begin txt and markdown with the metadata (title, author, date
        and others) between lines of "---".  The other formats always contain
        the metadata.
    only_with_metadata: return None if title, date or URL are not known.
    include_links, include_formatting, include_images: txt becomes Markdown with
        these elements.
    target_language: return None for another language ("en").
    url_blacklist: return None if the canonical URL is in the set.
    author_blacklist: leave these authors out.

    Arguments that select heuristics of trafilatura are accepted and have no
    effect.  Raises TypeError for unknown arguments and ValueError for other
    formats.
    """
    unknown = set(others) - _IGNORED
    if unknown:
        raise TypeError(f"unknown argument: {', '.join(sorted(unknown))}")
    if output_format not in _WRITERS:
        raise ValueError(f"unknown output_format: {output_format}")
    if not isinstance(filecontent, (str, bytes, bytearray, memoryview)):
        _logger.warning("discarding data: str or bytes expected, not %s",
                        type(filecontent).__name__)
        return None
    article = cut(filecontent, url)
    values = _values(article, url, record_id, author_blacklist or set())
    if not article.body or _is_unwanted(article, values, target_language,
                                        url_blacklist, only_with_metadata):
        return None
    if include_links or include_images or include_formatting or \
            output_format == "markdown":
        values["text"] = to_markdown(
            article.body_html, links=include_links, images=include_images)
    return _WRITERS[output_format](article, values, with_metadata)


def _is_unwanted(article: Article, values: dict[str, Any],
                 language: str | None, urls: set[str] | None,
                 needs_metadata: bool) -> bool:
    if language and (article.language or language).split("-")[0] != language:
        return True
    if urls and values["source"] in urls:
        return True
    return needs_metadata and not (
        values["title"] and values["date"] and values["source"])


def _hostname(url: str | None) -> str | None:
    try:
        return urlsplit(url).hostname if url else None
    except ValueError:
        return None             # "http://[bad/"


def _values(article: Article, url: str | None, record_id: str | None,
            unwanted_authors: set[str]) -> dict[str, Any]:
    source = article.canonical_url or url
    authors = [name for name in article.authors
               if name not in unwanted_authors]
    images = [media.url for media in article.media if media.kind == "image"]
    return {
        "title": article.title,
        "author": "; ".join(authors) or None,
        "hostname": _hostname(source),
        "date": article.published.date().isoformat()
        if article.published else None,
        "categories": article.section or "",
        "tags": ";".join(article.tags),
        "id": record_id,
        "license": article.license,
        "text": article.body,
        "language": article.language,
        "image": images[0] if images else None,
        "pagetype": article.page_class,
        "source": source,
        "source-hostname": article.site_name,
        "excerpt": article.lead,
    }


def _header(values: dict[str, Any]) -> str:
    names = ("title", "author", "source", "hostname", "excerpt",
             "source-hostname", "date", "categories", "tags", "id", "license")
    lines = [f"{name}: {values[name]}" for name in names if values[name]]
    return "\n".join(["---", *lines, "---", ""])


def _write_text(_: Article, values: dict[str, Any], metadata: bool) -> str:
    return (_header(values) if metadata else "") + str(values["text"])


def _write_json(_: Article, values: dict[str, Any], __: bool) -> str:
    return json.dumps(values, ensure_ascii=False)


def _write_html(article: Article, values: dict[str, Any], _: bool) -> str:
    title = escape(article.title or "")
    metas = "".join(
        f"<meta name={quoteattr(name)} content={quoteattr(str(value))}/>"
        for name, value in values.items() if value and name != "text")
    return (f"<html><head><title>{title}</title>{metas}</head>"
            f"<body>{article.body_html}</body></html>")


def _write_xml(article: Article, values: dict[str, Any], _: bool) -> str:
    attributes = "".join(
        f" {name}={quoteattr(str(value))}"
        for name, value in values.items() if value and name != "text")
    paragraphs = "".join(f"<p>{escape(text)}</p>"
                         for text in article.body.split("\n\n"))
    return _NOT_XML.sub(
        "\N{REPLACEMENT CHARACTER}",
        f"<doc{attributes}><main>{paragraphs}</main></doc>")


def _write_csv(_: Article, values: dict[str, Any], __: bool) -> str:
    names = ("source", "id", "title", "image", "date", "text", "license",
             "pagetype")
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerow(
        values[name] if values[name] is not None else "null"
        for name in names)
    return out.getvalue()


_WRITERS = {"txt": _write_text, "markdown": _write_text, "json": _write_json,
            "html": _write_html, "xml": _write_xml, "csv": _write_csv}
