"""What a method of debiasing brings. Its fields are the options that go with it; it refuses what can be refused before
any library is loaded (which models it is for, by their configuration alone), and leaves a model in the folder."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.hashing import files_digest
from epicene.core.progress import Progress
from epicene.debiasing.results import DebiasResults, TextRead
from epicene.models.source import locate
from epicene.runs.results import Subject
from epicene.train.results import Machine, Setting

if TYPE_CHECKING:
    from accelerate import Accelerator

    from epicene.models.description import Description
    from epicene.models.engines.cost import Meter
    from epicene.models.loading import Placement
    from epicene.models.source import Source

WORK = "work"  # below the folder: checkpoints and drafts, gone at the end
TRANSLATES = frozenset(("marian", "m2m_100", "nllb_moe", "fsmt"))  # model types that do nothing else


@dataclass(frozen=True, slots=True)
class Target:
    """What is acted on, and where the outcome goes."""

    model: str
    out: Path
    revision: str | None = None
    trust_remote_code: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """A method's work under way: the folder is locked, the question written down, and time is counted."""

    target: Target
    source: Source
    placement: Placement
    accelerator: Accelerator
    meter: Meter
    progress: Progress

    @property
    def work(self) -> Path:
        return self.target.out / WORK

    @property
    def draft(self) -> Path:
        """Where the method leaves its model, as `save_pretrained` does."""
        return self.work / "model"


@dataclass(frozen=True)
class Method(ABC):
    """One way of debiasing, as it was asked for."""

    name: ClassVar[str]
    not_asked: ClassVar[frozenset[str]] = frozenset()  # options that change nothing of the outcome

    @classmethod
    def of(cls, options: Mapping[str, object]) -> Self:
        """With what a user gave; an option of another method, or one that is missing, is refused."""
        known = {field.name for field in fields(cls)}
        if foreign := next((name for name in options if name not in known), None):
            raise InputError(f"{option(foreign)} does not go with --by {cls.name}; leave it out.")
        needed = [field.name for field in fields(cls) if field.default is MISSING and field.default_factory is MISSING]
        if missing := next((name for name in needed if name not in options), None):
            raise InputError(f"--by {cls.name} needs {option(missing)}; `epicene debias --help` says what it is.")
        return cls(**options)

    @abstractmethod
    def refuse(self, target: Target) -> None:
        """One sentence on the first thing that cannot be; nothing heavy is loaded before."""

    @abstractmethod
    def work(self, job: Job) -> DebiasResults:
        """Leave the model in the job's `draft`; what is kept elsewhere below `work/` lets a killed one go on."""

    def question(self) -> dict[str, object]:
        """What the outcome depends on: the options, files by their content."""
        return {name: _content(value) for name, value in asdict(self).items() if name not in self.not_asked}

    @property
    def bytes_a_parameter(self) -> int:
        """Memory that the work takes for each number of the model: the number itself, in float32."""
        return 4

    def results(
        self,
        job: Job,
        description: Description,
        text: TextRead,
        figures: Mapping[str, float],
        steps: int = 0,
        **chosen: Setting,
    ) -> DebiasResults:
        """What the work ended in; `chosen` are settings that were left to us."""
        import torch
        import transformers

        from epicene.models.next_sentence_heads import weights_digest

        source, where = description.source, job.placement
        kind, digest = description.capability.value, weights_digest(source)
        return DebiasResults(
            method=self.name,
            model=Subject(source.spec, source.name, source.revision, kind, description.architecture, digest),
            text=text,
            settings={**{name: _named(value) for name, value in asdict(self).items()}, **chosen},
            figures=dict(figures),
            machine=Machine(str(torch.__version__), where.device, where.threads, transformers.__version__),
            epicene=__version__,
            steps=steps,
        )


def refuse_training(full: bool, rank: int, usual: int, rate: float | None) -> None:
    """What cannot be of a training by LoRA or in full."""
    if full and rank != usual:
        raise InputError("--rank is LoRA's, and --full trains all weights without it; leave one of them out.")
    if rate is not None and not 0 < rate < 1:
        raise InputError(f"--rate must be above 0 and below 1, not {rate}.")


def refuse_other_models(target: Target, by: str, *, translates: bool) -> None:
    """Refuse a translation system where the method is for language models, and the other way round."""
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


def option(name: str) -> str:
    """A field as it is typed."""
    return f"--{name.replace('_', '-')}"


def _named(value: object) -> Setting:
    """An option as a reader is told of it: files by their names."""
    if isinstance(value, tuple | list):
        return [str(part) for part in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _content(value: object) -> object:
    if isinstance(value, Path):
        return files_digest([value])
    return [_content(part) for part in value] if isinstance(value, tuple | list) else value
