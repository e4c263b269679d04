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
from epicene.kinds.answer_sentences import in_plain_words, judged, whole_answer
from epicene.kinds.estimate_tables import digits_of, measure_name
from epicene.kinds.item_rows import Segment, mark_differences
from epicene.kinds.protocol import Answers, Way, in_words_of, way_of
from epicene.kinds.trust import trust_of
from epicene.metrics.answer_groups import group_name
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.reliability import Units
from epicene.metrics.two_models import Comparison, EveryTwo
from epicene.report.headlines import Headline, HeadlineTest, Question, Reading, ReadItems, ShownItem
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun
from epicene.runs.results import Trust
from epicene.runs.saved_run import SavedRun, benchmark_title, read_runs

NOT_CHOSEN, NOT_ANSWERED = "-", "."  # beside the places of roles, in the string of what a model chose


@dataclass(frozen=True, slots=True)
class _Linked:
    """What paired tests are made from: `units` and `preferred`, or `answers` where there are no units. Another figure
    that decides for the headline's (`decided_by`) has `deciding_units`."""

    way: Way
    units: Units | None = None
    preferred: Mapping[str, bool] = field(default_factory=dict)
    answers: Answers | None = None
    deciding_units: Units | None = None
    decided_by: str = ""


def audit_headlines(path: Path, language: Language) -> Iterator[Headline]:
    (run,) = read_runs([path], with_items=False)
    answered = AuditFolder(path).benchmarks()
    for name, signature in run.findings.signatures.items():
        way = way_of(run, name)
        own, estimate, trust = in_words_of(way, language), way.score(run, name), trust_of(run, name)
        believed = estimate is not None and trust.level != "barred"
        yield Headline(
            run=path,
            model=run.manifest.model,
            question=_question(run, name, estimate, way, own),
            signature=signature,
            estimate=estimate,
            trust=trust if estimate else Trust("barred", trust.reasons),
            reason=_reason(trust, own),
            chosen=_chosen(answered[name], way) if believed else "",
            answers=_linked(run, answered[name], way, estimate, trust) if estimate and believed else None,
            items=partial(_items, answered[name], own),
            told=partial(_told, run, name, language),
        )


def _question(run: SavedRun, name: str, estimate: Estimate | None, way: Way, own: Language) -> Question:
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
    if trust.level == "marked":
        return own.list_of([own.text_or(f"board.{one.code}", one.code) for one in trust.notices])
    return own.text_or(f"barred.{trust.bar_reason}", own.text("board.no-figure"))


def _told(run: SavedRun, name: str, language: Language) -> Reading:
    """Of a model that is barred: that, why, and no figure."""
    verdict = judged(run, name, language)
    if trust_of(run, name).level != "barred":
        return Reading(verdict, whole_answer(run, name, language))
    return Reading(verdict, f"{verdict}. {in_plain_words(run, name, language)}")


def _linked(run: SavedRun, answered: BenchmarkRun, way: Way, estimate: Estimate, trust: Trust) -> _Linked:
    units = way.units(answered)
    answers = Answers(run.path, run.label, estimate.signature, answered, trust) if units is None else None
    deciding = way.deciding(run, estimate)
    decided_by = "" if deciding is estimate else deciding.metric
    preferred = way.preferred(answered, estimate.task)
    return _Linked(way, units, preferred, answers, way.deciding_units(answered), decided_by)


def _chosen(answered: BenchmarkRun, way: Way) -> str:
    """Of each item, in the order of the file, the place of the role that was chosen by whatever instruction."""
    places = {str(role): str(place) for place, role in enumerate(_roles(answered))}
    decided = way.decisions(answered)
    if not decided:
        return ""
    letters = []
    for item in answered.items:
        said = set(decided.get(item.id, ()))
        letters.append(places.get(said.pop(), NOT_CHOSEN) if len(said) == 1 else NOT_CHOSEN if said else NOT_ANSWERED)
    return "".join(letters)


def _roles(answered: BenchmarkRun) -> tuple[Role, ...]:
    return KINDS[answered.facts.kind].roles


def _items(answered: BenchmarkRun, own: Language) -> ReadItems:
    return ReadItems([_shown(item, _roles(answered), own) for item in answered.items])


def _shown(item: Item, roles: Sequence[Role], own: Language) -> ShownItem:
    shown = [role for role in roles if role in item.variants]
    context = item.variants[shown[0]].context if shown else ""
    texts = [item.variants[role].text for role in shown]
    marked = mark_differences(*texts) if len(texts) == 2 else [[Segment(text, False)] for text in texts]
    return ShownItem(item.id, group_name(item.category, own), context, [*map(_turns, marked)])


def _turns(text: Sequence[Segment]) -> list[str]:
    """What both texts share and what is this one's own, in turn."""
    turns = [""]
    for segment in text:
        if segment.differs == (len(turns) % 2 == 1):
            turns.append("")
        turns[-1] += segment.text
    return turns


def compare_audits(found: Sequence[Headline], seed: int) -> Iterator[HeadlineTest]:
    """McNemar's test where a model prefers or does not, else the paired bootstrap."""
    for one in _comparisons(found, seed):
        if one.p_mcnemar is not None:
            yield HeadlineTest(one, "mcnemar", one.p_mcnemar)
        elif one.p_bootstrap is not None:
            yield HeadlineTest(one, "bootstrap", one.p_bootstrap)


def _comparisons(found: Sequence[Headline], seed: int) -> Iterator[Comparison]:
    linked = {str(place): one.answers for place, one in enumerate(found) if isinstance(one.answers, _Linked)}
    units = {place: one.units for place, one in linked.items() if one.units}
    question = found[0].question
    if len(units) == len(found) > 1:
        hits = {place: one.preferred for place, one in linked.items()}
        decided = {place: one.decided_by for place, one in linked.items() if one.decided_by}
        made = EveryTwo(units, seed=seed).compare(question.benchmark, question.metric, hits, question.task)
        yield from (one for one in made if not {one.a, one.b} & decided.keys())
        if decided:  # where ties are many in either of two, these count as half
            others = {place: one.deciding_units for place, one in linked.items() if one.deciding_units}
            metric = next(iter(decided.values()))
            made = EveryTwo(others, seed=seed).compare(question.benchmark, metric, {}, question.task)
            yield from (one for one in made if {one.a, one.b} & decided.keys())
        return
    for (a, one), (b, other) in combinations(linked.items(), 2):
        if one.answers and other.answers:
            compared = one.way.compare(one.answers.answered, other.answers.answered, (a, b), seed)
            if headline := one.way.headline_comparison(compared):
                yield headline
