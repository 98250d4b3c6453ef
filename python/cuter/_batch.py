"""Many pages in several processes."""
from __future__ import annotations

import collections
import concurrent.futures
import dataclasses
import itertools
import multiprocessing
import os
from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from datetime import datetime

from ._article import Article
from ._library import CuterError, cut

_CHUNK = 16         # pages of one task
_AHEAD = 4          # tasks that wait for each process


class WorkerError(CuterError):
    """A process ended while it read a page."""


@dataclasses.dataclass(frozen=True, slots=True)
class Page:
    """A page for cut_many(), with the arguments of cut()."""

    html: str | bytes
    url: str | None = None
    title: str | None = None
    summary: str | None = None
    content_type: str | None = None
    first_url: str | None = None
    now: datetime | None = None


def _cut_page(page: Page, lead: bool) -> Article | CuterError:
    try:
        return cut(page.html, page.url, page.title, summary=page.summary,
                   content_type=page.content_type, first_url=page.first_url,
                   now=page.now, lead=lead)
    except CuterError as error:
        return error
    except ValueError as error:
        return CuterError(str(error))


def _cut_pages(pages: list[Page], lead: bool) -> list[Article | CuterError]:
    return [_cut_page(page, lead) for page in pages]


def cut_many(pages: Iterable[Page | str | bytes], *,
             processes: int | None = None, lead: bool = True
             ) -> Iterator[Article | CuterError]:
    """Extracts the articles of many pages, in their order.

    pages: Page objects, or the HTML of pages as bytes or str.  The iterable is
        read while results are taken, so it may be endless.
    processes: the number of processes; None: one for each processor that this
        process may use.  1: no other process is started.

    The processes import the main module, so a script must call this function
    below `if __name__ == "__main__":`.

    For a page that cannot be read, or has an argument with a wrong value, the
    result is a CuterError instead of an Article, so that the other results are
    not lost.  Raises WorkerError if a
    process ended, for example because memory ran out; TypeError for a page of
    another type.
    """
    stream = (_page_of(page) for page in pages)
    if processes is None:
        processes = len(os.sched_getaffinity(0))
    if processes < 1:
        raise ValueError("processes must be at least 1")
    if processes == 1:
        return (_cut_page(page, lead) for page in stream)
    return _cut_in_pool(stream, processes, lead)


def _page_of(page: Page | str | bytes) -> Page:
    if isinstance(page, Page):
        return page
    if isinstance(page, (str, bytes)):
        return Page(page)
    raise TypeError(f"a page must be Page, bytes or str, "
                    f"not {type(page).__name__}")


def _cut_in_pool(stream: Iterator[Page], processes: int, lead: bool
                 ) -> Iterator[Article | CuterError]:
    # "fork" is not used, because a process that is forked from a program
    # with threads may hang.
    context = multiprocessing.get_context("forkserver")
    waiting: collections.deque[
        concurrent.futures.Future[list[Article | CuterError]]]
    waiting = collections.deque()
    with concurrent.futures.ProcessPoolExecutor(
            processes, mp_context=context) as pool:
        try:
            while True:
                while len(waiting) < processes * _AHEAD and (
                        chunk := list(itertools.islice(stream, _CHUNK))):
                    waiting.append(pool.submit(_cut_pages, chunk, lead))
                if not waiting:
                    return
                yield from waiting.popleft().result()
        except BrokenProcessPool as error:
            raise WorkerError("a process ended while it read a page") \
                from error
        finally:
            for future in waiting:
                future.cancel()
