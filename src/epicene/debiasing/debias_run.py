"""`epicene debias`: from a model to a folder with another one. Options, results, what a method brings, and the run.

Below `--out`: `manifest.json` (the question), `cost.json`, `work/` (checkpoints, gone at the end), `results.json` (what
was done), and the model, whose `config.json` comes last: a folder that looks like a model is one.

A method's fields are the options that go with it. It refuses what can be refused before any library is loaded (which
models it is for, by their configuration alone), and leaves a model in the folder.
"""

from __future__ import annotations

import json
import shutil
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

import msgspec
from msgspec import Meta

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.hashing import files_digest
from epicene.core.progress import Progress, Silent
from epicene.core.registry import Registry
from epicene.core.request_fields import MACHINE, TRAINING, Count, Option, Seed
from epicene.models.engines.model_options import LOADED, ModelOptions, loaded_or_named
from epicene.models.machine import memory_bytes
from epicene.models.source import is_served, locate, n_parameters, validate_model_name
from epicene.runs.folder import RunFolder
from epicene.runs.results import Subject
from epicene.train.results import Setting, TrainingResult

if TYPE_CHECKING:
    from epicene.models.description import Description
    from epicene.models.source import Source
    from epicene.train.training import TrainingRun

DEBIAS = "debias"  # kind of run
TRANSLATES = frozenset(("marian", "m2m_100", "nllb_moe", "fsmt"))  # model types that do nothing else


@dataclass(frozen=True, kw_only=True)
class DebiasRequest(ModelOptions):
    """A model, and by which method it is changed."""

    model: Annotated[Any, Option("MODEL", argument=True, reader=loaded_or_named, python=LOADED)] = field(kw_only=False)
    "A hub id, a folder, a .gguf file or pypi:NAME."
    by: Annotated[str, Option("METHOD")]
    """Of language models, cda: train further on text with genders exchanged; leace: erase gender from hidden states.
    Of translation systems, counterfactual: train further on pairs with genders exchanged; tag: put the gender that a
    source says before it."""
    out: Annotated[str | Path, Option("DIR", names=("--out", "-o"))]
    "Where the new model goes."
    text: Annotated[str | Path | Sequence[str | Path], Option("FILE")] = ()
    "Plain text in French or English, .gz too. Repeatable."
    src: Annotated[str | Path | None, Option("FILE")] = None
    "Of a translation system: source sentences, a line each; .gz too."
    tgt: Annotated[str | Path | None, Option("FILE")] = None
    "Their translations, line by line."
    source: Annotated[str | None, Option("CODE", names=("--from",))] = None
    "Language of --src. Default: fr."
    target: Annotated[str | None, Option("CODE", names=("--to",))] = None
    "Language of --tgt. Default: en."
    names: Annotated[bool, Option()] = False
    "Exchange first names too."
    avoid: Annotated[str | Sequence[str], Option("BENCHMARK[=FILE]")] = ()
    "A benchmark whose sentences must not be in the text, besides those that are here. Repeatable."
    sentences: Annotated[Annotated[int, Meta(ge=2)] | None, Option("N")] = None
    "Most sentences to train on, exchanged ones included. Default: 20,000."
    full: Annotated[bool, Option(panel=TRAINING)] = False
    "Train all weights instead of LoRA's few."
    rank: Annotated[Count | None, Option("N", TRAINING)] = None
    "Rank of LoRA."
    rate: Annotated[Annotated[float, Meta(gt=0)] | None, Option("X", TRAINING)] = None
    "Highest learning rate."
    epochs: Annotated[Count | None, Option("N", TRAINING)] = None
    "Passes over the text."
    batch: Annotated[Count | None, Option("N", TRAINING)] = None
    "Sentences a step."
    max_tokens: Annotated[Annotated[int, Meta(ge=8)] | None, Option("N", TRAINING)] = None
    "Longer sentences are cut."
    save_every: Annotated[Count | None, Option("N", TRAINING)] = None
    "Steps between checkpoints."
    seed: Annotated[Seed, Option("N", TRAINING)] = 0
    "Seed of order, masks and new weights."
    device: Annotated[str | None, Option("NAME", MACHINE)] = None
    "cpu, cuda, cuda:1, mps. Default: a CUDA GPU, else cpu."
    threads: Annotated[Count | None, Option("N", MACHINE)] = None
    "CPU threads. Default: all cores."


class Unswapped(msgspec.Struct, frozen=True):
    """Words that could not be swapped for one reason: how often, and the commonest of them with their counts."""

    reason: str
    n: int
    words: dict[str, int]


class TextRead(msgspec.Struct, frozen=True):
    """Sentences of the text: how many there are, have a swap, are used after it, and what was in the way."""

    language: str
    sentences: int
    swapped: int
    used: int
    words: int = 0  # that were swapped
    left: list[Unswapped] = msgspec.field(default_factory=list)


class DebiasResults(TrainingResult, kw_only=True):
    """`figures` are those of the method, by name: a training's loss, how well gender is still read."""

    method: str
    model: Subject
    text: TextRead
    figures: dict[str, float]


@dataclass(frozen=True, slots=True)
class Target:
    """What is acted on, and where the outcome goes."""

    model: str
    out: Path
    revision: str | None = None
    trust_remote_code: bool = False


@dataclass(frozen=True, slots=True)
class DebiasJob:
    """A method's work under way: the folder is locked, the question written down, and time is counted."""

    target: Target
    source: Source
    run: TrainingRun


@dataclass(frozen=True)
class Method(ABC):
    """One way of debiasing, as it was asked for."""

    name: ClassVar[str]
    not_asked: ClassVar[frozenset[str]] = frozenset()  # options that change nothing of the outcome

    @classmethod
    def of(cls, options: Mapping[str, object]) -> Self:
        """The method with the options that a user gave; one of another method, or one that is missing, is refused."""
        known = {field.name for field in fields(cls)}
        if foreign := next((name for name in options if name not in known), None):
            raise InputError(f"{option_name(foreign)} does not go with --by {cls.name}; leave it out.")
        needed = [field.name for field in fields(cls) if field.default is MISSING and field.default_factory is MISSING]
        if missing := next((name for name in needed if name not in options), None):
            raise InputError(f"--by {cls.name} needs {option_name(missing)}; `epicene debias --help` says what it is.")
        return cls(**options)

    @abstractmethod
    def validate(self, target: Target) -> None:
        """Raise `InputError` on the first thing that cannot be; nothing heavy is loaded before."""

    @abstractmethod
    def work(self, job: DebiasJob) -> DebiasResults:
        """Leave the model in the run's `draft`; what is kept elsewhere below `work/` lets a killed one go on."""

    def question(self) -> dict[str, object]:
        """What the outcome depends on: the options, files by their content."""
        return {name: _content(value) for name, value in asdict(self).items() if name not in self.not_asked}

    @property
    def bytes_a_parameter(self) -> int:
        """Memory that the work takes for each number of the model: the number itself, in float32."""
        return 4

    def results(
        self,
        job: DebiasJob,
        description: Description,
        text: TextRead,
        figures: Mapping[str, float],
        steps: int = 0,
        **chosen: Setting,
    ) -> DebiasResults:
        """What the work ended in; `chosen` are settings that were left to us."""
        from epicene.models.next_sentence_heads import weights_digest
        from epicene.train.training import training_machine

        source = description.source
        kind, digest = description.capability.value, weights_digest(source)
        return DebiasResults(
            method=self.name,
            model=Subject(source.spec, source.name, source.revision, kind, description.architecture, digest),
            text=text,
            settings={**{name: _setting(value) for name, value in asdict(self).items()}, **chosen},
            figures=dict(figures),
            machine=training_machine(job.run.placement),
            epicene=__version__,
            steps=steps,
        )


def validate_training(full: bool, rank: int, usual: int, rate: float | None) -> None:
    """Raise `InputError` on what cannot be of a training by LoRA or in full."""
    if full and rank != usual:
        raise InputError("--rank is LoRA's, and --full trains all weights without it; leave one of them out.")
    if rate is not None and not 0 < rate < 1:
        raise InputError(f"--rate must be above 0 and below 1, not {rate}.")


def validate_model(target: Target, by: str, *, translates: bool) -> None:
    """Raise `InputError` on a translation system where the method is for language models, and the other way round."""
    path: Path = locate(target.model, target.revision).folder / "config.json"
    try:
        config = dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}  # a GGUF has none
    except (ValueError, TypeError) as error:
        raise InputError(f"{path} is no configuration that transformers could read ({error}).") from error
    does_nothing_else = config.get("model_type") in TRANSLATES
    if translates and not (does_nothing_else or config.get("is_encoder_decoder")):
        raise InputError(
            f"{target.model} is a language model, and --by {by} is for translation systems: use --by cda or --by leace."
        )
    if does_nothing_else and not translates:
        raise InputError(
            f"{target.model} is a translation system, and --by {by} is for language models: use --by counterfactual or "
            "--by tag."
        )


def option_name(name: str) -> str:
    """A field as it is typed."""
    return f"--{name.replace('_', '-')}"


def _setting(value: object) -> Setting:
    """An option as `results.json` has it: files by their names."""
    if isinstance(value, tuple | list):
        return [str(part) for part in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _content(value: object) -> object:
    if isinstance(value, Path):
        return files_digest([value])
    return [_content(part) for part in value] if isinstance(value, tuple | list) else value


METHODS: Registry[type[Method]] = Registry("method", "epicene.debias")  # by the names that `--by` takes


def options_of(request: DebiasRequest) -> dict[str, object]:
    """The options that were given and that a method has."""
    names = dict.fromkeys(field.name for method in METHODS.values() for field in fields(method))
    values = {name: getattr(request, name) for name in names}
    return {name: value for name, value in values.items() if value not in (None, False, ())}


def debias(
    target: Target,
    by: str,
    options: Mapping[str, object],
    device: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> DebiasResults:
    """Make or finish the debiased model; what can be refused is refused before libraries are loaded."""
    method = METHODS[by].of(options)
    if is_served(target.model):
        raise InputError(
            f"{target.model} is behind a server, which hands out no weights: debiasing needs the model's folder."
        )
    validate_model_name(target.model)
    if Path(target.model).expanduser().resolve() == target.out.resolve():
        raise InputError(f"--out {target.out} is the model itself, which stays as it is: choose another folder.")
    method.validate(target)
    source = locate(target.model, target.revision)
    available, needed = memory_bytes(), n_parameters(source) * method.bytes_a_parameter
    if available is not None and needed > available:
        raise InputError(
            f"{source.name} is too large for this machine: --by {method.name} needs about "
            f"{needed / 2**30:.1f} GiB of memory for it, and there are {available / 2**30:.1f}. Take a "
            "smaller model, or a larger machine."
        )
    from epicene.models.loading import Placement
    from epicene.models.next_sentence_heads import weights_digest
    from epicene.train.training import TrainingRun, put_in_place, train_in_folder

    def work(run: TrainingRun) -> None:
        shutil.rmtree(run.draft, ignore_errors=True)
        run.draft.mkdir(parents=True)
        RunFolder(run.out).write_results(method.work(DebiasJob(target, source, run)))
        put_in_place(run.draft, run.out)
        shutil.rmtree(run.work)

    run = TrainingRun(target.out, Placement(device, threads=threads).resolve(), progress or Silent())
    digest = weights_digest(source)
    question = {"model": target.model, "by": method.name, "model files": digest, **method.question()}
    return train_in_folder(DEBIAS, DebiasResults, run, question, "config.json", work)
