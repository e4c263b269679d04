"""How well a model foretells a text: what acting on it may cost.

Perplexity is exp(−Σ log P / tokens) over all sentences: of causal models, each token after those before it; of masked
ones, each token hidden alone among the others (pseudo-perplexity, Salazar et al. 2020); of encoder-decoders, each token
hidden from the encoder alone. The three are not comparable with one another, nor are models with other tokenizers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from epicene.core.types import Capability, Item, Role, Text
from epicene.metrics.intervals import bootstrap_interval
from epicene.models.token_probabilities import LanguageModel
from epicene.scoring.likelihood import LogLikelihood
from epicene.scoring.masked import DenoiseAll, PseudoLogLikelihood
from epicene.scoring.protocol import Scoring
from epicene.scoring.scoring_options import ScoringOptions

WHOLE: dict[Capability, type[Scoring[Any]]] = {
    Capability.CAUSAL: LogLikelihood,
    Capability.MASKED: PseudoLogLikelihood,
    Capability.DENOISING: DenoiseAll,
}


class TokenNats(NamedTuple):
    """Of each sentence, the log-probability and its tokens."""

    nats: NDArray[np.float64]
    tokens: NDArray[np.float64]

    @property
    def perplexity(self) -> float:
        return exp(-self.nats.sum() / self.tokens.sum())


class PerplexityRatio(NamedTuple):
    """A perplexity over another, on the same sentences."""

    value: float
    low: float
    high: float


def foretell(model: LanguageModel, sentences: Sequence[str], language: str) -> TokenNats:
    items = [
        Item(str(number), {Role.MORE: Text(text)}, language, "", str(number)) for number, text in enumerate(sentences)
    ]
    scores = WHOLE[model.description.capability](model.description, ScoringOptions()).score(items, model)
    by_id = {score.item_id: score for score in scores}
    kept = [by_id[item.id] for item in items if item.id in by_id and by_id[item.id].n_tokens]
    return TokenNats(np.array([score.value for score in kept]), np.array([float(score.n_tokens) for score in kept]))


def ratio(before: TokenNats, after: TokenNats, *, seed: int = 0) -> PerplexityRatio:
    """By how much perplexity rose; the interval draws sentences anew, the same for both."""
    sums = np.array([before.nats, after.nats, before.tokens, after.tokens])

    def of(columns: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.exp(columns[..., 0] / columns[..., 2] - columns[..., 1] / columns[..., 3]))

    value, (low, high) = bootstrap_interval(sums, of, (0.0, inf), seed=seed)
    return PerplexityRatio(value, low, high)
