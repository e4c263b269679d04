"""What a model's reply in words chooses: one of the two sentences, neither because it declines, or nothing readable.

The rules, in this order; what they make of a reply is kept beside the reply itself, so that anybody can check them:
0. sentences that the reply repeats, word for word, are noted and cut out: what they say is not what the model says;
1. it begins with one of the two (`1`, `**2**`, `Sentence 1: …`, `The first, because …`), and what follows does not take
   that back: it names the other only to compare, and does not call the choice unnatural;
2. it declines, in words that `instructions.toml` lists, or begins with `none`;
3. it names or repeats one of the two and not the other, in words that choose, and denies nothing.
What is not clearly one choice is unreadable: both sentences named or listed as the question did, a question back, a
number and a repeated sentence that disagree. What a model thinks aloud (`<think>`) is passed over, and of a reply that
was cut off for its length only the beginning counts: rules 1 and 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum

from epicene.scoring.reply_words import (
    BARE,
    BOTH,
    BUT,
    CHOOSES,
    COMPARED,
    DENIED,
    JOINED,
    LEAD,
    LISTED,
    NAMES,
    NONE,
    NOT_THE_OTHER,
    NUMBER_WORDS,
    UNFIT,
    plain,
)

_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_ENDS = " .!?…,;:)"


class Read(Enum):
    """The sentence that was shown first or second, or no choice."""

    FIRST = 0
    SECOND = 1
    REFUSED = "refused"
    UNREADABLE = "unreadable"


def read_reply(text: str, sentences: tuple[str, str], declines: Iterable[str], *, is_cut: bool = False) -> Read:
    rest, repeated = _cut_out(plain(_THOUGHT.sub("", text)), sentences, is_cut)
    rest = COMPARED.sub(r" \g<by> ", rest)
    refusal = re.compile("|".join(rf"(?<!\w){re.escape(plain(words))}(?!\w)" for words in declines))
    lead = LEAD.match(rest)
    if lead and len(set(LISTED.findall(rest))) < len(sentences):
        return _begun(lead, repeated, refusal)
    if none := NONE.match(rest):
        after = rest[none.end() :]
        takes_back = LEAD.search(after) or _chosen(after, repeated) is not None
        return Read.UNREADABLE if takes_back or _chooses_after_all(after) else Read.REFUSED
    if refusal.search(rest):
        return Read.UNREADABLE if _chooses_after_all(rest) else Read.REFUSED
    chosen = None if is_cut or lead else _chosen(rest, repeated)
    return Read.UNREADABLE if chosen is None else Read(chosen)


def _chooses_after_all(said: str) -> bool:
    """`Both are …, but the first is more natural` does not decline, nor does it begin with its choice."""
    return any(_chosen(part, set()) is not None for part in BUT.split(said)[1:])


def _begun(lead: re.Match[str], repeated: set[int], refusal: re.Pattern[str]) -> Read:
    """A number on a line of its own is the answer that was asked for; on a line with more, the rest counts too."""
    chosen = _named(lead["name"])
    if len(chosen) != 1:
        return Read.UNREADABLE
    (place,) = chosen
    after = NOT_THE_OTHER.sub("", lead.string[lead.end() :])
    named = _named(after)
    alone = lead["end"].endswith("\n") or not after
    if alone:
        agrees = _chosen(after, set()) in (None, place) and not JOINED.match(after)
        follow = LEAD.match(after)
        agrees = agrees and (follow is None or _named(follow["name"]) == {place})
    else:
        agrees = named <= {place} and not UNFIT.search(after) and not refusal.match(after.strip())
    return Read(place) if agrees and repeated <= {place} else Read.UNREADABLE


def _chosen(said: str, repeated: set[int]) -> int | None:
    """The one that is named or repeated, where the words choose it."""
    for place, word in enumerate(NUMBER_WORDS):
        if word.fullmatch(said):
            return place
    places = _named(said) | repeated
    if len(places) != 1 or DENIED.search(said) or BOTH.search(said):
        return None
    (place,) = places
    return place if CHOOSES.search(said) or (repeated and BARE.fullmatch(said)) else None


def _named(said: str) -> set[int]:
    return {place for place, name in enumerate(NAMES) if name.search(said)}


def _cut_out(said: str, sentences: tuple[str, str], is_cut: bool) -> tuple[str, set[int]]:
    """The reply without the sentences in it, and which they were; of two that overlap, the longer was repeated."""
    found = [
        (match.start(), match.end(), place)
        for place, sentence in enumerate(sentences)
        for match in _whole_words(plain(sentence).strip(_ENDS)).finditer(said)
    ]
    repeated, rest = set(), said
    kept: list[tuple[int, int, int]] = []
    for start, end, place in sorted(found, key=lambda one: one[0] - one[1]):
        if all(end <= other_start or start >= other_end for other_start, other_end, _ in kept):
            kept.append((start, end, place))
            repeated.add(place)
    for start, end, _ in sorted(kept, reverse=True):
        rest = f"{rest[:start]} {rest[end:]}"
    return _without_beginning(rest, sentences, repeated) if is_cut else (rest, repeated)


def _without_beginning(said: str, sentences: tuple[str, str], repeated: set[int]) -> tuple[str, set[int]]:
    """A reply that was cut off may stop in the middle of a sentence that it began to repeat."""
    lead = LEAD.match(said)
    after = said[lead.end() :].strip() if lead else ""
    begun = {place for place, sentence in enumerate(sentences) if after and plain(sentence).startswith(after)}
    if not lead or not begun:
        return said, repeated
    return said[: lead.end()], repeated | (begun if len(begun) == 1 else set())


def _whole_words(sentence: str) -> re.Pattern[str]:
    """Not inside a longer word: `he` is no part of `she`, nor `men` of `women`. Nothing matches an empty sentence."""
    words = r"\s+".join(map(re.escape, sentence.split()))
    return re.compile(rf"(?<!\w){words}(?!\w)(?: ?[.!?…]+)?" if words else r"(?!)")
