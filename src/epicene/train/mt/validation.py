"""How good a system is on sentences it was not trained on: BLEU of greedy translations, with sacrebleu's signature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from epicene.models.translation import Decoding, Translator
from epicene.train.mt.marian_model import MAX_LENGTH

BUDGET_ON_CPU = 2_048
BUDGET_ON_GPU = 65_536


@dataclass
class Validation:
    """All processes translate their share and all know the result."""

    sources: Sequence[str]
    references: Sequence[str]
    tokenizer: Any
    accelerator: Any
    lower_case: bool

    def bleu(self, model: Any) -> tuple[float, str]:
        """BLEU of the model's greedy translations, and sacrebleu's signature."""
        is_on_cpu = model.device.type == "cpu"
        budget = BUDGET_ON_CPU if is_on_cpu else BUDGET_ON_GPU
        translator = Translator(model, self.tokenizer, "the system in training", budget, Decoding(1, MAX_LENGTH - 2))
        own = range(self.accelerator.process_index, len(self.sources), self.accelerator.num_processes)
        encoded = [translator.encode(self.sources[number]) for number in own]
        found: list[tuple[int, str]] = []
        for batch in translator.batches([len(ids) for ids in encoded]):
            found += zip(
                [own[place] for place in batch], translator.translate([encoded[place] for place in batch]), strict=True
            )
        hypotheses = dict(self.of_all(found))
        return self.score([hypotheses[number] for number in range(len(self.sources))])

    def score(self, hypotheses: Sequence[str]) -> tuple[float, str]:
        """Corpus BLEU; a system that lower-cases is compared without case, and the signature says so."""
        from sacrebleu.metrics.bleu import BLEU

        metric = BLEU(lowercase=self.lower_case)
        result = metric.corpus_score(list(hypotheses), [list(self.references)])
        return min(100.0, float(result.score)), str(metric.get_signature())  # rounding can lift BLEU by 4e-14

    def of_all(self, found: list[Any]) -> list[Any]:
        """What all processes found, in one list."""
        from accelerate.utils import gather_object

        everything: list[Any] = gather_object(found) if self.accelerator.num_processes > 1 else found
        return everything
