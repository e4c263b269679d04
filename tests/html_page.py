"""A page as its readers get it: what is seen, every element, and that all of them close."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

from epicene.report.results_page import write_report


class Page(HTMLParser):
    """The visible text, every element with its attributes, and whether all elements close."""

    VOID = ("meta", "link", "br", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.source, self.text = text, ""
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self.feed(text)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in ("style", "script"):
            self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def plain(self) -> str:
        return re.sub(r"\s+", " ", self.text.replace("\u2060", "").replace("\u00a0", " ").replace("\u202f", " "))


def page(runs: Sequence[Path], tmp_path: Path, lang: str = "en") -> Page:
    write_report(runs, tmp_path / "report.html", lang)
    return Page((tmp_path / "report.html").read_text(encoding="utf-8"))
