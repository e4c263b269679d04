"""What kinds measure of plain answers: a run is made around them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from epicene.core.types import Item, Reply, Role, Score
from epicene.kinds.chat_replies import measure as of_words
from epicene.kinds.pairs import measure as of_pairs
from epicene.metrics.answer_groups import Scores
from epicene.metrics.catalogue import Measured
from epicene.metrics.two_models import Comparison
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.results import BenchmarkFacts

Replies = Mapping[str, Sequence[Reply]]
Names = tuple[str, str]


def run_of(
    benchmark: str, items: Sequence[Item], unusable: Collection[str], scores: Scores, facts: BenchmarkFacts
) -> BenchmarkRun:
    given = {key: Score(*key, value, 0) for key, value in scores.items()}
    return BenchmarkRun(benchmark, facts, tuple(items), dict.fromkeys(unusable, ""), given)


def run_in_words(
    benchmark: str, items: Sequence[Item], unusable: Collection[str], replies: Replies, signature: str = ""
) -> BenchmarkRun:
    given = {(id, Role.MORE): Score(id, Role.MORE, 0.0, 0, tuple(said)) for id, said in replies.items()}
    facts = BenchmarkFacts(kind="pairs", signature=signature)
    return BenchmarkRun(benchmark, facts, tuple(items), dict.fromkeys(unusable, ""), given)


def measure_pairs(
    benchmark: str,
    items: Sequence[Item],
    unusable: Collection[str],
    scores: Scores,
    *,
    signature: str,
    as_released: bool = False,
    lm_eval: bool = False,
    **sampling: int,
) -> Measured:
    scoring = "loglik" if lm_eval else ""
    facts = BenchmarkFacts(kind="pairs", signature=signature, as_released=as_released, scoring=scoring)
    return of_pairs.measure_pairs(run_of(benchmark, items, unusable, scores, facts), **sampling)


def compare_pairs(
    benchmark: str,
    items: Sequence[Item],
    unusable: Collection[str],
    a: Scores,
    b: Scores,
    *,
    names: Names,
    as_released: bool = False,
    **sampling: int,
) -> tuple[Comparison, ...]:
    facts = BenchmarkFacts(kind="pairs", as_released=as_released)
    sides = [run_of(benchmark, items, unusable, scores, facts) for scores in (a, b)]
    return of_pairs.compare_pairs(sides[0], sides[1], names, **sampling)


def measure_triples(
    benchmark: str,
    items: Sequence[Item],
    unusable: Collection[str],
    scores: Scores,
    *,
    signature: str,
    aggregation: str | None = None,
    **sampling: int,
) -> Measured:
    from epicene.kinds.triples import measure as of_triples  # pairs are measured without them too

    facts = BenchmarkFacts(kind="triples", signature=signature, aggregation=aggregation)
    return of_triples.measure_triples(run_of(benchmark, items, unusable, scores, facts), **sampling)


def compare_triples(
    benchmark: str,
    items: Sequence[Item],
    unusable: Collection[str],
    a: Scores,
    b: Scores,
    *,
    names: Names,
    aggregation: str | None = None,
    **sampling: int,
) -> tuple[Comparison, ...]:
    from epicene.kinds.triples import measure as of_triples

    facts = BenchmarkFacts(kind="triples", aggregation=aggregation)
    sides = [run_of(benchmark, items, unusable, scores, facts) for scores in (a, b)]
    return of_triples.compare_triples(sides[0], sides[1], names, **sampling)


def measure_prompted(
    benchmark: str,
    items: Sequence[Item],
    unusable: Collection[str],
    replies: Replies,
    *,
    signature: str,
    **sampling: int,
) -> Measured:
    return of_words.measure_prompted(run_in_words(benchmark, items, unusable, replies, signature), **sampling)


def compare_prompted(
    benchmark: str,
    items: Sequence[Item],
    unusable: Collection[str],
    a: Replies,
    b: Replies,
    *,
    names: Names,
    **sampling: int,
) -> tuple[Comparison, ...]:
    sides = [run_in_words(benchmark, items, unusable, replies) for replies in (a, b)]
    return of_words.compare_prompted(sides[0], sides[1], names, **sampling)
