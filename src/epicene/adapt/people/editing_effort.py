"""`epicene adapt compare`: what editing a machine's draft gives beside translating directly.

Névéol et al. (2022, section 4.3 and note 6) tried both on samples of 90 sentences, saw low BLEU scores of the machine
translation, and advise to translate directly. Here each sample says whether its translator was shown the draft; the
versions of each sentence (draft, translator's, final) are compared, and minutes where people wrote them down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

import msgspec
import numpy as np

from epicene.adapt.adaptation_folder import Adaptation
from epicene.adapt.decision_history import EDITOR, TRANSLATOR, Entry, last_words, read_history
from epicene.adapt.fix import ACCEPT
from epicene.adapt.people.samples import read_samples
from epicene.core.errors import InputError
from epicene.metrics.bleu_chrf_ter import overlaps
from epicene.metrics.intervals import (
    bootstrap_interval,
    cluster_sums,
    difference_of_means,
    mean,
    percent_interval,
    resample_sums,
)

EDITED, DIRECT = "edited", "direct"  # the translator saw the draft, or did not
DRAFT, FINAL = "draft", "final"


class Figure(msgspec.Struct, frozen=True):
    value: float
    low: float
    high: float


class Versions(msgspec.Struct, frozen=True):
    """Two versions of the same sentences of one way of working; `changed` is the share of sentences that differ."""

    way: str
    first: str
    second: str
    items: int
    sentences: int
    changed: Figure
    bleu: Figure
    chrf: Figure
    ter: Figure


class Minutes(msgspec.Struct, frozen=True):
    """A translator's minutes for an item, of those items for which they were written down."""

    way: str
    items: int
    median: float
    mean: Figure


class Effort(msgspec.Struct, frozen=True, omit_defaults=True):
    """`minutes_saved`: mean minutes of direct translation less those of editing."""

    versions: list[Versions]
    signatures: dict[str, str]
    minutes: list[Minutes] = []
    minutes_saved: Figure | None = None


def editing_effort(adaptation: Adaptation, *, seed: int = 0) -> Effort:
    """Over items that an editor has validated and nobody removed."""
    last = last_words(read_history(adaptation))
    ways = {key: EDITED if one.draft_shown else DIRECT for one in read_samples(adaptation) for key in one.ids}
    said = _versions(adaptation, last)
    if not said:
        raise InputError(
            "Nothing can be compared: no item of {path} has been translated and edited by the people of a"
            " sample. Draw one with `epicene adapt sample`, and bring its tables in with `epicene adapt "
            "apply`.",
            path=adaptation.path,
        )
    if not any(DRAFT in texts for texts in said.values()):
        ways = dict.fromkeys(ways, DIRECT)
    versions: list[Versions] = []
    signatures: dict[str, str] = {}
    for way in (EDITED, DIRECT):
        for first in (DRAFT, TRANSLATOR):
            chosen = {key: texts for key, texts in said.items() if ways.get(key) == way and first in texts}
            if chosen:
                made, signatures = _compared(way, first, chosen, seed)
                versions.append(made)
    minutes = {
        way: {
            key: one.minutes
            for (key, role), one in last.items()
            if role == TRANSLATOR and one.minutes is not None and ways.get(key) == way
        }
        for way in (EDITED, DIRECT)
    }
    return Effort(
        versions,
        signatures,
        [_minutes(way, list(found.values()), seed) for way, found in minutes.items() if found],
        _saved(minutes[DIRECT], minutes[EDITED], seed) if all(minutes.values()) else None,
    )


def _versions(adaptation: Adaptation, last: Mapping[tuple[str, str], Entry]) -> dict[str, dict[str, dict[str, str]]]:
    """Sentences by item and version; of a translator who wrote one sentence only, that one."""
    kind = adaptation.kind
    said: dict[str, dict[str, dict[str, str]]] = {}
    for item in adaptation.draft():
        first, final = last.get((item.id, TRANSLATOR)), last.get((item.id, EDITOR))
        if first is None or final is None or final.decision != ACCEPT:
            continue
        own = {FINAL: kind.sentences_of(kind.with_texts(item, final.texts))}
        if adaptation.is_written(item):
            own[DRAFT] = kind.sentences_of(item)
        if first.decision == ACCEPT:
            own[TRANSLATOR] = kind.sentences_of(kind.with_texts(item, first.texts))
        said[item.id] = own
    return said


def _compared(
    way: str, first: str, said: Mapping[str, dict[str, dict[str, str]]], seed: int
) -> tuple[Versions, dict[str, str]]:
    rows = [
        (key, text, texts[FINAL][name])
        for key, texts in sorted(said.items())
        for name, text in texts[first].items()
        if text
    ]
    clusters, before, after = zip(*rows, strict=True)
    differ = np.array([[one != other for _, one, other in rows], [1] * len(rows)], dtype=np.float64)
    columns = cluster_sums(differ, clusters)
    share = 100 * float(mean(columns.sum(axis=1)))
    changed = Figure(share, *percent_interval(share, 100 * mean(resample_sums(columns, seed=seed)), columns.shape[1]))
    found = overlaps(before, after, clusters, seed=seed)
    figures = {one.metric: Figure(one.value, one.low, one.high) for one in found}
    made = Versions(way, first, FINAL, columns.shape[1], len(rows), changed, **figures)
    return made, {one.metric: one.signature for one in found}


def _minutes(way: str, taken: Sequence[float], seed: int) -> Minutes:
    columns = np.array([taken, [1] * len(taken)], dtype=np.float64)
    value, interval = bootstrap_interval(columns, mean, seed=seed)
    return Minutes(way, len(taken), median(taken), Figure(value, *interval))


def _saved(direct: Mapping[str, float], edited: Mapping[str, float], seed: int) -> Figure:
    items = sorted({*direct, *edited})
    rows = [[direct.get(key, 0), key in direct, edited.get(key, 0), key in edited] for key in items]
    value, interval = bootstrap_interval(np.array(rows, dtype=np.float64).T, difference_of_means, seed=seed)
    return Figure(value, *interval)
