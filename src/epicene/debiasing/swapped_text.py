"""A text's sentences, each with its counterpart in the other gender; what has none is counted by reason.

Sentences that are a benchmark's own are refused by its name: a model that was trained on them cannot be measured with
them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path

from epicene.core.command_language import said
from epicene.core.errors import InputError
from epicene.core.language import language_name
from epicene.core.progress import current
from epicene.data.benchmarks import BENCHMARKS
from epicene.data.datasets import open_benchmark
from epicene.data.fetch import location
from epicene.data.sentence_splitting import sentences
from epicene.data.text_files import numbered_lines
from epicene.debiasing.results import Left, TextRead
from epicene.grammar.languages import language_of
from epicene.grammar.swaps import REASONS, SWAPPED, Couple, Swap, Swapper
from epicene.grammar.word_patterns import folded_words
from epicene.mt.lexicon import read_lexicon

LINES_TO_TELL = 500  # a language by
SHORTEST = 4  # words of a benchmark's sentence, below which anybody may have written the same
WORDS_NAMED = 8  # of those that could not be exchanged, for each reason
BENCHMARK = "benchmark"  # the reason of a counterpart that a benchmark has


@cache
def occupations(language: str) -> tuple[Couple, ...]:
    """Nouns in both genders that the grammar need not know."""
    listed = read_lexicon()
    if language == "fr":
        return tuple((one.masculine, one.feminine) for one in listed)
    return tuple(dict.fromkeys((one.target, one.target_feminine) for one in listed if one.target_feminine))


@dataclass(frozen=True, slots=True)
class Swapped:
    """A sentence and its counterpart."""

    text: str
    swap: Swap


@cache
def read_swapped(files: tuple[Path, ...], names: bool, avoid: tuple[str, ...], most: int) -> SwappedText:
    """The sentences of files that have a counterpart, at most so many; an error where there is none, or where a
    benchmark's sentence stands."""
    text = SwappedText(files, names, avoid)
    current().say(said("Exchanging genders in {files}", files=_listed(files)))
    text.read(most)
    return text


@dataclass
class SwappedText:
    """Read once, in order, until enough sentences with a counterpart are `found`."""

    files: Sequence[Path]
    names: bool
    avoid: Sequence[str]
    n_read: int = field(default=0, init=False)
    found: list[Swapped] = field(default_factory=list, init=False)
    languages: list[str] = field(default_factory=list, init=False)
    left: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter), init=False)

    def read(self, most: int) -> None:
        own = benchmark_sentences(tuple(self.avoid))
        self.found = list(islice((one for path in self.files for one in self._in_file(path, own)), most))
        if not self.found:
            raise InputError(
                "{files} has no sentence in which a word for people, a pronoun or what agrees with them could be "
                "exchanged for the other gender; give text about people.",
                files=_listed(self.files),
            )

    def record(self, used: int) -> TextRead:
        left = left_words(self.left, (*REASONS, BENCHMARK))
        n_words = sum(one.swap.n_words for one in self.found)
        return TextRead(", ".join(self.languages), self.n_read, len(self.found), used, n_words, left)

    def _in_file(self, path: Path, own: Mapping[str, str]) -> Iterator[Swapped]:
        swap = Swapper(*self._language(path), names=self.names)
        for number, line in numbered_lines(path):
            for text in sentences(line):
                self.n_read += 1
                if (known := own.get(folded_words(text))) is not None:
                    raise InputError(
                        "{path}, line {number}, is a sentence of the benchmark {known}: a model that was trained on it "
                        "could not be measured with it any more. Take the benchmark's sentences out of the text.",
                        path=path,
                        number=number,
                        known=known,
                    )
                swapped = swap(text)
                if swapped.text and folded_words(swapped.text) in own:
                    swapped = Swap(reason=BENCHMARK, word=own[folded_words(swapped.text)].partition(" ")[0])
                if swapped.text:
                    yield Swapped(text, swapped)
                elif swapped.reason:
                    self.left[swapped.reason][swapped.word] += 1

    def _language(self, path: Path) -> tuple[str, tuple[Couple, ...]]:
        language = language_of([line for _, line in islice(numbered_lines(path), LINES_TO_TELL)], "fr")
        if language not in SWAPPED:
            if language is None:
                raise InputError(
                    "{path} is in no language that epicene knows, and there is a grammar to exchange genders for "
                    "French and English only; give text in one of them.",
                    path=path,
                )
            raise InputError(
                "{path} is in {language}, and there is a grammar to exchange genders for French and English only; give "
                "text in one of them.",
                path=path,
                language=language_name(language),
            )
        if language not in self.languages:
            self.languages.append(language)
        return language, occupations(language)


def left_words(left: Mapping[str, Counter[str]], reasons: Sequence[str]) -> list[Left]:
    """What could not be exchanged, in the order of the reasons."""
    return [
        Left(reason, sum(counts.values()), dict(counts.most_common(WORDS_NAMED)))
        for reason in reasons
        if (counts := left.get(reason))
    ]


def benchmark_sentences(avoid: tuple[str, ...]) -> Mapping[str, str]:
    """What the bundled and fetched benchmarks, and those that are named, ask models about: words alone, folded, with
    the name of the benchmark and of the item."""
    here = [one.name for one in BENCHMARKS.values() if location(one).exists()]
    found: dict[str, str] = {}
    for spec in (*avoid, *here):
        for plain, known in _sentences_of(spec, location(BENCHMARKS[spec]) if spec in BENCHMARKS else None).items():
            found.setdefault(plain, known)
    return found


@cache
def _sentences_of(spec: str, path: Path | None) -> Mapping[str, str]:
    """Of one benchmark, which is read once from a `path`."""
    dataset = open_benchmark(spec)
    return {
        plain: f"{dataset.name} ({item.id})"
        for item in dataset.items
        for text in item.variants.values()
        for plain in map(folded_words, (text.text, text.context))
        if plain.count(" ") + 1 >= SHORTEST
    }


def _listed(files: Sequence[Path]) -> str:
    return ", ".join(map(str, files))
