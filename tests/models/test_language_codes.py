"""What each kind of model calls a language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import transformers

import tiny_translation
from epicene.core.errors import InputError
from epicene.core.types import Capability
from epicene.models.description import Description
from epicene.models.source import Source
from epicene.models.translation import LanguageTags, language_tags
from epicene.models.translation_text import mark_for, same_language

NLLB = ["fra_Latn", "eng_Latn", "fuv_Latn", "zho_Hans", "zho_Hant"]


@pytest.mark.parametrize(
    ("language", "marks", "expected"),
    [
        ("fr", NLLB, "fra_Latn"),
        ("fra", NLLB, "fra_Latn"),
        ("fra_Latn", NLLB, "fra_Latn"),
        ("zho_Hant", NLLB, "zho_Hant"),
        ("fr", ["en_XX", "fr_XX"], "fr_XX"),
        ("fr", ["__en__", "__fr__", "__fy__"], "__fr__"),
        ("fr", [">>fra<<", ">>fry<<"], ">>fra<<"),
        ("fr", [">>fr<<", ">>fr_CA<<"], ">>fr<<"),
        ("en", ["<2en>", "<2fr>", "<unk>"], "<2en>"),
    ],
)
def test_two_letters_find_the_models_own_code(language: str, marks: list[str], expected: str) -> None:
    assert mark_for(language, marks, "a model") == expected


def test_unknown_and_ambiguous_codes_are_answered_with_what_there_is() -> None:
    with pytest.raises(InputError, match="several codes for 'zh'; give one of: zho_Hans, zho_Hant"):
        mark_for("zh", NLLB, "a model")
    with pytest.raises(InputError, match=r"a model has no language 'fx'. Near ones: fra_Latn, fuv_Latn"):
        mark_for("fx", NLLB, "a model")


def test_codes_of_one_language_are_the_same() -> None:
    assert same_language("fr", "fra_Latn")
    assert not same_language("fr", "fry")


def described(tokenizer: object, model_type: str) -> Description:
    config = transformers.AutoConfig.for_model(model_type)
    return Description(Source("x", "x", Path()), config, tokenizer, Capability.DENOISING)


def test_nllb_and_m2m100_are_told_in_their_own_ways(tmp_path: Path) -> None:
    pieces = tiny_translation.pieces_model(tmp_path / "pieces")
    names = ["<s>", "<pad>", "</s>", "<unk>", "▁Oui", "▁Non"]
    nllb = transformers.NllbTokenizer(vocab={name: number for number, name in enumerate(names)}, merges=[])
    marks = language_tags(described(nllb, "m2m_100"), "fr", "en")
    assert nllb.convert_ids_to_tokens(nllb("Oui")["input_ids"])[0] == "fra_Latn"
    assert marks == LanguageTags(decoder={"forced_bos_token_id": nllb.convert_tokens_to_ids("eng_Latn")})

    (tmp_path / "vocab.json").write_text(json.dumps({name: number for number, name in enumerate(names)}))
    m2m = transformers.M2M100Tokenizer(str(tmp_path / "vocab.json"), str(pieces))
    marks = language_tags(described(m2m, "m2m_100"), "fr", "en")
    assert m2m.convert_ids_to_tokens(m2m("Oui")["input_ids"])[0] == "__fr__"
    assert marks == LanguageTags(decoder={"forced_bos_token_id": m2m.get_lang_id("en")})


def test_a_marian_model_of_many_targets_gets_its_target_before_the_text(tmp_path: Path) -> None:
    folder = tiny_translation.tiny_marian(tmp_path / "many")
    vocabulary = json.loads((folder / "vocab.json").read_text())
    vocabulary[">>fra<<"], vocabulary[">>ita<<"] = len(vocabulary), len(vocabulary) + 1
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    facts = json.loads((folder / "tokenizer_config.json").read_text())
    facts |= {"separate_vocabs": False, "source_lang": "eng", "target_lang": "roa"}
    (folder / "tokenizer_config.json").write_text(json.dumps(facts))
    tokenizer = transformers.MarianTokenizer.from_pretrained(folder)
    description = described(tokenizer, "marian")
    marks = language_tags(description, "en", "fr")
    assert marks.prefix.strip() == ">>fra<<"
    assert tokenizer(marks.prefix + "Oui")["input_ids"][0] == vocabulary[">>fra<<"]
    with pytest.raises(InputError, match="no language 'de'"):
        language_tags(description, "en", "de")
    with pytest.raises(InputError, match="source language of x is 'eng', not 'es'"):
        language_tags(description, "es", "fr")
