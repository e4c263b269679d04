"""cloze-l2r against its definition, computed the slow way; the released variant against a loop of our own writing."""

from __future__ import annotations

import string
from math import exp, fsum
from pathlib import Path
from typing import Any

import pytest
import torch

import stereoset
from asking import loaded, scores
from epicene.core.errors import InputError
from epicene.core.types import Item, Role
from epicene.data.datasets import open_benchmark
from epicene.models.description import describe
from epicene.models.source import locate
from epicene.models.token_probabilities import LanguageModel
from epicene.scoring.counted_tokens import DOES_NOT_FIT, NO_WORD, attribute_places
from epicene.scoring.scoring_options import ScoringOptions
from epicene.scoring.selection import choose

ODD = (
    stereoset.filled("o1", "« BLANK », dit-elle.", "Aujourd’hui", "L’été prochain", "Œuf ! Œuf !"),
    stereoset.filled("o2", "Il boit de l’BLANK.", "eau-de-vie", "eau", "hydravion"),
    stereoset.filled("o3", "BLANK mange.", "Ma tante", "Il", "Anticonstitutionnellement"),
)


@pytest.fixture
def items(tmp_path: Path) -> list[Item]:
    path = stereoset.write(tmp_path / "set.json", [*stereoset.INTRA, *ODD], None)
    return list(open_benchmark(f"stereoset-fr={path}").items)


@pytest.fixture
def masked(masked_model: Path) -> LanguageModel:
    return loaded(masked_model)


def logprob(model: LanguageModel, ids: list[int], place: int, target: int) -> float:
    with torch.inference_mode():
        return float(model.model(input_ids=torch.tensor([ids])).logits[0, place].log_softmax(-1)[target])


def attribute(model: LanguageModel, item: Item, role: Role) -> tuple[list[int], int, int]:
    """Token ids, first and last position of the attribute, by the offsets of a byte-level tokenizer."""
    text = item.variants[role]
    encoded = model.description.tokenizer(text.text, return_offsets_mapping=True)
    start, end = text.span  # type: ignore[misc]
    offsets = encoded["offset_mapping"]
    covering = [place for place, (a, b) in enumerate(offsets) if text.text[a:b].strip() and a < end and b > start]
    first = covering[0]
    while first > 1 and not text.text[slice(*offsets[first - 1])].strip():  # a word-start mark alone
        first -= 1
    return encoded["input_ids"], first, covering[-1]


def slowly(model: LanguageModel, item: Item, role: Role, rest: str = "absent") -> list[float]:
    ids, first, last = attribute(model, item, role)
    mask = model.description.tokenizer.mask_token_id
    return [
        logprob(
            model,
            [*ids[:place], *[mask] * (last - place + 1 if rest == "masked" else 1), *ids[last + 1 :]],
            place,
            ids[place],
        )
        for place in range(first, last + 1)
    ]


@pytest.mark.parametrize(
    ("name", "combine"),
    [
        ("cloze-l2r", lambda values: fsum(values) / len(values)),
        ("cloze-l2r-sum", fsum),
        ("cloze-l2r-meanprob", lambda values: fsum(map(exp, values)) / len(values)),
    ],
)
@pytest.mark.parametrize("rest", ["absent", "masked"])
def test_sub_words_are_put_in_from_left_to_right(masked, items, name: str, combine: Any, rest: str) -> None:
    found = scores(masked, items, name, "intra", rest=rest)
    assert len(found) == 3 * len(items)
    for item in items:
        for role in item.variants:
            expected = slowly(masked, item, role, rest)
            assert found[item.id, role].value == pytest.approx(combine(expected), rel=1e-5)
            assert found[item.id, role].n_tokens == len(expected)


def test_what_candidates_share_is_asked_once(masked, items) -> None:
    single = [item for item in items if all(attribute(masked, item, role)[1:] for role in item.variants)]
    scoring = choose(None, masked.description, ScoringOptions(), "intra")
    rows = [
        row for batch in scoring.plan(single, 10_000) for question in batch.questions for row in scoring.rows(question)
    ]
    assert len({row.ids for row in rows}) == len(rows)
    steps = sum(score.n_tokens for score in scores(masked, single, task="intra").values())
    assert sum(len(row.targets) for row in rows) <= steps
    assert len(rows) <= steps - 2 * len(single)  # the first mask is common to the three candidates


def test_batch_size_changes_no_score(masked_model: Path, items) -> None:
    one, all_at_once = (scores(loaded(masked_model, budget), items, task="intra") for budget in (1, 10_000))
    assert all(one[key].value == pytest.approx(all_at_once[key].value, abs=1e-5) for key in one)


def test_a_candidate_that_does_not_fit_its_context_leaves_its_test_out(masked, tmp_path: Path) -> None:
    broken = stereoset.written("b", "Un BLANK.", "Un roi.", "Des fous.", "Un c.")
    path = stereoset.write(tmp_path / "set.json", [stereoset.INTRA[0], broken], None)
    items = list(open_benchmark(f"stereoset-fr={path}").items)
    scoring = choose(None, masked.description, ScoringOptions(), "intra")
    asked = {key[0] for batch in scoring.plan(items, 1000) for key in batch.keys}
    assert (asked, scoring.left_out) == ({"w1"}, {"b": DOES_NOT_FIT})


def released(model: LanguageModel, item: Item, role: Role) -> list[tuple[list[int], int]]:
    """Inputs and targets as the released program has them, from its description."""
    tokenizer, context = model.description.tokenizer, item.facets["context"]
    place = [number for number, word in enumerate(context.split(" ")) if "BLANK" in word][-1]
    word = item.variants[role].text.split(" ")[place]
    ids = tokenizer.encode("".join(c for c in word if c not in string.punctuation), add_special_tokens=False)
    return [
        (tokenizer(context.replace("BLANK", tokenizer.decode(ids[:k]) + tokenizer.mask_token))["input_ids"], ids[k])
        for k in range(len(ids))
    ]


def released_value(model: LanguageModel, inputs: list[tuple[list[int], int]]) -> float:
    mask = model.description.tokenizer.mask_token_id
    values = []
    for ids, target in inputs:
        with torch.inference_mode():
            probabilities = model.model(input_ids=torch.tensor([ids])).logits[0].softmax(-1)
        values.append(probabilities[ids.index(mask), target].item())
    return sum(values) / len(values)


@pytest.mark.parametrize("name", [None, "cloze-l2r", "cloze-l2r-meanprob"])
def test_as_released_is_the_released_loop(masked, items, name: str | None) -> None:
    found = scores(masked, items, name, "intra", as_released=True)
    for item in items:
        for role in item.variants:
            inputs = released(masked, item, role)
            assert found[item.id, role].value == pytest.approx(released_value(masked, inputs), rel=1e-6)
            assert found[item.id, role].n_tokens == len(inputs)


def test_as_released_a_sentence_without_a_word_at_the_blanks_place_is_left_out(masked, tmp_path: Path) -> None:
    tests = [
        stereoset.written("b", "Un roi dort BLANK.", "Un roi dort bien.", "Il dort.", "Un a b c."),
        stereoset.INTRA[0],
    ]
    items = list(open_benchmark(f"stereoset-fr={stereoset.write(tmp_path / 'set.json', tests, None)}").items)
    scoring = choose(None, masked.description, ScoringOptions(as_released=True), "intra")
    scoring.plan(items, 1000)
    assert scoring.left_out == {"b": NO_WORD}


def test_as_released_a_candidate_that_does_not_fit_is_asked_all_the_same(masked, tmp_path: Path) -> None:
    tests = [stereoset.written("b", "Un BLANK dort.", "Des rois dorment.", "Un fou dort.", "Un c dort.")]
    items = list(open_benchmark(f"stereoset-fr={stereoset.write(tmp_path / 'set.json', tests, None)}").items)
    assert len(scores(masked, items, task="intra", as_released=True)) == 3


def test_what_as_released_does_not_know_is_refused(masked, items) -> None:
    with pytest.raises(InputError, match="no original program"):
        scores(masked, items, "cloze-l2r-sum", "intra", as_released=True)
    with pytest.raises(InputError, match="leave --rest out"):
        scores(masked, items, task="intra", rest="masked", as_released=True)


@pytest.mark.parametrize("kind", ["bert", "albert", "camembert", "roberta", "xlmr", "flaubert"])
def test_the_default_differs_exactly_where_the_released_tokenisation_is_wrong(shared: Path, items, kind: str) -> None:
    """Wrong: the bare word, put in as text, does not give the tokens that the sentence has. Same scoring otherwise."""
    model = loaded(shared / "models" / kind)
    ours = scores(model, items, "cloze-l2r-meanprob", "intra")
    theirs = scores(model, items, task="intra", as_released=True)
    mask = model.description.tokenizer.mask_token_id
    wrong = set()
    for item in items:
        for role, text in item.variants.items():
            tokens, places = attribute_places(model.description, item, text)
            right = [
                ([*tokens.ids[:place], mask, *tokens.ids[places[-1] + 1 :]], tokens.ids[place]) for place in places
            ]
            if right != released(model, item, role):
                wrong.add((item.id, role))
    different = {key for key in theirs if ours[key].value != pytest.approx(theirs[key].value, rel=1e-4)}
    assert different == wrong
    several_words = {("w2", Role.UNRELATED), ("o1", Role.ANTI), ("o1", Role.UNRELATED), ("o3", Role.STEREOTYPE)}
    assert several_words <= wrong
    if kind == "roberta":  # the leading space is lost wherever there is one
        assert {("w1", role) for role in items[0].variants} <= wrong
    if kind == "bert":  # no leading space to lose
        assert not {("w1", role) for role in items[0].variants} & wrong


@pytest.mark.parametrize(
    "kind",
    ["bert", "albert", "camembert", "roberta", "xlmr", "flaubert", "bart", "mbart", "bloom", "llama", "xglm", "gpt2"],
)
def test_every_tokenizers_pieces_give_the_attribute_back(shared: Path, items, kind: str) -> None:
    description = describe(locate(str(shared / "models" / kind)))
    for item in items:
        for text in item.variants.values():
            tokens, places = attribute_places(description, item, text)
            assert places == tuple(range(places[0], places[-1] + 1))
            assert tokens.spans
            start, end = text.span  # type: ignore[misc]
            letters = {place: _letters(text.text, tokens.spans[place]) for place in tokens.content}
            covering = {place for place, (a, b) in letters.items() if a < b and a < end and b > start}
            assert covering <= set(places)
            assert min(letters[place][0] for place in covering) <= start
            assert max(letters[place][1] for place in covering) >= end
            assert all(letters[place][0] >= letters[place][1] for place in set(places) - covering)
            # a word-start mark alone is the attribute's too
            before = tokens.ids[places[0] - 1]
            assert description.tokenizer.convert_ids_to_tokens(before) not in ("▁", "Ġ")


def _letters(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """A piece's characters, spaces aside."""
    piece = text[slice(*span)]
    return span[0] + len(piece) - len(piece.lstrip()), span[1] - len(piece) + len(piece.rstrip())
