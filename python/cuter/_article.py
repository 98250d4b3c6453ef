"""The values that cut() returns.  They are plain, immutable and picklable."""
from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """Where a field of the article comes from."""

    source: str
    """"json-ld", "meta", "heading", "line" …"""
    confidence: float
    """The probability, 0 to 1, that the field is right."""


@dataclasses.dataclass(frozen=True, slots=True)
class Media:
    """A picture, a video or a recording of the article."""

    kind: str
    """"image", "video" or "audio"."""
    url: str
    """Absolute, if the page's URL is known."""
    alt: str | None
    caption: str | None
    credit: str | None
    width: int | None
    """In pixels, like height; None if the page does not state it."""
    height: int | None
    relevance: float
    """0 to 1."""
    is_lead: bool
    """The main picture or video of the article."""


@dataclasses.dataclass(frozen=True, slots=True)
class Node:
    """A part of the page: a run of text, a picture, a player, or an empty
    element."""

    number: int
    node_class: str
    """"text", "multimedia", "navigation", "advertisement" or "empty"."""
    kind: str | None
    """"headline", "paragraph", "caption", "share" …"""
    element: str
    """The name of the HTML element."""
    text: str
    url: str | None
    in_body: bool
    score: float | None
    """The log-odds that the node is text of the article."""
    reason: str
    """A short explanation of the class."""


@dataclasses.dataclass(frozen=True, slots=True)
class Article:
    """The article of one page.  A text that is not known is None."""

    title: str | None
    lead: str | None
    """The standfirst; `body` contains it unless cut(lead=False)."""
    byline: str | None
    """The line that names the authors, as the page shows it."""
    authors: tuple[str, ...]
    body: str
    """Plain text; an empty line separates paragraphs.  "" if the page has no
    article."""
    body_html: str
    """The text in a small set of HTML elements, without scripts."""
    language: str | None
    """A code of ISO 639: "en", "pt-BR"."""
    published: datetime | None
    """With the time zone that the page states, else in UTC."""
    modified: datetime | None
    canonical_url: str | None
    site_name: str | None
    section: str | None
    publisher: str | None
    license: str | None
    """The name or the URL of a licence."""
    tags: tuple[str, ...]
    usage: tuple[str, ...]
    """Statements about the use of the text: "meta robots: noai"."""
    next_url: str | None
    """The page on which the text continues."""
    variant_url: str | None
    """The AMP or print version, if this page has no text."""
    feeds: tuple[str, ...]
    """Feeds that the head of the page names."""
    media: tuple[Media, ...]
    page_class: str
    """"article", "listing", "other", "live-blog", "gallery", "video", "stub",
    "error", "consent" or "paywall"."""
    origin: str
    """The source of the body: "page", "json-ld", "feed" or "state"."""
    access: str | None
    """"free" or "paid", if the page says so."""
    flags: frozenset[str]
    """"stub", "truncated", "paywall", "consent", "no-title", "json-body",
    "language"."""
    confidence: float
    """The probability, 0 to 1, that the body is the text of an article."""
    word_count: int
    sources: Mapping[str, Source]
    """The source of "title", "lead", "authors", "published", "modified",
    "language", "canonical_url", "section", "publisher", "license", "tags", if
    the field is known."""
    nodes: tuple[Node, ...] = ()
    """All nodes of the page, with cut(nodes=True)."""
    explanation: str | None = None
    """An HTML page that shows the class of each node, with
    cut(explanation=True)."""

    def to_dict(self) -> dict[str, Any]:
        """Returns a dictionary of values that json.dumps() accepts."""
        values = {name: getattr(self, name) for name in FIELDS}
        for name in ("authors", "tags", "usage", "feeds"):
            values[name] = list(values[name])
        for name in ("published", "modified"):
            if values[name] is not None:
                values[name] = values[name].isoformat()
        values["flags"] = sorted(self.flags)
        values["media"] = [_members(media) for media in self.media]
        values["sources"] = {name: _members(source)
                             for name, source in self.sources.items()}
        values["nodes"] = [_members(node) for node in self.nodes]
        if not self.nodes:
            del values["nodes"]
        if self.explanation is None:
            del values["explanation"]
        return values

    def to_json(self) -> str:
        """Returns to_dict() as one line of JSON in ASCII, without a line end.

        The encoder of the standard library needs half the time for ASCII that
        it needs for other characters (ensure_ascii=False).
        """
        return _encode(self.to_dict())


_encode = json.JSONEncoder().encode

FIELDS = tuple(field.name for field in dataclasses.fields(Article))


def _members(value: Source | Media | Node) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}
