"""The three kinds of model: how each turns rows into the hidden states it predicts from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from epicene.core.types import Capability
from epicene.models.asking import LanguageModel, Row

# Kinds that take a 4-D attention mask and explicit positions, as forked rows need. BLOOM's ALiBi does not.
TAKES_FORKS = {"gpt2", "llama", "xglm"}


class MaskedModel(LanguageModel):
    def hidden(self, rows: Sequence[Row]) -> Tensor:
        ids, mask = self.padded([row.ids for row in rows])
        hidden: Tensor = self.model.base_model(input_ids=ids, attention_mask=mask, **self.typed(rows))[0]
        return hidden


class CausalModel(LanguageModel):
    def hidden(self, rows: Sequence[Row]) -> Tensor:
        ids, mask = self.padded([row.ids for row in rows])
        arguments: dict[str, Any] = {"attention_mask": mask}
        if any(row.fork for row in rows):
            arguments = self._forked(rows, ids.shape[1])
        hidden: Tensor = self.model.base_model(input_ids=ids, use_cache=False, **arguments)[0]
        return hidden

    def _forked(self, rows: Sequence[Row], longest: int) -> dict[str, Tensor]:
        """Each token sees what is before it on its own branch; the second ending's positions follow the prefix."""
        places = torch.arange(longest, device=self.device)
        prefix = torch.tensor([row.fork[0] if row.fork else longest for row in rows], device=self.device)[:, None]
        second = torch.tensor([row.fork[1] if row.fork else longest for row in rows], device=self.device)[:, None]
        on_second = places >= second
        on_first = (places >= prefix) & ~on_second
        positions = torch.where(on_second, places - second + prefix, places)
        hidden = (places[None, :, None] < places[None, None, :]) | (on_second[:, :, None] & on_first[:, None, :])
        mask = torch.zeros(hidden.shape, dtype=self.model.dtype, device=self.device)
        mask.masked_fill_(hidden, torch.finfo(self.model.dtype).min)
        return {"attention_mask": mask[:, None], "position_ids": positions}


class EncoderDecoderModel(LanguageModel):
    def hidden(self, rows: Sequence[Row]) -> Tensor:
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
