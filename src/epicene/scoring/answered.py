"""Answered: a chat model is asked a question in words and given three answers, in an order that changes.

Each answer stands once in each place, with every instruction in the language of the item. A reply is read by its
number, else by the one answer it repeats, else by words that say that it cannot be known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from epicene.core.kinds import ANSWER
from epicene.core.types import Item, Role
from epicene.models.token_probabilities import Said
from epicene.scoring import instructions as wordings
from epicene.scoring.prompted import Prompted, Shown
from epicene.scoring.protocol import register
from epicene.scoring.replies import DENIED, plain

# `2`, `2.`, `(2)`, `Réponse 2`, `The answer is 2:`; nothing but words that lead to a number stand before it.
_NUMBER = re.compile(
    r"^\W*(?:(?:the|la|le|my|ma|right|correcte?|bonne|réponse|answer|option|number|numéro|choice|choix|is|est|n°|no\.?|:)\W*)*"
    r"(?P<number>[123])(?![\w%]|[.,]\d)(?!\W*(?:or|ou|and|et|,|/)\W*[123](?!\w))"
)


@register
class Answered(Prompted):
    """Of the replies in which an answer is shown first, how many choose it."""

    name = "answered"
    about = "asked the question in words, with its answers in each order, by several instructions"
    asks = frozenset({ANSWER})
    all_orders = False

    def form(self, item: Item) -> str:
        return wordings.ANSWER

    def choice(self, shown: Shown, said: Said) -> tuple[Role | None, bool]:
        unknown = self.instructions.words(wordings.UNKNOWN)
        return read_answer(said.text, shown.sentences, shown.roles, unknown), False


def read_answer(text: str, answers: Sequence[str], roles: Sequence[Role], unknown: Sequence[str]) -> Role | None:
    """The role that a reply chooses; the last of an item's own order is `unknown`."""
    said = plain(text)
    number = _NUMBER.match(said)
    repeated = [role for role, answer in zip(roles, answers, strict=True) if _repeats(said, answer)]
    if number and len(set(re.findall(r"(?m)^\W*([123])[.):]", said))) < len(answers):
        chosen = roles[int(number["number"]) - 1]
        return chosen if set(repeated) <= {chosen} else None
    if len(repeated) == 1:
        return None if DENIED.search(said) else repeated[0]
    unsure = any(words in said for words in map(plain, unknown))
    return Role("unknown") if unsure and not repeated and Role("unknown") in roles else None


def _repeats(said: str, answer: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(plain(answer).rstrip(' .'))}(?!\w)", said))
