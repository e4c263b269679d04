"""Figures as a table of pandas, which epicene does not need otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from epicene.core.errors import EpiceneError

if TYPE_CHECKING:
    import pandas


def to_pandas(figures: Sequence[Any]) -> pandas.DataFrame:
    """A row for each of these dataclasses, a column for each of their fields."""
    try:
        import pandas
    except ImportError as error:
        raise EpiceneError("to_pandas needs the package pandas: pip install pandas") from error
    return pandas.DataFrame([asdict(one) for one in figures])
