"""GGUF files, which transformers parses anew for configuration, tokenizer and weights: here what describes the model is
kept for the next process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import gguf
import numpy as np

from epicene.core.files import cache_folder, clear_disk_errors
from epicene.core.hashing import SHORT, digest


class PlainReader(gguf.GGUFReader):  # type: ignore[misc]
    """Reads the file over a plain view of its bytes: slicing a memory map a hundred thousand times, for tokens and
    merges, takes two thirds of the parsing (of the default model, 2.4 of 3.5 CPU seconds)."""

    _bytes: np.ndarray

    @property
    def data(self) -> np.ndarray:
        return self._bytes

    @data.setter
    def data(self, mapped: np.ndarray) -> None:
        self._bytes = mapped.view(np.ndarray)


@contextmanager
def read_once() -> Iterator[None]:
    """Within it, transformers parses a file once, makes its map of tensor names once and not for each module, and draws
    no progress bar of its own."""
    from transformers import modeling_gguf_pytorch_utils

    with ExitStack() as stack:
        for module, name, other in (
            (gguf, "GGUFReader", cache(PlainReader)),
            (gguf, "get_tensor_name_map", cache(gguf.get_tensor_name_map)),
            (modeling_gguf_pytorch_utils, "tqdm", lambda steps, **_: steps),
        ):
            stack.callback(setattr, module, name, getattr(module, name))
            setattr(module, name, other)
        yield


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
