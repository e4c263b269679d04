"""A run of `mt winomt`: accuracy, F1 by gender, ΔG, ΔS and the share of entities whose gender is not marked. Files in,
one run folder out; entities that were found once are not looked for again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.core.notices import Notice
from epicene.core.progress import Progress, Silent
from epicene.core.sampling import stratified_sample
from epicene.grammar.people import Gender
from epicene.mt.judging.clustered_estimates import Estimating, LineRatio, RatioDifference, share
from epicene.mt.judging.entity_gender import (
    GENDER_FINDERS,
    UNKNOWN,
    EntityGender,
    Translations,
    WinoItem,
    nouns_of,
    read_items,
    read_translations,
)
from epicene.mt.judging.systems_page import FOR_ALL, Outcomes, count_outcomes
from epicene.mt.results import TAKEN_IN, Winomt, notice_fields, reading_notices, save_systems
from epicene.mt.sentence_files import check_sample, read_lines
from epicene.mt.translating.translate_file import lines_held, translates
from epicene.mt.word_alignment import DEFAULT_ALIGNER, check_aligner
from epicene.runs.folder import Journal
from epicene.runs.signature import line_signature, with_option

Mask = NDArray[np.bool_]

BENCHMARK = "winomt"
TASK = "en-fr"
EVERY = "all"
SIDES = ("pro", "anti")
OUTCOMES = (*(str(gender) for gender in Gender), *FOR_ALL, UNKNOWN)


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

    def sides(self, given: Translations) -> list[str]:
        """Of each item; none of those that were changed after they were translated."""
        changed = set(given.changed)
        return [
            "" if index in changed else "pro" if item in self.pro else "anti" if item in self.anti else ""
            for index, item in enumerate(self.items)
        ]

    def check(self) -> None:
        """Unknown names and missing packages fail before anything is aligned."""
        GENDER_FINDERS[self.gender]
        check_aligner(self.aligner)

    def find(self, given: Translations) -> list[EntityGender]:
        """The entities in one system's output: words are aligned for it, which takes the time."""
        return GENDER_FINDERS[self.gender](self.items, given, self.aligner)


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


def figures_of(
    golds: Sequence[str | None], genders: Sequence[str | None], sides: Sequence[str], spacy: Sequence[str] = ()
) -> tuple[list[LineRatio], list[RatioDifference]]:
    """Neutral items and unmarked entities count as wrong, as in the released logs; F1 is over all items (Stanovsky et
    al. 2019). `accuracy_determined` leaves both out (footnote 6 of Wisniewski et al. 2022); for `accuracy_neutral`, a
    neutral item is right where nothing is marked, as Stanovsky's evaluator has it. `spacy` are the genders that spaCy
    sees, of which there is another ΔG."""
    gold, predicted = np.array(list(map(str, golds))), np.array(list(map(str, genders)))
    every = np.ones(len(gold), dtype=bool)
    right = (gold == predicted) & (gold != str(None))
    f1 = {gender: _f1(gender, gold == gender, predicted == gender) for gender in Gender}
    pro, anti = (share("accuracy", f"{side}-stereotypical", right, np.array(sides) == side) for side in SIDES)
    ratios = [
        share("accuracy", EVERY, right, every),
        share("accuracy_determined", EVERY, right, (gold != str(None)) & (predicted != str(None))),
        share("accuracy_neutral", EVERY, gold == predicted, every),
        *(share("accuracy", str(gender), right, gold == gender) for gender in Gender),
        *(pro, anti),
        *f1.values(),
        share("unknown", EVERY, predicted == str(None), every, ideal=0.0),
    ]
    differences = [
        RatioDifference("delta_g", EVERY, f1[Gender.MASCULINE], f1[Gender.FEMININE], len(gold)),
        RatioDifference("delta_s", EVERY, pro, anti, pro.n + anti.n),
    ]
    if spacy and all(spacy):
        seen = np.array(spacy)
        man, woman = (_f1(gender, gold == gender, seen == gender) for gender in (Gender.MASCULINE, Gender.FEMININE))
        differences.append(RatioDifference("delta_g_spacy", EVERY, man, woman, len(gold)))
    return ratios, differences


def _f1(gender: Gender, gold: Mask, predicted: Mask) -> LineRatio:
    """2 × true positives / (predicted + gold)."""
    both = 2 * (gold & predicted).astype(np.float64)
    return LineRatio(f"f1_{gender}", EVERY, both, gold.astype(np.float64) + predicted, len(gold))


def signature(request: WinomtQuestion, given: Translations, model: str) -> str:
    items = [[str(item.gender), item.place, item.sentence, item.entity] for item in request.items]
    scoring, limit = f"{request.gender}+{request.aligner}", len(request.items) if request.limited else None
    signed = line_signature(BENCHMARK, items, scoring, model, digest(list(given.targets)), limit)
    return with_option(signed, **TAKEN_IN)


def confusion(items: Sequence[WinoItem], entities: Sequence[EntityGender]) -> dict[str, dict[str, int]]:
    """How often each gold gender (rows) was found as each gender."""
    both = zip(items, entities, strict=True)
    cells = Counter((item.gender or "neutral", entity.gender or UNKNOWN) for item, entity in both)
    genders = [str(gender) for gender in (Gender.MASCULINE, Gender.FEMININE)]
    return {gold: {name: cells[gold, name] for name in (*genders, UNKNOWN)} for gold in (*genders, "neutral")}


def outcomes(items: Sequence[WinoItem], entities: Sequence[EntityGender]) -> Outcomes:
    """The same with what is written for everybody as cells of their own, apart from what is not marked."""
    cells = [(str(item.gender or "neutral"), entity.outcome) for item, entity in zip(items, entities, strict=True)]
    return count_outcomes(cells, lambda gold: OUTCOMES)


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
    request: WinomtQuestion, given: Translations, model: str, seed: int = 0, found: Sequence[EntityGender] | None = None
) -> Winomt:
    """What `mt winomt --json` prints for one system; `found` where its entities were looked for before."""
    found = found or request.find(given)
    signed, entities = signature(request, given, model), [item.entity for item in request.items]
    estimating = Estimating(BENCHMARK, TASK, signed, entities, len(request.items), seed)
    read = sum(entity.outcome != UNKNOWN for entity in found)
    gold, predicted = [item.gender for item in request.items], [entity.gender for entity in found]
    figures = figures_of(gold, predicted, request.sides(given), [entity.spacy for entity in found])
    return Winomt(
        model=model,
        gender=request.gender,
        aligner=request.aligner,
        signatures={BENCHMARK: signed},
        n=len(request.items),
        estimates=estimating.estimates(*figures),
        confusion=confusion(request.items, found),
        outcomes=outcomes(request.items, found),
        **notice_fields([*notices_of(request, given), *reading_notices(read, len(found))]),
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


@dataclass(frozen=True, slots=True)
class WinomtFiles:
    """Files that were read and checked, and whose entities are yet to be looked for."""

    request: WinomtRequest
    asked: WinomtQuestion
    systems: Mapping[str, Translations]

    def notices(self) -> dict[str, list[Notice]]:
        return {name: notices_of(self.asked, given) for name, given in self.systems.items()}

    def save(self, progress: Progress | None = None) -> tuple[Path, list[Winomt]]:
        """Find the entities, measure, and write the run folder."""
        request, asked, progress = self.request, self.asked, progress or Silent()
        question = {
            "items": _digest(asked.items),
            "pro": _digest(sorted(asked.pro, key=repr)),
            "anti": _digest(sorted(asked.anti, key=repr)),
            "gender": asked.gender,
            "aligner": asked.aligner,
            "systems": {
                name: digest([list(given.sources), list(given.targets)]) for name, given in self.systems.items()
            },
            "lines": len(asked.items),
            "seed": request.seed,
        }

        def measure(journal: Journal) -> list[Winomt]:
            systems = []
            for name, given in self.systems.items():
                entities = _kept(journal, name, len(asked.items))
                if not entities:
                    progress.say(f"Aligning {len(asked.items)} sentences of {name}")
                    entities = asked.find(given)
                    lines = zip(asked.items, entities, given.targets, asked.sides(given), strict=True)
                    journal.append(_record(name, number, *line) for number, line in enumerate(lines, start=1))
                systems.append(winomt_results(asked, given, name, request.seed, entities))
            return systems

        files = {"items": request.items}
        return save_systems("winomt", request.out, question, files, request.translations, measure)


def open_winomt(request: WinomtRequest) -> WinomtFiles:
    """Read and check; what cannot be asked or does not belong together is refused here."""
    every = read_items(request.items)
    pro, anti = read_sides(request.pro, request.anti, every)
    # An output may hold the translations of the sampled lines alone.
    short = {name for name, path in request.translations.items() if len(read_lines(path)) == request.limit}
    sample = sample_items(every, (pro, anti), request.limit)
    chosen = lines_held([request.translations[name] for name in short], sample)
    items = [every[n] for n in chosen]
    asked = WinomtQuestion(items, request.gender, request.aligner, pro, anti, len(every))
    asked.check()
    systems = {}
    for name, path in request.translations.items():
        given = read_translations(path, items if name in short else every)
        if name in short and asked.limited and not translates(path, [item.sentence for item in items]):
            check_sample(path, given.targets, list(map(nouns_of, items)), request.items, len(every))
        systems[name] = given if name in short else given.of(chosen)
    return WinomtFiles(request, asked, systems)


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


def _digest(items: Sequence[WinoItem]) -> str:
    return digest([[item.gender, item.place, item.sentence, item.entity] for item in items])


def _record(
    system: str, number: int, item: WinoItem, entity: EntityGender, translation: str, side: str
) -> dict[str, object]:
    """One line as the journal keeps it, to be read by people too."""
    return {
        "key": f"{system} {number}",
        "system": system,
        "line": number,
        "entity": item.entity,
        "side": side,
        "gender": item.gender,
        "found": entity.gender,
        "outcome": entity.outcome,
        "spacy": entity.spacy,
        "phrase": entity.phrase,
        "english": item.sentence,
        "translation": translation,
    }


def _kept(journal: Journal, system: str, n: int) -> list[EntityGender]:
    """What was found before, if all of it is there: words are aligned over all lines of a system at once."""
    records = [journal.records.get(f"{system} {number}") for number in range(1, n + 1)]
    return [_from_record(record) for record in records if record is not None and None not in records]


def _from_record(record: Mapping[str, Any]) -> EntityGender:
    """Journals from before outcomes were told apart, or spaCy looked too, have none."""
    for_all = record["outcome"] if record.get("outcome") in FOR_ALL else ""
    gender = Gender(record["found"]) if record["found"] else None
    return EntityGender(record["phrase"], gender, for_all, record.get("spacy", ""))
