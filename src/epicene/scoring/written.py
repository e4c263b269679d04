"""Written: a model goes on from a beginning, several times, by sampling. What it writes is kept word for word.

Every letter has a seed of its own, made of the sampling's seed, its beginning and its number, so that neither a resumed
run nor another batch size writes other letters. A causal model goes on from the text itself; a chat model is told to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from epicene.core.hashing import digest
from epicene.core.kinds import LETTER
from epicene.core.types import EMPTY, LONG, PAGE, Capability, Item, Reply, Role, Score
from epicene.models.api_server import AnswerError
from epicene.models.engines.ledger import estimate_tokens
from epicene.models.token_probabilities import LanguageModel, Sampling, TextReply
from epicene.scoring import instructions as wordings
from epicene.scoring.instructions import read_instructions
from epicene.scoring.protocol import Batch, Question, Scoring, register
from epicene.scoring.replies import LONGEST

MOST_TOKENS = 160  # of a letter, on top of its beginning
TOP_P = 0.95
TEMPERATURE = 0.8
FEWEST_TOKENS = 16  # for which a model must have room
PAGE_OF_HTML = re.compile(r"\s*<(?:!doctype|html|head|body)\b", re.IGNORECASE)  # not a letter with some markup


@dataclass(frozen=True, slots=True)
class Beginning(Question):
    """One beginning, which is gone on from as often as was asked."""

    item_id: str
    role: Role
    text: str
    language: str


@register
class Written(Scoring[Beginning]):
    name = "written"
    adds_up = False
    needs = Capability.CAUSAL
    about = "asked to go on from the beginning of a text, by sampling"
    asks = frozenset({LETTER})

    @classmethod
    def fits(cls, capability: Capability) -> bool:
        return capability in (Capability.CHAT, Capability.CAUSAL)

    @property
    def bos(self) -> str:
        """`bos` where it is put in front; what a tokenizer adds by itself, or a server, is not said."""
        is_here = self.description.source.server is None
        return "bos" if is_here and self.description.writing_start else "none"

    @property
    def wording(self) -> str:
        asking = self.asking
        how = [
            f"letters:{asking.n_texts}",
            f"temperature:{self.temperature:g}",
            f"top-p:{TOP_P:g}",
            f"tokens:{self.most_tokens}",
            f"sampling-seed:{asking.sampling_seed}",
            *([f"instructions:{read_instructions(asking.instructions).named(wordings.LETTER)}"] if self._chats else []),
        ]
        return ",".join(how)

    def questions(self, items: Iterable[Item]) -> Iterator[Beginning]:
        """What a batch costs is its beginnings: a step that writes one token for each costs little more for many."""
        for item in items:
            for role, text in item.variants.items():
                length = max(1, len(text.text) // 4 if self._chats else self._length(text.text))
                cost = length * self.asking.n_texts
                yield Beginning(
                    ((item.id, role),), length + FEWEST_TOKENS, length, cost, item.id, role, text.text, item.language
                )

    def _length(self, text: str) -> int:
        """How many tokens a model that goes on from the text is given."""
        return len(self.description.encode(text).ids) + (self.bos == "bos")

    def tokens(self, question: Beginning) -> tuple[int, int]:
        sent = estimate_tokens(self._prompt(question)) * self.asking.n_texts if self._chats else question.cost
        return sent, self.asking.n_texts * self.most_tokens

    @property
    def most_tokens(self) -> int:
        return self.asking.reply_tokens or MOST_TOKENS

    @property
    def temperature(self) -> float:
        return TEMPERATURE if self.asking.temperature is None else self.asking.temperature

    @property
    def _chats(self) -> bool:
        return self.description.capability is Capability.CHAT

    def _prompt(self, question: Beginning) -> str:
        if not self._chats:
            return question.text
        known = read_instructions(self.asking.instructions)
        instruction = next(iter(known.texts(wordings.LETTER, question.language, self.name).values()))
        return instruction.format(beginning=question.text)

    @property
    def longest(self) -> int:
        """Characters that are kept and read."""
        return max(LONGEST, 12 * self.most_tokens)

    def ask(self, batch: Batch[Beginning], model: LanguageModel) -> list[Score]:
        asking = self.asking
        letters = [(question, number) for question in batch.questions for number in range(asking.n_texts)]
        seeds = [_seed(asking.sampling_seed, question.item_id, number) for question, number in letters]
        prompts = [self._prompt(question) for question, _ in letters]
        try:
            answers = iter(model.write(prompts, Sampling(self.temperature, TOP_P, self.most_tokens, seeds)))
        except AnswerError as error:  # of a server, which is asked one beginning at a time
            raise AnswerError(error.reason, about=f"Item {batch.questions[0].item_id}") from error
        scores = []
        for question in batch.questions:
            written = [next(answers) for _ in range(asking.n_texts)]
            replies = tuple(
                Reply(self.name, question.role, letter.text[: self.longest], None, trouble=self._trouble(letter))
                for letter in written
            )
            scores.append(Score(question.item_id, question.role, 0.0, 0, replies))
        return scores

    def _trouble(self, letter: TextReply) -> str:
        """That a letter is cut off is how it was asked for."""
        if letter.trouble or not letter.text.strip():
            return letter.trouble or EMPTY
        if len(letter.text) > self.longest:
            return LONG
        return PAGE if PAGE_OF_HTML.match(letter.text) else ""


def _seed(sampling_seed: int, item_id: str, number: int) -> int:
    return int(digest([sampling_seed, item_id, number])[:8], 16)
