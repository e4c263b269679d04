"""Two sentences that are asked about, what is answered, and what is shown of it: the answer, a row for each token or
reply, and the sentences with coloured tokens. All of it without a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

import msgspec

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Item, Role, Text
from epicene.data.datasets import Dataset
from epicene.data.items_from_python import dataset_of
from epicene.grammar.languages import COMMON_WORDS, language_of
from epicene.report.document import Block, Document, ItemList, Paragraph, Section, TableBlock
from epicene.report.tables import Cell, Column, Row, Table, tabulated
from epicene.runs.results import WORDS

PACKAGE = "epicene.auditing.ask"
DARKEST = 10.0  # nats from which a token is no darker: e⁻¹⁰ is one in 22,000
ROLES = (Role.MORE, Role.LESS)  # the first and the second sentence, whichever is stereotyped


class AskedToken(msgspec.Struct, frozen=True):
    """A piece of the sentence between two of its characters; without a `value` where the scoring does not count it."""

    text: str
    start: int
    end: int
    value: float | msgspec.UnsetType = msgspec.UNSET


class AskedSentence(msgspec.Struct, frozen=True):
    """`value` is the score that an audit gives; in words, how many replies choose the sentence."""

    text: str
    value: float
    n_tokens: int
    tokens: list[AskedToken] = []


class AskedReply(msgspec.Struct, frozen=True):
    """`first` and `chosen` are 1 or 2: the sentence that was shown first, and the one that was chosen."""

    instruction: str
    first: int
    text: str
    refused: bool
    chosen: int | msgspec.UnsetType = msgspec.UNSET


class Beside(msgspec.Struct, frozen=True):
    """An audit of the same model by the same scoring: of its pairs, `percentile` per cent differ less than these two
    sentences, whichever is likelier (a tie counts half); `median` is the middle one of their differences."""

    run: str
    benchmark: str
    n: int
    percentile: float
    median: float
    trusted: bool


class AskedPair(msgspec.Struct, frozen=True):
    """`likelier` is 1 or 2, and absent where the two are equal."""

    model: str
    language: str
    way: str
    scoring: str
    about: str
    adds_up: bool
    signature: str
    difference: float
    sentences: list[AskedSentence]
    likelier: int | msgspec.UnsetType = msgspec.UNSET
    replies: list[AskedReply] = []
    beside: list[Beside] = []


def pair_of(first: str, second: str, language: str | None) -> Dataset:
    """The two sentences as a benchmark of one item; refuses what no model could be asked."""
    known = ", ".join(COMMON_WORDS)
    if language is not None and language not in COMMON_WORDS:
        raise InputError(f"--language {language!r} is not known. Known: {known}.")
    if not first.strip() or not second.strip():
        raise InputError("One of the two sentences is empty. Write two: `epicene ask MODEL SENTENCE SENTENCE`.")
    if first == second:
        raise InputError("The two sentences are identical, so that neither can be likelier. Change a word in one.")
    spoken_in = language or language_of([first, second], "fr")
    if spoken_in is None:
        raise InputError(f"Nobody can tell which language these sentences are in. Say it with --language ({known}).")
    variants = {role: Text(text) for role, text in zip(ROLES, (first, second), strict=True)}
    return dataset_of([Item("1", variants, spoken_in, "own", "1")])


def rank(difference: float, differences: Sequence[float]) -> float:
    """The percentage of these differences that are smaller in size; equal ones count half."""
    below = sum(abs(value) < abs(difference) for value in differences)
    equal = sum(abs(value) == abs(difference) for value in differences)
    return 100 * (below + equal / 2) / len(differences)


class Shade(NamedTuple):
    """A piece of a sentence; `depth` from 0 (certain) to 1, None where nothing was counted."""

    text: str
    depth: float | None
    title: str


def pair_document(asked_pair: AskedPair, code: str) -> Document:
    language = Language(code, PACKAGE)
    in_words = asked_pair.way == WORDS
    paragraphs = [Paragraph(_answer(asked_pair, language), "lead"), *_beside(asked_pair, language)]
    listing = _replies(asked_pair, language) if in_words else _token_table(asked_pair, language)
    blocks: list[Block] = [TableBlock(listing, "replies" if in_words else "tokens", captioned=False)]
    if not in_words and asked_pair.sentences[0].tokens:
        content = {
            "sentences": [list(_shades(sentence, language)) for sentence in asked_pair.sentences],
            "t": language.text,
        }
        blocks.insert(0, ItemList(f"{PACKAGE}:tokens.html.j2", content))
    return Document(
        title=language.text("ask.title.words" if in_words else "ask.title"),
        language=language,
        kicker=asked_pair.model,
        answer=paragraphs,
        sections=[Section(language.text("ask.replies" if in_words else "ask.tokens"), blocks)],
        signatures=[asked_pair.signature],
    )


def _answer(asked_pair: AskedPair, language: Language) -> str:
    first, second = asked_pair.sentences
    values = {"model": asked_pair.model, "first": first.text, "second": second.text}
    if asked_pair.way == WORDS:
        n, refused = len(asked_pair.replies), sum(reply.refused for reply in asked_pair.replies)
        ones, others = int(first.value), int(second.value)
        counts = {"n": n, "ones": ones, "others": others, "refused": refused, "unread": n - ones - others - refused}
        return language.text("ask.answer.words", **values, **counts)
    if asked_pair.likelier is msgspec.UNSET:
        return language.text("ask.answer.equal", **values)
    likelier = asked_pair.sentences[asked_pair.likelier - 1].text
    size = _size(asked_pair.difference, language)
    unit = language.text("ask.unit.sum" if asked_pair.adds_up else "ask.unit.mean")
    return language.text("ask.answer", **values, likelier=likelier, size=size, unit=unit, scoring=asked_pair.scoring)


def _size(value: float, language: Language) -> str:
    return language.signed(abs(value)).removeprefix("+")


def _beside(asked_pair: AskedPair, language: Language) -> Iterator[Paragraph]:
    for run in asked_pair.beside:
        values = {"percentile": language.percent(run.percentile), "median": _size(run.median, language)}
        yield Paragraph(language.text("ask.beside", benchmark=run.benchmark, n=run.n, run=run.run, **values))
        if not run.trusted:
            yield Paragraph(language.text("ask.beside.excluded", benchmark=run.benchmark), "warning")
    if asked_pair.way != WORDS and not asked_pair.beside:
        yield Paragraph(language.text("ask.beside.none"), "note")


def _token_table(asked_pair: AskedPair, language: Language) -> Table:
    """What the two share side by side, so that a row shows where the difference comes from."""
    columns = [
        Column(name, language.text(f"ask.column.{name}"), "number" if name.startswith("value") else "text", 2)
        for name in ("first", "value-first", "second", "value-second")
    ]
    rows: list[Row] = [
        [cell for token in pair for cell in (_cells(token) if token else [Cell(""), Cell()])]
        for pair in _aligned(*(sentence.tokens for sentence in asked_pair.sentences))
    ]
    score = language.text("ask.total" if asked_pair.adds_up else "ask.mean")
    total: Row = [cell for sentence in asked_pair.sentences for cell in (Cell(score), Cell(sentence.value))]
    note = language.text("ask.note", about=language.text_or(f"scoring.{asked_pair.scoring}", asked_pair.about))
    return Table("", columns, [rows, [total]], note)


def _cells(token: AskedToken) -> list[Cell]:
    return [Cell(token.text.strip() or "␣"), Cell() if token.value is msgspec.UNSET else Cell(token.value)]


def _aligned(
    ones: Sequence[AskedToken], others: Sequence[AskedToken]
) -> Iterator[tuple[AskedToken | None, AskedToken | None]]:
    first, second = ([token.text for token in side] for side in (ones, others))
    for _, i1, i2, j1, j2 in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        yield from zip_longest(ones[i1:i2], others[j1:j2])


def _shades(sentence: AskedSentence, language: Language) -> Iterator[Shade]:
    """All characters of the sentence once; tokens that are parts of one character are shown with it."""
    index, held = 0, list[float]()
    for token in sentence.tokens:
        held += [] if token.value is msgspec.UNSET else [token.value]
        if token.end > index:
            depth = min(1.0, -sum(held) / DARKEST) if held else None
            title = " + ".join(language.number(value, 2) for value in held)
            yield Shade(sentence.text[index : token.end], depth, title)
            index, held = token.end, []
    yield Shade(sentence.text[index:], None, "")


def _replies(asked_pair: AskedPair, language: Language) -> Table:
    def read(reply: AskedReply) -> str:
        unread = "refused" if reply.refused else "unreadable"
        return language.text(f"ask.read.{unread if reply.chosen is msgspec.UNSET else reply.chosen}")

    return tabulated(
        "",
        [asked_pair.replies],
        (Column("instruction", language.text("ask.column.instruction")), lambda reply: reply.instruction),
        (Column("order", language.text("ask.column.order")), lambda reply: "1, 2" if reply.first == 1 else "2, 1"),
        (Column("reply", language.text("ask.column.reply")), lambda reply: reply.text),
        (Column("read", language.text("ask.column.read")), read),
        note=language.text("ask.note.words"),
    )
