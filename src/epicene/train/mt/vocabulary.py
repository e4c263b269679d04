"""The two SentencePiece vocabularies of a translation system, as transformers' MarianTokenizer reads them.

Source and target number their pieces apart, but share the ids of </s>, <unk> and <pad>: a Marian configuration has one
of each. Case is folded by SentencePiece's own normalisation, inside `source.spm` and `target.spm`, so that whoever
loads the folder gets it right without knowing.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sentencepiece

from epicene.core.errors import InputError
from epicene.core.files import clear_disk_errors, write_json
from epicene.train.mt.parallel_text import ParallelText
from epicene.train.mt.settings import MtSettings

END, UNKNOWN, PADDING = "</s>", "<unk>", "<pad>"
END_ID, UNKNOWN_ID, PADDING_ID = 0, 1, 2
LINES_AT_MOST = 2_000_000  # a vocabulary needs no more; SentencePiece draws them from the whole text
NORMALISATION = {True: "nmt_nfkc_cf", False: "nmt_nfkc"}
MOST_THREADS = 8  # fixed, because the pieces depend on how the work is split


def write_vocabularies(text: ParallelText, folder: Path, settings: MtSettings) -> None:
    """Train what is not there yet; `tokenizer_config.json` is written last."""
    for side, (name, numbers) in enumerate((("source.spm", "vocab.json"), ("target.spm", "target_vocab.json"))):
        model = _train((pair[side] for pair in text), settings, [text.source, text.target][side])
        path = folder / name
        with clear_disk_errors(path):
            unfinished = path.with_name(f".{name}.unfinished")
            with unfinished.open("wb") as file:
                file.write(model)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
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


def open_tokenizer(folder: Path) -> Any:
    from transformers import MarianTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    return MarianTokenizer.from_pretrained(folder)
