"""GPT-2's and ALBERT's activation without the eight passes over memory that transformers takes for it."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

SLOPE = 2 * math.sqrt(2 / math.pi)
CUBIC = 0.044715
IN_CACHE = 2**16  # numbers taken at once


def fuse_activations(model: Any) -> None:
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
