"""What a training ended in: `results.json` as types, also of the folders of an epicene that had none yet."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct, field

from epicene.core.errors import InputError
from epicene.core.files import whole_lines
from epicene.models.engines.cost import read_cost
from epicene.runs.folder import RESULTS, RunFolder, read_results
from epicene.runs.results import Result, Subject

LOG = "log.jsonl"
NSP, MT = "train-nsp", "train-mt"  # kinds of run
HEAD = "head.json"  # in the folder of a head: what it is
EPOCHS, STALE, CLOCK = "epochs", "no better validation BLEU", "minutes"  # what may end the training of a system

Setting = str | int | float | bool | list[str] | None
Facts = dict[str, object]
Results = TypeVar("Results", bound=Result)


class Machine(Struct, frozen=True, omit_defaults=True):
    torch: str
    device: str | None
    threads: int | None
    transformers: str = ""
    processes: int = 0


class Accuracy(Struct, frozen=True):
    """Percentage of held-out pairs judged right; the interval resamples articles."""

    value: float
    low: float
    high: float
    n_pairs: int
    n_articles: int


class Text(Struct, frozen=True):
    source: str
    digest: str
    articles: int
    sentences: int
    held_out_articles: int


class NspResults(Result, kw_only=True):
    """A next-sentence head; `body` says whether the model was trained too."""

    format: int
    held_out_accuracy: Accuracy
    model: Subject
    body: str
    steps: int
    settings: dict[str, Setting]
    text: Text
    machine: Machine
    epicene: str
    digest: str
    cost: Facts = field(default_factory=dict)


class Validated(Struct, frozen=True):
    """BLEU of the best weights, at `step`, over n sentences; `signature` is sacrebleu's."""

    bleu: float
    signature: str
    decoding: str
    n: int
    step: int


class Pairs(Struct, frozen=True):
    """How many there are and are trained on; those left out by reason."""

    total: int
    used: int
    left_out: dict[str, int]


class Pieces(Struct, frozen=True):
    source: int
    target: int


class MtResults(Result, kw_only=True):
    """A translation system; `seconds` are those of the training alone, over all the times it was begun."""

    epicene: str
    parameters: int
    pieces: Pieces
    pairs: Pairs
    validation: Validated
    steps: int
    epochs: int
    seconds: float
    cpu_seconds: float
    ended_by: str
    settings: dict[str, Setting]
    machine: Machine
    cost: Facts = field(default_factory=dict)


class LogLine(Struct, frozen=True):
    """A line of `log.jsonl`: the loss since the line before, and at a checkpoint what validation says."""

    step: int
    loss: float
    accuracy: float | None = None
    held_out_accuracy: float | None = None
    bleu: float | None = None


def read_nsp(path: Path) -> NspResults:
    return read_trained(path, NspResults, HEAD)


def read_mt(path: Path) -> MtResults:
    return read_trained(path, MtResults)


def read_trained(path: Path, kind: type[Results], first: str = RESULTS) -> Results:
    """What a training ended in, and what it took up to now; `first` is where it stands until `results.json` is
    written."""
    file = RESULTS if (path / RESULTS).is_file() else first
    return msgspec.structs.replace(read_results(path / file, kind), cost=read_cost(path))


def read_question(path: Path) -> Facts:
    """What was asked of the training."""
    question: Facts = RunFolder(path).manifest().get("question", {})
    return question


def read_log(path: Path) -> list[LogLine]:
    """The course of the training in a folder."""
    log = path / LOG
    try:
        return [msgspec.json.decode(line, type=LogLine) for line in whole_lines(log)]
    except msgspec.DecodeError as error:
        raise InputError(f"{log} is damaged ({error}). Train again in a new folder.") from error
