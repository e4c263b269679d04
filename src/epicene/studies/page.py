"""The page of a study: what the answer is, one chart, then a section for each analysis and each step of a system.

Tables are also files beside the page; the page of a study with systems begins with the list of the paper's elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from epicene._version import __version__
from epicene.auditing.notices import note_of, notes_of_run, notices_of, once, refused_by_several
from epicene.core.files import write_text
from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Message, Notice, unique
from epicene.kinds.figures import estimates_table
from epicene.kinds.validity import PACKAGE as VALIDITY
from epicene.kinds.validity import order_of_models
from epicene.kinds.verdicts import trust_of
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.reliability import FEWEST_MODELS
from epicene.mt.results import SystemResults
from epicene.report.document import (
    Block,
    Collapsible,
    Document,
    Figure,
    Note,
    Paragraph,
    Section,
    TableBlock,
    figures_folder,
)
from epicene.report.render.chart_files import write_charts
from epicene.report.render.html import render_html
from epicene.report.render.latex import render_latex
from epicene.report.render.markdown import render_markdown
from epicene.report.results_page import RunKind, RunView, only_run, results_document
from epicene.report.tables import Table, to_csv, to_records
from epicene.runs.audit_folder import signatures_of
from epicene.runs.folder import in_language
from epicene.runs.results import WORDS, Result
from epicene.studies.contrasts import (
    EVEN,
    Contrast,
    benchmark_contrasts,
    contrast_figure,
    contrast_table,
    empty_reason,
    is_drawn,
    language_contrasts,
    models_figure,
    models_sentence,
    origin_contrasts,
    relation_figure,
    version_contrasts,
)
from epicene.studies.saved_study import RECORD, SavedStudy, read_saved
from epicene.studies.set_tables import examples_table, items_table
from epicene.studies.significance_tables import (
    against_50_table,
    between_table,
    correlations_table,
    groups_sentence,
    relation_record,
    relations,
    run_tests,
    tests_sentence,
    trends_table,
)
from epicene.studies.study_file import Analysis
from epicene.studies.study_systems import PACKAGE, PACKAGES, SystemSteps
from epicene.studies.study_tables import (
    corpora_table,
    excluded_models,
    facts_table,
    fold,
    groups_table,
    is_empty,
    model_groups,
    models_tables,
    parameters_table,
    self_contained,
    set_title,
)

ABOUT_SETS = ("items", "examples")  # analyses that say nothing of how models were asked
LOUD = ("notice.partial", "notice.limit")  # said at the top; the other notices of single runs stand at the end


# Sections


@dataclass(frozen=True, slots=True)
class StudyPart:
    """What is shown of one benchmark or relation; `tables` by the name of their CSV file."""

    figure: Figure | None = None
    tables: Mapping[str, Table] = field(default_factory=dict)
    warning: str = ""  # what stands before sentences that not everybody wants to read

    def labelled(self, label: Callable[[str], str]) -> StudyPart:
        """Under the names that a paper has for its tables and figures; no paper tests trends."""
        tables = {
            name: table if name.startswith("trends-") else replace(table, title=label(table.title))
            for name, table in self.tables.items()
        }
        figure = self.figure and replace(self.figure, caption=label(self.figure.caption))
        return replace(self, tables=tables, figure=figure)

    def numbered(self, number: int | str) -> StudyPart:
        """Under names of its own, where another section has the same."""
        tables = {f"{name}-{number}": table for name, table in self.tables.items()}
        figure = self.figure and self.figure.renamed(f"{self.figure.chart.id}-{number}")
        return replace(self, figure=figure, tables=tables)

    def blocks(self, without: Figure | None) -> list[Block]:
        tables: list[Block] = [TableBlock(table, name, stacked=True) for name, table in self.tables.items()]
        if self.warning:
            return [Paragraph(self.warning, "warning"), Collapsible(next(iter(self.tables.values())).title, tables)]
        folded = [fold(block) for block in tables]
        return [self.figure, *folded] if self.figure and self.figure is not without else folded


@dataclass(frozen=True, slots=True)
class StudySection:
    id: str
    heading: str
    sentences: Sequence[str] = ()
    parts: Sequence[StudyPart] = ()

    @property
    def tables(self) -> dict[str, Table]:
        return {name: table for part in self.parts for name, table in part.tables.items()}

    def section(self, without: Figure | None = None) -> Section:
        """`without` is a chart that stands elsewhere."""
        blocks = [*map(Paragraph, self.sentences), *(block for part in self.parts for block in part.blocks(without))]
        return Section(self.heading, blocks, self.id)


Make = Callable[[SavedStudy, Analysis, Language], StudySection]
TableMaker = Callable[[SavedStudy, Analysis, str, Language], Table]


def sections_of(study: SavedStudy, language: Language) -> list[StudySection]:
    """What was asked in words stands apart, behind the rest: no table or figure has both."""
    if not study.models:
        return []
    modes = study.by_mode()
    return [section for mode in modes for section in _sections(mode, language, names=len(modes) == 1)]


def _sections(study: SavedStudy, language: Language, *, names: bool) -> list[StudySection]:
    """An analysis that the study file names and that has nothing to show says so; one by default is left out, and so is
    one of several ways of asking."""
    sections: list[StudySection] = []
    for analysis in study.analyses:
        if study.is_in_words and not names and analysis.kind in ABOUT_SETS:
            continue  # said of the same sets already
        section = SECTIONS[analysis.kind](study, analysis, language)
        if not section.parts:
            if not study.names_analyses or not names:
                continue
            section = replace(section, sentences=section.sentences or _nothing(study, analysis, language))
        count = sum(re.split("[_-]", other.id)[0] == analysis.kind for other in sections)
        if count:
            parts = [part.numbered(count + 1) for part in section.parts]
            section = replace(section, id=f"{section.id}_{count + 1}", parts=parts)
        if study.is_in_words:
            parts = [part.numbered(WORDS) for part in section.parts]
            heading = language.text("study.in-words", heading=section.heading)
            section = replace(section, id=f"{section.id}-{WORDS}", heading=heading, parts=parts)
        if analysis.shown:
            section = _as_in_paper(section, *analysis.shown, language)
        sections.append(section)
    return sections


def _nothing(study: SavedStudy, analysis: Analysis, language: Language) -> list[str]:
    """Why there is nothing to show: models were excluded, could not be asked, or are no part of the study."""
    benchmarks = [analysis.benchmark] if analysis.benchmark else study.benchmarks
    if SECTIONS[analysis.kind](study.without_exclusions(), analysis, language).parts:
        return [language.text("study.nothing.excluded"), excluded_models(study, benchmarks, language)]
    failed = dict.fromkeys(failure.model for failure in study.failures if failure.benchmark in benchmarks)
    lacking = [language.text("study.nothing.failed", models=language.list_of(list(failed)))] if failed else []
    return [language.text(f"study.nothing.{analysis.kind}"), *lacking]


def _as_in_paper(section: StudySection, kind: str, number: str, language: Language) -> StudySection:
    """Table 2 or figure 2 by name, in its heading and in the captions of what it shows."""
    name = language.text(f"study.shows.{kind}", number=number)

    def label(text: str) -> str:
        return language.text("study.shows", name=name, text=text) if text else f"{name}."

    return replace(section, heading=label(section.heading), parts=[part.labelled(label) for part in section.parts])


def _section(
    analysis: Analysis, language: Language, parts: Sequence[StudyPart], texts: Sequence[str] = ()
) -> StudySection:
    heading = analysis.title_in(language.code) or language.text(f"study.heading.{analysis.kind}")
    return StudySection(analysis.kind, heading, list(dict.fromkeys(texts)), parts)


def _models(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
    """With whether the models keep their order from one half of the items to the other, of five models or more."""
    parts, texts = [], []
    for benchmark in study.benchmarks_of(analysis):
        trusted = study.trusted(analysis, benchmark)
        if len(trusted) >= FEWEST_MODELS:
            order = order_of_models([model.answers(benchmark) for model in trusted], language.joined(VALIDITY))
            texts += [language.text("study.order", benchmark=benchmark, said=order)] if order else []
        if figure := models_figure(study, analysis, benchmark, language):
            tables = models_tables(study, analysis, benchmark, language)
            names = [f"models-{benchmark}", f"types-{benchmark}"][: len(tables)]
            parts.append(StudyPart(figure, dict(zip(names, tables, strict=True))))
    return _section(analysis, language, parts, texts)


def _with_tables(**makers: TableMaker) -> Make:
    """A part for each benchmark, with those of these tables that are not empty, by the names of their files."""

    def make(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
        parts = []
        for benchmark in study.benchmarks_of(analysis):
            tables = {f"{name}-{benchmark}": of(study, analysis, benchmark, language) for name, of in makers.items()}
            shown = {name: table for name, table in tables.items() if not is_empty(table)}
            parts += [StudyPart(tables=shown)] if shown else []
        return _section(analysis, language, parts)

    return make


def _tests(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
    texts, parts = [], []
    for benchmark in study.benchmarks_of(analysis, by_task=False):
        tests = run_tests(study, analysis, benchmark)
        tables = {
            f"tests-{benchmark}": against_50_table(tests, language),
            f"differences-{benchmark}": between_table(tests, language),
        }
        if shown := {name: table for name, table in tables.items() if not is_empty(table)}:
            texts.append(tests_sentence(tests, language) if tests.answers else language.text("study.nothing.tests"))
            parts.append(StudyPart(tables=shown))
    return _section(analysis, language, parts, texts)


def _examples(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
    section = _with_tables(examples=examples_table)(study, analysis, language)
    warning = f"{language.text('items.warning')}. {language.text('items.warning.text')}"
    return replace(section, parts=[replace(part, warning=warning) for part in section.parts])


def _correlations(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
    every = relations(study)
    table = StudyPart(tables={"correlations": correlations_table(study, every, language)})
    figures = [StudyPart(relation_figure(study, relation, language)) for relation in every if is_drawn(relation)]
    return _section(analysis, language, [table, *figures] if every else [])


def _contrasting(contrasts: Callable[[SavedStudy, Analysis, Language], Sequence[Contrast]]) -> Make:
    def make(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
        every = contrasts(study, analysis, language)
        parts = [
            StudyPart(contrast_figure(contrast, language), {contrast.id: contrast_table(study, contrast, language)})
            for contrast in every
            if contrast.models or contrast.others
        ]
        reasons = [empty_reason(study, analysis, contrast, language) for contrast in every if not contrast.models]
        return _section(analysis, language, parts, reasons)

    return make


def _groups(study: SavedStudy, analysis: Analysis, language: Language) -> StudySection:
    """Shown where there are at least two groups to compare."""
    benchmarks = study.benchmarks_of(analysis)
    compared = [name for name in benchmarks if len(model_groups(study, analysis, name, shown=True)) > 1]
    texts = [groups_sentence(study, analysis, benchmark, language) for benchmark in compared]
    tables = {f"{analysis.kind}-{name}": groups_table(study, analysis, name, language) for name in compared}
    return _section(analysis, language, [StudyPart(tables={name: table}) for name, table in tables.items()], texts)


SECTIONS: Mapping[str, Make] = {
    "models": _models,
    "parameters": _with_tables(parameters=parameters_table, trends=trends_table),
    "corpora": _with_tables(corpora=corpora_table),
    "correlations": _correlations,
    "benchmarks": _contrasting(benchmark_contrasts),
    "architectures": _groups,
    "multilingual": _groups,
    "languages": _contrasting(language_contrasts),
    "origins": _contrasting(origin_contrasts),
    "versions": _contrasting(version_contrasts),
    "tests": _tests,
    "items": _with_tables(items=items_table),
    "examples": _examples,
}


# Notices


def study_notices(study: SavedStudy, language: Language) -> list[Note]:
    """What a reader of a study must know first: what failed, what was asked in other ways, what cannot be trusted."""
    notices = [*_failures(study), *_exclusions(study), *_same_weights(study)]
    notices += refused_by_several(study.runs(), "study.notice.refused")
    parts = study.by_mode()
    if len(parts) > 1:
        in_words = [model.name for model in parts[-1].models if model.runs]
        notices.append(Notice("study.notice.words", {"models": in_words}))
    notices += [notice for part in parts for notice in _scorings(part)]
    loud = [
        note_of(notice, run.manifest, language)
        for run in study.runs()
        for notice in notices_of(run)
        if notice.code in LOUD
    ]
    return once([*(_note(notice, study, language) for notice in unique(notices)), *loud])


def _note(notice: Notice, study: SavedStudy, language: Language) -> Note:
    """Benchmarks by their titles."""
    benchmark = notice.values.get("benchmark")
    if not isinstance(benchmark, str) or benchmark not in study.asked():
        return Note(language.say(notice), notice.is_grave)
    values = {**notice.values, "benchmark": set_title(study, benchmark, language)}
    return Note(language.say(Notice(notice.code, values, notice.severity)), notice.is_grave)


def _failures(study: SavedStudy) -> Iterator[Notice]:
    """One for each model and reason, and one for each step of a system."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for failure in study.failures:
        if failure.model:
            grouped.setdefault((failure.model, failure.reason), []).append(failure.benchmark)
    for (model, reason), benchmarks in grouped.items():
        yield Notice("study.notice.failed", {"model": model, "benchmark": benchmarks, "reason": reason}, GRAVE)


def _exclusions(study: SavedStudy) -> Iterator[Notice]:
    """Models that failed the sanity check, and those that are excluded for another reason, by benchmark."""
    failed: dict[str, dict[str, tuple[int, int]]] = {}
    for model in study.models:
        for run in model.runs.values():
            for record in run.manifest.sanity:
                if not record.passed:
                    failed.setdefault(model.name, {})[record.language] = (record.right, record.of)
    if failed:
        models = []
        for name, cases in failed.items():
            texts = [
                Message("study.notice.sanity.one", {"language": code, "right": right, "of": of})
                for code, (right, of) in cases.items()
            ]
            models.append(Message("study.notice.sanity.model", {"model": name, "cases": texts}))
        yield Notice("study.notice.sanity", {"models": models}, GRAVE)
    for benchmark in study.asked():
        excluded = [model for model in study.models if benchmark in model.runs and not model.is_trusted(benchmark)]
        names = [model.name for model in excluded if not model.runs[benchmark].has_failed_check(benchmark)]
        if names:
            yield Notice("study.notice.excluded", {"benchmark": benchmark, "models": names}, GRAVE)


def _same_weights(study: SavedStudy) -> Iterator[Notice]:
    """Two names for one checkpoint: most often one of the two was not the model that was meant. Of predictions, the
    same column of the same file."""
    by_weights: dict[tuple[str, str], set[str]] = {}
    for model in study.models:
        for run in model.runs.values():
            facts = run.manifest.model
            column = facts.name if model.facts.predictions else ""
            by_weights.setdefault((facts.weights_digest, column), set()).add(model.name)
    for (digest, _), names in by_weights.items():
        if len(names) > 1:
            yield Notice("study.notice.same", {"models": sorted(names), "digest": digest[:SHORT]}, GRAVE)


def _scorings(study: SavedStudy) -> Iterator[Notice]:
    """Models of different kinds are asked in different ways; their numbers stand side by side with a caveat."""
    for benchmark in study.asked():
        scorings: dict[str, list[str]] = {}
        for model in study.models:
            if benchmark in model.runs:
                facts = model.runs[benchmark].facts(benchmark)
                bos = "" if facts.bos in ("", "none") else f", bos:{facts.bos}"
                scorings.setdefault(f"{facts.scoring}{bos}", []).append(model.name)
        if len(scorings) > 1:
            messages = [Message("study.way", {"way": name, "models": models}) for name, models in scorings.items()]
            yield Notice("study.notice.ways", {"benchmark": benchmark, "ways": messages})


# The page


class StudyView(RunView[Result]):
    """A study, read once, with the sections of its models and of its systems."""

    @cached_property
    def saved(self) -> SavedStudy:
        return read_saved(self.path)

    @cached_property
    def sections(self) -> list[StudySection]:
        return sections_of(self.saved, self.language)

    @cached_property
    def steps(self) -> SystemSteps:
        return SystemSteps(self.saved, self.language.joined(*PACKAGES))

    @property
    def first_figure(self) -> Figure | None:
        return next((part.figure for section in self.sections for part in section.parts if part.figure), None)


class StudyPage(RunKind[Result]):
    """Studies of models and of systems. What it needs of a study is read once, in its view."""

    name = "study"
    result = Result
    rooms = (PACKAGE,)

    def recognises(self, path: Path) -> bool:
        return (path / RECORD).is_file()

    def read(self, path: Path) -> list[Result]:
        """The results of each model, over all its runs, and of each step of a system, under its name in the study."""
        study = read_saved(path)
        steps = [
            msgspec.convert({"n": 0, **step.document, "model": step.system}, SystemResults) for step in study.steps
        ]
        return [*(model.results() for model in study.models), *steps]

    def json_document(self, path: Path) -> dict[str, Any]:
        return study_document(path)

    def view(self, paths: Sequence[Path], language: Language) -> StudyView:
        return StudyView(self, [only_run(paths)], language.joined(*self.rooms))

    def document(self, paths: Sequence[Path], code: str) -> Document:
        return self.page(self.view(paths, Language(code)))

    def page(self, view: StudyView) -> Document:
        """With its contents, and with every figure as data."""
        study, language = view.saved, view.language
        document = results_document(view)
        day = language.day(study.created)
        *sections, citation = document.sections
        signatures, cited = citation.blocks[:-2], citation.blocks[-2:]
        folded = [Collapsible(language.text("study.signatures"), signatures)] if signatures else []
        return replace(
            document,
            sections=[*sections, replace(citation, blocks=[*folded, *cited])],
            window_title=f"{study.title}, {day}",
            footer=[*view.steps.costs(), language.text("page.footer", version=__version__, day=day)],
            data=self.data(view),
            contents=language.text("study.contents"),
        )

    def data(self, view: RunView[Result]) -> Table | None:
        """What CSV holds: every estimate of models; of systems all tables."""
        study = _study_view(view).saved
        return None if study.steps or not study.models else estimates_table(list(study.runs()), view.language)

    def record(self, path: Path) -> dict[str, Any]:
        return study_document(path)

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        """Every section with what is seen in its charts, and its tables; notices last."""
        view, sections = self.view(paths, Language(code)), []
        for section in view.sections:
            seen = [part.figure.chart.title for part in section.parts if part.figure]
            read = [part for part in section.parts if not part.warning]
            tables = [TableBlock(table, name) for part in read for name, table in part.tables.items()]
            sections.append(Section(section.heading, [*map(Paragraph, (*section.sentences, *seen)), *tables]))
        notes = study_notices(view.saved, view.language) if view.saved.models else []
        return Document("", view.language, answer=view.steps.summary(), sections=sections, notes=notes)

    def title(self, view: RunView[Result]) -> str:
        return _study_view(view).saved.title

    def kicker(self, view: RunView[Result]) -> str:
        study = _study_view(view).saved
        day = view.language.day(study.created)
        return f"{view.language.text('study.kicker')} · {day}" if study.models else day

    def standfirst(self, view: RunView[Result]) -> list[str]:
        """What was done, by the ways in which models were asked, and of how many."""
        study, language = _study_view(view).saved, view.language
        texts = []
        if study.models:
            parts = study.by_mode()
            in_words = {part.is_in_words for part in parts}
            key = "study.standfirst.words" if in_words == {True} else "study.standfirst"
            key = "study.standfirst.both" if len(in_words) > 1 else key
            ideals = {MEASURES[part.metric(name)].ideal for part in parts for name in part.asked()}
            texts.append(language.text(key if ideals <= {EVEN} else "study.standfirst.any"))
            ran = sum(bool(model.runs) for model in study.models)
            texts.append(language.text("study.ran", ran=ran, models=len(study.models)))
        return [*texts, *_study_view(view).steps.standfirst()]

    def notes(self, view: RunView[Result]) -> list[Note]:
        steps, study = _study_view(view).steps, _study_view(view).saved
        return [*(study_notices(study, view.language) if study.models else []), *steps.notes()]

    def answer(self, view: RunView[Result]) -> list[Block]:
        """What each benchmark shows, how many models can be trusted, and how two of them are compared."""
        study, language = _study_view(view).saved, view.language
        blocks: list[Block] = []
        for part in study.by_mode() if any(model.runs for model in study.models) else ():
            analysis = next((analysis for analysis in study.analyses if analysis.kind == "models"), Analysis("models"))
            names = part.asked()
            blocks += [
                Paragraph(models_sentence(part, replace(analysis, models=None, benchmark=None), name, language), "lead")
                for name in names
            ]
        if blocks:
            ran = [model for model in study.models if model.runs]
            trusted = [model for model in ran if all(model.is_trusted(name) for name in model.runs)]
            key = "study.answer.sure" if len(trusted) < len(ran) else "study.answer.sure.all"
            blocks.append(Paragraph(language.text(key, trusted=len(trusted), models=len(ran))))
            blocks.append(Paragraph(language.text("study.answer.now")))
        return [*blocks, *_study_view(view).steps.answer()]

    def charts(self, view: RunView[Result]) -> list[Figure]:
        figure = _study_view(view).first_figure
        return [figure] if figure else []

    def details(self, view: RunView[Result]) -> list[Section]:
        own, study = _study_view(view), _study_view(view).saved
        sections = [section.section(own.first_figure) for section in own.sections]
        return [*sections, *own.steps.sections(), *([_facts(study, view.language)] if study.models else [])]

    def readings(self, view: RunView[Result]) -> list[tuple[str, str]]:
        keys = ("interval", "published", "rho", "permutation", "care") if _study_view(view).saved.models else ()
        text = view.language.text
        return [(text(f"study.reading.{key}.term"), text(f"study.reading.{key}")) for key in keys]

    def signatures(self, view: RunView[Result]) -> list[str]:
        study = _study_view(view).saved
        steps = [text for step in study.steps for text in step.document.get("signatures", {}).values()]
        return list(dict.fromkeys([*signatures_of(study.runs()), *steps]))


PAGE = StudyPage()


def _study_view(view: RunView[Result]) -> StudyView:
    if not isinstance(view, StudyView):
        raise TypeError(f"{type(view).__name__} is not the view of a study")
    return view


def _facts(study: SavedStudy, language: Language) -> Section:
    blocks: list[Block] = [fold(TableBlock(facts_table(study, language), "models", stacked=True))]
    if notes := once(note for run in study.runs() for note in notes_of_run(run, language)):
        blocks.append(Collapsible(language.text("study.run-notices"), [Paragraph(note.text) for note in notes]))
    return Section(language.text("study.heading.facts"), blocks, "facts")


def write_study(path: Path, code: str = "en") -> SavedStudy:
    """Everything that a study's saved runs show; nothing is asked, no model is needed."""
    view = PAGE.view([path], Language(code))
    document, language = PAGE.page(view), view.language
    tables, figures = in_language(path / "tables", code), path / figures_folder(language)
    for old in (*tables.glob("*.csv"), *figures.glob("*.svg"), *figures.glob("*.pdf")):  # of an earlier rendering
        old.unlink(missing_ok=True)
    for section in view.sections:
        for name, table in section.tables.items():
            write_text(tables / f"{name}.csv", to_csv(self_contained(table)))
    for figure in document.figures():
        if figure.filed:
            write_charts([figure], figures / figure.chart.id, language)
    pages = {"report.html": render_html, "report.md": render_markdown, "report.tex": render_latex}
    if view.saved.models:
        every = replace(document, data=estimates_table(list(view.saved.runs()), language))
        write_text(in_language(path / "estimates.csv", code), every.csv())
    for name, render in pages.items():
        write_text(in_language(path / name, code), render(document))
    return view.saved


def study_document(path: Path, code: str = "en") -> dict[str, Any]:
    """What `study --json` prints: models, estimates, correlations, tables as records; steps; failures."""
    view = PAGE.view([path], Language(code))
    study, language = view.saved, view.language
    document: dict[str, Any] = {"title": study.title, "out": str(path)}
    if study.models:
        document |= {
            "models": [
                {
                    "name": model.name,
                    "id": model.facts.id or model.facts.predictions,
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
                model.name: [msgspec.to_builtins(test) for run in model.runs.values() for test in run.results.tests]
                for model in study.models
            },
            "trust": {
                model.name: {name: msgspec.to_builtins(trust_of(run, name)) for name, run in model.runs.items()}
                for model in study.models
            },
            "correlations": [relation_record(relation) for relation in relations(study)],
            "tables": {
                name: to_records(self_contained(table))
                for section in view.sections
                for name, table in section.tables.items()
            },
            "notices": [note.text for note in study_notices(study, language)],
        }
    if study.steps or not study.models:
        document["steps"] = [
            {"system": step.system, "step": step.step, "results": step.document} for step in study.steps
        ]
    return document | {"failures": msgspec.to_builtins(study.failures)}
