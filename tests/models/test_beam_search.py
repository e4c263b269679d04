"""What is done less in beam search: words forbidden by the bias on the logits, and keys of the source that stay."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from epicene.models import translation
from epicene.models.loading import Placement
from epicene.models.translation import Decoding, Translator, forbidding_by_bias, load_translator
from epicene.mt.translating.transformers_system import open_model
from epicene.mt.translating.translation_engine import ModelChoice
from inside.small_marian import two_layer_marian
from tiny_translation import SOURCE_LINES, tiny_mbart50

PLACEMENT = Placement(device="cpu", threads=1)
MAKERS = {"marian": two_layer_marian, "mbart50": tiny_mbart50}


@pytest.fixture(params=MAKERS)
def translator(request: pytest.FixtureRequest, tmp_path: Path, double_precision: None) -> Translator:
    system = open_model(
        ModelChoice(str(MAKERS[request.param](tmp_path / request.param))), "fr", "en", PLACEMENT, Decoding(3, 12)
    )
    return load_translator(system.description, system.marks, system.placement, system.decoding)


def by_the_library(translator: Translator, sentences: list[list[int]], limit: int) -> list[list[int]]:
    ids, mask = translation.padded(sentences, translator.pad_id, translator.model.device)
    how = dict(translator.marks.decoder)
    return translator.model.generate(
        input_ids=ids, attention_mask=mask, num_beams=3, do_sample=False, max_new_tokens=limit, **how
    ).tolist()


@pytest.mark.parametrize("penalty", [None, 1.3])
def test_translations_are_those_of_the_library_where_words_are_forbidden(
    translator: Translator, penalty: float | None
) -> None:
    """The words that it likes best are forbidden, so that other ones must be found; scores are normalised again only
    where something else changes them."""
    settings = translator.model.generation_config
    sentences = [translator.encode(line) for line in SOURCE_LINES[:4]]
    freely = by_the_library(translator, sentences, 12)
    likes = sorted({row[2] for row in freely} - {settings.eos_token_id, translator.pad_id})
    settings.bad_words_ids = [[token] for token in [*likes, translator.pad_id]]
    settings.renormalize_logits, settings.repetition_penalty = True, penalty
    wanted = by_the_library(translator, sentences, 12)
    assert wanted != freely
    own = translator.model.final_logits_bias
    with forbidding_by_bias(translator.model) as changed:
        assert changed == ({"bad_words_ids": None} | ({} if penalty else {"renormalize_logits": False}))
    assert translator.generate(sentences) == wanted
    assert translator.model.final_logits_bias is own  # what is forced through the decoder sees every token
    assert torch.isfinite(own).all()


def test_forbidden_words_of_several_tokens_are_left_to_the_library(translator: Translator) -> None:
    translator.model.generation_config.bad_words_ids = [[5, 6]]
    own = translator.model.final_logits_bias
    with forbidding_by_bias(translator.model) as changed:
        assert changed == {}
        assert translator.model.final_logits_bias is own
