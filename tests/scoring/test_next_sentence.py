"""Next sentence: against the formula computed the slow way, and every head that does not fit refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

import tiny
from asking import loaded
from epicene.core.errors import InputError
from epicene.core.types import Item, Role, Text
from epicene.models.next_sentence_heads import CONSECUTIVE, HeadFolder, PairEncoder, open_head
from epicene.models.token_probabilities import LanguageModel
from epicene.scoring.next_sentence import NextSentence
from epicene.scoring.scoring_options import ScoringOptions
from epicene.train.train_nsp import train_nsp
from epicene.train.train_requests import TrainNspRequest

ROLES = (Role.STEREOTYPE, Role.ANTI, Role.UNRELATED)
CANDIDATES = ("Elle est douce.", "Elle bricole des moteurs du matin au soir.", "Le lundi suit le dimanche.")
KINDS = ["masked_model", "causal_model", "encoder_decoder_model"]


def item(number: int, context: str, task: str = "inter") -> Item:
    variants = {role: Text(text, context=context) for role, text in zip(ROLES, CANDIDATES, strict=True)}
    return Item(str(number), variants, "fr", "gender", str(number), {"task": task})


ITEMS = [
    item(number, context)
    for number, context in enumerate(["L’infirmière arrive.", "Une collègue est entrée ce matin.", "Ma sœur !"])
]


def head_for(model: Path, folder: Path, **settings: object) -> HeadFolder:
    """A head after a step or two: what it says is noise, which is all the same here."""
    articles = [" ".join(tiny.own_texts()[start : start + 4]) for start in range(0, 60, 4)]
    (folder.parent / "text.txt").write_text("\n\n".join(articles), encoding="utf-8")
    options: dict[str, Any] = {"body_rate": 1e-2, "warmup": 0, "device": "cpu", "threads": 1, **settings}
    return train_nsp(TrainNspRequest(str(model), text=str(folder.parent / "text.txt"), out=folder, **options))


def asked(model: LanguageModel, head: str | Path, items: list[Item] = ITEMS) -> dict[tuple[str, Role], float]:
    scoring = NextSentence(model.description, ScoringOptions(), head)
    return {(score.item_id, score.role): score.value for score in scoring.score(items, model)}


def slowly(head: HeadFolder, model: LanguageModel, context: str, candidate: str) -> float:
    """h through three matrices, one pair at a time, with transformers and torch alone."""
    body = loaded(head.model_folder).model.base_model if head.model_folder else model.model.base_model
    ids = list(PairEncoder(model.description, "fr")(context, candidate).ids)
    arguments = {"input_ids": torch.tensor([ids])}
    kind = model.description.capability
    if kind == "encoder-decoder":
        start = model.model.config.decoder_start_token_id
        arguments["decoder_input_ids"] = torch.tensor([[start, *ids[:-1]]])
    with torch.no_grad():
        states = body(**arguments)[0][0]
        h = states[0] if kind == "masked" else states.mean(dim=0)
        weights = load_file(head.path / "head.safetensors")
        for layer in ("0", "2", "4"):
            h = weights[f"{layer}.weight"] @ h + weights[f"{layer}.bias"]
    return float(h.log_softmax(0)[CONSECUTIVE])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("head_only", [True, False])
def test_the_score_is_the_log_probability_that_the_candidate_follows(
    kind: str, head_only: bool, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = request.getfixturevalue(kind)
    head = head_for(folder, tmp_path / "head", head_only=head_only)
    model = loaded(folder)
    found = asked(model, head.path)
    assert len(found) == 9
    for one in ITEMS:
        for role, text in one.variants.items():
            assert found[one.id, role] == pytest.approx(slowly(head, model, text.context, text.text), abs=1e-5)
    assert model.tokens_seen > 0


@pytest.mark.parametrize("kind", KINDS)
def test_batching_changes_nothing(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(kind)
    head = head_for(folder, tmp_path / "head", head_only=True).path
    alone, together = (asked(loaded(folder, budget), head) for budget in (1, 100_000))
    assert alone == pytest.approx(together, abs=1e-5)


@pytest.mark.parametrize("changed", ["weights", "tokenizer"])
def test_a_head_for_other_weights_or_another_tokenizer_is_refused(
    changed: str, masked_model: Path, tmp_path: Path
) -> None:
    head = head_for(masked_model, tmp_path / "head", head_only=True).path
    other = Path(shutil.copytree(masked_model, tmp_path / "other"))
    assert NextSentence(loaded(other).description, ScoringOptions(), head).option.startswith("nsp:")
    if changed == "weights":
        tiny.tiny_masked(other, seed=1)
    else:
        tokenizer = json.loads((other / "tokenizer.json").read_text())
        (other / "tokenizer.json").write_text(json.dumps(tokenizer | {"normalizer": {"type": "Lowercase"}}))
    with pytest.raises(InputError, match=r"tiny-masked .*other .*epicene train nsp"):
        NextSentence(loaded(other).description, ScoringOptions(), head)


def test_a_folder_that_is_no_head_is_refused_with_the_command_that_makes_one(
    masked_model: Path, tmp_path: Path
) -> None:
    description = loaded(masked_model).description
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(InputError, match=r"is no finished next-sentence head: .*epicene train nsp"):
            NextSentence(description, ScoringOptions(), folder)


def test_a_head_whose_files_were_changed_is_refused(masked_model: Path, tmp_path: Path) -> None:
    head = head_for(masked_model, tmp_path / "head", head_only=True).path
    weights = load_file(head / "head.safetensors")
    shutil.copytree(head, tmp_path / "damaged")
    save_file({name: tensor + 1 for name, tensor in weights.items()}, tmp_path / "damaged" / "head.safetensors")
    with pytest.raises(InputError, match=r"are not those that head.json speaks of"):
        open_head(tmp_path / "damaged")
    facts = json.loads((head / "head.json").read_text())
    (head / "head.json").write_text(json.dumps({**facts, "format": 99}))
    with pytest.raises(InputError, match="has format 99"):
        open_head(head)
    (head / "head.json").write_text("{")
    with pytest.raises(InputError, match="is damaged"):
        open_head(head)


@pytest.fixture
def bert_with_its_own_head(masked_model: Path, tmp_path: Path) -> Path:
    """As BERT was released: both heads of its pre-training."""
    torch.manual_seed(1)
    folder = tmp_path / "bert"
    shutil.copytree(masked_model, folder)
    config = transformers.AutoConfig.from_pretrained(masked_model)
    transformers.BertForPreTraining(config).save_pretrained(folder)
    return folder


def test_berts_own_head_is_asked_as_transformers_does(bert_with_its_own_head: Path) -> None:
    model = loaded(bert_with_its_own_head)
    found = asked(model, "own")
    own = transformers.BertForNextSentencePrediction.from_pretrained(bert_with_its_own_head).eval()
    for one in ITEMS:
        for role, text in one.variants.items():
            with torch.no_grad():
                encoded = model.description.tokenizer(text.context, text.text, return_tensors="pt")
                logits = own(**encoded).logits[0]
            assert found[one.id, role] == pytest.approx(float(logits.log_softmax(0)[0]), abs=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_a_checkpoint_without_a_head_of_its_own_says_how_to_make_one(kind: str, request: pytest.FixtureRequest) -> None:
    description = loaded(request.getfixturevalue(kind)).description
    with pytest.raises(InputError, match=r"has no next-sentence head of its own. .*epicene train nsp"):
        NextSentence(description, ScoringOptions(), "own")
