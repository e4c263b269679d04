"""How a text is gone on from: which token a random number stands for."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from epicene.models import chat as text_generation
from epicene.models.chat import sample
from epicene.models.token_probabilities import Sampling

# Of five tokens: 0.1, 0.4, 0.05, 0.3, 0.15.
SHARES = torch.tensor([[0.1, 0.4, 0.05, 0.3, 0.15]]).log()


@pytest.mark.parametrize(
    ("top_p", "chance", "token"),
    [
        (1.0, 0.0, 1),  # the likeliest first: 1, 3, 4, 0, 2
        (1.0, 0.39, 1),
        (1.0, 0.41, 3),
        (1.0, 0.71, 4),
        (1.0, 0.86, 0),
        (1.0, 0.96, 2),
        (0.6, 0.57, 1),  # 0.4 + 0.3 reach 0.6 and share the range: 0.4 / 0.7 = 0.571
        (0.6, 0.58, 3),
        (0.6, 0.999, 3),
        (0.3, 0.999, 1),
    ],
)
@pytest.mark.parametrize("likeliest", [1, 2, 128])
def test_a_number_stands_for_one_token_however_few_are_sorted_first(top_p, chance, token, likeliest, monkeypatch):
    monkeypatch.setattr(text_generation, "LIKELIEST", likeliest)
    assert sample(SHARES, np.array([chance]), Sampling(1.0, top_p, 1, [0])).tolist() == [token]


def test_temperature_sharpens_before_the_range_is_shared():
    """At 0.5 shares are squared: 0.16 of 0.285 for the likeliest."""
    how = Sampling(0.5, 1.0, 1, [0])
    assert sample(SHARES, np.array([0.56]), how).tolist() == [1]
    assert sample(SHARES, np.array([0.57]), how).tolist() == [3]
