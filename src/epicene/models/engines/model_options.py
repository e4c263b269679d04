"""Options that commands share: which model, where it computes, what may be spent, and how progress is shown."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

from msgspec import Meta

from epicene.core.errors import InputError
from epicene.core.request_fields import CHAT, MACHINE, Count, Option
from epicene.models.source import DEFAULT_MODEL, validate_model_name

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from epicene.models.engines.ledger import Spending
    from epicene.models.engines.local import Engine
    from epicene.models.loading import Placement

DTYPES = ("float32", "bfloat16", "float16")
LOADED = "str | Path | LoadedModel"


def loaded_or_named(value: object) -> object:
    """A name, or what `from_pretrained` returned; None is the bundled model."""
    if value is None:
        return DEFAULT_MODEL
    if hasattr(value, "save_pretrained") and hasattr(value, "state_dict"):
        return value
    if not isinstance(value, str | os.PathLike) or not str(value).strip():
        raise ValueError("a model's name or folder, or a model that transformers loaded")
    validate_model_name(str(value))
    return str(value)


def loaded_tokenizer(value: object) -> object:
    if not hasattr(value, "save_pretrained") or hasattr(value, "state_dict"):
        raise ValueError("a tokenizer that transformers loaded")
    return value


def engine_name(value: object) -> str:
    """Refused before Ray, or torch, is loaded."""
    name = value.partition(":")[0] if isinstance(value, str) else ""
    if name not in ("local", "ray"):
        raise InputError(f"There is no engine {value!r}. Known: local, ray.")
    if name == "local" and value != "local":
        raise InputError(f"--engine local has no address; for a cluster of Ray, name --engine ray{str(value)[5:]}.")
    return str(value)


def shown_by(value: object) -> object:
    """True, false, or what draws it."""
    if not isinstance(value, bool) and not all(hasattr(value, name) for name in ("start", "advance", "say")):
        raise ValueError("true, false, or an object with start, advance and say")
    return value


def run_folder(value: object) -> Path:
    """Of a `Run`, or the folder itself."""
    folder = getattr(value, "path", value)
    if not isinstance(folder, str | os.PathLike) or not str(folder).strip():
        raise ValueError("a Run or its folder, one after the other: compare(a, b)")
    return Path(folder)


@dataclass(frozen=True, kw_only=True)
class Watched:
    """Long work shows how far it is."""

    progress: Annotated[
        Any, Option(only="python", reader=shown_by, python="bool | Progress", changes_answers=False)
    ] = True
    "True, False, or an object with start, advance and say."


@dataclass(frozen=True, kw_only=True)
class ModelOptions(Watched):
    """What goes with the name of a model."""

    tokenizer: Annotated[
        Any, Option(only="python", reader=loaded_tokenizer, python="Saved | None", changes_answers=False)
    ] = None
    "Of a model that is loaded already."
    revision: Annotated[str | None, Option("NAME", MACHINE)] = None
    "A hub model's branch, tag or commit."
    trust_remote_code: Annotated[bool, Option(panel=MACHINE)] = False
    "Run code that comes with the model. Read it first."


@dataclass(frozen=True, kw_only=True)
class ComputeOptions:
    """Where and how a model computes."""

    device: Annotated[str | None, Option("NAME", MACHINE, changes_answers=False)] = None
    "cpu, cuda, cuda:1, mps. Default: a CUDA GPU, else cpu."
    dtype: Annotated[str, Option("NAME", MACHINE, signed="dtype", choices=DTYPES)] = "float32"
    "float32, bfloat16 or float16."
    threads: Annotated[Count | None, Option("N", MACHINE, changes_answers=False)] = None
    "CPU threads (default: all cores), or requests to a server at once."

    @property
    def placement(self) -> Placement:
        from epicene.models.loading import Placement

        return Placement(self.device, self.dtype, self.threads, getattr(self, "batch_tokens", None))


@dataclass(frozen=True, kw_only=True)
class BatchOptions(ComputeOptions):
    batch_tokens: Annotated[Count | None, Option("N", MACHINE, changes_answers=False)] = None
    "Most tokens at once."

    def placed(self, placement: Placement) -> Self:
        """The same request, computed there."""
        device, dtype, threads = placement.device, placement.dtype, placement.threads
        return replace(self, device=device, dtype=dtype, threads=threads, batch_tokens=placement.budget)


@dataclass(frozen=True, kw_only=True)
class EngineOptions:
    engine: Annotated[str, Option("NAME", MACHINE, reader=engine_name, python="str", changes_answers=False)] = "local"
    "local, this machine; ray, the devices of one machine or many; ray:HOST:PORT or ray:auto, a cluster that runs."

    def open_engine(self) -> AbstractContextManager[Engine]:
        from epicene.models.engines import open_engine

        name, _, address = self.engine.partition(":")
        return open_engine(name, address or None)


@dataclass(frozen=True, kw_only=True)
class SpendingOptions:
    """What a model behind a server may cost."""

    max_tokens_total: Annotated[Count | None, Option("N", CHAT)] = None
    "Stop before more tokens are sent and received in all; run again with more to go on."
    max_cost: Annotated[Annotated[float, Meta(gt=0)] | None, Option("AMOUNT", CHAT)] = None
    "The same in money, at --price."
    price: Annotated[str | None, Option("IN/OUT", CHAT)] = None
    "Of a million tokens sent and a million received; 0.5/1.5."

    @property
    def spending(self) -> Spending:
        from epicene.models.engines.ledger import Spending

        return Spending.read(self.max_tokens_total, self.max_cost, self.price)


@dataclass(frozen=True, kw_only=True)
class StrictOptions:
    strict: Annotated[bool, Option(only="file", changes_answers=False)] = False
    "Stop where there would be a notice; --strict on every command line."
