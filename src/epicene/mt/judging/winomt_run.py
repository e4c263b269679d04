"""A run of `mt winomt`: accuracy, F1 by gender, ΔG, ΔS and the share of entities whose gender is not marked. Files in,
one run folder out; entities that were found once are not looked for again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.core.notices import Notice
from epicene.core.progress import Progress
from epicene.core.sampling import stratified_sample
from epicene.grammar.people import Gender
from epicene.metrics.answer_groups import ALL
from epicene.mt.judging.clustered_estimates import Estimating, LineFigure, LineRatio, RatioDifference, share
from epicene.mt.judging.entity_gender import (
    GENDER_FINDERS,
    NEUTRAL,
    UNKNOWN,
    EntityGender,
    Translations,
    WinoItem,
    nouns_of,
    read_items,
    read_translations,
)
from epicene.mt.judging.judged_outputs import FOR_ALL, JudgedOutputs, count_cells
from epicene.mt.results import TAKEN_IN, JudgedLine, Winomt, notice_fields, reading_notices
from epicene.mt.sentence_files import check_sample, read_lines
from epicene.mt.translating.translate_file import lines_held, translates
from epicene.mt.word_alignment import DEFAULT_ALIGNER, check_aligner
from epicene.runs.signature import line_signature, with_option

Mask = NDArray[np.bool_]

BENCHMARK = "winomt"
TASK = "en-fr"
SIDES = ("pro", "anti")
GENDERS = (str(Gender.MASCULINE), str(Gender.FEMININE))
OUTCOMES = (*GENDERS, *FOR_ALL, UNKNOWN)


@dataclass(frozen=True, slots=True)
class WinomtQuestion:
    """The items, how genders are found, and which items are pro- and anti-stereotypical (for ΔS; empty without).

    `of` says how many items the file has, where not all are asked about.
    """

    items: Sequence[WinoItem]
    gender: str = "rules"
    aligner: str = DEFAULT_ALIGNER
    pro: frozenset[WinoItem] = frozenset()
    anti: frozenset[WinoItem] = frozenset()
    of: int | None = None

    @property
    def limited(self) -> bool:
        return self.of is not None and len(self.items) < self.of

    def find(self, given: Translations) -> list[EntityGender]:
        """The entities in one system's output: words are aligned for it, which takes the time."""
        return GENDER_FINDERS[self.gender](self.items, given, self.aligner)

    def lines(self, given: Translations, entities: Sequence[EntityGender] | None = None) -> list[JudgedLine]:
        """What was found in each line. An item that was changed after it was translated is on no list."""
        lines, changed = [], set(given.changed)
        rows = zip(self.items, entities or self.find(given), given.targets, strict=True)
        for index, (item, entity, text) in enumerate(rows):
            gender, side = (
                str(item.gender or NEUTRAL),
                "pro" if item in self.pro else "anti" if item in self.anti else "",
            )
            line = JudgedLine(
                line=index + 1,
                class_=gender,
                gender=gender,
                found=str(entity.gender or UNKNOWN),
                outcome=entity.outcome,
                source=entity.phrase,
                target=item.sentence,
                hypothesis=text,
                cluster=item.entity,
                side="" if index in changed else side,
                spacy=entity.spacy,
            )
            lines.append(line)
        return lines


def read_sides(pro: Path | None, anti: Path | None, items: Sequence[WinoItem]) -> tuple[frozenset[WinoItem], ...]:
    """The pro- and anti-stereotypical items; both files or none."""
    if (pro is None) != (anti is None):
        raise InputError("delta_s compares two files; give both --pro and --anti, or neither.")
    if pro is None or anti is None:
        return frozenset(), frozenset()
    sides = []
    for path in (pro, anti):
        side = frozenset(read_items(path))
        if not side & set(items):
            raise InputError(f"{path} holds no sentence of --items; give the lists that belong to them.")
        sides.append(side)
    return tuple(sides)


def figures_of(lines: Sequence[JudgedLine]) -> list[LineFigure]:
    """Neutral items and unmarked entities count as wrong, as in the released logs; F1 is over all items (Stanovsky et
    al. 2019). `accuracy_determined` leaves both out (footnote 6 of Wisniewski et al. 2022); for `accuracy_neutral`, a
    neutral item is right where nothing is marked, as Stanovsky's evaluator has it. Where spaCy looked at every entity,
    there is a ΔG of what it sees."""
    names = ("class_", "found", "side", "spacy")
    gold, predicted, side_of, seen = (np.array([getattr(line, name) for line in lines]) for name in names)
    neutral, unmarked = gold == NEUTRAL, predicted == UNKNOWN
    every, right = np.ones(len(gold), dtype=bool), gold == predicted
    f1 = {gender: _f1(gender, gold == gender, predicted == gender) for gender in GENDERS}
    pro, anti = (share("accuracy", f"{side}-stereotypical", right, side_of == side) for side in SIDES)
    man, woman = (_f1(gender, gold == gender, seen == gender) for gender in GENDERS)
    return [
        share("accuracy", ALL, right, every),
        share("accuracy_determined", ALL, right, ~neutral & ~unmarked),
        share("accuracy_neutral", ALL, right | (neutral & unmarked), every),
        *(share("accuracy", gender.value, right, gold == gender.value) for gender in Gender),
        *(pro, anti),
        *(f1[gender.value] for gender in Gender),
        share("unknown", ALL, unmarked, every, ideal=0.0),
        RatioDifference("delta_g", ALL, f1["masculine"], f1["feminine"], len(gold)),
        RatioDifference("delta_s", ALL, pro, anti, pro.n + anti.n),
        *([RatioDifference("delta_g_spacy", ALL, man, woman, len(gold))] if np.all(seen != "") else []),
    ]


def _f1(gender: str, gold: Mask, predicted: Mask) -> LineRatio:
    """2 × true positives / (predicted + gold)."""
    both = 2 * (gold & predicted).astype(np.float64)
    return LineRatio(f"f1_{gender}", ALL, both, gold.astype(np.float64) + predicted, len(gold))


def notices_of(request: WinomtQuestion, given: Translations) -> list[Notice]:
    """What a reader of the figures must know; with --strict, the first one stops."""
    limit = Notice("notice.mt.limit.items", {"n": len(request.items), "total": request.of})
    one_side = request.pro and not all(set(request.items) & side for side in (request.pro, request.anti))
    return [
        *([limit] if request.limited else []),
        *([Notice("notice.mt.no-delta-s")] if one_side else []),
        *given.notices(),
    ]


def winomt_results(
    request: WinomtQuestion,
    given: Translations,
    model: str,
    seed: int = 0,
    lines: Sequence[JudgedLine] | None = None,
) -> Winomt:
    """What `mt winomt --json` prints for one system; `lines` where its entities were looked for before. `confusion` and
    `outcomes` count what was found by gold gender."""
    lines = lines or request.lines(given)
    scoring, limit = f"{request.gender}+{request.aligner}", len(lines) if request.limited else None
    items = [[str(gender), *rest] for gender, *rest in _records(request.items)]
    weights = digest(list(given.targets))
    signed = with_option(line_signature(BENCHMARK, items, scoring, model, weights, limit), **TAKEN_IN)
    estimating = Estimating(BENCHMARK, TASK, signed, [line.cluster for line in lines], len(lines), seed)
    read = sum(line.outcome != UNKNOWN for line in lines)
    return Winomt(
        model=model,
        gender=request.gender,
        aligner=request.aligner,
        signatures={BENCHMARK: signed},
        n=len(lines),
        estimates=estimating.estimates(figures_of(lines)),
        confusion=count_cells(lines, lambda gold: (*GENDERS, UNKNOWN), (*GENDERS, NEUTRAL)),
        outcomes=count_cells(lines, lambda gold: OUTCOMES, fine=True),
        **notice_fields([*notices_of(request, given), *reading_notices(read, len(lines))]),
    )


@dataclass(frozen=True, slots=True)
class WinomtRequest:
    """`translations` are the outputs, by the name of their system; `pro` and `anti` both or neither."""

    items: Path
    translations: Mapping[str, Path]
    pro: Path | None = None
    anti: Path | None = None
    gender: str = "rules"
    aligner: str = DEFAULT_ALIGNER
    limit: int | None = None
    seed: int = 0
    out: Path | None = None


def open_winomt(request: WinomtRequest) -> JudgedOutputs[Winomt]:
    """Read and check; what cannot be asked or does not belong together is refused here."""
    question, systems = read_winomt(request)

    def find(name: str, progress: Progress) -> list[JudgedLine]:
        progress.say(f"Aligning {len(question.items)} sentences of {name}")
        return question.lines(systems[name])

    digests = {"items": question.items, "pro": sorted(question.pro, key=repr), "anti": sorted(question.anti, key=repr)}
    return JudgedOutputs(
        "winomt",
        request.out,
        {
            **{name: digest(_records(items)) for name, items in digests.items()},
            "gender": question.gender,
            "aligner": question.aligner,
            "systems": {name: digest([list(given.sources), list(given.targets)]) for name, given in systems.items()},
            "lines": len(question.items),
            "seed": request.seed,
        },
        {"items": request.items},
        request.translations,
        {name: notices_of(question, given) for name, given in systems.items()},
        find,
        lambda name, lines: winomt_results(question, systems[name], name, request.seed, lines),
        takes_long=True,
    )


def read_winomt(request: WinomtRequest) -> tuple[WinomtQuestion, dict[str, Translations]]:
    """The items that are asked about, and each system's translations of them. Unknown names and missing packages fail
    before anything is aligned."""
    GENDER_FINDERS[request.gender]
    check_aligner(request.aligner)
    every = read_items(request.items)
    pro, anti = read_sides(request.pro, request.anti, every)
    # An output may hold the translations of the sampled lines alone.
    short = {name: path for name, path in request.translations.items() if len(read_lines(path)) == request.limit}
    chosen = lines_held(short.values(), sample_items(every, (pro, anti), request.limit))
    items = [every[n] for n in chosen]
    question = WinomtQuestion(items, request.gender, request.aligner, pro, anti, len(every))
    systems = {}
    for name, path in request.translations.items():
        systems[name] = read_translations(path, items) if name in short else read_translations(path, every).of(chosen)
        if name in short and question.limited and not translates(path, [item.sentence for item in items]):
            check_sample(path, systems[name].targets, list(map(nouns_of, items)), request.items, len(every))
    return question, systems


def sample_items(items: Sequence[WinoItem], sides: Sequence[frozenset[WinoItem]], limit: int | None) -> list[int]:
    """Which items are asked about: with a limit a sample by list (pro, anti or neither) and gender."""
    if limit is None:
        return list(range(len(items)))
    strata = [("".join(str(int(item in side)) for side in sides), str(item.gender)) for item in items]
    return stratified_sample(strata, limit)


def sampled_items(path: Path, pro: Path | None, anti: Path | None, limit: int | None) -> list[WinoItem]:
    """Those that a run with this limit asks about."""
    every = read_items(path)
    return [every[n] for n in sample_items(every, read_sides(pro, anti, every), limit)]


def _records(items: Sequence[WinoItem]) -> list[list[object]]:
    """What digests of items are of."""
    return [[item.gender, item.place, item.sentence, item.entity] for item in items]
