"""How sentences are put together into batches."""

from __future__ import annotations

import numpy as np

from epicene.models.batching import drawn_by_length

LENGTHS = np.array([9, 2, 7, 2, 9, 4, 2, 7, 4, 2])


def drawn(seed: int, size: int = 4) -> list[list[int]]:
    def cut(order: list[int]) -> list[list[int]]:
        return [order[at : at + size] for at in range(0, len(order), size)]

    return drawn_by_length(np.random.default_rng(seed), (LENGTHS,), cut)


def test_a_training_sees_every_sentence_once_and_pads_as_little_as_sorting_allows() -> None:
    for seed in range(20):
        batches = drawn(seed)
        assert sorted(place for batch in batches for place in batch) == list(range(10))
        padded = sum(len(batch) * LENGTHS[batch].max() for batch in batches)
        assert padded == 4 * 2 + 4 * 7 + 2 * 9


def test_which_sentences_meet_and_in_which_order_depends_on_the_seed_alone() -> None:
    assert drawn(3) == drawn(3)
    assert len({tuple(map(tuple, drawn(seed))) for seed in range(20)}) > 10
    first = {int(LENGTHS[drawn(seed)[0]].max()) for seed in range(20)}
    assert first == {2, 7, 9}, "no length always comes first"
