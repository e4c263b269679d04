"""Prompted: a chat model is asked in words which of two sentences it chooses. No log-probability is read.

Every pair is asked with each instruction of `instructions.toml` in the language of the item, and in both orders, at
temperature 0. A chat model cannot be compared with another kind of model by this: what it says it would choose is not
how likely the sentences are to it, and it is trained to answer such questions with care.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, digest
from epicene.core.kinds import TWO
from epicene.core.types import Capability, Item, Reply, Role, Score
from epicene.grammar.tables import read_table
from epicene.models.asking import AnswerError, LanguageModel, Said
from epicene.models.chat import ChatModel
from epicene.models.description import Description
from epicene.models.engines.server import as_answered
from epicene.runs.results import WORDS
from epicene.scoring.protocol import Asking, Batch, Question, Scoring, register
from epicene.scoring.replies import Read, read_reply

ORDER = {Role.MORE: Role.LESS, Role.LESS: Role.MORE}  # which sentence follows the one that is shown first


@cache
def read_instructions() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return read_table("scoring/instructions.toml")


def instructions_of(language: str) -> dict[str, str]:
    """The text has `{first}` and `{second}` in it."""
    return named_instructions(Prompted.name, read_instructions(), language)


def named_instructions(scoring: str, known: Mapping[str, Mapping[str, Sequence[str]]], language: str) -> dict[str, str]:
    """Those in a language, by name (`fr-1`)."""
    if language not in known:
        raise InputError(
            f"{scoring!r} has instructions in {', '.join(known)} and none in {language!r}; ask these items otherwise."
        )
    texts = known[language]["instructions"]
    return {f"{language}-{number}": text.strip() for number, text in enumerate(texts, start=1)}


@dataclass(frozen=True, slots=True)
class PromptedQuestion(Question):
    """What is chosen from, in one order: the sentences as they are shown."""

    item_id: str
    roles: tuple[Role, ...]
    sentences: tuple[str, ...]
    language: str


@register
class Prompted(Scoring[PromptedQuestion]):
    """Of the replies to the instructions in which a sentence is shown first, how many choose it."""

    name = "prompted"
    adds_up = False
    needs = Capability.CHAT
    about = "asked in words which of the two sentences it chooses, by several instructions and in both orders"
    asks = frozenset({TWO})
    way = WORDS

    def __init__(self, description: Description, asking: Asking) -> None:
        super().__init__(description, asking)
        server, tokenizer = description.source.server, description.tokenizer
        if server is not None and not server.chats:
            raise InputError(
                f"{description.source.spec} completes texts; to ask it in words, write "
                f"chat:{server.address.url}#{server.address.model}."
            )
        if server is None and not getattr(tokenizer, "chat_template", None):
            raise InputError(
                f"{description.source.name} has no chat template, so it cannot be asked in words. Use a chat model, or "
                "ask for log-probabilities: leave --scoring out."
            )

    @classmethod
    def fits(cls, capability: Capability) -> bool:
        """A causal model with a chat template, too."""
        return capability in (Capability.CHAT, Capability.CAUSAL)

    @property
    def wording(self) -> str:
        return f"instructions:{digest(read_instructions())[:SHORT]}"

    @property
    def option(self) -> str:
        """A model on this machine is asked through its own chat template."""
        template = getattr(self.description.tokenizer, "chat_template", None)
        return f"template:{digest(template)[:SHORT]}" if template else ""

    def questions(self, items: Iterable[Item]) -> Iterator[PromptedQuestion]:
        for item in items:
            instructions_of(item.language)
            for first, second in ORDER.items():
                shown = (item.variants[first].text, item.variants[second].text)
                width = sum(map(len, shown))
                yield PromptedQuestion(
                    ((item.id, first),), 0, width, width, item.id, (first, second), shown, item.language
                )

    def ask(self, batch: Batch[PromptedQuestion], model: LanguageModel) -> list[Score]:
        return [self._ask(question, model) for question in batch.questions]

    def score(self, items: Sequence[Item], model: LanguageModel) -> Iterator[Score]:
        """A server is asked several questions at once."""
        if not isinstance(model, ChatModel):
            yield from super().score(items, model)
            return
        for scores in as_answered(lambda batch: self.ask(batch, model), self.plan(items, model.budget), model.at_once):
            yield from scores

    def _ask(self, question: PromptedQuestion, model: LanguageModel) -> Score:
        first, second = question.sentences
        instructions = instructions_of(question.language)
        seen = model.tokens_seen
        try:
            said = model.reply([text.format(first=first, second=second) for text in instructions.values()])
        except AnswerError as error:
            raise AnswerError(error.reason, about=f"Item {question.item_id}") from error
        replies = tuple(self._read(question, name, text) for name, text in zip(instructions, said, strict=True))
        chosen = sum(reply.chosen == question.roles[0] for reply in replies)
        return Score(question.item_id, question.roles[0], chosen, model.tokens_seen - seen, replies)

    def _read(self, question: PromptedQuestion, instruction: str, said: Said) -> Reply:
        declines = [words for one in read_instructions().values() for words in one["declines"]]
        read = read_reply(said.text, question.sentences, declines, is_cut=said.is_cut)
        chosen = question.roles[read.value] if read in (Read.FIRST, Read.SECOND) else None
        return Reply(instruction, question.roles[0], said.text, chosen, read is Read.REFUSED)

    @property
    def facts(self) -> dict[str, object]:
        """The instructions themselves, so that a saved run can show them."""
        return {"instructions": {language: instructions_of(language) for language in read_instructions()}}
