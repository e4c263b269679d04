"""Asking as the released programs do: one input at a time, every position projected onto the vocabulary, softmax.

Batching and projecting only what is read moves a probability by a few millionths; parity wants none of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import torch

from epicene.models.asking import LanguageModel, Row


def logprobs_one_by_one(rows: Sequence[Row], model: LanguageModel) -> list[list[float]]:
    """For each row, the log-probability of each of its targets; for models without a decoder of their own."""
    if model.description.source.server is not None:
        return model.logprobs(rows)  # how a server batches is its own business
    answers = []
    with torch.inference_mode():
        for row in rows:
            ids = torch.tensor([row.ids], device=model.device)
            logits = model.model(input_ids=ids, attention_mask=torch.ones_like(ids)).logits[0].float()
            probabilities = logits.softmax(dim=-1)
            answers.append(
                [log(probabilities[at, token].item()) for at, token in zip(row.positions, row.targets, strict=True)]
            )
            model.tokens_seen += row.cost
    return answers
