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
_AGREEING, _MARKS, _SMALL_WORDS, _GAP, _OTHER = 0.25, 0.1, 0.5, 0.8, 1.0
_SWALLOWED, _SWALLOWED_CONTENT = 0.4, 1.1

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Frame:
    """A text and the words before and after its hole, which covers the characters `hole`."""

    text: str
    before: tuple[Word, ...]
    after: tuple[Word, ...]
    hole: tuple[int, int]

    @property
    def inside(self) -> str:
        return self.text[slice(*self.hole)]

    @property
    def leading(self) -> tuple[Word, ...]:
        """The words right before the hole that change with what is in it: a determiner, *de*, *que*, *se*."""
        for length in (2, 1):
            last = self.before[-length:]
            name = " ".join(fold(word.text) for word in last)
            if len(last) == length and (name in SURE_DETERMINERS or name in ELIDED or name in WHOLE):
                return last
        return ()

    @property
    def lead(self) -> str:
        return " ".join(fold(word.text) for word in self.leading)

    @property
    def ahead(self) -> str:
        """The last word before that, adverbs of degree aside; empty at the start."""
        rest = [fold(word.text) for word in self.before[: len(self.before) - len(self.leading)]]
        return next((word for word in reversed(rest) if word not in _FRENCH.degrees), "")

    @property
    def is_predicate(self) -> bool:
        """Whether the hole is behind *être* or a participle that goes with it: *est*, *est très*, *est arrivée*."""
        rest = [word for word in map(fold, (word.text for word in self.before)) if word not in _FRENCH.degrees]
        return self.is_linked or (
            any(word in COPULAS for word in rest[-2:-1])
            and rest[-1].rstrip("s").endswith(("é", "ée", "i", "ie", "u", "ue"))
        )

    @property
    def is_linked(self) -> bool:
        """Whether *être* or what means the same stands right before the hole: *est*, *semble très*, *a l’air*."""
        rest = [word for word in map(fold, (word.text for word in self.before)) if word not in _FRENCH.degrees]
        return any(word in COPULAS for word in rest[-1:]) or (rest[-2:] == ["l'", "air"] and set(rest[-3:-2]) <= AVOIR)

    @property
    def behind(self) -> str:
        """The word right after the hole; empty where a mark follows, or nothing."""
        return "" if not self.after or self.after[0].is_mark else fold(self.after[0].text)


def context_frame(context: str) -> Frame | None:
    if context.count(BLANK) != 1:
        return None
    start = context.index(BLANK)
    return frame_at(context, start, start + len(BLANK))


def frame_at(text: str, start: int, end: int) -> Frame:
    found = words(text)
    before = tuple(word for word in found if word.end <= start)
    return Frame(text, before, tuple(word for word in found if word.start >= end), (start, end))


@lru_cache(maxsize=1 << 16)
def is_content(word: str) -> bool:
    folded = fold(word)
    return folded not in _SMALL and any(map(str.isalnum, folded)) and not _FRENCH.is_function(folded)


@lru_cache(maxsize=1 << 16)
def same(one: str, other: str) -> bool:
    return fold(one) == fold(other) or _FRENCH.agree(one, other)


def unique_words(sentence: str, others: Sequence[str]) -> set[int]:
    """Places of content words that no other sentence has in any form."""
    elsewhere = [word.text for other in others for word in words(other) if not word.is_mark]
    return {
        index
        for index, word in enumerate(words(sentence))
        if is_content(word.text) and not any(same(word.text, other) for other in elsewhere)
    }


def lay_against(sentence: str, others: Sequence[str], frame: Frame) -> Frame | None:
    """The sentence with its attribute for a hole, where the frame has its own; None where that is not clear.

    The hole must hold a word that no other sentence has. Around it, every other such word must stand in the place of a
    word of the frame (a synonym); one more than the frame has may be what the sentence is really about.
    """
    found = words(sentence)
    unique = unique_words(sentence, others)
    place = _best_span(found, unique, frame)
    if place is None:
        return None
    start, end = place
    laid = frame_at(sentence, found[start].start, found[end - 1].end)
    pairs = aligned(laid, frame)
    alone = {found[index].text for index in unique}
    surplus = [one for one, other in pairs if one and not other and is_content(one) and one in alone]
    negated = {fold(one) for one, other in pairs if fold(one) in NEGATIONS} ^ {
        fold(other) for _, other in pairs if fold(other) in NEGATIONS
    }
    if surplus or negated - {"ne", "n'"} or not _anchored(laid, frame, pairs):
        return None
    return laid


def _best_span(words: Sequence[Word], unique: set[int], frame: Frame) -> tuple[int, int] | None:
    """The run of words that costs least to call the attribute."""
    texts = [word.text for word in words]
    before = _costs(texts, [word.text for word in frame.before])
    after = _costs(texts[::-1], [word.text for word in frame.after][::-1])[::-1]
    spans = [
        (before[start] + after[end], start, end)
        for start in range(len(words))
        for end in range(start + 1, min(start + LONGEST_ATTRIBUTE, len(words)) + 1)
        if unique & set(range(start, end)) and is_content(words[end - 1].text)
    ]
    exact = [span for span in spans if span[0] <= _AGREEING]
    spans = exact or [(cost + _swallowed(words[start:end]), start, end) for cost, start, end in spans]
    if not spans:
        return None
    _, start, end = min(spans)
    while start < end - 1 and (words[start].is_mark or not is_content(words[start].text)):
        start += 1
    return start, end


def _swallowed(run: Sequence[Word]) -> float:
    """What it costs to take a run for the attribute: a second content word in it is more likely a synonym beside it."""
    content = sum(is_content(word.text) for word in run)
    return _SWALLOWED_CONTENT * (content - 1) + _SWALLOWED * (len(run) - content)


def _costs(sentence: Sequence[str], side: Sequence[str]) -> list[float]:
    """For each length, what it costs to turn so many of the sentence's words into all of one side of the frame."""
    return [row[-1] for row in _table(sentence, side)]


def _table(one: Sequence[str], other: Sequence[str]) -> list[list[float]]:
    table = [[0.0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for column, text in enumerate(other):
        table[0][column + 1] = table[0][column] + _gap(text)
    for row, text in enumerate(one):
        table[row + 1][0] = table[row][0] + _gap(text)
        for column, against in enumerate(other):
            table[row + 1][column + 1] = min(
                table[row][column] + _change(text, against),
                table[row][column + 1] + _gap(text),
                table[row + 1][column] + _gap(against),
            )
    return table


@lru_cache(maxsize=1 << 16)
def _gap(text: str) -> float:
    if not any(map(str.isalnum, text)):
        return _MARKS
    return _GAP if is_content(text) else _SMALL_WORDS


@lru_cache(maxsize=1 << 16)
def _change(one: str, other: str) -> float:
    if fold(one) == fold(other):
        return 0.0
    marks = [not any(map(str.isalnum, text)) for text in (one, other)]
    if all(marks):
        return _MARKS
    if any(marks):
        return _OTHER * 2
    if _FRENCH.agree(one, other) or _FRENCH.gendered(one, other) or _FRENCH.same_job([fold(one)], [fold(other)]):
        return _AGREEING
    return _OTHER if is_content(one) == is_content(other) else 1.2


def aligned(laid: Frame, frame: Frame) -> list[Pair]:
    """Words of the two side by side, hole against hole; empty where one has nothing for the other's word."""
    return [*side_pairs(laid.before, frame.before), *side_pairs(laid.after, frame.after)]


def side_pairs(words: Sequence[Word], other: Sequence[Word]) -> list[Pair]:
    first, second = [word.text for word in words], [word.text for word in other]
    table = _table(first, second)
    row, column, pairs = len(first), len(second), list[Pair]()
    while row or column:
        here = table[row][column]
        if row and column and here == table[row - 1][column - 1] + _change(first[row - 1], second[column - 1]):
            row, column = row - 1, column - 1
            pairs.append((first[row], second[column]))
        elif row and here == table[row - 1][column] + _gap(first[row - 1]):
            row -= 1
            pairs.append((first[row], ""))
        else:
            column -= 1
            pairs.append(("", second[column]))
    return pairs[::-1]


def _anchored(laid: Frame, frame: Frame, pairs: Sequence[Pair]) -> bool:
    """Whether the hole is where the frame's is: beside the same word, in a sentence that is mostly the same."""
    both_are = laid.is_linked and frame.is_linked
    texts = {fold(one) for one, _ in pairs if one} | (AVOIR | {"l'", "air"} if both_are else frozenset())
    theirs = [fold(word.text) for word in (*frame.before, *frame.after) if not word.is_mark]
    shared = [word for word in theirs if word in texts or any(same(word, other) for other in texts)]
    beside = (
        both_are or (laid.ahead and same(laid.ahead, frame.ahead)) or (laid.behind and same(laid.behind, frame.behind))
    )
    least = LEAST_SHARED if beside else (LEAST_SHARED + 1) / 2 if len(theirs) > 3 else 2 / 3
    return bool(theirs) and len(shared) / len(theirs) >= least


_GENDERS = {
    **dict.fromkeys(("il", "ils"), Gender.MASCULINE),
    **dict.fromkeys(("elle", "elles"), Gender.FEMININE),
}
_PLURALS = PLURAL_COPULAS | {"ils", "elles"}
_SINGULARS = SINGULAR_COPULAS | {"il", "elle"}


@dataclass(frozen=True, slots=True)
class Concord:
    """What changes from one wording to the other: the new gender, None where it is the same, and number (s, p), empty
    where it is the same; `was_plural` is what it changes from."""

    gender: Gender | None = None
    number: str = ""
    was_plural: bool = False


def concord(pairs: Sequence[tuple[str, str]]) -> Concord | None:
    """The change from the first words of the pairs to the second; None where they say different things."""
    changed = [(fold(one), fold(other)) for one, other in pairs if one and other and fold(one) != fold(other)]
    genders = {gender for pair in changed for gender in _gender(*pair)}
    numbers = {number for pair in changed for number in _number(*pair)}
    if len(genders) > 1 or len(numbers) > 1:
        return None
    if numbers and not genders and not _keeps_gender(changed):
        return None
    return Concord(
        next(iter(genders), None), "".join(numbers), was_plural=_was_plural([fold(one) for one, _ in pairs if one])
    )


def _was_plural(words: Sequence[str]) -> bool:
    """By the verb nearest to the hole; without one, by the nearest determiner."""
    verbs = [word for word in words if word in _PLURALS or word in _SINGULARS]
    return _is_plural(next(reversed(verbs or [word for word in words if _has_number(word)]), ""))


def _gender(one: str, other: str) -> Iterator[Gender]:
    """The gender of the second, where the first has the other one."""
    marked = [_GENDERS.get(word) or marked_gender(word, "x") for word in (one, other)]
    if marked[0] and marked[1]:
        if marked[0] != marked[1]:
            yield marked[1]
        return
    first, second = (word[:-1] if word.endswith("s") else word for word in (one, other))
    if first != second and min(len(first), len(second)) > 2:
        if first in _FRENCH.lemmas(second):
            yield Gender.FEMININE
        elif second in _FRENCH.lemmas(first):
            yield Gender.MASCULINE


def _number(one: str, other: str) -> Iterator[str]:
    if _is_plural(one) != _is_plural(other) and (_has_number(one) and _has_number(other)):
        yield "p" if _is_plural(other) else "s"


def _keeps_gender(changed: Sequence[tuple[str, str]]) -> bool:
    """*les juges* may be men or women, *la juge* is not: where one form shows a feminine that the other hides, only
    the noun can tell (*l’étudiante*, *les étudiantes*)."""
    shows = any(Gender.FEMININE in (marked_gender(one, "x"), marked_gender(other, "x")) for one, other in changed)
    marked = any(
        masculine(singular(word) or word) not in (None, singular(word) or word) for pair in changed for word in pair
    )
    return not shows or marked


def _is_plural(word: str) -> bool:
    return word in _PLURALS or is_plural(word)


def _has_number(word: str) -> bool:
    return _is_plural(word) or word in _SINGULARS or marked_gender(word, "x") is not None or word in ("l'", "chaque")


def inflected(word: str, change: Concord) -> str | None:
    """A word in the gender and number that are wanted; None where no rule is sure."""
    if " " in word:
        return None
    single = singular(word) if change.was_plural else word.lower()
    if single is None:
        return None
    if change.gender:
        made = feminine(single) if change.gender is Gender.FEMININE else masculine(single)
        if made is None:
            return None
        single = made
    is_plural = change.number == "p" or (change.was_plural and change.number != "s")
    return plural(single) if is_plural else single
