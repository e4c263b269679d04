"""`epicene train mt`: from parallel text to a folder that transformers and every `epicene mt` command load.

Below `--out`: `manifest.json` (the question), the tokenizer (`source.spm`, `target.spm`, `vocab.json`,
`target_vocab.json`), `log.jsonl` (loss and validation BLEU), `times.jsonl`, `cost.json`, `work/` (the checkpoint, gone
at the end unless the clock ended it), then `curve.svg`, `results.json`, the weights, and last of all `config.json`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from epicene._version import __version__
from epicene.core.hashing import files_digest
from epicene.core.language import Language
from epicene.core.progress import Progress
from epicene.models.engines.cost import Meter
from epicene.models.loading import Placement
from epicene.runs.folder import RunFolder
from epicene.train.mt.marian_model import SmoothedLoss, Weights, n_parameters, new_model
from epicene.train.mt.parallel_files import ParallelText, check_parallel, read_validation, refuse_missing
from epicene.train.mt.parallel_text import MtBatches, encoded, open_tokenizer, own_pieces, write_vocabularies
from epicene.train.mt.trainer import MtTrainer, Validation
from epicene.train.page import ROOM, write_curve
from epicene.train.results import CLOCK, LOG, MT, Machine, MtResults, Pairs, Pieces, Validated, read_mt
from epicene.train.settings import MtSettings
from epicene.train.training import (
    Checkpoints,
    Log,
    clear_write_errors,
    open_accelerator,
    put_in_place,
    train_in_folder,
)

if TYPE_CHECKING:
    from accelerate import Accelerator
    from transformers import MarianMTModel, MarianTokenizer

    LossMaker = Callable[[MarianTokenizer, MarianMTModel, float], SmoothedLoss]


@dataclass(frozen=True, slots=True)
class MtTrainingRequest:
    """What a user asks for. `minutes` stops by the clock, where two trainings need not be equally far; with more
    minutes, the same command goes on from there."""

    source: Path
    target: Path
    valid_source: Path
    valid_target: Path
    out: Path
    settings: MtSettings = field(default_factory=MtSettings)
    placement: Placement = field(default_factory=Placement)
    minutes: float | None = None

    @property
    def files(self) -> tuple[Path, ...]:
        return (self.source, self.target, self.valid_source, self.valid_target)


def train_mt(request: MtTrainingRequest, progress: Progress | None = None, loss: LossMaker | None = None) -> MtResults:
    """Train or resume; returns what `results.json` holds. `loss` is made for the vocabularies, where the smoothed
    cross-entropy is not what is wanted."""
    request.settings.check()
    placement = request.placement.resolve()
    request = replace(request, settings=replace(request.settings, dtype=_precision(request.settings.dtype, placement)))
    torch.set_num_threads(placement.threads or 1)
    refuse_missing(*request.files)
    validation_pairs = read_validation(request.valid_source, request.valid_target)
    if not RunFolder(request.out).exists():
        check_parallel(request.source, request.target, request.settings.language_pair)
    accelerator = open_accelerator(placement)
    return train_in_folder(
        request.out,
        MT,
        accelerator,
        lambda: _question(request),
        lambda: (request.out / "config.json").is_file() and not (request.out / "work").exists(),
        lambda meter, shown: _train(request, validation_pairs, placement, accelerator, meter, shown, loss),
        read_mt,
        progress,
    )


def _precision(dtype: str, placement: Placement) -> str:
    """Mixed precision where the device is made for it: bfloat16 needs no scaling of the loss."""
    if dtype != "auto":
        return dtype
    is_able = str(placement.device).startswith("cuda") and torch.cuda.is_bf16_supported()
    return "bfloat16" if is_able else "float32"


def _question(request: MtTrainingRequest) -> dict[str, object]:
    names = ("source", "target", "valid_source", "valid_target")
    digests = {name: files_digest([path]) for name, path in zip(names, request.files, strict=True)}
    return {**digests, **asdict(request.settings)}


def _train(
    request: MtTrainingRequest,
    validation_pairs: tuple[list[str], list[str]],
    placement: Placement,
    accelerator: Accelerator,
    meter: Meter,
    progress: Progress,
    loss: LossMaker | None,
) -> None:
    settings, out = request.settings, request.out
    tokenizer, batches, counts = _prepared(request, accelerator, progress)
    device = accelerator.device if accelerator.num_processes > 1 else torch.device(placement.device or "cpu")
    model = new_model(settings, len(tokenizer.encoder), len(tokenizer.target_encoder))
    progress.say(f"Training {n_parameters(model) / 1e6:.1f} million parameters")
    trainer = MtTrainer(
        accelerator,
        Checkpoints(out / "work" / "checkpoints"),
        Log(out / LOG),
        meter,
        progress,
        Weights(model).to(device),
        batches,
        Validation(*validation_pairs, tokenizer, accelerator, settings.lower_case),
        settings,
        Log(out / "times.jsonl"),
        request.minutes,
        partial(loss, tokenizer) if loss else SmoothedLoss,
    )
    trainer.run()
    if accelerator.is_main_process:
        _finish(request, trainer, counts, placement)
    accelerator.wait_for_everyone()


def _prepared(
    request: MtTrainingRequest, accelerator: Accelerator, progress: Progress
) -> tuple[MarianTokenizer, MtBatches, Pairs]:
    """Vocabularies and encoded pairs, and how many pairs there are."""
    settings, out = request.settings, request.out
    text = ParallelText(request.source, request.target, settings.max_ratio, settings.duplicates)
    if accelerator.is_main_process and not (out / "tokenizer_config.json").is_file():
        progress.say("Making the vocabularies")
        write_vocabularies(text, out, settings)
    accelerator.wait_for_everyone()
    tokenizer = open_tokenizer(out)
    batches = MtBatches(encoded(text, own_pieces(tokenizer)), settings)
    counts = Pairs(text.n_total, len(batches), dict(text.left_out + batches.left_out))
    language = Language("en", ROOM)
    reasons = ", ".join(language.text("train.left-out", n=n, reason=reason) for reason, n in counts.left_out.items())
    left_out = f" (left out: {reasons})" if reasons else ""
    progress.say(f"{counts.used:,} of {counts.total:,} pairs to train on{left_out}")
    return tokenizer, batches, counts


def _finish(request: MtTrainingRequest, trainer: MtTrainer, counts: Pairs, placement: Placement) -> None:
    out, aside = request.out, request.out / "work" / "model"
    with clear_write_errors(out):
        shutil.rmtree(aside, ignore_errors=True)
        trainer.weights.best.save_pretrained(aside)
    write_curve(out)
    RunFolder(out).write_results(_results(request, trainer, counts, placement))
    put_in_place(aside, out)
    if trainer.place.ended != CLOCK:
        shutil.rmtree(out / "work")


def _results(request: MtTrainingRequest, trainer: MtTrainer, counts: Pairs, placement: Placement) -> MtResults:
    place, config = trainer.place, trainer.weights.live.config
    return MtResults(
        epicene=__version__,
        parameters=n_parameters(trainer.weights.live),
        pieces=Pieces(config.vocab_size, config.decoder_vocab_size),
        pairs=counts,
        validation=Validated(
            place.best_bleu, place.signature, "greedy", len(trainer.validation.sources), place.best_step
        ),
        steps=place.step,
        epochs=place.epoch,
        seconds=round(place.seconds, 1),
        cpu_seconds=round(place.cpu_seconds, 1),
        ended_by=place.ended,
        settings=asdict(request.settings),
        machine=_machine(placement, trainer.accelerator.num_processes),
    )


def _machine(placement: Placement, processes: int) -> Machine:
    import transformers

    return Machine(str(torch.__version__), placement.device, placement.threads, transformers.__version__, processes)
