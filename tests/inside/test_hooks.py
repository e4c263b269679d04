"""Hooks read and replace what they say, in models of every kind and under both attention implementations."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import transformers

from epicene.models.hooks import Site, editing, n_layers, only_at, put, reading, replacing_keys, skipping, stack_of
from tiny_translation import tiny_marian, tiny_mbart50, tiny_t5

MAKERS = {"marian": tiny_marian, "mbart50": tiny_mbart50, "t5": tiny_t5}
SOURCE = torch.tensor([[5, 9, 17, 6, 30, 3], [8, 7, 12, 41, 3, 3]])
MASK = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0]])
WRITTEN = torch.tensor([[2, 11, 25, 31], [2, 40, 13, 18]])


@pytest.fixture(scope="module", params=[f"{kind}-{how}" for kind in MAKERS for how in ("sdpa", "eager")])
def translating(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    kind, how = request.param.split("-")
    folder = MAKERS[kind](tmp_path_factory.mktemp("models") / kind)
    return transformers.AutoModelForSeq2SeqLM.from_pretrained(folder, attn_implementation=how).eval()


def logits(model: Any, states: torch.Tensor | None = None, written: torch.Tensor = WRITTEN) -> torch.Tensor:
    with torch.inference_mode():
        given: dict[str, Any] = {"input_ids": SOURCE}
        if states is not None:
            given = {"encoder_outputs": transformers.modeling_outputs.BaseModelOutput(states)}
        return model(**given, attention_mask=MASK, decoder_input_ids=written, use_cache=False).logits


def encoded(model: Any) -> torch.Tensor:
    with torch.inference_mode():
        return model.get_encoder()(input_ids=SOURCE, attention_mask=MASK).last_hidden_state


def test_what_is_read_is_what_the_library_gives(translating: Any) -> None:
    sites = [Site(side, layer) for side in ("encoder", "decoder") for layer in (0, 1)]
    with reading(translating, sites) as found, torch.inference_mode():
        made = translating(
            input_ids=SOURCE,
            attention_mask=MASK,
            decoder_input_ids=WRITTEN,
            output_hidden_states=True,
            use_cache=False,
        )
    assert n_layers(translating) == n_layers(translating, "decoder") == 1
    assert torch.equal(found[Site("encoder", 1)], made.encoder_last_hidden_state)
    assert torch.equal(found[Site("decoder", 1)], made.decoder_hidden_states[-1])
    assert found[Site("encoder", 0)].shape == (2, 6, 32)
    assert torch.allclose(found[Site("decoder", 0)][0, 1], stack_of(translating, "decoder").embedding(torch.tensor(11)))


def test_replacing_by_itself_changes_nothing_and_by_another_does(translating: Any) -> None:
    plain, states = logits(translating), encoded(translating)
    where = torch.zeros(2, 6, dtype=torch.bool)
    where[:, 2] = True
    with editing(translating, {Site("encoder", 1): put(where, states)}):
        assert torch.allclose(logits(translating), plain, atol=1e-6)
    with editing(translating, {Site("encoder", 1): put(where, states + 1)}):
        changed = logits(translating)
    assert not torch.allclose(changed, plain, atol=1e-3)
    states = states.clone()
    states[:, 2] += 1
    assert torch.allclose(changed, logits(translating, states), atol=1e-6)
    assert torch.equal(logits(translating), plain), "a hook stayed behind"


def test_layers_below_what_is_put_in_place_need_not_compute(translating: Any) -> None:
    last = n_layers(translating)
    sites = [Site("encoder", layer) for layer in range(last + 1)]
    with reading(translating, sites) as states:
        whole = encoded(translating)
    for layer in range(last):
        with skipping(translating, layer), editing(translating, {sites[layer]: lambda _, at=layer: states[sites[at]]}):
            assert torch.equal(encoded(translating), whole)
    assert torch.equal(encoded(translating), whole)


def test_replaced_keys_are_what_chosen_queries_see_and_no_others(translating: Any) -> None:
    """The other states for all queries give what they give alone; for the last query only, the others stay."""
    states = encoded(translating)
    other = states.clone()
    other[0, 2] += 3.0
    other[1, 1] -= 2.0
    plain, wanted = logits(translating, states), logits(translating, other)
    assert not torch.allclose(plain, wanted, atol=1e-4)
    queries = torch.ones(2, 4, dtype=torch.bool)
    with replacing_keys(translating, "cross", lambda hidden: other, queries):
        assert torch.allclose(logits(translating, states), wanted, atol=1e-6)
    queries[:, :3] = False
    with replacing_keys(translating, "cross", lambda hidden: other, queries):
        last = logits(translating, states)
    assert torch.allclose(last[:, :3], plain[:, :3], atol=1e-6)
    assert torch.allclose(last[:, 3], wanted[:, 3], atol=1e-6)
    assert torch.equal(logits(translating, states), plain), "a hook stayed behind"


def test_only_the_wanted_positions_reach_the_output_layer(translating: Any) -> None:
    plain = logits(translating)
    with only_at(translating, torch.tensor([[3], [1]])):
        wanted = logits(translating)
    assert wanted.shape[:2] == (2, 1)
    assert torch.allclose(wanted[0, 0], plain[0, 3], atol=1e-6)
    assert torch.allclose(wanted[1, 0], plain[1, 1], atol=1e-6)


@pytest.mark.parametrize("how", ["sdpa", "eager"])
@pytest.mark.parametrize("kind", ["masked_model", "causal_model"])
def test_masked_and_causal_models_are_served_too(kind: str, how: str, request: pytest.FixtureRequest) -> None:
    factory = transformers.AutoModelForMaskedLM if kind == "masked_model" else transformers.AutoModelForCausalLM
    model = factory.from_pretrained(request.getfixturevalue(kind), attn_implementation=how).eval()
    ids = torch.tensor([[5, 6, 7, 8]])
    with reading(model, [Site("encoder", 1)]) as found, torch.inference_mode():
        states = model(ids, output_hidden_states=True).hidden_states
    assert torch.equal(found[Site("encoder", 1)], states[1])
