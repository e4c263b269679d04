"""A run of `mt judge`: files in, one run folder out. What is counted over judged lines, by class, by gender, by pair,
is an estimate each.

Groups: `all` counts l'+epicene by the nominal gender of the line, as the paper's totals do; `marked` leaves out lines
whose French sentence does not say the gender. `feminine` and `masculine` go with `all`, `feminine marked` and
`masculine marked` with `marked`. Of lines whose French leaves the gender open (Wisniewski et al. 2022, section 2.1):
- ambiguity_kept = 100 × translations that leave it open too / such lines;
- her_share = 100 × translations with *her* / those of them that decide, with *his* or *her*.
Into French it is the English that may leave it open; such lines are in no other figure:
- ambiguity_kept = 100 × translations whose subject says no gender / such lines;
- feminine_chosen = 100 × feminine subjects / those of them that are feminine or masculine.
Of either, Cho et al. 2019's translation gender bias index, with one set for each class of such lines:
- tgbi = mean over sets of √(p_w p_m + p_n), of the shares of feminine, masculine and open translations; what cannot be
  read is in none of the three.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from epicene.core.hashing import digest
from epicene.core.notices import Notice
from epicene.grammar.people import KEEPING_OPEN, PRONOUN_OF, WRONG, Gender
from epicene.models.translation_text import count_kinds
from epicene.mt.controlled_corpus import corpus_notices
from epicene.mt.judging.clustered_estimates import (
    BiasIndex,
    Estimating,
    LineFigure,
    LineRatio,
    RatioDifference,
    share,
)
from epicene.mt.judging.judged_outputs import JudgedOutputs, count_cells, with_totals
from epicene.mt.judging.line_judge import (
    DIRECTIONS,
    KEPT,
    READING,
    UNREADABLE,
    ControlledCorpus,
    Direction,
    LineJudgment,
    judge,
    open_corpus,
)
from epicene.mt.noun_phrases import CLASSES, OPEN
from epicene.mt.results import TAKEN_IN, Judged, JudgedLine, cleaning_notices, notice_fields, reading_notices
from epicene.runs.signature import line_signature, with_option

BENCHMARK = "mt-occupations"
Mask = NDArray[np.bool_]


def line_of(judgment: LineJudgment) -> JudgedLine:
    return JudgedLine(
        line=judgment.line.number + 1,
        class_=judgment.line.class_,
        gender=judgment.line.gender.value,
        found=judgment.outcome,
        outcome=judgment.fine or judgment.outcome,
        source=judgment.line.source,
        target=judgment.line.target,
        hypothesis=judgment.hypothesis,
        cluster=judgment.line.occupation,
        marked=judgment.line.marked,
        words=judgment.judged,
    )


def classes_of(lines: Sequence[JudgedLine]) -> list[str]:
    """The seven classes, then those of other determiners (chaque, une) where the corpus has any."""
    return [*CLASSES, *sorted({line.class_ for line in lines} - set(CLASSES))]


def groups_of(lines: Sequence[JudgedLine]) -> dict[str, Mask]:
    """Which lines belong to each group; those whose target leaves the gender open to none."""
    classes, genders = (np.array([getattr(line, name) for line in lines]) for name in ("class_", "gender"))
    array = classes != OPEN
    marked = np.array([line.marked for line in lines]) & array
    gender = {own.value: (genders == own.value) & array for own in Gender}
    return {
        "all": array,
        "marked": marked,
        **gender,
        **{f"{own} marked": mask & marked for own, mask in gender.items()},
        **{name: classes == name for name in classes_of(lines) if name != OPEN},
    }


def subject_genders(judged: Sequence[LineJudgment]) -> dict[str, dict[str, int]]:
    """Into French: the gender that the subject marks, right or wrong, by the English possessive."""
    table = {str(PRONOUN_OF[gender]): {"masculine": 0, "feminine": 0, "unmarked": 0} for gender in Gender}
    for judgment in judged:
        if not judgment.line.open:
            chosen = None if judgment.fine in KEEPING_OPEN else judgment.gender
            table[PRONOUN_OF[judgment.line.gender]][chosen or "unmarked"] += 1
    return table


def figures_of(direction: Direction, lines: Sequence[JudgedLine]) -> list[LineFigure]:
    """All figures of a system; what was found in each line is enough for them, so that comparing judges nothing."""
    groups = groups_of(lines)
    right = {
        # From an unmarked French source nobody can tell, so that a faithful system has half of those lines right.
        (metric, group): share(metric, group, hits, mask, 50 * (1 + float(groups["marked"][mask].mean())))
        if direction.forward and mask.any()
        else share(metric, group, hits, mask)
        for metric in direction.metrics
        for hits in [np.array([direction.is_right(metric, line.found, line.gender) for line in lines])]
        for group, mask in groups.items()
    }
    gaps = [
        RatioDifference(metric.replace("_correct", "_gap"), group, masculine, feminine, masculine.n + feminine.n)
        for metric in direction.metrics
        for group, suffix in (("all", ""), ("marked", " marked"))
        for masculine, feminine in [(right[metric, f"masculine{suffix}"], right[metric, f"feminine{suffix}"])]
    ]
    *open_shares, index = _of_open_lines(direction, lines, groups)
    shares = _outcome_shares(direction, lines, groups)
    return [*right.values(), *shares, *_identical(lines), *open_shares, *gaps, index]


def _outcome_shares(
    direction: Direction, lines: Sequence[JudgedLine], groups: Mapping[str, Mask]
) -> Iterator[LineRatio]:
    """The paper's table 2: into English, the share of each possessive in each class; then those that it pools as other,
    and into French what is written for both genders."""
    forward = direction.forward
    found, fine = (np.array([getattr(line, name) for line in lines]) for name in ("found", "outcome"))
    for name in (name for name in classes_of(lines) if name in groups):
        for outcome in direction.outcomes if forward else ():
            yield share(outcome, name, found == outcome, groups[name], _ideal(lines, groups[name], outcome))
        for outcome in direction.fine_outcomes:
            if outcome not in direction.outcomes or (forward and outcome == WRONG):
                ideal = _ideal(lines, groups[name], outcome) if forward else 0.0
                yield share(outcome, name, fine == outcome, groups[name], ideal)


def _of_open_lines(
    direction: Direction, lines: Sequence[JudgedLine], groups: Mapping[str, Mask]
) -> Iterator[LineFigure]:
    """Where the source does not say the gender, the translation need not: a balance of both is second best."""
    forward = direction.forward
    array = ~groups["marked"] if forward else ~groups["all"]
    kept = np.array(
        [not line.marked and line.outcome in KEEPING_OPEN if forward else line.found == KEPT for line in lines]
    )
    names = ("her", "his") if forward else (Gender.FEMININE, Gender.MASCULINE)
    feminine, masculine = (np.array([line.found == name for line in lines]) for name in names)
    classes = np.array([line.class_ for line in lines])
    of_sets = [
        (share("", "", feminine, own), share("", "", masculine, own), share("", "", kept, own))
        for own in (array & (classes == name) for name in sorted({*classes[array]}))
    ]
    balance = "her_share" if forward else "feminine_chosen"
    yield share("ambiguity_kept", "all", kept, array)
    yield share(balance, "all", feminine, array & (feminine | masculine), ideal=50.0)
    yield BiasIndex("tgbi", "all", of_sets, int(array.sum()))


def _ideal(lines: Sequence[JudgedLine], group: Mask, outcome: str) -> float:
    """What a faithful system gives, into English: the line's own pronoun where the source is marked; elsewhere what
    keeps the gender open is no error, whichever way it is done, and his and her evenly are second best."""
    keeps = outcome in KEEPING_OPEN
    expected = [
        not line.marked if keeps else PRONOUN_OF[Gender(line.gender)] == outcome
        for line, inside in zip(lines, group, strict=True)
        if inside
    ]
    return 100 * float(np.mean(expected)) if expected else 0.0


def _identical(lines: Sequence[JudgedLine]) -> Iterator[LineRatio]:
    """Pairs whose two lines got one translation (into French: one subject); counted once, at the pair's first line."""
    first = (np.arange(len(lines)) % 2 == 0) & np.array([line.class_ != OPEN for line in lines])
    same = np.array([lines[index].words == lines[index ^ 1].words for index in range(len(lines))])
    marked = np.array([line.marked for line in lines])
    ideal = 100 * float(1 - marked[first].mean()) if first.any() else 0.0
    yield share("identical_pairs", "all", same, first, ideal=ideal)
    yield share("identical_pairs", "marked", same, first & marked, ideal=0.0)


def notices_of(corpus: ControlledCorpus, judged: Sequence[LineJudgment]) -> Iterator[Notice]:
    """What a reader of the figures must know; with --strict, the first one stops."""
    if corpus.limited:
        yield Notice("notice.mt.limit", {"n": len(judged), "total": corpus.total})
    empty = [str(judgment.line.number + 1) for judgment in judged if not judgment.hypothesis]
    if empty:
        yield Notice("notice.mt.empty", {"count": len(empty), "line": empty[0]})
    yield from cleaning_notices(count_kinds(judgment.cleaned for judgment in judged), len(judged))
    yield from corpus_notices(corpus.lines, corpus.direction.pair[0])
    # Whether something can be said of the gender in a translation, right or wrong.
    read = sum(
        judgment.fine != WRONG if corpus.direction.forward else judgment.outcome != UNREADABLE and not judgment.unread
        for judgment in judged
    )
    yield from reading_notices(read, len(judged))


def judge_results(corpus: ControlledCorpus, judged: Sequence[LineJudgment], model: str, seed: int = 0) -> Judged:
    """What `mt judge --json` prints for one system."""
    direction, lines = corpus.direction, list(map(line_of, judged))
    weights, limit = digest([line.hypothesis for line in lines]), len(lines) if corpus.limited else None
    signed = line_signature(BENCHMARK, corpus.content, f"judge-{direction.name}", model, weights, limit)
    signed = with_option(signed, **TAKEN_IN, reading=READING)
    estimating = Estimating(BENCHMARK, direction.name, signed, [line.cluster for line in lines], len(lines), seed)
    names = classes_of(lines)
    counts = count_cells(lines, lambda name: direction.open_outcomes if name == OPEN else direction.outcomes, names)
    fine_names = [name for name in names if name != OPEN]
    return Judged(
        model=model,
        direction=direction.name,
        signatures={BENCHMARK: signed},
        n=len(lines),
        published_sentences=corpus.published,
        estimates=estimating.estimates(figures_of(direction, lines)),
        counts=with_totals(counts),
        outcomes=count_cells(lines, lambda name: direction.fine_outcomes, fine_names, fine=True),
        subject_genders=subject_genders(judged) if not direction.forward else msgspec.UNSET,
        **notice_fields(list(notices_of(corpus, judged))),
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


def open_judging(request: JudgeRequest) -> JudgedOutputs[Judged]:
    """Read and judge; files that do not belong together are refused here."""
    files = (request.direction, request.source, request.reference, request.limit)
    corpus = open_corpus(*files, may_be_open=not DIRECTIONS[request.direction].forward)
    judged = {name: judge(corpus, path, allow_empty=request.allow_empty) for name, path in request.hypotheses.items()}
    question = {
        "direction": request.direction,
        "source": digest(list(corpus.source.lines)),
        "reference": digest(list(corpus.reference.lines)),
        "systems": {name: digest([judgment.hypothesis for judgment in own]) for name, own in judged.items()},
        "lines": len(corpus.lines),
        "seed": request.seed,
        "reading": READING,
        "gender": "rules",
    }

    return JudgedOutputs(
        "judge",
        request.out,
        question,
        {"source": request.source, "reference": request.reference},
        request.hypotheses,
        {name: list(notices_of(corpus, own)) for name, own in judged.items()},
        lambda name, progress: list(map(line_of, judged[name])),
        lambda name, lines: judge_results(corpus, judged[name], name, request.seed),
    )
