"""Which statements a person should look at before they join the queue: signs of advertising, personal data, noise.

A sign decides nothing about the statement. It is kept, its author is thanked as everybody is, and a curator releases it
or rejects it; those who flood are told nothing that would help them to go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

_LINK = re.compile(r"https?:|www\.|\w\.(?:com|net|org|info|biz|ru|cn|xyz|shop|online)\b", re.IGNORECASE)
_CONTACT = re.compile(r"[\w.+-]+@[\w-]+\.\w|(?:\+|\b0)\d(?:[ .-]?\d){7,}")
_ONE_CHARACTER = re.compile(r"(\S)\1{7,}")
MOST_REPEATED = 5  # times the same word, one after the other
LEAST_LETTERS = 0.5  # of what is no space


class Sign(StrEnum):
    LINK = "link"
    CONTACT = "contact"  # an e-mail address or a telephone number: perhaps somebody's
    NOISE = "noise"  # one character or one word again and again, or hardly any letters
    RATE = "rate"  # more statements a minute than people write
    BLOCKED = "blocked"  # of a contributor who was blocked since


def sign_in(texts: Iterable[str]) -> Sign | None:
    """The first sign in what somebody wrote, if there is one."""
    for text in filter(None, texts):
        if _CONTACT.search(text):
            return Sign.CONTACT
        if _LINK.search(text):
            return Sign.LINK
        if _is_noise(text):
            return Sign.NOISE
    return None


def _is_noise(text: str) -> bool:
    words = text.casefold().split()
    runs = (words[start : start + MOST_REPEATED] for start in range(len(words) - MOST_REPEATED + 1))
    if _ONE_CHARACTER.search(text) or any(len(set(run)) == 1 for run in runs):
        return True
    written = [character for character in text if not character.isspace()]
    return len(written) > 3 and sum(map(str.isalpha, written)) < LEAST_LETTERS * len(written)
