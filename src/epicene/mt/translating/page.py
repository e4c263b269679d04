"""What `mt translate` shows: what translated what, what it took, and the first lines side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from epicene.core.language import Language
from epicene.mt.results import ROOM, Translated, TranslationQuestion
from epicene.mt.translating.translate_file import KIND, LINES, TranslatedLines, describe
from epicene.report.cost import cost_said
from epicene.report.document import Document, Facts, Paragraph, Section, TableBlock, notes_of
from epicene.report.tables import Cell, Column, Table
from epicene.runs.folder import RunFolder, read_results


@dataclass(frozen=True, slots=True)
class TranslatePage:
    name: str = KIND

    def recognises(self, path: Path) -> bool:
        """`OUT.json`, beside the file that it speaks of."""
        try:
            return path.is_file() and bool(msgspec.json.decode(path.read_bytes(), type=Translated))
        except (OSError, msgspec.DecodeError):
            return False

    def document(self, paths: Sequence[Path], code: str) -> Document:
        return translate_document([_read(path) for path in paths], Language(code, ROOM))

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        return translate_summary([_read(path) for path in paths], Language(code, ROOM))


PAGE = TranslatePage()


def _read(path: Path) -> Translated:
    """Of a folder, what was done so far."""
    if path.is_file():
        return read_results(path, Translated)
    from epicene.models.engines.cost import read_cost

    folder = RunFolder(path)
    manifest = folder.manifest()
    question = msgspec.convert(manifest["question"], TranslationQuestion)
    found = TranslatedLines(path / LINES, question.lines)
    of_run = (question, manifest["out"], manifest["first_lines"], found, read_cost(path))
    return describe(*of_run, sample=manifest.get("sample", ()))


def translate_document(made: Sequence[Translated], language: Language) -> Document:
    return Document(
        title=_title(made, language),
        language=language,
        kicker=language.text("mt.translate.kicker"),
        notes=notes_of([notice for one in made for notice in one.said()], language),
        sections=[_section(one, number, len(made) > 1, language) for number, one in enumerate(made, start=1)],
    )


def translate_summary(made: Sequence[Translated], language: Language) -> Document:
    done = [language.text("mt.translate.done", count=one.n, out=one.out, rate=one.lines_per_second) for one in made]
    notices = [notice for one in made for notice in one.said()]
    return Document("", language, notes=notes_of(notices, language), answer=[Paragraph(text) for text in done])


def _title(made: Sequence[Translated], language: Language) -> str:
    if len(made) == 1:
        return _what(made[0], language)
    return language.text("mt.translate.title.several", systems=list({one.question.translator: None for one in made}))


def _what(one: Translated, language: Language) -> str:
    asked = one.question
    return language.plural("mt.translate.title", one.n, system=asked.translator, source=asked.from_, target=asked.to)


def _section(one: Translated, number: int, several: bool, language: Language) -> Section:
    facts = [
        (language.text("mt.translate.out"), one.out),
        *((language.text_or(f"mt.translate.fact.{key}", key), str(value)) for key, value in _known(one)),
        (language.text("mt.translate.source"), one.question.source_digest),
    ]
    if cost := cost_said(one.cost, language):
        facts.append((language.text("methods.cost"), cost))
    return Section(
        _what(one, language) if several else language.text("mt.translate.facts"),
        [Facts(facts), TableBlock(_first_lines(one, language), f"lines-{number}")],
    )


def _known(one: Translated) -> list[tuple[str, object]]:
    return [(key, value) for key, value in one.question.system.items() if value not in (None, "")]


def _first_lines(one: Translated, language: Language) -> Table:
    columns = [
        Column("line", language.text("mt.translate.line"), "number"),
        Column("source", language.text("mt.translate.of")),
        Column("translation", language.text("mt.translate.text")),
    ]
    rows = [[Cell(line.line), Cell(line.source), Cell(line.translation)] for line in one.first_lines]
    return Table(language.text("mt.translate.lines"), columns, [rows])
