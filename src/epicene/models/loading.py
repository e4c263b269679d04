"""Loading weights: safely, completely, and on the right device."""

from __future__ import annotations

import pickle
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from epicene.core.errors import EpiceneError, InputError, first_line
from epicene.core.types import Capability
from epicene.models.api_server import AT_ONCE
from epicene.models.architectures import KINDS, fuse_activations
from epicene.models.chat import ChatModel
from epicene.models.completions import ServedModel
from epicene.models.description import Description
from epicene.models.gguf_files import WeightsReader, let_go, read_once
from epicene.models.layers import put_erasers
from epicene.models.token_probabilities import LanguageModel

if TYPE_CHECKING:
    from transformers import PreTrainedModel

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
# Measured in benchmarks/crows.py: past this, a CPU gains nothing, because activations leave the cache.
BUDGET_ON_CPU = 1024
BUDGET_ON_GPU = 32_768


@dataclass(frozen=True, slots=True)
class Placement:
    """Where and how a model computes; None means a good choice for this machine."""

    device: str | None = None
    dtype: str = "float32"
    threads: int | None = None
    budget: int | None = None

    def resolve(self) -> Placement:
        device = self.device or ("cuda" if torch.cuda.is_available() else "cpu")
        try:
            torch.empty(0, device=device)
        except (RuntimeError, AssertionError) as error:
            raise InputError(
                f"Device {device!r} cannot be used here ({first_line(error)}). Try --device cpu; `epicene "
                "doctor` shows what there is."
            ) from error
        if self.dtype not in DTYPES:
            raise InputError(f"There is no dtype {self.dtype!r}. Known: {', '.join(DTYPES)}.")
        budget = self.budget or (BUDGET_ON_CPU if device == "cpu" else BUDGET_ON_GPU)
        return Placement(device, self.dtype, self.threads or torch.get_num_threads(), budget)


def load(description: Description, placement: Placement) -> LanguageModel:
    """A model that is ready to be asked."""
    if description.source.server is not None:
        if not description.source.server.chats:
            return ServedModel(description, description.source.server)
        return ChatModel(description, description.source.server, placement.threads or AT_ONCE)
    placement = placement.resolve()
    model = load_weights(description, placement)
    return KINDS[description.capability](model, description, placement.budget or BUDGET_ON_CPU)


def load_weights(description: Description, placement: Placement) -> PreTrainedModel:
    """Load the weights. A head that had to be made up is an error: its answers would be noise."""
    torch.set_num_threads(placement.threads or 1)
    model, missing = _from_pretrained(description, DTYPES[placement.dtype])
    if missing:
        raise InputError(
            f"{description.source.name} lacks weights that {type(model).__name__} needs ({_some(missing)}); "
            "transformers would make them up at random, and every score would be noise. Name a checkpoint "
            "that has its language-model head."
        )
    try:
        model.to(placement.device)
    except RuntimeError as error:
        raise EpiceneError(
            f"{description.source.name} does not fit on {placement.device} ({first_line(error)}). Try "
            "--dtype bfloat16, --device cpu, or a smaller model."
        ) from error
    fuse_activations(model)
    put_erasers(model, description.source.folder)
    return model.eval()


def _from_pretrained(description: Description, dtype: torch.dtype) -> tuple[PreTrainedModel, list[str]]:
    import transformers
    from safetensors import SafetensorError

    source = description.source
    factory = {
        Capability.MASKED: transformers.AutoModelForMaskedLM,
        Capability.CAUSAL: transformers.AutoModelForCausalLM,
        Capability.DENOISING: transformers.AutoModelForSeq2SeqLM,
    }[description.capability]
    transformers.utils.logging.disable_progress_bar()
    try:
        with read_once(WeightsReader) if source.gguf_file else nullcontext():
            model, info = factory.from_pretrained(
                source.folder,
                config=description.config,
                dtype=dtype,
                output_loading_info=True,
                weights_only=True,
                trust_remote_code=description.trust_remote_code,
                **({"gguf_file": source.gguf_file} if source.gguf_file else {}),
            )
    except (SafetensorError, pickle.UnpicklingError, EOFError, OSError, ValueError, RuntimeError, KeyError) as error:
        if "can't allocate memory" in str(error):
            raise EpiceneError(
                f"{source.name} does not fit into memory. Try --dtype bfloat16 or a smaller model."
            ) from error
        raise InputError(
            f"The weights of {source.name} in {source.folder} cannot be read ({first_line(error)}). They "
            "may be damaged or incomplete: fetch them again."
        ) from error
    let_go()
    return model, sorted({*info["missing_keys"], *(key for key, *_ in info["mismatched_keys"])})


def _some(names: list[str], most: int = 3) -> str:
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown
