"""What the pages of `mt audit`, `mt probe` and `mt intervene` have alike, on the builder of all pages.

Two runs on the same lines compared.

`mt audit` and `mt intervene`: b, r and t noun by noun, from their tables of lines. Of audits also what is right in the
translations, and BLEU where both were given the same test set: one of them may move without the others.

`mt probe`: cell by cell, by the corrected resampled t-test over the repetitions. These are not independent: 75 % of the
lines train each probe, so that two of them share most of what they learnt from. A plain t-test over a hundred
repetitions would call any difference significant; `corrected_t_test` does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar, NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.types import Estimate
from epicene.grammar.people import PRONOUN_OF, Gender
from epicene.inside.probes.linear_probe import RANDOM, TRAINED, CellResult, ProbeCell, ProbeSettings
from epicene.inside.results import (
    PACKAGES,
    PROBED,
    TEST_SET,
    ForcedResults,
    InterveneResults,
    ProbedCell,
    ProbeResults,
    ScoredResults,
    read_rows,
)
from epicene.metrics.two_models import Comparison, compare_repetitions, compare_values
from epicene.models.engines.cost import read_cost
from epicene.mt.judging.clustered_estimates import LineRatio, compare_figures, share
from epicene.mt.judging.judge_run import BENCHMARK
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.mt.translating.bleu_run import compare_bleu
from epicene.report.compared_runs import ComparedPair, ComparedRuns, ComparedSide, paired, sides_of
from epicene.report.comparison_page import comparison_page
from epicene.report.document import (
    Block,
    Chart,
    Collapsible,
    DefinitionList,
    Document,
    Figure,
    Paragraph,
    Section,
    TableBlock,
)
from epicene.report.headlines import (
    Headline,
    HeadlineQuestion,
    HeadlineReading,
    system_headline,
)
from epicene.report.results_page import MOST_ROWS, RunKind, RunView, cost_lines, cost_said
from epicene.report.tables import Table
from epicene.runs.folder import RESULTS, Journal, RunFolder, read_results

SOURCE = "Wisniewski et al. 2022"  # whose figures stand beside
T = TypeVar("T", bound=ForcedResults | InterveneResults | ProbeResults)


@dataclass(frozen=True, slots=True)
class HeadlineFigure:
    """An estimate that boards and model cards show of a run: under which title, and what it measures. Without an
    `ideal` it is neither good nor bad."""

    estimate: Estimate
    title: str
    measure: str
    ideal: float | None = None
    digits: int = 2


class InsideKind(RunKind[T]):
    """A run about what is inside one system: its page, and several runs against one another."""

    rooms: ClassVar[Sequence[str]] = PACKAGES
    can_be_compared: ClassVar[bool] = True

    # What each of the three says

    def answer_text(self, results: T, language: Language) -> str:
        """The answer in a sentence or two; empty where there is none."""
        raise NotImplementedError

    def words(self, results: T, language: Language) -> dict[str, object]:
        """What the page's own messages are filled with."""
        return {"model": results.model, "run": results}

    def how(self, view: RunView[T]) -> list[tuple[str, str]]:
        """How it was measured: a term and a sentence each."""
        return []

    def sections(self, view: RunView[T]) -> list[Section]:
        """Tables and further figures, under headings."""
        raise NotImplementedError

    def headline_figures(self, results: T, language: Language) -> Iterable[HeadlineFigure]:
        raise NotImplementedError

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedRuns:
        raise NotImplementedError

    # The page

    def read(self, path: Path) -> list[T]:
        return [self.read_one(path)]

    def read_one(self, path: Path) -> T:
        """The results, with what the run took beside them."""
        return msgspec.structs.replace(read_results(path / RESULTS, self.result), cost=read_cost(path))

    def document(self, paths: Sequence[Path], code: str) -> Document:
        """Of one run all there is to show; of several, how they differ."""
        if len(paths) == 1:
            return super().document(paths, code)
        return comparison_page(self.compare(paths, 0), Language(code, *self.rooms))

    def title(self, view: RunView[T]) -> str:
        return self._message("title", view)

    def standfirst(self, view: RunView[T]) -> list[str]:
        message = self._message("standfirst", view)
        return [message] if message else []

    def answer(self, view: RunView[T]) -> list[Block]:
        """The answer; then what it means, how sure it is, and what to do now."""
        lead = self.answer_text(view.result, view.language)
        advice = [Paragraph(self._message(what, view)) for what in self.advice(view.result)]
        return [*([Paragraph(lead, "lead")] if lead else []), *advice]

    def advice(self, results: T) -> Sequence[str]:
        """Which of the sentences after the answer hold of these results."""
        return ("means", "sure", "now")

    def _message(self, what: str, view: RunView[T]) -> str:
        """The page's own sentence, by kind; empty where the kind has none."""
        key = f"inside.{self.name}.{what}"
        known = view.language.text_or(key, "")
        return view.language.text(key, **self.words(view.result, view.language)) if known else ""

    def details(self, view: RunView[T]) -> list[Section]:
        """The sections, with long tables folded."""
        sections = self.sections(view)
        return [replace(section, blocks=list(map(_folded, section.blocks))) for section in sections]

    def method(self, view: RunView[T]) -> list[tuple[str, str]]:
        cost = cost_said(view.result.cost or {}, view.language)
        return [*self.how(view), *([(view.language.text("methods.cost"), cost)] if cost else [])]

    def closing(self, view: RunView[T]) -> list[str]:
        return cost_lines(view.result.cost or {}, view.language)

    # In a study, and among other runs

    def shown(self, path: Path, language: Language) -> Document:
        """What a study's page takes over of a run: all but its answer, method and citation."""
        view = self.view([path], language)
        first, *others = self.sections(view)
        charts = [block for block in self.charts(view) if isinstance(block, Figure) and block.filed]
        reading = [*self.readings(view), *self.how(view)]
        after = [Section(view.language.text("page.reading"), [DefinitionList(reading, "reading")])] if reading else []
        return Document(
            title=self.title(view),
            language=view.language,
            standfirst=self.standfirst(view) or [self.answer_text(view.result, view.language)],
            notes=self.notes(view),
            sections=[replace(first, blocks=[*charts, *first.blocks]), *others, *after],
            footer=cost_lines(view.result.cost or {}, view.language),
        )

    def tables_of(self, path: Path, language: Language) -> list[Table]:
        return self.tables(self.view([path], language))

    def read_all(self, paths: Sequence[Path]) -> list[tuple[Path, T]]:
        return [(path, self.read_one(path)) for path in paths]

    def headlines(self, path: Path, language: Language) -> list[Headline]:
        results, own = self.read_one(path), language.joined(*self.rooms)
        about = (self.name, own.text("inside.kind"), getattr(results, "direction", PROBED))
        return [
            system_headline(
                *(path, results.model, figure.estimate, own),
                HeadlineQuestion.of(figure.estimate, figure.title, *about, figure.measure, figure.ideal, figure.digits),
                weighed=True,
                told=partial(HeadlineReading, "", "" if index else self.answer_text(results, own)),
            )
            for index, figure in enumerate(self.headline_figures(results, own))
        ]


def _folded(block: Block) -> Block:
    if not isinstance(block, TableBlock) or sum(map(len, block.table.blocks)) <= MOST_ROWS:
        return block
    return Collapsible(block.table.title, [replace(block, captioned=False)])


def table_blocks(tables: Iterable[Table], name: str) -> list[Block]:
    return [TableBlock(table, f"{name}-{index}") for index, table in enumerate(tables, start=1)]


def filed_figures(charts: Iterable[Chart]) -> list[Figure]:
    """Charts under their titles, which are also files beside the page."""
    return [Figure(chart, chart.title, filed=True, titled=False) for chart in charts]


PROBING = "mt-probe"
R = TypeVar("R", bound=ScoredResults)


class Valued(NamedTuple):
    noun: str
    value: float


ByLine = Mapping[int, Valued]
LineTable = Mapping[tuple[str, str], ByLine]  # contrast or condition, and b, r or t


def read_table(folder: Path) -> LineTable:
    """`lines.tsv`; b of lines that do not say the gender, r and t at the feminine line of pairs that do. Where there
    is a `shares.tsv`, the shares of t of a pair's blocks too."""
    try:
        table = _read(folder / "lines.tsv")
        return table | _read(folder / "shares.tsv") if (folder / "shares.tsv").is_file() else table
    except (OSError, ValueError) as error:
        raise InputError(f"{folder} has no lines.tsv, so that nothing can be compared line by line: {error}") from error


def _read(path: Path) -> dict[tuple[str, str], dict[int, Valued]]:
    records = read_rows(path)
    # The table of interventions does not say what is marked.
    telling = {record["pair"] for record in records if record.get("r")}
    table: dict[tuple[str, str], dict[int, Valued]] = {}
    for record in records:
        marked = record["marked"] == "yes" if "marked" in record else record["pair"] in telling
        condition = record.get("contrast") or record["condition"]
        for measure in ("r", "t") if marked else ("b",):
            if record.get(measure):
                value = Valued(record["occupation"], float(record[measure]))
                table.setdefault((condition, measure), {})[int(record["line"])] = value
    return table


def read_values(folder: Path) -> Mapping[tuple[str, str], list[float]]:
    """Those behind the distributions, by contrast or condition, and b, r or t."""
    table = read_table(folder) if (folder / "lines.tsv").is_file() else {}
    return {key: [value.value for value in by_line.values()] for key, by_line in table.items()}


def change_by_line(table: LineTable, first: str, second: str, measure: str) -> ByLine:
    """How much larger it is under the second condition, line by line."""
    before, after = (table.get((condition, measure), {}) for condition in (first, second))
    return {
        line: Valued(value.noun, after[line].value - value.value) for line, value in before.items() if line in after
    }


def compared_values(
    runs: Sequence[tuple[Path, R]],
    figures: Callable[[R, str, LineTable], Mapping[str, ByLine]],
    name: Callable[[Comparison, Language], str],
    note: str,
    seed: int,
) -> ComparedRuns:
    """Every two runs, for each contrast that all of them have; `figures` are the values of each metric by line."""
    shared = [contrast for contrast in runs[0][1].signatures if all(contrast in run.signatures for _, run in runs)]
    if not shared:
        shown = "; ".join(f"{path}: {', '.join(run.signatures)}" for path, run in runs)
        raise InputError(f"These runs share no contrast ({shown}). Make one again with the --contrast of the other.")
    notices = [
        Notice("notice.left-aside", {"run": str(path), "benchmarks": left})
        for path, run in runs
        if (left := [contrast for contrast in run.signatures if contrast not in shared])
    ]
    tables = [read_table(path) for path, _ in runs]
    pairs: list[ComparedPair] = []
    for contrast in shared:
        sides = sides_of([(run.model, path, run.signatures[contrast]) for path, run in runs])
        values = [figures(run, contrast, table) for (_, run), table in zip(runs, tables, strict=True)]
        compare = partial(_compare, f"{runs[0][1].direction} {contrast}", sides, values, notices, seed)
        pairs += paired(f"{BENCHMARK}, {contrast}", sides, compare, "p_wilcoxon")
    return ComparedRuns(pairs, PACKAGES, note, name, digits=3)


def _compare(
    task: str,
    sides: Sequence[ComparedSide],
    values: Sequence[Mapping[str, ByLine]],
    notices: Sequence[Notice],
    seed: int,
    *pair: int,
) -> tuple[list[Comparison], Sequence[Notice]]:
    comparisons, names = [], (sides[pair[0]].label, sides[pair[1]].label)
    here, there = (values[side] for side in pair)
    for metric in (metric for metric in here if metric in there):
        if lines := sorted(here[metric].keys() & there[metric].keys()):
            both = [here[metric][line].value for line in lines], [there[metric][line].value for line in lines]
            nouns = [here[metric][line].noun for line in lines]
            comparisons.append(compare_values(metric, (BENCHMARK, task), names, both, nouns, seed=seed))
    return comparisons, notices


Audits = Sequence[tuple[Path, ForcedResults]]


def compared_audits(runs: Audits, name: Callable[[Comparison, Language], str], seed: int) -> ComparedRuns:
    """Every two audits; translations into English and BLEU behind what was forced."""

    def means(results: ForcedResults, contrast: str, table: LineTable) -> dict[str, ByLine]:
        measures = [measure for measure in ("b", "r", "t") if (contrast, measure) in table]
        return {f"{measure}_mean": table[contrast, measure] for measure in measures}

    made = compared_values(runs, means, name, "forced.compared.told", seed)
    first = next(iter(runs[0][1].signatures))
    sides = sides_of([(run.model, path, run.signatures.get(first, "")) for path, run in runs])
    if any(not side.signature for side in sides):
        return made

    def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
        both, names = (runs[a], runs[b]), (sides[a].label, sides[b].label)
        return [*_translations(both, names, seed), *_bleu(both, names, seed)], []

    pairs = [
        replace(pair, digits=1)
        for pair in paired(f"{BENCHMARK}, {runs[0][1].direction}", sides, compare, "p_bootstrap")
        if pair.comparisons
    ]
    return replace(made, pairs=[*made.pairs, *pairs])


def _translations(runs: Audits, names: tuple[str, str], seed: int) -> list[Comparison]:
    tables = [_judged(path, results) for path, results in runs]
    if not all(tables) or [line[:3] for line in tables[0]] != [line[:3] for line in tables[1]]:
        return []
    occupations = [occupation for occupation, *_ in tables[0]]
    figures = _figures(tables[0]), _figures(tables[1])
    return compare_figures((BENCHMARK, runs[0][1].direction), occupations, names, figures, seed)


Judged = tuple[str, str, bool, str]  # occupation, gender, whether the French says it, and the possessive found


def _judged(folder: Path, results: ForcedResults) -> list[Judged]:
    """The lines of the first contrast, which every line is asked about; none into French, where more is judged than a
    word, or where an older table does not say what was found."""
    contrast = next(iter(results.signatures))
    own = [row for row in read_rows(folder / "lines.tsv") if row["contrast"] == contrast]
    if not DIRECTIONS[results.direction].forward or not own or not {"marked", "found"} <= own[0].keys():
        return []
    return [(row["occupation"], row["gender"], row["marked"] == "yes", row["found"]) for row in own]


def _figures(lines: Sequence[Judged]) -> list[LineRatio]:
    """What is right where the French says the gender, by gender; and *her* among lines that do not and that decide."""
    marked = np.array([is_marked for _, _, is_marked, _ in lines])
    right = np.array([outcome == PRONOUN_OF[Gender(gender)] for _, gender, _, outcome in lines])
    feminine = np.array([gender == Gender.FEMININE for _, gender, _, _ in lines])
    decided = np.array([outcome in PRONOUN_OF.values() for *_, outcome in lines])
    her = np.array([outcome == PRONOUN_OF[Gender.FEMININE] for *_, outcome in lines])
    return [
        share("pronoun_correct", "feminine marked", right, marked & feminine),
        share("pronoun_correct", "masculine marked", right, marked & ~feminine),
        share("her_share", "all", her, ~marked & decided, 50.0),
    ]


def _bleu(runs: Audits, names: tuple[str, str], seed: int) -> list[Comparison]:
    first, second = (path / TEST_SET for path, _ in runs)
    if not all((folder / RESULTS).is_file() for folder in (first, second)):
        return []
    return compare_bleu((first, second), names, seed)


Accuracies = Mapping[tuple[str, str, str], NDArray[np.float64]]  # corpus, cell and figure; NaN where nothing counted


def compare_probes(runs: Sequence[tuple[Path, ProbeResults]]) -> list[ComparedPair]:
    """Accuracy, and accuracy less that with random weights, in every cell that both have and neither guesses in."""
    sides = sides_of([(run.model, path, run.signatures[PROBING]) for path, run in runs])
    questions = [RunFolder(path).manifest()["question"]["probe"] for path, _ in runs]
    settings = [msgspec.convert(question, ProbeSettings) for question in questions]
    for (path, _), own in zip(runs[1:], settings[1:], strict=True):
        if own.seed != settings[0].seed:
            raise InputError(
                f"{runs[0][0]} and {path} were not split alike (seed {settings[0].seed} and {own.seed}), so their "
                "repetitions cannot be paired. Probe one again with the --seed of the other."
            )
    accuracies = [_accuracies(path, run) for path, run in runs]

    def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
        names, made = (sides[a].label, sides[b].label), []
        for (task, group, metric), there in accuracies[a].items():
            here = accuracies[b].get((task, group, metric))
            if here is not None and len(here) == len(there):
                kept = ~np.isnan(there) & ~np.isnan(here)
                about = (PROBING, task, group)
                comparison = compare_repetitions(
                    metric, about, names, (there[kept], here[kept]), settings[0].test_share
                )
                made += [comparison] if comparison else []
        total = len(accuracies[a].keys() | accuracies[b].keys())
        left = Notice("probe.notice.not-compared", {"n": total - len(made), "total": total})
        return made, [left] if len(made) < total else []

    return paired(PROBING, sides, compare, "p_t_corrected")


def _accuracies(path: Path, run: ProbeResults) -> Accuracies:
    records, accuracies = Journal(path / "cells.jsonl").records, {}

    def repetitions(cell: ProbedCell, weights: str) -> NDArray[np.float64]:
        key = ProbeCell(cell.corpus, cell.side, cell.token, cell.layer, weights).key
        if key not in records:
            raise InputError(f"cells.jsonl lacks {key}, so that nothing can be compared. Probe again in a new folder.")
        return np.array(msgspec.convert(records[key], CellResult).true.all, dtype=np.float64)

    for cell in run.cells:
        own, position = repetitions(cell, TRAINED), (cell.corpus, f"{cell.side} {cell.layer} {cell.token}")
        if "accuracy" not in cell.guessed:
            accuracies[*position, "probe_accuracy"] = own
        if "difference" not in cell.guessed:
            accuracies[*position, "probe_difference"] = own - repetitions(cell, RANDOM)
    return accuracies
