"""What a training ended in: `results.json` and `log.jsonl` as types."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from epicene.core.errors import InputError
from epicene.core.files import whole_lines
from epicene.models.engines.cost import read_cost
from epicene.runs.folder import RESULTS, read_results
from epicene.runs.results import Result, Subject

LOG = "log.jsonl"
NSP, MT = "train-nsp", "train-mt"  # kinds of run
HEAD = "head.json"  # in the folder of a head: what it is
EPOCHS, STALE, CLOCK = "epochs", "no better validation BLEU", "minutes"  # what may end the training of a system

Setting = str | int | float | bool | list[str] | None


class TrainingMachine(Struct, frozen=True, omit_defaults=True):
    """Where a training ran, and with which versions."""

    torch: str
    device: str | None
    threads: int | None
    transformers: str = ""


class TrainingResult(Result, kw_only=True):
    """What every training ended in; `cost` is what it took up to now."""

    epicene: str
    machine: TrainingMachine
    settings: dict[str, Setting]
    steps: int = 0
    cost: dict[str, Any] = field(default_factory=dict)


class Accuracy(Struct, frozen=True):
    """Percentage of held-out pairs judged right; the interval resamples articles."""

    value: float
    low: float
    high: float
    n_pairs: int
    n_articles: int


class TrainingText(Struct, frozen=True):
    source: str
    digest: str
    articles: int
    sentences: int
    held_out_articles: int


class NspResults(TrainingResult, kw_only=True):
    """A next-sentence head; `body` says whether the model was trained too."""

    format: int
    held_out_accuracy: Accuracy
    model: Subject
    body: str
    text: TrainingText
    digest: str


class Validated(Struct, frozen=True):
    """BLEU of the best weights, at `step`, over n sentences; `signature` is sacrebleu's."""

    bleu: float
    signature: str
    decoding: str
    n: int
    step: int


class PairCounts(Struct, frozen=True):
    """How many pairs there are and are trained on; those left out by reason."""

    total: int
    used: int
    left_out: dict[str, int]


class VocabularySizes(Struct, frozen=True):
    source: int
    target: int


class MtResults(TrainingResult, kw_only=True):
    """A translation system; `seconds` are those of the training alone, over all the times it was begun."""

    parameters: int
    pieces: VocabularySizes
    pairs: PairCounts
    validation: Validated
    epochs: int
    seconds: float
    cpu_seconds: float
    ended_by: str

    @property
    def languages(self) -> tuple[str, str]:
        pair = self.settings.get("language_pair")
        source, target = pair if isinstance(pair, list) else ("fr", "en")
        return source, target


class LogLine(Struct, frozen=True):
    """A line of `log.jsonl`: the loss since the line before, and at a checkpoint what validation says."""

    step: int
    loss: float
    accuracy: float | None = None
    held_out_accuracy: float | None = None
    bleu: float | None = None

    @property
    def validation(self) -> float | None:
        """The figure of the validation at a checkpoint: BLEU, or the percentage of held-out pairs judged right."""
        return self.bleu if self.bleu is not None else self.held_out_accuracy


TrainingResultT = TypeVar("TrainingResultT", bound=TrainingResult)


def read_trained(path: Path, kind: type[TrainingResultT]) -> TrainingResultT:
    """The results of a training in a folder, with what it took up to now. A head has them in `head.json` until
    `results.json` is written."""
    file = path / RESULTS
    results = read_results(file if file.is_file() or kind is not NspResults else path / HEAD, kind)
    return msgspec.structs.replace(results, cost=read_cost(path))


def read_log(path: Path) -> list[LogLine]:
    """The course of the training in a folder."""
    log = path / LOG
    try:
        return [msgspec.json.decode(line, type=LogLine) for line in whole_lines(log)]
    except msgspec.DecodeError as error:
        raise InputError(f"{log} is damaged ({error}). Train again in a new folder.") from error
