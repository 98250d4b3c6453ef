"""Converts the HTML that libcuter writes to Markdown."""
from __future__ import annotations

import html.parser
import re

_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"}
_BLOCKS = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ul", "ol",
           "blockquote", "pre", "tr", "table", "caption", "figure",
           "figcaption", "dt", "dd"}


class _Writer(html.parser.HTMLParser):
    def __init__(self, links: bool, images: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.links, self.images = links, images
        self.blocks: list[str] = []
        self.text = ""
        self.prefix = ""
        self.lists: list[int] = []      # the next number; 0 for bullets
        self.urls: list[str] = []
        self.quotes = self.pre = 0

    def end_block(self) -> None:
        text = self.text.strip("\n") if self.pre else \
            re.sub(r"\s+", " ", self.text).strip()
        if text:
            quote = "> " * self.quotes
            lines = (self.prefix + text).split("\n")
            self.blocks.append("\n".join(quote + line for line in lines))
        self.text = self.prefix = ""

    def handle_starttag(self, tag: str,
                        attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in _BLOCKS:
            self.end_block()
        if tag in _MARKS and not self.pre:
            self.text += _MARKS[tag]
        elif re.fullmatch("h[1-6]", tag):
            self.prefix = "#" * int(tag[1]) + " "
        elif tag in ("ul", "ol"):
            self.lists.append(1 if tag == "ol" else 0)
        elif tag == "li":
            self.start_item()
        elif tag == "blockquote":
            self.quotes += 1
        elif tag == "pre":
            self.pre += 1
            self.text = "```\n"
        elif tag == "br":
            self.text += "\n" if self.pre else " "
        elif tag == "a":
            self.urls.append(values.get("href") or "" if self.links else "")
            self.text += "[" if self.urls[-1] else ""
        elif tag == "img" and self.images and values.get("src"):
            self.text += f"![{values.get('alt') or ''}]({values['src']})"

    def start_item(self) -> None:
        number = self.lists[-1] if self.lists else 0
        indent = "  " * max(len(self.lists) - 1, 0)
        self.prefix = f"{indent}{number}. " if number else f"{indent}- "
        if number:
            self.lists[-1] += 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self.urls:
            url = self.urls.pop()
            self.text += f"]({url})" if url else ""
        if tag in _MARKS and not self.pre:
            self.text += _MARKS[tag]
        if tag == "pre":
            self.text += "\n```"
        if tag in _BLOCKS:
            self.end_block()
        if tag in ("ul", "ol") and self.lists:
            self.lists.pop()
        elif tag == "blockquote":
            self.quotes = max(self.quotes - 1, 0)
        elif tag == "pre":
            self.pre = max(self.pre - 1, 0)

    def handle_data(self, data: str) -> None:
        self.text += data


def to_markdown(body_html: str, *, links: bool, images: bool) -> str:
    """Returns Markdown; links and images are left out unless requested."""
    writer = _Writer(links, images)
    writer.feed(body_html)
    writer.close()
    writer.end_block()
    out = ""
    for block in writer.blocks:
        is_item = re.match(r"\s*(-|\d+\.) ", block)
        out += ("\n" if is_item and out and re.match(
            r"\s*(-|\d+\.) ", out.rsplit("\n", 1)[-1]) else "\n\n") + block
    return out.strip("\n")
