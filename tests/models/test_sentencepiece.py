"""Checkpoints whose tokenizer is a SentencePiece model and nothing else, as many older French models have it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sentencepiece

from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import Role
from epicene.data.datasets import open_benchmark
from epicene.models.description import describe
from epicene.models.source import locate

SENTENCE = "L’amie d’Élodie chante à l’œuvre."
KINDS = {
    "camembert": ("CamembertForMaskedLM", "sentencepiece.bpe.model"),
    "xlm-roberta": ("XLMRobertaForMaskedLM", "sentencepiece.bpe.model"),
    "albert": ("AlbertForMaskedLM", "spiece.model"),
    "llama": ("LlamaForCausalLM", "tokenizer.model"),
    "mbart": ("MBartForConditionalGeneration", "sentencepiece.bpe.model"),
}


@pytest.fixture(scope="module")
def vocabulary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pieces")
    text = folder / "text.txt"
    items = open_benchmark("pairs-fr").items
    text.write_text("\n".join(item.variants[Role.MORE].text for item in items) + f"\n{SENTENCE}\n", encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(text),
        model_prefix=str(folder / "pieces"),
        vocab_size=300,
        character_coverage=1.0,
        control_symbols="[CLS],[SEP],[MASK]",
        minloglevel=2,
    )
    return folder / "pieces.model"


@pytest.mark.parametrize("kind", KINDS)
def test_a_sentencepiece_file_alone_is_enough(kind: str, vocabulary: Path, tmp_path: Path) -> None:
    architecture, file = KINDS[kind]
    (tmp_path / "config.json").write_text(json.dumps({"model_type": kind, "architectures": [architecture]}))
    (tmp_path / file).write_bytes(vocabulary.read_bytes())
    description = describe(locate(str(tmp_path)))
    tokens = description.encode(SENTENCE, "fr")
    pieces = [description.tokenizer.convert_ids_to_tokens(tokens.ids[place]) for place in tokens.content]
    read = "".join(pieces).replace("▁", " ").strip()
    assert read == ("l’amie d’elodie chante a l’œuvre." if kind == "albert" else SENTENCE)  # ALBERT folds its text


def test_xglm_needs_its_tokenizer_json(vocabulary: Path, tmp_path: Path) -> None:
    """transformers 5 reads no SentencePiece file for XGLM and makes up an empty vocabulary in silence."""
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "xglm", "architectures": ["XGLMForCausalLM"]}))
    (tmp_path / "sentencepiece.bpe.model").write_bytes(vocabulary.read_bytes())
    with pytest.raises(InputError, match=r"no tokenizer: .* Put its tokenizer files \(tokenizer.json"):
        describe(locate(str(tmp_path)))


def test_a_missing_package_is_named(vocabulary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import transformers

    def missing(*_: object, **__: object) -> None:
        raise ImportError(
            "\nXGLMTokenizer requires the SentencePiece library but it was not found in your environment."
        )

    (tmp_path / "config.json").write_text(json.dumps({"model_type": "camembert"}))
    monkeypatch.setattr(transformers.AutoTokenizer, "from_pretrained", missing)
    with pytest.raises(EpiceneError, match=r"needs the package sentencepiece.*pip install '\.\[models\]'"):
        describe(locate(str(tmp_path)))
