"""What a campaign has gathered, in figures: pure functions over plain records.

The records come from the database or from an export's files alike, so that the figures of a published corpus can be
computed again by anybody who has it. The figures are those that Névéol et al. (ACL 2022, section 2) report of theirs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median
from typing import Any

from epicene.data.vocabulary import BIAS_TYPES

TASKS = ("statements", "fluency", "categories")
AGAINST_ORIGINAL = ("same", "several", "none", "other", "different")
FLUENCY_ANSWERS = ("yes", "no", "unsure")


@dataclass(frozen=True, slots=True)
class StatementRecord:
    """A statement as it was contributed, and what curating has made of it.

    `participant` is a pseudonym; `bias_type` the contributor's choice, `settled_type` the curator's; `status` where it
    stands now; `part_of` the statement that it was split from, where a curator made it.
    """

    id: str
    participant: str
    day: str
    text: str
    bias_type: str
    settled_type: str = ""
    status: str = ""
    part_of: str = ""


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
class Records:
    """Everything that the figures are computed from; control items are not part of it.

    `pairs` are the bias types of the finished pairs.
    """

    statements: Sequence[StatementRecord] = ()
    fluency: Sequence[FluencyRecord] = ()
    categories: Sequence[CategoryRecord] = ()
    pairs: Sequence[str] = ()

    @property
    def contributed(self) -> list[StatementRecord]:
        """Statements as they came in: what curators split off is no contribution of its own."""
        return [record for record in self.statements if not record.part_of]

    def of_task(self, task: str) -> Sequence[StatementRecord | FluencyRecord | CategoryRecord]:
        records: dict[str, Sequence[StatementRecord | FluencyRecord | CategoryRecord]] = {
            "statements": self.contributed,
            "fluency": self.fluency,
            "categories": self.categories,
        }
        return records[task]


def statistics(records: Records, *, seed: int = 0) -> dict[str, Any]:
    """All figures as one JSON document; what cannot be computed yet is left out. Percentages are 0–100."""
    document: dict[str, Any] = {
        "tasks": {task: participation(records.of_task(task)) for task in TASKS},
        "participants": len({record.participant for task in TASKS for record in records.of_task(task)}),
        "bias_types": {
            "contributed": shares(Counter(record.bias_type for record in records.contributed), BIAS_TYPES),
            "accepted": shares(Counter(_accepted(records.statements)), BIAS_TYPES),
            "pairs": shares(Counter(records.pairs), BIAS_TYPES),
        },
        "statuses": dict(sorted(Counter(record.status for record in records.statements if record.status).items())),
        "days": days(records),
    }
    if records.fluency:
        document["fluency"] = fluency(records.fluency, seed)
    if against := against_original(records.categories):
        document["against_original"] = against
    agreement = {
        "categories": _alphas(((record.sentence, record.labels) for record in records.categories), seed),
        "fluency": _alphas(((record.sentence, (record.answer,)) for record in records.fluency), seed, ("nominal",)),
    }
    document["agreement"] = {task: found for task, found in agreement.items() if found}
    return document


def participation(records: Iterable[StatementRecord | FluencyRecord | CategoryRecord]) -> dict[str, float]:
    """Contributions, participants, and how many contributions a participant made: mean, median and most."""
    per_person = Counter(record.participant for record in records)
    if not per_person:
        return {"contributions": 0, "participants": 0}
    counts = list(per_person.values())
    return {
        "contributions": sum(counts),
        "participants": len(counts),
        "mean": mean(counts),
        "median": median(counts),
        "max": max(counts),
    }


def shares(counts: Mapping[str, int], names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Count and percentage of every name, in the names' order, whether or not it occurs."""
    total = sum(counts[name] for name in names)
    return {name: {"count": counts[name], "percent": 100 * counts[name] / total if total else 0.0} for name in names}


def _accepted(statements: Iterable[StatementRecord]) -> list[str]:
    """One category for each statement that stayed, parts included: what the paper's table 3 counts."""
    return [record.settled_type for record in statements if record.status == "accepted"]


def fluency(records: Sequence[FluencyRecord], seed: int = 0) -> dict[str, Any]:
    """Judgments by answer, and the rate of “yes” with an interval that resamples sentences; “unsure” is no yes."""
    import numpy as np

    from epicene.metrics.intervals import cluster_sums, exact_sums, mean, percent_interval, resample_sums

    yes = np.array([[record.answer == "yes" for record in records], [1] * len(records)], dtype=np.float64)
    columns = cluster_sums(yes, [record.sentence for record in records])
    rate = 100 * float(mean(exact_sums(columns)))
    low, high = percent_interval(rate, 100 * mean(resample_sums(columns, seed=seed)), columns.shape[1])
    return {
        "answers": shares(Counter(record.answer for record in records), FLUENCY_ANSWERS),
        "fluent": {"percent": rate, "low": low, "high": high},
        "sentences": columns.shape[1],
        "corrections": sum(bool(record.corrected) for record in records),
    }


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


def against_original(records: Iterable[CategoryRecord]) -> dict[str, dict[str, float]]:
    """Judgments by their relation to the original's category; empty where no sentence has one."""
    counts = Counter(relation(record.labels, record.original) for record in records if record.original)
    return shares(counts, AGAINST_ORIGINAL) if counts else {}


def days(records: Records) -> list[dict[str, Any]]:
    """Contributions by day and task, the days without any left out."""
    by_day: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for task in TASKS:
        for record in records.of_task(task):
            by_day[record.day][task] += 1
    return [{"day": day, **{task: by_day[day][task] for task in TASKS}} for day in sorted(by_day)]


def _alphas(
    judgments: Iterable[tuple[str, Sequence[str]]], seed: int, distances: Sequence[str] = ("nominal", "sets")
) -> dict[str, Any]:
    from epicene.metrics.annotator_agreement import krippendorff_alpha

    by_item: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    for item, labels in judgments:
        by_item[item].append(frozenset(labels))
    found = {distance: krippendorff_alpha(by_item, distance, seed=seed) for distance in distances}
    return {distance: alpha.as_dict() for distance, alpha in found.items() if alpha is not None}
