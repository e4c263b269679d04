"""Parallel text files: one sentence a line, as people and translation systems write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.language import language_name
from epicene.data.text_files import numbered_lines
from epicene.grammar.languages import other_language
from epicene.grammar.people import sentence_words

WORD_START = "▁"
_MOST_NAMED = 5
MOST_OTHERS = 0.4  # of the lines of an output that may be in another language


def read_lines(path: Path) -> list[str]:
    """The lines of a file, plain or gzipped, counted by newline: other line-break characters are text, the last
    newline may be missing."""
    lines = [line for _, line in numbered_lines(path)]
    if not any(map(str.strip, lines)):
        raise InputError(f"{path} is empty; download or export it again.")
    return lines


def read_sentences(path: Path, *, allow_empty: bool = False) -> list[str]:
    """As `read_lines`, with word pieces joined; an empty line is an error unless it is allowed."""
    return join_lines(path, read_lines(path), allow_empty=allow_empty)


def join_lines(path: Path, lines: Sequence[str], *, allow_empty: bool = False) -> list[str]:
    """The lines of a file as sentences."""
    sentences = [join_pieces(line) for line in lines]
    empty = [number for number, line in enumerate(sentences, start=1) if not line]
    if empty and not allow_empty:
        raise InputError(
            f"{path}: {_some_lines(empty)} empty; every line must hold one sentence (a mark such as - where a system "
            "gave nothing)."
        )
    return sentences


def join_pieces(line: str) -> str:
    """Undo SentencePiece (▁the ▁post man) and subword-nmt (post@@ man); spaces become single ones."""
    if WORD_START in line:
        line = line.replace(" ", "").replace(WORD_START, " ")
    return " ".join(line.replace("@@ ", "").split())


def check_same_length(files: Sequence[tuple[Path, Sequence[str]]]) -> None:
    """Parallel files have one line for each line of the first."""
    (first, lines), *others = files
    for path, other in others:
        if len(other) != len(lines):
            raise InputError(
                f"{path} has {len(other)} lines and {first} has {len(lines)}; parallel files need as many lines."
            )


def _some_lines(numbers: Sequence[int]) -> str:
    named = ", ".join(map(str, numbers[:_MOST_NAMED])) + (", …" if len(numbers) > _MOST_NAMED else "")
    return f"line {named} is" if len(numbers) == 1 else f"lines {named} are"


def named_files(given: Sequence[str]) -> dict[str, Path]:
    """`NAME=FILE` or `FILE`, which then gives the name; each name once."""
    paths: dict[str, Path] = {}
    for text in given:
        name, equals, file = text.partition("=")
        is_named = bool(equals and name and file) and not Path(text).exists()
        path = Path(file if is_named else text).expanduser()
        label = name if is_named else path.name
        if label in paths:
            raise InputError(f"Two systems are called {label!r}; write NAME=FILE to tell them apart.")
        paths[label] = path
    return paths


def check_each_line(path: Path, lines: Sequence[str], expected: str) -> None:
    """Refuse an output that is partly in another language; a few lines that a system did not translate are its own."""
    found = [other_language(sentence_words(line), expected) for line in lines]
    others = [number for number, language in enumerate(found) if language]
    if len(others) > MOST_OTHERS * len(lines):
        raise InputError(
            f"{path}: {len(others)} of {len(lines)} lines look "
            f"{language_name(Counter(filter(None, found)).most_common(1)[0][0])} and not {language_name(expected)} "
            f"(the first is line {others[0] + 1}); translate them again."
        )
