"""Models that a program has loaded already: written to the cache once, and then asked like any other folder.

Asking from files means that a run can be resumed, that Ray's workers find the model, and that it is known by the same
digest as the folder that it could be saved to.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import torch

from epicene.core.errors import InputError
from epicene.core.files import cache_folder
from epicene.core.hashing import SHORT


class Saved(Protocol):
    """What transformers can write to a folder."""

    def save_pretrained(self, folder: Path, /) -> object: ...


class Configured(Protocol):
    def to_json_string(self) -> str: ...


class LoadedModel(Saved, Protocol):
    name_or_path: str
    config: Configured

    def state_dict(self) -> Mapping[str, torch.Tensor]: ...


def save_loaded(model: LoadedModel, tokenizer: Saved) -> Path:
    """Its folder: named after the model and its weights as they are now, and written where there is none yet."""
    folder = cache_folder() / "loaded"
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^\w.-]+", "-", Path(model.name_or_path or type(model).__name__).name)
    draft = Path(tempfile.mkdtemp(dir=folder))
    try:
        tokenizer.save_pretrained(draft)
        path = folder / f"{name}-{_digest(model, draft)[:SHORT]}"
        if not path.is_dir():
            model.save_pretrained(draft)
            draft.rename(path)
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(
            f"The model that was passed cannot be written to {folder} ({error}). Save it with "
            "save_pretrained and name the folder."
        ) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return path


def _digest(model: LoadedModel, tokenizer: Path) -> str:
    """Of weights, class, configuration and tokenizer: the same weights answer otherwise with another of these."""
    total = hashlib.sha256(f"{type(model).__name__} {model.config.to_json_string()}".encode())
    for name, tensor in sorted(model.state_dict().items()):
        total.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}".encode())
        total.update(tensor.detach().cpu().contiguous().flatten().view(torch.uint8).numpy().tobytes())
    for file in sorted(tokenizer.iterdir()):
        total.update(file.name.encode() + file.read_bytes())
    return total.hexdigest()
