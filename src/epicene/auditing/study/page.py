"""A study's report as sections: what is said, charts and tables, one section for each analysis."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from msgspec import to_builtins

from epicene._version import __version__
from epicene.auditing.study.model_tables import (
    corpora_table,
    is_empty,
    left_out,
    models_tables,
    parameters_table,
    self_contained,
)
from epicene.auditing.study.property_correlations import (
    correlation_records,
    correlations_table,
    groups_sentence,
    groups_shown,
    groups_table,
    relations,
)
from epicene.auditing.study.saved_study import SavedStudy, StudiedModel, is_mt_study, read_study
from epicene.auditing.study.set_tables import examples_table, items_table
from epicene.auditing.study.significance_tables import (
    against_50_table,
    between_table,
    run_tests,
    tests_sentence,
    trends_table,
)
from epicene.auditing.study.study_charts import (
    EVEN,
    Contrast,
    benchmark_contrasts,
    contrast_figure,
    contrast_table,
    empty_reason,
    is_drawn,
    language_contrasts,
    models_figure,
    origin_contrasts,
    relation_figure,
    version_contrasts,
)
from epicene.auditing.study.study_file import Analysis
from epicene.auditing.study.study_notices import facts_table, run_notes, study_notices
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.language import Language
from epicene.kinds.figures import estimates_table
from epicene.kinds.validity import PACKAGE as VALIDITY
from epicene.kinds.validity import order_of_models
from epicene.kinds.verdicts import trust_of
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.reliability import FEWEST_MODELS
from epicene.report.document import (
    Block,
    Collapsible,
    DefinitionList,
    Document,
    Figure,
    Paragraph,
    Section,
    TableBlock,
    figures_folder,
)
from epicene.report.render.chart_files import write_charts
from epicene.report.render.csv import render_csv, to_csv, to_records
from epicene.report.render.html import render_html
from epicene.report.render.latex import render_latex
from epicene.report.render.markdown import render_markdown
from epicene.report.results_page import RunKind
from epicene.report.tables import Table
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.folder import in_language
from epicene.runs.results import WORDS, AuditResults
from epicene.runs.saved_run import signatures_of

OF_SETS = ("items", "examples")  # analyses that say nothing of how models were asked


PACKAGE = "epicene.auditing.study"


@dataclass(frozen=True, slots=True)
class StudyPage(RunKind[AuditResults]):
    name: str = "study"
    result: type[AuditResults] = AuditResults

    def read(self, path: Path) -> list[AuditResults]:
        """The results of each model, over all its runs."""
        return [model_results(model) for model in read_study(path).models]

    def recognises(self, path: Path) -> bool:
        return (path / "study.json").is_file() and not is_mt_study(path)

    def json_document(self, path: Path) -> dict[str, object]:
        return study_document(path)

    def document(self, paths: Sequence[Path], code: str) -> Document:
        return study_page(read_study(one_study(paths)), Language(code, PACKAGE))

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        return study_summary(read_study(one_study(paths)), Language(code, PACKAGE))


PAGE = StudyPage()


def model_results(model: StudiedModel) -> AuditResults:
    """What all runs of one model found."""
    runs = [run.results for run in model.runs.values()]
    return AuditResults(
        model=model.name,
        signatures={name: text for run in runs for name, text in run.signatures.items()},
        estimates=[estimate for run in runs for estimate in run.estimates],
        tests=[test for run in runs for test in run.tests],
        trust={name: trust for run in runs for name, trust in run.trust.items()},
    )


def one_study(paths: Sequence[Path]) -> Path:
    if len(paths) > 1:
        raise InputError("A report is about one study: name one study folder.")
    return paths[0]


@dataclass(frozen=True, slots=True)
class Part:
    """What is shown of one benchmark or relation; `tables` by the name of their CSV file."""

    figure: Figure | None = None
    tables: Mapping[str, Table] = field(default_factory=dict)
    warning: str = ""  # what stands before sentences that not everybody wants to read

    def called(self, label: Callable[[str], str]) -> Part:
        """Under the names that a paper has for its tables and figures; no paper tests trends."""
        tables = {
            name: table if name.startswith("trends-") else replace(table, title=label(table.title))
            for name, table in self.tables.items()
        }
        return replace(
            self, tables=tables, figure=self.figure and replace(self.figure, caption=label(self.figure.caption))
        )

    def numbered(self, number: int | str) -> Part:
        """Under names of its own, where another section has the same."""
        tables = {f"{name}-{number}": table for name, table in self.tables.items()}
        figure = self.figure and self.figure.renamed(f"{self.figure.chart.id}-{number}")
        return replace(self, figure=figure, tables=tables)

    def blocks(self) -> list[Block]:
        tables = [TableBlock(table, name, stacked=True) for name, table in self.tables.items()]
        if self.warning:
            return [Paragraph(self.warning, "warning"), Collapsible(next(iter(self.tables.values())).title, tables)]
        return [self.figure, *tables] if self.figure else list(tables)


@dataclass(frozen=True, slots=True)
class StudySection:
    id: str
    heading: str
    said: Sequence[str] = ()
    parts: Sequence[Part] = ()

    @property
    def tables(self) -> dict[str, Table]:
        return {name: table for part in self.parts for name, table in part.tables.items()}

    def section(self) -> Section:
        blocks = [*map(Paragraph, self.said), *(block for part in self.parts for block in part.blocks())]
        return Section(self.heading, blocks, self.id)


Make = Callable[[SavedStudy, Analysis, Language], StudySection]


def sections_of(study: SavedStudy, language: Language) -> list[StudySection]:
    """What was asked in words stands apart, behind the rest: no table or figure has both."""
    first, *others = [_sections(part, language, names=len(parts) == 1) for parts in [study.by_way()] for part in parts]
    return [*first, *(section for sections in others for section in sections)]


def _sections(study: SavedStudy, language: Language, *, names: bool) -> list[StudySection]:
    """An analysis that the study file names and that has nothing to show says so; one by default is left out, and so is
    one of several ways of asking."""
    sections: list[StudySection] = []
    for analysis in study.analyses:
        if study.is_in_words and not names and analysis.kind in OF_SETS:
            continue  # said of the same sets already
        section = SECTIONS[analysis.kind](study, analysis, language)
        if not section.parts:
            if not study.names_analyses or not names:
                continue
            section = replace(section, said=section.said or _nothing(study, analysis, language))
        count = sum(re.split("[_-]", study_section.id)[0] == analysis.kind for study_section in sections)
        if count:
            parts = [part.numbered(count + 1) for part in section.parts]
            section = replace(section, id=f"{section.id}_{count + 1}", parts=parts)
        if study.is_in_words:
            parts = [part.numbered(WORDS) for part in section.parts]
            heading = language.text("study.in-words", heading=section.heading)
            section = replace(section, id=f"{section.id}-{WORDS}", heading=heading, parts=parts)
        if analysis.shown:
            section = _as_in_the_paper(section, *analysis.shown, language)
        sections.append(section)
    return sections


def _nothing(study: SavedStudy, analysis: Analysis, language: Language) -> list[str]:
    """Why there is nothing to show: models were excluded, could not be asked, or are no part of the study."""
    benchmarks = [analysis.benchmark] if analysis.benchmark else study.benchmarks
    if SECTIONS[analysis.kind](study.without_exclusions(), analysis, language).parts:
        return [language.text("study.nothing.excluded"), left_out(study, benchmarks, language)]
    failed = dict.fromkeys(failure.model for failure in study.failures if failure.benchmark in benchmarks)
    lacking = [language.text("study.nothing.failed", models=language.list_of(list(failed)))] if failed else []
    return [language.text(f"study.nothing.{analysis.kind}"), *lacking]


def _as_in_the_paper(section: StudySection, kind: str, number: str, language: Language) -> StudySection:
    """Table 2 or figure 2 by name, in its heading and in the captions of what it shows."""
    name = language.text(f"study.shows.{kind}", number=number)

    def label(text: str) -> str:
        return language.text("study.shows", name=name, text=text) if text else f"{name}."

    return replace(section, heading=label(section.heading), parts=[part.called(label) for part in section.parts])


def _section(analysis: Analysis, language: Language, parts: Sequence[Part], texts: Sequence[str] = ()) -> StudySection:
    heading = analysis.title_in(language.code) or language.text(f"study.heading.{analysis.kind}")
    return StudySection(analysis.kind, heading, texts, parts)


def _models(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
    parts, texts = [], []
    for benchmark in study.over(analysis):
        if order := _order(study, analysis, benchmark, language):
            texts.append(language.text("study.order", benchmark=benchmark, said=order))
        figure = models_figure(study, analysis, benchmark, language)
        if figure:
            made = models_tables(study, analysis, benchmark, language)
            names = [f"models-{benchmark}", f"types-{benchmark}"][: len(made)]
            parts.append(Part(figure, dict(zip(names, made, strict=True))))
    return _section(analysis, language, parts, texts)


def _order(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> str:
    """Whether the models keep their order from one half of the items to the other; items are read for five or more."""
    runs = [model.runs[benchmark] for model in study.believed(analysis, benchmark)]
    if len(runs) < FEWEST_MODELS:
        return ""
    answered = [AuditFolder(run.path).benchmarks()[benchmark] for run in runs]
    return order_of_models(answered, language.joined(VALIDITY))


def _by_fact(table_of: Callable[[SavedStudy, Analysis, str, Language], Table]) -> Make:
    def make(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
        tables = {name: table_of(study, analysis, name, language) for name in study.over(analysis)}
        shown = {name: table for name, table in tables.items() if not is_empty(table)}
        return _section(
            analysis, language, [Part(tables={f"{analysis.kind}-{name}": table}) for name, table in shown.items()]
        )

    return make


def _parameters(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
    """With the trend within each family, where a family has two sizes."""
    parts = []
    for name in study.over(analysis):
        tables = {"parameters": parameters_table(study, analysis, name, language)}
        tables["trends"] = trends_table(study, analysis, name, language)
        shown = {f"{kind}-{name}": table for kind, table in tables.items() if not is_empty(table)}
        parts += [Part(tables=shown)] if shown else []
    return _section(analysis, language, parts)


def _tests(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
    texts, parts = [], []
    for benchmark in study.over(analysis, by_task=False):
        tests = run_tests(study, analysis, benchmark)
        tables = {
            f"tests-{benchmark}": against_50_table(tests, language),
            f"differences-{benchmark}": between_table(tests, language),
        }
        if shown := {name: table for name, table in tables.items() if not is_empty(table)}:
            texts.append(tests_sentence(tests, language) if tests.answers else language.text("study.nothing.tests"))
            parts.append(Part(tables=shown))
    return _section(analysis, language, parts, list(dict.fromkeys(texts)))


def _examples(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
    section = _by_fact(examples_table)(study, analysis, language)
    warning = f"{language.text('items.warning')}. {language.text('items.warning.text')}"
    return replace(section, parts=[replace(part, warning=warning) for part in section.parts])


def _correlations(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
    found = relations(study)
    table = Part(tables={"correlations": correlations_table(study, found, language)})
    figures = [Part(relation_figure(study, relation, language)) for relation in found if is_drawn(relation)]
    return _section(analysis, language, [table, *figures] if found else [])


def _contrasting(contrasts: Callable[[SavedStudy, Analysis, Language], Sequence[Contrast]]) -> Make:
    def make(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
        found = contrasts(study, analysis, language)
        parts = [
            Part(contrast_figure(study, contrast, language), {contrast.id: contrast_table(study, contrast, language)})
            for contrast in found
            if contrast.models or contrast.others
        ]
        reasons = [empty_reason(study, analysis, contrast, language) for contrast in found if not contrast.models]
        return _section(analysis, language, parts, list(dict.fromkeys(reasons)))

    return make


def _groups(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
    """Shown where there are at least two groups to compare."""
    compared = [name for name in study.over(analysis) if len(groups_shown(study, analysis, name)) > 1]
    texts = [groups_sentence(study, analysis, benchmark, language) for benchmark in compared]
    tables = {name: groups_table(study, analysis, name, language) for name in compared}
    parts = [Part(tables={f"{analysis.kind}-{name}": table}) for name, table in tables.items()]
    return _section(analysis, language, parts, texts)


SECTIONS: Mapping[str, Make] = {
    "models": _models,
    "parameters": _parameters,
    "corpora": _by_fact(corpora_table),
    "correlations": _correlations,
    "benchmarks": _contrasting(benchmark_contrasts),
    "architectures": _groups,
    "multilingual": _groups,
    "languages": _contrasting(language_contrasts),
    "origins": _contrasting(origin_contrasts),
    "versions": _contrasting(version_contrasts),
    "tests": _tests,
    "items": _by_fact(items_table),
    "examples": _examples,
}


def study_page(study: SavedStudy, language: Language, made: Sequence[StudySection] | None = None) -> Document:
    sections = [study_section.section() for study_section in made or sections_of(study, language)]
    notes = study_notices(study, language)
    day = language.day(study.created)
    ran = sum(bool(model.runs) for model in study.models)
    reading = [
        (language.text(f"study.reading.{key}.term"), language.text(f"study.reading.{key}"))
        for key in ("interval", "published", "rho", "permutation", "care")
    ]
    return Document(
        title=study.title,
        language=language,
        kicker=f"{language.text('study.kicker')} · {day}",
        standfirst=[_standfirst(study, language)],
        byline=[language.text("study.ran", ran=ran, models=len(study.models))],
        window_title=f"{study.title}, {day}",
        notes=notes,
        quiet_heading="" if any(note.grave for note in notes) else language.text("notice.heading"),
        sections=[
            *sections,
            Section(language.text("page.reading"), [DefinitionList(reading, "reading")], screen_only=True),
            _facts(study, language),
        ],
        signatures=signatures_of(study.runs()),
        signed=False,
        footer=[language.text("page.footer", version=__version__, day=day)],
        data=estimates_table(list(study.runs()), language),
        contents=language.text("study.contents"),
    )


def _standfirst(study: SavedStudy, language: Language) -> str:
    """What was done, by the ways in which models were asked."""
    parts = list(study.by_way())
    if any(MEASURES[part.metric(name)].ideal != EVEN for part in parts for name in part.answered()):
        return language.text("study.standfirst.any")
    in_words = {part.is_in_words for part in parts}
    if len(in_words) > 1:
        return language.text("study.standfirst.both")
    return language.text("study.standfirst.words" if in_words == {True} else "study.standfirst")


def _facts(study: SavedStudy, language: Language) -> Section:
    blocks: list[Block] = [TableBlock(facts_table(study, language), "models", stacked=True)]
    if notes := run_notes(study, language):
        blocks.append(Collapsible(language.text("study.run-notices"), [Paragraph(note.text) for note in notes]))
    signatures = [Paragraph(signature, "code") for signature in signatures_of(study.runs())]
    explained = Paragraph(language.text("cite.signature"), "note")
    blocks.append(Collapsible(language.text("study.signatures"), [explained, *signatures], screen_only=True))
    return Section(language.text("study.heading.facts"), blocks, "facts")


def study_summary(study: SavedStudy, language: Language) -> Document:
    """What is grave, every section with what is seen in its charts, and its tables; other notices last."""
    sections = []
    for study_section in sections_of(study, language):
        seen = [part.figure.chart.title for part in study_section.parts if part.figure]
        read = [part for part in study_section.parts if not part.warning]
        tables = [TableBlock(table, name) for part in read for name, table in part.tables.items()]
        sections.append(Section(study_section.heading, [*map(Paragraph, (*study_section.said, *seen)), *tables]))
    notes = study_notices(study, language)
    return Document(title="", language=language, sections=sections, notes=notes)


def write_study(path: Path, code: str = "en") -> SavedStudy:
    """Everything that a study's saved runs show; nothing is asked, no model is needed."""
    study, language = read_study(path), Language(code, PACKAGE)
    sections = sections_of(study, language)
    document = study_page(study, language, sections)
    tables, figures = in_language(path / "tables", code), path / figures_folder(language)
    for old in (*tables.glob("*.csv"), *figures.glob("*.svg"), *figures.glob("*.pdf")):  # of an earlier rendering
        old.unlink(missing_ok=True)
    for section in sections:
        for name, table in section.tables.items():
            write_text(tables / f"{name}.csv", to_csv(self_contained(table)))
    for figure in document.figures():
        write_charts([figure], figures / figure.chart.id, language)
    pages = {"report.html": render_html, "report.md": render_markdown, "report.tex": render_latex}
    write_text(in_language(path / "estimates.csv", code), render_csv(document))
    for name, render in pages.items():
        write_text(in_language(path / name, code), render(document))
    return study


def study_document(path: Path, code: str = "en") -> dict[str, object]:
    """What `study --json` prints: models, every estimate, correlations, tables as records, failures."""
    study, language = read_study(path), Language(code, PACKAGE)
    return {
        "title": study.title,
        "out": str(path),
        "models": [
            {
                "name": model.name,
                "id": model.facts.id,
                "runs": {name: str(run.path) for name, run in model.runs.items()},
            }
            for model in study.models
        ],
        "signatures": {
            model.name: {name: run.findings.signatures[name] for name, run in model.runs.items()}
            for model in study.models
        },
        "estimates": [
            {"model": model.name, **asdict(estimate)}
            for model in study.models
            for run in model.runs.values()
            for estimate in run.findings.estimates
        ],
        "tests": {
            model.name: [to_builtins(test) for run in model.runs.values() for test in run.results.tests]
            for model in study.models
        },
        "trust": {
            model.name: {name: to_builtins(trust_of(run, name)) for name, run in model.runs.items()}
            for model in study.models
        },
        "correlations": correlation_records(relations(study)),
        "tables": {
            name: to_records(self_contained(table))
            for section in sections_of(study, language)
            for name, table in section.tables.items()
        },
        "failures": to_builtins(study.failures),
        "notices": [note.text for note in study_notices(study, language)],
    }
