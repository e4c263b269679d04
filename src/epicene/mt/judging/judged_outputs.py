"""What all tests of systems share: outputs that were read and judged line by line, how they are kept and counted.

Outcomes with *both*, *inclusive* and *avoided* are told apart from what is wrong: what leaves a gender open is not an
error of the other gender (Wisniewski et al. 2022, section 2.1).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from epicene.core.hashing import SHORT, digest
from epicene.core.notices import Notice
from epicene.core.progress import Progress, Silent
from epicene.grammar.french.inclusive import DOUBLET
from epicene.grammar.french.inclusive import EPICENE as EPICENE_FORM
from epicene.grammar.people import AVOIDED, BOTH, INCLUSIVE
from epicene.mt.results import LINES, JudgedLine, TestedSystem, systems_json
from epicene.runs.folder import Journal, RunFolder

FOR_ALL = (BOTH, INCLUSIVE, AVOIDED)
T = TypeVar("T", bound=TestedSystem)


def outcome_of(sort: str) -> str:
    """The outcome of a French form that holds for everybody: *étudiantes et étudiants*, *l'artiste* or *la personne*,
    *iel*."""
    return {DOUBLET: BOTH, EPICENE_FORM: AVOIDED}.get(sort, INCLUSIVE)


def count_cells(
    lines: Sequence[JudgedLine],
    outcomes_of: Callable[[str], Sequence[str]],
    names: Iterable[str] = (),
    *,
    fine: bool = False,
) -> dict[str, dict[str, int]]:
    """How many lines of each class (`names`, or those that there are) have each of the outcomes that its class can
    have; `fine` ones tell more apart."""
    cells = Counter((line.class_, line.outcome if fine else line.found) for line in lines)
    return {
        name: {outcome: cells[name, outcome] for outcome in outcomes_of(name)}
        for name in names or sorted({name for name, _ in cells})
    }


def with_totals(counts: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Counts by class and outcome, with `n` of each class."""
    return {name: {**cells, "n": sum(cells.values())} for name, cells in counts.items()}


@dataclass(frozen=True, slots=True)
class JudgedOutputs(Generic[T]):
    """The outputs of some systems, read and checked, and yet to be measured.

    `question` is what the run is known by, `inputs` are its files, `outputs` those of the systems by name. `find` gives
    the judged lines of a system and `measure` what they say of it. Where finding `takes_long`, lines that an earlier
    call found for the same question are not looked for again. `notices` are what a reader of the figures must know of
    each system before anything is measured.
    """

    kind: str
    out: Path | None
    question: Mapping[str, object]
    inputs: Mapping[str, Path]
    outputs: Mapping[str, Path]
    notices: Mapping[str, list[Notice]]
    find: Callable[[str, Progress], Sequence[JudgedLine]]
    measure: Callable[[str, Sequence[JudgedLine]], T]
    takes_long: bool = False

    def save(self, progress: Progress | None = None) -> tuple[Path, list[T]]:
        """Write what is found, with the lines behind it; where no folder is named it is runs/KIND-SYSTEM-HASH, after
        the first of the files."""
        name = re.sub(r"[^\w.-]+", "-", next(iter(self.outputs))).strip("-.") or "system"
        folder = RunFolder(self.out or Path("runs") / f"{self.kind}-{name}-{digest(self.question)[:SHORT]}")
        progress, results = progress or Silent(), list[T]()
        with folder.lock():
            files = {label: str(path) for label, path in {**self.inputs, **self.outputs}.items()}
            folder.begin(self.kind, self.question, files=files)
            journal = folder.journal(LINES)
            for system in self.notices:
                kept = [r for r in journal.records.values() if r["system"] == system] if self.takes_long else []
                lines: Sequence[JudgedLine] = [msgspec.convert(record, JudgedLine) for record in kept]
                if not kept or len(kept) < kept[0]["of"]:  # words are aligned over all lines of a system at once
                    lines = self.find(system, progress)
                    if self.takes_long:
                        journal.append(_records(system, lines))
                results.append(self.measure(system, lines))
            if not self.takes_long:  # one after the other: there may be too many to be held at once
                journal.write(
                    record for system in self.notices for record in _records(system, self.find(system, progress))
                )
            folder.write_results(systems_json(results))
        return folder.path, results


def _records(system: str, lines: Sequence[JudgedLine]) -> Iterator[dict[str, Any]]:
    """The lines of a system as a journal keeps them, `of` so many."""
    for number, line in enumerate(lines, start=1):
        yield {"key": f"{system} {number}", "system": system, "of": len(lines), **msgspec.to_builtins(line)}


def lines_by_system(journal: Journal) -> dict[str, list[JudgedLine]]:
    """The judged lines that a run kept, in their order, by the name of their system."""
    lines: dict[str, list[JudgedLine]] = {}
    for record in journal.each():
        lines.setdefault(record["system"], []).append(msgspec.convert(record, JudgedLine))
    return lines
