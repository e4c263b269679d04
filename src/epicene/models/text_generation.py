"""A causal model on this machine goes on from texts, by sampling.

Every text has a stream of random numbers of its own, so that what shares its batch changes nothing but the last bits of
a probability. What `transformers` does for one batch is done here with less: a beginning that several texts share is
read once, a text that has ended leaves the batch, and of a vocabulary's probabilities only the likeliest are sorted.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from epicene.models.batching import by_length, padded
from epicene.models.token_probabilities import Said, Sampling

if TYPE_CHECKING:
    from epicene.metrics.intervals import Floats
    from epicene.models.token_probabilities import LanguageModel

LIKELIEST = 128  # tokens that are sorted first; more only where they do not make up `top_p`


def write_here(model: LanguageModel, prompts: Sequence[str], sampling: Sampling) -> list[Said]:
    """One text for each prompt, in batches under the model's budget of tokens."""
    return write_rows(model, [tuple(model.description.tokenizer(prompt)["input_ids"]) for prompt in prompts], sampling)


def write_rows(model: LanguageModel, rows: Sequence[tuple[int, ...]], sampling: Sampling) -> list[Said]:
    said: list[Said] = [Said("", False)] * len(rows)
    for batch in by_length([len(row) for row in rows], lambda: model.budget):
        with torch.inference_mode():
            made = _written(
                model, [rows[place] for place in batch], [sampling.seeds[place] for place in batch], sampling
            )
        for index, one in zip(batch, made, strict=True):
            said[index] = one
    return said


def _written(
    model: LanguageModel, rows: Sequence[tuple[int, ...]], seeds: Sequence[int], sampling: Sampling
) -> list[Said]:
    """One batch, padded on the left."""
    from transformers import DynamicCache

    beginnings = list(dict.fromkeys(rows))
    of = torch.tensor([beginnings.index(row) for row in rows], device=model.device)
    most = [max(0, min(sampling.most_tokens, model.description.max_tokens - len(row))) for row in rows]
    chances = np.array([np.random.default_rng(seed).random(sampling.most_tokens) for seed in seeds])
    ids, mask = padded(beginnings, model.description.pad_id, model.device, left=True)
    kept_states = DynamicCache(config=model.model.config)
    ends = ends_of(model)
    made: list[list[int]] = [[] for _ in rows]
    active = list(range(len(rows)))
    positions = (mask.cumsum(1) - 1).clamp(min=0)
    logits = _next(model, ids, mask, positions, kept_states)[of]
    kept_states.batch_select_indices(of)
    mask, last = mask[of], positions[of, -1]
    model.tokens_seen += sum(map(len, beginnings))
    for step in range(max(most)):
        tokens = sample(logits, chances[active, step], sampling)
        kept = []
        for index, (row, token) in enumerate(zip(active, tokens.tolist(), strict=True)):
            made[row].append(token)
            if token not in ends and step + 1 < most[row]:
                kept.append(index)
        if not kept:
            break
        if len(kept) < len(active):
            rest = torch.tensor(kept, device=model.device)
            active = [active[place] for place in kept]
            tokens, mask, last = tokens[rest], mask[rest], last[rest]
            kept_states.batch_select_indices(rest)
        mask = torch.cat([mask, mask.new_ones(len(active), 1)], dim=1)
        last = last + 1
        logits = _next(model, tokens[:, None], mask, last[:, None], kept_states)
        model.tokens_seen += len(active)
    tokenizer = model.description.tokenizer
    return [Said(tokenizer.decode(row, skip_special_tokens=True), is_cut=not ends & set(row)) for row in made]


def _next(model: LanguageModel, ids: Tensor, mask: Tensor, positions: Tensor, states: object) -> Tensor:
    """What may come next, (rows, vocabulary)."""
    known = signature(model.model.forward).parameters  # BLOOM, for one, takes no positions
    more = {name: value for name, value in (("position_ids", positions), ("logits_to_keep", 1)) if name in known}
    tensor: Tensor = model.model(
        input_ids=ids, attention_mask=mask, past_key_values=states, use_cache=True, **more
    ).logits[:, -1]
    return tensor.float()


def sample(logits: Tensor, chances: Floats, sampling: Sampling) -> Tensor:
    """A token for each row, by its number between 0 and 1: the likeliest tokens that make up `top_p` share the range
    between them, the likeliest first."""
    scaled = logits / sampling.temperature
    total = torch.logsumexp(scaled, dim=1, keepdim=True)
    n = min(LIKELIEST, scaled.shape[1])
    while True:
        top, tokens = scaled.topk(n, dim=1)
        sums = (top - total).exp().double().cumsum(1)
        if n == scaled.shape[1] or bool((sums[:, -1] >= sampling.top_p).all()):
            break
        n = min(8 * n, scaled.shape[1])
    kept = ((sums < sampling.top_p).sum(1) + 1).clamp(max=n)  # with the one that reaches it
    whole = sums.gather(1, kept[:, None] - 1)
    wanted = torch.from_numpy(chances).to(sums.device)[:, None] * whole
    positions = (sums <= wanted).sum(1).clamp(max=n - 1).minimum(kept - 1)
    return tokens.gather(1, positions[:, None])[:, 0]


def ends_of(model: LanguageModel) -> set[int]:
    """The tokens that end a text."""
    ids = model.model.generation_config.eos_token_id
    return set(ids) if isinstance(ids, list) else set() if ids is None else {ids}
