"""Methods for language models, by text in which genders can be exchanged.

`cda`, counterfactual data augmentation: the model is trained further on sentences and on the same sentences with
genders exchanged (Zmigrod et al. 2019), by LoRA (Hu et al. 2022), whose few weights are added to the model's own at the
end, or in all its weights. `leace`, linear erasure: after every block, the direction that tells masculine from feminine
is taken out of the hidden states (Belrose et al. 2023); the weights stay, and the folder holds the erasers beside them.
"""

from __future__ import annotations

import shutil
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.debiasing.method import Job, Method, Target, refuse_other_models, refuse_training
from epicene.debiasing.results import DebiasResults
from epicene.debiasing.swapped_text import SwappedText, read_swapped
from epicene.models.source import locate

RANK, RATE, FULL_RATE = 8, 2e-4, 2e-5


@dataclass(frozen=True)
class OfLanguageModels(Method):
    text: tuple[Path, ...]
    names: bool = False
    avoid: tuple[str, ...] = ()
    sentences: int = 20_000

    def refuse(self, target: Target) -> None:
        self.swapped()
        refuse_other_models(target, self.name, translates=False)  # last: a model may have to be fetched or trained

    def swapped(self) -> SwappedText:
        return read_swapped(self.text, self.names, self.avoid, self.sentences // 2)


@dataclass(frozen=True)
class Cda(OfLanguageModels):
    """The defaults are for a laptop: some ten thousand sentences with their counterparts, once."""

    name: ClassVar[str] = "cda"
    not_asked: ClassVar[frozenset[str]] = frozenset(("save_every",))
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
        super().refuse(target)

    def work(self, job: Job) -> DebiasResults:
        import torch

        from epicene.debiasing.cda_training import CdaTrainer, Course
        from epicene.models.description import describe
        from epicene.models.loading import load
        from epicene.train.adapters import merged, with_adapters
        from epicene.train.results import LOG
        from epicene.train.training import Checkpoints, Log, save_body

        text = self.swapped()
        pairs = [(sentence.text, sentence.swap.text) for sentence in text.found]
        job.progress.say(f"{len(pairs):,} of {text.n_read:,} sentences have a counterpart in the other gender")
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
            pairs,
            text.languages[0],
            Course(rate, self.epochs, self.batch, self.max_tokens, self.seed),
        )
        trainer.run()
        save_body(network if self.full else merged(network), description.tokenizer, job.draft)
        for path in job.source.erasers():
            shutil.copy(path, job.draft / path.name)
        figures = {"loss": trainer.last_loss}
        return self.results(job, description, text.record(2 * len(pairs)), figures, trainer.steps, rate=rate)


@dataclass(frozen=True)
class Leace(OfLanguageModels):
    name: ClassVar[str] = "leace"
    sentences: int = 2_000
    max_tokens: int = 64

    def refuse(self, target: Target) -> None:
        super().refuse(target)
        if locate(target.model, target.revision).erasers():
            raise InputError(f"{target.model} has erasers already; erase from the model that they were fitted on.")

    def work(self, job: Job) -> DebiasResults:
        from sklearn.exceptions import ConvergenceWarning

        from epicene.debiasing.leace_fitting import examples_of, fit_erasers
        from epicene.models.description import describe
        from epicene.models.engines.cost import Cost, peak_memory
        from epicene.models.hooks import write_erasers
        from epicene.models.loading import load
        from epicene.train.training import save_body

        text = self.swapped()
        description = describe(job.source, trust_remote_code=job.target.trust_remote_code)
        job.progress.say(f"Loading {job.source.name}")
        model = load(description, job.placement)
        began = time.monotonic()
        examples = examples_of(text.found, model, text.languages[0], self.max_tokens)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # a probe of what is erased has nothing to find
            erasers, figures = fit_erasers(model, examples, job.progress)
        tokens = sum(len(example.ids) for example in examples)
        job.meter.add(Cost(2 * tokens, time.monotonic() - began, peak_memory()))
        if job.source.gguf_file:
            save_body(model.model, description.tokenizer, job.draft)
        else:
            for path in job.source.files():
                shutil.copy(path, job.draft / path.name)
        write_erasers(job.draft, erasers, erased="gender", method=self.name, epicene=__version__)
        return self.results(job, description, text.record(len(examples)), figures)
