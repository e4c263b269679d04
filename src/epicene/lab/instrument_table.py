"""Instrument × what it should do: follow the dial, name the route, and stay where it must; from the points and curves
of a calibration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from scipy.stats import binomtest

from epicene.lab.dials import ROUTES
from epicene.lab.place_readings import PROBE
from epicene.lab.results import Curve, InstrumentVerdict, MeasuredPoint, NounSummary

# By row: the curve that should follow the dial her and stay along epicene, and the places it names; a placebo has
# neither, and its curve should stay along both.
ROWS: Mapping[str, tuple[str, str]] = {
    "judged": ("judged_feminine", ""),
    "r": ("r_mean", ""),
    "t": ("t_mean", ""),
    "patching": ("t_star", "patching"),
    "patching_at_1": ("", "patching_at_1"),
    "amnesic": ("amnesic_all", "amnesic"),
    "patched_lost": ("patched_all", "patched_lost"),
    "patched_alone": ("", "patched_alone"),
    "cut_lost": ("cut_all", "cut_lost"),
    "u1": ("u1_t_lost", ""),
    "u2": ("u2_t_lost", ""),
    "u3": ("u3_t_lost", ""),
    "probe": ("probe_son", PROBE),
    "control": ("amnesic_control", ""),
    "random_lost": ("random_all", "random_lost"),
    "same_lost": ("same_all", "same_lost"),
}


def instrument_verdicts(points: Sequence[MeasuredPoint], curves: Sequence[Curve]) -> list[InstrumentVerdict]:
    """A row for each instrument of which anything is known."""
    by_name = {(curve.dial, curve.instrument): curve for curve in curves}
    rows = []
    for name, (curve, places) in ROWS.items():
        along = {dial: by_name[dial, curve] for dial in ("her", "epicene") if (dial, curve) in by_name}
        named = [(point.route, point.places[places]) for point in points if point.route and places in point.places]
        hits = [max(read, key=lambda route: read[route]) == route for route, read in named]
        if not along and not named:
            continue
        her, epicene = along.get("her"), along.get("epicene")
        rows.append(
            InstrumentVerdict(
                instrument=name,
                is_placebo=her is not None and her.expected == 0,
                along_her=her.verdict if her else "",
                rho=her.rho if her else None,
                along_epicene=epicene.verdict if epicene else "",
                named=sum(hits),
                systems=len(hits),
                p_named=float(binomtest(sum(hits), len(hits), 1 / len(ROUTES), "greater").pvalue) if hits else None,
                margin=median(_margin(route, read) for route, read in named) if named else None,
                read=median(read[route] for route, read in named) if named else None,
            )
        )
    return rows


def _margin(route: str, read: Mapping[str, float]) -> float:
    """How far the route lies above the larger of the two others, in parts of all that was read; below 0 where it does
    not."""
    others = max(value for name, value in read.items() if name != route)
    size = sum(map(abs, read.values()))
    return (read[route] - others) / size if size else 0.0


def noun_summaries(points: Sequence[MeasuredPoint]) -> list[NounSummary]:
    """Per-noun agreement of b and r over all systems without a route."""
    found = []
    for measure in ("r", "b"):
        own = [point.nouns[measure] for point in points if measure in point.nouns and not point.route]
        rhos = sorted(one.rho for one in own if one.rho is not None)
        if own:
            errors = sorted(one.error for one in own)
            found.append(
                NounSummary(
                    measure,
                    len(own),
                    median(errors),
                    errors[0],
                    errors[-1],
                    *((median(rhos), rhos[0], rhos[-1]) if rhos else (None, None, None)),
                )
            )
    return found
