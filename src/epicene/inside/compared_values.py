"""Two runs on the same lines compared.

`mt audit` and `mt intervene`: b, r and t noun by noun, from their tables of lines. Of audits also what is right in the
translations, and BLEU where both were given the same test set: one of them may move without the others.

`mt probe`: cell by cell, by the corrected resampled t-test over the repetitions. These are not independent: 75 % of the
lines train each probe, so that two of them share most of what they learnt from. A plain t-test over a hundred
repetitions would call any difference significant; `corrected_t_test` does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.grammar.people import PRONOUN_OF, Gender
from epicene.inside.probes.linear_probe import RANDOM, TRAINED, CellResult, ProbeSettings
from epicene.inside.results import (
    PACKAGES,
    TEST_SET,
    ForcedResults,
    ProbedCell,
    ProbeResults,
    ScoredResults,
    read_rows,
)
from epicene.metrics.two_models import Comparison, compare_repetitions, compare_values
from epicene.mt.judging.clustered_estimates import LineRatio, compare_figures, share
from epicene.mt.judging.judge_run import BENCHMARK
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.mt.translating.bleu_run import compare_bleu
from epicene.report.compared_runs import ComparedPair, ComparedRuns, ComparedSide, paired, sides_of
from epicene.runs.folder import RESULTS, Journal, RunFolder

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
        found = _read(folder / "lines.tsv")
        return found | _read(folder / "shares.tsv") if (folder / "shares.tsv").is_file() else found
    except (OSError, ValueError) as error:
        raise InputError(f"{folder} has no lines.tsv, so that nothing can be compared line by line: {error}") from error


def _read(path: Path) -> dict[tuple[str, str], dict[int, Valued]]:
    records = read_rows(path)
    # The table of interventions does not say what is marked.
    telling = {record["pair"] for record in records if record.get("r")}
    found: dict[tuple[str, str], dict[int, Valued]] = {}
    for record in records:
        marked = record["marked"] == "yes" if "marked" in record else record["pair"] in telling
        asked = record.get("contrast") or record["condition"]
        for measure in ("r", "t") if marked else ("b",):
            if record.get(measure):
                value = Valued(record["occupation"], float(record[measure]))
                found.setdefault((asked, measure), {})[int(record["line"])] = value
    return found


def change(table: LineTable, first: str, second: str, measure: str) -> ByLine:
    """How much larger it is under the second condition, line by line."""
    before, after = (table.get((condition, measure), {}) for condition in (first, second))
    return {line: Valued(one.noun, after[line].value - one.value) for line, one in before.items() if line in after}


def compared_values(
    runs: Sequence[tuple[Path, R]],
    figures: Callable[[R, str, LineTable], Mapping[str, ByLine]],
    name: Callable[[Comparison, Language], str],
    told: str,
    seed: int,
) -> ComparedRuns:
    """Every two runs, for each contrast that all of them have; `figures` are the values of each metric by line."""
    shared = [contrast for contrast in runs[0][1].signatures if all(contrast in run.signatures for _, run in runs)]
    if not shared:
        asked = "; ".join(f"{path}: {', '.join(run.signatures)}" for path, run in runs)
        raise InputError(f"These runs share no contrast ({asked}). Make one again with the --contrast of the other.")
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
        compare = partial(_compare, (BENCHMARK, f"{runs[0][1].direction} {contrast}"), sides, values, notices, seed)
        pairs += paired(f"{BENCHMARK}, {contrast}", sides, compare, "p_wilcoxon")
    return ComparedRuns(pairs, PACKAGES, told, name, digits=3)


def _compare(
    about: tuple[str, str],
    sides: Sequence[ComparedSide],
    values: Sequence[Mapping[str, ByLine]],
    notices: Sequence[Notice],
    seed: int,
    a: int,
    b: int,
) -> tuple[list[Comparison], Sequence[Notice]]:
    found, names = [], (sides[a].label, sides[b].label)
    for metric, there in values[a].items():
        here = values[b].get(metric, {})
        if lines := sorted(there.keys() & here.keys()):
            both = [there[line].value for line in lines], [here[line].value for line in lines]
            nouns = [there[line].noun for line in lines]
            found.append(compare_values(metric, about, names, both, nouns, seed=seed))
    return found, notices


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
    right = np.array([found == PRONOUN_OF[Gender(gender)] for _, gender, _, found in lines])
    feminine = np.array([gender == Gender.FEMININE for _, gender, _, _ in lines])
    decided = np.array([found in PRONOUN_OF.values() for *_, found in lines])
    her = np.array([found == PRONOUN_OF[Gender.FEMININE] for *_, found in lines])
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
    settings = [_settings(path) for path, _ in runs]
    for (path, _), own in zip(runs[1:], settings[1:], strict=True):
        if own.seed != settings[0].seed:
            raise InputError(
                f"{runs[0][0]} and {path} were not split alike (seed {settings[0].seed} and {own.seed}), so their "
                "repetitions cannot be paired. Probe one again with the --seed of the other."
            )
    found = [_accuracies(path, run) for path, run in runs]

    def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
        names, made = (sides[a].label, sides[b].label), []
        for (task, group, metric), there in found[a].items():
            here = found[b].get((task, group, metric))
            if here is not None and len(here) == len(there):
                kept = ~np.isnan(there) & ~np.isnan(here)
                about = (PROBING, task, group)
                one = compare_repetitions(metric, about, names, (there[kept], here[kept]), settings[0].test_share)
                made += [one] if one else []
        total = len(found[a].keys() | found[b].keys())
        left = Notice("probe.notice.not-compared", {"n": total - len(made), "total": total})
        return made, [left] if len(made) < total else []

    return paired(PROBING, sides, compare, "p_t_corrected")


def _settings(path: Path) -> ProbeSettings:
    return msgspec.convert(RunFolder(path).manifest()["question"]["probe"], ProbeSettings)


def _accuracies(path: Path, run: ProbeResults) -> Accuracies:
    records, found = Journal(path / "cells.jsonl").records, {}

    def repetitions(cell: ProbedCell, weights: str) -> NDArray[np.float64]:
        key = "|".join((cell.corpus, cell.side, cell.token, str(cell.layer), weights))
        if key not in records:
            raise InputError(f"cells.jsonl lacks {key}, so that nothing can be compared. Probe again in a new folder.")
        return np.array(msgspec.convert(records[key], CellResult).true.all, dtype=np.float64)

    for cell in run.cells:
        own, place = repetitions(cell, TRAINED), (cell.corpus, f"{cell.side} {cell.layer} {cell.token}")
        if "accuracy" not in cell.guessed:
            found[*place, "probe_accuracy"] = own
        if "difference" not in cell.guessed:
            found[*place, "probe_difference"] = own - repetitions(cell, RANDOM)
    return found
