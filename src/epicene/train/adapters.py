"""Adapters (LoRA, Hu et al. 2021): few weights beside those of a model, which stay as they are, trained in their place
and merged into them at the end, so that what is left is a model like any other."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transformers import PreTrainedModel

RANK = 16


def with_adapters(model: PreTrainedModel, rank: int = RANK) -> PreTrainedModel:
    """Beside every linear layer but the last, which may be the embeddings too; drawn from torch's random numbers."""
    from peft import LoraConfig, get_peft_model
    from torch import nn
    from transformers.pytorch_utils import Conv1D  # what GPT-2 calls a linear layer

    last = model.get_output_embeddings()
    layers = [(name, layer) for name, layer in model.named_modules() if isinstance(layer, nn.Linear | Conv1D)]
    inner = {name: layer for name, layer in layers if layer is not last}
    config = LoraConfig(
        r=rank,
        lora_alpha=2 * rank,
        lora_dropout=0.0,
        target_modules=list(inner),
        fan_in_fan_out=all(isinstance(layer, Conv1D) for layer in inner.values()),  # else peft warns of it, and does it
    )
    adapted: PreTrainedModel = get_peft_model(model, config)
    return adapted


def merged(model: PreTrainedModel) -> PreTrainedModel:
    """peft takes an output layer that is tied to the decoder's embedding for an untied one, and says so: both are as
    they were."""
    tied = model.config.tie_word_embeddings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole: PreTrainedModel = model.merge_and_unload()
    whole.config.tie_word_embeddings = tied
    return whole
