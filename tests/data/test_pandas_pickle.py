"""Frames in pickles, of today's pandas and of versions before 1.3, and pickles that ask for more than a frame."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from epicene.core.errors import InputError
from epicene.data.pandas_pickle import read_frame

ROWS = [
    {"id": "a", "n": 1, "context": "Un BLANK.", "labels": [{"label": "stereotype"}]},
    {"id": "b", "n": 2, "context": "Été BLANK.", "labels": []},
]


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_a_frame_is_read_as_pandas_has_it(tmp_path: Path, protocol: int):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ROWS, dtype=object).astype({"n": "int64"})
    frame.columns = pandas.Index(list(ROWS[0]), dtype=object)
    path = tmp_path / "frame.pkl"
    frame.to_pickle(path, protocol=protocol)
    assert read_frame(path) == ROWS


def plain(value: Any) -> bytes:
    """The operations that put a value on a pickle's stack."""
    return pickle.dumps(value, protocol=2)[2:-1].replace(b"numpy._core", b"numpy.core")


def named(module: str, name: str) -> bytes:
    return f"c{module}\n{name}\n".encode()


def state(thing: bytes, content: bytes) -> bytes:
    return thing + b")\x81" + content + b"b"


def mapping(**values: bytes) -> bytes:
    return b"}" + b"".join(plain(name) + value + b"s" for name, value in values.items())


def listed(*values: bytes) -> bytes:
    return b"(" + b"".join(values) + b"l"


def objects(*cells: Any) -> np.ndarray:
    return np.fromiter(cells, object, len(cells))


def before_1_3(manager: str) -> bytes:
    """The frame as those versions pickled it: a block of objects at columns 0, 2 and 3, one of numbers at column 1."""
    columns = b"(" + named("pandas.core.indexes.base", "Index") + mapping(data=plain(objects(*ROWS[0]))) + b"t"
    axis = named("pandas.core.indexes.base", "_new_Index") + columns + b"R"
    texts = objects(*(row[name] for name in ("id", "context", "labels") for row in ROWS)).reshape(3, 2)
    numbers = np.asfortranarray(np.array([[row["n"] for row in ROWS]]))
    place = named("__builtin__", "slice") + plain((1, 2, 1)) + b"R"
    blocks = [
        mapping(values=plain(texts), mgr_locs=plain(np.array([0, 2, 3]))),
        mapping(values=plain(numbers), mgr_locs=place),
    ]
    newest = b"}" + plain("0.14.1") + mapping(axes=listed(axis, axis), blocks=listed(*blocks)) + b"s"
    held = b"(" + plain([]) + plain([]) + plain([]) + newest + b"t"
    blocks_of = state(named("pandas.core.internals.managers", "BlockManager"), held)
    frame = state(named("pandas.core.frame", "DataFrame"), mapping(**{manager: blocks_of}, _typ=plain("dataframe")))
    return b"\x80\x02" + frame + b"."


@pytest.mark.parametrize("manager", ["_mgr", "_data"])
def test_frames_of_pandas_before_1_3_are_read(tmp_path: Path, manager: str):
    assert read_frame(written(tmp_path / "frame.pkl", before_1_3(manager))) == ROWS


class Asking:
    """What is pickled as a call, which an unpickler that does as it is told makes."""

    def __init__(self, *call: Any) -> None:
        self.call = call

    def __reduce__(self) -> Any:
        return self.call[0], self.call[1:]


def test_a_pickle_that_asks_for_anything_else_is_refused_and_nothing_is_run(tmp_path: Path):
    mark = tmp_path / "run"
    for asking in (os.system, Asking(os.system, f"touch {mark}"), [{"a": (Asking(os.mkdir, str(mark)),)}]):
        with pytest.raises(InputError, match=r"it asks for \w+\.(system|mkdir)"):
            read_frame(written(tmp_path / "frame.pkl", pickle.dumps(asking)))
    assert not mark.exists()


def test_a_command_within_the_cells_of_a_frame_is_refused(tmp_path: Path):
    pandas, mark = pytest.importorskip("pandas"), tmp_path / "run"
    path = tmp_path / "frame.pkl"
    pandas.DataFrame({"id": [["a", Asking(os.system, f"touch {mark}")]]}, dtype=object).to_pickle(path)
    with pytest.raises(InputError, match=r"it asks for \w+\.system"):
        read_frame(path)
    assert not mark.exists()


@pytest.mark.parametrize("content", [b"id,target\n", pickle.dumps(["a"]), pickle.dumps(np.zeros(3)), before_1_3("_no")])
def test_what_is_no_frame_is_refused_in_one_sentence(tmp_path: Path, content: bytes):
    with pytest.raises(InputError, match="is not a pandas pickle with a frame of text"):
        read_frame(written(tmp_path / "frame.pkl", content))
