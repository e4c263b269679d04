"""The last layer of a masked model, only where it is read.

Keys and values come from all places, but of the rest of the layer (five sixths of its products) one place is wanted.
"""

from __future__ import annotations

from typing import Any

from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

LAYERED_LIKE_BERT = {"bert", "roberta", "camembert", "xlm-roberta"}


def layer_at(layer: Any, places: Tensor, hidden: Tensor, mask: Tensor | None = None, *_: Any, **__: Any) -> Tensor:
    """What the layer makes of `hidden` at one place of each row, (rows, 1, width); takes what the layer takes."""
    attention, parts = layer.attention, layer.attention.self
    wanted = hidden[range(len(hidden)), places][:, None]

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
