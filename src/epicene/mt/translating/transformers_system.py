"""Translation models that transformers loads: those that can also be looked into."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.types import Lines, Numbered
from epicene.models.batching import unanswered
from epicene.models.description import Description
from epicene.models.engines.cost import Meter, metered
from epicene.models.engines.local import Engine, Local, WorkerFactory, Workers
from epicene.models.loading import Placement
from epicene.models.packaged import PREFIX, packaged_model
from epicene.models.source import Source, is_served, locate
from epicene.models.translation import (
    Decoding,
    LanguageTags,
    Translator,
    describe_translation,
    language_tags,
    like_lengths,
    load_translator,
    longest_answer,
    usual_budget,
    without_weights,
)
from epicene.mt.translating.translation_engine import (
    TRANSFORMERS,
    ModelChoice,
    SystemRequest,
    TranslationEngine,
    behind_a_server,
    engine_for,
    languages_of,
)

Sentence = tuple[int, ...]  # its tokens


@dataclass
class ModelSystem:
    """Weights are loaded when the first line is translated, so that everything else is refused before."""

    description: Description
    marks: LanguageTags
    placement: Placement
    decoding: Decoding
    read_marks: Callable[[Description], LanguageTags]
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
            **(self.marks.prompt.facts if self.marks.prompt else {}),
        }

    def check(self, lines: Lines[str], file: Path) -> None:
        limit = self.description.max_tokens
        self._encoded = [self.planner.encode(line) for line in lines]
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

    @property
    def factory(self) -> WorkerFactory[Tagged, Translator]:
        """Loads the weights wherever the work is done."""
        source, code = self.description.source.absolute(), self.description.trust_remote_code
        return WorkerFactory(
            partial(_load_translator, self.decoding),
            partial(_read_elsewhere, source, str(self.facts["weights"]), code, self.read_marks),
            (self.description, self.marks),
            f"Loading {self.name}",
        )

    @contextmanager
    def at_work(self, meter: Meter | None = None) -> Iterator[Workers[Translator]]:
        """Those that hold the weights; within one such context all work goes to them, and is counted by its meter."""
        if self._workers is not None:
            yield self._workers
            return
        with self.engine.workers(self.factory, self.placement) as workers:
            self._workers = meter.counting(workers) if meter else workers
            try:
                yield self._workers
            finally:
                self._workers = None

    @contextmanager
    def counted(self, folder: Path) -> Iterator[Meter]:
        with metered(folder, self.engine.name) as meter, self.at_work(meter):
            yield meter

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        """Of the lines that were checked, those that are wanted; batches are those of all of them.

        A sentence that comes twice is asked once: in two batches, rounding could make two translations of it.
        """
        if not len(lines):
            return
        wanted, budget = {number for number, _ in lines}, self.budget
        indices: dict[Sentence, list[int]] = {}
        for index, ids in enumerate(self._encoded):
            indices.setdefault(tuple(ids), []).append(index)
        sentences = list(indices)
        batches = like_lengths(list(map(len, sentences)), self.decoding, lambda: budget)
        todo = unanswered(
            ([sentences[number] for number in batch] for batch in batches),
            lambda batch: (index for sentence in batch for index in indices[sentence]),
            set(range(len(self._encoded))) - wanted,
        )
        with self.at_work() as workers:
            for answers in workers.map(_translate, todo):
                yield [(number, text) for sentence, text in answers for number in indices[sentence] if number in wanted]


def _translate(translator: Translator, sentences: Sequence[Sentence]) -> list[tuple[Sentence, str]]:
    """In one batch, unless memory ran out before and the translator takes fewer now."""
    answers: list[tuple[Sentence, str]] = []
    for batch in translator.batches([len(sentence) for sentence in sentences]):
        own = [sentences[number] for number in batch]
        answers += zip(own, translator.translate(own), strict=True)
    return answers


Tagged = tuple[Description, LanguageTags]


def _load_translator(decoding: Decoding, known: Tagged, placement: Placement) -> Translator:
    return load_translator(*known, placement, decoding)


def _read_elsewhere(
    source: Source, weights: str, trust_remote_code: bool, read_marks: Callable[[Description], LanguageTags]
) -> Tagged:
    """What this system's description says, read by another machine for itself."""
    description = describe_translation(source.found_here(weights), trust_remote_code=trust_remote_code, by_prompt=True)
    return description, read_marks(description)


def validate_options_apply(option: str, given: object, others: Mapping[str, object]) -> None:
    """An option that changes nothing beside another was meant for something else."""
    idle = next((name for name, value in others.items() if value), None) if given else None
    if idle:
        raise InputError(f"{idle} changes nothing with {option}; leave one of the two out.")


def open_model(
    choice: ModelChoice,
    source: str,
    target: str,
    placement: Placement,
    decoding: Decoding,
    engine: Engine | None = None,
    *,
    by_prompt: bool = False,
) -> ModelSystem:
    """Everything about a model that can be refused without its weights; `by_prompt` takes causal language models."""
    if is_served(choice.spec):
        raise behind_a_server(choice.spec)
    if not (translating := engine_for(choice.spec)).has_weights:
        raise translating.no_weights(choice.spec)
    languages_of(choice.spec, source, target)
    engine = engine or Local()
    engine.resolve(placement)
    located = locate(choice.spec, choice.revision)
    called = replace(located, name=choice.name or located.name)
    description = describe_translation(called, trust_remote_code=choice.trust_remote_code, by_prompt=by_prompt)
    limited = Decoding(decoding.beams, min(decoding.max_new_tokens, longest_answer(description)))
    read_marks = partial(language_tags, source=source, target=target, prefix=choice.prefix, prompts=choice.prompts)
    return ModelSystem(description, read_marks(description), placement, limited, read_marks, engine)


class Transformers(TranslationEngine):
    """Takes what no other engine recognises."""

    name = TRANSFORMERS
    has_weights = True
    takes = frozenset(
        {"--revision", "--prefix", "--prompts", "--engine ray"} | {"--beam", "--device", "--dtype", "--batch-tokens"}
    )

    def recognises(self, spec: str) -> bool:
        return False

    def languages(self, spec: str) -> tuple[str, str] | None:
        """Those of a packaged model, which are known before it is downloaded."""
        return packaged_model(spec).languages if spec.startswith(PREFIX) else None

    def open(self, request: SystemRequest) -> ModelSystem:
        placement, decoding = request.placement, request.decoding
        return open_model(request.choice, *request.languages, placement, decoding, request.engine, by_prompt=True)


ENGINE = Transformers()
