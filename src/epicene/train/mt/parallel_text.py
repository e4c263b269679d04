"""Parallel text as a system reads it: the two SentencePiece vocabularies made from it, as transformers' MarianTokenizer
reads them, and its pairs as batches of numbers.

Source and target number their pieces apart, but share the ids of </s>, <unk> and <pad>: a Marian configuration has one
of each. Case is folded by SentencePiece's own normalisation, inside `source.spm` and `target.spm`, so that whoever
loads the folder gets it right without knowing.
"""

from __future__ import annotations

import io
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import sentencepiece
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.files import write_bytes, write_json
from epicene.models.batching import drawn_by_length, under_budget
from epicene.train.mt.parallel_files import ParallelText
from epicene.train.settings import MtSettings

if TYPE_CHECKING:
    from transformers import MarianTokenizer

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


def write_vocabularies(text: ParallelText, folder: Path, settings: MtSettings) -> None:
    """Train what is not there yet; `tokenizer_config.json` is written last."""
    for side, (name, numbers) in enumerate((("source.spm", "vocab.json"), ("target.spm", "target_vocab.json"))):
        model = _train((pair[side] for pair in text), settings, [text.source, text.target][side])
        write_bytes(folder / name, model)
        pieces = sentencepiece.SentencePieceProcessor(model_proto=model)
        write_json(folder / numbers, {pieces.id_to_piece(number): number for number in range(len(pieces))})
    source, target = settings.language_pair
    facts = {
        "tokenizer_class": "MarianTokenizer",
        "source_lang": source,
        "target_lang": target,
        "separate_vocabs": True,
        "model_max_length": settings.max_tokens,
        "eos_token": END,
        "unk_token": UNKNOWN,
        "pad_token": PADDING,
    }
    write_json(folder / "tokenizer_config.json", facts)


def _train(lines: Iterator[str], settings: MtSettings, path: Path) -> bytes:
    """A unigram model with `pieces` pieces, or as many as the text has."""
    model, trouble = io.BytesIO(), list[InputError]()
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=_heard(lines, path, trouble),
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
        if trouble:
            raise trouble[0] from None
        reason = str(error).strip().splitlines()[-1]
        raise InputError(
            f"SentencePiece cannot make {settings.pieces} pieces from {path} ({reason}). Try another "
            "--pieces, or more text."
        ) from error
    return model.getvalue()


def _heard(lines: Iterator[str], path: Path, trouble: list[InputError]) -> Iterator[str]:
    """The lines; SentencePiece hides what goes wrong while it reads, so that it is noted in `trouble`."""
    is_empty = True
    try:
        for line in lines:
            is_empty = False
            yield line
        if is_empty:
            raise InputError(f"{path} has no line to train on: all were left out by the filters, or it is empty.")
    except InputError as error:
        trouble.append(error)
        raise


def open_tokenizer(folder: Path) -> MarianTokenizer:
    from transformers import MarianTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    return MarianTokenizer.from_pretrained(folder)


class Side:
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
        self.source, self.target, self.left_out = Side(), Side(), Counter[str]()
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
        found = tokenizer.spm_source.encode(list(sources)), tokenizer.spm_target.encode(list(targets))
        return [[*ids, END_ID] for ids in found[0]], [[*ids, END_ID] for ids in found[1]]

    return encode
