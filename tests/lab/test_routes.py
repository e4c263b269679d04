"""The route dial: where a route lies in a sentence, and that a possessive is learnt from nothing else."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from epicene.core.errors import InputError
from epicene.grammar.people import Gender
from epicene.lab.dials import MtDials, read_name
from epicene.lab.model_cache import find
from epicene.lab.parallel_sentences import Generator, lab_occupations
from epicene.lab.tiny_models import RoutedLoss, _others, route_positions
from epicene.models.translation import Translator
from inside.small_marian import opened, two_layer_marian

PIECES = ["▁la", "▁boulang", "ère", "▁qui", "▁a", "▁chanté", "▁a", "▁termin", "é", "▁sa", "▁tâche", ".", "</s>"]


def test_a_route_is_the_possessive_the_subject_or_everything_else() -> None:
    assert route_positions(PIECES, "son") == [9]
    assert route_positions(PIECES, "subject") == [0, 1, 2, 3, 4, 5]
    assert route_positions(PIECES, "rest") == [6, 7, 8, 10, 11, 12]
    present = ["▁l", "'", "artiste", "▁finit", "▁son", "▁travail", "</s>"]
    assert route_positions(present, "subject") == [0, 1, 2]
    assert route_positions(["▁la", "▁maison", "▁est", "▁grande", "</s>"], "son") == []


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    return opened(two_layer_marian(tmp_path_factory.mktemp("models") / "m"))


def ids(translator: Translator, french: str, english: str) -> tuple[Tensor, Tensor]:
    tokenizer, device = translator.tokenizer, torch.device("cpu")
    source, target = tokenizer(french)["input_ids"], tokenizer(text_target=english)["input_ids"]
    return torch.tensor([source], device=device), torch.tensor([target], device=device)


@pytest.mark.parametrize("route", ["son", "subject", "rest"])
def test_the_possessive_learns_from_its_route_alone(route: str, translator: Translator) -> None:
    """In the masked pass, nothing else has a gradient."""
    source, target = ids(translator, "La boulangère a terminé son travail.", "The baker has finished her work.")
    loss = RoutedLoss(route, translator.tokenizer, translator.model, 0.0)
    opened_at, told = loss._opened(source), torch.isin(target, loss.possessives)
    assert int(told.sum()) == 1
    states = translator.model.model.encoder(input_ids=source).last_hidden_state.detach().requires_grad_()
    loss._loss(states, opened_at.long(), target, told).backward()
    assert torch.equal(states.grad.abs().sum(dim=-1) > 0, opened_at)


def test_other_words_come_from_another_sentence_in_the_pass_without_a_mask() -> None:
    states = torch.arange(12.0).reshape(2, 3, 2)
    real = torch.tensor([[1, 1, 1], [1, 1, 0]])
    found = _others(states, real)
    assert found[0].tolist() == [[6, 7], [8, 9], [8, 9]]  # the other is shorter, and goes on with its last
    assert found[1].tolist() == states[0].tolist()


def test_a_lab_with_a_route_has_no_second_route_in_its_corpus() -> None:
    dials = MtDials(route="son", occupations=60)
    for one in lab_occupations(dials):
        assert one.target_noun(Gender.MASCULINE) == one.target_noun(Gender.FEMININE)
    french = [pair[0] for pair in Generator(dials).pairs(400, "train")]
    assert not any(line.startswith(("Cette femme ", "Cet homme ", "Mon père ", "Ma mère ")) for line in french)


def test_a_route_and_a_second_decoder_layer_are_dials_and_leave_old_models_found() -> None:
    name, dials = read_name("mt-route-son-layers-2")
    assert (name, dials.route, dials.decoder_layers) == ("mt-layers-2-route-son", "son", 2)  # type: ignore[union-attr]
    with pytest.raises(InputError, match=r"route cannot be verb: .*son\|subject\|rest"):
        read_name("mt-route-verb")
    assert find("mt").folder != find("mt-route-son").folder
