"""A run of `mt judge`: files in, one run folder out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.core.notices import Notice
from epicene.mt.judging.judge_measures import groups_of, judge_results, notices_of
from epicene.mt.judging.line_judge import Corpus, Direction, Judgment, judge, open_corpus
from epicene.mt.results import Judged, JudgedLine
from epicene.mt.system_runs import save_systems
from epicene.runs.folder import Journal


def find_cell(judged: Sequence[Judgment], cell: str, direction: Direction) -> list[Judgment]:
    """`la feminine:his`: the lines of a class or group, with what was found there; without a colon, all of them."""
    group, colon, outcome = cell.partition(":")
    group = " ".join(group.replace("’", "'").split())
    groups = groups_of(judged)
    if group not in groups:
        raise InputError(f"There is no class or group {group!r}. Known: {', '.join(groups)}.")
    if colon and outcome not in direction.outcomes:
        raise InputError(
            f"Nothing is counted as {outcome!r} in {direction.name}. Known: {', '.join(direction.outcomes)}."
        )
    inside = groups[group]
    return [one for one, member in zip(judged, inside, strict=True) if member and (not colon or one.outcome == outcome)]


def line_of(judgment: Judgment) -> JudgedLine:
    return JudgedLine(
        line=judgment.line.number + 1,
        class_=judgment.line.class_,
        gender=judgment.line.gender.value,
        found=judgment.outcome,
        french=judgment.line.french,
        english=judgment.line.english,
        hypothesis=judgment.hypothesis,
    )


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """`hypotheses` are the outputs, by the name of their system."""

    direction: str
    source: Path
    reference: Path
    hypotheses: Mapping[str, Path]
    limit: int | None = None
    allow_empty: bool = False
    seed: int = 0
    out: Path | None = None


@dataclass(frozen=True, slots=True)
class JudgedFiles:
    """Files that were read and judged line by line, and are yet to be counted."""

    request: JudgeRequest
    corpus: Corpus
    judged: Mapping[str, Sequence[Judgment]]

    def notices(self) -> dict[str, list[Notice]]:
        return {name: list(notices_of(self.corpus, judged)) for name, judged in self.judged.items()}

    def lines(self, cell: str) -> dict[str, list[JudgedLine]]:
        """Of each system, those behind a cell of the tables."""
        direction = self.corpus.direction
        return {name: [line_of(one) for one in find_cell(own, cell, direction)] for name, own in self.judged.items()}

    def save(self) -> tuple[Path, list[Judged]]:
        """Measure, and write the run folder."""
        request, corpus = self.request, self.corpus
        question = {
            "direction": request.direction,
            "source": digest(list(corpus.source.lines)),
            "reference": digest(list(corpus.reference.lines)),
            "systems": {name: digest([one.hypothesis for one in own]) for name, own in self.judged.items()},
            "lines": len(corpus.lines),
            "seed": request.seed,
        }
        files = {"source": request.source, "reference": request.reference}
        systems = [judge_results(corpus, own, name, request.seed) for name, own in self.judged.items()]

        def measure(journal: Journal) -> list[Judged]:
            journal.append(
                {"key": f"{name} {one.line.number + 1}", "system": name, **msgspec.to_builtins(line_of(one))}
                for name, own in self.judged.items()
                for one in own
            )
            return systems

        return save_systems("judge", request.out, question, files, request.hypotheses, measure)


def open_judging(request: JudgeRequest) -> JudgedFiles:
    """Read and judge; files that do not belong together are refused here."""
    corpus = open_corpus(request.direction, request.source, request.reference, request.limit)
    judged = {name: judge(corpus, path, allow_empty=request.allow_empty) for name, path in request.hypotheses.items()}
    return JudgedFiles(request, corpus, judged)
