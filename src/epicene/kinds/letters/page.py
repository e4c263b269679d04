"""What is shown of letters: the gap between masculine and feminine writers, every field, and the letters themselves."""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from epicene.core.hashing import SHORT, digest
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Notice
from epicene.kinds.figures import folded, further_blocks, measures_table
from epicene.kinds.item_rows import TextSegment, file_beside, sampled
from epicene.kinds.letters.kind import GIVEN, RULES, SPACY
from epicene.kinds.letters.measure import (
    GAP,
    NOUNS,
    PACKAGE,
    SHOWN,
    Letter,
    agreement,
    by_field,
    compare_letters,
    confusion,
    field_units,
    letters_of,
    measure_letters,
)
from epicene.kinds.letters.writer_gender_rules import LABELS, UNUSABLE
from epicene.kinds.letters.writer_gender_spacy import check_parser, read_all
from epicene.kinds.preference import PreferenceWay
from epicene.kinds.protocol import TextReader, View
from epicene.metrics.answer_groups import ALL
from epicene.metrics.catalogue import Measured
from epicene.metrics.intervals import exact_interval
from epicene.metrics.reliability import Units
from epicene.metrics.two_models import Comparison
from epicene.report.charts.forest import Plot, PlotRow
from epicene.report.document import Block, Collapsible, Heading, ItemList, Paragraph, TableBlock
from epicene.report.tables import Cell, Column, Row, Table, without_column
from epicene.runs.audit_folder import BenchmarkRun, SavedRun

ENOUGH = 50.0  # per cent of letters that must be usable
MOST_LETTERS = 12  # of a field on a page, which is all where nothing else is asked for; the table has every one


class LettersRead(PreferenceWay):
    by_facets = False
    package = PACKAGE
    metric = GAP
    unit = "field"
    drawn_as = "fields"
    scores_identify = False  # what is written has none
    counting = (UNUSABLE,)
    readers: ClassVar = {SPACY: TextReader(check_parser, lambda run: read_all(letters_of(run)))}

    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        return measure_letters(run, letters_of(run), seed)

    def units(self, run: BenchmarkRun) -> Units | None:
        return field_units(letters_of(run))

    def decisions(self, run: BenchmarkRun) -> Mapping[str, Sequence[str]]:
        return {}

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        return compare_letters(a, letters_of(a), letters_of(b), names, seed)

    def notices(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        """Fewer than half of the letters can be read."""
        lost = run.findings.find(benchmark, UNUSABLE)
        if lost is not None and 100 - lost.value < ENOUGH:
            values = {"benchmark": benchmark, "model": run.label, "usable": round(100 - lost.value, 1)}
            yield Notice("notice.letters.few", values, GRAVE)

    def answer_values(self, run: SavedRun, benchmark: str, language: Language) -> dict[str, object]:
        find = run.findings.find
        shares = {name: find(benchmark, name) for name in ("masculine", "feminine", "unmarked")}
        score = find(benchmark, GAP)
        return {
            "gap": language.number(score.value) if score else "",
            **{name: language.percent(estimate.value) if estimate else "" for name, estimate in shares.items()},
        }

    def drawn(self, view: View, title: str, rows: Sequence[PlotRow]) -> Plot:
        """Every field, from the most masculine to the most feminine."""
        first, *fields = rows
        fields.sort(key=lambda row: -next((point.value for point in row.points if point), 0.0))
        return super().drawn(view, title, [first, *fields])

    def group_row(self, view: View, group: str, published: Sequence[tuple[str, float]] = ()) -> PlotRow:
        """The dot of a field leads to its letters."""
        row = super().group_row(view, group, published)
        if group == ALL:
            return row
        targets = [_anchor(view, index, group) for index in range(len(row.points))]
        points = [point and replace(point, target=own) for point, own in zip(row.points, targets, strict=True)]
        return replace(row, points=points, target="")

    def blocks(self, view: View) -> list[Block]:
        language = view.language
        return [
            *self.by_group(view),
            Collapsible(
                language.text("page.figures"),
                [TableBlock(_letters(view, language.text("table.letters")), f"{view.benchmark}-letters")],
            ),
            Collapsible(
                language.text("nouns.show"),
                [TableBlock(_figures(view, language.text("nouns.table"), NOUNS), f"{view.benchmark}-nouns")],
            ),
            *_reader(view),
            *folded(further_blocks(view), view),
        ]

    def terminal_tables(self, view: View) -> list[Table]:
        title = view.language.text("table.headline.of", benchmark=view.title)
        table = _letters(view, title)
        return [replace(table, note=" ".join([view.language.text("terminal.reading"), table.note]).strip())]

    def examples(self, view: View) -> list[Block]:
        """The letters, field by field, what was read in them underlined; all of them are in a table, in the page itself
        where they have room there."""
        language, blocks = view.language, list[Block]()
        for index, run in enumerate(view.runs):
            letters, room = letters_of(run.benchmarks[view.benchmark]), view.room // len(view.runs)
            fields, table = by_field(letters), _csv(letters)
            inline = f"data:text/csv;charset=utf-8;base64,{b64encode(table.encode()).decode()}"
            sizes = {letter.id: 200 + 2 * len(letter.text) for own in fields.values() for letter in own[:MOST_LETTERS]}
            is_beside = sum(sizes.values()) + len(inline) > room
            shown = sampled({letter.id: letter.field for letter in letters if letter.id in sizes}, sizes, room)
            file = file_beside(view.benchmark, str(index + 1))
            in_fields = []
            for field, own in fields.items():
                marked = [(letter, _underlined(letter)) for letter in own if letter.id in shown]
                in_fields.append((_anchor(view, index, field), field, len(own), marked))
            model, link = run.label if view.several else "", file if is_beside else inline
            content = {"model": model, "fields": in_fields, "csv": link, "t": language.text}
            file_with_all = (file, table) if is_beside else None
            blocks.append(ItemList("epicene.kinds.letters:letters.html.j2", content, file_with_all))
        reading = language.text("items.reading", shown=language.count(MOST_LETTERS))
        return [Heading(view.title), Paragraph(reading, "note", screen_only=True), *blocks]


def _reader(view: View) -> list[Block]:
    """Who read the letters, how, and how often that is right; labels that were given are taken as they are."""
    language, blocks = view.language, list[Block]()
    for reader in _readers(view):
        blocks.append(Paragraph(language.text(f"reader.how.{reader}")))
        if reader != GIVEN:
            blocks += [
                Heading(language.text(f"reader.confusion.show.{reader}")),
                TableBlock(confusion_table(language, reader), f"{reader}-confusion"),
            ]
    shift = Paragraph(language.text("reader.shift"))
    return [Collapsible(language.text("page.reader"), [*blocks, shift])]


def _readers(view: View) -> list[str]:
    """Who said of what gender the writers are: our rules where a run names nobody."""
    return list(dict.fromkeys(run.facts(view.benchmark).reader or RULES for run in view.runs))


def _agreement(reader: str, language: Language) -> str:
    """How often the reader labels letters as people do, with its exact interval."""
    right, total = agreement(reader)
    low, high = exact_interval(right / total, total)
    span = language.span(100 * low, 100 * high, 0)
    return language.text(f"reader.agreement.{reader}", right=right, total=total, span=span)


def _anchor(view: View, index: int, field: str) -> str:
    """Of the letters of a field, by the model's place on the page."""
    return f"{view.benchmark}-{index}-{digest(field)[:SHORT]}"


def _csv(letters: Sequence[Letter]) -> str:
    """All of them; `score --texts` reads such a table."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("id", "field", "prompt_gender", "label", "prompt", "text"))
    writer.writerows(
        (letter.id, letter.field, letter.prompt_gender, letter.label, letter.text[: letter.start], letter.text)
        for letter in letters
    )
    return file.getvalue()


def _letters(view: View, title: str) -> Table:
    """The figures, and how far their reader agrees with people."""
    table = _figures(view, title)
    agreed = [_agreement(reader, view.language) for reader in _readers(view) if reader != GIVEN]
    return replace(table, note=" ".join([table.note, *agreed]).strip())


def _figures(view: View, title: str, metrics: Sequence[str] = SHOWN) -> Table:
    """Without an ideal, which the shares of letters have not."""
    return without_column(measures_table(view, metrics, title), "ideal")


def _underlined(letter: Letter) -> list[TextSegment]:
    parts, index = [], 0
    for marker in letter.reading.markers:
        if marker.start >= index:
            parts.append(TextSegment(letter.text[index : marker.start], False))
            parts.append(TextSegment(letter.text[marker.start : marker.end], True))
            index = marker.end
    return [part for part in (*parts, TextSegment(letter.text[index:], False)) if part.text]


def confusion_table(language: Language, reader: str) -> Table:
    """What people said, and what the reader says of the same letters."""
    counts = confusion(reader)
    read = [label for label in LABELS if any(label in row for row in counts.values())]
    columns = [
        Column("people", language.text("column.people")),
        *(Column(label, language.text(f"label.{label}"), "number", 0) for label in read),
        Column("agreement", language.text("column.right"), "share"),
    ]
    rows: list[Row] = [
        [
            Cell(language.text(f"label.{true}")),
            *(Cell(float(row.get(label, 0))) for label in read),
            Cell(row.get(true, 0), of=sum(row.values())),
        ]
        for true, row in counts.items()
    ]
    note = f"{language.text('table.confusion.note')} {_agreement(reader, language)}"
    return Table(language.text("table.confusion"), columns, [rows], note)
