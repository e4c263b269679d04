"""Training a translation system further: any encoder-decoder that epicene translates with, on pairs that are given.

It goes the way of a training from nothing (same steps, checkpoints and validation), from weights that are there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from epicene.core.progress import Progress
from epicene.models.description import Description
from epicene.models.engines.cost import Meter
from epicene.models.loading import Placement, load_weights
from epicene.models.translation import LanguageTags, longest_answer
from epicene.train.adapters import RANK, merged, with_adapters
from epicene.train.mt.marian_model import MAX_LENGTH, LabelLoss, Weights
from epicene.train.mt.parallel_text import Encode, MtBatches, Pair, encoded
from epicene.train.mt.trainer import MtTrainer, Place, Validation
from epicene.train.results import LOG
from epicene.train.settings import MtSettings
from epicene.train.training import Checkpoints, Log

if TYPE_CHECKING:
    from accelerate import Accelerator
    from transformers import PreTrainedModel

# For ten thousands of short pairs and two cores. The rate is that of adapters.
FURTHER = MtSettings(
    batch_tokens=1_024,
    rate=1e-3,
    warmup=50,
    label_smoothing=0.0,
    averaging=0.01,
    epochs=3,
    validate_every=200,
    patience=1_000,  # the passes that were asked for, whatever validation says of one of them
    duplicates=True,
)


@dataclass(frozen=True, slots=True)
class Further:
    """A system, how it is told the languages (a tag among it), and the pairs; `held_out` are not trained on. Without a
    `rank` of adapters, all weights are trained."""

    system: Description
    marks: LanguageTags
    pairs: Sequence[Pair]
    held_out: Sequence[Pair]
    settings: MtSettings = FURTHER
    rank: int | None = RANK


@dataclass(frozen=True, slots=True)
class Trained:
    """The model with what it learnt merged into it, BLEU of the held-out pairs before (where no tag stood before them)
    and after, and pairs that were not trained on, by reason."""

    model: PreTrainedModel
    place: Place
    bleu_before: float
    left_out: Counter[str]


def train_further(
    wanted: Further, out: Path, placement: Placement, accelerator: Accelerator, meter: Meter, progress: Progress
) -> Trained:
    """Train or resume, with the course of it in `out` and checkpoints below its `work/`."""
    settings = wanted.settings
    batches = MtBatches(encoded(wanted.pairs, encoding(wanted)), settings)
    model = load_weights(wanted.system, placement)
    validation = _validation(wanted, accelerator)
    untagged = replace(validation, marks=replace(wanted.marks, tags=None))
    before, _ = untagged.bleu(model)
    validation.seconds = untagged.seconds  # what the estimate counts on
    torch.manual_seed(settings.seed)
    trained = with_adapters(model, wanted.rank) if wanted.rank else model
    trainer = MtTrainer(
        accelerator,
        Checkpoints(out / "work" / "checkpoints"),
        Log(out / LOG),
        meter,
        progress,
        Weights(trained).to(model.device),
        batches,
        validation,
        settings,
        Log(out / "times.jsonl"),
        loss=LabelLoss,
    )
    place = trainer.run()
    best = trainer.weights.best
    return Trained(merged(best) if wanted.rank else best, place, before, batches.left_out)


def encoding(wanted: Further) -> Encode:
    """How pairs become numbers: the source with what is put before it, which the target has no say in."""
    tokenizer, marks = wanted.system.tokenizer, wanted.marks

    def encode(sources: Sequence[str], targets: Sequence[str]) -> tuple[list[list[int]], list[list[int]]]:
        read: list[list[int]] = tokenizer([marks.before(text) + text for text in sources])["input_ids"]
        written: list[list[int]] = tokenizer(text_target=list(targets))["input_ids"]
        return read, written

    return encode


def _validation(wanted: Further, accelerator: Accelerator) -> Validation:
    sources, references = ([pair[side] for pair in wanted.held_out] for side in (0, 1))
    lower_case = bool(getattr(wanted.system.config, "lower_cased", False))
    longest = min(MAX_LENGTH - 2, longest_answer(wanted.system))
    return Validation(sources, references, wanted.system.tokenizer, accelerator, lower_case, wanted.marks, longest)
