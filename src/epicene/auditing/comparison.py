"""Saved runs side by side: which benchmarks they share, whether they may be compared, and the paired tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from epicene.auditing.data_frames import to_pandas
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Notice, unique
from epicene.kinds.comparison import Answers, PairedAnswers
from epicene.kinds.protocol import Way, find_way, in_words_of
from epicene.kinds.trust import trust_of
from epicene.metrics.paired import Comparison, identical_scores
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.results import WORDS
from epicene.runs.saved_run import SavedRun, read_runs

if TYPE_CHECKING:
    import pandas


class PairedRuns(PairedAnswers):
    """Two models on one benchmark, with what was found in a line or two."""

    __slots__ = ()

    def __repr__(self) -> str:
        """None of the sentences that were asked."""
        found = _way(self.a).headline_comparison(self.comparisons)
        said = _in_short(found) if found else "nothing to compare"
        barred = [side.label for side in (self.a, self.b) if not side.is_trusted]
        verb = "is" if len(barred) == 1 else "are"
        caveat = f"; says nothing, because {' and '.join(barred)} {verb} not to be believed" if barred else ""
        return f"<PairedRuns on {self.benchmark}, {self.a.label} and {self.b.label}: {said}{caveat}>"

    def to_pandas(self) -> pandas.DataFrame:
        """The comparisons as a table, a row each."""
        return to_pandas(map(asdict, self.comparisons))

    def warning(self) -> str | None:
        """What to say of two models that cannot be told apart."""
        return next(map(Language("en").say, _alike([self])), None)


def _way(answers: Answers) -> Way:
    return find_way(answers.answered.facts.kind, answers.answered.facts.way)


def _in_short(one: Comparison) -> str:
    name = f"{one.task} {one.metric}" if one.task else one.metric
    p = f", McNemar's p = {one.p_mcnemar:.2g}" if one.p_mcnemar is not None else ""
    return (
        f"{name} {one.value_a:.1f} and {one.value_b:.1f}, difference {one.difference:+.1f} "
        f"[{one.low:.1f}, {one.high:.1f}]{p}, n = {one.n}"
    )


def compare_runs(paths: Sequence[Path], *, seed: int = 0) -> list[PairedRuns]:
    """Every two runs on every benchmark they share; refused where they differ in more than the model."""
    if len(paths) < 2:
        raise InputError("Comparing takes at least two run folders: `epicene compare RUN RUN`.")
    shared = _shared_benchmarks(paths, [_answers(run) for run in read_runs(paths)])
    return [
        compare_answers(name, a, b, seed=seed) for name, answers in shared.items() for a, b in combinations(answers, 2)
    ]


def compare_answers(benchmark: str, a: Answers, b: Answers, *, seed: int = 0) -> PairedRuns:
    refuse_other_questions(benchmark, a, b)
    way = _way(a)
    found = way.compare(a.answered, b.answered, (a.label, b.label), seed)
    identical = way.scores_identify and identical_scores(a.answered.values(), b.answered.values())
    return PairedRuns(benchmark, a, b, identical, found)


def refuse_other_questions(benchmark: str, a: Answers, b: Answers) -> None:
    """Numbers are comparable exactly when their signatures agree on all but the model."""
    differences = a.parts.differences(b.parts)
    if differences:
        said = "; ".join(f"{name}: {there} and {here}" for name, (there, here) in differences.items())
        raise InputError(
            f"{benchmark}: {a.run} and {b.run} differ in more than the model ({said}), so their numbers cannot be "
            f"compared. {_instead(a, b, differences)}"
        )


def _instead(a: Answers, b: Answers, differences: Mapping[str, tuple[str, str]]) -> str:
    """What to do about it; asking again helps only where one way of asking fits both models."""
    ways = [one.answered.facts.way for one in (a, b)]
    if "scoring" in differences and (ways[0] == WORDS) != (ways[1] == WORDS):
        return "Replies in words and likelihoods are two measurements, and nothing makes one out of the other."
    kinds = [AuditFolder(one.run).facts().model.kind for one in (a, b)]
    if "scoring" not in differences or kinds[0] == kinds[1]:
        return "Audit one of the models again, asked in the same way as the other."
    return (
        f"{a.label} is of kind {kinds[0]} and {b.label} of kind {kinds[1]}, and no way of asking fits both, so that "
        f"asking again would not help: `epicene report {quote(str(a.run))} {quote(str(b.run))} -o report.html` shows "
        "each against 50, without ranking them."
    )


def _answers(run: SavedRun) -> dict[str, Answers]:
    return {
        name: Answers(run.path, run.label, signature, run.benchmarks[name], trust_of(run, name))
        for name, signature in run.findings.signatures.items()
        if name in run.benchmarks
    }


def _shared_benchmarks(paths: Sequence[Path], answers: Sequence[dict[str, Answers]]) -> dict[str, list[Answers]]:
    shared = [name for name in answers[0] if all(name in other for other in answers[1:])]
    if not shared:
        asked = "; ".join(f"{path}: {', '.join(names) or 'none'}" for path, names in zip(paths, answers, strict=True))
        raise InputError(f"These runs share no benchmark ({asked}). Compare runs that were asked the same items.")
    return {name: [run[name] for run in answers] for name in shared}


def comparison_document(paths: Sequence[Path], compared: Sequence[PairedRuns]) -> dict[str, object]:
    """What `compare --json` prints; a p that cannot be computed is left out, never null."""
    sides = {side.run: side.label for pair in compared for side in (pair.a, pair.b)}
    said = comparison_notices(paths, compared)
    records = [asdict(one) for pair in compared for one in pair.comparisons]
    return {
        "models": [sides[path] for path in paths],
        "comparisons": [{key: value for key, value in one.items() if value is not None} for one in records],
        "identical": [
            {"benchmark": pair.benchmark, "a": pair.a.label, "b": pair.b.label} for pair in compared if pair.identical
        ],
        "notices": comparison_sentences(said, compared, Language("en")),
        "notice_codes": [notice.record() for notice in said],
    }


def comparison_notices(paths: Sequence[Path], compared: Sequence[PairedRuns]) -> list[Notice]:
    """What a reader of the tests must know: models that cannot be told apart or believed, benchmarks left aside."""
    found = [*_alike(compared), *_barred(compared), *left_aside(paths, compared)]
    return unique(found)


def comparison_sentences(notices: Sequence[Notice], compared: Sequence[PairedRuns], language: Language) -> list[str]:
    """In the words of the benchmark's kind, where one is about a benchmark."""
    words = {pair.benchmark: in_words_of(_way(pair.a), language) for pair in compared}
    return [words.get(str(one.values.get("benchmark")), language).say(one) for one in notices]


def _alike(compared: Sequence[PairedRuns]) -> Iterator[Notice]:
    for pair in (pair for pair in compared if pair.identical):
        a, b = pair.a, pair.b
        if a.parts.model == b.parts.model:
            values = {"a": str(a.run), "b": str(b.run), "model": a.parts.model}
            yield Notice("notice.same-model.runs", {"benchmark": pair.benchmark, **values})
        else:
            values = {"benchmark": pair.benchmark, "a": a.label, "b": b.label}
            yield Notice("notice.identical", values, GRAVE)


def _barred(compared: Sequence[PairedRuns]) -> Iterator[Notice]:
    sides = {(pair.benchmark, side.run): side for pair in compared for side in (pair.a, pair.b)}
    for (benchmark, _), side in sides.items():
        if not side.is_trusted:
            values = {"benchmark": benchmark, "model": side.label, "reason": side.bar_reason}
            yield Notice("notice.barred", values, GRAVE)


def left_aside(paths: Sequence[Path], compared: Sequence[PairedRuns]) -> Iterator[Notice]:
    """Benchmarks that only some of the runs have, so that nothing is passed over in silence."""
    names = {pair.benchmark for pair in compared}
    for path in paths:
        others = [name for name in AuditFolder(path).facts().benchmarks if name not in names]
        if others:
            yield Notice("notice.left-aside", {"run": str(path), "benchmarks": others})
