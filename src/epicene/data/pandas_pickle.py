"""Frames of text in pandas pickles, read without pandas and without running what a pickle may ask for.

Some sets are given out as pickles, and unpickling can run any code. Here every name that the pickle of a frame refers
to stands for an inert record of what the pickle gives it, and a pickle that names anything else is refused.
"""

from __future__ import annotations

import io
import pickle
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from epicene.core.errors import InputError
from epicene.data.text_files import opened


class _Record:
    """The arguments and the state that a pickle gives to an object; nothing is done with them."""

    arguments: tuple[Any, ...]
    state: Any

    def __new__(cls, *arguments: Any) -> _Record:
        record = super().__new__(cls)
        record.arguments, record.state = arguments, None
        return record

    def __call__(self, *arguments: Any) -> _Record:
        return _Record(*arguments)  # pandas 1.3 made its blocks by functools.partial

    def __setstate__(self, state: Any) -> None:
        self.state = state


_RECORDS = {
    "pandas": ("DataFrame", "Index", "RangeIndex"),
    "pandas.core.frame": ("DataFrame",),
    "pandas.core.internals.managers": ("BlockManager",),
    "pandas.core.internals.blocks": ("new_block", "ObjectBlock", "NumericBlock"),
    "pandas._libs.internals": ("_unpickle_block",),
    "pandas.core.indexes.base": ("_new_Index", "Index"),
    "pandas.core.indexes.range": ("RangeIndex",),
    "pandas.core.indexes.numeric": ("Int64Index",),
    "functools": ("partial",),
}
_NUMPY = re.compile(r"numpy(\._?core\.(multiarray|numeric))?\.(_reconstruct|_frombuffer|ndarray|dtype)")


def _latin(text: str, _: str) -> bytes:
    """Bytes as old pickles write them."""
    return text.encode("latin-1")


class _FrameUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if name in _RECORDS.get(module, ()) or _NUMPY.fullmatch(f"{module}.{name}"):
            return _Record
        if (module, name) == ("_codecs", "encode"):
            return _latin
        if name == "slice" and module in ("builtins", "__builtin__"):
            return slice
        raise pickle.UnpicklingError(f"it asks for {module}.{name}")


def read_frame(path: Path) -> list[dict[str, Any]]:
    """The rows of a pickled frame, each a cell by the name of its column."""
    with opened(path) as file:
        content = file.content.read()
    try:
        columns = _columns(_FrameUnpickler(io.BytesIO(content)).load())
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    except (pickle.UnpicklingError, EOFError, AttributeError, TypeError, ValueError, LookupError, MemoryError) as error:
        raise InputError(
            f"{path} is not a pandas pickle with a frame of text ({error}); pickles can run code, so that nothing else "
            "is read: save the frame as CSV or JSON."
        ) from error


def _columns(frame: _Record) -> dict[str, Sequence[Any]]:
    manager = frame.state.get("_mgr", frame.state.get("_data"))  # "_data" before pandas 1.1
    if manager.state is None:
        axes, blocks = manager.arguments[1], [block.arguments[:2] for block in manager.arguments[0]]
    else:  # as pandas wrote it before version 1.3
        newest = manager.state[-1]["0.14.1"]
        axes, blocks = newest["axes"], [(block["values"], block["mgr_locs"]) for block in newest["blocks"]]
    names = [str(name) for name in _array(axes[0].arguments[1]["data"])]
    columns: dict[str, Sequence[Any]] = {}
    for values, placement in blocks:
        places = range(len(names))[placement] if isinstance(placement, slice) else _array(placement)
        columns |= {names[place]: row.tolist() for place, row in zip(places, _array(values), strict=True)}
    return {name: columns[name] for name in names}


def _array(record: _Record) -> np.ndarray:
    """The array of objects, numbers or truth values that numpy would have made."""
    if record.state is None:
        data, kind, shape, order = record.arguments
    else:
        _, shape, kind, is_by_column, data = record.state
        order = "F" if is_by_column else "C"
    if isinstance(data, list):
        cells = np.fromiter(data, object, len(data))
    else:
        cells = np.frombuffer(data, np.dtype(f"{kind.state[1]}{kind.arguments[0]}"))
    return cells.reshape(shape, order=order)
