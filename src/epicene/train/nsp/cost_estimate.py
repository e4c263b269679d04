"""What training a next-sentence head will take on this machine, from the first articles of the text and a few steps."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from torch import autograd, nn, optim

from epicene.core.progress import Silent
from epicene.models.description import Description, describe
from epicene.models.next_sentence_heads import PairEncoder
from epicene.models.source import locate
from epicene.train.nsp.articles import FileText, TextSource, open_text
from epicene.train.nsp.pair_sampling import Batches, Corpus, write_corpus
from epicene.train.nsp.pipeline import TrainingRequest, classifier_for

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
        asked = _articles(text, articles, request)
        pairs = len(batches.corpus.anchors) / len(articles) * (1 - request.settings.held_out)
        steps = None if asked is None else round(asked * pairs / request.settings.batch) * request.settings.epochs
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
