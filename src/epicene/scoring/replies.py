"""What a model's reply in words chooses: one of the two sentences, neither because it declines, or nothing readable.

The rules, in this order; what they make of a reply is kept beside the reply itself, so that anybody can check them:
0. a reply that lists both sentences, as the question did, chooses nothing;
1. it begins with one number (`1`, `**2**`, `Sentence 1: …`), and not with both (`1 or 2`);
2. it declines, in words that `instructions.toml` lists;
3. it repeats one of the two sentences and not the other;
4. it names one of the two (`sentence 1`, `the first`) and not the other, and denies nothing.
A number and a repeated sentence that disagree choose nothing. What a model thinks aloud (`<think>`) is passed over, and
of a reply that was cut off for its length only the beginning counts: rules 1 and 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum

_MARKUP = re.compile(r"[*_`#>\"«»“”()\[\]]")
_LEAD = re.compile(
    r"^(?:(?:the|my|la|le|ma|i (?:would )?(?:choose|pick)|je choisis)\s+)*"
    r"(?:(?:answer|sentence|option|choice|number|réponse|phrase|choix|numéro|chiffre|n°)\s*(?:is|est)?\s*:?\s*)*"
    r"([12])(?![\d,])(?!\s*(?:or|ou|and|et|&|/|-)\s*[12]\b)(?!\s*(?:sentences|phrases)\b)"
)
_LISTED = re.compile(r"^\W*(?:(?:sentence|phrase)\s*)?([12])\s*[.:)]", re.MULTILINE | re.IGNORECASE)
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_NAMED = re.compile(
    r"\b(?:sentence|phrase|option|choice|number|choix|numéro|n°)\s*(?:n°|number|numéro)?\s*([12])(?![\d,])"
)
_ORDINALS = (
    re.compile(r"\b(?:the first|la première|le premier)\b"),
    re.compile(r"\b(?:the second|la seconde|la deuxième|le second|le deuxième)\b"),
)
_DENIED = re.compile(r"\b(?:not|never|no|pas|jamais|aucune?)\b|n't\b")


class Read(Enum):
    """The sentence that was shown first or second, or no choice."""

    FIRST = 0
    SECOND = 1
    REFUSED = "refused"
    UNREADABLE = "unreadable"


def read_reply(text: str, sentences: tuple[str, str], declines: Iterable[str], *, is_cut: bool = False) -> Read:
    text = _THOUGHT.sub("", text)
    said = _plain(text)
    repeated = [place for place, sentence in enumerate(sentences) if _plain(sentence).strip(" .!?…") in said]
    if len(repeated) == len(sentences) or len(set(_LISTED.findall(text))) == len(sentences):
        return Read.UNREADABLE
    lead = _LEAD.match(said)
    if lead:
        number = int(lead[1]) - 1
        return Read(number) if repeated in ([], [number]) else Read.UNREADABLE
    if any(_plain(words) in said for words in declines):
        return Read.REFUSED
    if is_cut or (not repeated and _DENIED.search(said)):
        return Read.UNREADABLE
    if repeated:
        return Read(repeated[0])
    return _only([int(number) - 1 for number in _NAMED.findall(said)] + _ordinals(said))


def _ordinals(said: str) -> list[int]:
    return [place for place, word in enumerate(_ORDINALS) if word.search(said)]


def _only(places: Sequence[int]) -> Read:
    return Read(places[0]) if len(set(places)) == 1 else Read.UNREADABLE


def _plain(text: str) -> str:
    """Without case, markup and the difference between apostrophes; spaces as one."""
    return " ".join(_MARKUP.sub(" ", text.casefold().replace("’", "'")).split())
