"""`epicene train nsp`: from a model and a text to a folder with a next-sentence head.

Below `--out`: `manifest.json` (the question), `log.jsonl`, `cost.json`, `work/` (sentences and checkpoint, gone at the
end), then `head.safetensors`, `model/` where the body was trained too, and with `head.json` there is a head;
`results.json` says the same, and what it cost. What it will take is estimated from the first articles and a few steps.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import torch
from torch import autograd, nn, optim

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.hashing import files_digest
from epicene.core.progress import Progress, Silent
from epicene.metrics.intervals import cluster_sums, exact_sums, mean, percent_interval, resample_sums
from epicene.models.description import Description, describe
from epicene.models.engines.cost import Meter
from epicene.models.loading import Placement, load
from epicene.models.next_sentence_heads import (
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
from epicene.train.nsp.articles import FileText, TextSource, open_text, sampled
from epicene.train.nsp.pair_sampling import Batches, Corpus, write_corpus
from epicene.train.nsp.trainer import Trainer
from epicene.train.results import HEAD, LOG, NSP, Accuracy, Machine, Text, read_nsp
from epicene.train.settings import Settings
from epicene.train.training import Checkpoints, Log, clear_write_errors, open_accelerator, save_body, train_in_folder

if TYPE_CHECKING:
    from accelerate import Accelerator


PAIRS_AT_THE_END = 10_000


@dataclass(frozen=True, slots=True)
class TrainingRequest:
    """What a user asks for. `save_every` is in steps and changes nothing but what a kill can cost."""

    model: str
    text: str
    out: Path
    settings: Settings = field(default_factory=Settings)
    placement: Placement = field(default_factory=Placement)
    save_every: int = 1000
    revision: str | None = None
    trust_remote_code: bool = False


def train(request: TrainingRequest, progress: Progress | None = None) -> HeadFolder:
    """Train or resume; everything that can be refused is refused before weights are loaded."""
    from accelerate.utils import DistributedDataParallelKwargs

    request.settings.check()
    text = open_text(request.text)
    placement = request.placement.resolve()
    description = describe(locate(request.model, request.revision), trust_remote_code=request.trust_remote_code)
    # A body may have weights that its last hidden state does not depend on.
    accelerator = open_accelerator(placement, DistributedDataParallelKwargs(find_unused_parameters=True))
    if request.settings.batch % accelerator.num_processes:
        raise InputError(f"--batch {request.settings.batch} cannot be shared by {accelerator.num_processes} processes.")
    train_in_folder(
        request.out,
        NSP,
        accelerator,
        lambda: _question(request, description, text),
        (request.out / HEAD).is_file,
        lambda meter, shown: _train(request, description, text, placement, accelerator, meter, shown),
        read_nsp,
        progress,
    )
    return open_head(request.out)


def is_leading() -> bool:
    """Whether this process speaks for all of them."""
    from accelerate import PartialState

    return bool(PartialState().is_main_process)


def _question(request: TrainingRequest, description: Description, text: TextSource) -> dict[str, object]:
    return {
        "model": request.model,
        "model files": weights_digest(description.source),
        "text": text.digest,
        **asdict(request.settings),
    }


def _train(
    request: TrainingRequest,
    description: Description,
    text: TextSource,
    placement: Placement,
    accelerator: Accelerator,
    meter: Meter,
    progress: Progress,
) -> None:
    settings, work = request.settings, request.out / "work"
    if accelerator.is_main_process:
        _prepare(text, work, settings, progress)
    accelerator.wait_for_everyone()
    encoder = PairEncoder(description, settings.language, min(settings.max_tokens, description.max_tokens))
    batches = Batches(Corpus(work / "sentences.txt"), encoder, settings)
    _warn_if_short(batches, settings, progress)
    if accelerator.num_processes > 1:
        placement = replace(placement, device=str(accelerator.device))
    progress.say(f"Loading {description.source.name}")
    classifier = classifier_for(description, placement, batches, settings)
    checkpoints, log = Checkpoints(work / "checkpoints"), Log(request.out / LOG)
    trainer = Trainer(accelerator, checkpoints, log, meter, progress, request.save_every, classifier, batches, settings)
    trainer.run()
    progress.say("Judging the held-out pairs")
    accuracy = _accuracy(trainer)
    if accelerator.is_main_process:
        _export(request, classifier, description)
        facts = {"held_out_accuracy": accuracy, **_facts(request, description, batches, placement)}
        write_head(request.out, msgspec.to_builtins(facts))
        shutil.rmtree(work)
    accelerator.wait_for_everyone()


def _prepare(text: TextSource, work: Path, settings: Settings, progress: Progress) -> None:
    """Sentences on disk; once they are there, a resumed training does not read the text again."""
    path = work / "sentences.txt"
    if not path.is_file():
        work.mkdir(exist_ok=True)
        progress.say("Cutting the text into sentences")
        write_corpus(sampled(text.articles(), settings.share, settings.seed, settings.limit), path, progress)


def _warn_if_short(batches: Batches, settings: Settings, progress: Progress) -> None:
    if batches.steps <= settings.warmup:
        progress.say(
            f"Warning: the text gives {batches.steps} steps, no more than the {settings.warmup} of the "
            "warm-up, so the learning rates never reach their height. Give more text, more --epochs or a "
            "shorter --warmup."
        )


def classifier_for(
    description: Description, placement: Placement, batches: Batches, settings: Settings
) -> PairClassifier:
    """The model with a new head."""
    language_model = load(description, replace(placement, dtype="float32"))  # bfloat16 computes, it does not keep
    with torch.inference_mode():
        width = language_model.hidden([batches.encoder("a", "a")]).shape[-1]
    torch.manual_seed(settings.seed)
    head = NextSentenceHead(width, settings.activation).to(language_model.device)
    return PairClassifier(language_model, head)


def _accuracy(trainer: Trainer) -> Accuracy:
    batches = trainer.batches
    pairs = batches.judged(PAIRS_AT_THE_END)
    right = trainer.judge(pairs)
    articles = batches.corpus.article[pairs.first]
    columns = cluster_sums(np.array([right, np.ones_like(right)]), [str(article) for article in articles])
    value = 100 * float(mean(exact_sums(columns)))
    low, high = percent_interval(value, 100 * mean(resample_sums(columns)), columns.shape[1])
    return Accuracy(value, low, high, len(pairs), columns.shape[1])


def _export(request: TrainingRequest, classifier: PairClassifier, description: Description) -> None:
    from safetensors.torch import save_file

    head = request.out / "head.safetensors"
    with clear_write_errors(request.out):
        save_file(classifier.head.state_dict(), head)
        head.chmod(0o644)  # safetensors writes for its owner alone
    if not request.settings.head_only:
        save_body(classifier.body, description.tokenizer, request.out / "model")


def _facts(
    request: TrainingRequest, description: Description, batches: Batches, placement: Placement
) -> dict[str, object]:
    corpus, source = batches.corpus, description.source
    kind, architecture = description.capability.value, description.architecture
    return {
        "model": Subject(source.spec, source.name, source.revision, kind, architecture, weights_digest(source)),
        "body": "as it was" if request.settings.head_only else "trained",
        "steps": batches.steps,
        "settings": asdict(request.settings),
        "text": Text(
            source=request.text,
            digest=files_digest([request.out / "work" / "sentences.txt"]),
            articles=corpus.n_articles,
            sentences=len(corpus),
            held_out_articles=len(batches.held_out),
        ),
        "machine": Machine(str(torch.__version__), placement.device, placement.threads),
        "epicene": __version__,
    }


ARTICLES = 200  # looked at
STEPS = 3  # timed, after one that is not


@dataclass(frozen=True, slots=True)
class TrainingCost:
    """Steps are None where the length of the text cannot be known before it is read (a data set of the hub, a
    compressed file), unless the number of articles is limited."""

    steps: int | None
    seconds_a_step: float

    @property
    def seconds(self) -> float | None:
        return None if self.steps is None else self.steps * self.seconds_a_step


def estimate_training(request: TrainingRequest) -> TrainingCost:
    """Loads the model; nothing is written but to a folder that goes away."""
    text = open_text(request.text)
    articles = list(islice(text.articles(), ARTICLES))
    description = describe(locate(request.model, request.revision), trust_remote_code=request.trust_remote_code)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sentences.txt"
        write_corpus(articles, path, Silent())
        batches = _batches(Corpus(path), description, request)
        value = _articles(text, articles, request)
        pairs = len(batches.corpus.anchors) / len(articles) * (1 - request.settings.held_out)
        steps = None if value is None else round(value * pairs / request.settings.batch) * request.settings.epochs
        return TrainingCost(steps, _seconds_a_step(batches, description, request))


def _batches(corpus: Corpus, description: Description, request: TrainingRequest) -> Batches:
    """Of the few articles: smaller ones where they do not fill one."""
    settings = request.settings
    size = max(1, min(settings.batch, len(corpus.anchors) // 2))
    encoder = PairEncoder(description, settings.language, min(settings.max_tokens, description.max_tokens))
    return Batches(corpus, encoder, replace(settings, batch=size))


def _articles(text: TextSource, seen: list[str], request: TrainingRequest) -> float | None:
    """How many the whole text has, from its size."""
    settings = request.settings
    whole: float | None = None
    if isinstance(text, FileText) and not any(file.suffix == ".gz" for file in text.files):
        size = sum(file.stat().st_size for file in text.files)
        whole = len(seen) if len(seen) < ARTICLES else len(seen) * size / sum(len(one.encode()) + 1 for one in seen)
        whole *= settings.share
    return whole if settings.limit is None else min(settings.limit, whole or settings.limit)


def _seconds_a_step(batches: Batches, description: Description, request: TrainingRequest) -> float:
    settings = request.settings
    classifier = classifier_for(description, request.placement.resolve(), batches, settings)
    classifier.train()
    if settings.head_only:
        classifier.body.eval().requires_grad_(False)
    weights = [weight for weight in classifier.parameters() if weight.requires_grad]
    optimizer = optim.AdamW(weights)
    began = time.monotonic()
    for step in range(STEPS + 1):
        rows, labels = batches.at(step % batches.steps_an_epoch, 0, 1)
        logits = classifier(rows)
        autograd.backward(nn.functional.cross_entropy(logits.float(), logits.new_tensor(labels).long()))
        nn.utils.clip_grad_norm_(weights, settings.clip)
        optimizer.step()
        optimizer.zero_grad()
        if step == 0:
            began = time.monotonic()
    return (time.monotonic() - began) / STEPS * settings.batch / batches.settings.batch
