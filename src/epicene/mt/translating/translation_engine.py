"""What can translate, by the name that a user types. Each engine has a file of its own and is declared by an entry
point of `epicene.translators`, in this package or in another."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

from epicene.core.errors import InputError
from epicene.core.extras import missing_package
from epicene.core.registry import Registry
from epicene.models.engines.local import RAY, Engine
from epicene.models.source import TRANSLATORS
from epicene.models.translation_text import check_language, same_language
from epicene.mt.translating.command_system import CommandSystem
from epicene.mt.translating.translate_file import CountedSystem

if TYPE_CHECKING:  # they load torch, and what an engine refuses it refuses without
    from epicene.models.engines.ledger import Spending
    from epicene.models.loading import Placement
    from epicene.models.translation import Decoding

TRANSFORMERS = "transformers"  # takes what no other engine recognises: a folder, a hub id


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model as a user names it; `name` is what it is called, if not by its folder or hub id."""

    spec: str
    revision: str | None = None
    trust_remote_code: bool = False
    prefix: str | None = None
    name: str | None = None
    prompts: Path | None = None


@dataclass(frozen=True, slots=True)
class SystemRequest:
    """What a system is opened for: `languages` from which to which, `engine` the machines it runs on."""

    choice: ModelChoice
    languages: tuple[str, str]
    placement: Placement
    decoding: Decoding
    engine: Engine
    spending: Spending | None = None

    def given(self) -> dict[str, object]:
        """The options that not every engine can follow, empty where they were not given."""
        choice = self.choice
        options = {"--revision": choice.revision, "--prefix": choice.prefix, "--prompts": choice.prompts}
        return {**options, "--engine ray": self.engine.name == RAY}


class TranslationEngine(ABC):
    """`takes` are the options that change what it does; another one that is given is refused."""

    name: ClassVar[str]
    has_weights: ClassVar[bool] = False  # that transformers loads, so that `mt audit`, `probe` and `intervene` see them
    takes: ClassVar[frozenset[str]] = frozenset()

    def recognises(self, spec: str) -> bool:
        """Whether what a user typed is for this engine; by the prefix, or by what a folder holds."""
        return spec.startswith(f"{self.name}:")

    def languages(self, spec: str) -> tuple[str, str] | None:
        """From which to which it translates, where its name says so."""
        return None

    @abstractmethod
    def open(self, request: SystemRequest) -> CountedSystem:
        """Refuses what can be refused before anything is translated, with what to install where that is missing."""

    def no_weights(self, spec: str) -> InputError:
        """What somebody is told who wants to look into it."""
        return InputError(
            f"{spec} gives translations and nothing to look into; this needs a model that transformers loads. What it "
            f"writes can be judged: epicene mt judge {spec}"
        )


ENGINES: Registry[TranslationEngine] = Registry(
    "translation engine", TRANSLATORS, lambda thing: isinstance(thing, TranslationEngine)
)


def engine_for(spec: str) -> TranslationEngine:
    prefix = spec.partition(":")[0]
    if prefix in ENGINES and ENGINES[prefix].recognises(spec):
        return ENGINES[prefix]
    return next((engine for engine in ENGINES.values() if engine.recognises(spec)), ENGINES[TRANSFORMERS])


def behind_a_server(spec: str) -> InputError:
    return InputError(
        f"{spec} is behind a server, and this needs weights on this machine. Name a translation model by its folder "
        "or hub id, such as Helsinki-NLP/opus-mt-fr-en; `mt translate` takes chat:URL#MODEL too."
    )


def import_package(name: str, spec: str) -> ModuleType:
    """A package that an engine needs and that is an extra of epicene's."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise missing_package(name, spec) from error


def languages_of(spec: str | None, source: str | None, target: str | None) -> tuple[str, str]:
    """Those that were given, or those that the name of a system says."""
    own = engine_for(spec).languages(spec) if spec else None
    if own:
        for option, asked, known in (("--from", source, own[0]), ("--to", target, own[1])):
            if asked and not same_language(asked, known):
                raise InputError(f"{spec} translates from {own[0]} to {own[1]}, so {option} {asked} does not fit.")
        return own
    if not (source and target):
        raise InputError("Say which languages: --from CODE and --to CODE, such as --from fr --to en.")
    return source, target


def open_system(
    choice: ModelChoice | None,
    command: str | None,
    languages: tuple[str, str],
    placement: Placement,
    decoding: Decoding,
    engine: Engine,
    spending: Spending | None = None,
) -> CountedSystem:
    """The one system that a user named."""
    if command and choice is None:
        for language in languages:
            check_language(language)
        return CommandSystem(command)
    if choice is None or command is not None:
        raise InputError("Give one system to translate with: either MODEL or --command CMD.")
    request = SystemRequest(choice, languages, placement, decoding, engine, spending)
    refuse_unfollowed(choice.spec, request.given())
    return engine_for(choice.spec).open(request)


def refuse_unfollowed(spec: str, given: Mapping[str, object]) -> None:
    """An option that was given and that the system's engine cannot follow."""
    if idle := {option for option, value in given.items() if value} - engine_for(spec).takes:
        raise InputError(f"{min(idle)} changes nothing for {spec}; leave it out.")
