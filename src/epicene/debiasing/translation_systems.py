"""Methods for translation systems: further training on pairs with their counterparts in the other gender, or with a tag
before the source that says the gender in one place.

A tag is read from the source alone (`mt/source_gender.py`), never from the reference: it has to be there when the
system translates, and there is no reference then.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from epicene.core.errors import InputError
from epicene.core.progress import current
from epicene.debiasing.debias_run import (
    DebiasJob,
    DebiasResults,
    Method,
    Target,
    TextRead,
    validate_model,
    validate_training,
)
from epicene.debiasing.swapped_text import Pair, PairedText
from epicene.grammar.people import Gender
from epicene.grammar.swaps import SWAPPED
from epicene.models.translation_text import NEUTRAL, SourceTags
from epicene.mt.noun_phrases import source_gender
from epicene.train.mt_text import validate_files, validate_parallel

if TYPE_CHECKING:
    from epicene.train.train_mt import FineTuning

RANK, RATE, FULL_RATE = 16, 1e-3, 2e-4
HELD_OUT, MOST_HELD_OUT = 20, 200  # one pair in so many is not trained on, and at most so many are not
HELD = 3  # a stream of the seed
FINDER = "gender"
TAGS = {Gender.FEMININE.value: "F", Gender.MASCULINE.value: "M", NEUTRAL: "N"}


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is trained on, each pair with its counterpart, and the record of it; `figures` are the method's own."""

    groups: Sequence[Sequence[Pair]]
    text: TextRead
    figures: dict[str, float]


@dataclass(frozen=True)
class SystemMethod(Method):
    """The defaults are for a laptop: some ten thousand pairs, three times."""

    not_asked: ClassVar[frozenset[str]] = frozenset()
    src: Path
    tgt: Path
    source: str = "fr"
    target: str = "en"
    avoid: tuple[str, ...] = ()
    sentences: int = 20_000
    full: bool = False
    rank: int = RANK
    rate: float | None = None
    epochs: int = 3
    max_tokens: int = 128
    save_every: int = 200
    seed: int = 0

    @property
    def bytes_a_parameter(self) -> int:
        """Three copies (trained, averaged, best); with all weights trained, the gradient and two running means too."""
        return 24 if self.full else 13

    @property
    def languages(self) -> Pair:
        return self.source, self.target

    @property
    def tags(self) -> SourceTags | None:
        """What the new system puts before a source."""
        return None

    @abstractmethod
    def prepare(self, text: PairedText) -> Prepared:
        """Read the text; what is wrong with it is refused."""

    def validate(self, target: Target) -> None:
        validate_training(self.full, self.rank, RANK, self.rate)
        for language in self.languages:
            if language not in SWAPPED:
                raise InputError(
                    f"There is no grammar for {language!r} that says who is a woman and who is a man; "
                    f"--from and --to are {', '.join(SWAPPED)}, either way round."
                )
        validate_files(self.src, self.tgt)
        validate_parallel(self.src, self.tgt, self.languages)
        prepared(self)
        validate_model(target, self.name, translates=True)  # last: a model may have to be fetched or trained

    def work(self, job: DebiasJob) -> DebiasResults:
        from epicene.train.train_mt import fine_tune
        from epicene.train.training import save_body

        run, text = job.run, prepared(self)
        tuning = self._tuning(job, text.groups)
        run.progress.say(f"Training {job.source.name} on {len(tuning.pairs)} pairs")
        trained = fine_tune(tuning, run)
        save_body(trained.model, tuning.system.tokenizer, run.draft)
        if self.tags:
            self.tags.write(run.draft)
        figures = {
            **text.figures,
            "bleu_before": trained.bleu_before,
            "bleu": trained.state.best_bleu,
            "trained": len(tuning.pairs),
            "held_out": len(tuning.held_out),
        }
        rate = tuning.settings.rate
        return self.results(job, tuning.system, text.text, figures, trained.state.step, rate=rate)

    def _tuning(self, job: DebiasJob, groups: Sequence[Sequence[Pair]]) -> FineTuning:
        import numpy as np

        from epicene.models.translation import describe_translation, language_tags
        from epicene.train.train_mt import FINE_TUNING, FineTuning

        system = describe_translation(job.source, trust_remote_code=job.target.trust_remote_code)
        marks = language_tags(system, *self.languages)
        if marks.tags and self.tags:
            raise InputError(f"{job.source.name} has tags already; name the system that it was made from.")
        settings = replace(
            FINE_TUNING,
            rate=self.rate or (FULL_RATE if self.full else RATE),
            epochs=self.epochs,
            max_tokens=min(self.max_tokens, system.max_tokens),
            validate_every=self.save_every,
            seed=self.seed,
            source=self.source,
            target=self.target,
        )
        # Pairs to train on and those to validate with; a pair and its counterpart stay together.
        n = min(MOST_HELD_OUT, max(1, len(groups) // HELD_OUT))
        held = set(np.random.default_rng([self.seed, HELD]).permutation(len(groups))[:n].tolist())
        sides: tuple[list[Pair], list[Pair]] = [], []
        for number, group in enumerate(groups):
            sides[number in held].extend(group)
        marks = replace(marks, tags=self.tags or marks.tags)
        return FineTuning(system, marks, *sides, settings, None if self.full else self.rank)


@dataclass(frozen=True)
class Counterfactual(SystemMethod):
    """Pairs and their counterparts: further training on balanced text is how Saunders and Byrne (2020) mend systems."""

    name: ClassVar[str] = "counterfactual"
    names: bool = False

    def prepare(self, text: PairedText) -> Prepared:
        groups = text.swapped(self.names)
        swapped, used = sum(len(group) > 1 for group in groups), sum(map(len, groups))
        language = "-".join(self.languages)
        return Prepared(groups, TextRead(language, text.n_read, swapped, used, text.n_words, text.reasons()), {})


@dataclass(frozen=True)
class Tag(SystemMethod):
    """A gender tag before each source, as Vanmassenhove et al. (2018) give systems the speaker's gender."""

    name: ClassVar[str] = "tag"

    @property
    def tags(self) -> SourceTags:
        return SourceTags(FINDER, self.source, TAGS)

    def prepare(self, text: PairedText) -> Prepared:
        pairs = list(islice(text.pairs(), self.sentences))
        counts = Counter(source_gender(source, self.source) for source, _ in pairs)
        gendered = len(pairs) - counts[NEUTRAL]
        if not gendered:
            raise InputError(
                f"No sentence of {self.src} says of a person whether it is a woman or a man, so that there is "
                "nothing to tag; give text about people."
            )
        read = TextRead("-".join(self.languages), text.n_read, gendered, len(pairs))
        return Prepared([[pair] for pair in pairs], read, {name: float(counts[name]) for name in TAGS})


@cache
def prepared(method: SystemMethod) -> Prepared:
    """What a method trains on, read once."""
    current().say(f"Reading {method.src}, {method.tgt}")
    return method.prepare(PairedText((method.src, method.tgt), method.languages, method.avoid, method.sentences))
