"""Counterfactual data augmentation: the model is trained further on sentences and on the same sentences with genders
exchanged (Zmigrod et al. 2019), by LoRA (Hu et al. 2022) or in all its weights.

LoRA's few weights are added to the model's own at the end, so that the folder is a model like any other.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from epicene.debiasing.method import Job, Method, Target, refuse_training, refuse_translation
from epicene.debiasing.results import DebiasResults
from epicene.debiasing.swapped_text import SwappedText, read_swapped

RANK, RATE, FULL_RATE = 8, 2e-4, 2e-5


@dataclass(frozen=True)
class Cda(Method):
    """The defaults are for a laptop: some ten thousand sentences with their counterparts, once."""

    name: ClassVar[str] = "cda"
    not_asked: ClassVar[frozenset[str]] = frozenset(("save_every",))
    text: tuple[Path, ...]
    names: bool = False
    avoid: tuple[str, ...] = ()
    sentences: int = 20_000
    full: bool = False
    rank: int = RANK
    rate: float | None = None
    epochs: int = 1
    batch: int = 16
    max_tokens: int = 128
    save_every: int = 100
    seed: int = 0

    @property
    def bytes_a_parameter(self) -> int:
        """With all weights trained: the weight, its gradient and two running means."""
        return 16 if self.full else 5

    def refuse(self, target: Target) -> None:
        refuse_training(self.full, self.rank, RANK, self.rate)
        self._text()
        refuse_translation(target, self.name)  # last: a model may have to be fetched, or trained in the lab

    def _text(self) -> SwappedText:
        return read_swapped(self.text, self.names, self.avoid, self.sentences // 2)

    def work(self, job: Job) -> DebiasResults:
        import torch

        from epicene.debiasing.cda_training import CdaTrainer, Course
        from epicene.models.description import describe
        from epicene.models.loading import load
        from epicene.train.adapters import merged, with_adapters
        from epicene.train.results import LOG
        from epicene.train.training import Checkpoints, Log, save_body

        text = self._text()
        found = text.found
        job.progress.say(f"{len(found):,} of {text.n_read:,} sentences have a counterpart in the other gender")
        description = describe(job.source, trust_remote_code=job.target.trust_remote_code)
        job.progress.say(f"Loading {job.source.name}")
        language_model = load(description, job.placement)
        torch.manual_seed(self.seed)
        body = language_model.model
        network = body.requires_grad_(True) if self.full else with_adapters(body, self.rank)
        rate = self.rate or (FULL_RATE if self.full else RATE)
        trainer = CdaTrainer(
            job.accelerator,
            Checkpoints(job.work / "checkpoints"),
            Log(job.target.out / LOG),
            job.meter,
            job.progress,
            self.save_every,
            language_model,
            network,
            [(one.text, one.swap.text) for one in found],
            text.languages[0],
            Course(rate, self.epochs, self.batch, self.max_tokens, self.seed),
        )
        trainer.run()
        save_body(network if self.full else merged(network), description.tokenizer, job.draft)
        for path in job.source.erasers():
            shutil.copy(path, job.draft / path.name)
        figures = {"loss": trainer.last_loss}
        return self.results(job, description, text.record(2 * len(found)), figures, trainer.steps, rate=rate)
