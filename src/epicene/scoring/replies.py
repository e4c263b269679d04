"""What a model's reply in words chooses: one of two or three sentences, none because it declines, or nothing readable.

The rules, in this order; what they make of a reply is kept beside the reply itself, so that anybody can check them:
0. sentences that the reply repeats, word for word, are noted and cut out: what they say is not what the model says;
1. it begins with one of them (`1`, `**2**`, `Sentence 1: …`, `The first, because …`), and what follows does not take
   that back: it names another only to compare, and does not call the choice unnatural;
2. it declines, in words that `instructions.toml` lists, or begins with `none`;
3. it names or repeats one and no other, in words that choose, and denies nothing.
What is not clearly one choice is unreadable: several sentences named or listed as the question did, a question back, a
number and a repeated sentence that disagree. Of a reply that was cut off for its length only the beginning counts:
rules 1 and 2. Pages of HTML, and what is far longer than any choice, are not read at all.

The French and English words by which a choice is read come first: all patterns are for plain text, in lower case, with
straight apostrophes and without markup (see `plain`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

from epicene.core.types import CUT, EMPTY, FILTERED, LONG, PAGE, THINKING, UNCLEAR
from epicene.models.token_probabilities import TextReply

_OPENING = re.compile(r"[*_`#>\"«»“”(\[]")
_NOUN = r"(?:sentence|phrase|option|choice|number|statement|answer|choix|numéro|réponse|chiffre|n°|no\.)"
_THE = r"(?:(?:the|my|la|le|ma|mon)\s+)"
# By place: its number in words behind a noun, and its ordinal.
_COUNTED = (r"(?:one|un)\b(?!\s+peu)", r"(?:two|deux)\b", r"(?:three|trois)\b")
_ORDINAL = (
    ("first|première|premier|1st|1re|1ère", "first|première|1st|1re|1ère"),
    ("second|seconde|deuxième|2nd|2de|2e", "second|seconde|deuxième|2nd|2de|2e"),
    ("third|troisième|3rd|3e|last|dernière|dernier", "third|troisième|3rd|3e|last|dernière"),
)
_FRAME = (
    rf"(?:{_THE}?(?:best\s+|meilleure?\s+)?{_NOUN}\s*(?:is|est|would\s+be|serait)?\s*:?\s*"
    r"|(?:i(?:'d|'ll|\s+would|\s+will)?|je)\s+(?:choose|pick|select|say|prefer|go\s+with"
    r"|choisis|choisirais|dirais|préfère|préférerais|prends|retiens)\s*:?\s*"
    r"|(?:c'est|ce\s+serait|(?:it|that)(?:'s|\s+is|\s+would\s+be))\s*:?\s+)"
)
_FIT = r"(?:natural|naturally|naturel(?:le)?|plausible|likely(?!\s+to)|probable|vraisemblable)"
# A reply that is nothing but the number in words.
NUMBER_WORDS = tuple(re.compile(rf"\W*(?:{words})\W*") for words in ("one|un|une", "two|deux", "three|trois"))
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
_ENDS = " .!?…,;:)"


@dataclass(frozen=True, slots=True)
class Patterns:
    """How so many sentences are named, in plain text.

    `names` finds each anywhere, by a number of its own or a word for it; with `lead` a reply begins with one of them,
    and stops there or goes on to explain (`1`, `Sentence 2: …`, `1, because …`), with `none` with none; `listed` are
    lines of the question repeated; `compared` is named, and not chosen (`… better than sentence 2`; French puts the
    word that chooses, `by`, inside), and so is `others` after a choice (`1, not 2`).
    """

    names: tuple[re.Pattern[str], ...]
    lead: re.Pattern[str]
    none: re.Pattern[str]
    listed: re.Pattern[str]
    compared: re.Pattern[str]
    others: re.Pattern[str]


@cache
def patterns(number: int) -> Patterns:
    digits = "123"[:number]
    digit = rf"(?<![\w.,])[{digits}](?![\w%]|[.,]\d)(?!\s*(?:sentences|phrases)\b)"
    called = [
        rf"{_NOUN}\s+{counted}|(?:the|la|le)\s+(?:{articled})\b|\b(?:{bare})\s+(?:one|sentence|option|phrase)\b"
        for counted, (articled, bare) in zip(_COUNTED[:number], _ORDINAL[:number], strict=True)
    ]
    name = rf"(?:{digit}|{'|'.join(called)})(?:\s+(?:one|sentence|option|choice|phrase|proposition)\b)?"
    so = r"(?=(?:because|since|parce|car)\b)"
    either = rf"{_THE}?(?:{_NOUN}\s*)?{name}"
    nor = rf"ni\s+{either}(?:,?\s+ni\s+{either}){{{number - 1}}}"
    return Patterns(
        tuple(
            re.compile(rf"{digit.replace(f'[{digits}]', own)}|{words}")
            for own, words in zip(digits, called, strict=True)
        ),
        re.compile(
            rf"^\W*{_FRAME}*{_THE}?(?P<name>{name})(?P<end>[ \t.,;:!)…]*(?:$|\n)|\s*[.,;:!)…]|\s+[-–—]\s|\s+{so})"
        ),
        re.compile(rf"^\W*(?:aucune?|none|{nor})(?:\s*[.,;:!)…]|\s+[-–—]\s|\s*(?:$|\n)|\s+{so})"),
        re.compile(rf"^\W*(?:(?:sentence|phrase)\s*)?([{digits}])\s*[.:)]", re.MULTILINE),
        re.compile(
            r"\b(?:than|instead\s+of|over|plutôt\s+que|au\s+lieu\s+de|(?P<by>mieux|meilleure?|plus\s+\w+)\s+que)\s+"
            rf"(?:(?:the|la|le)\s+)?(?:{_NOUN}\s*)?(?:{name}|the\s+others?(?:\s+ones?)?|l'autre|les\s+autres)"
        ),
        re.compile(rf"^\W*(?:(?:and|et)\s+)?(?:not|pas|non(?:\s+pas)?)\s+(?:(?:the|la|le)\s+)?(?:{_NOUN}\s*)?{name}"),
    )


def plain(text: str) -> str:
    """Without case, markup and the difference between apostrophes; lines stay, spaces are one."""
    closed = text.casefold().replace("’", "'").replace("]", ")")
    lines = (" ".join(line.split()) for line in _OPENING.sub(" ", closed).splitlines())
    return "\n".join(line for line in lines if line)


class Read(Enum):
    """The sentence that was shown first, second or third, or no choice."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    REFUSED = "refused"
    UNREADABLE = "unreadable"


def read_reply(text: str, sentences: Sequence[str], declines: Iterable[str], *, is_cut: bool = False) -> Read:
    how = patterns(len(sentences))
    rest, repeated = _cut_out(plain(text), sentences, is_cut, how)
    rest = how.compared.sub(r" \g<by> ", rest)
    refusal = re.compile("|".join(rf"(?<!\w){re.escape(plain(words))}(?!\w)" for words in declines))
    lead = how.lead.match(rest)
    if lead and len(set(how.listed.findall(rest))) < len(sentences):
        return _begun(lead, repeated, refusal, how)
    if none := how.none.match(rest):
        after = rest[none.end() :]
        takes_back = how.lead.search(after) or _chosen(after, repeated, how) is not None
        return Read.UNREADABLE if takes_back or _chooses_after_all(after, how) else Read.REFUSED
    if refusal.search(rest):
        return Read.UNREADABLE if _chooses_after_all(rest, how) else Read.REFUSED
    chosen = None if is_cut or lead else _chosen(rest, repeated, how)
    return Read.UNREADABLE if chosen is None else Read(chosen)


def _chooses_after_all(text: str, how: Patterns) -> bool:
    """`Both are …, but the first is more natural` does not decline, nor does it begin with its choice."""
    return any(_chosen(part, set(), how) is not None for part in BUT.split(text)[1:])


def _begun(lead: re.Match[str], repeated: set[int], refusal: re.Pattern[str], how: Patterns) -> Read:
    """A number on a line of its own is the answer that was asked for; on a line with more, the rest counts too."""
    chosen = _named(lead["name"], how)
    if len(chosen) != 1:
        return Read.UNREADABLE
    (index,) = chosen
    after = how.others.sub("", lead.string[lead.end() :])
    named = _named(after, how)
    alone = lead["end"].endswith("\n") or not after
    if alone:
        agrees = _chosen(after, set(), how) in (None, index) and not JOINED.match(after)
        follow = how.lead.match(after)
        agrees = agrees and (follow is None or _named(follow["name"], how) == {index})
    else:
        agrees = named <= {index} and not UNFIT.search(after) and not refusal.match(after.strip())
    return Read(index) if agrees and repeated <= {index} else Read.UNREADABLE


def _chosen(text: str, repeated: set[int], how: Patterns) -> int | None:
    """The one that is named or repeated, where the words choose it."""
    for index, word in enumerate(NUMBER_WORDS[: len(how.names)]):
        if word.fullmatch(text):
            return index
    indices = _named(text, how) | repeated
    if len(indices) != 1 or DENIED.search(text) or BOTH.search(text):
        return None
    (index,) = indices
    return index if CHOOSES.search(text) or (repeated and BARE.fullmatch(text)) else None


def _named(text: str, how: Patterns) -> set[int]:
    return {index for index, name in enumerate(how.names) if name.search(text)}


def _cut_out(text: str, sentences: Sequence[str], is_cut: bool, how: Patterns) -> tuple[str, set[int]]:
    """The reply without the sentences in it, and which they were; of two that overlap, the longer was repeated."""
    repeats = [
        (match.start(), match.end(), number)
        for number, sentence in enumerate(sentences)
        for match in _whole_words(plain(sentence).strip(_ENDS)).finditer(text)
    ]
    repeated, rest = set(), text
    kept: list[tuple[int, int, int]] = []
    for start, end, index in sorted(repeats, key=lambda span: span[0] - span[1]):
        if all(end <= other_start or start >= other_end for other_start, other_end, _ in kept):
            kept.append((start, end, index))
            repeated.add(index)
    for start, end, _ in sorted(kept, reverse=True):
        rest = f"{rest[:start]} {rest[end:]}"
    return _without_beginning(rest, sentences, repeated, how) if is_cut else (rest, repeated)


def _without_beginning(text: str, sentences: Sequence[str], repeated: set[int], how: Patterns) -> tuple[str, set[int]]:
    """A reply that was cut off may stop in the middle of a sentence that it began to repeat."""
    lead = how.lead.match(text)
    after = text[lead.end() :].strip() if lead else ""
    begun = {index for index, sentence in enumerate(sentences) if after and plain(sentence).startswith(after)}
    if not lead or not begun:
        return text, repeated
    return text[: lead.end()], repeated | (begun if len(begun) == 1 else set())


def _whole_words(sentence: str) -> re.Pattern[str]:
    """Not inside a longer word: `he` is no part of `she`, nor `men` of `women`. Nothing matches an empty sentence."""
    words = r"\s+".join(map(re.escape, sentence.split()))
    return re.compile(rf"(?<!\w){words}(?!\w)(?: ?[.!?…]+)?" if words else r"(?!)")


HTML = re.compile(r"\s*<(?:!doctype|html|head|body|div|p|h\d|table|pre|span)\b", re.IGNORECASE)
LONGEST = 5_000  # characters that are kept and read: no choice needs as many
NEVER_READ = frozenset({FILTERED, THINKING, EMPTY, PAGE, LONG})


def trouble_of(answer: TextReply) -> str:
    """What is wrong with a reply whatever it says."""
    if answer.trouble:
        return answer.trouble
    if not answer.text.strip():
        return EMPTY
    if HTML.match(answer.text):
        return PAGE
    return LONG if len(answer.text) > LONGEST else CUT if answer.is_cut else UNCLEAR
