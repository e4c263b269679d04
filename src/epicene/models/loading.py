"""Loading weights: safely, completely, and on the right device; and the three kinds of model that they become, each
with how it turns rows into the hidden states that it predicts from."""

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from epicene.core.errors import EpiceneError, InputError, first_line
from epicene.core.types import Capability
from epicene.models.api_server import AT_ONCE
from epicene.models.chat import ChatModel, reply_here, write_here
from epicene.models.completions import ServedModel
from epicene.models.description import Description
from epicene.models.gguf_files import read_once
from epicene.models.hooks import put_erasers
from epicene.models.token_probabilities import LanguageModel, Sampling, TextReply, TokenRow, standing_in

if TYPE_CHECKING:
    from transformers import PreTrainedModel
    from transformers.models.bert.modeling_bert import BertLayer

# Kinds that take a 4-D mask and explicit positions, as rows of several sentences need; BLOOM's ALiBi does not.
TAKES_TREES = {"gpt2", "llama", "xglm"}
LAYERED_LIKE_BERT = {"bert", "roberta", "camembert", "xlm-roberta"}

# Of the activation of GPT-2 and ALBERT, for which transformers takes eight passes over memory.
SLOPE = 2 * math.sqrt(2 / math.pi)
CUBIC = 0.044715
IN_CACHE = 2**16  # numbers taken at once


class MaskedModel(LanguageModel):
    def hidden(self, rows: Sequence[TokenRow]) -> Tensor:
        ids, mask = self.padded([row.ids for row in rows])
        hidden: Tensor = self.model.base_model(input_ids=ids, attention_mask=mask, **self.typed(rows))[0]
        return hidden

    def read(self, rows: Sequence[TokenRow]) -> Tensor:
        """A masked copy is read at one place: the last layer is computed there alone."""
        if self.description.config.model_type not in LAYERED_LIKE_BERT or any(len(row.positions) != 1 for row in rows):
            return super().read(rows)
        layer = self.model.base_model.encoder.layer[-1]
        positions = self._indices([row.positions[0] for row in rows])
        with standing_in(layer, partial(layer_at, layer, positions)):
            return self.hidden(rows)[:, 0]


class CausalModel(LanguageModel):
    def hidden(self, rows: Sequence[TokenRow]) -> Tensor:
        ids, mask = self.padded([row.ids for row in rows])
        is_branched = any(row.parents for row in rows)
        arguments = self._branched(rows, ids.shape[1]) if is_branched else {"attention_mask": mask}
        hidden: Tensor = self.model.base_model(input_ids=ids, use_cache=False, **arguments)[0]
        return hidden

    def reply(self, prompts: Sequence[str], how: Sampling) -> list[TextReply]:
        return reply_here(self, prompts, how)

    def write(self, prompts: Sequence[str], sampling: Sampling) -> list[TextReply]:
        return write_here(self, prompts, sampling)

    def _branched(self, rows: Sequence[TokenRow], longest: int) -> dict[str, Tensor]:
        """Each token sees itself and those it follows, and its position is how many these are."""
        sees = np.zeros((len(rows), longest, longest), dtype=np.bool_)
        for seen, row in zip(sees, rows, strict=True):
            for index, parent in enumerate(row.parents or range(-1, len(row.ids) - 1)):
                if parent >= 0:
                    seen[index] = seen[parent]
                seen[index, index] = True
            seen[len(row.ids) :, 0] = True  # padding must see something
        positions = np.maximum(sees.sum(axis=2) - 1, 0)
        mask = torch.zeros(sees.shape, dtype=self.model.dtype, device=self.device)
        mask.masked_fill_(torch.from_numpy(~sees).to(self.device), torch.finfo(self.model.dtype).min)
        return {"attention_mask": mask[:, None], "position_ids": torch.from_numpy(positions).to(self.device)}


class EncoderDecoderModel(LanguageModel):
    def hidden(self, rows: Sequence[TokenRow]) -> Tensor:
        ids, mask = self.padded([row.ids for row in rows])
        decoder_ids, decoder_mask = self.padded([self._shifted(row.labels) for row in rows])
        hidden: Tensor = self.model.base_model(
            input_ids=ids,
            attention_mask=mask,
            decoder_input_ids=decoder_ids,
            decoder_attention_mask=decoder_mask,
            use_cache=False,
        )[0]
        return hidden

    def _shifted(self, labels: Sequence[int]) -> list[int]:
        """The model's own right shift: BART starts with </s>, mBART-25 with the language, mBART-50 with both."""
        shifted = self.model.prepare_decoder_input_ids_from_labels(torch.tensor([labels]))
        ids: list[int] = shifted[0].tolist()
        return ids


KINDS: dict[Capability, type[LanguageModel]] = {
    Capability.MASKED: MaskedModel,
    Capability.CAUSAL: CausalModel,
    Capability.DENOISING: EncoderDecoderModel,
}


def layer_at(
    layer: BertLayer, positions: Tensor, hidden: Tensor, mask: Tensor | None = None, *_: object, **__: object
) -> Tensor:
    """What the layer makes of `hidden` at one place of each row, (rows, 1, width); takes what the layer takes.

    Keys and values come from all places, but of the rest of the layer (five sixths of its products) one is wanted.
    """
    attention, parts = layer.attention, layer.attention.self
    wanted = hidden[range(len(hidden)), positions][:, None]

    def heads(states: Tensor) -> Tensor:
        return states.view(*states.shape[:2], -1, parts.attention_head_size).transpose(1, 2)

    context = scaled_dot_product_attention(
        heads(parts.query(wanted)),
        heads(parts.key(hidden)),
        heads(parts.value(hidden)),
        attn_mask=None if mask is None else mask[:, :, :1],  # padding is hidden from all places alike
        scale=parts.scaling,
    )
    answer: Tensor = layer.feed_forward_chunk(attention.output(context.transpose(1, 2).flatten(2), wanted))
    return answer


def fuse_activations(model: nn.Module) -> None:
    """Equal to rounding (5e-7)."""
    from transformers.activations import NewGELUActivation

    for module in list(model.modules()):
        for name, child in module.named_children():
            if type(child) is NewGELUActivation:
                setattr(module, name, TanhGelu())


class TanhGelu(nn.Module):
    """x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))), as x times a sigmoid; torch's own takes twice as long on a CPU."""

    def forward(self, values: Tensor) -> Tensor:
        if values.device.type != "cpu" or values.dtype != torch.float32 or values.requires_grad:
            return nn.functional.gelu(values, approximate="tanh")
        values = values.contiguous()
        answer = torch.empty_like(values)
        slope = torch.tensor(SLOPE)
        for some, out in zip(*(torch.split(each.view(-1), IN_CACHE) for each in (values, answer)), strict=True):
            torch.addcmul(slope, some, some, value=SLOPE * CUBIC, out=out)
            out.mul_(some).sigmoid_().mul_(some)
        return answer


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
        shown, more = ", ".join(missing[:3]), f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        raise InputError(
            f"{description.source.name} lacks weights that {type(model).__name__} needs ({shown}{more}); "
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
        with read_once() if source.gguf_file else nullcontext():
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
    return model, sorted({*info["missing_keys"], *(key for key, *_ in info["mismatched_keys"])})
