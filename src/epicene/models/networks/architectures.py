"""The three kinds of model: how each turns rows into the hidden states it predicts from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from epicene.core.types import Capability
from epicene.models.asking import LanguageModel, Row, Said, standing_in
from epicene.models.chat import reply_here
from epicene.models.networks.last_layer import LAYERED_LIKE_BERT, layer_at

# Kinds that take a 4-D mask and explicit positions, as rows of several sentences need; BLOOM's ALiBi does not.
TAKES_TREES = {"gpt2", "llama", "xglm"}


class MaskedModel(LanguageModel):
    def hidden(self, rows: Sequence[Row]) -> Tensor:
        ids, mask = self.padded([row.ids for row in rows])
        hidden: Tensor = self.model.base_model(input_ids=ids, attention_mask=mask, **self.typed(rows))[0]
        return hidden

    def read(self, rows: Sequence[Row]) -> Tensor:
        """A masked copy is read at one place: the last layer is computed there alone."""
        if self.description.config.model_type not in LAYERED_LIKE_BERT or any(len(row.positions) != 1 for row in rows):
            return super().read(rows)
        layer = self.model.base_model.encoder.layer[-1]
        places = self._indices([row.positions[0] for row in rows])
        with standing_in(layer, partial(layer_at, layer, places)):
            return self.hidden(rows)[:, 0]


class CausalModel(LanguageModel):
    def hidden(self, rows: Sequence[Row]) -> Tensor:
        ids, mask = self.padded([row.ids for row in rows])
        arguments: dict[str, Any] = {"attention_mask": mask}
        if any(row.parents for row in rows):
            arguments = self._branched(rows, ids.shape[1])
        hidden: Tensor = self.model.base_model(input_ids=ids, use_cache=False, **arguments)[0]
        return hidden

    def reply(self, prompts: Sequence[str]) -> list[Said]:
        return reply_here(self, prompts)

    def _branched(self, rows: Sequence[Row], longest: int) -> dict[str, Tensor]:
        """Each token sees itself and those it follows, and its position is how many these are."""
        sees = np.zeros((len(rows), longest, longest), dtype=np.bool_)
        for seen, row in zip(sees, rows, strict=True):
            for place, parent in enumerate(row.parents or range(-1, len(row.ids) - 1)):
                if parent >= 0:
                    seen[place] = seen[parent]
                seen[place, place] = True
            seen[len(row.ids) :, 0] = True  # padding must see something
        positions = np.maximum(sees.sum(axis=2) - 1, 0)
        mask = torch.zeros(sees.shape, dtype=self.model.dtype, device=self.device)
        mask.masked_fill_(torch.from_numpy(~sees).to(self.device), torch.finfo(self.model.dtype).min)
        return {"attention_mask": mask[:, None], "position_ids": torch.from_numpy(positions).to(self.device)}


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
