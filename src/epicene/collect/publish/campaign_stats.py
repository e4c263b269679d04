"""What a campaign has gathered, in figures: pure functions over plain records, and the records from the database.

The records come from the database or from an export's files alike, so that the figures of a published corpus can be
computed again by anybody who has it. The figures are those that Névéol et al. (ACL 2022, section 2) report of theirs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from statistics import mean, median
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.orm import Session

from epicene.collect.campaign_settings import CampaignSettings
from epicene.collect.store.schema import (
    Campaign,
    Item,
    Judgment,
    Opinion,
    Pair,
    PairStatus,
    Participant,
    Statement,
    StatementStatus,
    Task,
)
from epicene.collect.volunteers.assignment import control_passed
from epicene.collect.volunteers.tasks import VALIDATED
from epicene.data.vocabulary import BIAS_TYPES, DIRECTIONS

if TYPE_CHECKING:
    from epicene.metrics.annotator_agreement import Alpha

TASKS = ("statements", "fluency", "categories", "validation")
AGAINST_ORIGINAL = ("same", "several", "none", "other", "different")
FRAME = ("target", "contrast", "implied")
FLUENCY_ANSWERS = ("yes", "no", "unsure")


@dataclass(frozen=True, slots=True)
class StatementRecord:
    """A statement as it was contributed, and what curating has made of it.

    `participant` is a pseudonym; `bias_type` the contributor's choice, `settled_type` the curator's; `status` where it
    stands now; `part_of` the statement that it was split from, where a curator made it; `direction` whether it
    expresses a stereotype or contradicts one. The frame is the contributor's: the group, the contrasting one, and the
    stereotype in words.
    """

    id: str
    participant: str
    day: str
    text: str
    bias_type: str
    settled_type: str = ""
    status: str = ""
    part_of: str = ""
    direction: str = DIRECTIONS[0]
    target: str = ""
    contrast: str = ""
    implied: str = ""


@dataclass(frozen=True, slots=True)
class FluencyRecord:
    """One person's judgment of one sentence; `answer` is yes, no or unsure."""

    sentence: str
    participant: str
    day: str
    answer: str
    corrected: str = ""


@dataclass(frozen=True, slots=True)
class CategoryRecord:
    """The bias types one person saw in one sentence, none at all included; `original` is what the source says."""

    sentence: str
    participant: str
    day: str
    labels: tuple[str, ...]
    original: str = ""


@dataclass(frozen=True, slots=True)
class ControlRecord:
    """How one person did on the hidden control sentences, whose answers are known. A rule that the organisers set
    says who fails: their judgments stay, and agreement is given with and without them."""

    participant: str
    judgments: int
    right: int
    failed: bool


@dataclass(frozen=True, slots=True)
class ValidationRecord:
    """What one person said of an item that somebody wrote for a test: yes, no or unsure to each question."""

    sentence: str
    participant: str
    day: str
    fluent: str
    meaning: str
    known: str
    corrected: str = ""


@dataclass(frozen=True, slots=True)
class OpinionRecord:
    """What a curator thought of a statement before they knew of another's opinion: its bias type, or `rejected`."""

    statement: str
    curator: str
    verdict: str


Contribution = StatementRecord | FluencyRecord | CategoryRecord | ValidationRecord


class ExportedPair(NamedTuple):
    """A finished pair, or the translation of one; `origin` says which."""

    id: str
    more: str
    less: str
    direction: str
    bias_type: str
    origin: str


@dataclass(frozen=True, slots=True)
class Records:
    """Everything that the figures are computed from; control items are part of `controls` only.

    `pairs` are the bias types of the finished pairs, `pair_directions` their directions.
    """

    statements: Sequence[StatementRecord] = ()
    fluency: Sequence[FluencyRecord] = ()
    categories: Sequence[CategoryRecord] = ()
    validation: Sequence[ValidationRecord] = ()
    controls: Sequence[ControlRecord] = ()
    opinions: Sequence[OpinionRecord] = ()
    pairs: Sequence[str] = ()
    pair_directions: Sequence[str] = ()
    types: Sequence[str] = BIAS_TYPES

    @property
    def contributed(self) -> list[StatementRecord]:
        """Statements as they came in: what curators split off is no contribution of its own."""
        return [record for record in self.statements if not record.part_of]

    def of_task(self, task: str) -> Sequence[Contribution]:
        kept: tuple[Sequence[Contribution], ...] = (
            *(self.contributed, self.fluency),
            *(self.categories, self.validation),
        )
        return dict(zip(TASKS, kept, strict=True))[task]


class Participation(Struct, frozen=True, omit_defaults=True):
    """Contributions, and how many of them a participant made; the latter only where there are any."""

    contributions: int
    participants: int
    mean: float | None = None
    median: float | None = None
    max: int | None = None


class Share(Struct, frozen=True):
    count: int
    percent: float


class Rate(Struct, frozen=True):
    percent: float
    low: float
    high: float


class Fluency(Struct, frozen=True):
    answers: dict[str, Share]
    fluent: Rate
    sentences: int
    corrections: int


class Controls(Struct, frozen=True):
    """Judgments of hidden controls, how many people made them, and how many of these fail by the organisers' rule."""

    judgments: int
    right: int
    participants: int
    failed: int


class SecondOpinions(Struct, frozen=True):
    """Statements on which two curators had an opinion, and of how many the same, each for themselves."""

    statements: int
    same: int


class Figures(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`statistics.json` as types: what cannot be computed yet is left out. Percentages are 0–100.

    `agreement_without_failed` is the agreement of those who do not fail the controls, where anybody does.
    """

    tasks: dict[str, Participation]
    participants: int
    bias_types: dict[str, dict[str, Share]]
    directions: dict[str, dict[str, Share]] = {}
    statuses: dict[str, int]
    days: list[dict[str, str | int]]
    fluency: Fluency | None = None
    against_original: dict[str, Share] | None = None
    validation: dict[str, dict[str, Share]] | None = None
    second_opinions: SecondOpinions | None = None
    agreement: dict[str, dict[str, Alpha]]
    agreement_without_failed: dict[str, dict[str, Alpha]] = {}
    controls: Controls


def statistics(records: Records, *, seed: int = 0) -> Figures:
    failed = {record.participant for record in records.controls if record.failed}
    return Figures(
        tasks={task: participation(records.of_task(task)) for task in TASKS},
        participants=len({record.participant for task in TASKS for record in records.of_task(task)}),
        bias_types={
            "contributed": shares(Counter(record.bias_type for record in records.contributed), records.types),
            # one category for each statement that stayed, parts included: what the paper's table 3 counts
            "accepted": shares(
                Counter(record.settled_type for record in records.statements if record.status == "accepted"),
                records.types,
            ),
            "pairs": shares(Counter(records.pairs), records.types),
        },
        directions={
            "contributed": shares(Counter(record.direction for record in records.contributed), DIRECTIONS),
            "accepted": shares(
                Counter(record.direction for record in records.statements if record.status == "accepted"), DIRECTIONS
            ),
            "pairs": shares(Counter(records.pair_directions), DIRECTIONS),
        },
        statuses=dict(sorted(Counter(record.status for record in records.statements if record.status).items())),
        days=days(records),
        fluency=fluency(records.fluency, seed) if records.fluency else None,
        against_original=against_original(records.categories) or None,
        validation=_validation(records.validation) if records.validation else None,
        second_opinions=_second_opinions(records.opinions),
        agreement=_agreement(records, frozenset(), seed),
        agreement_without_failed=_agreement(records, failed, seed) if failed else {},
        controls=Controls(
            sum(record.judgments for record in records.controls),
            sum(record.right for record in records.controls),
            len(records.controls),
            len(failed),
        ),
    )


def _agreement(records: Records, left_out: Set[str], seed: int) -> dict[str, dict[str, Alpha]]:
    def answers(judged: Iterable[FluencyRecord | ValidationRecord], question: str) -> dict[str, Alpha]:
        kept = (one for one in judged if one.participant not in left_out)
        return _alphas(((one.sentence, (getattr(one, question),)) for one in kept), seed, ("nominal",))

    types = ((one.sentence, one.labels) for one in records.categories if one.participant not in left_out)
    found = {
        "categories": _alphas(types, seed),
        "fluency": answers(records.fluency, "answer"),
        **{f"validation-{question}": answers(records.validation, question) for question in VALIDATED},
        "curators": _alphas(((one.statement, (one.verdict,)) for one in records.opinions), seed, ("nominal",)),
    }
    return {task: alphas for task, alphas in found.items() if alphas}


def _validation(records: Sequence[ValidationRecord]) -> dict[str, dict[str, Share]]:
    return {
        question: shares(Counter(getattr(record, question) for record in records), FLUENCY_ANSWERS)
        for question in VALIDATED
    }


def _second_opinions(records: Iterable[OpinionRecord]) -> SecondOpinions | None:
    by_statement: defaultdict[str, list[str]] = defaultdict(list)
    for record in records:
        by_statement[record.statement].append(record.verdict)
    two = [verdicts for verdicts in by_statement.values() if len(verdicts) > 1]
    return SecondOpinions(len(two), sum(len(set(verdicts)) == 1 for verdicts in two)) if two else None


def participation(records: Iterable[Contribution]) -> Participation:
    """Contributions, participants, and how many contributions a participant made: mean, median and most."""
    per_person = Counter(record.participant for record in records)
    if not per_person:
        return Participation(0, 0)
    counts = list(per_person.values())
    return Participation(sum(counts), len(counts), mean(counts), median(counts), max(counts))


def shares(counts: Mapping[str, int], names: Sequence[str]) -> dict[str, Share]:
    """Count and percentage of every name, in the names' order, whether or not it occurs."""
    total = sum(counts[name] for name in names)
    return {name: Share(counts[name], 100 * counts[name] / total if total else 0.0) for name in names}


def fluency(records: Sequence[FluencyRecord], seed: int = 0) -> Fluency:
    """Judgments by answer, and the rate of “yes” with an interval that resamples sentences; “unsure” is no yes."""
    import numpy as np

    from epicene.metrics.intervals import cluster_sums, exact_sums, mean, percent_interval, resample_sums

    yes = np.array([[record.answer == "yes" for record in records], [1] * len(records)], dtype=np.float64)
    columns = cluster_sums(yes, [record.sentence for record in records])
    rate = 100 * float(mean(exact_sums(columns)))
    low, high = percent_interval(rate, 100 * mean(resample_sums(columns, seed=seed)), columns.shape[1])
    return Fluency(
        shares(Counter(record.answer for record in records), FLUENCY_ANSWERS),
        Rate(rate, low, high),
        columns.shape[1],
        sum(bool(record.corrected) for record in records),
    )


def relation(labels: Sequence[str], original: str) -> str:
    """How a judgment relates to the original's category, in the paper's terms.

    same: that one alone; several: more than one, the original's among them; none: no bias type; other: `other` alone;
    different: anything else.
    """
    if not labels:
        return "none"
    if original in labels:
        return "same" if len(labels) == 1 else "several"
    return "other" if tuple(labels) == ("other",) else "different"


def against_original(records: Iterable[CategoryRecord]) -> dict[str, Share]:
    """Judgments by their relation to the original's category; empty where no sentence has one."""
    counts = Counter(relation(record.labels, record.original) for record in records if record.original)
    return shares(counts, AGAINST_ORIGINAL) if counts else {}


def days(records: Records) -> list[dict[str, str | int]]:
    """Contributions by day and task, the days without any left out."""
    by_day: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for task in TASKS:
        for record in records.of_task(task):
            by_day[record.day][task] += 1
    return [{"day": day, **{task: by_day[day][task] for task in TASKS}} for day in sorted(by_day)]


def _alphas(
    judgments: Iterable[tuple[str, Sequence[str]]], seed: int, distances: Sequence[str] = ("nominal", "sets")
) -> dict[str, Alpha]:
    from epicene.metrics.annotator_agreement import krippendorff_alpha

    by_item: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    for item, labels in judgments:
        by_item[item].append(frozenset(labels))
    found = {distance: krippendorff_alpha(by_item, distance, seed=seed) for distance in distances}
    return {distance: alpha for distance, alpha in found.items() if alpha is not None}


class SentenceRecord(NamedTuple):
    """A sentence that volunteers judged; `original` is the bias type that its source gives it."""

    id: str
    task: str
    text: str
    source: str
    original: str


def read_records(session: Session, campaign_id: int) -> Records:
    """All statements are counted; the words of those that nobody has decided to keep stay in the workshop."""
    people = _pseudonyms(session, campaign_id)
    settings = CampaignSettings.read(session.scalars(select(Campaign.settings).where(Campaign.id == campaign_id)).one())
    statements = session.scalars(select(Statement).where(Statement.campaign_id == campaign_id).order_by(Statement.id))
    rows = statements.all()
    kept = _kept(rows)
    ready = select(Pair.bias_type, Pair.direction).where(
        Pair.campaign_id == campaign_id, Pair.status == PairStatus.READY
    )
    pairs = session.execute(ready.order_by(Pair.id)).all()
    return Records(
        statements=[
            StatementRecord(
                id=str(row.id),
                participant=people.get(row.participant_id or 0, ""),
                day=_day(row.created_at),
                text=row.text if row.id in kept else "",
                bias_type=row.bias_type,
                settled_type=row.settled_type or "",
                status=row.status,
                part_of=str(row.split_from_id) if row.split_from_id else "",
                direction=row.direction,
                **{name: getattr(row, name) if row.id in kept else "" for name in FRAME},
            )
            for row in rows
        ],
        fluency=[
            FluencyRecord(*judged, labels[0], correction)
            for judged, labels, correction, _ in _judgments(session, campaign_id, Task.FLUENCY, people)
        ],
        categories=[
            CategoryRecord(*judged, tuple(sorted(labels)), original)
            for judged, labels, _, original in _judgments(session, campaign_id, Task.CATEGORY, people)
        ],
        validation=[
            ValidationRecord(*judged, **dict(label.split(":") for label in labels), corrected=correction)
            for judged, labels, correction, _ in _judgments(session, campaign_id, Task.VALIDATION, people)
        ],
        opinions=_opinions(session, campaign_id),
        controls=_controls(session, campaign_id, people, settings),
        types=settings.types,
        pairs=[bias_type for bias_type, _ in pairs],
        pair_directions=[direction for _, direction in pairs],
    )


def _kept(rows: Sequence[Statement]) -> set[int]:
    """Statements whose words may go out: accepted, the same words as an accepted one, or all of whose parts may."""
    kept = {row.id for row in rows if row.status == StatementStatus.ACCEPTED}
    held_back = {row.split_from_id for row in rows if row.id not in kept and row.merged_into_id not in kept}
    kept |= {row.id for row in rows if row.status == StatementStatus.SPLIT and row.id not in held_back}
    return kept | {row.id for row in rows if row.merged_into_id in kept}


def _judgments(
    session: Session, campaign_id: int, task: Task, people: Mapping[int, str]
) -> Iterator[tuple[tuple[str, str, str], list[str], str, str]]:
    """Of a task, controls aside: sentence, person and day; labels; correction; the bias type that the source gives."""
    rows = session.execute(
        select(
            *(Judgment.item_id, Judgment.participant_id, Judgment.created_at, Judgment.labels, Judgment.correction),
            Item.original_type,
        )
        .join(Item, Item.id == Judgment.item_id)
        .where(Judgment.campaign_id == campaign_id, Judgment.task == task, Item.control.is_(False))
        .order_by(Judgment.id)
    )
    for item_id, person, at, labels, correction, original in rows:
        yield (_sentence(item_id), people.get(person, ""), _day(at)), labels, correction, original or ""


def read_sentences(session: Session, campaign_id: int) -> list[SentenceRecord]:
    """The sentences that the judgments are about; those that nobody has judged are left out.

    A statement that was rejected after it had been judged keeps its judgments, and not its words.
    """
    accepted = select(Statement.id).where(Statement.status == StatementStatus.ACCEPTED)
    kept = set(session.scalars(accepted.where(Statement.campaign_id == campaign_id)))
    judged = select(Judgment.item_id).where(Judgment.campaign_id == campaign_id)
    items = session.scalars(select(Item).where(Item.id.in_(judged), Item.control.is_(False)).order_by(Item.id))
    return [
        SentenceRecord(
            _sentence(item.id),
            item.task,
            item.text if item.statement_id is None or item.statement_id in kept else "",
            item.source,
            item.original_type or "",
        )
        for item in items
    ]


def _controls(
    session: Session, campaign_id: int, people: Mapping[int, str], settings: CampaignSettings
) -> list[ControlRecord]:
    """By pseudonym, those who met no control left out."""
    rows = session.execute(
        select(Judgment.participant_id, Item.expected, Judgment.labels)
        .join(Item, Item.id == Judgment.item_id)
        .where(Judgment.campaign_id == campaign_id, Item.control.is_(True))
    )
    passed: defaultdict[str, list[bool]] = defaultdict(list)
    for person, expected, labels in rows:
        passed[people[person]].append(control_passed(expected, labels))
    return [
        ControlRecord(person, len(answers), sum(answers), settings.fails(len(answers), sum(answers)))
        for person, answers in sorted(passed.items())
    ]


def _opinions(session: Session, campaign_id: int) -> list[OpinionRecord]:
    """The first of each of the first two curators: later ones knew what the other thought."""
    rows = session.execute(
        select(Opinion.statement_id, Opinion.user_id, Opinion.verdict)
        .join(Statement, Statement.id == Opinion.statement_id)
        .where(Statement.campaign_id == campaign_id)
        .order_by(Opinion.id)
    )
    first: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for statement_id, user_id, verdict in rows:
        if len(first[statement_id]) < 2:
            first[statement_id].setdefault(user_id, verdict)
    return [
        OpinionRecord(str(statement_id), f"c{user_id}", verdict)
        for statement_id, said in first.items()
        for user_id, verdict in said.items()
    ]


def _pseudonyms(session: Session, campaign_id: int) -> dict[int, str]:
    """The same in every export, however many people come between two."""
    named = select(Participant.id, Participant.pseudonym).where(Participant.campaign_id == campaign_id)
    return dict(session.execute(named).all())


def _sentence(item_id: int) -> str:
    return f"s{item_id}"


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"
