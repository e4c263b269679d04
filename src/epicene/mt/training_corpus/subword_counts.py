"""Into how many sub-words a tokenizer splits a noun."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from epicene.core.errors import InputError

Pieces = Callable[[str], int]
_BEFORE = "le"  # nouns are counted as they stand in a sentence: behind a word
_SENTENCEPIECE = (".model", ".spm")
_FOLDER_FILES = ("source.spm", "sentencepiece.bpe.model", "spiece.model", "tokenizer.json")


def open_pieces(tokenizer: str) -> Pieces:
    """A SentencePiece model, a tokenizer.json, a model's folder, or a hub id."""
    path = Path(tokenizer).expanduser()
    if path.is_dir():
        path = next((path / name for name in _FOLDER_FILES if (path / name).exists()), path)
    if path.suffix in _SENTENCEPIECE:
        return _behind_a_word(_sentencepiece(path))
    if path.suffix == ".json":
        return _behind_a_word(_tokenizer_json(path))
    return _behind_a_word(_transformers(tokenizer))


def _behind_a_word(encode: Callable[[str], list[int]]) -> Pieces:
    before = len(encode(_BEFORE))

    def pieces(noun: str) -> int:
        return len(encode(f"{_BEFORE} {noun}")) - before

    return pieces


def _sentencepiece(path: Path) -> Callable[[str], list[int]]:
    import sentencepiece

    if not path.is_file():
        raise InputError(f"{path} does not exist; name a SentencePiece model, a tokenizer.json, a folder or a hub id.")
    try:
        model = sentencepiece.SentencePieceProcessor(model_file=str(path))
    except (RuntimeError, OSError) as error:
        raise InputError(f"{path} is no SentencePiece model; give the .model or .spm file of the system.") from error
    return lambda text: list(model.encode(text))


def _tokenizer_json(path: Path) -> Callable[[str], list[int]]:
    from tokenizers import Tokenizer

    try:
        model = Tokenizer.from_file(str(path))
    except Exception as error:  # the package raises nothing narrower
        raise InputError(f"{path} is no tokenizer.json; give the file that comes with the model.") from error
    return lambda text: list(model.encode(text, add_special_tokens=False).ids)


def _transformers(name: str) -> Callable[[str], list[int]]:
    from transformers import AutoTokenizer

    try:
        model = AutoTokenizer.from_pretrained(name)
    except (OSError, ValueError) as error:
        raise InputError(
            f"{name} has no tokenizer that can be read; give a folder, a hub id or a SentencePiece model."
        ) from error
    return lambda text: list(model.encode(text, add_special_tokens=False))
