"""GGUF files, which transformers parses anew for configuration, tokenizer and weights: here once in a process, and what
describes the model is kept for the next one. Of the default model, that is 20 CPU seconds of a first minute.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from epicene.core.files import cache_folder, clear_disk_errors
from epicene.core.hashing import SHORT, digest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gguf import GGUFReader

T = TypeVar("T")


@contextmanager
def read_once() -> Iterator[None]:
    """Within it, transformers finds a file parsed that it parsed before, makes its map of tensor names once and not for
    each module, and draws no progress bar of its own."""
    import gguf
    from transformers import modeling_gguf_pytorch_utils

    with (
        _in_place(gguf, "GGUFReader", _parsed),
        _in_place(gguf, "get_tensor_name_map", cache(gguf.get_tensor_name_map)),
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


def _unseen(steps: Iterable[T], **_: object) -> Iterable[T]:
    return steps


def _parsed(path: str | Path) -> GGUFReader:
    stat = Path(path).stat()
    return _parse(str(path), stat.st_size, stat.st_mtime_ns)


@lru_cache(maxsize=1)
def _parse(path: str, size: int, changed: int) -> GGUFReader:
    from gguf.gguf_reader import GGUFReader

    return GGUFReader(path)


def let_go() -> None:
    """Of what was parsed: a hundred thousand small arrays, once the weights are loaded."""
    _parse.cache_clear()


def description_of(file: Path) -> Path:
    """A folder with the configuration and tokenizer of the file, made once; another version of transformers may make
    something else of it."""
    import transformers

    stat = file.stat()
    key = digest([str(file.resolve()), stat.st_size, stat.st_mtime_ns, transformers.__version__])
    kept = cache_folder() / "gguf" / f"{file.stem}-{key[:SHORT]}"
    if kept.is_dir():
        return kept
    with read_once():
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
