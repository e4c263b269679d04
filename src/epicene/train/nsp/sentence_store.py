"""Sentences on disk, so that a corpus of any size is drawn from in any order with little memory.

`sentences.txt` has a sentence a line and an empty line after each article: text that `epicene train nsp` reads itself.
"""

from __future__ import annotations

import mmap
import os
import re
from array import array
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.files import clear_disk_errors
from epicene.core.progress import Progress
from epicene.data.sentence_splitting import sentences

_LINE_BREAK = re.compile(r"\s*[\r\n]\s*")
FEWEST_ARTICLES = 4  # two to train on and two held out: a negative needs another article
TELL_EVERY = 50_000


def write_corpus(articles: Iterable[str], path: Path, progress: Progress) -> None:
    """Cut articles into sentences; those of one sentence have no neighbours and are left out."""
    kept = 0
    unfinished = path.with_name(path.name + ".unfinished")
    with clear_disk_errors(path), unfinished.open("w", encoding="utf-8", newline="\n") as file:
        for number, article in enumerate(articles, start=1):
            found = [_LINE_BREAK.sub(" ", sentence) for sentence in sentences(article)]
            found = [sentence for sentence in found if any(map(str.isalpha, sentence))]
            if len(found) > 1:
                file.write("\n".join(found) + "\n\n")
                kept += 1
            if number % TELL_EVERY == 0:
                progress.say(f"Read {number} articles")
        file.flush()
        os.fsync(file.fileno())
    if kept < FEWEST_ARTICLES:
        unfinished.unlink()
        raise InputError(
            f"The text has {kept} article{'s' * (kept != 1)} of two sentences or more; training needs at least "
            f"{FEWEST_ARTICLES}, because negatives come from other articles and some are held out. Separate articles "
            "by blank lines, or give more text."
        )
    unfinished.replace(path)


class Corpus:
    """`article[i]` is the article of sentence i; `anchors` are the sentences that another one follows."""

    def __init__(self, path: Path) -> None:
        starts, ends, article = array("q"), array("q"), array("q")
        place = number = 0
        with path.open("rb") as file:
            for line in file:
                if len(line) > 1:
                    starts.append(place)
                    ends.append(place + len(line) - 1)
                    article.append(number)
                else:
                    number += 1
                place += len(line)
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._starts, self._ends = starts, ends
        self.article: NDArray[np.int64] = np.frombuffer(article, dtype=np.int64)
        self.anchors: NDArray[np.int64] = np.flatnonzero(self.article[:-1] == self.article[1:])
        self.n_articles = number

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, number: int) -> str:
        return self._data[self._starts[number] : self._ends[number]].decode()
