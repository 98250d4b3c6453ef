"""The functions of libcuter.so.0, called with ctypes.

ctypes releases the interpreter lock during a call, so threads extract at the
same time.  An Extractor has a lock, because libcuter allows one call at a time
for each of its extractors.
"""
from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, \
    c_size_t, c_uint, c_uint32, c_void_p
from datetime import datetime, timedelta, timezone
from typing import Any

from ._article import Article, Media, Node, Source

_SONAME = "libcuter.so.0"
_NODES, _EXPLANATION, _NO_LEAD = 1, 2, 4    # enum cuter_extract_flag
_ZONE_NONE = -32768                         # CUTER_ZONE_NONE


class CuterError(Exception):
    """libcuter reported an error."""


class LimitError(CuterError):
    """The page needs more memory than the limit of libcuter."""


class OutOfMemoryError(CuterError, MemoryError):
    """An allocation failed."""


_ERRORS = {-1: OutOfMemoryError, -2: LimitError, -3: ValueError}


class _Options(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t), ("url", c_char_p), ("title", c_char_p),
        ("summary", c_char_p), ("content_type", c_char_p),
        ("first_url", c_char_p), ("now_at", c_int64), ("flags", c_uint),
    ]


try:
    _lib = ctypes.CDLL(_SONAME)
except OSError as error:
    raise ImportError(f"{_SONAME} cannot be loaded ({error}); "
                      "install the package libcuter0") from error


def _declare(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    function = getattr(_lib, name)
    function.restype = result
    function.argtypes = arguments
    return function


_new = _declare("cuter_extractor_new", c_int, c_void_p, POINTER(c_void_p))
_free = _declare("cuter_extractor_free", None, c_void_p)
_extract = _declare("cuter_extract", c_int, c_void_p, c_char_p, c_size_t,
                    POINTER(_Options), POINTER(c_void_p))
_article_free = _declare("cuter_article_free", None, c_void_p)
_status_text = _declare("cuter_status_text", c_char_p, c_int)
_version = _declare("cuter_version", c_char_p)
_extractor_version = _declare("cuter_extractor_version", c_uint32)


def _article_text(name: str) -> Callable[..., bytes | None]:
    return _declare(f"cuter_article_{name}", c_char_p, c_void_p, c_void_p)


_TEXTS = {name: _article_text(name) for name in (
    "title", "lead", "byline", "body", "body_html", "language",
    "canonical_url", "site_name", "section", "publisher", "license",
    "next_url", "variant_url", "explanation")}
_usage = _article_text("usage")
_LISTS = {field: (
    _declare(f"cuter_article_{name}_count", c_size_t, c_void_p),
    _declare(f"cuter_article_{name}", c_char_p, c_void_p, c_size_t, c_void_p))
    for field, name in (("authors", "author"), ("tags", "tag"),
                        ("feeds", "feed"))}
_DATES = {name: _declare(f"cuter_article_{name}", c_int, c_void_p,
                         POINTER(c_int64), POINTER(c_int))
          for name in ("published", "modified")}
_confidence = _declare("cuter_article_confidence", c_double, c_void_p)
_word_count = _declare("cuter_article_word_count", c_uint32, c_void_p)
_flags = _declare("cuter_article_flags", c_uint, c_void_p)
_page_class = _declare("cuter_article_page_class", c_int, c_void_p)
_origin = _declare("cuter_article_origin", c_int, c_void_p)
_access = _declare("cuter_article_access", c_int, c_void_p)
_field_source = _declare("cuter_article_field_source", c_int, c_void_p, c_int,
                         POINTER(c_double))
_media_next = _declare("cuter_article_media_next", c_void_p, c_void_p,
                       c_void_p)
_MEDIA_TEXTS = {name: _declare(f"cuter_media_{name}", c_char_p, c_void_p,
                               c_void_p)
                for name in ("url", "alt", "caption", "credit")}
_media_kind = _declare("cuter_media_get_kind", c_int, c_void_p)
_media_is_lead = _declare("cuter_media_is_lead", c_int, c_void_p)
_media_width = _declare("cuter_media_width", c_uint32, c_void_p)
_media_height = _declare("cuter_media_height", c_uint32, c_void_p)
_media_relevance = _declare("cuter_media_relevance", c_double, c_void_p)
_node_next = _declare("cuter_article_node_next", c_void_p, c_void_p, c_void_p)
_node_number = _declare("cuter_node_number", c_uint32, c_void_p)
_node_class = _declare("cuter_node_class", c_int, c_void_p)
_node_kind = _declare("cuter_node_kind", c_int, c_void_p)
_node_element = _declare("cuter_node_element", c_char_p, c_void_p)
_node_reason = _declare("cuter_node_reason", c_char_p, c_void_p)
_node_text = _declare("cuter_node_text", c_char_p, c_void_p, c_void_p)
_node_url = _declare("cuter_node_url", c_char_p, c_void_p, c_void_p)
_node_in_body = _declare("cuter_node_in_body", c_int, c_void_p)
_node_score = _declare("cuter_node_score", c_int, c_void_p, POINTER(c_double))
_flags_text = _declare("cuter_flags_text", c_char_p, c_uint, c_char_p)

# The names of enum cuter_field in their order.
_FIELDS = ("title", "lead", "authors", "published", "modified", "language",
           "canonical_url", "section", "publisher", "license", "tags")


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("utf-8", "replace")


class _Names(dict[int, str]):
    """The names of an enumeration's values, each read from libcuter once."""

    def __init__(self, function: str) -> None:
        super().__init__()
        self._name = _declare(function, c_char_p, c_int)

    def __missing__(self, value: int) -> str:
        self[value] = self._name(value).decode()
        return self[value]


_page_class_names = _Names("cuter_page_class_name")
_origin_names = _Names("cuter_origin_name")
_access_names = _Names("cuter_access_name")
_source_names = _Names("cuter_source_name")
_media_kind_names = _Names("cuter_media_kind_name")
_class_names = _Names("cuter_class_name")
_kind_names = _Names("cuter_kind_name")


def _read_date(name: str, article: c_void_p) -> datetime | None:
    at, zone = c_int64(), c_int()
    if not _DATES[name](article, byref(at), byref(zone)):
        return None
    known = zone.value != _ZONE_NONE
    offset = timedelta(minutes=zone.value if known else 0)
    try:
        return datetime.fromtimestamp(
            at.value, timezone(offset) if offset else timezone.utc)
    except (ValueError, OverflowError, OSError):
        return None             # a year that datetime does not have


def _read_list(name: str, article: c_void_p) -> tuple[str, ...]:
    count, element = _LISTS[name]
    return tuple(element(article, i, None).decode("utf-8", "replace")
                 for i in range(count(article)))


def _read_flags(article: c_void_p) -> frozenset[str]:
    flags = _flags(article)
    if not flags:
        return frozenset()
    out = ctypes.create_string_buffer(64)
    return frozenset(_flags_text(flags, out).decode().split())


def _read_sources(article: c_void_p) -> dict[str, Source]:
    confidence = c_double()
    at = byref(confidence)
    sources = {}
    for number, name in enumerate(_FIELDS):
        source = _field_source(article, number, at)
        if source:
            sources[name] = Source(_source_names[source], confidence.value)
    return sources


def _read_media(article: c_void_p) -> Iterator[Media]:
    media = _media_next(article, None)
    while media:
        texts = {name: _text(function(media, None))
                 for name, function in _MEDIA_TEXTS.items()}
        yield Media(
            kind=_media_kind_names[_media_kind(media)],
            width=_media_width(media) or None,
            height=_media_height(media) or None,
            relevance=_media_relevance(media),
            is_lead=bool(_media_is_lead(media)), **texts)   # type: ignore
        media = _media_next(article, media)


def _read_nodes(article: c_void_p) -> Iterator[Node]:
    score = c_double()
    node = _node_next(article, None)
    while node:
        scored = _node_score(node, byref(score))
        yield Node(
            number=_node_number(node),
            node_class=_class_names[_node_class(node)],
            kind=_kind_names[_node_kind(node)] or None,
            element=_node_element(node).decode(),
            text=_text(_node_text(node, None)) or "",
            url=_text(_node_url(node, None)),
            in_body=bool(_node_in_body(node)),
            score=score.value if scored else None,
            reason=_node_reason(node).decode())
        node = _node_next(article, node)


def _read_article(article: c_void_p) -> Article:
    texts = {name: _text(function(article, None))
             for name, function in _TEXTS.items()}
    lists = {name: _read_list(name, article) for name in _LISTS}
    return Article(
        usage=tuple((_text(_usage(article, None)) or "").splitlines()),
        published=_read_date("published", article),
        modified=_read_date("modified", article),
        media=tuple(_read_media(article)),
        page_class=_page_class_names[_page_class(article)],
        origin=_origin_names[_origin(article)],
        access=_access_names[_access(article)] or None,
        flags=_read_flags(article),
        confidence=_confidence(article),
        word_count=_word_count(article),
        sources=_read_sources(article),
        nodes=tuple(_read_nodes(article)),
        **lists, **texts)       # type: ignore[arg-type]


def _argument(name: str, value: str | None) -> bytes | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"{name} must be str, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError(f"{name} contains a NUL character")
    return value.encode("utf-8", "replace")


def _text_argument(name: str, value: str | None) -> bytes | None:
    # Feeds contain NUL characters, and libcuter reads a text up to the first.
    if isinstance(value, str):
        value = value.replace("\0", "\N{REPLACEMENT CHARACTER}")
    return _argument(name, value)


def _page_bytes(html: str | bytes | bytearray | memoryview) -> bytes:
    if isinstance(html, str):
        return html.encode("utf-8", "replace")
    if isinstance(html, bytes):
        return html
    if isinstance(html, (bytearray, memoryview)):
        return bytes(html)
    raise TypeError(f"html must be bytes or str, not {type(html).__name__}")


class Extractor:
    """An extractor of libcuter, which keeps its memory from page to page.

    cut() uses one extractor for each thread.  Use this class to decide when the
    memory is released: by close(), at the end of a with statement, or when the
    object is deleted.  Threads may share an extractor; their calls then wait
    for each other.
    """

    def __init__(self) -> None:
        self._handle = c_void_p()
        self._lock = threading.Lock()
        _check(_new(None, byref(self._handle)))

    def close(self) -> None:
        """Releases the memory; the extractor cannot be used any more."""
        with self._lock:
            handle, self._handle = self._handle, c_void_p()
            _free(handle)

    def __enter__(self) -> Extractor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            _free(self._handle)

    def cut(self, html: str | bytes | bytearray | memoryview,
            url: str | None = None, title: str | None = None, *,
            summary: str | None = None, content_type: str | None = None,
            first_url: str | None = None, now: datetime | None = None,
            lead: bool = True, nodes: bool = False,
            explanation: bool = False) -> Article:
        """Extracts the article of one page; see cuter.cut()."""
        page = _page_bytes(html)
        if isinstance(html, str):
            content_type = "text/html; charset=utf-8"
        options = _Options(
            ctypes.sizeof(_Options), _argument("url", url),
            _text_argument("title", title),
            _text_argument("summary", summary),
            _argument("content_type", content_type),
            _argument("first_url", first_url),
            int(now.timestamp()) if now is not None else 0,
            nodes * _NODES | explanation * _EXPLANATION |
            (not lead) * _NO_LEAD)
        article = c_void_p()
        with self._lock:
            if not self._handle:
                raise ValueError("the extractor is closed")
            status = _extract(self._handle, page, len(page), byref(options),
                              byref(article))
        _check(status)
        try:
            return _read_article(article)
        finally:
            _article_free(article)


def _check(status: int) -> None:
    if status != 0:
        raise _ERRORS.get(status, CuterError)(_status_text(status).decode())


class _ThreadState(threading.local):
    extractor: Extractor | None = None


_thread = _ThreadState()


def cut(html: str | bytes | bytearray | memoryview, url: str | None = None,
        title: str | None = None, *, summary: str | None = None,
        content_type: str | None = None, first_url: str | None = None,
        now: datetime | None = None, lead: bool = True, nodes: bool = False,
        explanation: bool = False) -> Article:
    """Extracts the article of one page.

    html: the page, as bytes in any charset or as str.
    url: the page's URL after redirects, the base of relative links.
    title: the title that a feed or a list of links gives the page; it helps to
        find the headline and the beginning of the text.
    summary: the feed's summary; becomes the text if the page has none.
    content_type: the HTTP header, for the charset of bytes.
    first_url: the URL of the article's first page, if html is a later page.
    now: the time of the visit, an upper bound of the dates.
    lead: False leaves the standfirst out of the body.
    nodes: True lists all nodes of the page in Article.nodes.
    explanation: True writes an HTML page to Article.explanation.

    A page without an article is not an error: the body is "", and page_class is
    the kind of the page.  Raises LimitError if the page needs more than 192
    MiB, OutOfMemoryError if an allocation failed, and TypeError or ValueError
    for wrong arguments.
    """
    if _thread.extractor is None:
        _thread.extractor = Extractor()
    return _thread.extractor.cut(
        html, url, title, summary=summary, content_type=content_type,
        first_url=first_url, now=now, lead=lead, nodes=nodes,
        explanation=explanation)


def library_version() -> str:
    """Returns the version of the loaded library: "0.1.0"."""
    return str(_version().decode())


def extractor_version() -> int:
    """Returns the version of the outputs.  The same version gives the same
    article for the same page and arguments."""
    return int(_extractor_version())
