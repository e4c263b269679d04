"""Saved runs side by side: which benchmarks they share, whether they may be compared, and the paired tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.notices import GRAVE, NOTE, Message, Notice, unique
from epicene.kinds.figures import narrow_tables, with_checks
from epicene.kinds.protocol import Answers, PairedAnswers, View, contrast, in_words_of
from epicene.kinds.verdicts import trust_of
from epicene.metrics.two_models import Comparison, identical_scores
from epicene.report.compared_runs import comparison_record
from epicene.report.document import Block, Document, Paragraph, TableBlock
from epicene.report.tables import Table
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.results import WORDS, to_pandas
from epicene.runs.saved_run import SavedRun, read_runs
from epicene.runs.signature import in_short

if TYPE_CHECKING:
    import pandas


class PairedRuns(PairedAnswers):
    """Two models on one benchmark, with what was found in a line or two."""

    __slots__ = ()

    def __repr__(self) -> str:
        """None of the sentences that were asked."""
        comparison = self.a.way.headline_comparison(self.comparisons)
        text = _shortly(comparison) if comparison else "nothing to compare"
        excluded = _excluded_labels(self)
        verb = "is" if len(excluded) == 1 else "are"
        caveat = f"; says nothing, because {' and '.join(excluded)} {verb} not to be trusted" if excluded else ""
        return f"<PairedRuns on {self.benchmark}, {self.a.label} and {self.b.label}: {text}{caveat}>"

    def to_pandas(self) -> pandas.DataFrame:
        """The comparisons as a table, a row each."""
        return to_pandas(map(asdict, self.comparisons))

    def warning(self) -> str | None:
        """What to say of two models that cannot be told apart."""
        return next(map(Language("en").say, _alike([self])), None)


def _shortly(comparison: Comparison) -> str:
    name = f"{comparison.task} {comparison.metric}" if comparison.task else comparison.metric
    p = f", McNemar's p = {comparison.p_mcnemar:.2g}" if comparison.p_mcnemar is not None else ""
    return (
        f"{name} {comparison.value_a:.1f} and {comparison.value_b:.1f}, difference {comparison.difference:+.1f} "
        f"[{comparison.low:.1f}, {comparison.high:.1f}]{p}, n = {comparison.n}"
    )


def compare_runs(paths: Sequence[Path], *, seed: int = 0) -> list[PairedRuns]:
    """Every two runs on every benchmark they share; refused where they differ in more than the model."""
    if len(paths) < 2:
        raise InputError("Comparing takes at least two run folders: `epicene compare RUN RUN`.")
    answers = [
        {name: answers_of(run, name) for name in run.findings.signatures if name in run.benchmarks}
        for run in read_runs(paths)
    ]
    shared = _shared_benchmarks(paths, answers)
    return [
        compare_answers(name, a, b, seed=seed) for name, answers in shared.items() for a, b in combinations(answers, 2)
    ]


def compare_answers(benchmark: str, a: Answers, b: Answers, *, seed: int = 0) -> PairedRuns:
    refuse_other_questions(benchmark, a, b)
    way = a.way
    comparisons = way.compare(a.answered, b.answered, (a.label, b.label), seed)
    identical = way.scores_identify and identical_scores(a.answered.values(), b.answered.values())
    return PairedRuns(benchmark, a, b, identical, comparisons)


def refuse_other_questions(benchmark: str, a: Answers, b: Answers) -> None:
    """Numbers are comparable exactly when their signatures agree on all but the model."""
    differences = a.parts.differences(b.parts)
    if differences:
        raise InputError(
            f"{benchmark}: {a.path} and {b.path} differ in more than the model ({in_short(differences)}), so their "
            f"numbers cannot be compared. {_instead(a, b, differences)}"
        )


def _instead(a: Answers, b: Answers, differences: Mapping[str, tuple[str, str]]) -> str:
    """What to do about it; asking again helps only where one way of asking fits both models."""
    ways = [answers.answered.facts.way for answers in (a, b)]
    if "scoring" in differences and (ways[0] == WORDS) != (ways[1] == WORDS):
        return "Replies in words and likelihoods are two measurements, and nothing makes one out of the other."
    kinds = [AuditFolder(answers.path).facts().model.kind for answers in (a, b)]
    if "scoring" not in differences or kinds[0] == kinds[1]:
        return "Audit one of the models again, asked in the same way as the other."
    return (
        f"{a.label} is of kind {kinds[0]} and {b.label} of kind {kinds[1]}, and no way of asking fits both, so that "
        f"asking again would not help: `epicene report {quote(str(a.path))} {quote(str(b.path))} -o report.html` shows "
        "each against 50, without ranking them."
    )


def _shared_benchmarks(paths: Sequence[Path], answers: Sequence[dict[str, Answers]]) -> dict[str, list[Answers]]:
    shared = [name for name in answers[0] if all(name in other for other in answers[1:])]
    if not shared:
        asked = "; ".join(f"{path}: {', '.join(names) or 'none'}" for path, names in zip(paths, answers, strict=True))
        raise InputError(f"These runs share no benchmark ({asked}). Compare runs that were asked the same items.")
    return {name: [run[name] for run in answers] for name in shared}


@dataclass(frozen=True, slots=True)
class ComparedAudits:
    """Every two runs on every benchmark that all of them were asked."""

    paths: Sequence[Path]
    pairs: Sequence[PairedRuns]

    @property
    def is_trusted(self) -> bool:
        return all(pair.is_trusted for pair in self.pairs)

    def notices(self) -> list[Notice]:
        """What a reader of the tests must know: models that cannot be told apart or believed, benchmarks left aside."""
        notices = [*_alike(self.pairs), *_excluded(self.pairs), *_partial(self.pairs)]
        return unique([*notices, *_left_aside(self.paths, self.pairs)])

    def said(self, language: Language) -> list[str]:
        """In the words of the benchmark's kind, where one is about a benchmark."""
        words = {pair.benchmark: in_words_of(pair.a.way, language) for pair in self.pairs}
        return [words.get(str(notice.values.get("benchmark")), language).say(notice) for notice in self.notices()]

    def record(self) -> dict[str, object]:
        """`excluded` are the models of a comparison that are not to be believed, so that it says nothing."""
        sides = {side.path: side.label for pair in self.pairs for side in (pair.a, pair.b)}
        comparisons = [
            {**asdict(comparison), "excluded": _excluded_labels(pair) or None}
            for pair in self.pairs
            for comparison in pair.comparisons
        ]
        return comparison_record([sides[path] for path in self.paths], comparisons, self)

    def summary(self, language: Language) -> Document:
        blocks: list[Block] = []
        for pair in self.pairs:
            table = table_of(pair, language)
            *others, last = narrow_tables(replace(table, note=""))
            blocks.append(Paragraph(outcome(pair, language), "lead"))
            tables = [*others, replace(last, note_on_p=table.note)]
            blocks += [TableBlock(one, pair.benchmark) for one in tables]
            blocks += [Paragraph(shown, "note")] if (shown := smallest_shown(pair, language)) else []
        return Document(title="", language=language, answer=blocks)


def _excluded_labels(pair: PairedAnswers) -> list[str]:
    return [side.label for side in (pair.a, pair.b) if not side.is_trusted]


def _alike(compared: Sequence[PairedRuns], *, in_report: bool = False) -> Iterator[Notice]:
    """Models with the same scores; in a report, where no folders are named, one model twice is a mere note."""
    for pair in (pair for pair in compared if pair.identical):
        a, b = pair.a, pair.b
        values = {"benchmark": pair.benchmark, "a": a.label, "b": b.label}
        if a.parts.model != b.parts.model:
            yield Notice("notice.identical", values, GRAVE)
        elif in_report:
            yield Notice("notice.same-model", values, NOTE)
        else:
            values |= {"a": str(a.path), "b": str(b.path), "model": a.parts.model}
            yield Notice("notice.same-model.runs", values)


def _excluded(compared: Sequence[PairedRuns]) -> Iterator[Notice]:
    sides = {(pair.benchmark, side.path): side for pair in compared for side in (pair.a, pair.b)}
    for (benchmark, _), side in sides.items():
        if not side.is_trusted:
            values = {"benchmark": benchmark, "model": side.label, "reason": side.trust.exclusion_reason}
            yield Notice("notice.excluded", values, GRAVE)


def _partial(compared: Sequence[PairedRuns]) -> Iterator[Notice]:
    sides = {side.path: side for pair in compared for side in (pair.a, pair.b)}
    for side in sides.values():
        if any(reason.code == "trust.partial" for reason in side.trust.notices):
            yield Notice("notice.partial", {"model": side.label}, GRAVE)


def _left_aside(paths: Sequence[Path], compared: Sequence[PairedRuns]) -> Iterator[Notice]:
    """Benchmarks that only some of the runs have, so that nothing is passed over in silence."""
    names = {pair.benchmark for pair in compared}
    for path in paths:
        others = [name for name in AuditFolder(path).facts().benchmarks if name not in names]
        if others:
            yield Notice("notice.left-aside", {"run": str(path), "benchmarks": others})


@dataclass(frozen=True, slots=True)
class PairView:
    """Two models on one benchmark, in words and as a table."""

    pair: PairedAnswers
    sentence: str
    table: Table


def compare_in_report(view: View) -> tuple[list[PairView], list[Notice]]:
    """Unlike the command, a report shows incomparable runs side by side and says so."""
    views, notices = [], []
    groups = asked_alike(view)
    for group in groups[1:]:
        notices.append(_not_comparable(view.benchmark, groups[0], group))
    for first, second in combinations([run for run in view.runs if view.benchmark in run.benchmarks], 2):
        a, b = answers_of(first, view.benchmark), answers_of(second, view.benchmark)
        if not a.parts.differences(b.parts):
            pair = compare_answers(view.benchmark, a, b)
            notices += _alike([pair], in_report=True)
            table = with_checks(table_of(pair, view.language), (first, second), view.benchmark, view.language)
            views.append(PairView(pair, outcome(pair, view.language), table))
    return views, notices


def asked_alike(view: View) -> list[list[Answers]]:
    """The runs in groups whose figures may be compared: their signatures agree on all but the model."""
    groups: list[list[Answers]] = []
    for run in (run for run in view.runs if view.benchmark in run.benchmarks):
        own = answers_of(run, view.benchmark)
        home = next((group for group in groups if not group[0].parts.differences(own.parts)), None)
        if home is None:
            groups.append([own])
        else:
            home.append(own)
    return groups


def answers_of(run: SavedRun, benchmark: str) -> Answers:
    trust = trust_of(run, benchmark)
    return Answers(run.path, run.label, run.findings.signatures[benchmark], run.benchmarks[benchmark], trust)


def table_of(pair: PairedAnswers, language: Language) -> Table:
    return pair.a.way.comparison_table(pair, in_words_of(pair.a.way, language))


def _not_comparable(benchmark: str, some: Sequence[Answers], others: Sequence[Answers]) -> Notice:
    differences = some[0].parts.differences(others[0].parts)
    messages = [Message(f"difference.{name}", {"a": there, "b": here}) for name, (there, here) in differences.items()]
    labels = {"a": [answers.label for answers in some], "b": [other.label for other in others]}
    return Notice("notice.not-comparable", {"benchmark": benchmark, **labels, "differences": messages})


def outcome(pair: PairedAnswers, language: Language) -> str:
    """Over all items: which model prefers the stereotype more often, if the interval allows to say so."""
    own, comparison = in_words_of(pair.a.way, language), pair.a.way.headline_comparison(pair.comparisons)
    names = {"a": pair.a.label, "b": pair.b.label}
    if comparison is None:
        return own.text("comparison.nothing", **names)
    if not pair.is_trusted:
        return own.text(
            f"comparison.excluded.{pair.a.trust.exclusion_reason or pair.b.trust.exclusion_reason}", **names
        )
    is_headline = comparison.metric == pair.a.way.metric  # else one that decides for it, which has words of its own
    tested = comparison.p_mcnemar if is_headline else comparison.p_bootstrap
    p = own.p_value(tested) if tested is not None else ""
    verdict, values = contrast(comparison, own)
    key = f"comparison.{verdict}" if is_headline else f"comparison.{verdict}.{comparison.metric}"
    return own.text(key, p=p if p.startswith("<") else f"= {p}", **values)


def smallest_shown(pair: PairedAnswers, language: Language) -> str:
    """What this comparison could have found, for readers of one that found nothing."""
    comparison = pair.a.way.headline_comparison(pair.comparisons)
    if (
        comparison is None
        or comparison.smallest_difference is None
        or comparison.only_a is None
        or comparison.only_b is None
    ):
        return ""
    values = {
        "discordant": comparison.only_a + comparison.only_b,
        "n": comparison.n,
        "value": comparison.smallest_difference,
    }
    return in_words_of(pair.a.way, language).text("comparison.smallest", **values)
