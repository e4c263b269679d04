"""Articles to train on, one at a time, from wherever a user has text.

An article is a string in which an empty line ends a paragraph. Plain text has articles separated by blank lines; a
JSONL file has one `{"text": …}` a line, as WikiExtractor's --json writes them; either may be gzipped. A folder stands
for all its files, `hub:NAME#CONFIG` for a data set of the hub.
"""

from __future__ import annotations

import importlib.util
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Protocol

from epicene.core.errors import InputError
from epicene.core.hashing import files_digest
from epicene.data.text_files import numbered_lines

HUB = "hub:"
ENDS_OF_PROSE = tuple('.!?…»”")')


class TextSource(Protocol):
    """`digest` names the content, as far as it can be known without reading all of it."""

    @property
    def digest(self) -> str: ...

    def articles(self) -> Iterator[str]: ...


def open_text(spec: str) -> TextSource:
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
    """A data set of the hub with a column `text`, streamed."""

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
        for file in self.files:
            yield from _in_file(file)


def _in_file(path: Path) -> Iterator[str]:
    lines = numbered_lines(path)
    first = next((line for _, line in lines if line.strip()), "").lstrip()
    if first.startswith("<doc "):
        raise InputError(f"{path} is WikiExtractor's <doc> format; run WikiExtractor with --json and give that.")
    is_json = first.startswith("{") or path.name.removesuffix(".gz").endswith((".json", ".jsonl"))
    return _in_json(path) if is_json else _in_plain_text(path)


def _in_plain_text(path: Path) -> Iterator[str]:
    article: list[str] = []
    for _, line in numbered_lines(path):
        if line.strip():
            article.append(line)
        elif article:
            yield "\n".join(article)
            article = []
    if article:
        yield "\n".join(article)


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
