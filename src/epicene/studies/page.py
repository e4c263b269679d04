"""The page of a study: what the answer is, one chart, then a section for each analysis and each step of a system.

Tables are also files beside the page; the page of a study with systems begins with the list of the paper's elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from epicene.studies.study_file import Analysis, title_in
from epicene.studies.study_systems import PACKAGE, PACKAGES, SystemSteps
from epicene.studies.study_tables import (
    AnalysisView,
    corpora_table,
    facts_table,
    fold,
    groups_table,
    model_groups,
    models_tables,
    parameters_table,
    self_contained,
)

ABOUT_SETS = ("items", "examples")  # analyses that say nothing of how models were asked
LOUD = ("notice.partial", "notice.limit")  # said at the top; the other notices of single runs stand at the end


# Sections


@dataclass(frozen=True, slots=True)
class StudyPart:
    """What is shown of one benchmark or relation; `tables` by the name of their CSV file."""

    figure: Figure | None = None
    tables: Mapping[str, Table] = field(default_factory=dict)
    sentences: Sequence[str] = ()
    warning: str = ""  # what stands before sentences that not everybody wants to read

    @property
    def is_shown(self) -> bool:
        return self.figure is not None or bool(self.tables)

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
        figures: list[Block] = [self.figure] if self.figure and self.figure is not without else []
        return [*figures, *map(fold, tables)]


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


Parts = Callable[[AnalysisView], Iterable[StudyPart]]


def sections_of(study: SavedStudy, language: Language) -> list[StudySection]:
    """A section for each analysis; what was asked in words stands apart, behind the rest, because no table or figure
    has both.

    An analysis that the study file names and that has nothing to show says so; one by default is left out, and so is
    one of several ways of asking.
    """
    modes = study.by_mode() if study.models else []
    sections: list[StudySection] = []
    for part_of_study in modes:
        own: list[StudySection] = []
        for analysis in study.analyses:
            view = AnalysisView(part_of_study, analysis, language)
            if len(modes) > 1 and part_of_study.is_in_words and analysis.kind in ABOUT_SETS:
                continue  # said of the same sets already
            parts = list(PARTS[analysis.kind](view))
            shown = [part for part in parts if part.is_shown]
            if not shown and not (study.names_analyses and len(modes) == 1):
                continue
            heading = analysis.title_in(language.code) or view.text(f"heading.{analysis.kind}")
            sentences = list(dict.fromkeys(text for part in parts for text in part.sentences))
            if not shown and not sentences:
                sentences = _reasons(view)
            number = 1 + sum(re.split("[_-]", other.id)[0] == analysis.kind for other in own)
            own.append(_named(StudySection(analysis.kind, heading, sentences, shown), view, number))
        sections += own
    return sections


def _reasons(view: AnalysisView) -> list[str]:
    """Why there is nothing to show: models were excluded, could not be asked, or are no part of the study."""
    study, kind = view.study, view.analysis.kind
    benchmarks = [view.analysis.benchmark] if view.analysis.benchmark else study.benchmarks
    if any(part.is_shown for part in PARTS[kind](replace(view, study=study.without_exclusions()))):
        return [view.text("nothing.excluded"), study.excluded_models(benchmarks, view.language)]
    failed = list(dict.fromkeys(failure.model for failure in study.failures if failure.benchmark in benchmarks))
    lacking = [view.text("nothing.failed", models=view.language.list_of(failed))] if failed else []
    return [view.text(f"nothing.{kind}"), *lacking]


def _named(section: StudySection, view: AnalysisView, number: int) -> StudySection:
    """Under an id of its own, and in its heading and captions as table 2 or figure 2 of a paper."""
    parts = section.parts
    if number > 1:
        parts = [part.numbered(number) for part in parts]
        section = replace(section, id=f"{section.id}_{number}")
    if view.study.is_in_words:
        parts = [part.numbered(WORDS) for part in parts]
        section = replace(section, id=f"{section.id}-{WORDS}", heading=view.text("in-words", heading=section.heading))
    if view.analysis.shown:
        kind, in_paper = view.analysis.shown
        name = view.text(f"shows.{kind}", number=in_paper)

        def label(text: str) -> str:
            return view.text("shows", name=name, text=text) if text else f"{name}."

        parts = [part.labelled(label) for part in parts]
        section = replace(section, heading=label(section.heading))
    return replace(section, parts=parts)


def _models(view: AnalysisView) -> Iterator[StudyPart]:
    """With whether the models keep their order from one half of the items to the other, of five models or more."""
    for own in view.benchmarks():
        sentences = []
        if len(own.trusted) >= FEWEST_MODELS:
            answers = [model.answers(own.benchmark) for model in own.trusted]
            order = order_of_models(answers, view.language.joined(VALIDITY))
            sentences = [view.text("order", benchmark=own.benchmark, said=order)] if order else []
        figure = models_figure(own)
        yield StudyPart(figure, models_tables(own) if figure else {}, sentences)


def _with_tables(**makers: Callable[[AnalysisView], Table]) -> Parts:
    """A part for each benchmark, with those of these tables that are not empty, by the names of their files."""

    def parts(view: AnalysisView) -> Iterator[StudyPart]:
        for own in view.benchmarks():
            tables = {f"{name}-{own.benchmark}": make(own) for name, make in makers.items()}
            yield StudyPart(tables={name: table for name, table in tables.items() if any(table.blocks)})

    return parts


def _tests(view: AnalysisView) -> Iterator[StudyPart]:
    for own in view.benchmarks(by_task=False):
        tests = run_tests(own)
        tables = {
            f"tests-{own.benchmark}": against_50_table(tests),
            f"differences-{own.benchmark}": between_table(tests),
        }
        if shown := {name: table for name, table in tables.items() if any(table.blocks)}:
            sentence = tests_sentence(tests) if tests.answers else view.text("nothing.tests")
            yield StudyPart(tables=shown, sentences=[sentence])


def _examples(view: AnalysisView) -> Iterator[StudyPart]:
    warning = f"{view.language.text('items.warning')}. {view.language.text('items.warning.text')}"
    for part in _with_tables(examples=examples_table)(view):
        yield replace(part, warning=warning)


def _correlations(view: AnalysisView) -> Iterator[StudyPart]:
    """Of the study's own analyses, whatever this one names."""
    if every := relations(view.study, view.language):
        yield StudyPart(tables={"correlations": correlations_table(view.study, every, view.language)})
        yield from (StudyPart(relation_figure(relation)) for relation in every)


def _contrasting(contrasts: Callable[[AnalysisView], Sequence[Contrast]]) -> Parts:
    def parts(view: AnalysisView) -> Iterator[StudyPart]:
        for contrast in contrasts(view):
            reasons = [] if contrast.models else [empty_reason(contrast)]
            if contrast.models or contrast.others:
                yield StudyPart(contrast_figure(contrast), {contrast.id: contrast_table(contrast)}, reasons)
            else:
                yield StudyPart(sentences=reasons)

    return parts


def _groups(view: AnalysisView) -> Iterator[StudyPart]:
    """Shown where there are at least two groups to compare."""
    for own in view.benchmarks():
        if len(model_groups(own, shown=True)) > 1:
            tables = {f"{view.analysis.kind}-{own.benchmark}": groups_table(own)}
            yield StudyPart(tables=tables, sentences=[groups_sentence(own)])


PARTS: Mapping[str, Parts] = {
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
    notes = []
    for notice in unique(notices):
        benchmark = notice.values.get("benchmark")
        if isinstance(benchmark, str) and benchmark in study.asked():  # by its title
            values = {**notice.values, "benchmark": study.title_of(benchmark, language)}
            notice = Notice(notice.code, values, notice.severity)
        notes.append(Note(language.say(notice), notice.is_grave))
    loud = [
        note_of(notice, run.manifest, language)
        for run in study.runs()
        for notice in notices_of(run)
        if notice.code in LOUD
    ]
    return once([*notes, *loud])


def _failures(study: SavedStudy) -> Iterator[Notice]:
    """One for each model and reason."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for failure in study.failures:
        if failure.model:
            grouped.setdefault((failure.model, failure.reason), []).append(failure.benchmark)
    for (model, reason), benchmarks in grouped.items():
        yield Notice("study.notice.failed", {"model": model, "benchmark": benchmarks, "reason": reason}, GRAVE)


def _exclusions(study: SavedStudy) -> Iterator[Notice]:
    """Models that failed the sanity check, and those that are excluded for another reason, by benchmark."""
    models = []
    for model in study.models:
        failed = {
            record.language: {"language": record.language, "right": record.right, "of": record.of}
            for run in model.runs.values()
            for record in run.manifest.sanity
            if not record.passed
        }
        if failed:
            cases = [Message("study.notice.sanity.one", values) for values in failed.values()]
            models.append(Message("study.notice.sanity.model", {"model": model.name, "cases": cases}))
    if models:
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
            column = model.facts.column or ""
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

    @cached_property
    def notices(self) -> list[Note]:
        """Of the models; those of systems are their steps'."""
        return study_notices(self.saved, self.language) if self.saved.models else []

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
        """With its contents, and with every figure as data."""
        return self.page(self.view(paths, Language(code)))

    def page(self, view: StudyView) -> Document:
        study, language = view.saved, view.language
        document = results_document(view)
        day = language.day(study.created)
        *sections, citation = document.sections
        signatures, cited = citation.blocks[:-2], citation.blocks[-2:]
        folded = [Collapsible(language.text("study.signatures"), signatures)] if signatures else []
        return replace(
            document,
            sections=[*sections, replace(citation, blocks=[*folded, *cited])],
            window_title=f"{title_in(study.titles, language.code)}, {day}",
            footer=[*view.steps.costs(), language.text("page.footer", version=__version__, day=day)],
            contents=language.text("study.contents"),
        )

    def data(self, view: RunView[Result]) -> Table | None:
        """What CSV holds: every estimate of models; of systems all tables."""
        study = _own(view).saved
        return None if study.steps or not study.models else estimates_table(list(study.runs()), view.language)

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        """Every section with what is seen in its charts, and its tables; notices last."""
        view, sections = self.view(paths, Language(code)), []
        for section in view.sections:
            seen = [part.figure.chart.title for part in section.parts if part.figure]
            read = [part for part in section.parts if not part.warning]
            tables = [TableBlock(table, name) for part in read for name, table in part.tables.items()]
            sections.append(Section(section.heading, [*map(Paragraph, (*section.sentences, *seen)), *tables]))
        return Document("", view.language, answer=view.steps.summary(), sections=sections, notes=view.notices)

    def title(self, view: RunView[Result]) -> str:
        return title_in(_own(view).saved.titles, view.language.code)

    def kicker(self, view: RunView[Result]) -> str:
        study = _own(view).saved
        day = view.language.day(study.created)
        return f"{view.language.text('study.kicker')} · {day}" if study.models else day

    def standfirst(self, view: RunView[Result]) -> list[str]:
        """What was done, by the ways in which models were asked, and of how many."""
        study, language = _own(view).saved, view.language
        texts = []
        if study.models:
            parts = study.by_mode()
            in_words = {part.is_in_words for part in parts}
            key = "study.standfirst.words" if in_words == {True} else "study.standfirst"
            key = "study.standfirst.both" if len(in_words) > 1 else key
            ideals = {MEASURES[part.mode(name).metric].ideal for part in parts for name in part.asked()}
            ran = sum(bool(model.runs) for model in study.models)
            texts = [
                language.text(key if ideals <= {EVEN} else "study.standfirst.any"),
                language.text("study.ran", ran=ran, models=len(study.models)),
            ]
        return [*texts, *_own(view).steps.standfirst()]

    def notes(self, view: RunView[Result]) -> list[Note]:
        return [*_own(view).notices, *_own(view).steps.notes()]

    def answer(self, view: RunView[Result]) -> list[Block]:
        """What each benchmark shows, how many models can be trusted, and how two of them are compared."""
        study, language = _own(view).saved, view.language
        analysis = next((analysis for analysis in study.analyses if analysis.kind == "models"), Analysis("models"))
        analysis = replace(analysis, models=None, benchmark=None)
        ran = [model for model in study.models if model.runs]
        blocks: list[Block] = [
            Paragraph(models_sentence(AnalysisView(part, analysis, language, name)), "lead")
            for part in (study.by_mode() if ran else ())
            for name in part.asked()
        ]
        if blocks:
            trusted = [model for model in ran if all(model.is_trusted(name) for name in model.runs)]
            key = "study.answer.sure" if len(trusted) < len(ran) else "study.answer.sure.all"
            blocks.append(Paragraph(language.text(key, trusted=len(trusted), models=len(ran))))
            blocks.append(Paragraph(language.text("study.answer.now")))
        return [*blocks, *_own(view).steps.answer()]

    def charts(self, view: RunView[Result]) -> list[Figure]:
        figure = _own(view).first_figure
        return [figure] if figure else _own(view).steps.charts()

    def details(self, view: RunView[Result]) -> list[Section]:
        own, study, language = _own(view), _own(view).saved, view.language
        sections = [section.section(own.first_figure) for section in own.sections]
        sections += own.steps.sections()
        if study.models:
            blocks: list[Block] = [fold(TableBlock(facts_table(study, language), "models", stacked=True))]
            if notes := once(note for run in study.runs() for note in notes_of_run(run, language)):
                paragraphs = [Paragraph(note.text) for note in notes]
                blocks.append(Collapsible(language.text("study.run-notices"), paragraphs))
            sections.append(Section(language.text("study.heading.facts"), blocks, "facts"))
        return sections

    def readings(self, view: RunView[Result]) -> list[tuple[str, str]]:
        keys = ("interval", "published", "rho", "permutation", "care") if _own(view).saved.models else ()
        text = view.language.text
        return [(text(f"study.reading.{key}.term"), text(f"study.reading.{key}")) for key in keys]

    def signatures(self, view: RunView[Result]) -> list[str]:
        study = _own(view).saved
        steps = [text for step in study.steps for text in step.document.get("signatures", {}).values()]
        return list(dict.fromkeys([*signatures_of(study.runs()), *steps]))


PAGE = StudyPage()


def _own(view: RunView[Result]) -> StudyView:
    if not isinstance(view, StudyView):
        raise TypeError(f"{type(view).__name__} is not the view of a study")
    return view


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
    if view.saved.models:
        every = replace(document, data=estimates_table(list(view.saved.runs()), language))
        write_text(in_language(path / "estimates.csv", code), every.csv())
    for suffix, render in {"html": render_html, "md": render_markdown, "tex": render_latex}.items():
        write_text(in_language(path / f"report.{suffix}", code), render(document))
    return view.saved


def study_document(path: Path, code: str = "en") -> dict[str, Any]:
    """What `study --json` prints: models, estimates, correlations, tables as records; steps; failures."""
    view = PAGE.view([path], Language(code))
    study = view.saved
    document: dict[str, Any] = {"title": study.title, "out": str(path)}
    if study.models:
        runs = {model.name: model.runs for model in study.models}
        document["models"] = [
            {
                "name": model.name,
                "id": model.facts.id or model.facts.predictions,
                "runs": {name: str(run.path) for name, run in model.runs.items()},
            }
            for model in study.models
        ]
        document["signatures"] = {
            model: {name: run.findings.signatures[name] for name, run in own.items()} for model, own in runs.items()
        }
        document["estimates"] = [
            {"model": model, **asdict(estimate)}
            for model, own in runs.items()
            for run in own.values()
            for estimate in run.findings.estimates
        ]
        document["tests"] = {
            model: [msgspec.to_builtins(test) for run in own.values() for test in run.results.tests]
            for model, own in runs.items()
        }
        document["trust"] = {
            model: {name: msgspec.to_builtins(trust_of(run, name)) for name, run in own.items()}
            for model, own in runs.items()
        }
        document["correlations"] = [relation_record(relation) for relation in relations(study, view.language)]
        document["tables"] = {
            name: to_records(self_contained(table))
            for section in view.sections
            for name, table in section.tables.items()
        }
        document["notices"] = [note.text for note in view.notices]
    if study.steps or not study.models:
        document["steps"] = [
            {"system": step.system, "step": step.step, "results": step.document} for step in study.steps
        ]
    return document | {"failures": msgspec.to_builtins(study.failures)}
