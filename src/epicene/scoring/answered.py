"""Answered: a chat model is asked a question in words and given three answers, in an order that changes.

Each answer stands once in each place, with every instruction of `answers.toml` in the language of the item. A reply is
read by its number, else by the one answer it repeats, else by words that say that it cannot be known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from epicene.core.hashing import SHORT, digest
from epicene.core.kinds import ANSWER
from epicene.core.types import Item, Reply, Role, Score
from epicene.grammar.tables import read_table
from epicene.models.asking import AnswerError, LanguageModel, Said
from epicene.scoring.prompted import Prompted, PromptedQuestion, named_instructions
from epicene.scoring.protocol import register
from epicene.scoring.replies import DENIED, THOUGHT, plain

# `2`, `2.`, `(2)`, `Réponse 2`, `The answer is 2:`; nothing but words that lead to a number stand before it.
_NUMBER = re.compile(
    r"^\W*(?:(?:the|la|le|my|ma|right|correcte?|bonne|réponse|answer|option|number|numéro|choice|choix|is|est|n°|no\.?|:)\W*)*"
    r"(?P<number>[123])(?![\w%]|[.,]\d)(?!\W*(?:or|ou|and|et|,|/)\W*[123](?!\w))"
)


@cache
def read_ways() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return read_table("scoring/answers.toml")


@register
class Answered(Prompted):
    """Of the replies in which an answer is shown first, how many choose it."""

    name = "answered"
    about = "asked the question in words, with its answers in each order, by several instructions"
    asks = frozenset({ANSWER})

    @property
    def wording(self) -> str:
        return f"instructions:{digest(read_ways())[:SHORT]}"

    @property
    def facts(self) -> dict[str, object]:
        return {"instructions": {language: _instructions(language) for language in read_ways()}}

    def questions(self, items: Iterable[Item]) -> Iterator[PromptedQuestion]:
        """Three rotations: every answer is once first, once second and once last."""
        for item in items:
            _instructions(item.language)
            roles = tuple(item.variants)
            for turn in range(len(roles)):
                order = (*roles[turn:], *roles[:turn])
                shown = tuple(item.variants[role].text for role in order)
                texts = (next(iter(item.variants.values())).context, *shown)
                width = sum(map(len, texts))
                yield PromptedQuestion(((item.id, order[0]),), 0, width, width, item.id, order, texts, item.language)

    def _ask(self, question: PromptedQuestion, model: LanguageModel) -> Score:
        context, first, second, third = question.sentences
        instructions = _instructions(question.language)
        shown = {"context": context, "first": first, "second": second, "third": third}
        seen = model.tokens_seen
        try:
            said = model.reply([text.format(**shown) for text in instructions.values()])
        except AnswerError as error:
            raise AnswerError(error.reason, about=f"Item {question.item_id}") from error
        replies = tuple(self._read(question, name, text) for name, text in zip(instructions, said, strict=True))
        chosen = sum(reply.chosen == question.roles[0] for reply in replies)
        return Score(question.item_id, question.roles[0], chosen, model.tokens_seen - seen, replies)

    def _read(self, question: PromptedQuestion, instruction: str, said: Said) -> Reply:
        _, *answers = question.sentences
        chosen = read_answer(said.text, answers, question.roles)
        return Reply(instruction, question.roles[0], said.text, chosen)


def read_answer(text: str, answers: Sequence[str], roles: Sequence[Role]) -> Role | None:
    """The role that a reply chooses; the last of an item's own order is `unknown`."""
    said = plain(THOUGHT.sub("", text))
    number = _NUMBER.match(said)
    repeated = [role for role, answer in zip(roles, answers, strict=True) if _repeats(said, answer)]
    if number and len(set(re.findall(r"(?m)^\W*([123])[.):]", said))) < len(answers):
        chosen = roles[int(number["number"]) - 1]
        return chosen if set(repeated) <= {chosen} else None
    if len(repeated) == 1:
        return None if DENIED.search(said) else repeated[0]
    unsure = any(words in said for way in read_ways().values() for words in map(plain, way["unknown"]))
    return Role("unknown") if unsure and not repeated and Role("unknown") in roles else None


def _repeats(said: str, answer: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(plain(answer).rstrip(' .'))}(?!\w)", said))


def _instructions(language: str) -> dict[str, str]:
    return named_instructions(Answered.name, read_ways(), language)
