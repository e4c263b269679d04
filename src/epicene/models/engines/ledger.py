"""What a server is paid for: every reply is written down before anything else is done with it, and what may be spent is
looked at before every request.

A reply that is in the ledger is never asked for again, whatever ended the run in between: a limit, a failure, a kill.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import reduce
from typing import NamedTuple

from epicene.core.errors import EpiceneError, InputError
from epicene.models.token_probabilities import TextReply
from epicene.runs.folder import Journal

CHARACTERS_A_TOKEN = 3  # fewer than tokenizers take for French or English, so that a guess is rather too high
MILLION = 1_000_000


class Used(NamedTuple):
    """Tokens of what was sent, and of what came back."""

    prompt: int
    reply: int

    def plus(self, other: Used) -> Used:
        return Used(self.prompt + other.prompt, self.reply + other.reply)


def estimate_tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_A_TOKEN)


@dataclass(frozen=True, slots=True)
class Spending:
    """How much may be spent over all the times that a run is begun: in tokens, or in money at a price for a million
    tokens sent and a million received."""

    tokens: int | None = None
    money: float | None = None
    price: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if self.money is not None and self.price is None:
            raise InputError("--max-cost needs a price: add --price IN/OUT, for a million tokens sent and received.")

    @classmethod
    def read(cls, tokens: int | None, money: float | None, price: str | None) -> Spending:
        """`price` as a user writes it: `0.5/1.5`, or one number for both."""
        if price is None:
            return cls(tokens, money)
        parts = price.split("/")
        try:
            sent, received = (float(parts[0]), float(parts[-1]))
        except ValueError:
            sent = received = -1.0
        if len(parts) > 2 or not (0 <= sent < float("inf") and 0 <= received < float("inf")):
            raise InputError(f"--price {price} is no price. Write IN/OUT, for a million tokens each: 0.5/1.5.")
        return cls(tokens, money, (sent, received))

    def cost(self, used: Used) -> float | None:
        if self.price is None:
            return None
        return (used.prompt * self.price[0] + used.reply * self.price[1]) / MILLION


class SpentError(EpiceneError):
    """The next request could pass the limit."""


@dataclass
class Ledger:
    """The replies of one run, kept in its folder; asked from several threads."""

    journal: Journal
    spending: Spending = field(default_factory=Spending)

    def __post_init__(self) -> None:
        self._changed = threading.Condition()
        self._under_way = Used(0, 0)
        tokens = (Used(*record["tokens"]) for record in self.journal.records.values())
        self.used = reduce(Used.plus, tokens, Used(0, 0))

    def find(self, key: str) -> tuple[TextReply, Used] | None:
        """The reply to a request and its tokens, if it is in the ledger."""
        with self._changed:
            record = self.journal.records.get(key)
        if record is None:
            return None
        return TextReply(record["text"], record["cut"], record["trouble"]), Used(*record["tokens"])

    def keep(self, key: str, answer: TextReply, used: Used) -> None:
        """On the disk when it returns."""
        reply = {"text": answer.text, "cut": answer.is_cut, "trouble": answer.trouble}
        with self._changed:
            self.journal.append([{"key": key, **reply, "tokens": list(used)}])
            self.used = self.used.plus(used)

    @contextmanager
    def reserved(self, prompt: int, reply: int) -> Iterator[None]:
        """Room for a request that may take so much; where others under way could take the room, they are waited for."""
        wanted = Used(prompt, reply)
        with self._changed:
            while not self._fits(self.used.plus(self._under_way).plus(wanted)):
                if self._under_way == (0, 0):
                    raise SpentError(self._limit_message())
                self._changed.wait()
            self._under_way = self._under_way.plus(wanted)
        try:
            yield
        finally:
            with self._changed:
                self._under_way = self._under_way.plus(Used(-prompt, -reply))
                self._changed.notify_all()

    def _fits(self, used: Used) -> bool:
        money, spending = self.spending.cost(used), self.spending
        if spending.money is not None and money is not None and money > spending.money:
            return False
        return spending.tokens is None or sum(used) <= spending.tokens

    def _limit_message(self) -> str:
        spending, money = self.spending, self.spending.cost(self.used)
        price = "" if money is None else f", {money:.4g} at that price"
        limits = [f"--max-tokens-total {spending.tokens}"] if spending.tokens is not None else []
        limits += [f"--max-cost {spending.money:g}"] if spending.money is not None else []
        return (
            f"Stopped before {' '.join(limits)} is passed: {sum(self.used):,} tokens{price} so far. Allow more and run "
            "the same command again."
        )
