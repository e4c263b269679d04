"""Which words of a page come from no catalogue and from no data: every message is put between marks, and what stands
outside of them is looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import FluentSerializer, ast

import epicene
import epicene.core.language as core
from epicene.core.language import Language, nodes_of, parse_entry

SOURCE = Path(epicene.__file__).parent
# Lists that code takes apart at spaces or bars: marks around them would be taken apart too.
LISTS = ("number.words", "strip.ticks", "page.reading.keys", "page.limits.keys")
# The same in every language: letters of models, statistics, names of programs, units of the machine.
EVERYWHERE = {"epicene", "csv", "min", "html", "ideal", "svg", "pdf"}


def shown(source: str, form: str = "other") -> str:
    """A message of a catalogue as a reader sees it, with {} for each value and one of its plural forms."""
    return _shown(parse_entry(source).value, form)


def _shown(pattern: Any, form: str) -> str:
    text = ""
    for element in pattern.elements:
        if isinstance(element, ast.TextElement):
            text += element.value
        elif isinstance(element.expression, ast.SelectExpression):
            variants = element.expression.variants
            named = [one for one in variants if isinstance(one.key, ast.Identifier) and one.key.name == form]
            text += _shown((named or [one for one in variants if one.default])[0].value, form)
        elif isinstance(element.expression, ast.StringLiteral):
            text += element.expression.parse()["value"]
        else:
            text += "{}"
    return text


def marked_message(source: str) -> str:
    """A message with its words between marks, and what they are filled with outside of them, where it is looked at."""
    entry = parse_entry(source)
    for node in nodes_of(entry):
        if isinstance(node, ast.TextElement):
            node.value = f"⟦{node.value}⟧"
    return FluentSerializer().serialize_entry(entry).partition("=")[2]


@contextmanager
def marked_catalogues() -> Iterator[None]:
    """The words of every message of every room stand between ⟦ and ⟧."""
    read = core.read_catalogue

    @cache
    def marked_catalogue(package: str, code: str) -> Mapping[str, str]:
        return {key: text if key in LISTS else marked_message(text) for key, text in read(package, code).items()}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "read_catalogue", marked_catalogue)
        yield


def marked(*packages: str) -> Language:
    """A French whose every message, those of these rooms too, stands between ⟦ and ⟧."""
    with marked_catalogues():
        return Language("fr", *packages)


class Seen(HTMLParser):
    """What is read or read out: text, and the attributes that stand for text."""

    SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-shown")
    SILENT = ("style", "script", "code", "pre")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "br", "input"):
            self._open.append(tag)
        self.said += [value for name, value in attrs if name in self.SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in self.SILENT:
            self.said.append(data)


def outside(said: str) -> str:
    """What stands outside all marks."""
    depth, kept = 0, []
    for character in said:
        depth += (character == "⟦") - (character == "⟧")
        if depth == 0:
            kept.append(" " if character == "⟧" else character)
    assert depth == 0, "a message that is cut takes its mark with it, and nothing after it is looked at"
    return "".join(kept)


def words(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)}


def values(data: Any) -> str:
    """Every string of a document, without its keys."""
    if isinstance(data, dict):
        return " ".join(map(values, data.values()))
    if isinstance(data, list | tuple):
        return " ".join(map(values, data))
    return str(data)


def data_of(folder: Path) -> str:
    found = [
        values(json.loads((folder / name).read_text(encoding="utf-8"))) for name in ("manifest.json", "results.json")
    ]
    lines = (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()
    return " ".join([*found, *(values(json.loads(line)) for line in lines)])


def lists_of(language: Language) -> str:
    months = language.locale.months["format"]["wide"].values()
    return " ".join([*months, *(language.text_or(key, "") for key in LISTS)]).replace("|", " ")


PUBLISHED = words(values([json.loads(path.read_text(encoding="utf-8")) for path in SOURCE.glob("**/published/*.json")]))


def unmarked_words(page: str, data: str, language: Language) -> set[str]:
    said = re.sub(r"\{(shown|total)\}", "", outside(" ".join(Seen(page).said)))  # what the page itself fills in
    return words(said) - words(data) - words(lists_of(language)) - PUBLISHED - EVERYWHERE
