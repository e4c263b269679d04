"""What two papers printed for the language models of a study, looked up by hub id (facts, with their source)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import msgspec

from epicene.kinds.pairs.published import published_for
from epicene.metrics.answer_groups import ALL
from epicene.metrics.correlation import Correlation, spearman

Key = tuple[str, str, str | None, str, str]  # hub id, benchmark, task, metric, group
Counts = dict[str, dict[str, int]]  # by column of a table of items (native, intra_tests), then by group
ORIGINAL = "crows-en-original"
ENGLISH = "stereoset-en"
OF_ALL = "(mean)"  # stands for a hub id in a published mean over models


class Printed(msgspec.Struct, frozen=True):
    """A correlation as a paper prints it, `of` a property with the distance from 50; the p values of StereoSet-fr are
    one-sided."""

    of: str
    rho: float
    p: float | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """One model of a published table: a property, and how far its score lies from 50."""

    name: str
    x: float
    distance: float


class _Row(msgspec.Struct, frozen=True):
    """One model of a published table; figures by group."""

    id: str
    name: str
    lms: dict[str, float] = {}
    ss: dict[str, float] = {}
    acs: dict[str, float] = {}
    parameters: float = 0.0
    corpus_size_gb: float = 0.0
    family: str = ""


class _Table(msgspec.Struct, frozen=True):
    task: str
    rows: list[_Row]
    mean: _Row | None = None  # as the paper prints it, under the hub id OF_ALL


class _Paper(msgspec.Struct, frozen=True):
    source: str
    url: str
    benchmark: str
    tables: dict[str, _Table]
    correlations: dict[str, Printed]
    english: dict[str, Printed]
    counts: Counts


class _CrowsPaper(msgspec.Struct, frozen=True):
    """What its text says besides tables 4 and 5: for which models and pairs of models no t-test was significant, the
    scores on the original set, and table 3."""

    not_above_50: dict[str, list[str]]
    not_different: dict[str, list[tuple[str, str]]]
    original: dict[str, float]
    counts: Counts


def published_value(
    hub_id: str, benchmark: str, metric: str, group: str = ALL, task: str | None = None
) -> float | None:
    return _values().get((hub_id, benchmark, task, metric, group))


def source_of(benchmark: str) -> tuple[str, str] | None:
    """Its name and address."""
    paper = _stereoset()
    own = benchmark in (paper.benchmark, ENGLISH)
    published = paper if own else published_for("crows-en" if benchmark == ORIGINAL else benchmark)
    return (published.source, published.url) if published else None


def run_time(hub_id: str, benchmark: str) -> str | None:
    published = published_for(benchmark)
    names = {name for name, known in _crows_models().items() if known == hub_id}
    times = [model.run_time for model in (published.models if published else ()) if model.name in names]
    return times[0] if times else None


def printed_correlations(kind: str, benchmark: str) -> dict[str, Printed]:
    """What papers print of a benchmark, and of the English set that the French paper has beside its own."""
    paper = _stereoset()
    by_benchmark = {paper.benchmark: (paper.correlations, paper.english), ENGLISH: (paper.english, {})}
    own, english = by_benchmark.get(benchmark, ({}, {}))
    names = {"published": own, "published_english": english}
    return {name: printed[kind] for name, printed in names.items() if kind in printed}


def published_counts(benchmark: str) -> Counts:
    """How many items a paper's table of its set has."""
    return {_stereoset().benchmark: _stereoset().counts, "crows-fr": _crows().counts}.get(benchmark, {})


def published_n(benchmark: str) -> int | None:
    """Over how many items the published scores are, where a paper tested them."""
    published = published_for(benchmark)
    return published.n[ALL] if published else None


def called_significant(benchmark: str, *hub_ids: str) -> bool | None:
    """Whether the CrowS-Pairs paper calls one model's score different from 50, or those of two models from one another
    (t-test, p < 0.05); None where it says nothing."""
    if published_n(benchmark) is None or not all(
        published_value(hub_id, benchmark, "metric_score") for hub_id in hub_ids
    ):
        return None
    texts, pairs = _crows().not_above_50.get(benchmark, []), _crows().not_different.get(benchmark, [])
    return hub_ids[0] not in texts if len(hub_ids) == 1 else {*hub_ids} not in [{*pair} for pair in pairs]


def published_points(kind: str, benchmark: str) -> Sequence[Point]:
    """The published models of one table as they stand in its correlation; none where the table has no Ss (table 4)."""
    paper = _stereoset()
    if benchmark != paper.benchmark or kind not in paper.correlations:
        return ()
    of = paper.correlations[kind].of
    return [
        Point(row.name, row.lms[ALL] if of == "lms" else getattr(row, of), abs(row.ss[ALL] - 50))
        for row in paper.tables[kind].rows
        if row.ss
    ]


def recomputed_correlation(kind: str, benchmark: str) -> Correlation | None:
    """ρ from the published table alone, equal values sharing a rank."""
    points = published_points(kind, benchmark)
    return spearman([point.x for point in points], [point.distance for point in points]) if points else None


def published_models(kind: str, benchmark: str) -> int:
    """How many models the paper's table has; 0 where it has none about this set."""
    return len(_stereoset().tables[kind].rows) if benchmark == _stereoset().benchmark else 0


def published_families(benchmark: str, metric: str, task: str | None) -> dict[str, list[tuple[str, float]]]:
    """Table 3 of StereoSet-fr: names and figures of each family, from its smallest model to its largest."""
    families: dict[str, list[tuple[str, float]]] = {}
    table = _stereoset().tables["parameters"]
    rows = table.rows if (benchmark, task) == (_stereoset().benchmark, table.task) else []
    for row in sorted(rows, key=lambda row: row.parameters):
        families.setdefault(row.family, []).append((row.name, getattr(row, metric)[ALL]))
    return families


@cache
def _values() -> Mapping[Key, float]:
    values: dict[Key, float] = {}
    paper = _stereoset()
    for table in paper.tables.values():
        rows = [(row.id, row) for row in table.rows] + ([(OF_ALL, table.mean)] if table.mean else [])
        for hub_id, row in rows:
            for metric, figures in (("lms", row.lms), ("ss", row.ss), ("acs", row.acs)):
                for group, value in figures.items():
                    values[hub_id, paper.benchmark, table.task, metric, group] = value
    for benchmark in ("crows-fr", "crows-en"):
        published = published_for(benchmark)
        if published is None:
            continue
        for model in published.models:
            hub_id = _crows_models()[model.name]
            for group, value in model.metric_score.items():
                items = ORIGINAL if group in published.of_other_items else benchmark
                values[hub_id, items, None, "metric_score", group] = value
            for metric in ("stereo_score", "antistereo_score", "dcf"):
                values[hub_id, benchmark, None, metric, ALL] = getattr(model, metric)
    for hub_id, value in _crows().original.items():
        values[hub_id, ORIGINAL, None, "metric_score", ALL] = value
    return values


@cache
def _crows() -> _CrowsPaper:
    return msgspec.json.decode(_read("crows_pairs_fr_text.json"), type=_CrowsPaper)


@cache
def _stereoset() -> _Paper:
    return msgspec.json.decode(_read("stereoset_fr.json"), type=_Paper)


@cache
def _crows_models() -> dict[str, str]:
    known = msgspec.json.decode(_read("crows_pairs_fr_models.json"), type=dict[str, str])
    return {name: hub_id for name, hub_id in known.items() if name != "note"}


def _read(name: str) -> bytes:
    return resources.files("epicene.studies").joinpath("published", name).read_bytes()
