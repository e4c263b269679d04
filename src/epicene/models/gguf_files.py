"""GGUF files, which transformers parses anew for configuration, tokenizer and weights: here once in a process, and what
describes the model is kept for the next one. What it says of its tokens, a hundred thousand entries, is read for the
tokenizer alone. Of the default model, that is 20 CPU seconds of a first minute.
"""

from __future__ import annotations

import math
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

import gguf
import numpy as np
from gguf.gguf_reader import GGUFReader, GGUFValueType

from epicene.core.files import cache_folder, clear_disk_errors
from epicene.core.hashing import SHORT, digest

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")
Parts = tuple[int, list[np.ndarray], list[int], list[GGUFValueType]]
ROWS = 256  # of weights, unpacked at a time
_parsed: dict[tuple[str, int, int], GGUFReader] = {}


class PlainReader(GGUFReader):  # type: ignore[misc]
    """Over the bytes as a plain array: a memory map costs two thirds of the parsing, in each of its small slices."""

    _bytes: np.ndarray

    @property
    def data(self) -> np.ndarray:
        return self._bytes

    @data.setter
    def data(self, mapped: np.ndarray) -> None:
        self._bytes = mapped.view(np.ndarray)


class WeightsReader(PlainReader):
    """Steps over lists of strings (tokens, merges) and long ones of numbers: of use to the tokenizer alone."""

    LONG = 1000

    def _get_field_parts(self, orig_offs: int, raw_type: int) -> Parts:
        if raw_type == GGUFValueType.ARRAY:
            head = [self._get(orig_offs, np.uint32), self._get(orig_offs + 4, np.uint64)]
            inner, count = GGUFValueType(head[0][0]), int(head[1][0])
            start, number = orig_offs + 12, self.gguf_scalar_to_np.get(inner)
            types = [GGUFValueType.ARRAY, inner]
            if inner == GGUFValueType.STRING:
                return self._after_strings(start, count) - orig_offs, head, [], types
            if number is not None and count >= self.LONG:
                return start - orig_offs + count * np.dtype(number).itemsize, head, [], types
        parts: Parts = super()._get_field_parts(orig_offs, raw_type)
        return parts

    def _after_strings(self, offset: int, count: int) -> int:
        content = self.data.data
        is_little = (sys.byteorder == "little") == (self.byte_order == "I")  # S: swapped
        for _ in range(count):
            offset += 8 + int.from_bytes(content[offset : offset + 8], "little" if is_little else "big")
        return offset


@contextmanager
def read_once(reader: Callable[[Path], GGUFReader]) -> Iterator[None]:
    """Within it, transformers finds a file parsed that it parsed before, makes its map of tensor names once and not for
    each module, unpacks weights many rows at a time, and draws no progress bar of its own."""
    from transformers import modeling_gguf_pytorch_utils

    with (
        _in_place(gguf, "GGUFReader", partial(_parse, reader)),
        _in_place(gguf, "get_tensor_name_map", cache(gguf.get_tensor_name_map)),
        _in_place(gguf.quants, "_apply_over_grouped_rows", _over_rows),
        _in_place(modeling_gguf_pytorch_utils, "tqdm", _unseen),
    ):
        yield


@contextmanager
def _in_place(module: ModuleType, name: str, other: object) -> Iterator[None]:
    """What a library calls by that name, for a while."""
    own = getattr(module, name)
    setattr(module, name, other)
    try:
        yield
    finally:
        setattr(module, name, own)


def _over_rows(
    unpack: Callable[[np.ndarray], np.ndarray], arr: np.ndarray, otype: type, oshape: tuple[int, ...]
) -> np.ndarray:
    """gguf's own takes sixteen rows at a time, which for weights of 4 bits lasts more than twice as long."""
    rows = arr.reshape(-1, arr.shape[-1])
    unpacked: np.ndarray = np.empty((len(rows), math.prod(oshape) // len(rows)), dtype=otype)
    for at in range(0, len(rows), ROWS):
        some = rows[at : at + ROWS]
        unpacked[at : at + ROWS] = unpack(some).reshape(len(some), -1)
    return unpacked.reshape(oshape)


def _unseen(steps: Iterable[T], **_: object) -> Iterable[T]:
    return steps


def _parse(reader: Callable[[Path], GGUFReader], path: str | Path) -> GGUFReader:
    stat = Path(path).stat()
    key = (str(path), stat.st_size, stat.st_mtime_ns)
    if key not in _parsed:
        let_go()
        _parsed[key] = reader(Path(path))
    return _parsed[key]


def let_go() -> None:
    """Of what was parsed: a hundred thousand small arrays, once the weights are loaded."""
    _parsed.clear()


def description_of(file: Path) -> Path:
    """A folder with the configuration and tokenizer of the file, made once; another version of transformers may make
    something else of it."""
    import transformers

    stat = file.stat()
    key = digest([str(file.resolve()), stat.st_size, stat.st_mtime_ns, transformers.__version__])
    kept = cache_folder() / "gguf" / f"{file.stem}-{key[:SHORT]}"
    if kept.is_dir():
        return kept
    with read_once(PlainReader):
        config = transformers.AutoConfig.from_pretrained(file.parent, gguf_file=file.name)
        tokenizer = transformers.AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
    with clear_disk_errors(kept, "Name a folder that can be written with EPICENE_CACHE."):
        kept.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(mkdtemp(dir=kept.parent))
        try:
            config.save_pretrained(draft)
            tokenizer.save_pretrained(draft)
            if not kept.is_dir():  # another process may have been faster
                draft.rename(kept)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return kept
