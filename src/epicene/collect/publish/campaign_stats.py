"""What a campaign has gathered, in figures: pure functions over plain records, and the records from the database.

The records come from the database or from an export's files alike, so that the figures of a published corpus can be
computed again by anybody who has it. The figures are those that Névéol et al. (ACL 2022, section 2) report of theirs.
Answers that do not count (`volunteers/assignment.py`) are among the records and in no figure but `agreement_all`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, false, func, or_, select
from sqlalchemy.orm import Session

from epicene.collect.campaign_files import CampaignSettings
from epicene.collect.store import schema as db
from epicene.collect.volunteers.assignment import control_passed
from epicene.collect.volunteers.tasks import VALIDATED
from epicene.data.vocabulary import BIAS_TYPES, DIRECTIONS

if TYPE_CHECKING:
    from epicene.metrics.annotator_agreement import Alpha

TASKS = ("statements", "fluency", "categories", "validation")
AGAINST_ORIGINAL = ("same", "several", "none", "other", "different")
FRAME = ("target", "contrast", "implied")
_AT_ONCE = 5000  # answers read between two reports of progress


class StatementRecord(NamedTuple):
    """A statement as it was contributed, and what curating has made of it.

    `participant` is a pseudonym; `bias_type` the contributor's choice, `settled_type` the curator's; `part_of` the
    statement that it was split from, where a curator made it. The frame is the contributor's: the group, the
    contrasting one, and the stereotype in words.
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


class FluencyRecord(NamedTuple):
    """One person's judgment of one sentence; `answer` is yes, no or unsure."""

    sentence: str
    participant: str
    day: str
    answer: str
    corrected: str = ""
    counted: bool = True


class CategoryRecord(NamedTuple):
    """The bias types one person saw in one sentence, none at all included; `original` is what the source says."""

    sentence: str
    participant: str
    day: str
    labels: tuple[str, ...]
    original: str = ""
    counted: bool = True


class ValidationRecord(NamedTuple):
    """What one person said of an item that somebody wrote for a test: yes, no or unsure to each question."""

    sentence: str
    participant: str
    day: str
    fluent: str
    meaning: str
    known: str
    corrected: str = ""
    counted: bool = True


class ControlRecord(NamedTuple):
    """How one person did on the hidden control sentences, whose answers are known, and whether they fail."""

    participant: str
    judgments: int
    right: int
    failed: bool


class OpinionRecord(NamedTuple):
    """What a curator thought of a statement before they knew of another's opinion: its bias type, or `rejected`."""

    statement: str
    curator: str
    verdict: str


Contribution = StatementRecord | FluencyRecord | CategoryRecord | ValidationRecord


@dataclass(frozen=True, slots=True)
class Records:
    """Everything that the figures are computed from; control items are part of `controls` only. `pairs` are the bias
    type and the direction of each finished pair."""

    statements: Sequence[StatementRecord] = ()
    fluency: Sequence[FluencyRecord] = ()
    categories: Sequence[CategoryRecord] = ()
    validation: Sequence[ValidationRecord] = ()
    controls: Sequence[ControlRecord] = ()
    opinions: Sequence[OpinionRecord] = ()
    pairs: Sequence[tuple[str, str]] = ()
    types: Sequence[str] = BIAS_TYPES

    def counted(self) -> Records:
        """Without answers that do not count, and statements that a curator split off: no contributions of their own."""
        return Records(
            [record for record in self.statements if not record.part_of],
            [record for record in self.fluency if record.counted],
            [record for record in self.categories if record.counted],
            [record for record in self.validation if record.counted],
        )


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


class FluencyFigures(Struct, frozen=True):
    answers: dict[str, Share]
    fluent: Rate
    sentences: int
    corrections: int


class Controls(Struct, frozen=True):
    """Judgments of hidden controls, how many people made them, and how many of these fail."""

    judgments: int
    right: int
    participants: int
    failed: int


class SecondOpinions(Struct, frozen=True):
    """Statements on which two curators had an opinion, and of how many the same, each for themselves."""

    statements: int
    same: int


class CampaignFigures(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`statistics.json` as types: what cannot be computed yet is left out. Percentages are 0–100.

    `set_aside` are answers that do not count; `agreement_all` is the agreement with them, where there are any.
    """

    tasks: dict[str, Participation]
    participants: int
    bias_types: dict[str, dict[str, Share]]
    directions: dict[str, dict[str, Share]] = {}
    statuses: dict[str, int]
    days: list[dict[str, str | int]]
    fluency: FluencyFigures | None = None
    against_original: dict[str, Share] | None = None
    validation: dict[str, dict[str, Share]] | None = None
    second_opinions: SecondOpinions | None = None
    agreement: dict[str, dict[str, Alpha]]
    agreement_all: dict[str, dict[str, Alpha]] = {}
    set_aside: int = 0
    controls: Controls


def statistics(records: Records, *, seed: int = 0) -> CampaignFigures:
    """All figures of a campaign. Of accepted statements each one that stayed counts, parts included, as in the paper's
    table 3."""
    counted = records.counted()
    by_task: dict[str, Sequence[Contribution]] = {task: getattr(counted, task) for task in TASKS}
    accepted = [record for record in records.statements if record.status == "accepted"]
    by_day: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for task, contributions in by_task.items():
        for record in contributions:
            by_day[record.day][task] += 1
    answers = sum(len(getattr(records, task)) for task in TASKS[1:])
    set_aside = answers - sum(len(by_task[task]) for task in TASKS[1:])
    stages = {  # the bias type and the direction of each
        "contributed": [(record.bias_type, record.direction) for record in counted.statements],
        "accepted": [(record.settled_type, record.direction) for record in accepted],
        "pairs": records.pairs,
    }
    replies = {name: Counter(getattr(record, name) for record in counted.validation) for name in VALIDATED}
    verdicts: defaultdict[str, list[str]] = defaultdict(list)
    for opinion in records.opinions:
        verdicts[opinion.statement].append(opinion.verdict)
    two = [given for given in verdicts.values() if len(given) > 1]
    return CampaignFigures(
        tasks={task: participation(contributions) for task, contributions in by_task.items()},
        participants=len({record.participant for contributions in by_task.values() for record in contributions}),
        bias_types={name: shares(Counter(kind for kind, _ in rows), records.types) for name, rows in stages.items()},
        directions={name: shares(Counter(way for _, way in rows), DIRECTIONS) for name, rows in stages.items()},
        statuses=dict(sorted(Counter(record.status for record in records.statements if record.status).items())),
        days=[{"day": day, **{task: by_day[day][task] for task in TASKS}} for day in sorted(by_day)],
        fluency=fluency(counted.fluency, seed) if counted.fluency else None,
        against_original=against_original(counted.categories) or None,
        validation={name: shares(given, tuple(db.Fluency)) for name, given in replies.items()}
        if counted.validation
        else None,
        second_opinions=SecondOpinions(len(two), sum(len(set(given)) == 1 for given in two)) if two else None,
        agreement=agreement(counted, seed, records.opinions),
        agreement_all=agreement(records, seed) if set_aside else {},
        set_aside=set_aside,
        controls=Controls(
            sum(record.judgments for record in records.controls),
            sum(record.right for record in records.controls),
            len(records.controls),
            sum(record.failed for record in records.controls),
        ),
    )


def agreement(records: Records, seed: int = 0, opinions: Sequence[OpinionRecord] = ()) -> dict[str, dict[str, Alpha]]:
    """Krippendorff's α by task, and by question of validating; those that cannot be computed are left out."""
    from epicene.metrics.annotator_agreement import krippendorff_alpha

    judgments: dict[str, list[tuple[str, tuple[str, ...]]]] = {
        "categories": [(record.sentence, record.labels) for record in records.categories],
        "fluency": [(record.sentence, (record.answer,)) for record in records.fluency],
        **{
            f"validation-{name}": [(record.sentence, (getattr(record, name),)) for record in records.validation]
            for name in VALIDATED
        },
        "curators": [(record.statement, (record.verdict,)) for record in opinions],
    }
    by_task: dict[str, dict[str, Alpha]] = {}
    for task, labelled in judgments.items():
        by_item: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
        for item, labels in labelled:
            by_item[item].append(frozenset(labels))
        for distance in ("nominal", "sets") if task == "categories" else ("nominal",):
            if (alpha := krippendorff_alpha(by_item, distance, seed=seed)) is not None:
                by_task.setdefault(task, {})[distance] = alpha
    return by_task


def alpha_rows(agreement: Mapping[str, Mapping[str, Alpha]]) -> list[tuple[str, Alpha]]:
    """Each α with the key of the message that names it."""
    return [
        (f"statistics.alpha.{task}.{name}", alpha) for task, row in agreement.items() for name, alpha in row.items()
    ]


def participation(records: Iterable[Contribution]) -> Participation:
    """Contributions, participants, and how many contributions a participant made: mean, median and most."""
    counts = list(Counter(record.participant for record in records).values())
    if not counts:
        return Participation(0, 0)
    return Participation(sum(counts), len(counts), mean(counts), median(counts), max(counts))


def shares(counts: Mapping[str, int], names: Sequence[str]) -> dict[str, Share]:
    """Count and percentage of every name, in the names' order, whether or not it occurs."""
    total = sum(counts[name] for name in names)
    return {name: Share(counts[name], 100 * counts[name] / total if total else 0.0) for name in names}


def fluency(records: Sequence[FluencyRecord], seed: int = 0) -> FluencyFigures:
    """Judgments by answer, and the rate of “yes” with an interval that resamples sentences; “unsure” is no yes."""
    import numpy as np

    from epicene.metrics.intervals import cluster_sums, exact_sums, mean, percent_interval, resample_sums

    yes = np.array([[record.answer == "yes" for record in records], [1] * len(records)], dtype=np.float64)
    columns = cluster_sums(yes, [record.sentence for record in records])
    rate = 100 * float(mean(exact_sums(columns)))
    low, high = percent_interval(rate, 100 * mean(resample_sums(columns, seed=seed)), columns.shape[1])
    return FluencyFigures(
        shares(Counter(record.answer for record in records), tuple(db.Fluency)),
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


def read_records(session: Session, campaign_id: int, progress: Callable[[float], None] = lambda share: None) -> Records:
    """All statements are counted; the words of those that nobody has decided to keep stay here."""
    people = select(db.Participant.id, db.Participant.pseudonym).where(db.Participant.campaign_id == campaign_id)
    names: dict[int | None, str] = {None: "", **dict(session.execute(people).all())}  # the same in every export
    settings = CampaignSettings.read(session.get_one(db.Campaign, campaign_id).settings)
    chosen = select(db.Statement).where(db.Statement.campaign_id == campaign_id).order_by(db.Statement.id)
    rows = session.scalars(chosen).all()
    kept = _kept(rows)
    return Records(
        [
            StatementRecord(
                id=str(row.id),
                participant=names.get(row.participant_id, ""),
                day=row.created_at.date().isoformat(),
                bias_type=row.bias_type,
                settled_type=row.settled_type or "",
                status=row.status,
                part_of=str(row.split_from_id or ""),
                direction=row.direction,
                **{name: getattr(row, name) if row.id in kept else "" for name in ("text", *FRAME)},
            )
            for row in rows
        ],
        *read_judgments(session, campaign_id, names, progress),
        opinions=_opinions(session, campaign_id),
        controls=_controls(session, campaign_id),
        types=settings.types,
        pairs=[(pair.bias_type, pair.direction) for pair in session.scalars(ready_pairs(campaign_id))],
    )


def ready_pairs(campaign_id: int) -> Select[db.PairRow]:
    """The finished pairs of a campaign, in their order."""
    ready = (db.PairRow.campaign_id == campaign_id, db.PairRow.status == db.PairStatus.READY)
    return select(db.PairRow).where(*ready).order_by(db.PairRow.id)


def _kept(rows: Sequence[db.Statement]) -> set[int]:
    """Statements whose words may go out: accepted, the same words as an accepted one, or all of whose parts may."""
    kept = {row.id for row in rows if row.status == db.StatementStatus.ACCEPTED}
    held_back = {row.split_from_id for row in rows if row.id not in kept and row.merged_into_id not in kept}
    kept |= {row.id for row in rows if row.status == db.StatementStatus.SPLIT and row.id not in held_back}
    return kept | {row.id for row in rows if row.merged_into_id in kept}


def read_judgments(
    session: Session,
    campaign_id: int,
    names: Mapping[int | None, str],
    progress: Callable[[float], None],
    without: ColumnElement[bool] = false(),  # noqa: B008 - an expression
) -> tuple[list[FluencyRecord], list[CategoryRecord], list[ValidationRecord]]:
    """Controls aside, in their order; `without` are answers that are taken not to count either."""
    fluency: list[FluencyRecord] = []
    categories: list[CategoryRecord] = []
    validation: list[ValidationRecord] = []
    judgment, item = db.JudgmentRow, db.TaskItem
    columns = (judgment.id, judgment.task, judgment.item_id, judgment.participant_id, judgment.created_at)
    counted = ~or_(judgment.counting == db.CountState.SET_ASIDE, without)
    chosen = select(*columns, judgment.labels, judgment.correction, item.original_type, counted)
    chosen = chosen.join(item, item.id == judgment.item_id).order_by(judgment.id).limit(_AT_ONCE)
    chosen = chosen.where(judgment.campaign_id == campaign_id, item.control.is_(False))
    last = session.scalar(select(func.max(judgment.id))) or 1
    rows = session.execute(chosen).all()
    while rows:
        progress(rows[-1].id / last / 2)
        for _, task, item_id, person, at, labels, correction, original, counts in rows:
            judged = (f"s{item_id}", names.get(person, ""), at.date().isoformat())
            if task == db.TaskName.FLUENCY:
                fluency.append(FluencyRecord(*judged, labels[0], correction, bool(counts)))
            elif task == db.TaskName.CATEGORY:
                categories.append(CategoryRecord(*judged, tuple(sorted(labels)), original or "", bool(counts)))
            else:
                replies = dict(label.split(":") for label in labels)
                validation.append(ValidationRecord(*judged, **replies, corrected=correction, counted=bool(counts)))
        rows = session.execute(chosen.where(judgment.id > rows[-1].id)).all()
    return fluency, categories, validation


def _controls(session: Session, campaign_id: int) -> list[ControlRecord]:
    """By pseudonym, those who met no control left out."""
    rows = session.execute(
        select(db.Participant.pseudonym, db.Participant.standing, db.TaskItem.expected, db.JudgmentRow.labels)
        .select_from(db.JudgmentRow)
        .join(db.TaskItem, db.TaskItem.id == db.JudgmentRow.item_id)
        .join(db.Participant, db.Participant.id == db.JudgmentRow.participant_id)
        .where(db.JudgmentRow.campaign_id == campaign_id, db.TaskItem.control.is_(True))
    )
    passed: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for person, standing, expected, labels in rows:
        passed[person, standing].append(control_passed(expected, labels))
    return [
        ControlRecord(person, len(answers), sum(answers), standing == db.PersonState.FAILED)
        for (person, standing), answers in sorted(passed.items())
    ]


def _opinions(session: Session, campaign_id: int) -> list[OpinionRecord]:
    """The first of each of the first two curators: later ones knew what the other thought."""
    given = db.Opinion
    rows = session.execute(
        select(given.statement_id, given.user_id, given.verdict)
        .join(db.Statement, db.Statement.id == given.statement_id)
        .where(db.Statement.campaign_id == campaign_id)
        .order_by(given.id)
    )
    first: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for statement_id, user_id, verdict in rows:
        if len(first[statement_id]) < 2:
            first[statement_id].setdefault(user_id, verdict)
    return [
        OpinionRecord(str(statement_id), f"c{user_id}", verdict)
        for statement_id, verdicts in first.items()
        for user_id, verdict in verdicts.items()
    ]
