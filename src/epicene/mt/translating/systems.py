"""What can translate: a model that transformers loads, or any command that reads lines and writes lines."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import IO

from epicene.core.errors import EpiceneError, InputError
from epicene.core.progress import current
from epicene.core.types import Numbered
from epicene.models.batching import unanswered
from epicene.models.description import Description
from epicene.models.engines.cost import Meter, metered
from epicene.models.engines.local import LOCAL, Engine, Local, Workers
from epicene.models.language_codes import check_language
from epicene.models.loading import Placement
from epicene.models.source import SentSource, is_served, locate
from epicene.models.translation import (
    Decoding,
    Marks,
    Translator,
    describe_translation,
    like_lengths,
    load_translator,
    longest_answer,
    marks_of,
    usual_budget,
    without_weights,
)

SECONDS_BETWEEN_WRITES = 0.5
Sentence = tuple[int, ...]  # its tokens


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model as a user names it; `name` is what it is called, if not by its folder or hub id."""

    spec: str
    revision: str | None = None
    trust_remote_code: bool = False
    prefix: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Telling:
    """The languages that a model is told to translate between, and what is put in front instead, if anything."""

    source: str
    target: str
    prefix: str | None = None

    def marks(self, description: Description) -> Marks:
        return marks_of(description, self.source, self.target, self.prefix)


@dataclass
class ModelSystem:
    """Weights are loaded when the first line is translated, so that everything else is refused before."""

    description: Description
    marks: Marks
    placement: Placement
    decoding: Decoding
    telling: Telling
    engine: Engine = field(default_factory=Local)

    def __post_init__(self) -> None:
        self._encoded: list[list[int]] = []
        self._workers: Workers[Translator] | None = None

    @property
    def name(self) -> str:
        return self.description.source.name

    @cached_property
    def facts(self) -> Mapping[str, str | int | None]:
        source = self.description.source
        return {
            "model": source.spec,
            "revision": source.revision,
            "weights": source.digest(),
            "beams": self.decoding.beams,
            "max_new_tokens": self.decoding.max_new_tokens,
            "limit": "2 n + 32",
            "prefix": self.marks.prefix,
            "dtype": self.placement.dtype,
        }

    def check(self, lines: Sequence[str], file: Path) -> None:
        limit = self.description.max_tokens
        self._encoded = [self.description.tokenizer(self.marks.prefix + line)["input_ids"] for line in lines]
        for number, ids in enumerate(self._encoded, start=1):
            if len(ids) > limit:
                raise InputError(
                    f"{file}, line {number}, has {len(ids)} tokens, more than the {limit} that {self.name} takes. Cut "
                    "it into sentences."
                )

    @cached_property
    def planner(self) -> Translator:
        """The model without its weights, which puts questions into tokens."""
        return without_weights(self.description, self.marks, self.decoding, self.budget)

    @property
    def budget(self) -> int:
        return self.placement.budget or usual_budget(self.engine.resolve(self.placement).device)

    @contextmanager
    def at_work(self, meter: Meter | None = None) -> Iterator[Workers[Translator]]:
        """Those that hold the weights; within one such context all work goes to them, and is counted by its meter."""
        if self._workers is not None:
            yield self._workers
            return
        with self.engine.workers(TranslatorRecipe(self), self.placement) as workers:
            self._workers = meter.counting(workers) if meter else workers
            try:
                yield self._workers
            finally:
                self._workers = None

    @contextmanager
    def counted(self, folder: Path) -> Iterator[Meter]:
        with metered(folder, self.engine.name) as meter, self.at_work(meter):
            yield meter

    def translate(self, lines: Sequence[Numbered]) -> Iterator[list[Numbered]]:
        """Of the lines that were checked, those that are wanted; batches are those of all of them.

        A sentence that comes twice is asked once: in two batches, rounding could make two translations of it.
        """
        if not lines:
            return
        wanted, budget = {place for place, _ in lines}, self.budget
        places: dict[Sentence, list[int]] = {}
        for place, ids in enumerate(self._encoded):
            places.setdefault(tuple(ids), []).append(place)
        sentences = list(places)
        batches = like_lengths(list(map(len, sentences)), self.decoding, lambda: budget)
        todo = unanswered(
            ([sentences[number] for number in batch] for batch in batches),
            lambda batch: (place for sentence in batch for place in places[sentence]),
            set(range(len(self._encoded))) - wanted,
        )
        with self.at_work() as workers:
            for found in workers.map(_translate, todo):
                yield [(place, text) for sentence, text in found for place in places[sentence] if place in wanted]


def _translate(translator: Translator, sentences: Sequence[Sentence]) -> list[tuple[Sentence, str]]:
    """In one batch, unless memory ran out before and the translator takes fewer now."""
    found: list[tuple[Sentence, str]] = []
    for batch in translator.batches([len(sentence) for sentence in sentences]):
        own = [sentences[number] for number in batch]
        found += zip(own, translator.translate(own), strict=True)
    return found


@dataclass(frozen=True, slots=True)
class TranslatorRecipe:
    """Here, with what was read of the model already."""

    system: ModelSystem

    def __call__(self, placement: Placement) -> Translator:
        system = self.system
        current().say(f"Loading {system.name}")
        return load_translator(system.description, system.marks, placement, system.decoding)

    def to_send(self) -> Callable[[Placement], Translator]:
        system = self.system
        current().say(f"Loading {system.name}")
        source = SentSource.of(system.description.source, str(system.facts["weights"]))
        return SentTranslator(source, system.description.trust_remote_code, system.telling, system.decoding)


@dataclass(frozen=True, slots=True)
class SentTranslator:
    """Elsewhere, with what that machine reads for itself."""

    source: SentSource
    trust_remote_code: bool
    telling: Telling
    decoding: Decoding

    def __call__(self, placement: Placement) -> Translator:
        description = describe_translation(self.source.found(), trust_remote_code=self.trust_remote_code)
        return load_translator(description, self.telling.marks(description), placement, self.decoding)


def refuse_idle(option: str, given: object, others: Mapping[str, object]) -> None:
    """An option that changes nothing beside another was meant for something else."""
    idle = next((name for name, value in others.items() if value), None) if given else None
    if idle:
        raise InputError(f"{idle} changes nothing with {option}; leave one of the two out.")


def open_system(
    choice: ModelChoice | None,
    command: str | None,
    languages: tuple[str, str],
    placement: Placement,
    decoding: Decoding,
    engine: Engine,
) -> ModelSystem | CommandSystem:
    """The one system that a user named."""
    if choice and command is None:
        return open_model(choice, *languages, placement, decoding, engine)
    if command and choice is None:
        for language in languages:
            check_language(language)
        return CommandSystem(command)
    raise InputError("Give one system to translate with: either MODEL or --command CMD.")


def open_model(
    choice: ModelChoice,
    source: str,
    target: str,
    placement: Placement,
    decoding: Decoding,
    engine: Engine | None = None,
) -> ModelSystem:
    """Everything about a model that can be refused without its weights."""
    if is_served(choice.spec):
        raise InputError(
            f"{choice.spec} is behind a server, and translating needs weights on this machine. Name a translation "
            "model by its folder or hub id, such as Helsinki-NLP/opus-mt-fr-en."
        )
    engine = engine or Local()
    engine.resolve(placement)
    found = locate(choice.spec, choice.revision)
    called = replace(found, name=choice.name or found.name)
    description = describe_translation(called, trust_remote_code=choice.trust_remote_code)
    limited = Decoding(decoding.beams, min(decoding.max_new_tokens, longest_answer(description)))
    telling = Telling(source, target, choice.prefix)
    return ModelSystem(description, telling.marks(description), placement, limited, telling, engine)


@dataclass
class CommandSystem:
    """A command of the user's own, run by the shell: it gets the lines and must answer each with one line."""

    command: str

    @property
    def facts(self) -> Mapping[str, str]:
        return {"command": self.command}

    @property
    def name(self) -> str:
        return self.command

    def check(self, lines: Sequence[str], file: Path) -> None:
        pass

    def counted(self, folder: Path) -> AbstractContextManager[Meter]:
        return metered(folder, LOCAL)

    def translate(self, lines: Sequence[Numbered]) -> Iterator[list[Numbered]]:
        """Answers are kept as they come; a resumed call sends only what is missing."""
        if not lines:
            return
        process = subprocess.Popen(  # noqa: S602 - the user's own command, and pipes in it are wanted
            self.command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        if process.stdin is None or process.stdout is None:
            raise EpiceneError(f"{self.command!r} could not be started with pipes.")
        threading.Thread(target=_feed, args=(process.stdin, [line for _, line in lines]), daemon=True).start()
        try:
            n_answers = yield from self._answers(process.stdout, lines)
            code = process.wait()
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

    def _answers(self, answers: IO[bytes], lines: Sequence[Numbered]) -> Generator[list[Numbered], None, int]:
        """What comes, gathered for a moment so that a fast command does not wait for the disk; returns how many."""
        n_answers, gathered, since = 0, list[Numbered](), time.monotonic()
        try:
            for answer in answers:
                n_answers += 1
                if n_answers > len(lines):
                    break
                gathered.append((lines[n_answers - 1][0], answer.decode().strip()))
                if time.monotonic() - since > SECONDS_BETWEEN_WRITES:
                    yield gathered
                    gathered, since = [], time.monotonic()
        except UnicodeDecodeError as error:
            raise InputError(f"{self.command!r} answers with bytes that are not UTF-8 ({error.reason}).") from None
        if gathered:
            yield gathered
        return n_answers


def _feed(pipe: IO[bytes], lines: Sequence[str]) -> None:
    """In a thread of its own: a command may write before it has read everything."""
    try:
        for line in lines:
            pipe.write(f"{line}\n".encode())
        pipe.close()
    except (BrokenPipeError, ValueError):
        return  # the command ended early, and what it did not answer says so
