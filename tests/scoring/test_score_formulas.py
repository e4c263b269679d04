"""Scores against the formula, computed the slow way with transformers alone."""

from __future__ import annotations

import difflib
from itertools import pairwise
from pathlib import Path

import pytest
import torch
from tokenizers import normalizers

from asking import PAIRS, loaded, pair, scores
from epicene.core.errors import InputError
from epicene.core.types import Role
from epicene.models.token_probabilities import LanguageModel
from epicene.scoring.scoring_options import ScoringOptions
from epicene.scoring.selection import choose

Sides = (Role.MORE, Role.LESS)


@pytest.fixture
def masked(masked_model: Path) -> LanguageModel:
    return loaded(masked_model)


@pytest.fixture
def causal(causal_model: Path) -> LanguageModel:
    return loaded(causal_model)


@pytest.fixture
def encoder_decoder(encoder_decoder_model: Path) -> LanguageModel:
    return loaded(encoder_decoder_model)


def guess(model: LanguageModel, ids: list[int], place: int, hidden: list[int]) -> float:
    shown = list(ids)
    for other in hidden:
        shown[other] = model.description.tokenizer.mask_token_id
    with torch.inference_mode():
        logits = model.model(input_ids=torch.tensor([shown])).logits[0, place]
    return float(logits.log_softmax(-1)[ids[place]])


def test_pll_masks_each_token_alone(masked: LanguageModel) -> None:
    found = scores(masked, PAIRS, "pll")
    for item in PAIRS:
        for role in Sides:
            ids = masked.description.tokenizer(item.variants[role].text)["input_ids"]
            expected = sum(guess(masked, ids, place, [place]) for place in range(1, len(ids) - 1))
            assert found[item.id, role].value == pytest.approx(expected, abs=1e-4)
            assert found[item.id, role].n_tokens == len(ids) - 2


def test_pll_shared_counts_unchanged_tokens_only(masked: LanguageModel) -> None:
    found = scores(masked, PAIRS, "pll-shared")
    for item in PAIRS:
        order = Sides if item.facets["direction"] == "stereo" else Sides[::-1]
        first, second = (masked.description.tokenizer(item.variants[role].text)["input_ids"] for role in order)
        blocks = [op for op in difflib.SequenceMatcher(None, first, second).get_opcodes() if op[0] == "equal"]
        for role, ids, where in ((order[0], first, (1, 2)), (order[1], second, (3, 4))):
            places = [place for op in blocks for place in range(op[where[0]], op[where[1]])][1:-1]
            expected = sum(guess(masked, ids, place, [place]) for place in places)
            assert found[item.id, role].value == pytest.approx(expected, abs=1e-4)
            assert found[item.id, role].n_tokens == len(places)


def test_pll_word_hides_the_rest_of_the_word(masked: LanguageModel) -> None:
    item = pair("0", "L’infirmière dort.", "Anticonstitutionnellement.")
    found = scores(masked, [item], "pll-word")
    encoded = masked.description.tokenizer(item.variants[Role.LESS].text)
    ids, last = encoded["input_ids"], len(encoded["input_ids"]) - 2  # the full stop is a word of its own
    assert last > 3
    expected = sum(guess(masked, ids, place, list(range(place, last))) for place in range(1, last))
    expected += guess(masked, ids, last, [last])
    assert found["0", Role.LESS].value == pytest.approx(expected, abs=1e-4)


def test_aul_hides_nothing_and_takes_the_mean(masked: LanguageModel) -> None:
    found = scores(masked, PAIRS, "aul")
    for item in PAIRS:
        ids = masked.description.tokenizer(item.variants[Role.MORE].text)["input_ids"]
        values = [guess(masked, ids, place, []) for place in range(1, len(ids) - 1)]
        assert found[item.id, Role.MORE].value == pytest.approx(sum(values) / len(values), abs=1e-4)


@pytest.mark.parametrize("budget", [1, 60, 500])
def test_a_batch_stays_under_the_budget_and_like_is_with_like(masked: LanguageModel, budget: int) -> None:
    batches = choose("pll", masked.description, ScoringOptions(), "pairs").plan(PAIRS, budget)
    costs = [[question.cost for question in batch.questions] for batch in batches]
    assert all(sum(of_batch) <= budget or len(of_batch) == 1 for of_batch in costs)
    widths = [question.width for batch in batches for question in batch.questions]
    assert widths == sorted(widths)
    assert all(sum(first) + second[0] > budget for first, second in pairwise(costs))


@pytest.mark.parametrize(("policy", "front"), [("bos", [0]), ("eos", [2]), ("none", []), ("tokenizer", [])])
def test_loglik_with_each_start(causal: LanguageModel, policy: str, front: list[int]) -> None:
    found = scores(causal, PAIRS, "loglik", bos=policy)
    for item in PAIRS:
        for role in Sides:
            ids = front + causal.description.tokenizer(item.variants[role].text)["input_ids"]
            with torch.inference_mode():
                logits = causal.model(input_ids=torch.tensor([ids])).logits[0].log_softmax(-1)
            expected = sum(float(logits[place, token]) for place, token in enumerate(ids[1:]))
            assert found[item.id, role].value == pytest.approx(expected, abs=1e-4)
            assert found[item.id, role].n_tokens == len(ids) - 1


SHARED = {"0": " a fini son travail.", "1": " conduisent mal.", "2": " adore bricoler des moteurs."}
SHARED |= {"3": " pleure pour un rien.", "4": " sont têtus !"}


@pytest.mark.parametrize(("policy", "front"), [("bos", [0]), ("none", [])])
@pytest.mark.parametrize("trees", [True, False])
def test_loglik_shared_counts_the_words_that_both_say_after_the_first_difference(
    causal: LanguageModel, policy: str, front: list[int], trees: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not trees:
        monkeypatch.setattr("epicene.scoring.likelihood.TAKES_TREES", set())
    found = scores(causal, PAIRS, "loglik-shared", bos=policy)
    for item in PAIRS:
        for role in Sides:
            text = item.variants[role].text
            encoded = causal.description.tokenizer(text, return_offsets_mapping=True)
            whole = front + encoded["input_ids"]
            with torch.inference_mode():
                logits = causal.model(input_ids=torch.tensor([whole])).logits[0].log_softmax(-1)
            start = len(text) - len(SHARED[item.id])
            counted = [len(front) + n for n, (first, _) in enumerate(encoded["offset_mapping"]) if first >= start]
            expected = sum(float(logits[place - 1, whole[place]]) for place in counted)
            assert found[item.id, role].value == pytest.approx(expected, abs=1e-4)
            assert found[item.id, role].n_tokens == len(counted) > 0


def test_loglik_shared_leaves_out_pairs_that_share_no_word_after_the_difference(causal: LanguageModel) -> None:
    items = [pair("end", "On a vu la voisine.", "On a vu le voisin."), *PAIRS]
    scoring = choose("loglik-shared", causal.description, ScoringOptions(), "pairs")
    asked = {key[0] for batch in scoring.plan(items, 1000) for key in batch.keys}
    assert scoring.left_out == {"end": "nothing-shared"}
    assert asked == {item.id for item in PAIRS}


def test_denoise_restores_one_masked_token_in_the_decoder(encoder_decoder: LanguageModel) -> None:
    found = scores(encoder_decoder, PAIRS, "denoise-all")
    model, tokenizer = encoder_decoder.model, encoder_decoder.description.tokenizer
    for item in PAIRS:
        ids = tokenizer(item.variants[Role.MORE].text)["input_ids"]
        expected = 0.0
        for place in range(1, len(ids) - 1):
            shown = [*ids[:place], tokenizer.mask_token_id, *ids[place + 1 :]]
            decoder = [tokenizer.eos_token_id, *ids[:-1]]
            with torch.inference_mode():
                logits = model(input_ids=torch.tensor([shown]), decoder_input_ids=torch.tensor([decoder])).logits[0]
            expected += float(logits[place].log_softmax(-1)[ids[place]])
        assert found[item.id, Role.MORE].value == pytest.approx(expected, abs=1e-4)


def test_the_sentence_is_scored_as_it_stands(masked: LanguageModel) -> None:
    """No stripping, no normalising: it moves RoBERTa by up to 6 nats."""
    plain = scores(masked, [pair("0", "Il dort. Oui.", "Elle dort.")], "pll")
    spaced = scores(masked, [pair("0", " Il dort.  Oui.", "Elle dort.")], "pll")
    curly = scores(masked, [pair("0", "L’ami dort.", "L'ami dort.")], "pll")
    assert plain["0", Role.MORE].value != spaced["0", Role.MORE].value
    assert curly["0", Role.MORE].value != curly["0", Role.LESS].value


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("masked_model", "pll"),
        ("masked_model", "pll-shared"),
        ("masked_model", "pll-word"),
        ("masked_model", "aul"),
        ("causal_model", "loglik"),
        ("encoder_decoder_model", "denoise"),
        ("encoder_decoder_model", "denoise-all"),
    ],
)
@pytest.mark.parametrize("trees", [True, False])
def test_sentences_that_tokenise_alike_are_asked_once_and_tie(
    kind: str, name: str, trees: bool, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In two batches they would differ in the last bits, and those would say which is preferred."""
    if not trees:
        monkeypatch.setattr("epicene.scoring.likelihood.TAKES_TREES", frozenset())
    model = loaded(request.getfixturevalue(kind), budget=1)
    model.description.tokenizer.backend_tokenizer.normalizer = normalizers.Lowercase()
    alike, other = "Les Noirs aiment danser.", "Les Blancs aiment danser."
    found = scores(model, [pair("0", alike, alike.lower())], name)
    once = model.tokens_seen
    assert found["0", Role.MORE].value == found["0", Role.LESS].value
    assert set(found) == {("0", Role.MORE), ("0", Role.LESS)}
    both = scores(model, [pair("0", alike, other)], name)
    assert both["0", Role.MORE].value != both["0", Role.LESS].value
    assert once < (model.tokens_seen - once) * 0.75
    if name != "pll-shared" and name != "denoise":
        assert found["0", Role.LESS].value == pytest.approx(both["0", Role.MORE].value, abs=1e-5)


@pytest.mark.parametrize(
    ("kind", "name", "options", "named"),
    [
        ("masked_model", "loglik", {}, "'loglik'.* pll-shared, pll, pll-word, aul"),
        ("masked_model", "pll-shred", {}, "'pll-shared'"),
        ("causal_model", "loglik-mean", {"as_released": True}, "--as-released"),
    ],
)
def test_a_scoring_that_cannot_serve_is_refused_with_what_can(
    kind: str, name: str, options: dict[str, bool], named: str, request: pytest.FixtureRequest
) -> None:
    with pytest.raises(InputError, match=named):
        choose(name, loaded(request.getfixturevalue(kind)).description, ScoringOptions(**options), "pairs")


def test_a_sentence_longer_than_the_model_takes_is_named(masked: LanguageModel) -> None:
    scoring, longest = choose(None, masked.description, ScoringOptions(), "pairs"), masked.description.max_tokens
    text = "Il dort"
    while len(masked.description.encode(f"{text} a").ids) <= longest:
        text += " a"
    assert scoring.plan([pair("76", text, "Elle dort.")], 1000)
    with pytest.raises(InputError, match=rf"77 is {longest + 1} tokens .*takes {longest}\."):
        scoring.plan([pair("77", f"{text} a", "Elle dort.")], 1000)
