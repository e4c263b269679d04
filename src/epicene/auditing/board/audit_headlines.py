"""The headline figure of each benchmark of an audit or a score, with what paired tests are made from and what the model
chose on each item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path

from epicene.core.kinds import KINDS
from epicene.core.language import Language
from epicene.core.types import Estimate, Role
from epicene.kinds.figures import digits_of, measure_name
from epicene.kinds.item_rows import TextSegment, mark_differences
from epicene.kinds.protocol import Answers, ResponseMode, in_words_of, response_mode_of
from epicene.kinds.verdicts import plain_summary, trust_of, verdict_label, whole_answer
from epicene.metrics.answer_groups import group_name
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.reliability import Units
from epicene.metrics.two_models import Comparison, PairwiseBootstrap
from epicene.report.headlines import Headline, HeadlineQuestion, HeadlineReading, HeadlineTest, ReadItems, ShownItem
from epicene.runs.audit_folder import BenchmarkRun, SavedRun, benchmark_title, read_runs
from epicene.runs.results import Trust

NOT_CHOSEN, NOT_ANSWERED = "-", "."  # else the number of a role, in the string of what a model chose


@dataclass(frozen=True, slots=True)
class _Testable:
    """What paired tests are made from: `units` and `preferred`, or `answers` where there are no units. Another figure
    that decides for the headline's (`decided_by`) has `deciding_units`."""

    mode: ResponseMode
    units: Units | None = None
    preferred: Mapping[str, bool] = field(default_factory=dict)
    answers: Answers | None = None
    deciding_units: Units | None = None
    decided_by: str = ""


def audit_headlines(path: Path, language: Language) -> Iterator[Headline]:
    (run,) = read_runs([path])
    answered = run.benchmarks
    for name, signature in run.findings.signatures.items():
        mode = response_mode_of(run, name)
        own, estimate, trust = in_words_of(mode, language), mode.score(run, name), trust_of(run, name)
        believed = estimate is not None and trust.level != "excluded"
        yield Headline(
            run=path,
            model=run.manifest.model,
            question=_question(run, name, estimate, mode, own),
            signature=signature,
            estimate=estimate,
            trust=trust if estimate else Trust("excluded", trust.reasons),
            reason=_reason(trust, own),
            chosen=_chosen(answered[name], mode) if believed else "",
            answers=_answers(run, answered[name], mode, estimate, trust) if estimate and believed else None,
            items=partial(_items, answered[name], own),
            told=partial(_reading, run, name, language),
        )


def _question(
    run: SavedRun, name: str, estimate: Estimate | None, mode: ResponseMode, own: Language
) -> HeadlineQuestion:
    facts, metric = run.facts(name), estimate.metric if estimate else mode.metric
    digits = digits_of(metric)
    return HeadlineQuestion(
        benchmark=name,
        title=benchmark_title(name, [run], own),
        kind=facts.kind,
        kind_name=own.text_or("kind.items", facts.kind),
        spoken=facts.language,
        metric=metric,
        measure=measure_name(metric, own),
        ideal=MEASURES[metric].ideal,
        n_items=facts.n_total,
        task=estimate.task if estimate else None,
        digits=1 if digits is None else digits,
    )


def _reason(trust: Trust, own: Language) -> str:
    if trust.level == "flagged":
        return own.list_of([own.text_or(f"board.{notice.code}", notice.code) for notice in trust.notices])
    return own.text_or(f"excluded.{trust.exclusion_reason}", own.text("board.no-figure"))


def _reading(run: SavedRun, name: str, language: Language) -> HeadlineReading:
    """The verdict and its sentence; of a model that is excluded, why, and no figure."""
    verdict = verdict_label(run, name, language)
    if trust_of(run, name).level != "excluded":
        return HeadlineReading(verdict, whole_answer(run, name, language))
    return HeadlineReading(verdict, f"{verdict}. {plain_summary(run, name, language)}")


def _answers(run: SavedRun, answered: BenchmarkRun, mode: ResponseMode, estimate: Estimate, trust: Trust) -> _Testable:
    units = mode.units(answered)
    answers = Answers(run.path, run.label, estimate.signature, answered, trust) if units is None else None
    deciding = mode.deciding(run, estimate)
    decided_by = "" if deciding is estimate else deciding.metric
    preferred = mode.preferred(answered, estimate.task)
    return _Testable(mode, units, preferred, answers, mode.deciding_units(answered), decided_by)


def _chosen(answered: BenchmarkRun, mode: ResponseMode) -> str:
    """A character for each item, in the order of the file: the number of the role that was chosen by whatever
    instruction."""
    numbers = {str(role): str(index) for index, role in enumerate(_roles(answered))}
    decisions, characters = mode.decisions(answered), []
    for item in answered.items if decisions else ():
        roles = set(decisions.get(item.id, ()))
        if len(roles) == 1:
            characters.append(numbers.get(roles.pop(), NOT_CHOSEN))
        else:
            characters.append(NOT_CHOSEN if roles else NOT_ANSWERED)
    return "".join(characters)


def _roles(answered: BenchmarkRun) -> tuple[Role, ...]:
    return KINDS[answered.facts.kind].roles


def _items(answered: BenchmarkRun, own: Language) -> ReadItems:
    """Each item with its texts, and what they differ in where there are two."""
    items = []
    for item in answered.items:
        roles = [role for role in _roles(answered) if role in item.variants]
        context = item.variants[roles[0]].context if roles else ""
        texts = [item.variants[role].text for role in roles]
        marked = mark_differences(*texts) if len(texts) == 2 else [[TextSegment(text, False)] for text in texts]
        items.append(ShownItem(item.id, group_name(item.category, own), context, [*map(_turns, marked)]))
    return ReadItems(items)


def _turns(text: Sequence[TextSegment]) -> list[str]:
    """What both texts share and what is this one's own, in turn."""
    turns = [""]
    for segment in text:
        if segment.differs == (len(turns) % 2 == 1):
            turns.append("")
        turns[-1] += segment.text
    return turns


def compare_audits(headlines: Sequence[Headline], seed: int) -> Iterator[HeadlineTest]:
    """McNemar's test where a model prefers or does not, else the paired bootstrap."""
    for comparison in _comparisons(headlines, seed):
        if comparison.p_mcnemar is not None:
            yield HeadlineTest(comparison, "mcnemar", comparison.p_mcnemar)
        elif comparison.p_bootstrap is not None:
            yield HeadlineTest(comparison, "bootstrap", comparison.p_bootstrap)


def _comparisons(headlines: Sequence[Headline], seed: int) -> Iterator[Comparison]:
    """Between every two of the headlines, under their places as labels."""
    answers = {str(index): own for index, line in enumerate(headlines) if isinstance(own := line.answers, _Testable)}
    units = {label: own.units for label, own in answers.items() if own.units}
    question = headlines[0].question
    about, task = question.benchmark, question.task
    if len(units) == len(headlines) > 1:
        preferred = {label: own.preferred for label, own in answers.items()}
        decided = {label: own.decided_by for label, own in answers.items() if own.decided_by}
        made = PairwiseBootstrap(units, seed=seed).compare(
            question.benchmark, question.metric, preferred, question.task
        )
        yield from (comparison for comparison in made if not {comparison.a, comparison.b} & decided.keys())
        if decided:  # where ties are many in either of two, these count as half
            others = {label: own.deciding_units for label, own in answers.items() if own.deciding_units}
            metric = next(iter(decided.values()))
            made = PairwiseBootstrap(others, seed=seed).compare(about, metric, {}, task)
            yield from (comparison for comparison in made if {comparison.a, comparison.b} & decided.keys())
        return
    for (a, first), (b, second) in combinations(answers.items(), 2):
        if first.answers and second.answers:
            compared = first.mode.compare(first.answers.answered, second.answers.answered, (a, b), seed)
            if headline := first.mode.headline_comparison(compared):
                yield headline
