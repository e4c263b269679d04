"""What can translate, by the name that a user types. Each engine has a file of its own and is declared by an entry
point of `epicene.translators`, in this package or in another."""

from __future__ import annotations

import importlib
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import IO, TYPE_CHECKING, ClassVar

from epicene.core.errors import EpiceneError, InputError
from epicene.core.extras import missing_package
from epicene.core.hashing import files_digest
from epicene.core.progress import current
from epicene.core.registry import Registry
from epicene.core.types import Lines, Numbered
from epicene.models.engines.cost import Meter, metered
from epicene.models.engines.local import LOCAL, RAY, Engine
from epicene.models.source import TRANSLATORS
from epicene.models.translation_text import check_language, same_language
from epicene.mt.translating.translate_file import CountedSystem

if TYPE_CHECKING:
    from epicene.models.engines.ledger import Spending
    from epicene.models.loading import Placement
    from epicene.models.translation import Decoding

SECONDS_BETWEEN_WRITES, MOST_BETWEEN_WRITES = 0.5, 1000


@dataclass
class CommandSystem:
    """A command of the user's own, run by the shell: it gets the lines and must answer each with one line."""

    command: str
    environment: Mapping[str, str] | None = field(default=None, init=False)  # where the command needs another than ours

    @property
    def facts(self) -> Mapping[str, str]:
        return {"command": self.command}

    @property
    def name(self) -> str:
        return self.command

    def check(self, lines: Lines[str], file: Path) -> None:
        pass

    def counted(self, folder: Path) -> AbstractContextManager[Meter]:
        return metered(folder, LOCAL)

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        """Answers are kept as they come; a resumed call sends only what is missing."""
        if len(lines):
            yield from self.ask(list(lines))

    def ask(self, lines: Sequence[Numbered]) -> Iterator[list[Numbered]]:
        """Answers, gathered for a moment so that a fast command does not wait for the disk."""
        process = subprocess.Popen(  # noqa: S602 - the user's own command, and pipes in it are wanted
            self.command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.environment
        )
        if process.stdin is None or process.stdout is None:
            raise EpiceneError(f"{self.command!r} could not be started with pipes.")
        # In a thread of its own: a command may write before it has read everything.
        threading.Thread(target=_feed, args=(process.stdin, lines), daemon=True).start()
        n_answers, gathered, since, code = 0, list[Numbered](), time.monotonic(), 0
        try:
            for answer in process.stdout:
                n_answers += 1
                if n_answers > len(lines):
                    break
                gathered.append((lines[n_answers - 1][0], answer.decode().strip()))
                if time.monotonic() - since > SECONDS_BETWEEN_WRITES or len(gathered) == MOST_BETWEEN_WRITES:
                    yield gathered
                    gathered, since = [], time.monotonic()
            if gathered:
                yield gathered
            if n_answers <= len(lines):
                code = process.wait()
        except UnicodeDecodeError as error:
            raise InputError(f"{self.command!r} answers with bytes that are not UTF-8 ({error.reason}).") from None
        finally:
            if process.poll() is None:
                process.kill()
            process.stdout.close()
            process.wait()
        if code:
            raise EpiceneError(
                f"{self.command!r} ended with exit code {code} after {n_answers} of {len(lines)} lines. Mend it and "
                "run the same command again; what it answered is kept."
            )
        if n_answers != len(lines):
            raise InputError(
                f"{self.command!r} answers {len(lines)} lines with {n_answers}; it must write exactly one line for "
                "each line that it reads."
            )


def _feed(pipe: IO[bytes], lines: Iterable[Numbered]) -> None:
    try:
        for _, line in lines:
            pipe.write(f"{line}\n".encode())
        pipe.close()
    except (BrokenPipeError, ValueError):
        return  # the command ended early, and what it did not answer says so


TOGETHER = 32  # lines; always the same ones, so that a resumed file is the unbroken one
Answer = Callable[[Sequence[str]], list[str]]


@dataclass
class LineSystem:
    """`files` are what it is known by; `load` gives what answers lines with lines, when the first are asked."""

    name: str
    files: Sequence[Path]
    load: Callable[[], Answer]
    settings: Mapping[str, str | int] = field(default_factory=dict)
    _all: Sequence[str] = field(default=(), init=False)

    @cached_property
    def facts(self) -> Mapping[str, str | int]:
        return {"model": self.name, "weights": files_digest(self.files), **self.settings}

    def check(self, lines: Lines[str], file: Path) -> None:
        self._all = list(lines)

    def counted(self, folder: Path) -> AbstractContextManager[Meter]:
        return metered(folder, LOCAL)

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        missing = {index for index, _ in lines}
        if not missing:
            return
        current().say(f"Loading {self.name}")
        answer = self.load()
        for start in range(0, len(self._all), TOGETHER):
            batch = range(start, min(start + TOGETHER, len(self._all)))
            if missing.isdisjoint(batch):
                continue
            answers = answer([self._all[index] for index in batch])
            yield [(index, text) for index, text in zip(batch, answers, strict=True) if index in missing]


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
        for option, wanted, known in (("--from", source, own[0]), ("--to", target, own[1])):
            if wanted and not same_language(wanted, known):
                raise InputError(f"{spec} translates from {own[0]} to {own[1]}, so {option} {wanted} does not fit.")
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
    validate_options_followed(choice.spec, request.given())
    return engine_for(choice.spec).open(request)


def validate_options_followed(spec: str, given: Mapping[str, object]) -> None:
    """An option that was given and that the system's engine cannot follow."""
    if idle := {option for option, value in given.items() if value} - engine_for(spec).takes:
        raise InputError(f"{min(idle)} changes nothing for {spec}; leave it out.")
