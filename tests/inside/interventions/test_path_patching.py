"""Paths patched instead of cut, and gender erased, against a computation by hand; placebos move as far."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from sklearn.covariance import ledoit_wolf

from epicene.grammar.people import Gender
from epicene.inside.interventions.aligned_pairs import AlignedLine, is_erased
from epicene.inside.interventions.apply_interventions import (
    Context,
    EncoderInterventions,
    batches_of_pairs,
    displaced,
    fit_erasers,
    folds_of,
    roles_of,
    same_gender,
)
from epicene.inside.interventions.conditions import BASE, Condition, amnesic_conditions, path_conditions
from epicene.models.translation import Translator
from inside.marian_by_hand import ByHand, Changes, by_hand
from inside.small_marian import Answers, aligned_lines, ask, opened
from tiny_translation import tiny_mbart50, tiny_t5

LAYERS = 2


@pytest.fixture(scope="module")
def answers(translator: Translator, lines: list[AlignedLine]) -> Answers:
    return ask(translator, lines, [BASE, *path_conditions()], Context(same_gender(lines)))


def told(model: ByHand, line: AlignedLine, source: np.ndarray, changes: Changes | None = None) -> tuple[float, float]:
    last = model.decode(source, line.question.prefix, changes)[-1]
    return float(last[line.question.masculine[0]]), float(last[line.question.feminine[0]])


POSITIONS = {"a": "subject", "c": "possessive", "d": "others"}


def mean_keys(model: ByHand, line: AlignedLine, partner: AlignedLine, paths: str) -> Changes:
    """Keys of the paths are the pair's means for the decoder's positions after the English noun."""
    own, its = (model.encode(one.question.source)[-1] for one in (line, partner))
    keys = own.copy()
    for name in (POSITIONS[path] for path in paths if path != "b"):
        for here, there in zip(getattr(line, name), getattr(partner, name), strict=True):
            keys[here] = (own[here] + its[there]) / 2
    means: dict[int, dict[int, np.ndarray]] = {}
    if "b" in paths:
        mine = model.decoder_states(own, line.question.prefix)
        theirs = model.decoder_states(its, partner.question.prefix)
        for layer in range(LAYERS):
            pairs = zip(line.target_noun, partner.target_noun, strict=True)
            means[layer] = {here: (mine[layer][here] + theirs[layer][there]) / 2 for here, there in pairs}
    after = range(max(line.target_noun) + 1, len(line.question.prefix))
    return Changes(queries=after, cross_keys=keys, own_keys=means)


@pytest.mark.parametrize("paths", ["a", "b", "c", "d", "acd"])
def test_patched_paths_are_those_computed_by_hand(
    paths: str, translator: Translator, lines: list[AlignedLine], answers: Answers
) -> None:
    model, moved = by_hand(translator.model), 0.0
    checked = 0
    for line in lines:
        number = line.number
        if (found := answers.get((f"patched:{paths}", number))) is None:
            continue
        changes = mean_keys(model, line, lines[number ^ 1], paths)
        expected = told(model, line, model.encode(line.question.source)[-1], changes)
        assert found[2:] == pytest.approx(expected, abs=1e-5), number
        moved, checked = max(moved, abs(found.masculine - answers["base", number].masculine)), checked + 1
    assert checked >= 6
    assert moved > 1e-4


def test_lines_that_say_nothing_are_left_as_they_are(answers: Answers) -> None:
    """The two sentences of l'analyste are one, so that its mean with the partner is itself."""
    for number in (2, 3):
        for path in "abcd":
            assert answers[f"patched:{path}", number][2:] == pytest.approx(answers["base", number][2:], abs=1e-6)


def test_a_placebo_moves_a_key_as_far_as_the_path_does() -> None:
    states, step = torch.zeros(4, 3), torch.tensor([[1.0, 0, 0], [0, 2, 0]])
    moved = {kind: displaced(kind, states, (1, 2), step, 3, [0, 7, 2]) for kind in ("patched", "random", "elsewhere")}
    assert moved["patched"][[1, 2]].tolist() == [[1, 0, 0], [0, 2, 0]]
    assert moved["random"][[1, 2]].norm(dim=-1).tolist() == pytest.approx([1, 2])
    assert not torch.allclose(moved["random"], moved["patched"])
    assert moved["elsewhere"].tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0.5, 1, 0]]


def test_a_line_of_the_same_gender_is_another_noun_with_as_many_pieces(lines: list[AlignedLine]) -> None:
    found = same_gender(lines)
    for (number, path), line in found.items():
        own = lines[number]
        assert line.question.line.gender is own.question.line.gender
        assert line.question.line.occupation != own.question.line.occupation
        assert len(getattr(line, POSITIONS[path])) == len(getattr(own, POSITIONS[path]))
    assert sum(path == "c" for _, path in found) == len(lines)


def test_a_pair_that_has_no_other_of_its_gender_is_no_sign_that_the_placebo_changes_nothing(
    translator: Translator, lines: list[AlignedLine]
) -> None:
    alike = {key: line for key, line in same_gender(lines).items() if key != (0, "c")}
    found = ask(translator, lines, [Condition("same", parts="c")], Context(alike))
    assert ("same:c", 0) not in found
    assert ("same:c", 1) not in found, "t is of a pair"
    assert ("same:c", 8) in found


@pytest.mark.parametrize("maker", [tiny_mbart50, tiny_t5])
def test_paths_of_every_kind_of_model_can_be_patched(maker: object, tmp_path: Path) -> None:
    translator = opened(maker(tmp_path / "m"))  # type: ignore[operator]
    lines = aligned_lines(translator)
    found = ask(
        translator,
        lines,
        [BASE, Condition("patched", parts="abcd"), Condition("same", parts="c")],
        Context(same_gender(lines)),
    )
    for number in (2, 3):
        assert found["patched:abcd", number][2:] == pytest.approx(found["base", number][2:], abs=1e-5)
    moved = [abs(found["same:c", n].masculine - found["base", n].masculine) for n in range(len(lines))]
    assert max(moved) > 1e-6


def erased_by_hand(model: ByHand, lines: list[AlignedLine], layer: int, blocks: str) -> dict[int, tuple[float, float]]:
    """Whitening, projection and all, in the paper's own letters, with the other folds' nouns."""
    folds = folds_of(lines, 0)
    states = {line.number: model.encode(line.question.source)[layer - 1] for line in lines}
    found = {}
    for line in lines:
        number, own = line.number, folds[line.question.line.occupation]
        x = states[number].copy()
        for place, role in roles_of(line):
            if role[0][0] not in blocks:
                continue
            others = [
                (states[one.question.line.number][p], float(one.question.line.gender is Gender.FEMININE))
                for one in lines
                if folds[one.question.line.occupation] != own
                for p, r in roles_of(one)
                if r == role
            ]
            data, z = np.array([vector for vector, _ in others]), np.array([label for _, label in others])
            centred = data - data.mean(axis=0)
            values, vectors = np.linalg.eigh(ledoit_wolf(data)[0])
            kept = values > 1e-10 * values[-1]
            whitening = (vectors[:, kept] / np.sqrt(values[kept])) @ vectors[:, kept].T
            back = (vectors[:, kept] * np.sqrt(values[kept])) @ vectors[:, kept].T
            u = whitening @ (centred.T @ (z - z.mean()) / len(data))
            if np.linalg.norm(u) > 1e-12:
                u /= np.linalg.norm(u)
                x[place] -= back @ np.outer(u, u) @ whitening @ (x[place] - data.mean(axis=0))
        source = x if layer == LAYERS else model.encode_from(x, layer)[-1]
        found[number] = told(model, line, source)
    return found


@pytest.mark.parametrize(("layer", "blocks"), [(2, "dnvpr"), (2, "p"), (1, "dnvpr")])
def test_erasing_gender_is_what_the_hand_computes(
    layer: int, blocks: str, translator: Translator, lines: list[AlignedLine]
) -> None:
    erased = [line for line in lines if is_erased(line, lines[line.number ^ 1])]
    states = {}
    for pairs in batches_of_pairs(translator, erased):
        batch = EncoderInterventions(translator, pairs)
        states |= {line.number: row for line, row in zip(batch.lines, batch.states_after(layer), strict=True)}
    erasers = fit_erasers(states, erased, 0)
    found = ask(translator, erased, amnesic_conditions(layer), Context(erasers=erasers))
    expected = erased_by_hand(by_hand(translator.model), erased, layer, blocks)
    assert len(expected) == len(erased) >= 8
    for number, both in expected.items():
        assert found[f"erase@{layer}:{blocks}", number][2:] == pytest.approx(both, abs=2e-4), number
    control = [
        found[f"control@{layer}:dnvpr", n].masculine - found[f"erase@{layer}:dnvpr", n].masculine for n in expected
    ]
    assert max(map(abs, control)) > 1e-5, "labels that say nothing must give other erasers"
