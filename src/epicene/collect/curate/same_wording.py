"""When two statements are the same: the same words, case, punctuation and spelling of apostrophes aside."""

from __future__ import annotations

from epicene.core.hashing import digest
from epicene.grammar.words import folded_words


def folded_digest(text: str) -> str:
    """What `Statement.folded` holds: equal for strict duplicates."""
    return digest(folded_words(text))
