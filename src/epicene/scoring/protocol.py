"""A scoring turns items into questions, questions into rows for the model, and its answers into scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from epicene.core.errors import InputError
from epicene.core.kinds import SENTENCES
from epicene.core.registry import Registry
from epicene.core.types import Capability, Item, Role, Score
from epicene.models.api_server import AnswerError
from epicene.models.description import Description
from epicene.runs.results import LIKELIHOOD
from epicene.scoring.scoring_options import ScoringOptions

if TYPE_CHECKING:
    from epicene.models.token_probabilities import LanguageModel, TokenRow

Key = tuple[str, Role]
Q = TypeVar("Q", bound="Question")
S = TypeVar("S", bound="Scoring[Any]")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked in one piece.

    `keys` are the scores it gives, `longest` the longest sequence the model must take in, `width` the length of its
    rows (like is batched with like) and `cost` the tokens of all its rows.
    """

    keys: tuple[Key, ...]
    longest: int
    width: int
    cost: int


@dataclass(frozen=True, slots=True)
class Batch(Generic[Q]):
    """Questions that are asked, and whose scores are written, together.

    Batches depend on the items alone, never on what was already answered, so that a resumed run computes the same
    numbers to the bit.
    """

    questions: tuple[Q, ...]

    @property
    def keys(self) -> frozenset[Key]:
        return frozenset(key for question in self.questions for key in question.keys)


class Scoring(ABC, Generic[Q]):
    """One way of asking. A new one is a class with these parts and a line that registers it."""

    name: ClassVar[str]
    needs: ClassVar[Capability]
    about: ClassVar[str]
    asks: ClassVar[frozenset[str]] = frozenset({SENTENCES})  # forms of questions
    has_original: ClassVar[bool] = False
    way: ClassVar[str] = LIKELIHOOD  # of answering
    adds_up: ClassVar[bool] = True  # whether a value is a sum over tokens, and not their mean or a probability

    def __init__(self, description: Description, asking: ScoringOptions) -> None:
        if asking.as_released and not self.has_original:
            known = ", ".join(scoring.name for scoring in SCORINGS.values() if scoring.has_original)
            raise InputError(f"--as-released is for {known}: {self.name!r} has no original program.")
        self.description = description
        self.asking = asking
        self.left_out: dict[str, str] = {}  # item id to reason, filled while planning

    @property
    def bos(self) -> str:
        """What stands in front of the first token, as it goes into the signature."""
        return "none"

    @property
    def option(self) -> str:
        """What else it asks with (a next-sentence head), as it goes into question and signature."""
        return ""

    @property
    def wording(self) -> str:
        """With which words it asks in words, or which words it counts, as it goes into question and signature."""
        return ""

    @property
    def facts(self) -> dict[str, object]:
        """What a run should write down about how it asks, besides its name."""
        return {}

    @classmethod
    def fits(cls, capability: Capability) -> bool:
        """Whether it can ask such a model."""
        return capability is cls.needs

    @abstractmethod
    def questions(self, items: Iterable[Item]) -> Iterator[Q]:
        """What is to be asked of each item, tokenised."""

    def plan(self, items: Sequence[Item], budget: int, file: str = "the file") -> list[Batch[Q]]:
        """All questions, sorted by length and packed under the token budget; refuses what the model cannot take."""
        limit = self.description.max_tokens
        lines = {item.id: item.line for item in items}
        questions = list(self.questions(items))
        for question in questions:
            if question.longest > limit:
                item_id = question.keys[0][0]
                raise InputError(
                    f"{file}, line {lines[item_id]}: item {item_id} is {question.longest} tokens long for "
                    f"{self.description.source.name}, which takes {limit}. Shorten it or leave it out."
                )
        questions.sort(key=lambda question: question.width)
        return list(_packed(questions, budget))

    def tokens(self, question: Q) -> tuple[int, int]:
        """Those that the model is given, and at most so many that it writes."""
        return question.cost, 0

    @abstractmethod
    def ask(self, batch: Batch[Q], model: LanguageModel) -> list[Score]:
        """The scores of all questions of a batch."""

    def score(self, items: Sequence[Item], model: LanguageModel) -> Iterator[Score]:
        """Ask everything, in one go."""
        for batch in self.plan(items, model.budget):
            yield from self.ask(batch, model)


class TokenScoring(Scoring[Q]):
    """Asking by log-probabilities of tokens: every question is some rows, and their answers make its scores."""

    @abstractmethod
    def rows(self, question: Q) -> list[TokenRow]:
        """The inputs that answer a question."""

    @abstractmethod
    def scores(self, question: Q, answers: Sequence[Sequence[float]]) -> list[Score]:
        """The scores that the answers to the question's rows amount to."""

    def token_values(self, question: Q, answers: Sequence[Sequence[float]]) -> Iterator[tuple[Key, int, float]]:
        """What each counted token adds to which score, and its place among those of `Description.encode`; nothing where
        a scoring cannot say it."""
        return iter(())

    def ask(self, batch: Batch[Q], model: LanguageModel) -> list[Score]:
        return [score for question, answers in self.answered(batch, model) for score in self.scores(question, answers)]

    def answered(self, batch: Batch[Q], model: LanguageModel) -> list[tuple[Q, list[list[float]]]]:
        """Each question of a batch with the answers to its rows."""
        rows = [self.rows(question) for question in batch.questions]
        try:
            answers = iter(self.answers([row for group in rows for row in group], model))
        except AnswerError as error:
            paired = zip(batch.questions, rows, strict=True)
            item = next(question.keys[0][0] for question, group in paired if any(row is error.row for row in group))
            raise AnswerError(error.reason, error.row, f"Item {item}") from error
        return [
            (question, [next(answers) for _ in group]) for question, group in zip(batch.questions, rows, strict=True)
        ]

    def answers(self, rows: Sequence[TokenRow], model: LanguageModel) -> list[list[float]]:
        """What the rows give: here, the log-probabilities of their targets."""
        return model.logprobs(rows)


def deduplicate(questions: Iterable[Q]) -> Iterator[Q]:
    """Sentences of one item that a tokenizer cannot tell apart are one question: in two batches their answers would
    differ in the last bits, and those would decide what is a tie.
    """
    for _, group in groupby(questions, key=lambda question: question.keys[0][0]):
        keys_by_question: dict[Q, tuple[Key, ...]] = {}
        for question in group:
            keyless = replace(question, keys=())
            keys_by_question[keyless] = keys_by_question.get(keyless, ()) + question.keys
        yield from (replace(keyless, keys=keys) for keyless, keys in keys_by_question.items())


def _packed(questions: Iterable[Q], budget: int) -> Iterator[Batch[Q]]:
    packed: list[Q] = []
    cost = 0
    for question in questions:
        if packed and cost + question.cost > budget:
            yield Batch(tuple(packed))
            packed, cost = [], 0
        packed.append(question)
        cost += question.cost
    if packed:
        yield Batch(tuple(packed))


SCORINGS: Registry[type[Scoring[Any]]] = Registry(
    "scoring", "epicene.scorings", lambda thing: isinstance(thing, type) and issubclass(thing, Scoring)
)


def register(scoring: type[S]) -> type[S]:
    SCORINGS.add(scoring.name, scoring)
    return scoring
