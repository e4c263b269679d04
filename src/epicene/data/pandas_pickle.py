"""Frames of text in pandas pickles, read without pandas and without running what a pickle may ask for.

Some sets are given out as pickles, and unpickling can run any code. Here the few names that the pickle of a frame
refers to stand for inert records, numpy's arrays and slices; a pickle that names anything else is refused.
"""

from __future__ import annotations

import io
import pickle
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy._core.multiarray import _reconstruct

from epicene.core.errors import InputError


class _Record:
    """The arguments and the state that a pickle gives to an object of pandas; nothing is done with them."""

    def __new__(cls, *arguments: Any, **keywords: Any) -> _Record:
        record = super().__new__(cls)
        record.arguments, record.state = (*arguments, *keywords.values()), None
        return record

    def __init__(self, *_: Any, **__: Any) -> None:
        self.arguments: tuple[Any, ...]
        self.state: Any

    def __setstate__(self, state: Any) -> None:
        self.state = state


_RECORDS = {
    "pandas.core.frame": ("DataFrame",),
    "pandas": ("DataFrame", "Index", "RangeIndex"),
    "pandas.core.internals.managers": ("BlockManager",),
    "pandas.core.internals.blocks": ("new_block",),
    "pandas._libs.internals": ("_unpickle_block",),
    "pandas.core.indexes.base": ("_new_Index", "Index"),
    "pandas.core.indexes.range": ("RangeIndex",),
    "pandas.core.indexes.numeric": ("Int64Index",),
}


def _array(buffer: bytes, dtype: np.dtype[Any], shape: tuple[int, ...], order: Any) -> np.ndarray:
    return np.frombuffer(buffer, dtype).reshape(shape, order=order)


def _latin(text: str, _: str) -> bytes:
    """How old pickles write bytes."""
    return text.encode("latin-1")


_NUMPY = {"_reconstruct": _reconstruct, "ndarray": np.ndarray, "dtype": np.dtype, "_frombuffer": _array}
_NUMPY_MODULES = re.compile(r"numpy(\._?core\.(multiarray|numeric))?")


class _TextUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if name in _RECORDS.get(module, ()):
            return _Record
        if name in _NUMPY and _NUMPY_MODULES.fullmatch(module):
            return _NUMPY[name]
        if (module, name) == ("_codecs", "encode"):
            return _latin
        if name == "slice" and module in ("builtins", "__builtin__"):
            return slice
        raise pickle.UnpicklingError(f"it asks for {module}.{name}")


def read_frame(path: Path) -> list[dict[str, Any]]:
    """The rows of a pickled frame, by the names of their columns."""
    try:
        columns = _columns(_TextUnpickler(io.BytesIO(path.read_bytes())).load())
        names, values = list(columns), list(columns.values())
        return [dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)]
    except (pickle.UnpicklingError, EOFError, AttributeError, TypeError, ValueError, IndexError, KeyError) as error:
        raise InputError(
            f"{path} is not a pandas pickle with a frame of text ({error}). Pickles can run code, so nothing else is "
            "read; save the frame as CSV or JSON."
        ) from error


def _columns(frame: _Record) -> dict[str, Sequence[Any]]:
    state = frame.state
    manager = state.get("_mgr", state.get("_data"))
    if manager.state is not None:  # as pandas wrote it before version 1.3
        newest = manager.state[-1]["0.14.1"]
        axes, blocks = newest["axes"], [(block["values"], block["mgr_locs"]) for block in newest["blocks"]]
    else:
        blocks, axes = [block.arguments[:2] for block in manager.arguments[0]], manager.arguments[1]
    names = [str(name) for name in axes[0].arguments[1]["data"]]
    columns: dict[str, Sequence[Any]] = dict.fromkeys(names, ())
    for values, placement in blocks:
        where = range(len(names))[placement] if isinstance(placement, slice) else placement
        for index, row in zip(where, values, strict=True):
            columns[names[index]] = row.tolist()
    return columns
