"""What is shown of one pair: the answer, a row for each token or reply, and the sentences with coloured tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

import msgspec

from epicene.auditing.ask.results import AskedPair, AskedReply, AskedSentence, AskedToken
from epicene.core.language import Language
from epicene.report.document import Block, Document, Items, Paragraph, Section, TableBlock
from epicene.report.tables import Cell, Column, Row, Table, tabulated
from epicene.runs.results import WORDS

PACKAGE = "epicene.auditing.ask"
DARKEST = 10.0  # nats from which a token is no darker: e⁻¹⁰ is one in 22,000


class Shade(NamedTuple):
    """A piece of a sentence; `depth` from 0 (certain) to 1, None where nothing was counted."""

    text: str
    depth: float | None
    title: str


def pair_document(asked: AskedPair, code: str) -> Document:
    language = Language(code, PACKAGE)
    in_words = asked.way == WORDS
    said = [Paragraph(_answer(asked, language), "lead"), *_beside(asked, language)]
    listing = _replies(asked, language) if in_words else _token_table(asked, language)
    blocks: list[Block] = [TableBlock(listing, "replies" if in_words else "tokens", captioned=False)]
    if not in_words and asked.sentences[0].tokens:
        content = {"sentences": [list(_shades(one, language)) for one in asked.sentences], "t": language.text}
        blocks.insert(0, Items(f"{PACKAGE}:tokens.html.j2", content))
    return Document(
        title=language.text("ask.title.words" if in_words else "ask.title"),
        language=language,
        kicker=asked.model,
        answer=said,
        sections=[Section(language.text("ask.replies" if in_words else "ask.tokens"), blocks)],
        signatures=[asked.signature],
    )


def _answer(asked: AskedPair, language: Language) -> str:
    first, second = asked.sentences
    values = {"model": asked.model, "first": first.text, "second": second.text}
    if asked.way == WORDS:
        refused = sum(reply.refused for reply in asked.replies)
        chosen = int(first.value), int(second.value)
        unread = len(asked.replies) - sum(chosen) - refused
        counts = {"n": len(asked.replies), "ones": chosen[0], "others": chosen[1], "refused": refused, "unread": unread}
        return language.text("ask.answer.words", **values, **counts)
    if asked.likelier is msgspec.UNSET:
        return language.text("ask.answer.equal", **values)
    likelier = asked.sentences[asked.likelier - 1].text
    size = _size(asked.difference, language)
    unit = language.text("ask.unit.sum" if asked.adds_up else "ask.unit.mean")
    return language.text("ask.answer", **values, likelier=likelier, size=size, unit=unit, scoring=asked.scoring)


def _size(value: float, language: Language) -> str:
    return language.signed(abs(value)).removeprefix("+")


def _beside(asked: AskedPair, language: Language) -> Iterator[Paragraph]:
    for one in asked.beside:
        values = {"percentile": language.percent(one.percentile), "median": _size(one.median, language)}
        yield Paragraph(language.text("ask.beside", benchmark=one.benchmark, n=one.n, run=one.run, **values))
        if not one.trusted:
            yield Paragraph(language.text("ask.beside.barred", benchmark=one.benchmark), "warning")
    if asked.way != WORDS and not asked.beside:
        yield Paragraph(language.text("ask.beside.none"), "note")


def _token_table(asked: AskedPair, language: Language) -> Table:
    """What the two share side by side, so that a row shows where the difference comes from."""
    titles = ("first", "value-first", "second", "value-second")
    columns = [
        Column(name, language.text(f"ask.column.{name}"), "number" if name.startswith("value") else "text", 2)
        for name in titles
    ]
    rows = [[*_cells(one), *_cells(other)] for one, other in _aligned(*(one.tokens for one in asked.sentences))]
    score = language.text("ask.total" if asked.adds_up else "ask.mean")
    total: Row = [cell for one in asked.sentences for cell in (Cell(score), Cell(one.value))]
    note = language.text("ask.note", about=language.text_or(f"scoring.{asked.scoring}", asked.about))
    return Table("", columns, [rows, [total]], note)


def _cells(token: AskedToken | None) -> list[Cell]:
    if token is None:
        return [Cell(""), Cell()]
    return [Cell(token.text.strip() or "␣"), Cell() if token.value is msgspec.UNSET else Cell(token.value)]


def _aligned(
    ones: Sequence[AskedToken], others: Sequence[AskedToken]
) -> Iterator[tuple[AskedToken | None, AskedToken | None]]:
    first, second = ([token.text for token in side] for side in (ones, others))
    for _, i1, i2, j1, j2 in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        yield from zip_longest(ones[i1:i2], others[j1:j2])


def _shades(sentence: AskedSentence, language: Language) -> Iterator[Shade]:
    """All characters of the sentence once; tokens that are parts of one character are shown with it."""
    place, held = 0, list[float]()
    for token in sentence.tokens:
        held += [] if token.value is msgspec.UNSET else [token.value]
        if token.end > place:
            depth = min(1.0, -sum(held) / DARKEST) if held else None
            title = " + ".join(language.number(value, 2) for value in held)
            yield Shade(sentence.text[place : token.end], depth, title)
            place, held = token.end, []
    yield Shade(sentence.text[place:], None, "")


def _replies(asked: AskedPair, language: Language) -> Table:
    return tabulated(
        "",
        [asked.replies],
        (Column("instruction", language.text("ask.column.instruction")), lambda one: one.instruction),
        (Column("order", language.text("ask.column.order")), lambda one: "1, 2" if one.first == 1 else "2, 1"),
        (Column("reply", language.text("ask.column.reply")), lambda one: one.text),
        (Column("read", language.text("ask.column.read")), lambda one: _read(one, language)),
        note=language.text("ask.note.words"),
    )


def _read(reply: AskedReply, language: Language) -> str:
    if reply.chosen is not msgspec.UNSET:
        return language.text(f"ask.read.{reply.chosen}")
    return language.text("ask.read.refused" if reply.refused else "ask.read.unreadable")
