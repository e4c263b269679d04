"""The route dial: systems whose *his* or *her* was learnt from one part of the French sentence alone.

The possessive is trained in two passes of its own, in which nothing but the route says the gender: with the decoder's
cross-attention masked to the route, and unmasked with everything else taken from another sentence of the batch. The
first is what a route is; the second because a system is later run without a mask, and what it then meets must not be
new to it. All other words are trained as ever, so that the system translates.

The routes: `son` (the possessive itself), `subject` (what stands before the verb), `rest` (the verb and all that
follows, without the possessive).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from epicene.train.mt.marian_model import SmoothedLoss
from epicene.train.mt.parallel_text import PADDING_ID

if TYPE_CHECKING:
    from transformers import MarianMTModel, MarianTokenizer

WORD_START = "▁"
POSSESSIVES = ("son", "sa", "ses")
AUXILIARIES = ("a", "va")


class RoutedLoss(SmoothedLoss):
    """Summed cross-entropy; possessives of singular subjects count by the two passes of the route, half each."""

    def __init__(self, route: str, tokenizer: MarianTokenizer, model: MarianMTModel, smoothing: float) -> None:
        super().__init__(model, smoothing)
        self.pieces = {number: piece for piece, number in tokenizer.encoder.items()}
        self.told = torch.tensor([tokenizer.target_encoder[WORD_START + word] for word in ("his", "her")])
        self.route = route
        self._open: dict[tuple[int, ...], list[int]] = {}

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        real = (source != PADDING_ID).long()
        states = self.model.model.encoder(input_ids=source, attention_mask=real).last_hidden_state
        opened = self._opened(source)
        told = torch.isin(target, self.told.to(target.device)) & opened.any(dim=1, keepdim=True)
        loss = self._loss(states, real, target, (target != PADDING_ID) & ~told)
        rows = told.any(dim=1).nonzero()[:, 0]
        if not len(rows):
            return loss
        states, real, target, told, opened = (one[rows] for one in (states, real, target, told, opened))
        masked = self._loss(states, opened.long(), target, told)
        mixed = torch.where(opened.unsqueeze(-1), states, _others(states, real))
        return loss + (masked + self._loss(mixed, real, target, told)) / 2

    def _loss(self, states: Tensor, real: Tensor, target: Tensor, counted: Tensor) -> Tensor:
        shifted = torch.roll(target, 1, dims=1)
        shifted[:, 0] = PADDING_ID
        hidden = self.model.model.decoder(
            input_ids=shifted, encoder_hidden_states=states, encoder_attention_mask=real, use_cache=False
        ).last_hidden_state
        logits = self.model.lm_head(hidden[counted]).float()
        return nn.functional.cross_entropy(logits, target[counted], reduction="sum", label_smoothing=self.smoothing)

    def _opened(self, source: Tensor) -> Tensor:
        """The positions of the route, (rows, positions); none in a sentence without a possessive."""
        opened = torch.zeros(source.shape, dtype=torch.bool)
        for row, ids in enumerate(source.tolist()):
            key = tuple(ids)
            if key not in self._open:
                self._open[key] = route_positions([self.pieces[number] for number in ids], self.route)
            opened[row, self._open[key]] = True
        return opened.to(source.device) & (source != PADDING_ID)


def _others(states: Tensor, real: Tensor) -> Tensor:
    """Of each sentence the states of the next one, which goes on with its last where it is shorter."""
    last = real.roll(-1, dims=0).sum(dim=1, keepdim=True) - 1
    places = torch.arange(states.shape[1], device=states.device).minimum(last)
    return states.roll(-1, dims=0).gather(1, places.unsqueeze(-1).expand_as(states))


def route_positions(pieces: list[str], route: str) -> list[int]:
    """Where a route lies among the pieces of a sentence: « DET N [qui…] (a|va) VERB son … »."""
    starts = [place for place, piece in enumerate(pieces) if piece.startswith(WORD_START)]
    words = ["".join(pieces[a:b]).lstrip(WORD_START) for a, b in zip(starts, [*starts[1:], len(pieces)], strict=True)]
    owned = next((index for index in reversed(range(len(words))) if words[index] in POSSESSIVES), None)
    if owned is None or owned < 2:
        return []
    verb = owned - 2 if words[owned - 2] in AUXILIARIES else owned - 1
    son, subject = range(starts[owned], starts[owned + 1]), range(starts[verb])
    if route == "son":
        return list(son)
    return list(subject) if route == "subject" else [i for i in range(starts[verb], len(pieces)) if i not in son]
