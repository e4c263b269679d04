"""What is computed in a shorter way gives what the long way gives."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import torch
import transformers
from torch import nn

from epicene.models.description import describe
from epicene.models.loading import MaskedModel, Placement, TanhGelu, fuse_activations, load
from epicene.models.source import locate
from epicene.models.token_probabilities import TokenRow
from tiny import WIDTH, tiny_tokenizer

LIKE_BERT = {
    "bert": (transformers.BertConfig, transformers.BertForMaskedLM),
    "camembert": (transformers.CamembertConfig, transformers.CamembertForMaskedLM),
    "roberta": (transformers.RobertaConfig, transformers.RobertaForMaskedLM),
    "xlm-roberta": (transformers.XLMRobertaConfig, transformers.XLMRobertaForMaskedLM),
}
ROWS = [
    TokenRow((0, 40, 4, 42, 43, 2), (2,), (41,)),
    TokenRow((0, 4, 51, 2), (1,), (50,)),  # shorter: padding must stay hidden
    TokenRow((0, 60, 61, 62, 63, 64, 65, 4, 2), (7,), (66,)),
]


@pytest.mark.parametrize("attention", ["sdpa", "eager"])
@pytest.mark.parametrize("kind", LIKE_BERT)
def test_a_last_layer_read_at_one_place_equals_the_whole_layer(kind: str, attention: str, tmp_path: Path) -> None:
    torch.manual_seed(3)
    tokenizer = tiny_tokenizer(around=True, mask=True)
    config_class, model_class = LIKE_BERT[kind]
    config = config_class(
        vocab_size=len(tokenizer), pad_token_id=tokenizer.pad_token_id, initializer_range=0.3, **WIDTH
    )
    model_class(config).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    model = load(describe(locate(str(tmp_path))), Placement("cpu"))
    assert isinstance(model, MaskedModel)
    model.model.set_attn_implementation(attention)
    with torch.inference_mode():
        short = model.read(ROWS)
        long = torch.stack([state[row.positions[0]] for state, row in zip(model.hidden(ROWS), ROWS, strict=True)])
    assert long.abs().max() > 1
    torch.testing.assert_close(short, long, rtol=0, atol=3e-6)


def test_only_the_wanted_place_passes_through_the_last_layers_feed_forward(tmp_path: Path) -> None:
    tokenizer = tiny_tokenizer(around=True, mask=True)
    config = transformers.BertConfig(vocab_size=len(tokenizer), pad_token_id=tokenizer.pad_token_id, **WIDTH)
    transformers.BertForMaskedLM(config).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    model = load(describe(locate(str(tmp_path))), Placement("cpu"))
    sizes = []
    for layer in model.model.bert.encoder.layer:
        layer.intermediate.register_forward_hook(lambda _, given, __: sizes.append(tuple(given[0].shape[:2])))
    model.logprobs(ROWS)
    assert sizes == [(3, 9), (3, 1)]
    sizes.clear()
    model.logprobs([TokenRow((0, 40, 41, 2), (1, 2), (40, 41))])  # several places of one row: the whole layer
    assert sizes == [(1, 4), (1, 4)]


@pytest.mark.parametrize("shape", [(5,), (3, 7, 11), (2, 3, 40_000)])
def test_the_activation_equals_its_formula(shape: tuple[int, ...]) -> None:
    torch.manual_seed(1)
    values = 4 * torch.randn(shape)
    exact = values.double()
    exact = exact / 2 * (1 + torch.tanh(math.sqrt(2 / math.pi) * (exact + 0.044715 * exact**3)))
    torch.testing.assert_close(TanhGelu()(values).double(), exact, rtol=1e-6, atol=2e-6)
    turned = values.transpose(0, -1)
    torch.testing.assert_close(TanhGelu()(turned).double(), exact.transpose(0, -1), rtol=1e-6, atol=2e-6)


def test_the_activation_can_be_trained_through() -> None:
    values = torch.linspace(-3, 3, 7, requires_grad=True)
    TanhGelu()(values).sum().backward()
    again = values.detach().clone().requires_grad_()
    nn.functional.gelu(again, approximate="tanh").sum().backward()
    assert values.grad is not None
    torch.testing.assert_close(values.grad, again.grad)


def test_gpt2s_activations_are_replaced() -> None:
    model = transformers.GPT2Model(transformers.GPT2Config(n_embd=8, n_layer=2, n_head=2, vocab_size=10))
    fuse_activations(model)
    assert [type(block.mlp.act) for block in model.h] == [TanhGelu, TanhGelu]
