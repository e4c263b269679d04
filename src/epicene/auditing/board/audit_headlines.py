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
from epicene.core.types import Estimate, Item, Role
from epicene.kinds.figures import digits_of, measure_name
from epicene.kinds.item_rows import TextSegment, mark_differences
from epicene.kinds.protocol import Answers, ResponseMode, in_words_of, response_mode_of
from epicene.kinds.verdicts import plain_summary, trust_of, verdict_label, whole_answer
from epicene.metrics.answer_groups import group_name
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.reliability import Units
from epicene.metrics.two_models import Comparison, PairwiseBootstrap
from epicene.report.headlines import Headline, HeadlineTest, Question, Reading, ReadItems, ShownItem
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun
from epicene.runs.results import Trust
from epicene.runs.saved_run import SavedRun, benchmark_title, read_runs

NOT_CHOSEN, NOT_ANSWERED = "-", "."  # beside the places of roles, in the string of what a model chose


@dataclass(frozen=True, slots=True)
class _Linked:
    """What paired tests are made from: `units` and `preferred`, or `answers` where there are no units. Another figure
    that decides for the headline's (`decided_by`) has `deciding_units`."""

    way: ResponseMode
    units: Units | None = None
    preferred: Mapping[str, bool] = field(default_factory=dict)
    answers: Answers | None = None
    deciding_units: Units | None = None
    decided_by: str = ""


def audit_headlines(path: Path, language: Language) -> Iterator[Headline]:
    (run,) = read_runs([path], with_items=False)
    answered = AuditFolder(path).benchmarks()
    for name, signature in run.findings.signatures.items():
        way = response_mode_of(run, name)
        own, estimate, trust = in_words_of(way, language), way.score(run, name), trust_of(run, name)
        believed = estimate is not None and trust.level != "excluded"
        yield Headline(
            run=path,
            model=run.manifest.model,
            question=_question(run, name, estimate, way, own),
            signature=signature,
            estimate=estimate,
            trust=trust if estimate else Trust("excluded", trust.reasons),
            reason=_reason(trust, own),
            chosen=_chosen(answered[name], way) if believed else "",
            answers=_linked(run, answered[name], way, estimate, trust) if estimate and believed else None,
            items=partial(_items, answered[name], own),
            told=partial(_told, run, name, language),
        )


def _question(run: SavedRun, name: str, estimate: Estimate | None, way: ResponseMode, own: Language) -> Question:
    facts = run.facts(name)
    metric = estimate.metric if estimate else way.metric
    digits = digits_of(metric)
    return Question(
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


def _told(run: SavedRun, name: str, language: Language) -> Reading:
    """Of a model that is excluded: that, why, and no figure."""
    verdict = verdict_label(run, name, language)
    if trust_of(run, name).level != "excluded":
        return Reading(verdict, whole_answer(run, name, language))
    return Reading(verdict, f"{verdict}. {plain_summary(run, name, language)}")


def _linked(run: SavedRun, answered: BenchmarkRun, way: ResponseMode, estimate: Estimate, trust: Trust) -> _Linked:
    units = way.units(answered)
    answers = Answers(run.path, run.label, estimate.signature, answered, trust) if units is None else None
    deciding = way.deciding(run, estimate)
    decided_by = "" if deciding is estimate else deciding.metric
    preferred = way.preferred(answered, estimate.task)
    return _Linked(way, units, preferred, answers, way.deciding_units(answered), decided_by)


def _chosen(answered: BenchmarkRun, way: ResponseMode) -> str:
    """Of each item, in the order of the file, the place of the role that was chosen by whatever instruction."""
    places = {str(role): str(index) for index, role in enumerate(_roles(answered))}
    decided = way.decisions(answered)
    if not decided:
        return ""
    letters = []
    for item in answered.items:
        texts = set(decided.get(item.id, ()))
        letters.append(
            places.get(texts.pop(), NOT_CHOSEN) if len(texts) == 1 else NOT_CHOSEN if texts else NOT_ANSWERED
        )
    return "".join(letters)


def _roles(answered: BenchmarkRun) -> tuple[Role, ...]:
    return KINDS[answered.facts.kind].roles


def _items(answered: BenchmarkRun, own: Language) -> ReadItems:
    return ReadItems([_shown(item, _roles(answered), own) for item in answered.items])


def _shown(item: Item, roles: Sequence[Role], own: Language) -> ShownItem:
    shown = [role for role in roles if role in item.variants]
    context = item.variants[shown[0]].context if shown else ""
    texts = [item.variants[role].text for role in shown]
    marked = mark_differences(*texts) if len(texts) == 2 else [[TextSegment(text, False)] for text in texts]
    return ShownItem(item.id, group_name(item.category, own), context, [*map(_turns, marked)])


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
    linked = {str(index): one.answers for index, one in enumerate(headlines) if isinstance(one.answers, _Linked)}
    units = {place: one.units for place, one in linked.items() if one.units}
    question = headlines[0].question
    if len(units) == len(headlines) > 1:
        hits = {place: one.preferred for place, one in linked.items()}
        decided = {place: one.decided_by for place, one in linked.items() if one.decided_by}
        made = PairwiseBootstrap(units, seed=seed).compare(question.benchmark, question.metric, hits, question.task)
        yield from (comparison for comparison in made if not {comparison.a, comparison.b} & decided.keys())
        if decided:  # where ties are many in either of two, these count as half
            others = {place: one.deciding_units for place, one in linked.items() if one.deciding_units}
            metric = next(iter(decided.values()))
            made = PairwiseBootstrap(others, seed=seed).compare(question.benchmark, metric, {}, question.task)
            yield from (comparison for comparison in made if {comparison.a, comparison.b} & decided.keys())
        return
    for (a, linked_run), (b, other) in combinations(linked.items(), 2):
        if linked_run.answers and other.answers:
            compared = linked_run.way.compare(linked_run.answers.answered, other.answers.answered, (a, b), seed)
            if headline := linked_run.way.headline_comparison(compared):
                yield headline
