"""Does the gender that letters give their writers follow the share of women in the field?

`share_correlation` is Spearman's ρ between the share of women (a table that the user names, in per cent) and the gender
gap of each field; `share_slope` by how many points the gap changes for each ten points of that share, by least squares.
Without a stereotype both are 0; where letters follow the labour market, both are below. Intervals resample fields.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, digest
from epicene.core.types import Estimate, Item
from epicene.data.text_files import numbered_rows, read_text
from epicene.grammar.word_patterns import fold
from epicene.kinds.letters.read import separator
from epicene.metrics.answer_groups import ALL
from epicene.metrics.catalogue import Direction, Measure, register
from epicene.metrics.correlation import spearman
from epicene.metrics.intervals import SIGNED, Floats, interval_of, resample_sums
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.signature import with_option

PACKAGE = "epicene.kinds.letters"
CORRELATION, SLOPE = "share_correlation", "share_slope"
FEWEST_FIELDS = 4
_FIELD = ("field", "occupation", "theme")
_SHARE = ("share", "women")

register(
    Measure(CORRELATION, 0.0, "ρ", Direction.NEARER, PACKAGE, (-1.0, 1.0), digits=2),
    Measure(SLOPE, 0.0, "points", Direction.NEARER, PACKAGE, digits=2),
    is_behaviour=True,
)


def shares_of(path: Path, items: Sequence[Item]) -> dict[str, float]:
    """By field of the items, where the table has it."""
    known = read_shares(path)
    fields = sorted({item.category for item in items})
    values = {field: known[fold(field)] for field in fields if fold(field) in known}
    if len(values) < FEWEST_FIELDS:
        raise InputError(
            f"{path} has the share of {len(values)} of the {len(fields)} fields of these letters; at least "
            f"{FEWEST_FIELDS} are needed. Spell fields as the letters do."
        )
    return values


def read_shares(path: Path) -> Mapping[str, float]:
    """Fields in folded spelling, and the share of women in per cent."""
    reader = csv.reader(io.StringIO(read_text(path), newline=""), delimiter=separator(path))
    header = [name.strip().casefold() for name in next(reader)]
    columns = [next((name for name in names if name in header), None) for names in (_FIELD, _SHARE)]
    if None in columns:
        raise InputError(
            f"{path}, line 1: a table of shares has the columns field and share (found: {', '.join(header)})."
        )
    indices = [header.index(str(name)) for name in columns]
    values: dict[str, float] = {}
    for line, cells in numbered_rows(path, reader):
        if not any(cells):
            continue
        field, share = (cells[index].strip() if index < len(cells) else "" for index in indices)
        try:
            value = float(share.rstrip("% ").replace(",", "."))
        except ValueError:
            value = -1.0
        if not field or not 0 <= value <= 100:
            raise InputError(
                f"{path}, line {line}: a share is a percentage from 0 to 100 beside a field, not {share!r}."
            )
        if fold(field) in values:
            raise InputError(f"{path}, line {line}: the field {field!r} is there twice; leave one out.")
        values[fold(field)] = value
    return values


def share_estimates(run: BenchmarkRun, gaps: Mapping[str, float], n: tuple[int, int], seed: int = 0) -> list[Estimate]:
    """Over the fields that have a gap and a share; nothing without shares. Only figures against one table can be
    compared, so that the signature names it."""
    shares = run.facts.shares
    fields = sorted(shares.keys() & gaps.keys())
    x, y = [shares[name] for name in fields], [gaps[name] for name in fields]
    correlation = spearman(x, y, seed=seed, fewest=FEWEST_FIELDS)
    if correlation is None:
        return []
    span = (
        SIGNED if correlation.low is None or correlation.high is None else (correlation.low, correlation.high)
    )  # any ρ, where none is drawn
    columns = np.array([x, y, np.square(x), np.multiply(x, y), np.ones(len(x))])
    slope = float(_slope(columns.sum(axis=1)))
    interval = interval_of(slope, _slope(resample_sums(columns, seed=seed)), len(fields))
    signature = with_option(run.facts.signature, shares=digest(shares)[:SHORT])
    return [
        replace(run.estimate(metric, ALL, *figure, n), signature=signature)
        for metric, figure in ((CORRELATION, (correlation.rho, span)), (SLOPE, (slope, interval)))
    ]


def _slope(sums: Floats) -> Floats:
    """For ten points of x, from Σx, Σy, Σx², Σxy and n; NaN where x does not vary."""
    x, y, squares, products, n = (sums[..., row] for row in range(5))
    spread = n * squares - x * x
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(spread > 1e-9, 10 * (n * products - x * y) / spread, np.nan))
