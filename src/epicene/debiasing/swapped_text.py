"""Sentences and sentence pairs, each with its counterpart in the other gender; what has none is counted by reason.

Sentences that are a benchmark's own are refused by its name: a model that was trained on them cannot be measured with
them. Of a pair, a side that shows no gender stays as it is where that is sure: an English sentence about a *baker*, a
French one about *l'artiste*. A pair whose sides contradict each other (a feminine subject with *his*) is a
mistranslation of the very thing that is to be mended, and is not trained on.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.language import language_name
from epicene.core.progress import current
from epicene.data.benchmarks import BENCHMARKS
from epicene.data.datasets import open_benchmark
from epicene.data.fetch import location
from epicene.data.sentence_splitting import sentences
from epicene.data.text_files import numbered_lines
from epicene.debiasing.debias_run import Method, Target, TextRead, Unswapped, validate_model
from epicene.grammar.english.possessives import PEOPLE
from epicene.grammar.languages import language_of
from epicene.grammar.people import GENDER_OF, has_first_name, sentence_words
from epicene.grammar.swaps import NAME, REASONS, SWAPPED, Couple, Swap, Swapper
from epicene.grammar.word_patterns import folded_words
from epicene.models.translation_text import NEUTRAL
from epicene.mt.corpus_writer import BASE, MANIPULATIONS, corpus_lines
from epicene.mt.judging.judge_run import BENCHMARK as OCCUPATIONS
from epicene.mt.lexicon import read_lexicon
from epicene.mt.noun_phrases import leaves_open, source_gender
from epicene.train.mt_text import paired_lines

LINES_READ = 500  # a language by
SHORTEST = 4  # words of a benchmark's sentence, below which anybody may have written the same
WORDS_NAMED = 8  # of those that could not be exchanged, for each reason
BENCHMARK = "benchmark"  # the reason of a counterpart that a benchmark has


@cache
def occupations(language: str) -> tuple[Couple, ...]:
    """Nouns in both genders that the grammar need not know."""
    listed = read_lexicon()
    if language == "fr":
        return tuple((noun.masculine, noun.feminine) for noun in listed)
    return tuple(dict.fromkeys((noun.target, noun.target_feminine) for noun in listed if noun.target_feminine))


@dataclass(frozen=True, slots=True)
class CounterpartPair:
    """A sentence and its counterpart."""

    text: str
    swap: Swap


@cache
def read_swapped(files: tuple[Path, ...], names: bool, avoid: tuple[str, ...], most: int) -> SwappedText:
    """The sentences of files that have a counterpart, at most so many; an error where there is none, or where a
    benchmark's sentence stands."""
    listed, text = ", ".join(map(str, files)), SwappedText(names)
    current().say(f"Exchanging genders in {listed}")
    own = benchmark_sentences(avoid)
    text.swapped = list(islice((sentence for path in files for sentence in text.in_file(path, own)), most))
    if not text.swapped:
        raise InputError(
            f"{listed} has no sentence in which a word for people, a pronoun or what agrees with them could be "
            "exchanged for the other gender; give text about people."
        )
    return text


@dataclass
class SwappedText:
    """Read once, in order, until enough sentences with a counterpart are `swapped`."""

    names: bool
    n_read: int = field(default=0, init=False)
    swapped: list[CounterpartPair] = field(default_factory=list, init=False)
    languages: list[str] = field(default_factory=list, init=False)
    left: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter), init=False)

    def record(self, used: int) -> TextRead:
        left = left_words(self.left, (*REASONS, BENCHMARK))
        n_words = sum(sentence.swap.n_words for sentence in self.swapped)
        return TextRead(", ".join(self.languages), self.n_read, len(self.swapped), used, n_words, left)

    def in_file(self, path: Path, own: Mapping[str, str]) -> Iterator[CounterpartPair]:
        swap = Swapper(*self._language(path), names=self.names)
        for number, line in numbered_lines(path):
            for text in sentences(line):
                self.n_read += 1
                _validate_sentence(own, text, path, number)
                counterpart = swap(text)
                if counterpart.text and (known := own.get(folded_words(counterpart.text))):
                    counterpart = Swap(reason=BENCHMARK, word=known.partition(" ")[0])
                if counterpart.text:
                    yield CounterpartPair(text, counterpart)
                elif counterpart.reason:
                    self.left[counterpart.reason][counterpart.word] += 1

    def _language(self, path: Path) -> tuple[str, tuple[Couple, ...]]:
        language = language_of([line for _, line in islice(numbered_lines(path), LINES_READ)], "fr")
        if language not in SWAPPED:
            name = language_name(language) if language else "no language that epicene knows"
            raise InputError(
                f"{path} is in {name}, and there is a grammar to exchange genders for French and English only; give "
                "text in one of them."
            )
        if language not in self.languages:
            self.languages.append(language)
        return language, occupations(language)


@dataclass(frozen=True)
class LanguageModelMethod(Method):
    """A method for language models, by text in which genders can be exchanged."""

    text: tuple[Path, ...]
    names: bool = False
    avoid: tuple[str, ...] = ()
    sentences: int = 20_000

    def validate(self, target: Target) -> None:
        self.swapped()
        validate_model(target, self.name, translates=False)  # last: a model may have to be fetched or trained

    def swapped(self) -> SwappedText:
        return read_swapped(self.text, self.names, self.avoid, self.sentences // 2)


def left_words(left: Mapping[str, Counter[str]], reasons: Sequence[str]) -> list[Unswapped]:
    """What could not be exchanged, in the order of the reasons."""
    return [
        Unswapped(reason, sum(counts.values()), dict(counts.most_common(WORDS_NAMED)))
        for reason in reasons
        if (counts := left.get(reason))
    ]


def benchmark_sentences(avoid: tuple[str, ...]) -> Mapping[str, str]:
    """What the bundled and fetched benchmarks, and those that are named, ask models about: words alone, folded, with
    the name of the benchmark and of the item."""
    here = [benchmark.name for benchmark in BENCHMARKS.values() if location(benchmark).exists()]
    names: dict[str, str] = {}
    for spec in (*avoid, *here):
        for plain, known in _sentences_of(spec, location(BENCHMARKS[spec]) if spec in BENCHMARKS else None).items():
            names.setdefault(plain, known)
    return names


@cache
def _sentences_of(spec: str, path: Path | None) -> Mapping[str, str]:
    """The sentences of one benchmark, which is read once from a `path`."""
    dataset = open_benchmark(spec)
    return {
        plain: f"{dataset.name} ({item.id})"
        for item in dataset.items
        for text in item.variants.values()
        for plain in map(folded_words, (text.text, text.context))
        if plain.count(" ") + 1 >= SHORTEST
    }


def _validate_sentence(own: Mapping[str, str], text: str, path: Path, number: int) -> None:
    if (known := own.get(folded_words(text))) is not None:
        raise InputError(
            f"{path}, line {number}, is a sentence of the benchmark {known}: what was trained on it could not be "
            "measured with it any more. Take the benchmark's sentences out of the text."
        )


FRENCH, ENGLISH = "fr", "en"
DISAGREE, ONE_SIDE = "disagree", "one-side"
_OWNED = frozenset(("son", "sa", "ses"))
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PairSwap:
    """A counterpart of a pair, or what was in the way; neither where no side shows a gender."""

    pair: Pair | None = None
    n_words: int = 0
    reason: str = ""
    word: str = ""


@dataclass(frozen=True)
class PairSwapper:
    """Between French and English, either way round."""

    languages: Pair
    names: bool = False

    @cached_property
    def _sides(self) -> list[Swapper]:
        return [Swapper(language, occupations(language), self.names) for language in self.languages]

    def __call__(self, pair: Pair) -> PairSwap:
        texts = dict(zip(self.languages, pair, strict=True))
        if contradict(texts[FRENCH], texts[ENGLISH]):
            return PairSwap(reason=DISAGREE, word=PEOPLE.find_possessive(texts[ENGLISH]))
        swaps = [swap(text) for swap, text in zip(self._sides, pair, strict=True)]
        for swap in swaps:
            if swap.reason:
                return PairSwap(reason=swap.reason, word=swap.word)
        if not any(swap.text for swap in swaps):
            return PairSwap()
        for swap, text, language in zip(swaps, pair, self.languages, strict=True):
            if not swap.text and (reason := _against_leaving(text, language)):
                return PairSwap(reason=reason, word=_first_changed(swaps, pair))
        source, target = (swap.text or text for swap, text in zip(swaps, pair, strict=True))
        return PairSwap((source, target), sum(swap.n_words for swap in swaps))


def contradict(french: str, english: str) -> bool:
    """Whether the English possessive is of another gender than the French subject, whose it is."""
    owner, subject = GENDER_OF.get(PEOPLE.find_possessive(english)), source_gender(french, FRENCH)
    return owner is not None and subject not in (NEUTRAL, owner) and not _OWNED.isdisjoint(sentence_words(french))


def _against_leaving(text: str, language: str) -> str:
    """Why one side may not stay as it is while the other changes: it may say the gender in a way that no rule knows."""
    if has_first_name(text):
        return NAME
    is_open = language == ENGLISH or (source_gender(text, FRENCH) == NEUTRAL and leaves_open(text))
    return "" if is_open else ONE_SIDE


def _first_changed(swaps: Sequence[Swap], pair: Pair) -> str:
    """A word of the side that would change."""
    changed = (zip(text.split(), swap.text.split(), strict=False) for swap, text in zip(swaps, pair, strict=True))
    return next((word for words in changed for word, other in words if word != other), "")


@dataclass
class PairedText:
    """Two files read in order, until `most` pairs to train on are there, counterparts among them."""

    files: tuple[Path, Path]
    languages: Pair
    avoid: tuple[str, ...]
    most: int
    n_read: int = field(default=0, init=False)
    n_words: int = field(default=0, init=False)
    left: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter), init=False)

    @cached_property
    def own(self) -> Mapping[str, str]:
        return {**sentences_of_occupations(), **benchmark_sentences(self.avoid)}

    def pairs(self) -> Iterator[Pair]:
        """The pairs with two sides; a benchmark's own sentence is refused by its name."""
        for number, pair in enumerate(paired_lines(*self.files), start=1):
            if all(pair):
                self.n_read += 1
                for path, text in zip(self.files, pair, strict=True):
                    _validate_sentence(self.own, text, path, number)
                yield pair

    def swapped(self, names: bool) -> list[list[Pair]]:
        """Every pair, with its counterpart where it has one; those that contradict themselves are left out."""
        swap, groups, n = PairSwapper(self.languages, names), list[list[Pair]](), 0
        for pair in self.pairs():
            made = swap(pair)
            if made.pair and (known := next(filter(None, map(self.own.get, map(folded_words, made.pair))), "")):
                made = PairSwap(reason=BENCHMARK, word=known.partition(" ")[0])
            if made.reason:
                self.left[made.reason][made.word] += 1
            if made.reason != DISAGREE:
                groups.append([pair, made.pair] if made.pair else [pair])
                self.n_words += made.n_words
                n += len(groups[-1])
            if n >= self.most:
                break
        if n == len(groups):
            raise InputError(
                f"{self.files[0]} and {self.files[1]} have no pair in which a word for people, a pronoun or what "
                "agrees with them could be exchanged for the other gender on both sides; give text about people."
            )
        return groups

    def reasons(self) -> list[Unswapped]:
        return left_words(self.left, (DISAGREE, ONE_SIDE, *REASONS, BENCHMARK))


@cache
def sentences_of_occupations() -> Mapping[str, str]:
    """What `mt judge`, `mt audit` and `mt corpus` ask systems about, in both languages."""
    occupations = read_lexicon()
    templates = [*MANIPULATIONS.values(), BASE]  # of two with one sentence, the last is named
    return {
        folded_words(text): f"{OCCUPATIONS} ({template.name})"
        for template in templates
        for line in corpus_lines(template, occupations)
        for text in (line.source, line.target)
    }
