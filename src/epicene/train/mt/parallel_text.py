"""Parallel text: two files whose lines translate each other, with what is left out counted, never lost in silence; the
two SentencePiece vocabularies made from it, as transformers' MarianTokenizer reads them; and its pairs as batches of
numbers.

Source and target number their pieces apart, but share the ids of </s>, <unk> and <pad>: a Marian configuration has one
of each. Case is folded by SentencePiece's own normalisation, inside `source.spm` and `target.spm`, so that whoever
loads the folder gets it right without knowing.
"""

from __future__ import annotations

import hashlib
import io
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import sentencepiece
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.files import write_bytes, write_json
from epicene.data.text_files import numbered_lines
from epicene.grammar.languages import COMMON_WORDS, language_of
from epicene.models.batching import under_budget
from epicene.models.language_codes import LANGUAGES
from epicene.train.settings import MtSettings

if TYPE_CHECKING:
    from transformers import MarianTokenizer

EMPTY, RATIO, DUPLICATE, LONG = "an empty side", "lengths too different", "duplicate", "too long"
END, UNKNOWN, PADDING = "</s>", "<unk>", "<pad>"
END_ID, UNKNOWN_ID, PADDING_ID = 0, 1, 2
LINES_AT_MOST = 2_000_000  # a vocabulary needs no more; SentencePiece draws them from the whole text
NORMALISATION = {True: "nmt_nfkc_cf", False: "nmt_nfkc"}
MOST_THREADS = 8  # fixed, because the pieces depend on how the work is split
PAIRS_AT_ONCE = 10_000
LINES_TO_TELL = 500  # a language by
ORDER = 1  # a stream of the seed, so that no other draw shifts it


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
                f"{source} has {n_source} lines and {target} {n_target}: line by line they must translate each other. "
                "Check that both belong to the same corpus."
            )
        yield first[1].strip(), second[1].strip()


def check_parallel(source: Path, target: Path, languages: tuple[str, str]) -> None:
    """Read both files once, so that what is wrong with them is said before a folder is begun: also that one of them is
    in the other's language."""
    first = list(islice(paired_lines(source, target), LINES_TO_TELL))
    for path, expected, side in zip((source, target), languages, zip(*first, strict=True), strict=False):
        found = language_of(side, expected) if expected in COMMON_WORDS else None
        if found not in (None, expected):
            raise InputError(
                f"{path} looks {LANGUAGES[found][1]}, and should be {LANGUAGES[expected][1]}: give the file in that "
                "language, or say with --from and --to what the two files are."
            )
    for _ in paired_lines(source, target):
        pass


def read_validation(source: Path, target: Path) -> tuple[list[str], list[str]]:
    """All validation pairs; here an empty line is an error, because BLEU would count it."""
    sources: list[str] = []
    targets: list[str] = []
    for number, (first, second) in enumerate(paired_lines(source, target), start=1):
        if not first or not second:
            path = target if first else source
            raise InputError(f"{path}, line {number}, is empty; validation needs a sentence on every line.")
        sources.append(first)
        targets.append(second)
    if not sources:
        raise InputError(f"{source} is empty; validation needs at least one pair.")
    return sources, targets


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
            f"SentencePiece cannot make {settings.pieces} pieces from {path} ({reason}). Try another --pieces, or "
            "more text."
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
    """One side of all pairs in one array; each sentence ends with </s>."""

    def __init__(self) -> None:
        self._ids = array("I")
        self._ends = array("q", [0])

    def add(self, ids: Sequence[int]) -> None:
        self._ids.extend(ids)
        self._ids.append(END_ID)
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
    def __init__(self, text: ParallelText, tokenizer: MarianTokenizer, settings: MtSettings) -> None:
        self.settings = settings
        self.source, self.target = Side(), Side()
        for source, target in _encoded(text, tokenizer):
            if max(len(source), len(target)) < settings.max_tokens:
                self.source.add(source)
                self.target.add(target)
            else:
                text.left_out[LONG] += 1
        if not len(self):
            raise InputError(
                f"No pair of {text.source} and {text.target} is left to train on: "
                f"{', '.join(f'{count} {reason}' for reason, count in text.left_out.items())}."
            )
        self._lengths = np.maximum(self.source.lengths, self.target.lengths)

    def __len__(self) -> int:
        return len(self.source)

    def epoch(self, number: int) -> list[list[int]]:
        """All pairs once: those of like length together, which ones is drawn anew, batches in a random order."""
        generator = np.random.default_rng([self.settings.seed, ORDER, number])
        order = generator.permutation(len(self))
        order = order[np.lexsort((self.source.lengths[order], self._lengths[order]))]
        batches = list(under_budget(order.tolist(), self._lengths.tolist(), lambda: self.settings.batch_tokens))
        return [batches[place] for place in generator.permutation(len(batches))]


def _encoded(text: Iterable[tuple[str, str]], tokenizer: MarianTokenizer) -> Iterator[tuple[list[int], list[int]]]:
    """SentencePiece's own numbers, which are the vocabulary's."""
    pairs = iter(text)
    while block := list(islice(pairs, PAIRS_AT_ONCE)):
        sources, targets = zip(*block, strict=True)
        yield from zip(
            tokenizer.spm_source.encode(list(sources)), tokenizer.spm_target.encode(list(targets)), strict=True
        )
