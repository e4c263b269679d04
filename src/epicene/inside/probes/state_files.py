"""States on disk: computed once for a model and a corpus, memory-mapped by whoever probes them.

A folder is named by a digest of what made it (weights, sentences, words, layers, what the decoder was fed). It holds an
array (layers, examples, features) for each column of the table, the line of each example, and `columns.json`, which is
written last: a folder that has it is whole.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from epicene.core.errors import EpiceneError
from epicene.core.files import cache_folder, clear_disk_errors, write_json
from epicene.core.hashing import digest
from epicene.core.progress import Progress
from epicene.inside.probes.hidden_states import Batch, Layers, Room, States, Tokens, batches_of, starts_of
from epicene.runs.folder import locked

INDEX = "columns.json"
FIRST, ALL = "the", "all"
_FORMAT = 1
_NAME_LENGTH = 16
_BYTES = np.dtype(np.float32).itemsize


class Column(msgspec.Struct, frozen=True):
    """The states of one token in every layer: `vectors` is (layers, examples, features), `rows` the examples' lines."""

    side: str
    token: str
    layers: tuple[int, ...]
    vectors: str
    rows: str


def states_folder(facts: Mapping[str, object]) -> Path:
    return cache_folder() / "states" / digest({"format": _FORMAT, **facts})[:_NAME_LENGTH]


def read_columns(folder: Path) -> list[Column] | None:
    """None where the states are not there, or not all."""
    try:
        return msgspec.json.decode((folder / INDEX).read_bytes(), type=dict[str, list[Column]])["columns"]
    except FileNotFoundError:
        return None


@dataclass(frozen=True, slots=True)
class Extraction:
    """What is read, and of which sentences."""

    layers: Layers
    words: Sequence[str]
    width: int
    sources: Sequence[Tokens]
    targets: Sequence[Tokens] | None

    def columns(self) -> list[Column]:
        layers = self.layers
        names = [("encoder", word, layers.encoder) for word in self.words]
        if self.targets is not None:
            names += [("decoder", token, layers.decoder) for token in (FIRST, ALL)]
        return [
            Column(side, token, tuple(numbers), f"vectors-{place}.npy", f"rows-{place}.npy")
            for place, (side, token, numbers) in enumerate(names)
        ]

    def rows(self, column: Column) -> list[int]:
        """The line of every example; a line whose translation is empty has none on the decoder's side."""
        if column.side == "encoder" or self.targets is None:
            return list(range(len(self.sources)))
        times = [len(target.places) if column.token == ALL else int(bool(target.places)) for target in self.targets]
        return [number for number, count in enumerate(times) for _ in range(count)]


Reader = Callable[[Sequence[Batch]], Iterable[tuple[int, States]]]


def write_states(folder: Path, extraction: Extraction, reader: Reader, progress: Progress) -> list[Column]:
    """Put the states of one model into a folder; `reader` gives those of each batch with its place, in any order."""
    columns = extraction.columns()
    rows = [extraction.rows(column) for column in columns]
    shapes = [(len(column.layers), len(lines), extraction.width) for column, lines in zip(columns, rows, strict=True)]
    with locked(folder), clear_disk_errors(folder):
        _check_space(folder, sum(_BYTES * int(np.prod(shape)) for shape in shapes))
        for column, lines in zip(columns, rows, strict=True):
            np.save(folder / column.rows, np.asarray(lines, dtype=np.int64))
        arrays = [
            np.lib.format.open_memmap(folder / column.vectors, mode="w+", dtype=np.float32, shape=shape)
            for column, shape in zip(columns, shapes, strict=True)
        ]
        words, decoder = arrays[: len(extraction.words)], arrays[len(extraction.words) :]
        room, starts = Room(words, *decoder), starts_of(extraction.targets or [])
        batches = list(batches_of(extraction.sources, extraction.targets))
        for place, states in reader(batches):
            room.put(batches[place], states, starts)
            progress.advance(len(batches[place].numbers))
        for array in arrays:
            array.flush()
        write_json(folder / INDEX, {"columns": msgspec.to_builtins(columns)})
    return columns


def _check_space(folder: Path, needed: int) -> None:
    """A mapped file on a full disk would end the process without a word."""
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise EpiceneError(
            f"The hidden states need {needed / 2**20:,.0f} MiB in {folder} and {free / 2**20:,.0f} MiB are free. "
            "Free some space, or set EPICENE_CACHE to a folder on another disk."
        )
