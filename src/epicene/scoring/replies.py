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

The French and English words by which a choice is read come first: all patterns are for plain text, in lower case, with
straight apostrophes and without markup (see `plain`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum

_OPENING = re.compile(r"[*_`#>\"«»“”(\[]")
_DIGIT = r"(?<![\w.,])[12](?![\w%]|[.,]\d)(?!\s*(?:sentences|phrases)\b)"
_NOUN = r"(?:sentence|phrase|option|choice|number|statement|answer|choix|numéro|réponse|chiffre|n°|no\.)"
_THE = r"(?:(?:the|my|la|le|ma|mon)\s+)"
_FIRST = (
    rf"{_NOUN}\s+(?:one|un)\b(?!\s+peu)|(?:the|la|le)\s+(?:first|première|premier|1st|1re|1ère)\b"
    r"|\b(?:first|première|1st|1re|1ère)\s+(?:one|sentence|option|phrase)\b"
)
_SECOND = (
    rf"{_NOUN}\s+(?:two|deux)\b|(?:the|la|le)\s+(?:second|seconde|deuxième|2nd|2de|2e)\b"
    r"|\b(?:second|seconde|deuxième|2nd|2de|2e)\s+(?:one|sentence|option|phrase)\b"
)
_NAME = rf"(?:{_DIGIT}|{_FIRST}|{_SECOND})(?:\s+(?:one|sentence|option|choice|phrase|proposition)\b)?"
_FRAME = (
    rf"(?:{_THE}?(?:best\s+|meilleure?\s+)?{_NOUN}\s*(?:is|est|would\s+be|serait)?\s*:?\s*"
    r"|(?:i(?:'d|'ll|\s+would|\s+will)?|je)\s+(?:choose|pick|select|say|prefer|go\s+with"
    r"|choisis|choisirais|dirais|préfère|préférerais|prends|retiens)\s*:?\s*"
    r"|(?:c'est|ce\s+serait|(?:it|that)(?:'s|\s+is|\s+would\s+be))\s*:?\s+)"
)
_FIT = r"(?:natural|naturally|naturel(?:le)?|plausible|likely(?!\s+to)|probable|vraisemblable)"

# What names a sentence, anywhere: a number of its own, or a word for it.
NAMES = (
    re.compile(rf"{_DIGIT.replace('[12]', '1')}|{_FIRST}"),
    re.compile(rf"{_DIGIT.replace('[12]', '2')}|{_SECOND}"),
)
# A reply that is nothing but the number in words.
NUMBER_WORDS = (re.compile(r"\W*(?:one|un|une)\W*"), re.compile(r"\W*(?:two|deux)\W*"))
# A reply begins with one of them, and stops there or goes on to explain: `1`, `Sentence 2: …`, `1, because …`.
LEAD = re.compile(
    rf"^\W*{_FRAME}*{_THE}?(?P<name>{_NAME})(?P<end>[ \t.,;:!)…]*(?:$|\n)|\s*[.,;:!)…]|\s+[-–—]\s"
    r"|\s+(?=(?:because|since|parce|car)\b))"
)
# A reply begins with `none`, and stops there or goes on to explain.
NONE = re.compile(
    rf"^\W*(?:aucune?|none|ni\s+{_THE}?(?:{_NOUN}\s*)?{_NAME},?\s+ni\s+{_THE}?(?:{_NOUN}\s*)?{_NAME})"
    r"(?:\s*[.,;:!)…]|\s+[-–—]\s|\s*(?:$|\n)|\s+(?=(?:because|since|parce|car)\b))"
)
# Every line of the question repeated, in the model's own words or not.
LISTED = re.compile(r"^\W*(?:(?:sentence|phrase)\s*)?([12])\s*[.:)]", re.MULTILINE)
# `… better than sentence 2`: named, and not chosen. French puts the word that chooses (`by`) inside.
COMPARED = re.compile(
    r"\b(?:than|instead\s+of|over|plutôt\s+que|au\s+lieu\s+de|(?P<by>mieux|meilleure?|plus\s+\w+)\s+que)\s+"
    rf"(?:(?:the|la|le)\s+)?(?:{_NOUN}\s*)?(?:{_NAME}|the\s+other(?:\s+one)?|l'autre)"
)
# `1, not 2`: the same, after a choice.
NOT_THE_OTHER = re.compile(
    rf"^\W*(?:(?:and|et)\s+)?(?:not|pas|non(?:\s+pas)?)\s+(?:(?:the|la|le)\s+)?(?:{_NOUN}\s*)?{_NAME}"
)
JOINED = re.compile(r"^\W*(?:or|ou|and|et)\b")
CHOOSES = re.compile(
    rf"\b(?:choose|pick|select|prefer|go\s+with|answer|expect|better|best|{_FIT}"
    r"|choisis|choisirais|préfère|préférerais|prends|retiens|réponse|convient|mieux|meilleure?|m'attend\w*"
    r"|(?:more|most|plus)\s+(?:common|usual|courante?|fréquente?|habituel(?:le)?))\b"
)
# Nothing but words that lead to a choice, beside a sentence that is repeated.
BARE = re.compile(rf"\W*{_FRAME}*\W*")
_NO = (
    r"(?:\b(?:not|never|no(?!\.)|none|cannot|neither|nor|less|least|worse|hardly|unlikely|unnatural|implausible"
    r"|pas|jamais|aucune?|ni|non|moins|pire|invraisemblable|improbable)\b|n't\b)"
)
DENIED = re.compile(rf"{_NO}|\?|\b(?:if|unless|si|sauf|depend\w*|dépend\w*)\b")
UNFIT = re.compile(rf"{_NO}\s+(?:\S+\s+){{0,3}}?{_FIT}\b|\b(?:unlikely|unnatural|implausible|improbable)\b")
BOTH = re.compile(r"\b(?:both|either|equally|same|the\s+other|l'autre|autant|également|aussi|même)\b")
BUT = re.compile(r"\b(?:but|however|though|mais|cependant|toutefois|pourtant)\b")
THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_ENDS = " .!?…,;:)"


def plain(text: str) -> str:
    """Without case, markup and the difference between apostrophes; lines stay, spaces are one."""
    closed = text.casefold().replace("’", "'").replace("]", ")")
    lines = (" ".join(line.split()) for line in _OPENING.sub(" ", closed).splitlines())
    return "\n".join(line for line in lines if line)


class Read(Enum):
    """The sentence that was shown first or second, or no choice."""

    FIRST = 0
    SECOND = 1
    REFUSED = "refused"
    UNREADABLE = "unreadable"


def read_reply(text: str, sentences: Sequence[str], declines: Iterable[str], *, is_cut: bool = False) -> Read:
    rest, repeated = _cut_out(plain(THOUGHT.sub("", text)), sentences, is_cut)
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


def _cut_out(said: str, sentences: Sequence[str], is_cut: bool) -> tuple[str, set[int]]:
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


def _without_beginning(said: str, sentences: Sequence[str], repeated: set[int]) -> tuple[str, set[int]]:
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
