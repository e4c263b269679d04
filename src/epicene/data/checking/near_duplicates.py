"""Which of many texts say nearly the same as a given one, found without comparing it with each of them.

Two texts are near if they are alike by characters (`NEAR`) and differ in function words, endings or spelling only: of
the content words of either, all but one in eight have a like word (`SAME_WORD`) in the other. Characters alone do not
decide: “Les grues du lac aiment danser” and “… chanter” are nine tenths alike and say different things.

The second condition is what the search goes by. A near text has a like word for all but one in seven of the words that
are asked for, so that the rarest of them lead to it; where rare words are still in many texts, those are taken that
have nearly all of the words. A word finds its like by its ends: the first five letters or the last five are the same in
both, give or take one letter in each.

What is found is near, always. What is near is found, except where
- a word and its like differ by two letters or more at both ends (*accent*, *accident*);
- so many words of the other text are like one word asked for (*chante*, *chanté*, *chanter*) that it may lack more of
  the others than one in seven: that takes eight content words or more;
- there is a flood: no more than `MOST_COMPARED` texts are compared with one, and `MOST_WORDS` words with one word, so
  that thousands of alike texts cost no more than thousands of different ones. Texts made to cost the most still cost
  much: `tick` is called at every step of a search, and ends it by raising.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from epicene.core.types import Item
from epicene.grammar.languages import grammar
from epicene.grammar.word_patterns import folded_words

NEAR = 80  # of 100, by characters: what is worth a second look
SAME_WORD = 80  # of 100: a typing error or another ending
ONE_WORD_IN = 8  # so many content words may hide one that differs
MOST_COMPARED = 1000
MOST_WORDS = 2000
_FEW = 32  # candidates that are compared sooner than a further word is looked at
_END = 5  # letters
_WORDS_REMEMBERED = 1000

Sides = tuple[str, ...]
MOST_NEAR = 25  # others that one text is said to be near to: of a flood of alike ones, no more are named


class Near(NamedTuple):
    """`key` says nearly what was asked for; `swapped` where the two sides changed places."""

    key: int
    swapped: bool


@dataclass(slots=True)
class TextEntry:
    """Texts with the same words are one entry, and the first of them stands for all."""

    order: int
    sides: Sides
    keys: list[int] = field(default_factory=list)


class NearIndex:
    """Texts in one language under numbers of the caller's: single ones, or the two sides of pairs, as `folded_words`
    gives them. Not for several threads at once."""

    def __init__(self, language: str) -> None:
        from rapidfuzz.fuzz import ratio
        from rapidfuzz.process import extractOne

        self._ratio, self._best = ratio, extractOne
        self.tick: Callable[[], None] = lambda: None
        self._rules = grammar(language)
        self._sides: dict[int, Sides] = {}
        self._by_sides: dict[Sides, TextEntry] = {}
        self._by_order: dict[int, TextEntry] = {}
        self._orders = 0
        self._by_word: dict[str, list[int]] = {}  # orders, ascending
        self._by_end: dict[str, list[str]] = {}
        self._like = lru_cache(_WORDS_REMEMBERED)(self._find_like)
        self._having = lru_cache(_WORDS_REMEMBERED)(self._find_having)

    def add(self, key: int, sides: Sides) -> None:
        """A key that is known already leaves its old text."""
        self.discard(key)
        self._sides[key] = sides
        entry = self._by_sides.get(sides)
        if entry is None:
            self._forget_words()
            entry = self._by_sides[sides] = self._by_order[self._orders] = TextEntry(self._orders, sides)
            self._orders += 1
            for word in self._words_of(sides):
                if word not in self._by_word:
                    for end in _ends(word):
                        self._by_end.setdefault(end, []).append(word)
                self._by_word.setdefault(word, []).append(entry.order)
        entry.keys.append(key)

    def discard(self, key: int) -> None:
        sides = self._sides.pop(key, None)
        if sides is None:
            return
        entry = self._by_sides[sides]
        entry.keys.remove(key)
        if entry.keys:
            return
        self._forget_words()
        del self._by_sides[sides], self._by_order[entry.order]
        for word in self._words_of(sides):
            orders = self._by_word[word]
            del orders[bisect_left(orders, entry.order)]
            if not orders:
                del self._by_word[word]
                for end in _ends(word):
                    self._by_end[end].remove(word)
                    if not self._by_end[end]:
                        del self._by_end[end]

    def same(self, sides: Sides, *, without: int | None = None) -> Near | None:
        """The first with the same words; with the sides swapped, if there is none as they stand."""
        for given, swapped in ((sides, False), (sides[::-1], True)):
            entry = self._by_sides.get(given)
            for key in entry.keys if entry else ():
                if key != without:
                    return Near(key, swapped)
        return None

    def near(self, sides: Sides, *, before: int | None = None, without: int | None = None) -> Iterator[Near]:
        """Those that are near, but not the same; likely ones first, and among them in the order in which they came.

        `before`: only those that came before this key; `without`: all but this key.
        """
        among = self._orders if before is None else self._by_sides[self._sides[before]].order
        wanted = [(text, self._content_words(text)) for text in sides]
        rarest_first = [sorted(words, key=self._count) for _, words in wanted]
        words = min(rarest_first, key=lambda words: self._count(words[0]))
        for order in islice(self._candidates(words, among), MOST_COMPARED):
            self.tick()
            entry = self._by_order[order]
            key = next((key for key in entry.keys if key != without), None)
            if key is None or entry.sides in (sides, sides[::-1]):
                continue
            swapped = self._compare(wanted, entry.sides)
            if swapped is not None:
                yield Near(key, swapped)

    def _candidates(self, words: list[str], among: int) -> Iterator[int]:
        """Of the first `among` entries, those that have a like word for enough of these, the rarest first."""
        lacking = len(words) // (ONE_WORD_IN - 1)
        led_to = list(islice(self._places(words[: lacking + 1]), _FEW + 1))
        if len(led_to) <= _FEW:
            return iter(sorted(order for order in set(led_to) if order < among))
        # Sets of entries, as numbers with a bit for each: left[n] are those that lack n of the words looked at.
        left = [(1 << among) - 1] + [0] * lacking
        for word in words:
            having = self._having(word)
            for number in range(lacking, 0, -1):
                left[number] = left[number] & having | left[number - 1] & ~having
            left[0] &= having
            if sum(map(int.bit_count, left)) <= _FEW:
                break
        return chain.from_iterable(map(_bits, left))

    def _find_having(self, word: str) -> int:
        """The entries with a word like this, as a number."""
        having = bytearray(self._orders // 8 + 1)
        for order in self._places([word]):
            having[order >> 3] |= 1 << (order & 7)
        return int.from_bytes(having, "little")

    def _places(self, words: Iterable[str]) -> Iterator[int]:
        for word in words:
            for like in self._like(word):
                self.tick()
                yield from self._by_word[like]

    def _find_like(self, word: str) -> list[str]:
        from rapidfuzz.process import extract

        self.tick()
        sharing = dict.fromkeys(chain.from_iterable(self._by_end.get(end, ()) for end in _ends(word)))
        words = list(islice(sharing, MOST_WORDS))
        return [like for like, *_ in extract(word, words, scorer=self._ratio, score_cutoff=SAME_WORD, limit=None)]

    def _forget_words(self) -> None:
        self._like.cache_clear()
        self._having.cache_clear()

    def _count(self, word: str) -> int:
        return len(self._by_word.get(word, ()))

    def _words_of(self, sides: Sides) -> Iterable[str]:
        return dict.fromkeys(chain.from_iterable(map(self._content_words, sides)))

    def _content_words(self, text: str) -> list[str]:
        """Each once; a text without any has the empty word, so that it can be found too."""
        is_function, negates = self._rules.is_function, self._rules.negates
        return [word for word in dict.fromkeys(text.split()) if not is_function(word) and not negates(word)] or [""]

    def _compare(self, wanted: list[tuple[str, list[str]]], others: Sides) -> bool | None:
        """Whether the sides have to be swapped for the two to be near; None if they are not near either way."""
        ways = (others, others[::-1])[: len(others)]
        alike = [
            min(self._ratio(text, other, score_cutoff=NEAR) for (text, _), other in zip(wanted, way, strict=True))
            for way in ways
        ]
        if not any(alike):
            return None
        best = alike.index(max(alike))
        is_near = all(
            self._have_like_words(set(words), set(self._content_words(other)))
            for (_, words), other in zip(wanted, ways[best], strict=True)
        )
        return bool(best) if is_near else None

    def _have_like_words(self, first: set[str], second: set[str]) -> bool:
        """Words that both have are like each other; the others are compared until too many have no like."""
        allowed = max(len(first), len(second)) // ONE_WORD_IN
        for left, right in ((first, second), (second, first)):
            missing, choices = left - right, list(right)
            unlike = 0
            for word in missing if len(missing) > allowed else ():
                unlike += self._best(word, choices, scorer=self._ratio, score_cutoff=SAME_WORD) is None
                if unlike > allowed:
                    return False
        return True


def _ends(word: str) -> list[str]:
    """Its first letters and its last ones, whole and without any one of them."""
    ends = (("<", word[:_END]), (">", word[-_END:]))
    return list(dict.fromkeys(mark + end[:gap] + end[gap + 1 :] for mark, end in ends for gap in range(len(end) + 1)))


def _bits(number: int) -> Iterator[int]:
    """The positions of the ones, from the lowest."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


class Twin(NamedTuple):
    """`second` repeats `first`; `swapped` where the two sides changed places."""

    first: Item
    second: Item
    swapped: bool


def duplicates(items: Sequence[Item]) -> list[Twin]:
    """Pairs with the same words on both sides, case and punctuation aside; each is reported once, with its first.

    Counted twice, they would weigh twice.
    """
    return set_duplicates_apart(items)[1]


def set_duplicates_apart(items: Sequence[Item]) -> tuple[dict[Sides, Item], list[Twin]]:
    """The items that are the first with their words, by these words; and those that repeat one of them."""
    unique: dict[Sides, Item] = {}
    repeated = []
    for item in items:
        sides = tuple(folded_words(f"{text.context} {text.text}") for text in item.variants.values())
        straight, crossed = unique.get(sides), unique.get(sides[::-1])
        if first := straight or crossed:
            repeated.append(Twin(first, item, swapped=not straight))
        else:
            unique[sides] = item
    return unique, repeated


def near_duplicates(unique: Mapping[Sides, Item]) -> Iterator[Twin]:
    """Pairs of one language that differ in function words, endings or spelling only, on both sides (see `near_index`),
    each with up to `MOST_NEAR` of those before it."""
    by_language: dict[str, dict[Sides, Item]] = defaultdict(dict)
    for sides, item in unique.items():
        by_language[item.language][sides] = item
    for language, pairs in by_language.items():
        index, items = NearIndex(language), list(pairs.values())
        for number, sides in enumerate(pairs):
            index.add(number, sides)
        for number, sides in enumerate(pairs):
            for near in sorted(islice(index.near(sides, before=number), MOST_NEAR)):
                yield Twin(items[near.key], items[number], near.swapped)
