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
from epicene.report.document import DefinitionList, Document, Paragraph, Section, TableBlock, notes_of
from epicene.report.results_page import RunKind
from epicene.report.tables import Cell, Column, Table
from epicene.runs.folder import RunFolder, read_results


@dataclass(frozen=True, slots=True)
class TranslatePage(RunKind[Translated]):
    name: str = KIND
    result: type[Translated] = Translated

    def read(self, path: Path) -> list[Translated]:
        return [_read(path)]

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
    translated_lines = TranslatedLines(path / LINES, question.lines)
    of_run = (question, manifest["out"], manifest["first_lines"], translated_lines, read_cost(path))
    return describe(*of_run, sample=manifest.get("sample", ()))


def translate_document(made: Sequence[Translated], language: Language) -> Document:
    return Document(
        title=_title(made, language),
        language=language,
        kicker=language.text("mt.translate.kicker"),
        notes=notes_of([notice for translation in made for notice in translation.notice_list()], language),
        sections=[
            _section(translation, number, len(made) > 1, language) for number, translation in enumerate(made, start=1)
        ],
    )


def translate_summary(made: Sequence[Translated], language: Language) -> Document:
    done = [
        language.text("mt.translate.done", count=translation.n, out=translation.out, rate=translation.lines_per_second)
        for translation in made
    ]
    notices = [notice for translation in made for notice in translation.notice_list()]
    return Document("", language, notes=notes_of(notices, language), answer=[Paragraph(text) for text in done])


def _title(made: Sequence[Translated], language: Language) -> str:
    if len(made) == 1:
        return _what(made[0], language)
    return language.text(
        "mt.translate.title.several", systems=list({translation.question.translator: None for translation in made})
    )


def _what(translation: Translated, language: Language) -> str:
    translation_question = translation.question
    return language.plural(
        "mt.translate.title",
        translation.n,
        system=translation_question.translator,
        source=translation_question.from_,
        target=translation_question.to,
    )


def _section(translation: Translated, number: int, several: bool, language: Language) -> Section:
    facts = [
        (language.text("mt.translate.out"), translation.out),
        *((language.text_or(f"mt.translate.fact.{key}", key), str(value)) for key, value in _known(translation)),
        (language.text("mt.translate.source"), translation.question.source_digest),
    ]
    if cost := cost_said(translation.cost, language):
        facts.append((language.text("methods.cost"), cost))
    return Section(
        _what(translation, language) if several else language.text("mt.translate.facts"),
        [DefinitionList(facts), TableBlock(_first_lines(translation, language), f"lines-{number}")],
    )


def _known(translation: Translated) -> list[tuple[str, object]]:
    return [(key, value) for key, value in translation.question.system.items() if value not in (None, "")]


def _first_lines(translation: Translated, language: Language) -> Table:
    columns = [
        Column("line", language.text("mt.translate.line"), "number"),
        Column("source", language.text("mt.translate.of")),
        Column("translation", language.text("mt.translate.text")),
    ]
    rows = [[Cell(line.line), Cell(line.source), Cell(line.translation)] for line in translation.first_lines]
    return Table(language.text("mt.translate.lines"), columns, [rows])
