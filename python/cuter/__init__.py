"""Extracts the article of a web page: title, text, authors, dates, pictures.

    >>> import cuter
    >>> article = cuter.cut(html, url="https://example.org/story")
    >>> article.title, article.body

`html` is bytes in any charset, or str.  The package uses libcuter.so.0, the
library of Gleaner, and reads nothing from the network.

cut() reads one page, cut_many() reads many in several processes.  Extractor is
for programs that manage memory or threads themselves.
"""
from ._article import Article, Media, Node, Source
from ._batch import Page, WorkerError, cut_many
from ._library import (CuterError, Extractor, LimitError, OutOfMemoryError,
                       cut, extractor_version, library_version)

__version__ = "0.1.0"
__all__ = [
    "Article", "CuterError", "Extractor", "LimitError", "Media", "Node",
    "OutOfMemoryError", "Page", "Source", "WorkerError", "cut", "cut_many",
    "extractor_version", "library_version",
]
