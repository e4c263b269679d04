"""The training loop: steps that depend on their number alone, so that a resumed training ends in the same weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from epicene.models.next_sentence_heads import PairClassifier
from epicene.train.nsp.pair_sampling import Batches, Pairs
from epicene.train.settings import Settings
from epicene.train.training import SteppedTraining, of_all

PAIRS_ALONG_THE_WAY = 1_000  # of those held out, judged at each checkpoint
SEEDS = 2**32


@dataclass
class Trainer(SteppedTraining):
    n_figures: ClassVar[int] = 4  # loss, right answers, pairs, tokens
    log_every: ClassVar[int] = 50
    classifier: PairClassifier
    batches: Batches
    settings: Settings

    def __post_init__(self) -> None:
        from transformers import get_cosine_with_hard_restarts_schedule_with_warmup

        settings = self.settings
        body, head = self._parameters()
        groups = [{"params": head, "lr": settings.head_rate}]
        if body:
            groups.append({"params": body, "lr": settings.body_rate})
        self.optimizer = torch.optim.AdamW(groups, weight_decay=settings.weight_decay)
        self.schedule = get_cosine_with_hard_restarts_schedule_with_warmup(
            self.optimizer, settings.warmup, self.batches.steps, settings.cycles
        )
        self.module = self.accelerator.prepare_model(self.classifier, device_placement=False)

    def _parameters(self) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
        """What is trained: the head, and the body without its language-model head unless it stays as it is."""
        self.classifier.body.requires_grad_(False)
        body = [] if self.settings.head_only else list(self.classifier.body.base_model.parameters())
        for parameter in body:
            parameter.requires_grad_(True)
        return body, list(self.classifier.head.parameters())

    @property
    def trained(self) -> nn.Module:
        return self.classifier.head if self.settings.head_only else self.classifier

    @property
    def steps(self) -> int:
        return self.batches.steps

    @property
    def out_of_memory(self) -> str:
        return (
            f"{self.classifier.language_model.description.source.name} runs out of memory while training "
            f"on {self.settings.batch} pairs at once. Use a smaller --batch or --max-tokens, --head-only, "
            "or a smaller model, in a new folder."
        )

    def states(self) -> dict[str, dict[str, object]]:
        return {"schedule": self.schedule.state_dict()}

    def restore(self, states: Mapping[str, dict[str, object]]) -> None:
        self.schedule.load_state_dict(states["schedule"])

    def step(self, step: int) -> Tensor:
        rows, labels = self.batches.at(step - 1, self.accelerator.process_index, self.accelerator.num_processes)
        self._seed(step)
        self.module.train()
        if self.settings.head_only:
            self.classifier.body.eval()  # a body that stays as it is must not drop out either
        wanted = torch.from_numpy(labels).to(self.classifier.language_model.device)
        with self._precision():
            logits = self.module(rows)
        loss = nn.functional.cross_entropy(logits.float(), wanted)
        self.accelerator.backward(loss)
        weights = [weight for group in self.optimizer.param_groups for weight in group["params"]]
        nn.utils.clip_grad_norm_(weights, self.settings.clip)
        self.optimizer.step()
        self.schedule.step()
        self.optimizer.zero_grad()
        right = (logits.argmax(dim=1) == wanted).sum()
        tokens = sum(row.cost for row in rows)
        return torch.tensor([loss.item() * len(rows), right.item(), len(rows), tokens], dtype=torch.float64)

    def _seed(self, step: int) -> None:
        """Dropout depends on seed, step and process, not on what was drawn before."""
        from accelerate.utils import set_seed

        words = np.random.SeedSequence([self.settings.seed, step, self.accelerator.process_index]).generate_state(1)
        set_seed(int(words[0]) % SEEDS)

    def _precision(self) -> torch.autocast:
        device = self.classifier.language_model.device.type
        return torch.autocast(device, dtype=torch.bfloat16, enabled=self.settings.dtype == "bfloat16")

    def write(self, step: int, window: Tensor, is_saved: bool) -> None:
        loss, right, pairs, tokens = self.totals(window)
        self.count(tokens)
        self.refuse_divergence(loss, step, "a lower --body-rate or --head-rate")
        figures = {"step": step, "loss": loss / pairs, "accuracy": 100 * right / pairs}
        if is_saved:
            figures["held_out_accuracy"] = 100 * float(np.mean(self.judge(self.batches.judged(PAIRS_ALONG_THE_WAY))))
        if self.accelerator.is_main_process:
            self.log.add(**figures)

    def judge(self, pairs: Pairs) -> NDArray[np.float64]:
        """For each pair, whether the head is right; processes share the work."""
        self.classifier.eval()
        own = range(self.accelerator.process_index, len(pairs), self.accelerator.num_processes)
        batches = (own[start : start + self.settings.batch] for start in range(0, len(own), self.settings.batch))
        found = [judged for batch in batches for judged in self._judged(pairs, batch)]
        answers = dict(of_all(self.accelerator, found))
        return np.array([answers[number] for number in range(len(pairs))], dtype=np.float64)

    def _judged(self, pairs: Pairs, numbers: range) -> Iterator[tuple[int, bool]]:
        with torch.inference_mode(), self._precision():
            said = self.classifier(self.batches.rows(pairs, numbers)).argmax(dim=1).tolist()
        for number, label in zip(numbers, said, strict=True):
            yield number, label == pairs.label[number]
