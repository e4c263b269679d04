"""Two sentences as one input: as each tokenizer would put them together."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicene.models.description import describe
from epicene.models.next_sentence_heads import PairEncoder, shortened
from epicene.models.source import locate

FIRST, SECOND = "L’infirmière est arrivée tôt ce matin-là.", "Elle a posé son sac !"


@pytest.mark.parametrize(
    "name", ["albert", "bart", "bert", "camembert", "flaubert", "llama", "roberta", "xglm", "xlmr"]
)
def test_where_a_tokenizer_knows_pairs_its_own_marks_are_used(name: str, shared: Path) -> None:
    description = describe(locate(str(shared / "models" / name)))
    row = PairEncoder(description, "fr")(FIRST, SECOND)
    own = description.tokenizer(FIRST, SECOND)
    assert list(row.ids) == own["input_ids"]
    assert list(row.types) == own.get("token_type_ids", [])


@pytest.mark.parametrize("name", ["bloom", "gpt2", "mbart"])
def test_where_it_does_not_an_end_mark_stands_between(name: str, shared: Path) -> None:
    description = describe(locate(str(shared / "models" / name)))
    row = PairEncoder(description, "fr")(FIRST, SECOND)
    first, second = (description.encode(text, "fr") for text in (FIRST, SECOND))
    content = [tokens.ids[place] for tokens in (first, second) for place in tokens.content]
    content.insert(len(first.content), description.tokenizer.eos_token_id)
    assert list(row.ids) == [*content, *second.ids[second.content[-1] + 1 :]]


def test_a_model_that_knows_one_type_of_token_gets_none(masked_model: Path) -> None:
    description = describe(locate(str(masked_model)))
    description.config.type_vocab_size = 1
    assert PairEncoder(description)("Un.", "Deux.").types == ()


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 60))
def test_the_longer_one_loses_its_end(one: int, two: int, room: int) -> None:
    first, second = shortened(tuple(range(one)), tuple(range(two)), room)
    assert len(first) + len(second) == min(room, one + two)
    assert first == tuple(range(len(first)))
    assert second == tuple(range(len(second)))
    assert len(first) == one or len(first) >= len(second) - 1
    assert len(second) == two or len(second) >= len(first) - 1
