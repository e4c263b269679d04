"""Cloze: how probable a masked model finds the attribute in its sentence, put in sub-word by sub-word."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, fsum
from typing import NamedTuple

from epicene.core.errors import InputError
from epicene.core.kinds import WORD
from epicene.core.types import BLANK, Capability, Item, Score, Text
from epicene.models.description import Description
from epicene.models.token_probabilities import LanguageModel, TokenRow, logprobs_one_by_one
from epicene.scoring.counted_tokens import (
    NO_WORD,
    NoAttributeError,
    all_or_none,
    attribute_places,
    released_attribute,
)
from epicene.scoring.protocol import Question, TokenScoring, register
from epicene.scoring.scoring_options import ABSENT, MASKED, ScoringOptions


class ClozeStep(NamedTuple):
    """One input and one answer: the probability of `target` at the mask."""

    ids: tuple[int, ...]
    mask: int
    target: int


@dataclass(frozen=True, slots=True)
class ClozeQuestion(Question):
    """All candidates of a test, the steps of each; what they share (often the first input) is asked once."""

    steps: tuple[tuple[ClozeStep, ...], ...]

    @property
    def inputs(self) -> dict[tuple[int, ...], list[ClozeStep]]:
        """The different steps of each different input."""
        grouped: dict[tuple[int, ...], list[ClozeStep]] = {}
        for step in dict.fromkeys(step for steps in self.steps for step in steps):
            grouped.setdefault(step.ids, []).append(step)
        return grouped


class BlankFilling(TokenScoring[ClozeQuestion]):
    """Nadeem et al. 2021: step k shows the attribute's first k − 1 sub-words and a mask, and reads sub-word k there.

    Later sub-words are absent or, with `rest=masked`, stay masked too.
    """

    needs = Capability.MASKED
    asks = frozenset({WORD})

    def __init__(self, description: Description, asking: ScoringOptions) -> None:
        super().__init__(description, asking)
        if asking.as_released and asking.rest != ABSENT:
            raise InputError("--as-released leaves later sub-words out; leave --rest out too.")
        self._mask = description.tokenizer.mask_token_id

    def questions(self, items: Iterable[Item]) -> Iterator[ClozeQuestion]:
        steps_of = self._released_steps if self.asking.as_released else self._steps
        for item in items:
            candidates = (tuple(steps_of(item, text)) for text in item.variants.values())
            if steps := tuple(all_or_none(item, candidates, self.left_out)):
                inputs = {step.ids for candidate in steps for step in candidate}
                longest = max(map(len, inputs))
                keys = tuple((item.id, role) for role in item.variants)
                yield ClozeQuestion(keys, longest, longest, sum(map(len, inputs)), steps)

    def _steps(self, item: Item, text: Text) -> Iterator[ClozeStep]:
        tokens, indices = attribute_places(self.description, item, text)
        after = indices[-1] + 1
        for index in indices:
            masks = after - index if self.asking.rest == MASKED else 1
            yield ClozeStep((*tokens.ids[:index], *[self._mask] * masks, *tokens.ids[after:]), index, tokens.ids[index])

    def _released_steps(self, item: Item, text: Text) -> Iterator[ClozeStep]:
        """The bare word is tokenised, its decoded beginning and a mask are put into the context as text, and that is
        tokenised again. Where the context has BLANK twice, the first mask is read.
        """
        tokenizer = self.description.tokenizer
        ids = tokenizer.encode(released_attribute(item, text), add_special_tokens=False)
        if not ids:
            raise NoAttributeError(NO_WORD)
        for k, target in enumerate(ids):
            shown = tokenizer.decode(ids[:k]) + tokenizer.mask_token
            whole = self.description.encode(item.facets["context"].replace(BLANK, shown)).ids
            yield ClozeStep(whole, whole.index(self._mask), target)

    def rows(self, question: ClozeQuestion) -> list[TokenRow]:
        return [
            TokenRow(ids, tuple(step.mask for step in steps), tuple(step.target for step in steps))
            for ids, steps in question.inputs.items()
        ]

    def scores(self, question: ClozeQuestion, answers: Sequence[Sequence[float]]) -> list[Score]:
        values = {
            step: value
            for steps, answer in zip(question.inputs.values(), answers, strict=True)
            for step, value in zip(steps, answer, strict=True)
        }
        combine = mean_probability if self.asking.as_released else self.combine
        return [
            Score(item_id, role, combine([values[step] for step in steps]), len(steps))
            for (item_id, role), steps in zip(question.keys, question.steps, strict=True)
        ]

    def answers(self, rows: Sequence[TokenRow], model: LanguageModel) -> list[list[float]]:
        return logprobs_one_by_one(rows, model) if self.asking.as_released else super().answers(rows, model)

    @abstractmethod
    def combine(self, values: Sequence[float]) -> float:
        """A candidate's score from the log-probabilities of its attribute's sub-words."""


def mean_probability(values: Sequence[float]) -> float:
    return fsum(map(exp, values)) / len(values)


@register
class Cloze(BlankFilling):
    name = "cloze-l2r"
    adds_up = False
    about = "the attribute is put in sub-word by sub-word; the mean of their log-probabilities is taken"
    has_original = True

    def combine(self, values: Sequence[float]) -> float:
        return fsum(values) / len(values)


@register
class ClozeSum(BlankFilling):
    """Equation 2 of Adam-Cuvillier et al. 2024."""

    name = "cloze-l2r-sum"
    about = "the attribute is put in sub-word by sub-word; their log-probabilities are added"

    def combine(self, values: Sequence[float]) -> float:
        return fsum(values)


@register
class ClozeMeanProbability(BlankFilling):
    """The released code, and footnote 5 of Adam-Cuvillier et al. 2024; the value is a probability, not a log."""

    name = "cloze-l2r-meanprob"
    adds_up = False
    about = "the attribute is put in sub-word by sub-word; the mean of their probabilities is taken"
    has_original = True

    def combine(self, values: Sequence[float]) -> float:
        return mean_probability(values)
