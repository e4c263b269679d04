"""Figures as a table of pandas, which epicene does not need otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from epicene.core.errors import EpiceneError

if TYPE_CHECKING:
    import pandas


def to_pandas(rows: Iterable[Mapping[str, object]]) -> pandas.DataFrame:
    try:
        import pandas
    except ImportError as error:
        raise EpiceneError("Tables need the package pandas: pip install pandas") from error
    return pandas.DataFrame(list(rows))
