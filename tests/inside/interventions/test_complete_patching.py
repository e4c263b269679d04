"""Complete patching against a computation by hand: every choice of blocks, every layer, and what shares add up to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from epicene.inside.interventions.aligned_pairs import AlignedLine, differing, is_patched
from epicene.inside.interventions.conditions import BASE, BLOCKS, SWAP, Condition, patch, patch_conditions
from epicene.inside.interventions.effects import patched_pairs
from epicene.metrics.inside_measures import subsets
from epicene.models.translation import Translator
from inside.marian_by_hand import ByHand, by_hand
from inside.small_marian import Answers, aligned_lines, ask, opened, two_layer_marian
from tiny_translation import tiny_m2m100, tiny_mbart50, tiny_t5

LAYERS = 2


@pytest.fixture(scope="module")
def answers(translator: Translator, lines: list[AlignedLine]) -> Answers:
    return ask(translator, lines, [BASE, *patch_conditions(range(LAYERS + 1)), SWAP])


def states_of(model: ByHand, line: AlignedLine, layer: int) -> np.ndarray:
    """After a layer, one vector a piece; before the first, what is looked up."""
    ids = line.question.source
    return model.weights["model.encoder.embed_tokens.weight"][list(ids)] if layer == 0 else model.encode(ids)[layer - 1]


def hand(model: ByHand, line: AlignedLine, partner: AlignedLine, condition: Condition) -> tuple[float, float]:
    """The sentence is put together word by word, in the order of the blocks."""
    layer, blocks = condition.layer, condition.blocks
    own, other = states_of(model, line, layer), states_of(model, partner, layer)
    x = np.concatenate([(other[list(partner.block(b))] if b in blocks else own[list(line.block(b))]) for b in BLOCKS])
    if layer == 0:
        positions = model.embedded("encoder", [0] * len(x), dict.fromkeys(range(len(x)), np.zeros(model.width)))
        x = x * np.sqrt(model.width) + positions
    source = x if layer == LAYERS else model.encode_from(x, layer)[-1]
    last = model.decode(source, line.question.prefix)[-1]
    return float(last[line.question.masculine[0]]), float(last[line.question.feminine[0]])


def test_every_choice_of_blocks_after_every_layer_is_that_of_the_hand(
    translator: Translator, lines: list[AlignedLine], answers: Answers
) -> None:
    model, checked = by_hand(translator.model), 0
    unequal = 0
    for line in lines:
        partner = lines[line.number ^ 1]
        for condition in patch_conditions(range(LAYERS + 1)):
            found = answers.get((str(condition), line.number))
            if found is None:
                continue
            assert found[2:] == pytest.approx(hand(model, line, partner, condition), abs=1e-5), condition
            checked += 1
            unequal += len(line.noun) != len(partner.noun)
    assert checked > 200
    assert unequal > 60, "blocks of different lengths must be among them"


def test_shares_are_those_of_the_definition_and_sum_to_t_star(lines: list[AlignedLine], answers: Answers) -> None:
    def q(name: str, number: int) -> float:
        his, her = np.exp(answers[name, number][2:])
        return float(his / (his + her))

    pairs = patched_pairs(answers, lines, range(LAYERS + 1))
    assert {pair.layer for pair in pairs} == {0, 1, 2}
    for pair in pairs:
        number = pair.line.number
        whole = q(str(patch(LAYERS, frozenset(BLOCKS))), number) - q("base", number)
        assert sum(pair.shares.values()) == pytest.approx(whole, abs=1e-6)
        assert q("swap", number) - q("base", number) == pytest.approx(whole, abs=1e-6)
    top = next(pair for pair in pairs if pair.layer == LAYERS)
    number, weight = top.line.number, {0: 1 / 5, 1: 1 / 20, 2: 1 / 30, 3: 1 / 20, 4: 1 / 5}
    by_choice = {s: q(str(patch(LAYERS, s)) if s else "base", number) for s in subsets(BLOCKS)}
    noun = sum(weight[len(s)] * (by_choice[s | {"noun"}] - v) for s, v in by_choice.items() if "noun" not in s)
    assert top.shares["noun"] == pytest.approx(noun, abs=1e-12)


def test_at_the_embedding_only_words_that_differ_are_asked_and_carry_anything(
    lines: list[AlignedLine], answers: Answers
) -> None:
    for pair in patched_pairs(answers, lines, range(LAYERS + 1)):
        if pair.layer == 0:
            line, partner = pair.line, lines[pair.line.number ^ 1]
            assert differing(line, partner, 0) <= {"determiner", "noun"}
            assert pair.shares["verb"] == pair.shares["possessive"] == pair.shares["rest"] == 0
            asked = [name for name, number in answers if name.startswith("patch@0") and number == line.number]
            assert len(asked) == 2 ** len(differing(line, partner, 0)) - 1


def test_pieces_across_two_blocks_leave_the_pair_out(translator: Translator) -> None:
    """« l'avocat »: where a tokenizer has one piece for « l'a », no block can be taken from the partner."""
    from dataclasses import replace

    from epicene.inside.forced.decoding import TokenPieces
    from epicene.inside.interventions.aligned_pairs import _segments

    text = "L'avocate a terminé son travail."
    apart = TokenPieces((1, 2, 3, 4, 5, 6, 7), ((0, 2), (2, 9), (9, 11), (11, 19), (19, 23), (23, 32), (0, 0)))
    across = replace(apart, spans=((0, 3), (3, 9), *apart.spans[2:]))
    found = _segments(text, apart, (2, 9), (20, 23))
    assert [(one.block, one.positions) for one in found] == [
        ("determiner", (0,)),
        ("noun", (1,)),
        ("verb", (2, 3)),
        ("possessive", (4,)),
        ("rest", (5, 6)),
    ]
    assert _segments(text, across, (2, 9), (20, 23)) == ()
    line = aligned_lines(translator)[1]
    assert is_patched(line, aligned_lines(translator)[0])
    assert not is_patched(replace(line, segments=()), aligned_lines(translator)[0])


@pytest.mark.parametrize(
    ("maker", "direction", "contrast"),
    [
        (tiny_mbart50, "fr-en", "his/her"),
        (tiny_m2m100, "fr-en", "his/her"),
        (tiny_t5, "fr-en", "his/her"),
        (two_layer_marian, "en-fr", "le/la"),
    ],
)
def test_in_every_kind_of_model_all_blocks_are_the_partner(
    maker: Callable[..., Path], direction: str, contrast: str, tmp_path: Path
) -> None:
    """After every layer: a sentence all of whose blocks are the partner's is the partner."""
    folder = maker(tmp_path / "m", languages=("en", "fr")) if direction == "en-fr" else maker(tmp_path / "m")
    translator = opened(folder, *direction.split("-"))
    lines = aligned_lines(translator, direction, contrast)
    layers = LAYERS if maker is two_layer_marian else 1
    answers = ask(translator, lines, [BASE, *patch_conditions(range(layers + 1)), SWAP])
    by_line = {line.number: line for line in lines}
    told = [number for number, line in by_line.items() if is_patched(line, by_line[number ^ 1])]
    assert told
    for number in told:
        for layer in range(layers + 1):
            varied = differing(by_line[number], by_line[number ^ 1], layer)
            found = answers[str(patch(layer, varied)), number]
            assert np.exp(found[2:]) == pytest.approx(np.exp(answers["swap", number][2:]), abs=1e-6)
