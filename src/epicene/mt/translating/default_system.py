"""The system that translates where a user names none: OPUS-MT of the package index, else Apertium."""

from __future__ import annotations

from collections.abc import Callable

from epicene.core.errors import InputError
from epicene.models.packaged import PREFIX, PackagedModel, in_megabytes, packaged_models
from epicene.mt.translating.apertium import APERTIUM, APERTIUM_MODES, INSTALLING, is_installed


def unasked(model: PackagedModel) -> bool:
    """With nobody to ask, nothing is downloaded that was not named."""
    return False


def default_system(command: str, direction: str, may_download: Callable[[PackagedModel], bool] = unasked) -> str:
    """The name of a system for a direction (`fr-en`): OPUS-MT where it is in the cache or where `may_download` says
    yes, Apertium where it is installed. `command` is what the user typed, for the sentence that says what to do."""
    languages = tuple(direction.split("-"))
    neural = next((model for model in packaged_models().values() if model.languages == languages), None)
    if neural is None or direction not in APERTIUM_MODES:
        raise InputError(
            f"No system is known for {direction} without a name, only for {', '.join(APERTIUM_MODES)}. Name one: "
            f"epicene {command} SYSTEM."
        )
    if neural.is_here() or may_download(neural):
        return PREFIX + neural.spec
    if is_installed(direction):
        return f"{APERTIUM}:{direction}"
    raise InputError(
        f"No system was named and none is here for {direction}. Download {neural.name} "
        f"({in_megabytes(neural.download_size)} MB, {neural.licence}) with `epicene {command} {PREFIX}{neural.spec}`, "
        f"or install Apertium with `{INSTALLING}`."
    )
