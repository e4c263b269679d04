"""`epicene adapt compare`: what editing a machine's draft gives beside translating directly.

Névéol et al. (2022, section 4.3 and note 6) tried both on samples of 90 sentences, saw low BLEU scores of the machine
translation, and advise to translate directly. Here each sample says whether its translator was shown the draft; the
versions of each sentence (draft, translator's, final) are compared, and minutes where people wrote them down.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from statistics import median

import msgspec
import numpy as np

from epicene.adapt.adaptation import ACCEPT, EDITOR, TRANSLATOR, Adaptation, HistoryEntry, latest_entries
from epicene.core.errors import InputError
from epicene.metrics.bleu_chrf_ter import overlaps
from epicene.metrics.intervals import bootstrap_interval, cluster_sums, difference_of_means, mean, percent_of

EDITED, DIRECT = "edited", "direct"  # the translator saw the draft, or did not
DRAFT, FINAL = "draft", "final"
Sentences = dict[str, str]  # by name


class ValueWithInterval(msgspec.Struct, frozen=True):
    value: float
    low: float
    high: float


class ComparedVersions(msgspec.Struct, frozen=True):
    """Two versions of the same sentences of one way of working; `changed` is the share of sentences that differ."""

    way: str
    first: str
    second: str
    items: int
    sentences: int
    changed: ValueWithInterval
    bleu: ValueWithInterval
    chrf: ValueWithInterval
    ter: ValueWithInterval


class Minutes(msgspec.Struct, frozen=True):
    """A translator's minutes for an item, of those items for which they were written down."""

    way: str
    items: int
    median: float
    mean: ValueWithInterval


class Effort(msgspec.Struct, frozen=True, omit_defaults=True):
    """`minutes_saved`: mean minutes of direct translation less those of editing."""

    versions: list[ComparedVersions]
    signatures: dict[str, str]
    minutes: list[Minutes] = []
    minutes_saved: ValueWithInterval | None = None


def editing_effort(adaptation: Adaptation, *, seed: int = 0) -> Effort:
    """What changed between versions, over items that an editor has validated and nobody removed, and the minutes."""
    latest = latest_entries(adaptation.history())
    by_item = _versions(adaptation, latest)
    if not by_item:
        raise InputError(
            f"Nothing can be compared: no item of {adaptation.path} has been translated and edited by the people of a "
            "sample. Draw one with `epicene adapt sample`, and bring its tables in with `epicene adapt apply`."
        )
    has_draft = any(DRAFT in texts for texts in by_item.values())
    samples = adaptation.samples()
    ways = {key: EDITED if own.draft_shown and has_draft else DIRECT for own in samples for key in own.ids}
    versions, signatures, minutes = list[ComparedVersions](), dict[str, str](), list[Minutes]()
    taken: dict[str, dict[str, float]] = {}
    for way in (EDITED, DIRECT):
        for first in (DRAFT, TRANSLATOR):
            chosen = {key: texts for key, texts in by_item.items() if ways.get(key) == way and first in texts}
            if chosen:
                compared, signatures = _compare(way, first, chosen, seed)
                versions.append(compared)
        taken[way] = {
            key: entry.minutes
            for (key, role), entry in latest.items()
            if role == TRANSLATOR and ways.get(key) == way and entry.minutes is not None
        }
        if own := list(taken[way].values()):
            interval = bootstrap_interval(
                np.array([own, [1] * len(own)], dtype=np.float64), mean, (0.0, inf), seed=seed
            )
            minutes.append(Minutes(way, len(own), median(own), ValueWithInterval(interval[0], *interval[1])))
    saved = _saved(taken[DIRECT], taken[EDITED], seed) if len(minutes) > 1 else None
    return Effort(versions, signatures, minutes, saved)


def _versions(
    adaptation: Adaptation, latest: Mapping[tuple[str, str], HistoryEntry]
) -> dict[str, dict[str, Sentences]]:
    """Sentences by item and version; of a translator who wrote one sentence only, that one."""
    kind = adaptation.kind
    by_item: dict[str, dict[str, Sentences]] = {}
    for item in adaptation.draft():
        first, final = latest.get((item.id, TRANSLATOR)), latest.get((item.id, EDITOR))
        if first is None or final is None or final.decision != ACCEPT:
            continue
        own = {FINAL: kind.sentences_of(kind.with_texts(item, final.texts))}
        if adaptation.is_written(item):
            own[DRAFT] = kind.sentences_of(item)
        if first.decision == ACCEPT:
            own[TRANSLATOR] = kind.sentences_of(kind.with_texts(item, first.texts))
        by_item[item.id] = own
    return by_item


def _compare(
    way: str, first: str, by_item: Mapping[str, dict[str, Sentences]], seed: int
) -> tuple[ComparedVersions, dict[str, str]]:
    rows = [
        (key, text, versions[FINAL][name])
        for key, versions in sorted(by_item.items())
        for name, text in versions[first].items()
        if text
    ]
    clusters, before, after = zip(*rows, strict=True)
    differ = np.array([[text != final for _, text, final in rows], [1] * len(rows)], dtype=np.float64)
    columns = cluster_sums(differ, clusters)
    share, interval = percent_of(columns, seed=seed)
    overlap = overlaps(before, after, clusters, seed=seed)
    figures = {metric.metric: ValueWithInterval(metric.value, metric.low, metric.high) for metric in overlap}
    changed = ValueWithInterval(share, *interval)
    compared = ComparedVersions(way, first, FINAL, columns.shape[1], len(rows), changed, **figures)
    return compared, {metric.metric: metric.signature for metric in overlap}


def _saved(direct: Mapping[str, float], edited: Mapping[str, float], seed: int) -> ValueWithInterval:
    items = sorted({*direct, *edited})
    rows = [[direct.get(key, 0), key in direct, edited.get(key, 0), key in edited] for key in items]
    value, interval = bootstrap_interval(np.array(rows, dtype=np.float64).T, difference_of_means, seed=seed)
    return ValueWithInterval(value, *interval)
