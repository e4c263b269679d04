"""A study's report as sections: what is said, charts and tables, one section for each analysis."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from epicene.auditing.study.study_file import Analysis
from epicene.report.language import Language
from epicene.report.study import SavedStudy
from epicene.report.study_contrasts import (
    Contrast,
    benchmark_contrasts,
    contrast_table,
    language_contrasts,
    origin_contrasts,
)
from epicene.report.study_correlations import correlations_table, relations
from epicene.report.study_figures import StudyFigure, contrast_figure, models_figure, relation_figure
from epicene.report.study_groups import grouped, groups_sentence, groups_table
from epicene.report.study_rows import is_empty
from epicene.report.study_tables import corpora_table, models_tables, parameters_table
from epicene.report.tables import Table

FEWEST_DOTS = 4  # of a scatter plot; the table has the correlation of fewer models


@dataclass(frozen=True, slots=True)
class Part:
    """What is shown of one benchmark or relation; `tables` by the name of their CSV file."""

    figure: StudyFigure | None = None
    tables: Mapping[str, Table] = field(default_factory=dict)

    def numbered(self, number: int) -> Part:
        """Under names of its own, where another section has the same."""
        tables = {f"{name}-{number}": table for name, table in self.tables.items()}
        if self.figure is None:
            return Part(None, tables)
        plot = replace(self.figure.plot, id=f"{self.figure.plot.id}-{number}")
        return Part(replace(self.figure, plot=plot), tables)


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    heading: str
    said: Sequence[str] = ()
    parts: Sequence[Part] = ()

    @property
    def figures(self) -> list[StudyFigure]:
        return [part.figure for part in self.parts if part.figure]

    @property
    def tables(self) -> dict[str, Table]:
        return {name: table for part in self.parts for name, table in part.tables.items()}


Make = Callable[[SavedStudy, Analysis, Language], Section]


def sections_of(study: SavedStudy, language: Language) -> list[Section]:
    """An analysis that the study file names and that has nothing to show says so; one by default is left out."""
    sections: list[Section] = []
    for analysis in study.analyses:
        section = SECTIONS[analysis.kind](study, analysis, language)
        if not section.parts:
            if not study.names_analyses:
                continue
            section = replace(section, said=[language.text(f"study.nothing.{analysis.kind}")])
        count = sum(one.id.split("_")[0] == analysis.kind for one in sections)
        sections.append(_numbered(section, count + 1) if count else section)
    return sections


def _numbered(section: Section, number: int) -> Section:
    return replace(section, id=f"{section.id}_{number}", parts=[part.numbered(number) for part in section.parts])


def _section(analysis: Analysis, language: Language, parts: Sequence[Part], said: Sequence[str] = ()) -> Section:
    return Section(analysis.kind, analysis.title or language.text(f"study.heading.{analysis.kind}"), said, parts)


def _models(study: SavedStudy, analysis: Analysis, language: Language) -> Section:
    parts = []
    for benchmark in study.over(analysis):
        figure = models_figure(study, analysis, benchmark, language)
        if figure:
            made = models_tables(study, analysis, benchmark, language)
            names = [f"models-{benchmark}", f"types-{benchmark}"][: len(made)]
            parts.append(Part(figure, dict(zip(names, made, strict=True))))
    return _section(analysis, language, parts)


def _by_fact(table_of: Callable[[SavedStudy, Analysis, str, Language], Table]) -> Make:
    def make(study: SavedStudy, analysis: Analysis, language: Language) -> Section:
        tables = {name: table_of(study, analysis, name, language) for name in study.over(analysis)}
        shown = {name: table for name, table in tables.items() if not is_empty(table)}
        return _section(
            analysis, language, [Part(tables={f"{analysis.kind}-{name}": table}) for name, table in shown.items()]
        )

    return make


def _correlations(study: SavedStudy, analysis: Analysis, language: Language) -> Section:
    found = relations(study)
    table = Part(tables={"correlations": correlations_table(study, found, language)})
    figures = [Part(relation_figure(study, one, language)) for one in found if len(one.models) >= FEWEST_DOTS]
    return _section(analysis, language, [table, *figures] if found else [])


def _contrasting(contrasts: Callable[[SavedStudy, Analysis, Language], Sequence[Contrast]]) -> Make:
    def make(study: SavedStudy, analysis: Analysis, language: Language) -> Section:
        parts = [
            Part(contrast_figure(study, one, language), {one.id: contrast_table(study, one, language)})
            for one in contrasts(study, analysis, language)
        ]
        return _section(analysis, language, parts)

    return make


def _groups(study: SavedStudy, analysis: Analysis, language: Language) -> Section:
    """Shown where there are at least two groups to compare."""
    compared = [name for name in study.over(analysis) if len(grouped(study, analysis, name)) > 1]
    said = [groups_sentence(study, analysis, benchmark, language) for benchmark in compared]
    tables = {name: groups_table(study, analysis, name, language) for name in compared}
    parts = [Part(tables={f"{analysis.kind}-{name}": table}) for name, table in tables.items()]
    return _section(analysis, language, parts, said)


SECTIONS: Mapping[str, Make] = {
    "models": _models,
    "parameters": _by_fact(parameters_table),
    "corpora": _by_fact(corpora_table),
    "correlations": _correlations,
    "benchmarks": _contrasting(benchmark_contrasts),
    "architectures": _groups,
    "multilingual": _groups,
    "languages": _contrasting(language_contrasts),
    "origins": _contrasting(origin_contrasts),
}
