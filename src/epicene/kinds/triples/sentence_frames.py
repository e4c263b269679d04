"""A French sentence with a hole, how another lies against it, and a word put into the other's gender and number.

Machines translate the three candidates of a test one by one, so that the words around the attribute differ. Here the
attribute is found all the same: it is the run of words that no other sentence has, at the place where the hole is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from epicene.core.types import BLANK
from epicene.grammar.french.agreement import AVOIR, COPULAS, PLURAL_COPULAS, SINGULAR_COPULAS, feminine, masculine
from epicene.grammar.french.noun_forms import (
    ELIDED,
    SURE_DETERMINERS,
    WHOLE,
    is_plural,
    marked_gender,
    plural,
    singular,
)
from epicene.grammar.languages import grammar
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import Word, fold, word_list, words

LONGEST_ATTRIBUTE = 6
LEAST_SHARED = 0.5  # of the frame's words, a sentence must have these to be a wording of it
_FRENCH = grammar("fr")
NEGATIONS = _FRENCH.negators | {"aucunement", "non"}
# Besides function words that change with the group.
_OTHER_SMALL = word_list(
    "dans sur sous avec sans pour par chez vers entre depuis pendant après avant contre et ou mais donc ni car qui quoi"
    " dont où tu on nous vous y cela ça avons avez été avoir comme quand parce là ici alors puis selon même"
)
_SMALL = _FRENCH.degrees | COPULAS | AVOIR | set(_OTHER_SMALL)
# What it costs to turn a word into another, or into nothing, where a sentence is laid against a frame.
_AGREEING, _MARKS, _SMALL_WORDS, _GAP, _OTHER = 0.25, 0.1, 0.5, 0.8, 1.0
_SWALLOWED, _SWALLOWED_CONTENT = 0.4, 1.1

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SentenceFrame:
    """A text and the words before and after its hole, which covers the characters `hole`."""

    text: str
    before: tuple[Word, ...]
    after: tuple[Word, ...]
    hole: tuple[int, int]

    @classmethod
    def at(cls, text: str, start: int, end: int) -> SentenceFrame:
        own = words(text)
        before, after = [word for word in own if word.end <= start], [word for word in own if word.start >= end]
        return cls(text, tuple(before), tuple(after), (start, end))

    @classmethod
    def of_context(cls, context: str) -> SentenceFrame | None:
        start = context.find(BLANK)
        return cls.at(context, start, start + len(BLANK)) if context.count(BLANK) == 1 else None

    @property
    def inside(self) -> str:
        return self.text[slice(*self.hole)]

    @property
    def leading(self) -> tuple[Word, ...]:
        """The words right before the hole that change with what is in it: a determiner, *de*, *que*, *se*."""
        for last in (self.before[-2:], self.before[-1:]):
            name = " ".join(fold(word.text) for word in last)
            if name in SURE_DETERMINERS or name in ELIDED or name in WHOLE:
                return last
        return ()

    @property
    def lead(self) -> str:
        return " ".join(fold(word.text) for word in self.leading)

    @property
    def starts(self) -> bool:
        """Whether nothing stands before the hole and its leading words."""
        return len(self.before) == len(self.leading)

    @property
    def ahead(self) -> str:
        """The last word before the leading ones, adverbs of degree aside; empty at the start."""
        return next(reversed(_without_degrees(self.before[: len(self.before) - len(self.leading)])), "")

    @property
    def behind(self) -> str:
        """The word right after the hole; empty where a mark follows, or nothing."""
        return "" if not self.after or self.after[0].is_mark else fold(self.after[0].text)

    @property
    def is_linked(self) -> bool:
        """Whether *être* or what means the same stands right before the hole: *est*, *semble très*, *a l’air*."""
        rest = _without_degrees(self.before)
        return any(word in COPULAS for word in rest[-1:]) or (rest[-2:] == ["l'", "air"] and set(rest[-3:-2]) <= AVOIR)

    @property
    def is_predicate(self) -> bool:
        """Whether the hole is behind *être* or a participle that goes with it: *est*, *est très*, *est arrivée*."""
        rest = _without_degrees(self.before)
        is_participle = len(rest) > 1 and rest[-1].rstrip("s").endswith(("é", "ée", "i", "ie", "u", "ue"))
        return self.is_linked or (is_participle and rest[-2] in COPULAS)


def _without_degrees(run: Sequence[Word]) -> list[str]:
    return [folded for folded in (fold(word.text) for word in run) if folded not in _FRENCH.degrees]


@lru_cache(maxsize=1 << 16)
def is_content(word: str) -> bool:
    folded = fold(word)
    return folded not in _SMALL and any(map(str.isalnum, folded)) and not _FRENCH.is_function(folded)


@lru_cache(maxsize=1 << 16)
def same(word: str, other: str) -> bool:
    """Whether two words are forms of one."""
    return fold(word) == fold(other) or _FRENCH.agree(word, other)


def unique_words(sentence: str, others: Sequence[str]) -> set[int]:
    """Indices of content words that no other sentence has in any form."""
    elsewhere = [word.text for other in others for word in words(other) if not word.is_mark]
    return {
        index
        for index, word in enumerate(words(sentence))
        if is_content(word.text) and not any(same(word.text, other) for other in elsewhere)
    }


def lay_against(sentence: str, others: Sequence[str], frame: SentenceFrame) -> SentenceFrame | None:
    """The sentence with its attribute for a hole, where the frame has its own; None where that is not clear.

    The hole must hold a word that no other sentence has. Around it, every other such word must stand in the place of a
    word of the frame (a synonym); one more than the frame has may be what the sentence is really about.
    """
    own, unique = words(sentence), unique_words(sentence, others)
    span = _best_span(own, unique, frame)
    if span is None:
        return None
    laid = SentenceFrame.at(sentence, own[span[0]].start, own[span[1] - 1].end)
    pairs, alone = aligned(laid, frame), {own[index].text for index in unique}
    surplus = any(word in alone and not other and is_content(word) for word, other in pairs if word)
    here, there = ({fold(pair[side]) for pair in pairs} & NEGATIONS for side in (0, 1))
    return None if surplus or (here ^ there) - {"ne", "n'"} or not _anchored(laid, frame, pairs) else laid


def _best_span(own: Sequence[Word], unique: set[int], frame: SentenceFrame) -> tuple[int, int] | None:
    """The run of words that costs least to call the attribute. A second content word in it is more likely a synonym
    beside it."""
    texts, is_own = [word.text for word in own], [is_content(word.text) for word in own]
    before = [row[-1] for row in _costs(texts, [word.text for word in frame.before])]
    after = [row[-1] for row in _costs(texts[::-1], [word.text for word in frame.after][::-1])][::-1]
    spans = [
        (before[start] + after[end], start, end)
        for start in range(len(own))
        for end in range(start + 1, min(start + LONGEST_ATTRIBUTE, len(own)) + 1)
        if unique & set(range(start, end)) and is_own[end - 1]
    ]
    if not spans:
        return None
    if not (exact := [span for span in spans if span[0] <= _AGREEING]):
        counts = {(start, end): sum(is_own[start:end]) for _, start, end in spans}
        spans = [
            (cost + (_SWALLOWED_CONTENT * (n - 1) + _SWALLOWED * (end - start - n)), start, end)
            for cost, start, end in spans
            if (n := counts[start, end])
        ]
    _, start, end = min(exact or spans)
    while start < end - 1 and (own[start].is_mark or not is_own[start]):
        start += 1
    return start, end


def _costs(first: Sequence[str], second: Sequence[str]) -> list[list[float]]:
    """What it costs to turn the first so many words of one run into the first so many of another, for all of these."""
    table = [[0.0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for column, text in enumerate(second):
        table[0][column + 1] = table[0][column] + _gap(text)
    for row, text in enumerate(first):
        table[row + 1][0] = table[row][0] + _gap(text)
        for column, against in enumerate(second):
            table[row + 1][column + 1] = min(
                table[row][column] + _change(text, against),
                table[row][column + 1] + _gap(text),
                table[row + 1][column] + _gap(against),
            )
    return table


def _is_mark(text: str) -> bool:
    return not any(map(str.isalnum, text))


@lru_cache(maxsize=1 << 16)
def _gap(text: str) -> float:
    return _MARKS if _is_mark(text) else _GAP if is_content(text) else _SMALL_WORDS


@lru_cache(maxsize=1 << 16)
def _change(word: str, other: str) -> float:
    if fold(word) == fold(other):
        return 0.0
    if _is_mark(word) or _is_mark(other):
        return _MARKS if _is_mark(word) and _is_mark(other) else _OTHER * 2
    same_job = _FRENCH.same_job([fold(word)], [fold(other)])
    if _FRENCH.agree(word, other) or _FRENCH.gendered(word, other) or same_job:
        return _AGREEING
    return _OTHER if is_content(word) == is_content(other) else 1.2


def aligned(laid: SentenceFrame, frame: SentenceFrame) -> list[Pair]:
    """Words of the two side by side, hole against hole; empty where one has nothing for the other's word."""
    return [*side_pairs(laid.before, frame.before), *side_pairs(laid.after, frame.after)]


def side_pairs(side: Sequence[Word], other: Sequence[Word]) -> list[Pair]:
    first, second = [word.text for word in side], [word.text for word in other]
    table, row, column, pairs = _costs(first, second), len(first), len(second), list[Pair]()
    while row or column:
        cost = table[row][column]
        if row and column and cost == table[row - 1][column - 1] + _change(first[row - 1], second[column - 1]):
            row, column = row - 1, column - 1
            pairs.append((first[row], second[column]))
        elif row and cost == table[row - 1][column] + _gap(first[row - 1]):
            row -= 1
            pairs.append((first[row], ""))
        else:
            column -= 1
            pairs.append(("", second[column]))
    return pairs[::-1]


def _anchored(laid: SentenceFrame, frame: SentenceFrame, pairs: Sequence[Pair]) -> bool:
    """Whether the hole is where the frame's is: beside the same word, in a sentence that is mostly the same."""
    both_linked = laid.is_linked and frame.is_linked
    texts = {fold(word) for word, _ in pairs if word} | (AVOIR | {"l'", "air"} if both_linked else frozenset())
    theirs = [fold(word.text) for word in (*frame.before, *frame.after) if not word.is_mark]
    n_shared = sum(word in texts or any(same(word, other) for other in texts) for word in theirs)
    neighbours = (laid.ahead, frame.ahead), (laid.behind, frame.behind)
    is_beside = both_linked or any(word and same(word, other) for word, other in neighbours)
    least = LEAST_SHARED if is_beside else (LEAST_SHARED + 1) / 2 if len(theirs) > 3 else 2 / 3
    return bool(theirs) and n_shared / len(theirs) >= least


_GENDERS = {**dict.fromkeys(("il", "ils"), Gender.MASCULINE), **dict.fromkeys(("elle", "elles"), Gender.FEMININE)}
_PLURALS = PLURAL_COPULAS | {"ils", "elles"}
_SINGULARS = SINGULAR_COPULAS | {"il", "elle"}


@dataclass(frozen=True, slots=True)
class Concord:
    """What changes from one wording to the other: the new gender, None where it is the same, and number (s, p), empty
    where it is the same; `was_plural` is what it changes from."""

    gender: Gender | None = None
    number: str = ""
    was_plural: bool = False


def concord(pairs: Sequence[Pair]) -> Concord | None:
    """The change from the first words of the pairs to the second; None where they say different things."""
    changed = [(fold(word), fold(other)) for word, other in pairs if word and other and fold(word) != fold(other)]
    genders = {gender for pair in changed for gender in _new_gender(*pair)}
    numbers = {
        "p" if _is_plural(other) else "s"
        for word, other in changed
        if _is_plural(word) != _is_plural(other) and _has_number(word) and _has_number(other)
    }
    if len(genders) > 1 or len(numbers) > 1 or (numbers and not genders and not _keeps_gender(changed)):
        return None
    # It was plural by the verb nearest to the hole; without one, by the nearest determiner.
    own = [fold(word) for word, _ in pairs if word]
    verbs = [word for word in own if word in _PLURALS or word in _SINGULARS]
    nearest = next(reversed(verbs or [word for word in own if _has_number(word)]), "")
    return Concord(next(iter(genders), None), "".join(numbers), was_plural=_is_plural(nearest))


def _new_gender(word: str, other: str) -> Iterator[Gender]:
    """The gender of the second, where the first has the other one."""
    before, after = (_GENDERS.get(text) or marked_gender(text, "x") for text in (word, other))
    if before and after:
        yield from [after] if before != after else []
        return
    first, second = (text[:-1] if text.endswith("s") else text for text in (word, other))
    if first != second and min(len(first), len(second)) > 2:
        if first in _FRENCH.lemmas(second):
            yield Gender.FEMININE
        elif second in _FRENCH.lemmas(first):
            yield Gender.MASCULINE


def _keeps_gender(changed: Sequence[Pair]) -> bool:
    """*les juges* may be men or women, *la juge* is not: where one form shows a feminine that the other hides, only
    the noun can tell (*l’étudiante*, *les étudiantes*)."""
    both = [word for pair in changed for word in pair]
    shows = any(marked_gender(word, "x") is Gender.FEMININE for word in both)
    return not shows or any(masculine(singular(word) or word) not in (None, singular(word) or word) for word in both)


def _is_plural(word: str) -> bool:
    return word in _PLURALS or is_plural(word)


def _has_number(word: str) -> bool:
    return _is_plural(word) or word in _SINGULARS or marked_gender(word, "x") is not None or word in ("l'", "chaque")


def inflected(word: str, change: Concord) -> str | None:
    """A word in the gender and number that are wanted; None where no rule is sure."""
    single = None if " " in word else singular(word) if change.was_plural else word.lower()
    if single is not None and change.gender:
        single = (feminine if change.gender is Gender.FEMININE else masculine)(single)
    if single is None:
        return None
    return plural(single) if change.number == "p" or (change.was_plural and change.number != "s") else single
