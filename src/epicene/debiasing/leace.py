"""Linear erasure: after every block, the direction that tells masculine from feminine is taken out of the hidden states
(LEACE, Belrose et al. 2023). The weights stay as they are; the folder holds the erasers beside them."""

from __future__ import annotations

import shutil
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.debiasing.method import Job, Method, Target, refuse_translation
from epicene.debiasing.results import DebiasResults
from epicene.debiasing.swapped_text import SwappedText, read_swapped
from epicene.models.source import locate


@dataclass(frozen=True)
class Leace(Method):
    name: ClassVar[str] = "leace"
    text: tuple[Path, ...]
    names: bool = False
    avoid: tuple[str, ...] = ()
    sentences: int = 2_000
    max_tokens: int = 64

    def refuse(self, target: Target) -> None:
        self._text()
        refuse_translation(target, self.name)  # from here on, a model may have to be fetched, or trained in the lab
        if locate(target.model, target.revision).erasers():
            raise InputError(f"{target.model} has erasers already; erase from the model that they were fitted on.")

    def _text(self) -> SwappedText:
        return read_swapped(self.text, self.names, self.avoid, self.sentences // 2)

    def work(self, job: Job) -> DebiasResults:
        from sklearn.exceptions import ConvergenceWarning

        from epicene.debiasing.leace_fitting import examples_of, figures, fit_erasers
        from epicene.models.description import describe
        from epicene.models.engines.cost import Cost, peak_memory
        from epicene.models.layers import write_erasers
        from epicene.models.loading import load
        from epicene.train.training import save_body

        text = self._text()
        description = describe(job.source, trust_remote_code=job.target.trust_remote_code)
        job.progress.say(f"Loading {job.source.name}")
        model = load(description, job.placement)
        began = time.monotonic()
        examples = examples_of(text.found, model, text.languages[0], self.max_tokens)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # a probe of what is erased has nothing to find
            fitted = fit_erasers(model, examples, job.progress)
        tokens = sum(len(one.ids) for one in examples)
        job.meter.add(Cost(2 * tokens, time.monotonic() - began, peak_memory()))
        if job.source.gguf_file:
            save_body(model.model, description.tokenizer, job.draft)
        else:
            for path in job.source.files():
                shutil.copy(path, job.draft / path.name)
        write_erasers(job.draft, fitted.erasers, erased="gender", method=self.name, epicene=__version__)
        return self.results(job, description, text.record(len(examples)), dict(figures(fitted)))
