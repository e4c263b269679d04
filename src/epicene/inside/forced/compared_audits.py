"""Two audits of translation systems on one page: b, r and t by forced decoding, what is right in the translations, and
BLEU where both were given the same test set. One of them may move without the others."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.grammar.gender import Gender
from epicene.grammar.people import PRONOUN_OF
from epicene.inside.compared_values import ByLine, LineTable, compared_values
from epicene.inside.results import TEST_SET, ForcedResults
from epicene.metrics.two_models import Comparison
from epicene.mt.clustered_estimates import Ratio, compare_figures, share
from epicene.mt.judging.judge_run import BENCHMARK
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.mt.translating.bleu_run import compare_bleu
from epicene.report.compared_runs import ComparedRuns, Side, paired, sides_of
from epicene.runs.folder import RESULTS

Audits = Sequence[tuple[Path, ForcedResults]]


def compared_audits(
    runs: Audits,
    figures: Callable[[ForcedResults, str, LineTable], Mapping[str, ByLine]],
    name: Callable[[Comparison, Language], str],
    seed: int,
) -> ComparedRuns:
    """Every two audits; translations into English and BLEU behind what was forced."""
    made = compared_values(runs, figures, name, "forced.compared.told", seed)
    first = next(iter(runs[0][1].signatures))
    sides = sides_of([(run.model, path, run.signatures.get(first, "")) for path, run in runs])
    if any(not side.signature for side in sides):
        return made

    def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
        return [*_translations(runs, sides, (a, b), seed), *_bleu(runs, sides, (a, b), seed)], []

    pairs = [
        replace(pair, digits=1)
        for pair in paired(f"{BENCHMARK}, {runs[0][1].direction}", sides, compare, "p_bootstrap")
        if pair.comparisons
    ]
    return replace(made, pairs=[*made.pairs, *pairs])


def _translations(runs: Audits, sides: Sequence[Side], which: tuple[int, int], seed: int) -> list[Comparison]:
    tables = [_judged(runs[index][0], runs[index][1]) for index in which]
    if not all(tables) or [line[:3] for line in tables[0]] != [line[:3] for line in tables[1]]:
        return []
    occupations = [occupation for occupation, *_ in tables[0]]
    names = sides[which[0]].label, sides[which[1]].label
    figures = _figures(tables[0]), _figures(tables[1])
    return compare_figures((BENCHMARK, runs[0][1].direction), occupations, names, figures, seed)


Judged = tuple[str, str, bool, str]  # occupation, gender, whether the French says it, and the possessive found


def _judged(folder: Path, results: ForcedResults) -> list[Judged]:
    """The lines of the first contrast, which every line is asked about; none into French, where more is judged than a
    word, or where an older table does not say what was found."""
    with (folder / "lines.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    contrast = next(iter(results.signatures))
    own = [row for row in rows if row["contrast"] == contrast]
    if not DIRECTIONS[results.direction].forward or not own or not {"marked", "found"} <= own[0].keys():
        return []
    return [(row["occupation"], row["gender"], row["marked"] == "yes", row["found"]) for row in own]


def _figures(lines: Sequence[Judged]) -> list[Ratio]:
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


def _bleu(runs: Audits, sides: Sequence[Side], which: tuple[int, int], seed: int) -> list[Comparison]:
    first, second = (runs[index][0] / TEST_SET for index in which)
    if not all((folder / RESULTS).is_file() for folder in (first, second)):
        return []
    return compare_bleu((first, second), (sides[which[0]].label, sides[which[1]].label), seed)
