"""The text that a translation system is trained on: two files whose lines translate each other, the two SentencePiece
vocabularies made from them, as transformers' MarianTokenizer reads them, and pairs as batches of numbers.

What is left out of the files is counted, never lost in silence. Source and target number their pieces apart, but share
the ids of </s>, <unk> and <pad>: a Marian configuration has one of each. Case is folded by SentencePiece's own
normalisation, inside `source.spm` and `target.spm`, so that whoever loads the folder gets it right without knowing.
"""

from __future__ import annotations

import hashlib
import io
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.files import write_bytes, write_json
from epicene.core.language import language_name
from epicene.data.text_files import numbered_lines
from epicene.grammar.languages import COMMON_WORDS, language_of
from epicene.train.train_requests import MtSettings

if TYPE_CHECKING:
    from transformers import MarianTokenizer

EMPTY, RATIO, DUPLICATE = "an empty side", "lengths too different", "duplicate"
LINES_TO_TELL = 500  # a language by
LONG = "too long"
END, UNKNOWN, PADDING = "</s>", "<unk>", "<pad>"
END_ID, UNKNOWN_ID, PADDING_ID = 0, 1, 2
LINES_AT_MOST = 2_000_000  # a vocabulary needs no more; SentencePiece draws them from the whole text
NORMALISATION = {True: "nmt_nfkc_cf", False: "nmt_nfkc"}
MOST_THREADS = 8  # fixed, because the pieces depend on how the work is split
PAIRS_AT_ONCE = 10_000
ORDER = 1  # a stream of the seed, so that no other draw shifts it
Pair = tuple[str, str]
EncodedPair = tuple[list[int], list[int]]
Encode = Callable[[Sequence[str], Sequence[str]], tuple[list[list[int]], list[list[int]]]]  # both sides of some pairs


@dataclass
class ParallelText:
    """The pairs of two files that pass the filters, one at a time; every pass over them is the same."""

    source: Path
    target: Path
    max_ratio: float
    keeps_duplicates: bool
    left_out: Counter[str] = field(default_factory=Counter, init=False)
    n_total: int = field(default=0, init=False)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        self.left_out, self.n_total = Counter(), 0
        seen: set[bytes] = set()
        for source, target in paired_lines(self.source, self.target):
            self.n_total += 1
            reason = self._reason_against(source, target, seen)
            if reason:
                self.left_out[reason] += 1
            else:
                yield source, target

    def _reason_against(self, source: str, target: str, seen: set[bytes]) -> str:
        if not source or not target:
            return EMPTY
        shorter, longer = sorted((len(source), len(target)))
        # A few characters more or less say nothing about very short lines.
        if longer > self.max_ratio * (shorter + 10):
            return RATIO
        if self.keeps_duplicates:
            return ""
        pair = hashlib.blake2b(f"{source}\n{target}".encode(), digest_size=8).digest()
        if pair in seen:
            return DUPLICATE
        seen.add(pair)
        return ""


def paired_lines(source: Path, target: Path) -> Iterator[tuple[str, str]]:
    """Lines side by side, outer white space off; files of different length are an error."""
    pairs = zip_longest(numbered_lines(source), numbered_lines(target))
    for first, second in pairs:
        if first is None or second is None:
            n_source, n_target = (sum(1 for _ in numbered_lines(path)) for path in (source, target))
            raise InputError(
                f"{source} has {n_source} lines and {target} {n_target}: line by line they must translate "
                "each other. Check that both belong to the same corpus."
            )
        yield first[1].strip(), second[1].strip()


def validate_files(*paths: Path) -> None:
    """Raise `InputError` on a path that is no file."""
    for path in paths:
        if path.is_dir():
            raise InputError(f"{path} is a folder; give a text file.")
        if not path.is_file():
            raise InputError(f"{path} does not exist; give a text file.")


def validate_parallel(source: Path, target: Path, languages: tuple[str, str]) -> None:
    """Read both files once, so that what is wrong with them is reported before a folder is begun; also that one of
    them is in the other's language."""
    first = list(islice(paired_lines(source, target), LINES_TO_TELL))
    for path, expected, side in zip((source, target), languages, zip(*first, strict=True), strict=False):
        language = language_of(side, expected) if expected in COMMON_WORDS else None
        if language not in (None, expected):
            raise InputError(
                f"{path} looks {language_name(language)}, and should be {language_name(expected)}: give the file in "
                "that language, or say with --from and --to what the two files are."
            )
    for _ in paired_lines(source, target):
        pass


def read_validation(source: Path, target: Path) -> tuple[list[str], list[str]]:
    """All validation pairs; here an empty line is an error, because BLEU would count it."""
    pairs = list(paired_lines(source, target))
    for number, (first, second) in enumerate(pairs, start=1):
        if not first or not second:
            path = target if first else source
            raise InputError(f"{path}, line {number}, is empty; validation needs a sentence on every line.")
    if not pairs:
        raise InputError(f"{source} is empty; validation needs at least one pair.")
    return [first for first, _ in pairs], [second for _, second in pairs]


def write_vocabularies(text: ParallelText, folder: Path, settings: MtSettings) -> None:
    """Make both vocabularies; `tokenizer_config.json` is written last."""
    import sentencepiece

    for side, (name, numbers) in enumerate((("source.spm", "vocab.json"), ("target.spm", "target_vocab.json"))):
        model = _train((pair[side] for pair in text), settings, [text.source, text.target][side])
        write_bytes(folder / name, model)
        pieces = sentencepiece.SentencePieceProcessor(model_proto=model)
        write_json(folder / numbers, {pieces.id_to_piece(number): number for number in range(len(pieces))})
    facts = {
        "tokenizer_class": "MarianTokenizer",
        "source_lang": settings.source,
        "target_lang": settings.target,
        "separate_vocabs": True,
        "model_max_length": settings.max_tokens,
        "eos_token": END,
        "unk_token": UNKNOWN,
        "pad_token": PADDING,
    }
    write_json(folder / "tokenizer_config.json", facts)


def _train(lines: Iterator[str], settings: MtSettings, path: Path) -> bytes:
    """A unigram model with `pieces` pieces, or as many as the text has."""
    import sentencepiece

    model, errors = io.BytesIO(), list[InputError]()
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=_noting_errors(lines, path, errors),
            model_writer=model,
            model_type="unigram",
            vocab_size=settings.pieces,
            hard_vocab_limit=False,
            character_coverage=1.0,
            normalization_rule_name=NORMALISATION[settings.lower_case],
            input_sentence_size=LINES_AT_MOST,
            shuffle_input_sentence=True,
            num_threads=MOST_THREADS,
            eos_id=END_ID,
            unk_id=UNKNOWN_ID,
            pad_id=PADDING_ID,
            bos_id=-1,
            minloglevel=2,
        )
    except RuntimeError as error:
        if errors:
            raise errors[0] from None
        reason = str(error).strip().splitlines()[-1]
        raise InputError(
            f"SentencePiece cannot make {settings.pieces} pieces from {path} ({reason}). Try another "
            "--pieces, or more text."
        ) from error
    return model.getvalue()


def _noting_errors(lines: Iterator[str], path: Path, errors: list[InputError]) -> Iterator[str]:
    """The lines; SentencePiece hides what goes wrong while it reads, so that it is noted in `errors`."""
    is_empty = True
    try:
        for line in lines:
            is_empty = False
            yield line
        if is_empty:
            raise InputError(f"{path} has no line to train on: all were left out by the filters, or it is empty.")
    except InputError as error:
        errors.append(error)
        raise


def open_tokenizer(folder: Path) -> MarianTokenizer:
    from transformers import MarianTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    return MarianTokenizer.from_pretrained(folder)


class TokenRows:
    """One side of all pairs in one array."""

    def __init__(self) -> None:
        self._ids = array("I")
        self._ends = array("q", [0])

    def add(self, ids: Sequence[int]) -> None:
        self._ids.extend(ids)
        self._ends.append(len(self._ids))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, number: int) -> Sequence[int]:
        return self._ids[self._ends[number] : self._ends[number + 1]]

    @property
    def lengths(self) -> NDArray[np.int64]:
        ends = np.frombuffer(self._ends, dtype=np.int64)
        return ends[1:] - ends[:-1]


class MtBatches:
    """Pairs as numbers; those too long are left out and counted."""

    def __init__(self, pairs: Iterable[EncodedPair], settings: MtSettings) -> None:
        self.settings = settings
        self.source, self.target, self.left_out = TokenRows(), TokenRows(), Counter[str]()
        for source, target in pairs:
            if max(len(source), len(target)) <= settings.max_tokens:
                self.source.add(source)
                self.target.add(target)
            else:
                self.left_out[LONG] += 1
        if not len(self):
            raise InputError(
                f"No pair of the text is left to train on: {self.left_out[LONG]} have more than "
                f"{settings.max_tokens} tokens on a side. Raise --max-tokens, or give other text."
            )
        self._lengths = np.maximum(self.source.lengths, self.target.lengths)

    def __len__(self) -> int:
        return len(self.source)

    def epoch(self, number: int) -> list[list[int]]:
        """All pairs once, drawn anew."""
        from epicene.models.batching import drawn_by_length, under_budget

        draw, costs = np.random.default_rng([self.settings.seed, ORDER, number]), self._lengths.tolist()
        lengths = (self.source.lengths, self._lengths)
        return drawn_by_length(
            draw, lengths, lambda order: under_budget(order, costs, lambda: self.settings.batch_tokens)
        )


def encoded(text: Iterable[Pair], encode: Encode) -> Iterator[EncodedPair]:
    """Blocks of pairs through a tokenizer, which is faster than line by line."""
    pairs = iter(text)
    while block := list(islice(pairs, PAIRS_AT_ONCE)):
        sources, targets = zip(*block, strict=True)
        yield from zip(*encode(sources, targets), strict=True)


def own_pieces(tokenizer: MarianTokenizer) -> Encode:
    """SentencePiece's own numbers, which are the vocabulary's, and an end."""

    def encode(sources: Sequence[str], targets: Sequence[str]) -> tuple[list[list[int]], list[list[int]]]:
        rows = tokenizer.spm_source.encode(list(sources)), tokenizer.spm_target.encode(list(targets))
        return [[*ids, END_ID] for ids in rows[0]], [[*ids, END_ID] for ids in rows[1]]

    return encode
