"""What two papers printed for the language models of a study, looked up by hub id (facts, with their source)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from epicene.kinds.pairs.published import published_for
from epicene.metrics.answer_groups import ALL
from epicene.metrics.correlation import Correlation, spearman

Key = tuple[str, str, str | None, str, str]  # hub id, benchmark, task, metric, group


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Printed:
    """A correlation as a paper prints it; the p values of StereoSet-fr are one-sided."""

    rho: float
    p: float


@dataclass(frozen=True, slots=True)
class Point:
    """One model of a published table: a property, and how far its score lies from 50."""

    name: str
    x: float
    distance: float


def published_value(
    hub_id: str, benchmark: str, metric: str, group: str = ALL, task: str | None = None
) -> float | None:
    return _values().get((hub_id, benchmark, task, metric, group))


def source_of(benchmark: str) -> Source | None:
    record = _stereoset()
    if benchmark == record["benchmark"]:
        return Source(record["source"], record["url"])
    published = published_for(benchmark)
    return Source(published.source, published.url) if published else None


def run_time(hub_id: str, benchmark: str) -> str | None:
    published = published_for(benchmark)
    names = {name for name, known in _crows_models().items() if known == hub_id}
    times = [model.run_time for model in (published.models if published else ()) if model.name in names]
    return times[0] if times else None


def printed_correlation(kind: str, benchmark: str) -> Printed | None:
    record = _stereoset()
    if benchmark != record["benchmark"] or kind not in record["correlations"]:
        return None
    found = record["correlations"][kind]
    return Printed(found["rho"], found["p"])


def published_points(kind: str, benchmark: str) -> Sequence[Point]:
    """The published models of one table as they stand in its correlation; none where the table has no Ss (table 4)."""
    record = _stereoset()
    if benchmark != record["benchmark"] or kind not in record["correlations"]:
        return ()
    of = record["correlations"][kind]["of"]
    rows = [row for row in record["tables"][kind]["rows"] if "ss" in row]
    return [Point(row["name"], _property(row, of), abs(row["ss"][ALL] - 50)) for row in rows]


def recomputed_correlation(kind: str, benchmark: str) -> Correlation | None:
    """ρ from the published table alone, equal values sharing a rank."""
    points = published_points(kind, benchmark)
    return spearman([point.x for point in points], [point.distance for point in points]) if points else None


def _property(row: Mapping[str, Any], name: str) -> float:
    value = row[name]
    return float(value[ALL] if isinstance(value, dict) else value)


@cache
def _values() -> Mapping[Key, float]:
    values: dict[Key, float] = {}
    record = _stereoset()
    for table in record["tables"].values():
        for row in table["rows"]:
            for metric in ("lms", "ss", "acs"):
                for group, value in row.get(metric, {}).items():
                    values[row["id"], record["benchmark"], table["task"], metric, group] = value
    for benchmark in ("crows-fr", "crows-en"):
        published = published_for(benchmark)
        if published is None:
            continue
        for model in published.models:
            hub_id = _crows_models()[model.name]
            for group, value in model.metric_score.items():
                if group not in published.of_other_items:
                    values[hub_id, benchmark, None, "metric_score", group] = value
            for metric in ("stereo_score", "antistereo_score", "dcf"):
                values[hub_id, benchmark, None, metric, ALL] = getattr(model, metric)
    return values


@cache
def _stereoset() -> dict[str, Any]:
    return _read("stereoset_fr.json")


@cache
def _crows_models() -> dict[str, str]:
    return {name: hub_id for name, hub_id in _read("crows_pairs_fr_models.json").items() if name != "note"}


def _read(name: str) -> dict[str, Any]:
    text = resources.files("epicene.auditing.study").joinpath("published", name).read_text(encoding="utf-8")
    record: dict[str, Any] = json.loads(text)
    return record
