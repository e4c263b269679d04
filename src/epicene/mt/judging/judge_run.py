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

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from epicene.core.hashing import digest
from epicene.core.notices import Notice
from epicene.core.progress import Progress
from epicene.grammar.people import KEEPING_OPEN, PRONOUN_OF, WRONG, Gender
from epicene.models.translation_text import count_kinds
from epicene.mt.controlled_corpus import corpus_notices
from epicene.mt.judging.clustered_estimates import BiasIndex, Estimating, LineRatio, RatioDifference, share
from epicene.mt.judging.judged_outputs import JudgedOutputs
from epicene.mt.judging.line_judge import (
    DIRECTIONS,
    KEPT,
    READING,
    RULES,
    UNREADABLE,
    ControlledCorpus,
    Direction,
    LineJudgment,
    check_reader,
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
    """Which lines belong to each group."""
    array = np.array([line.class_ != OPEN for line in lines])
    marked = np.array([line.marked for line in lines]) & array
    gender = {own: np.array([line.gender == own for line in lines]) & array for own in Gender}
    return {
        "all": array,
        "marked": marked,
        **{own.value: mask for own, mask in gender.items()},
        **{f"{own} marked": mask & marked for own, mask in gender.items()},
        **{name: np.array([line.class_ == name for line in lines]) for name in classes_of(lines)},
    }


def counts(lines: Sequence[JudgedLine], direction: Direction) -> dict[str, dict[str, int]]:
    """How many lines of each class fall into each cell."""
    cells = Counter((line.class_, line.found) for line in lines)
    return {
        name: {outcome: cells[name, outcome] for outcome in outcomes} | {"n": sum(cells[name, o] for o in outcomes)}
        for name in classes_of(lines)
        for outcomes in [direction.open_outcomes if name == OPEN else direction.outcomes]
    }


def fine_counts(lines: Sequence[JudgedLine], direction: Direction) -> dict[str, dict[str, int]]:
    """The same with *their*, both, inclusive, avoided and wrong as cells of their own."""
    cells = Counter((line.class_, line.outcome) for line in lines)
    return {
        name: {outcome: cells[name, outcome] for outcome in direction.fine_outcomes}
        for name in classes_of(lines)
        if name != OPEN
    }


def subject_genders(judged: Sequence[LineJudgment]) -> dict[str, dict[str, int]]:
    """Into French: the gender that the subject marks, right or wrong, by the English possessive."""
    table = {str(PRONOUN_OF[gender]): {"masculine": 0, "feminine": 0, "unmarked": 0} for gender in Gender}
    for judgment in judged:
        if not judgment.line.open:
            chosen = None if judgment.fine in KEEPING_OPEN else judgment.gender
            table[PRONOUN_OF[judgment.line.gender]][chosen or "unmarked"] += 1
    return table


def figures_of(
    direction: Direction, lines: Sequence[JudgedLine]
) -> tuple[list[LineRatio], list[RatioDifference | BiasIndex]]:
    """All figures of a system; what was found in each line is enough for them, so that comparing judges nothing."""
    groups = {group: mask for group, mask in groups_of(lines).items() if group != OPEN}
    ceiling = {group: _ceiling(direction, groups["marked"][mask]) for group, mask in groups.items()}
    right = {
        (metric, group): share(metric, group, hits, mask, ceiling[group])
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
    shares = list(_outcome_shares(direction, lines, groups))
    open_lines, index = _of_open_lines(direction, lines, groups)
    return [*right.values(), *shares, *_identical(lines), *open_lines], [*gaps, index]


def _ceiling(direction: Direction, marked: Mask) -> float:
    """What a faithful system reaches: from an unmarked French source nobody can tell, so half of those lines."""
    return 100 * (1 + float(marked.mean())) / 2 if direction.forward and marked.size else 100.0


def _outcome_shares(
    direction: Direction, lines: Sequence[JudgedLine], groups: Mapping[str, Mask]
) -> Iterator[LineRatio]:
    """The paper's table 2: into English, the share of each possessive in each class; then those that it pools as other,
    and into French what is written for both genders."""
    forward = direction.forward
    for name in (name for name in classes_of(lines) if name in groups):
        for outcome in direction.outcomes if forward else ():
            hits = np.array([line.found == outcome for line in lines])
            yield share(outcome, name, hits, groups[name], _ideal(lines, groups[name], outcome))
        for outcome in direction.fine_outcomes:
            if outcome not in direction.outcomes or (forward and outcome == WRONG):
                hits = np.array([line.outcome == outcome for line in lines])
                ideal = _ideal(lines, groups[name], outcome) if forward else 0.0
                yield share(outcome, name, hits, groups[name], ideal)


def _of_open_lines(
    direction: Direction, lines: Sequence[JudgedLine], groups: Mapping[str, Mask]
) -> tuple[list[LineRatio], BiasIndex]:
    """Where the source does not say the gender, the translation need not: a balance of both is second best."""
    forward = direction.forward
    array = ~groups["marked"] if forward else ~groups["all"]
    kept = np.array(
        [not line.marked and line.outcome in KEEPING_OPEN if forward else line.found == KEPT for line in lines]
    )
    names = ("her", "his") if forward else (Gender.FEMININE, Gender.MASCULINE)
    feminine, masculine = (np.array([line.found == name for line in lines]) for name in names)
    balance = "her_share" if forward else "feminine_chosen"
    classes = np.array([line.class_ for line in lines])
    sets = [array & (classes == name) for name in sorted({*classes[array]})]
    of_sets = [(share("", "", feminine, own), share("", "", masculine, own), share("", "", kept, own)) for own in sets]
    return [
        share("ambiguity_kept", "all", kept, array),
        share(balance, "all", feminine, array & (feminine | masculine), ideal=50.0),
    ], BiasIndex("tgbi", "all", of_sets, int(array.sum()))


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


def signature(corpus: ControlledCorpus, judged: Sequence[LineJudgment], model: str, gender: str = RULES) -> str:
    data, weights = corpus.content, digest([judgment.hypothesis for judgment in judged])
    limit = len(judged) if corpus.limited else None
    signed = line_signature(BENCHMARK, data, f"judge-{corpus.direction.name}", model, weights, limit)
    return with_option(signed, **TAKEN_IN, reading=READING, gender=None if gender == RULES else gender)


def notices_of(corpus: ControlledCorpus, judged: Sequence[LineJudgment]) -> Iterator[Notice]:
    """What a reader of the figures must know; with --strict, the first one stops."""
    if corpus.limited:
        yield Notice("notice.mt.limit", {"n": len(judged), "total": corpus.total})
    empty = [str(judgment.line.number + 1) for judgment in judged if not judgment.hypothesis]
    if empty:
        yield Notice("notice.mt.empty", {"count": len(empty), "line": empty[0]})
    if rest := sum(judgment.unread and judgment.gender is not None for judgment in judged):
        yield Notice("notice.mt.by-spacy", {"count": rest})
    yield from cleaning_notices(count_kinds(judgment.cleaned for judgment in judged), len(judged))
    yield from corpus_notices(corpus.lines, corpus.direction.pair[0])
    yield from reading_notices(sum(_is_read(judgment, corpus.direction) for judgment in judged), len(judged))


def _is_read(judgment: LineJudgment, direction: Direction) -> bool:
    """Whether something can be said of the gender in a translation, right or wrong."""
    if direction.forward:
        return judgment.fine != WRONG
    return judgment.outcome != UNREADABLE and (judgment.gender is not None or not judgment.unread)


def judge_results(
    corpus: ControlledCorpus, judged: Sequence[LineJudgment], model: str, seed: int = 0, gender: str = RULES
) -> Judged:
    """What `mt judge --json` prints for one system."""
    direction, signed = corpus.direction, signature(corpus, judged, model, gender)
    lines = list(map(line_of, judged))
    estimating = Estimating(BENCHMARK, direction.name, signed, [line.cluster for line in lines], len(lines), seed)
    return Judged(
        model=model,
        direction=direction.name,
        signatures={BENCHMARK: signed},
        n=len(judged),
        published_sentences=corpus.published,
        estimates=estimating.estimates(*figures_of(direction, lines)),
        counts=counts(lines, direction),
        outcomes=fine_counts(lines, direction),
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
    gender: str = RULES


def open_judging(request: JudgeRequest) -> JudgedOutputs[Judged]:
    """Read and judge; files that do not belong together are refused here."""
    check_reader(request.gender, DIRECTIONS[request.direction])
    files = (request.direction, request.source, request.reference, request.limit)
    corpus = open_corpus(*files, may_be_open=not DIRECTIONS[request.direction].forward)
    judged = {
        name: judge(corpus, path, allow_empty=request.allow_empty, gender=request.gender)
        for name, path in request.hypotheses.items()
    }
    question = {
        "direction": request.direction,
        "source": digest(list(corpus.source.lines)),
        "reference": digest(list(corpus.reference.lines)),
        "systems": {name: digest([judgment.hypothesis for judgment in own]) for name, own in judged.items()},
        "lines": len(corpus.lines),
        "seed": request.seed,
        "reading": READING,
        "gender": request.gender,
    }

    def find(name: str, progress: Progress) -> list[JudgedLine]:
        return list(map(line_of, judged[name]))

    def measure(name: str, lines: Sequence[JudgedLine]) -> Judged:
        return judge_results(corpus, judged[name], name, request.seed, request.gender)

    return JudgedOutputs(
        "judge",
        request.out,
        question,
        {"source": request.source, "reference": request.reference},
        request.hypotheses,
        {name: list(notices_of(corpus, own)) for name, own in judged.items()},
        find,
        measure,
    )
