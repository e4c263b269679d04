"""`epicene train nsp`: from a model and a text to a folder with a next-sentence head.

Below `--out`: `manifest.json` (the question), `log.jsonl`, `cost.json`, `work/` (sentences and checkpoint, gone at the
end), then `head.safetensors`, `model/` where the body was trained too, and with `head.json` there is a head;
`results.json` says the same, and what it cost.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.hashing import files_digest
from epicene.core.progress import Progress, Silent
from epicene.metrics.intervals import cluster_sums, exact_sums, mean, percent_interval, resample_sums
from epicene.models.description import Description, describe
from epicene.models.loading import Placement, load
from epicene.models.next_sentence_heads import (
    ACTIVATIONS,
    HeadFolder,
    NextSentenceHead,
    PairClassifier,
    PairEncoder,
    open_head,
    weights_digest,
    write_head,
)
from epicene.models.source import locate
from epicene.runs.results import Subject
from epicene.train.nsp_text import (
    FileText,
    HubText,
    NspBatches,
    SentenceFile,
    SentencePairs,
    open_text,
    sampled,
    write_sentences,
)
from epicene.train.results import HEAD, NSP, Accuracy, NspResults, TrainingText
from epicene.train.train_requests import TrainNspRequest
from epicene.train.training import (
    Trainer,
    TrainingRun,
    clear_write_errors,
    save_body,
    train_in_folder,
    training_machine,
)

PAIRS_ALONG_THE_WAY = 1_000  # of those held out, judged at each checkpoint
PAIRS_AT_THE_END = 10_000
SENTENCES = "sentences.txt"


@dataclass
class NspTrainer(Trainer):
    """The loop that trains a head and, unless it stays as it is, the model below it."""

    n_figures: ClassVar[int] = 4  # loss, right answers, pairs, tokens
    log_every: ClassVar[int] = 50
    remedy: ClassVar[str] = "a lower --body-rate or --head-rate"
    classifier: PairClassifier
    batches: NspBatches
    settings: TrainNspRequest

    def __post_init__(self) -> None:
        from accelerate.utils import DistributedDataParallelKwargs
        from transformers import get_cosine_with_hard_restarts_schedule_with_warmup

        settings, self.save_every = self.settings, self.settings.save_every
        self.trained, self.steps = self.classifier.head if settings.head_only else self.classifier, self.batches.steps
        self.out_of_memory = (
            f"{self.classifier.language_model.description.source.name} runs out of memory while training on "
            f"{settings.batch} pairs at once. Use a smaller --batch or --max-tokens, --head-only, or a smaller model, "
            "in a new folder."
        )
        self.classifier.body.requires_grad_(False)
        groups = [{"params": list(self.classifier.head.parameters()), "lr": settings.head_rate}]
        if not settings.head_only:  # the body without its language-model head
            body = list(self.classifier.body.base_model.parameters())
            for parameter in body:
                parameter.requires_grad_(True)
            groups.append({"params": body, "lr": settings.body_rate})
        self.optimizer = torch.optim.AdamW(groups, weight_decay=settings.weight_decay)
        self.schedule = get_cosine_with_hard_restarts_schedule_with_warmup(
            self.optimizer, settings.warmup, self.steps, settings.cycles
        )
        # A body may have weights that its last hidden state does not depend on.
        self.run.accelerator.ddp_handler = DistributedDataParallelKwargs(find_unused_parameters=True)
        self.module: nn.Module = self.run.accelerator.prepare_model(self.classifier, device_placement=False)

    def states(self) -> dict[str, dict[str, object]]:
        return {"schedule": self.schedule.state_dict()}

    def restore(self, states: Mapping[str, dict[str, object]]) -> None:
        self.schedule.load_state_dict(states["schedule"])

    def step(self, step: int) -> Tensor:
        part, parts = self.run.accelerator.process_index, self.run.accelerator.num_processes
        rows, labels = self.batches.at(step - 1, part, parts)
        self.seed(self.settings.seed, step, part)
        self.module.train()
        if self.settings.head_only:
            self.classifier.body.eval()  # a body that stays as it is must not drop out either
        expected = torch.from_numpy(labels).to(self.classifier.language_model.device)
        with self._precision():
            logits = self.module(rows)
        loss = nn.functional.cross_entropy(logits.float(), expected)
        self.learn(loss, self.settings.clip)
        self.schedule.step()
        right = (logits.argmax(dim=1) == expected).sum()
        tokens = sum(row.cost for row in rows)
        return torch.tensor([loss.item() * len(rows), right.item(), len(rows), tokens], dtype=torch.float64)

    def _precision(self) -> torch.autocast:
        device = self.classifier.language_model.device.type
        return torch.autocast(device, dtype=torch.bfloat16, enabled=self.settings.dtype == "bfloat16")

    def write(self, step: int, sums: list[float], is_saved: bool) -> str:
        loss, right, pairs, tokens = sums
        self.count(tokens)
        figures = {"step": step, "loss": loss / pairs, "accuracy": 100 * right / pairs}
        if is_saved:
            figures["held_out_accuracy"] = 100 * float(np.mean(self.judge(self.batches.judged(PAIRS_ALONG_THE_WAY))))
        self.log(**figures)
        shown = f"loss {figures['loss']:.2f}, {figures['accuracy']:.1f}% of these pairs right"
        return f"{shown}, {figures['held_out_accuracy']:.1f}% of held-out pairs" if is_saved else shown

    def judge(self, pairs: SentencePairs) -> NDArray[np.float64]:
        """For each pair, whether the head is right; processes share the work."""
        self.classifier.eval()
        own = range(self.run.accelerator.process_index, len(pairs), self.run.accelerator.num_processes)
        judged: list[tuple[int, int]] = []
        for start in range(0, len(own), self.settings.batch):
            numbers = own[start : start + self.settings.batch]
            with torch.inference_mode(), self._precision():
                labels = self.classifier(self.batches.rows(pairs, numbers)).argmax(dim=1).tolist()
            judged += zip(numbers, labels, strict=True)
        right = np.array([label for _, label in sorted(self.run.of_all(judged))]) == pairs.label
        return np.asarray(right, dtype=np.float64)

    def accuracy(self) -> Accuracy:
        """The share of held-out pairs judged right, with an interval over articles."""
        pairs = self.batches.judged(PAIRS_AT_THE_END)
        right = self.judge(pairs)
        articles = self.batches.corpus.article[pairs.first]
        columns = cluster_sums(np.array([right, np.ones_like(right)]), [str(article) for article in articles])
        value = 100 * float(mean(exact_sums(columns)))
        low, high = percent_interval(value, 100 * mean(resample_sums(columns)), columns.shape[1])
        return Accuracy(value, low, high, len(pairs), columns.shape[1])


def train_nsp(request: TrainNspRequest, progress: Progress | None = None) -> HeadFolder:
    """Train a head, or go on; everything that can be refused is refused before weights are loaded."""
    if request.activation not in ACTIVATIONS:
        raise InputError(f"There is no activation {request.activation!r}. Known: {', '.join(ACTIVATIONS)}.")
    text = open_text(request.text)
    placement = Placement(request.device, threads=request.threads).resolve()
    description = describe(locate(request.model, request.revision), trust_remote_code=request.trust_remote_code)
    digest = weights_digest(description.source)
    question = {"model": request.model, "text": text.digest, **request.record(), "model files": digest}
    run = TrainingRun(request.out, placement, progress or Silent())
    if request.batch % run.accelerator.num_processes:
        raise InputError(f"--batch {request.batch} cannot be shared by {run.accelerator.num_processes} processes.")
    train_in_folder(NSP, NspResults, run, question, HEAD, lambda run: _train(request, description, text, run))
    return open_head(request.out)


def _train(request: TrainNspRequest, description: Description, text: HubText | FileText, run: TrainingRun) -> None:
    from safetensors.torch import save_file

    if (request.out / HEAD).is_file():  # it was ended while its checkpoints were removed
        if run.is_first:
            shutil.rmtree(run.work)
        return
    sentences = run.work / SENTENCES
    # Once the sentences are there, a resumed training does not read the text again.
    if run.is_first and not sentences.is_file():
        run.work.mkdir(exist_ok=True)
        run.progress.say("Cutting the text into sentences")
        articles = sampled(text.articles(), request.share, request.seed, request.limit)
        write_sentences(articles, sentences, run.progress)
    run.accelerator.wait_for_everyone()
    encoder = PairEncoder(description, request.language, min(request.max_tokens, description.max_tokens))
    batches = NspBatches(SentenceFile(sentences), encoder, request)
    if batches.steps <= request.warmup:
        run.progress.say(
            f"Warning: the text gives {batches.steps} steps, no more than the {request.warmup} of the "
            "warm-up, so the learning rates never reach their height. Give more text, more --epochs or a "
            "shorter --warmup."
        )
    if run.accelerator.num_processes > 1:
        run.placement = replace(run.placement, device=str(run.accelerator.device))
    run.progress.say(f"Loading {description.source.name}")
    language_model = load(description, replace(run.placement, dtype="float32"))  # bfloat16 computes, it does not keep
    with torch.inference_mode():
        width = language_model.hidden([encoder("a", "a")]).shape[-1]
    torch.manual_seed(request.seed)
    head = NextSentenceHead(width, request.activation).to(language_model.device)
    classifier = PairClassifier(language_model, head)
    trainer = NspTrainer(run, classifier, batches, request)
    trainer.train()
    run.progress.say("Judging the held-out pairs")
    accuracy = trainer.accuracy()
    if not run.is_first:
        return
    weights = request.out / "head.safetensors"
    with clear_write_errors(request.out):
        save_file(head.state_dict(), weights)
        weights.chmod(0o644)  # safetensors writes for its owner alone
    if not request.head_only:
        save_body(classifier.body, description.tokenizer, request.out / "model")
    write_head(request.out, msgspec.to_builtins(_facts(request, description, trainer, accuracy)))
    shutil.rmtree(run.work)


def _facts(
    request: TrainNspRequest, description: Description, trainer: NspTrainer, accuracy: Accuracy
) -> dict[str, object]:
    corpus, source = trainer.batches.corpus, description.source
    kind, architecture = description.capability.value, description.architecture
    return {
        "held_out_accuracy": accuracy,
        "model": Subject(source.spec, source.name, source.revision, kind, architecture, weights_digest(source)),
        "body": "as it was" if request.head_only else "trained",
        "steps": trainer.steps,
        "settings": request.record(),
        "text": TrainingText(
            source=request.text,
            digest=files_digest([trainer.run.work / SENTENCES]),
            articles=corpus.n_articles,
            sentences=len(corpus),
            held_out_articles=len(trainer.batches.held_out),
        ),
        "machine": training_machine(trainer.run.placement),
        "epicene": __version__,
    }
