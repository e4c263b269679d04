"""Training translation systems: from parallel text (`epicene train mt`), and further from weights that are there.

`train mt` leaves a folder that transformers and every `epicene mt` command load. Below `--out`: `manifest.json` (the
question), the tokenizer (`source.spm`, `target.spm`, `vocab.json`, `target_vocab.json`), `log.jsonl` (loss and
validation BLEU), `times.jsonl`, `cost.json`, `work/` (the checkpoint, gone at the end unless the clock ended it), then
`curve.svg`, `results.json`, the weights, and last of all `config.json`.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import torch
from torch import nn

from epicene._version import __version__
from epicene.core.hashing import files_digest
from epicene.core.language import Language
from epicene.core.progress import Progress, Silent
from epicene.models.description import Description
from epicene.models.loading import Placement, load_weights
from epicene.models.translation import LanguageTags, longest_answer
from epicene.runs.folder import RunFolder
from epicene.train.mt_text import (
    Encode,
    MtBatches,
    Pair,
    ParallelText,
    encoded,
    open_tokenizer,
    own_pieces,
    read_validation,
    validate_files,
    validate_parallel,
    write_vocabularies,
)
from epicene.train.mt_training import (
    MAX_LENGTH,
    LabelLoss,
    MtProgress,
    MtTrainer,
    SmoothedLoss,
    Validation,
    Weights,
    n_parameters,
    new_model,
)
from epicene.train.page import ROOM, write_curve
from epicene.train.results import CLOCK, MT, MtResults, PairCounts, Validated, VocabularySizes
from epicene.train.train_requests import MtSettings, TrainMtRequest
from epicene.train.training import (
    RANK,
    TrainingRun,
    clear_write_errors,
    merged,
    put_in_place,
    train_in_folder,
    training_machine,
    with_adapters,
)

if TYPE_CHECKING:
    from transformers import MarianMTModel, MarianTokenizer, PreTrainedModel

    LossMaker = Callable[[MarianTokenizer, MarianMTModel, float], nn.Module]


def train_mt(request: TrainMtRequest, progress: Progress | None = None, loss: LossMaker | None = None) -> MtResults:
    """Train or resume; returns what `results.json` holds. `loss` is made for the vocabularies, where the smoothed
    cross-entropy is not what is wanted."""
    request.check()
    placement = Placement(request.device, threads=request.threads).resolve()
    if request.dtype == "auto":  # mixed precision where the device is made for it: its loss needs no scaling
        is_able = str(placement.device).startswith("cuda") and torch.cuda.is_bf16_supported()
        request = replace(request, dtype="bfloat16" if is_able else "float32")
    torch.set_num_threads(placement.threads or 1)
    validate_files(*request.files.values())
    validation_pairs = read_validation(request.valid_src, request.valid_tgt)
    if not RunFolder(request.out).exists():
        validate_parallel(request.src, request.tgt, request.languages)
    digests = {name: files_digest([path]) for name, path in request.files.items()}
    run = TrainingRun(request.out, placement, progress or Silent())
    question = {**digests, **request.record()}
    return train_in_folder(
        MT, MtResults, run, question, "config.json", lambda run: _train(request, validation_pairs, run, loss)
    )


def _train(
    request: TrainMtRequest, validation_pairs: tuple[list[str], list[str]], run: TrainingRun, loss: LossMaker | None
) -> None:
    tokenizer, batches, counts = _prepared(request, run)
    model = new_model(request, len(tokenizer.encoder), len(tokenizer.target_encoder))
    run.progress.say(f"Training {n_parameters(model) / 1e6:.1f} million parameters")
    trainer = MtTrainer(
        run,
        Weights(model).to(torch.device(run.placement.device or "cpu")),
        batches,
        Validation(*validation_pairs, tokenizer, request.lower_case),
        request,
        request.minutes,
        partial(loss, tokenizer) if loss else SmoothedLoss,
    )
    trainer.train()
    _finish(request, trainer, counts)


def _prepared(request: TrainMtRequest, run: TrainingRun) -> tuple[MarianTokenizer, MtBatches, PairCounts]:
    """Vocabularies and encoded pairs, and how many pairs there are."""
    text = ParallelText(request.src, request.tgt, request.max_ratio, request.duplicates)
    if not (run.out / "tokenizer_config.json").is_file():
        run.progress.say("Making the vocabularies")
        write_vocabularies(text, run.out, request)
    tokenizer = open_tokenizer(run.out)
    batches = MtBatches(encoded(text, own_pieces(tokenizer)), request)
    counts = PairCounts(text.n_total, len(batches), dict(text.left_out + batches.left_out))
    language = Language("en", ROOM)
    reasons = ", ".join(language.text("train.left-out", n=n, reason=reason) for reason, n in counts.left_out.items())
    left_out = f" (left out: {reasons})" if reasons else ""
    run.progress.say(f"{counts.used:,} of {counts.total:,} pairs to train on{left_out}")
    return tokenizer, batches, counts


def _finish(request: TrainMtRequest, trainer: MtTrainer, counts: PairCounts) -> None:
    """Write curve, results and, last of all, the model."""
    run, state, model = trainer.run, trainer.state, trainer.weights.live
    with clear_write_errors(run.out):
        shutil.rmtree(run.draft, ignore_errors=True)
        trainer.weights.best.save_pretrained(run.draft)
    write_curve(run.out)
    n = len(trainer.validation.sources)
    results = MtResults(
        epicene=__version__,
        parameters=n_parameters(model),
        pieces=VocabularySizes(model.config.vocab_size, model.config.decoder_vocab_size),
        pairs=counts,
        validation=Validated(state.best_bleu, state.signature, "greedy", n, state.best_step),
        steps=state.step,
        epochs=state.epoch,
        seconds=round(state.seconds, 1),
        cpu_seconds=round(state.cpu_seconds, 1),
        ended_by=state.ended,
        settings=request.record(),
        machine=training_machine(run.placement),
    )
    RunFolder(run.out).write_results(results)
    put_in_place(run.draft, run.out)
    if state.ended != CLOCK:
        shutil.rmtree(run.work)


# Training further, from weights that are there: any encoder-decoder that epicene translates with, by the same steps,
# checkpoints and validation.

# For ten thousands of short pairs and two cores. The rate is that of adapters.
FINE_TUNING = MtSettings(
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
class FineTuning:
    """A system, the marks of its languages (and a tag), and the pairs; `held_out` are not trained on. Without a
    `rank` of adapters, all weights are trained."""

    system: Description
    marks: LanguageTags
    pairs: Sequence[Pair]
    held_out: Sequence[Pair]
    settings: MtSettings = FINE_TUNING
    rank: int | None = RANK

    def encode(self, sources: Sequence[str], targets: Sequence[str]) -> tuple[list[list[int]], list[list[int]]]:
        """Pairs as numbers: the source with what is put before it, on which the target has no influence."""
        texts = [self.marks.before(text) + text for text in sources]
        read: list[list[int]] = self.system.tokenizer(texts)["input_ids"]
        written: list[list[int]] = self.system.tokenizer(text_target=list(targets))["input_ids"]
        return read, written

    def validation(self) -> Validation:
        """The held-out pairs, translated as the system translates."""
        sources, references = ([pair[side] for pair in self.held_out] for side in (0, 1))
        lower_case = bool(getattr(self.system.config, "lower_cased", False))
        longest = min(MAX_LENGTH - 2, longest_answer(self.system))
        return Validation(sources, references, self.system.tokenizer, lower_case, self.marks, longest)


@dataclass(frozen=True, slots=True)
class FineTuned:
    """The model with what it learnt merged into it, BLEU of the held-out pairs before (where no tag stood before them)
    and after, and pairs that were not trained on, by reason."""

    model: PreTrainedModel
    state: MtProgress
    bleu_before: float
    left_out: Counter[str]


def fine_tune(tuning: FineTuning, run: TrainingRun) -> FineTuned:
    """Train or resume in the run's folder."""
    encode: Encode = tuning.encode
    batches = MtBatches(encoded(tuning.pairs, encode), tuning.settings)
    model = load_weights(tuning.system, run.placement)
    validation = tuning.validation()
    untagged = replace(validation, marks=replace(tuning.marks, tags=None))
    before, _ = untagged.bleu(model)
    validation.seconds = untagged.seconds  # what the estimate counts on
    torch.manual_seed(tuning.settings.seed)
    trained = with_adapters(model, tuning.rank) if tuning.rank else model
    weights = Weights(trained).to(model.device)
    trainer = MtTrainer(run, weights, batches, validation, tuning.settings, loss=LabelLoss)
    trainer.train()
    best = trainer.weights.best
    return FineTuned(merged(best) if tuning.rank else best, trainer.state, before, batches.left_out)
