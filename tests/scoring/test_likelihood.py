"""Several sentences in one row: what is asked, and where each finds its answers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from epicene.models.token_probabilities import TokenRow
from epicene.scoring.likelihood import ROW_TOKENS, gather, grow

sentences = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=7).map(tuple), min_size=1, max_size=6)


def test_a_pair_is_a_beginning_and_two_endings() -> None:
    tree = grow([(0, 5, 6, 9), (0, 5, 7, 8, 9)], [1, 1])
    #        0: start  1: 5  2: 6   3: 7  4: 8; the last tokens (9) are predicted and never seen
    assert tree.row == TokenRow((0, 5, 6, 7, 8), (0, 1, 2, 1, 3, 4), (5, 6, 9, 7, 8, 9), parents=(-1, 0, 1, 1, 3))
    assert tree.answers == ((0, 1, 2), (0, 3, 4, 5))


def test_a_sentence_alone_is_a_plain_row() -> None:
    tree = grow([(0, 5, 6, 9)], [2])
    assert tree.row == TokenRow((0, 5, 6), (1, 2), (6, 9))
    assert tree.answers == ((0, 1),)


def test_what_is_only_given_differs_by_sentence() -> None:
    tree = grow([(0, 5, 6), (0, 5, 6)], [1, 2])
    assert tree.answers == ((0, 1), (1,))


def test_one_token_has_nothing_to_score_but_can_be_asked() -> None:
    tree = grow([(0,)], [1])
    assert (tree.row.ids, tree.row.positions, tree.answers) == ((0,), (), ((),))


@given(sentences)
def test_each_answer_follows_its_own_sentence(found: list[tuple[int, ...]]) -> None:
    tree = grow(found, [1] * len(found))
    row = tree.row
    parents = row.parents or tuple(range(-1, len(row.ids) - 1))

    def seen(place: int) -> tuple[int, ...]:
        return (*seen(parents[place]), row.ids[place]) if place >= 0 else ()

    for sentence, places in zip(found, tree.answers, strict=True):
        assert tuple(row.targets[place] for place in places) == sentence[1:]
        for end, place in enumerate(places, start=1):
            assert seen(row.positions[place]) == sentence[:end]
    assert len(row.ids) == len({sentence[:end] for sentence in found for end in range(1, max(2, len(sentence)))})


def test_rows_are_filled_with_what_begins_alike_and_no_further() -> None:
    groups = [(number, [(0, number % 2, *range(2, 2 + 50), number)]) for number in range(4)]
    gathered = list(gather(groups))
    assert gathered == [[0, 2, 1, 3]]
    long = [(number, [tuple(range(number, number + ROW_TOKENS))]) for number in range(3)]
    assert list(gather(long)) == [[0], [1], [2]]
