"""How often are the statistics right? Intervals, tests and verdicts on simulated answers whose truth is known.

    python benchmarks/simulations.py [NAME...] [--runs 2000]

Each simulation is a function that returns the rows of one table; a new one is an entry in `SIMULATIONS`. They call what
epicene itself calls (`epicene.metrics`), on answers drawn from a known truth. Results go to
benchmarks/results/simulations.json and into the tables of docs/simulations.md and docs/gate.md; of 2,000 runs, a share
of 95 % is off by up to 1 point. A name makes that table anew and leaves the others; all take about three minutes of one
core.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from scipy.special import expit

from epicene.auditing.gate.gate_rules import GateVerdict, check_worse
from epicene.core.errors import InputError
from epicene.metrics.correlation import mean_over_models
from epicene.metrics.intervals import (
    Floats,
    Interval,
    exact_sums,
    mean,
    percent_interval,
    percentile_interval,
    resample_sums,
)
from epicene.metrics.significance import LEVEL, adjust_p, binomial_p, sign_flip_p
from epicene.metrics.two_models import Comparison, compare_rates, resampled_p, signed_interval

HERE = Path(__file__).parent
RECORDED, DOCS = HERE / "results" / "simulations.json", HERE.parent / "docs"
PAGES = (DOCS / "simulations.md", DOCS / "gate.md")  # those with tables
UNITS = (5, 8, 10, 15, 20, 25, 40)
Row = dict[str, str | float]


class Case(NamedTuple):
    """A measure whose truth is known: `draw` gives sums and weights of so many units, in percent."""

    name: str
    truth: float
    draw: Callable[[Generator, int], Floats]
    interval: Callable[[float, Floats, int], Interval]


def _shares(generator: Generator, sizes: Floats, rate: float, alike: float) -> Floats:
    """Hits of units of these sizes whose own rates vary around `rate`; `alike` is how far the answers of a unit go
    together (their correlation)."""
    own = generator.beta(rate * (1 / alike - 1), (1 - rate) * (1 / alike - 1), len(sizes))
    return np.asarray(generator.binomial(sizes.astype(int), own), dtype=np.float64)


def _clustered(rate: float) -> Callable[[Generator, int], Floats]:
    """Three to eight answers a unit, every answer counting the same."""

    def draw(generator: Generator, units: int) -> Floats:
        sizes = generator.integers(3, 9, units).astype(np.float64)
        return np.vstack([100 * _shares(generator, sizes, rate, 0.2), sizes])

    return draw


def _macro(rate: float) -> Callable[[Generator, int], Floats]:
    """The mean over terms of four to eleven tests each, every term counting the same."""

    def draw(generator: Generator, units: int) -> Floats:
        sizes = generator.integers(4, 12, units).astype(np.float64)
        return np.vstack([100 * _shares(generator, sizes, rate, 0.15) / sizes, np.ones(units)])

    return draw


def _gap(generator: Generator, units: int) -> Floats:
    """Masculine less feminine letters, twenty a field, averaged over fields that differ much."""
    masculine = generator.binomial(20, generator.beta(1.6, 1.0, units)) / 20
    return np.vstack([100 * (2 * masculine - 1), np.ones(units)])


def _difference(generator: Generator, units: int) -> Floats:
    """Two models with the same rate, on the same answers of three to eight a unit."""
    sizes, own = generator.integers(3, 9, units), generator.beta(2, 2, units)
    first, second = (generator.binomial(sizes, own) for _ in range(2))
    return np.vstack([100.0 * (second - first), sizes])


CASES = (
    Case("share near 50", 50.0, _clustered(0.5), percent_interval),
    Case("share near 90", 90.0, _clustered(0.9), percent_interval),
    Case("mean over terms, near 60", 60.0, _macro(0.6), percent_interval),
    Case("mean over terms, near 90", 90.0, _macro(0.9), percent_interval),
    Case("difference of two models", 0.0, _difference, signed_interval),
    Case("gap of letters", 100 * (2 * 1.6 / 2.6 - 1), _gap, signed_interval),
)


def coverage(runs: int) -> Iterator[Row]:
    """In how many of 100 cases the 95 % interval holds the truth, by the number of units: percentiles alone, and what
    epicene gives (Student's t below 30 units)."""
    for case in CASES:
        covered, widths = {}, {}
        for units in UNITS:
            generator = np.random.default_rng(units)
            found = [_ends(case, case.draw(generator, units), units) for _ in range(runs)]
            for place, name in enumerate(("percentiles", "epicene")):
                ends = np.array([one[place] for one in found])
                covered[name, units] = np.mean((ends[:, 0] <= case.truth + 1e-9) & (case.truth - 1e-9 <= ends[:, 1]))
                widths[name, units] = np.mean(ends[:, 1] - ends[:, 0])
        for name in ("percentiles", "epicene"):
            shares = {str(units): round(100 * float(covered[name, units]), 1) for units in UNITS}
            width = {f"width {units}": round(float(widths[name, units]), 1) for units in (10, 25)}
            yield {"measure": case.name, "interval": name, **shares, **width}


def _ends(case: Case, columns: Floats, units: int) -> tuple[Interval, Interval]:
    value, resampled = float(mean(exact_sums(columns))), mean(resample_sums(columns))
    return percentile_interval(value, resampled), case.interval(value, resampled, units)


def means(runs: int) -> Iterator[Row]:
    """In how many of 100 studies the interval of a mean over models holds the truth: over models alone, and over models
    and items as epicene has it; models answer the same 200 items and differ by so many logits."""
    draws = np.random.default_rng(0).multinomial(200, np.full(200, 1 / 200), 1000) / 200
    for k in (6, 8, 12, 20):
        for apart in (0.1, 0.5, 1.0):
            generator, held = np.random.default_rng(k), []
            for _ in range(runs):
                rates = expit(apart * generator.normal(size=(k, 1)) + 1.5 * generator.normal(size=200))
                answers = 100.0 * (generator.random((k, 200)) < rates)
                values = answers.mean(axis=1)
                ends = [mean_over_models(values, own, 200, (0, 100)) for own in (values[:, None], answers @ draws.T)]
                held.append([one is not None and one[0] <= 50 <= one[1] for one in ends])
            alone, both = (round(100 * float(share), 1) for share in np.mean(held, axis=0))
            yield {"models": k, "models differ by": apart, "over models": alone, "over models and items": both}


def first_kind(runs: int) -> Iterator[Row]:
    """How often something is found where there is nothing, at 5 %."""
    generator = np.random.default_rng(1)
    for n in (30, 275, 1500):
        hits = generator.binomial(n, 0.5, runs)
        yield _found("score against 50, exact binomial", f"{n} pairs", [binomial_p(int(one), n) for one in hits])
    for units in (8, 30, 100):
        deviations = [_terms_around_50(generator, units) for _ in range(runs)]
        yield _found("Ss against 50, sign flips", f"{units} terms", [sign_flip_p(one) for one in deviations])
    for n in (30, 275):
        made = [_compared(generator, n, 0.0) for _ in range(runs // 4)]
        yield _found("compare, McNemar", f"{n} pairs", [_mcnemar(one) for one in made])
    for units in (8, 20, 40):
        drawn = [_difference(generator, units) for _ in range(runs)]
        yield _found("compare, resampled terms", f"{units} terms", [_resampled_p(one) for one in drawn])
    least = [min(adjust_p(_types(generator, [0.5] * 10, 30)).values()) for _ in range(runs)]
    yield _found("any of ten types, adjusted", "30 pairs each", least)


def _found(test: str, over: str, p_values: Sequence[float]) -> Row:
    return {"test": test, "over": over, "found, %": round(100 * float(np.mean(np.array(p_values) < LEVEL)), 1)}


def _terms_around_50(generator: Generator, units: int) -> Floats:
    sizes = generator.integers(4, 12, units).astype(np.float64)
    return _shares(generator, sizes, 0.5, 0.15) / sizes - 0.5


def _resampled_p(columns: Floats) -> float:
    value, resampled = float(mean(exact_sums(columns))), mean(resample_sums(columns))
    return resampled_p(value, resampled, columns.shape[1])


def _types(generator: Generator, rates: Sequence[float], n: int) -> dict[str, float]:
    return {str(place): binomial_p(int(generator.binomial(n, rate)), n) for place, rate in enumerate(rates)}


def _compared(generator: Generator, n: int, apart: float, differ: float = 0.4) -> Comparison:
    """Two models on n pairs: the first prefers the stereotype in half of them, the second in `apart` more of 100; on a
    share `differ` of the pairs the second does not look at what the first did."""
    first = generator.random(n) < 0.5
    own = generator.random(n) < differ
    second = np.where(own, generator.random(n) < 0.5 + apart / 100 / differ, first)
    return compare_rates("simulated", "metric_score", "all", (first, second), ("a", "b"))


def _mcnemar(found: Comparison) -> float:
    return 1.0 if found.p_mcnemar is None else found.p_mcnemar


def power(runs: int) -> Iterator[Row]:
    """How often `compare` finds a true difference, by its size and the number of pairs. The two models disagree on a
    fifth of the pairs where they do not differ."""
    for n in (30, 100, 275, 1500):
        generator = np.random.default_rng(n)
        row: Row = {"pairs": n}
        for apart in (2, 5, 10, 15, 20):
            found = [_compared(generator, n, apart) for _ in range(max(1, runs // 8))]
            row[f"{apart} points"] = round(100 * float(np.mean([_mcnemar(one) < LEVEL for one in found])), 1)
        yield row


def gate(runs: int) -> Iterator[Row]:
    """What `--fail-if-worse` decides, in % of cases, by the number of pairs, the bound and how much worse the second
    model truly is. The first has 50, and the two disagree on a fifth of the pairs where they do not differ."""
    for n, bound in ((275, 5), (275, 10), (1500, 5)):
        generator = np.random.default_rng(n)
        for worse in (0, 5, 10, 15, 20):
            decided = Counter(_gated(_compared(generator, n, worse), bound) for _ in range(max(1, runs // 8)))
            shares = {name: round(100 * decided[name] / decided.total(), 1) for name in GATED}
            yield {"pairs": n, "bound": bound, "truly worse by": worse, **shares}


GATED = ("opens", "inconclusive", "shuts", "bound refused")


def _gated(found: Comparison, bound: float) -> str:
    try:
        (check,) = check_worse(bound, [SimpleNamespace(headlines=(found,), is_trusted=True, a=None, b=None)])  # type: ignore[list-item]
    except InputError:
        return "bound refused"
    return {GateVerdict.PASS: "opens", GateVerdict.UNSURE: "inconclusive", GateVerdict.FAIL: "shuts"}[check.verdict]


def types(runs: int) -> Iterator[Row]:
    """How often one stereotyped type among ten is flagged (exact binomial, adjusted over the ten), by its true rate and
    the number of its pairs; the other nine are even."""
    for n in (10, 20, 30, 60, 150):
        generator = np.random.default_rng(n)
        row: Row = {"pairs of the type": n, "needs": _needed(n)}
        for rate in (0.6, 0.7, 0.8, 0.9):
            found = [adjust_p(_types(generator, [rate, *[0.5] * 9], n))["0"] for _ in range(runs)]
            row[f"true {100 * rate:.0f} %"] = round(100 * float(np.mean(np.array(found) < LEVEL)), 1)
        yield row


def _needed(n: int) -> str:
    """How many of n pairs must prefer the stereotype for a type that stands alone among ten."""
    enough = [hits for hits in range(n // 2, n + 1) if 10 * binomial_p(hits, n) < LEVEL]
    return f"{enough[0]} of {n}" if enough else "cannot"


SIMULATIONS: Mapping[str, Callable[[int], Iterator[Row]]] = {
    "coverage": coverage,
    "means": means,
    "first-kind": first_kind,
    "power": power,
    "gate": gate,
    "types": types,
}


def table(rows: Sequence[Row]) -> str:
    """In Markdown; the first row has the columns."""
    heads = list(rows[0])
    lines = [heads, ["---"] * len(heads), *([str(row[head]) for head in heads] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def with_tables(page: str, recorded: Mapping[str, Sequence[Row]]) -> str:
    """A page whose tables, between `<!-- NAME -->` and `<!-- end -->`, are those that were recorded."""
    for name, rows in recorded.items():
        start, end = f"<!-- {name} -->\n", "<!-- end -->"
        before, _, rest = page.partition(start)
        page = f"{before}{start}\n{table(rows)}\n{end}{rest.partition(end)[2]}" if rest else page
    return page


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SIMULATIONS))
    asked.add_argument("--runs", type=int, default=2000)
    given = asked.parse_args()
    if unknown := set(given.names) - SIMULATIONS.keys():
        asked.error(f"no simulation is called {sorted(unknown)[0]}: {list(SIMULATIONS)}")
    recorded = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.is_file() else {}
    for name in given.names or SIMULATIONS:
        recorded[name] = list(SIMULATIONS[name](given.runs))
        print(f"{name}\n\n{table(recorded[name])}")
    ordered = {name: recorded[name] for name in SIMULATIONS if name in recorded}
    RECORDED.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for page in PAGES:
        page.write_text(with_tables(page.read_text(encoding="utf-8"), ordered), encoding="utf-8")


if __name__ == "__main__":
    main()
