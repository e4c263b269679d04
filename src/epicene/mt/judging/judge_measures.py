"""What is counted over judged lines: by class, by gender, by pair; each figure an estimate.

Groups: `all` counts l'+epicene by the nominal gender of the line, as the paper's totals do; `marked` leaves out lines
whose French sentence does not say the gender. `feminine` and `masculine` go with `all`, `feminine marked` and
`masculine marked` with `marked`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from epicene.core.hashing import digest
from epicene.core.notices import Notice
from epicene.core.types import Estimate
from epicene.grammar.english.possessives import PRONOUN_OF
from epicene.grammar.french.determiners import marked_gender
from epicene.grammar.gender import Gender
from epicene.mt.clustered_estimates import Difference, Estimating, Ratio, line_signature, share
from epicene.mt.corpora.neuroviz_corpus import corpus_notices
from epicene.mt.judging.line_judge import Corpus, Judgment
from epicene.mt.nouns import CLASSES, noun_gender
from epicene.mt.results import Judged, told

BENCHMARK = "mt-occupations"
Mask = NDArray[np.bool_]


def classes_of(judged: Sequence[Judgment]) -> list[str]:
    """The seven classes, then those of other determiners (chaque, une) where the corpus has any."""
    found = {judgment.line.class_ for judgment in judged}
    return [*CLASSES, *sorted(found - set(CLASSES))]


def groups_of(judged: Sequence[Judgment]) -> dict[str, Mask]:
    """Which lines belong to each group."""
    lines = [judgment.line for judgment in judged]
    marked = np.array([line.marked for line in lines])
    gender = {own: np.array([line.gender is own for line in lines]) for own in Gender}
    return {
        "all": np.ones(len(lines), dtype=bool),
        "marked": marked,
        **{own.value: mask for own, mask in gender.items()},
        **{f"{own} marked": mask & marked for own, mask in gender.items()},
        **{name: np.array([line.class_ == name for line in lines]) for name in classes_of(judged)},
    }


def counts(judged: Sequence[Judgment], outcomes: Sequence[str]) -> dict[str, dict[str, int]]:
    """How many lines of each class fall into each cell."""
    cells = Counter((judgment.line.class_, judgment.outcome) for judgment in judged)
    return {
        name: {outcome: cells[name, outcome] for outcome in outcomes} | {"n": sum(cells[name, o] for o in outcomes)}
        for name in classes_of(judged)
    }


def subject_genders(judged: Sequence[Judgment]) -> dict[str, dict[str, int]]:
    """Into French: the gender that the subject marks, right or wrong, by the English possessive."""
    found = {PRONOUN_OF[gender]: {"masculine": 0, "feminine": 0, "unmarked": 0} for gender in Gender}
    for judgment in judged:
        determiner, *noun = judgment.judged
        first = noun[0] if noun else ""
        chosen = marked_gender(determiner, first) or noun_gender(noun, guess=bool(determiner))
        found[PRONOUN_OF[judgment.line.gender]][chosen or "unmarked"] += 1
    return {str(pronoun): by_gender for pronoun, by_gender in found.items()}


def measure(corpus: Corpus, judged: Sequence[Judgment], model: str, seed: int = 0) -> list[Estimate]:
    groups = groups_of(judged)
    estimating = Estimating(
        benchmark=BENCHMARK,
        task=corpus.direction.name,
        signature=signature(corpus, judged, model),
        clusters=[judgment.line.occupation for judgment in judged],
        total=len(judged),
        seed=seed,
    )
    ceiling = {group: _ceiling(corpus, groups["marked"][mask]) for group, mask in groups.items()}
    right = {
        (metric, group): share(metric, group, hits, mask, ceiling[group])
        for metric, hits in _hits(corpus, judged).items()
        for group, mask in groups.items()
    }
    gaps = [
        Difference(metric.replace("_correct", "_gap"), group, masculine, feminine, masculine.n + feminine.n)
        for metric in corpus.direction.metrics
        for group, suffix in (("all", ""), ("marked", " marked"))
        for masculine, feminine in [(right[metric, f"masculine{suffix}"], right[metric, f"feminine{suffix}"])]
    ]
    shares = list(_outcome_shares(corpus, judged, groups))
    return estimating.estimates([*right.values(), *shares, *_identical(judged)], gaps)


def _hits(corpus: Corpus, judged: Sequence[Judgment]) -> dict[str, Mask]:
    return {metric: np.array([judgment.right[metric] for judgment in judged]) for metric in corpus.direction.metrics}


def _ceiling(corpus: Corpus, marked: Mask) -> float:
    """What a faithful system reaches: from an unmarked French source nobody can tell, so half of those lines."""
    return 100 * (1 + float(marked.mean())) / 2 if corpus.direction.source == "fr" and marked.size else 100.0


def _outcome_shares(corpus: Corpus, judged: Sequence[Judgment], groups: dict[str, Mask]) -> Iterator[Ratio]:
    """The paper's table 2: into English, the share of each possessive in each class."""
    if corpus.direction.target != "en":
        return
    for name in classes_of(judged):
        for outcome in corpus.direction.outcomes:
            hits = np.array([judgment.outcome == outcome for judgment in judged])
            yield share(outcome, name, hits, groups[name], _ideal(judged, groups[name], outcome))


def _ideal(judged: Sequence[Judgment], group: Mask, outcome: str) -> float:
    """What a faithful system gives: the line's own pronoun where the source is marked, his and her evenly elsewhere."""
    expected = [PRONOUN_OF[j.line.gender] == outcome for j, inside in zip(judged, group, strict=True) if inside]
    return 100 * float(np.mean(expected)) if expected else 0.0


def _identical(judged: Sequence[Judgment]) -> Iterator[Ratio]:
    """Pairs whose two lines got one translation (into French: one subject); counted once, at the pair's first line."""
    first = np.arange(len(judged)) % 2 == 0
    same = np.array([judged[place].judged == judged[place ^ 1].judged for place in range(len(judged))])
    marked = np.array([judgment.line.marked for judgment in judged])
    yield share("identical_pairs", "all", same, first, ideal=100 * float(1 - marked[first].mean()))
    yield share("identical_pairs", "marked", same, first & marked, ideal=0.0)


def signature(corpus: Corpus, judged: Sequence[Judgment], model: str) -> str:
    data, weights = corpus.content, digest([judgment.hypothesis for judgment in judged])
    limit = len(judged) if corpus.limited else None
    return line_signature(BENCHMARK, data, f"judge-{corpus.direction.name}", model, weights, limit)


def notices_of(corpus: Corpus, judged: Sequence[Judgment]) -> Iterator[Notice]:
    """What a reader of the figures must know; with --strict, the first one stops."""
    if corpus.limited:
        yield Notice("notice.mt.limit", {"n": len(judged), "total": corpus.total})
    empty = [str(judgment.line.number + 1) for judgment in judged if not judgment.hypothesis]
    if empty:
        yield Notice("notice.mt.empty", {"count": len(empty), "line": empty[0]})
    yield from corpus_notices(corpus.lines)


def judge_results(corpus: Corpus, judged: Sequence[Judgment], model: str, seed: int = 0) -> Judged:
    """What `mt judge --json` prints for one system."""
    return Judged(
        model=model,
        direction=corpus.direction.name,
        signatures={BENCHMARK: signature(corpus, judged, model)},
        n=len(judged),
        estimates=measure(corpus, judged, model, seed),
        counts=counts(judged, corpus.direction.outcomes),
        subject_genders=subject_genders(judged) if corpus.direction.target == "fr" else msgspec.UNSET,
        **told(list(notices_of(corpus, judged))),
    )
