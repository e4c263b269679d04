"""The text that a next-sentence head is trained on: articles, from wherever a user has them, and pairs of sentences.

An article is a string in which an empty line ends a paragraph. Plain text has articles separated by blank lines; a
JSONL file has one `{"text": …}` a line, as WikiExtractor's --json writes them; either may be gzipped. A folder stands
for all its files, `hub:NAME#CONFIG` for a data set of the hub.

A pair is two neighbours of one article, or one sentence and one from another article, half and half. Sentences are on
disk, so that a corpus of any size is drawn from in any order with little memory: `sentences.txt` has a sentence a line
and an empty line after each article: text that `epicene train nsp` reads itself.
"""

from __future__ import annotations

import importlib.util
import json
import mmap
import os
import random
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.files import clear_disk_errors
from epicene.core.hashing import files_digest
from epicene.core.progress import Progress
from epicene.data.sentence_splitting import sentences
from epicene.data.text_files import numbered_lines
from epicene.models.next_sentence_heads import APART, CONSECUTIVE, PairEncoder
from epicene.models.token_probabilities import TokenRow
from epicene.train.train_requests import NspSettings

HUB = "hub:"
_LINE_BREAK = re.compile(r"\s*[\r\n]\s*")
FEWEST_ARTICLES = 4  # two to train on and two held out: a negative needs another article
TELL_EVERY = 50_000
Numbers = NDArray[np.int64]
# Streams of one seed, so that no draw shifts another.
SPLIT, HELD_OUT, FIRST_EPOCH = 0, 1, 2
ENDS_OF_PROSE = tuple('.!?…»”")')


def open_text(spec: str) -> HubText | FileText:
    """What a user named with --text; refuses what is not there before anything is loaded."""
    if spec.startswith(HUB):
        return HubText(*spec.removeprefix(HUB).partition("#")[::2])
    path = Path(spec).expanduser()
    if path.is_dir():
        files = tuple(sorted(file for file in path.rglob("*") if file.is_file() and not file.name.startswith(".")))
        if not files:
            raise InputError(f"{spec} is an empty folder; put text or JSONL files of articles into it.")
        return FileText(files)
    if not path.is_file():
        raise InputError(f"{spec} does not exist; give a file, a folder, or a data set as hub:NAME#CONFIG.")
    return FileText((path,))


def sampled(articles: Iterable[str], share: float, seed: int, limit: int | None) -> Iterator[str]:
    """The same share of the articles for the same seed, then at most `limit` of them."""
    draw = random.Random(seed).random  # noqa: S311 - a sample that can be drawn again, no secret
    return islice((article for article in articles if share >= 1 or draw() < share), limit)


@dataclass(frozen=True, slots=True)
class HubText:
    """A data set of the hub with a column `text`, streamed; `digest` names it, for its content is not known before."""

    name: str
    config: str

    @property
    def digest(self) -> str:
        return f"{HUB}{self.name}#{self.config}" if self.config else f"{HUB}{self.name}"

    def articles(self) -> Iterator[str]:
        if importlib.util.find_spec("datasets") is None:
            raise InputError(
                f"{self.digest} is a data set of the hub, and reading it needs the package datasets: pip "
                "install datasets. Or give a file with --text."
            )
        import datasets

        try:
            rows = datasets.load_dataset(self.name, self.config or None, split="train", streaming=True)
            for row in rows:
                yield _prose(_text_of(row, self.digest))
        except (OSError, ValueError) as error:
            reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
            raise InputError(
                f"{self.digest} cannot be read from the hub ({reason}). Check its name, or give a file."
            ) from error


@dataclass(frozen=True, slots=True)
class FileText:
    files: tuple[Path, ...]

    @property
    def digest(self) -> str:
        return files_digest(self.files)

    def articles(self) -> Iterator[str]:
        for path in self.files:
            first = next((line for _, line in numbered_lines(path) if line.strip()), "").lstrip()
            if first.startswith("<doc "):
                raise InputError(
                    f"{path} is WikiExtractor's <doc> format; run WikiExtractor with --json and give that."
                )
            is_json = first.startswith("{") or path.name.removesuffix(".gz").endswith((".json", ".jsonl"))
            yield from _in_json(path) if is_json else _in_plain_text(path)


def _in_plain_text(path: Path) -> Iterator[str]:
    lines = (line for _, line in numbered_lines(path))
    return ("\n".join(article) for is_text, article in groupby(lines, lambda line: bool(line.strip())) if is_text)


def _in_json(path: Path) -> Iterator[str]:
    for number, line in numbered_lines(path):
        if line.strip():
            where = f"{path}, line {number}"
            try:
                record = json.loads(line)
            except ValueError as error:
                raise InputError(f"{where}: no JSON ({error}); each line must be one article.") from None
            yield _prose(_text_of(record, where))


def _text_of(record: object, where: str) -> str:
    text = record.get("text") if isinstance(record, dict) else None
    if not isinstance(text, str):
        raise InputError(f'{where}: no article; it must be an object with a "text", as WikiExtractor --json writes.')
    return text


def _prose(text: str) -> str:
    """The paragraphs of an encyclopedia's article, without titles, headings and list entries."""
    return "\n\n".join(line for line in text.splitlines() if line.rstrip().endswith(ENDS_OF_PROSE))


def write_sentences(articles: Iterable[str], path: Path, progress: Progress) -> None:
    """Cut articles into sentences; those of one sentence have no neighbours and are left out."""
    kept = 0
    unfinished = path.with_name(path.name + ".unfinished")
    with clear_disk_errors(path), unfinished.open("w", encoding="utf-8", newline="\n") as file:
        for number, article in enumerate(articles, start=1):
            lines = [_LINE_BREAK.sub(" ", sentence) for sentence in sentences(article)]
            lines = [line for line in lines if any(map(str.isalpha, line))]
            if len(lines) > 1:
                file.write("\n".join(lines) + "\n\n")
                kept += 1
            if number % TELL_EVERY == 0:
                progress.say(f"Read {number} articles")
        file.flush()
        os.fsync(file.fileno())
    if kept < FEWEST_ARTICLES:
        unfinished.unlink()
        raise InputError(
            f"The text has {kept} article{'s' * (kept != 1)} of two sentences or more; training needs at "
            f"least {FEWEST_ARTICLES}, because negatives come from other articles and some are held out. "
            "Separate articles by blank lines, or give more text."
        )
    unfinished.replace(path)


class SentenceFile:
    """Sentences by number: `article[i]` is the article of sentence i, `anchors` are those that another one follows."""

    def __init__(self, path: Path) -> None:
        starts, ends, article = array("q"), array("q"), array("q")
        index = number = 0
        with path.open("rb") as file:
            for line in file:
                if len(line) > 1:
                    starts.append(index)
                    ends.append(index + len(line) - 1)
                    article.append(number)
                else:
                    number += 1
                index += len(line)
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._starts, self._ends = starts, ends
        self.article: NDArray[np.int64] = np.frombuffer(article, dtype=np.int64)
        self.anchors: NDArray[np.int64] = np.flatnonzero(self.article[:-1] == self.article[1:])
        self.n_articles = number

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, number: int) -> str:
        return self._data[self._starts[number] : self._ends[number]].decode()


@dataclass(frozen=True, slots=True)
class SentencePairs:
    """Sentence numbers of a corpus, and whether the second follows the first."""

    first: Numbers
    second: Numbers
    label: Numbers

    def __len__(self) -> int:
        return len(self.first)


def split(corpus: SentenceFile, held_out: float, seed: int) -> tuple[Numbers, Numbers]:
    """Articles to train on and articles held out, at least two each; no article is on both sides."""
    order = np.random.default_rng([seed, SPLIT]).permutation(corpus.n_articles)
    size = min(max(2, round(held_out * corpus.n_articles)), corpus.n_articles - 2)
    return np.sort(order[size:]), np.sort(order[:size])


def draw(corpus: SentenceFile, articles: Numbers, seed: int, stream: int, limit: int | None = None) -> SentencePairs:
    """Every sentence that has a next one, once, in a random order; true and false next ones take turns.

    A false next sentence is one that follows another in its own article, so that a first sentence of an article, easy
    to tell in an encyclopedia, never gives the answer away.
    """
    generator = np.random.default_rng([seed, stream])
    anchors = corpus.anchors[np.isin(corpus.article[corpus.anchors], articles)]
    first = generator.permutation(anchors)[:limit]
    second = first + 1
    apart = np.arange(len(first)) % 2 == 1
    second[apart] = _elsewhere(corpus, anchors, first[apart], generator) + 1
    return SentencePairs(first, second, np.where(apart, APART, CONSECUTIVE))


def _elsewhere(corpus: SentenceFile, anchors: Numbers, of: Numbers, generator: np.random.Generator) -> Numbers:
    """For each sentence, an anchor of another article: articles are runs, so drawing skips over the sentence's own."""
    article_of_anchor = corpus.article[anchors]
    start = np.searchsorted(article_of_anchor, corpus.article[of], side="left")
    own = np.searchsorted(article_of_anchor, corpus.article[of], side="right") - start
    drawn = generator.integers(len(anchors) - own)
    return np.asarray(anchors[drawn + np.where(drawn >= start, own, 0)])


class NspBatches:
    """Pairs as rows for the model, by step: a function of corpus, settings and step number."""

    def __init__(self, corpus: SentenceFile, encoder: PairEncoder, settings: NspSettings) -> None:
        self.corpus, self.encoder, self.settings = corpus, encoder, settings
        self.trained, self.held_out = split(corpus, settings.held_out, settings.seed)
        self._epoch = lru_cache(maxsize=1)(self._draw)
        self.steps_an_epoch = len(self._epoch(0)) // settings.batch
        if self.steps_an_epoch == 0:
            raise InputError(
                f"The text is too short: its {len(self.trained)} articles to train on give "
                f"{len(self._epoch(0))} pairs of sentences, less than one batch of {settings.batch}. Give "
                "more text or a smaller --batch."
            )

    @property
    def steps(self) -> int:
        return self.steps_an_epoch * self.settings.epochs

    def _draw(self, number: int) -> SentencePairs:
        return draw(self.corpus, self.trained, self.settings.seed, FIRST_EPOCH + number)

    def at(self, step: int) -> tuple[list[TokenRow], Numbers]:
        """A step's pairs, and their labels."""
        epoch, index = divmod(step, self.steps_an_epoch)
        pairs, size = self._epoch(epoch), self.settings.batch
        numbers = range(index * size, (index + 1) * size)
        return self.rows(pairs, numbers), pairs.label[numbers.start : numbers.stop]

    def rows(self, pairs: SentencePairs, numbers: Sequence[int]) -> list[TokenRow]:
        return [
            self.encoder(self.corpus[int(pairs.first[number])], self.corpus[int(pairs.second[number])])
            for number in numbers
        ]

    def judged(self, limit: int) -> SentencePairs:
        """Pairs of held-out articles, the same at every call."""
        return draw(self.corpus, self.held_out, self.settings.seed, HELD_OUT, limit)
