"""Letters of many models: how long they take does not explode with their number."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace

from epicene.auditing.board.board_columns import groups_in


def test_sixty_models_of_which_neighbours_are_alike_have_their_groups_at_once() -> None:
    """Each model is alike to the ten on either side: the groups are the fifty runs of eleven."""
    tests = {(a, b): SimpleNamespace(differs=b - a > 10) for a, b in combinations(range(60), 2)}
    groups = groups_in({index: float(index) for index in range(60)}, tests)  # type: ignore[arg-type]
    assert groups[0] == [0]
    assert groups[59] == [49]
    assert groups[30] == list(range(20, 31))
