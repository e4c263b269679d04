"""Probes: how well a linear classifier tells the subject's gender from one token's vector.

ℓ1 logistic regression on standardised vectors, trained on 75 % and tested on the rest, a hundred times (Wisniewski et
al. 2022, section 5). Two things the paper lacks: both genders of one noun stay on the same side of the split
(`grouped`; `plain` is the paper's), and every accuracy comes with what random labels give.

The grid has every layer, token and control, in parallel processes, each finished cell written through. Nothing here
needs a model or imports torch, so that a worker starts in a second and needs the memory of one cell only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from itertools import pairwise
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.progress import Progress
from epicene.inside.results import MeanOverSplits
from epicene.metrics.intervals import TAIL
from epicene.models.engines.local import Engine
from epicene.runs.folder import Journal

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

Floats: TypeAlias = NDArray[np.float64]
Vectors: TypeAlias = NDArray[np.float32]
Bools: TypeAlias = NDArray[np.bool_]
Ints: TypeAlias = NDArray[np.int64]

SPLITS = ("grouped", "plain")
SMALLEST_SPREAD = 1e-7  # below it a feature is constant but for rounding, and would be blown up to noise
# Stops liblinear earlier than its own 1e-4; accuracies differ by less than a tenth of a point (docs/probes.md).
TOLERANCE = 1e-3
NORMAL_975 = 1.959964
_SPLITTING, _LABELLING, _ORDERING = 0, 1, 2  # streams of random numbers
ORDERS = 5  # of the nouns, for the description length
PORTIONS = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)  # of the nouns, that a probe has seen before it tells the next
TRAINED, RANDOM = "trained", "random"


@dataclass(frozen=True, slots=True)
class ProbeSettings:
    """`strength` is scikit-learn's C: the smaller, the fewer features a probe may use. Where a line has several
    examples (`all`) they share it, which keeps such a column affordable; how strong its probes are, and with it what is
    left after random weights, depends on C far more than in other columns.

    0.1 and not scikit-learn's 1: at 1 a probe learns 69 % of random training labels by heart, at 0.1 62 %, while true
    labels lose less than a point; see docs/probes.md. `standardise`: each feature has mean 0 and spread 1 over the
    training lines, without which C weighs features by their size. The paper says neither its C nor whether it did so.
    """

    repetitions: int = 100
    split: str = "grouped"
    strength: float = 0.1
    seed: int = 0
    test_share: float = 0.25
    standardise: bool = True

    def __post_init__(self) -> None:
        if self.split not in SPLITS:
            raise InputError(f"There is no split {self.split!r}. Known: {', '.join(SPLITS)}.")


@dataclass(frozen=True, slots=True)
class ProbeLines:
    """What is known of the lines of a corpus: whether each is feminine, and which occupation (0, 1, …) it is about."""

    feminine: Bools
    groups: Ints

    @classmethod
    def of(cls, feminine: Sequence[bool], occupations: Sequence[str]) -> ProbeLines:
        """Occupations by name; a corpus that cannot be split is refused."""
        _, groups = np.unique(np.asarray(occupations, dtype=np.str_), return_inverse=True)
        labels = np.asarray(feminine, dtype=np.bool_)
        if groups.max(initial=0) < 3 or labels.all() or not labels.any():
            raise InputError(
                f"A probe needs at least 4 occupations and both genders; the corpus has {len(set(occupations))} and "
                f"{int(labels.sum())} feminine lines of {len(labels)}."
            )
        return cls(labels, groups.astype(np.int64))


class Repetitions(Struct):
    """Accuracies (%) on the test lines of each repetition, None where there are none; `unconverged` counts fits that
    liblinear gave up, `unused` those that used no feature, because ℓ1 left every coefficient at 0 or there was no
    choice: they guess."""

    all: list[float | None] = []
    feminine: list[float | None] = []
    masculine: list[float | None] = []
    unconverged: int = 0
    unused: int = 0
    bits: list[float] = []  # description length of an example's label, an order of the lines each


def mean_over_splits(values: Sequence[float | None]) -> MeanOverSplits:
    """Repetitions in which there was nothing to count (no test line of a gender) are passed over."""
    kept = np.asarray([value for value in values if value is not None], dtype=np.float64)
    if not kept.size:
        return MeanOverSplits(nan, nan, nan)
    low, high = np.quantile(kept, [TAIL, 1 - TAIL])
    error = NORMAL_975 * float(kept.std(ddof=1)) / len(kept) ** 0.5 if len(kept) > 1 else None
    return MeanOverSplits(float(kept.mean()), float(low), float(high), error)


def held_out(lines: ProbeLines, settings: ProbeSettings, repetition: int, *, grouped: bool) -> Bools:
    """Which lines are tested in one repetition: the same for every layer, token and control, so that they compare."""
    generator = np.random.default_rng([settings.seed, repetition, _SPLITTING])
    n_units = int(lines.groups.max()) + 1 if grouped else len(lines.groups)
    tested = np.zeros(n_units, dtype=np.bool_)
    tested[generator.permutation(n_units)[: round(settings.test_share * n_units)]] = True
    return tested[lines.groups] if grouped else tested


def random_labels(lines: ProbeLines, settings: ProbeSettings, repetition: int) -> Bools:
    """The labels, dealt out anew: as many feminine as before."""
    generator = np.random.default_rng([settings.seed, repetition, _LABELLING])
    return generator.permutation(lines.feminine)


def probe(
    vectors: Vectors, rows: Ints, lines: ProbeLines, settings: ProbeSettings, *, with_random_labels: bool = True
) -> tuple[Repetitions, Repetitions | None]:
    """Accuracies with the true labels and, on the same splits, with random ones.

    `vectors` is (examples, features) and `rows` the line of each example. Where a line has several (all target
    tokens), the split is always by occupation: tokens of one sentence know each other.
    """
    n_lines = len(np.unique(rows))
    grouped = settings.split == "grouped" or n_lines < len(rows)
    strength = settings.strength * n_lines / len(rows)
    centred = vectors.astype(np.float64)
    if settings.standardise:
        centred -= centred.mean(axis=0)  # else the intercept, which liblinear penalises, is left as it comes
    true, random = Repetitions(), Repetitions()
    for repetition in range(settings.repetitions):
        tested = held_out(lines, settings, repetition, grouped=grouped)[rows]
        jobs = [(true, lines.feminine)]
        if with_random_labels:
            jobs.append((random, random_labels(lines, settings, repetition)))
        if tested.all():  # few lines have an example here, and this split leaves none to learn from
            for repetitions, _ in jobs:
                repetitions.unused += 1
                _count(repetitions, np.zeros(0, dtype=np.bool_), np.zeros(0, dtype=np.bool_))
            continue
        train, test = _sides(centred, ~tested, tested, standardise=settings.standardise)
        for repetitions, labels in jobs:
            fitted = _fit(train, labels[rows][~tested], test, strength)
            repetitions.unconverged += not fitted.converged
            repetitions.unused += not fitted.used
            _count(repetitions, fitted.answers, labels[rows][tested])
    for order in range(min(ORDERS, settings.repetitions)):
        true.bits.append(description_length(centred, lines.feminine[rows], lines.groups[rows], settings, order))
        if with_random_labels:
            labels = random_labels(lines, settings, order)
            random.bits.append(description_length(centred, labels[rows], lines.groups[rows], settings, order))
    return true, random if with_random_labels else None


def description_length(vectors: Floats, labels: Bools, groups: Ints, settings: ProbeSettings, order: int) -> float:
    """Online code (Voita and Titov 2020): bits that it takes to tell an example's label when each part of the nouns is
    told by a probe that was trained on the parts before, and the first by a coin. 1 is what a coin takes; the fewer,
    the easier gender is read, and from fewer examples. Both genders of one noun come together."""
    nouns = np.random.default_rng([settings.seed, order, _ORDERING]).permutation(int(groups.max()) + 1)
    rank = np.empty(len(nouns), dtype=np.int64)
    rank[nouns] = np.arange(len(nouns))
    ends = sorted({max(1, round(share * len(nouns))) for share in PORTIONS})
    total = float((rank[groups] < ends[0]).sum())
    strength = settings.strength * len(np.unique(groups)) * 2 / len(groups)
    for known, end in pairwise(ends):
        seen, tested = rank[groups] < known, (rank[groups] >= known) & (rank[groups] < end)
        if not tested.any():
            continue
        train, test = _sides(vectors, seen, tested, standardise=settings.standardise)
        total += _bits(train, labels[seen], test, labels[tested], strength)
    return total / len(labels)


def _bits(train: Floats, labels: Bools, test: Floats, expected: Bools, strength: float) -> float:
    """What the labels of the test vectors take under the probe; a part with one label only teaches nothing."""
    if not labels.size or labels.all() or not labels.any():
        return float(len(expected))
    scores = _fit(train, labels, test, strength).scores
    return float(np.logaddexp(0, np.where(expected, -scores, scores)).sum() / np.log(2))


def _sides(vectors: Floats, seen: Bools, tested: Bools, *, standardise: bool) -> tuple[Floats, Floats]:
    """What is trained and tested on, by the mean and the spread of the first; a constant feature becomes 0."""
    train, test = vectors[seen], vectors[tested]
    if standardise and len(train):
        mean = train.mean(axis=0)
        train -= mean  # in place, for speed
        spread = np.sqrt(np.einsum("ij,ij->j", train, train) / len(train))
        spread[spread < SMALLEST_SPREAD] = np.inf
        train /= spread
        test = (test - mean) / spread
    return train, test


class _Fitted(NamedTuple):
    """What a probe says of the test vectors, whether it converged, and whether it used any feature."""

    scores: Floats  # log-odds of feminine
    converged: bool
    used: bool

    @property
    def answers(self) -> Bools:
        return self.scores > 0


def _fit(train: Floats, labels: Bools, test: Floats, strength: float) -> _Fitted:
    import warnings

    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    if labels.all() or not labels.any():
        return _Fitted(np.full(len(test), 1.0 if labels[0] else -1.0), converged=True, used=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        classifier = LogisticRegression(l1_ratio=1, solver="liblinear", C=strength, tol=TOLERANCE, random_state=0).fit(
            train, labels
        )
    # Own product, because predict() checks and converts everything once more.
    scores = test @ classifier.coef_[0] + classifier.intercept_[0]
    return _Fitted(scores, int(classifier.n_iter_[0]) < classifier.max_iter, bool(classifier.coef_.any()))


def _count(counted: Repetitions, answers: Bools, labels: Bools) -> None:
    right = answers == labels
    for accuracies, among in ((counted.all, slice(None)), (counted.feminine, labels), (counted.masculine, ~labels)):
        chosen = right[among]
        accuracies.append(100 * float(chosen.mean()) if chosen.size else None)


@dataclass(frozen=True, slots=True)
class ProbeCell:
    """One layer of one column; `corpus` is the template, `weights` the system's own or random ones."""

    corpus: str
    side: str
    token: str
    layer: int
    weights: str

    @property
    def key(self) -> str:
        return "|".join((self.corpus, self.side, self.token, str(self.layer), self.weights))


@dataclass(frozen=True, slots=True)
class ProbeTask:
    """A cell and where its vectors are: `layer_index` is the layer's in the file."""

    cell: ProbeCell
    vectors: Path
    rows: Path
    layer_index: int
    lines: ProbeLines
    n_examples: int
    read_before: tuple[Vectors, Ints] | None = None

    def read(self) -> tuple[Vectors, Ints]:
        return self.read_before or (np.load(self.vectors, mmap_mode="r")[self.layer_index], np.load(self.rows))

    def loaded(self) -> ProbeTask:
        """With its vectors, for a machine that does not see the files."""
        vectors, rows = self.read()
        return replace(self, read_before=(np.array(vectors), rows))


class CellResult(Struct, omit_defaults=True):
    """The repetitions of one cell; random labels are asked of the system's own states only."""

    n_examples: int
    true: Repetitions
    random_labels: Repetitions | None = None


def run_grid(
    tasks: Sequence[ProbeTask],
    settings: ProbeSettings,
    journal: Journal,
    engine: Engine,
    at_once: int | None,
    progress: Progress,
    after_each: Callable[[], None] = lambda: None,
) -> dict[ProbeCell, CellResult]:
    """Probe what the journal does not have yet, largest cells first so that no worker waits for the last one."""
    todo = sorted((task for task in tasks if task.cell.key not in journal.records), key=lambda task: -task.n_examples)
    if todo:
        progress.start("Probing (cells)", len(tasks), len(tasks) - len(todo))
    for record in engine.each(partial(probe_cell, settings=settings), todo, at_once, ProbeTask.loaded):
        journal.append([record])
        progress.advance(1)
        after_each()
    return {task.cell: msgspec.convert(journal.records[task.cell.key], CellResult) for task in tasks}


@cache
def _libraries() -> ThreadpoolController:
    """Those of this process that compute on threads; they are looked for once, among hundreds."""
    from threadpoolctl import ThreadpoolController

    import_module("sklearn.linear_model")  # with all that it computes with
    return ThreadpoolController()


def probe_cell(task: ProbeTask, settings: ProbeSettings) -> dict[str, object]:
    """One cell as a record for the journal; one BLAS thread, because the workers are as many as the cores."""
    with _libraries().limit(limits=1):
        true, random = probe(*task.read(), task.lines, settings, with_random_labels=task.cell.weights == TRAINED)
    return {"key": task.cell.key, **msgspec.to_builtins(CellResult(task.n_examples, true, random))}
