"""Two runs of `mt audit` or `mt intervene` on the same lines: b, r and t noun by noun, from their tables of lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from epicene.core.command_language import listed, said
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.inside.results import PACKAGES, ScoredResults
from epicene.metrics.two_models import Comparison, compare_values
from epicene.mt.judging.judge_run import BENCHMARK
from epicene.report.compared_runs import ComparedPair, ComparedRuns, Side, paired, sides_of

BASE = "base"
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
        raise InputError(
            "{folder} has no lines.tsv, so that nothing can be compared line by line: {error}",
            folder=folder,
            error=error,
        ) from error


def _read(path: Path) -> dict[tuple[str, str], dict[int, Valued]]:
    text = path.read_text(encoding="utf-8")
    head, *rows = (line.split("\t") for line in text.removesuffix("\n").split("\n"))
    records = [dict(zip(head, row, strict=False)) for row in rows]
    by = "contrast" if "contrast" in head else "condition"
    # Older tables do not say what is marked.
    telling = {record["pair"] for record in records if record.get("r")}
    found: dict[tuple[str, str], dict[int, Valued]] = {}
    for record in records:
        marked = record["marked"] == "yes" if "marked" in head else record["pair"] in telling
        for measure in ("r", "t") if marked else ("b",):
            if record.get(measure):
                value = Valued(record["occupation"], float(record[measure]))
                found.setdefault((record[by], measure), {})[int(record["line"])] = value
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
        asked = listed(
            (said("{name}: {value}", name=path, value=", ".join(run.signatures)) for path, run in runs), "; "
        )
        raise InputError(
            "These runs share no contrast ({asked}). Make one again with the --contrast of the other.", asked=asked
        )
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
    sides: Sequence[Side],
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
