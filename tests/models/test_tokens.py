"""Where the pieces of a text stand, and which word they belong to."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.grammar.word_patterns import words
from epicene.models.description import Description, Tokens, describe, group_by_words
from epicene.models.source import locate

SENTENCE = "L’infirmière d'Évry a « fini » son travail… aujourd'hui."
MODELS = [
    "albert",
    "bart",
    "bert",
    "bloom",
    "camembert",
    "flaubert",
    "gpt2",
    "llama",
    "mbart",
    "roberta",
    "xglm",
    "xlmr",
]


@pytest.fixture(params=MODELS)
def description(request: pytest.FixtureRequest, shared: Path) -> Description:
    return describe(locate(str(shared / "models" / request.param)))


def word_groups(description: Description, text: str) -> tuple[Tokens, tuple[int | None, ...]]:
    tokens = description.encode(text)
    groups = group_by_words(tokens, [(word.start, word.end) for word in words(text)], len(text))
    assert groups is not None
    return tokens, groups


def test_groups_follow_the_text_from_left_to_right(description: Description) -> None:
    tokens, groups = word_groups(description, SENTENCE)
    in_order = [group for group in groups if group is not None]
    assert in_order == sorted(in_order)
    assert all((group is None) == special for group, special in zip(groups, tokens.special, strict=True))


def test_an_elided_article_is_a_word_of_its_own(description: Description) -> None:
    tokens, groups = word_groups(description, SENTENCE)
    assert tokens.spans is not None
    article = [place for place in tokens.content if groups[place] == 0]
    noun = [place for place in tokens.content if groups[place] == 1]
    assert article
    assert noun
    assert all(tokens.spans[place][1] <= 2 for place in article)
    assert all(tokens.spans[place][0] >= 2 for place in noun)


def test_flauberts_rewritten_pieces_are_found_in_the_text(shared: Path) -> None:
    """FlauBERT has no offsets and rewrites ’ … « before it cuts."""
    tokens = describe(locate(str(shared / "models" / "flaubert"))).encode(SENTENCE)
    assert tokens.spans is not None
    texts = [SENTENCE[slice(*tokens.spans[place])] for place in tokens.content]
    assert texts[0] == "L’"
    assert "«" in texts
    assert "…" in texts
    assert "".join(texts) == SENTENCE.replace(" ", "")


def test_a_lone_word_start_mark_belongs_to_the_word_after_it() -> None:
    tokens = Tokens((7, 8, 9), (False, False, False), ((0, 3), (3, 4), (4, 5)), None)  # "ami", " ", "»"
    assert group_by_words(tokens, [(0, 3), (4, 5)], 5) == (0, 1, 1)
    empty = Tokens((7, 8, 9), (False, False, False), ((0, 3), (4, 4), (4, 5)), None)
    assert group_by_words(empty, [(0, 3), (4, 5)], 5) == (0, 1, 1)


def test_a_piece_across_two_words_goes_with_the_second() -> None:
    tokens = Tokens((7, 8), (False, False), ((0, 3), (3, 5)), None)  # "d’É" + "vr" of d’Évr
    assert group_by_words(tokens, [(0, 2), (2, 5)], 5) == (1, 1)
