"""Interventions in a causal model: what is exchanged in the prompt, and what must come of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
import transformers

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.inside.forced.decoding import force
from epicene.inside.inside_page import read_values
from epicene.inside.interventions.aligned_pairs import AlignedLine, differing, is_patched
from epicene.inside.interventions.apply_interventions import Context, Erasers
from epicene.inside.interventions.conditions import BLOCKS, Condition, patch, prompt_conditions
from epicene.inside.interventions.effects import masculine_choice, patched_pairs
from epicene.inside.interventions.intervention_run import InterveneRequest, intervene
from epicene.inside.interventions.page import PAGE, InterveneTables
from epicene.inside.interventions.prompt_interventions import (
    PromptInterventions,
    prompt_layers,
    read_layers,
    same_gender_sentences,
)
from epicene.inside.results import PACKAGES, InterveneResults
from epicene.metrics.inside_measures import Eraser
from epicene.models.loading import Placement
from epicene.models.translation import Decoding, Translator, load_translator
from epicene.mt.translating.transformers_system import ModelSystem, open_model
from epicene.mt.translating.translation_engine import ModelChoice
from epicene.report.render.markdown import render_markdown
from inside.small_marian import Answers, aligned_lines, ask, corpus_files, small_lines

TEMPLATE = "{% for message in messages %}<s>user\n{{ message['content'] }}{% endfor %}</s>{{ '\\nassistant\\n' }}"
LAYERS = [0, 1, 2]  # of the tiny model, the last for both at once


@pytest.fixture(scope="module")
def folder(causal_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny causal model with room for a prompt, a chat template, and weights that tell words apart."""
    target = tmp_path_factory.mktemp("causal") / "chat"
    shutil.copytree(causal_model, target)
    config = json.loads((target / "config.json").read_text())
    (target / "config.json").write_text(json.dumps({**config, "max_position_embeddings": 512}))
    tokenizer = transformers.AutoTokenizer.from_pretrained(target)
    tokenizer.model_max_length, tokenizer.chat_template = 512, TEMPLATE
    tokenizer.save_pretrained(target)
    model = transformers.AutoModelForCausalLM.from_pretrained(target)
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(12 if weight.ndim > 1 else 1)
    model.save_pretrained(target)
    return target


def system_of(folder: Path, source: str = "fr", target: str = "en", budget: int | None = None) -> ModelSystem:
    placement = Placement("cpu", threads=1, budget=budget)
    return open_model(ModelChoice(str(folder)), source, target, placement, Decoding(1, 12), by_prompt=True)


def opened(folder: Path, source: str = "fr", target: str = "en", budget: int | None = None) -> Translator:
    system = system_of(folder, source, target, budget)
    return load_translator(system.description, system.marks, system.placement, system.decoding)


@pytest.fixture(scope="module")
def translator(folder: Path) -> Translator:
    return opened(folder)


@pytest.fixture(scope="module")
def lines(translator: Translator) -> list[AlignedLine]:
    return aligned_lines(translator)


@pytest.fixture(scope="module")
def answers(translator: Translator, lines: list[AlignedLine]) -> Answers:
    return ask(translator, lines, prompt_conditions(LAYERS), Context(same_gender_sentences(lines)))


def told_pairs(lines: list[AlignedLine]) -> list[tuple[int, AlignedLine, AlignedLine]]:
    by_line = {line.number: line for line in lines}
    found = [(number, line, by_line[number ^ 1]) for number, line in by_line.items()]
    return [(number, line, partner) for number, line, partner in found if is_patched(line, partner)]


def logs(translator: Translator, ids: tuple[int, ...], line: AlignedLine) -> tuple[float, float]:
    """Of both words after a sequence, without any of epicene's ways of asking."""
    with torch.inference_mode():
        last = translator.model(torch.tensor([ids])).logits[0, -1].log_softmax(-1)
    assert len(line.question.masculine) == len(line.question.feminine) == 1
    return float(last[line.question.masculine[0]]), float(last[line.question.feminine[0]])


def test_the_words_of_the_sentence_are_found_in_the_prompt(translator: Translator, lines: list[AlignedLine]) -> None:
    line = lines[13]  # La maîtresse d’hôtel
    decode = translator.tokenizer.decode
    said = {block: decode([line.question.source[place] for place in line.block(block)]).strip() for block in BLOCKS}
    assert list(said.values()) == ["La", "maîtresse d'hôtel", "a terminé", "son", "travail."]
    assert line.question.source == tuple(translator.encode(line.question.line.source))
    before = decode(line.question.source[: line.segments[0].positions[0]])
    behind = decode(line.question.source[line.segments[-1].positions[-1] + 1 :])
    assert before.startswith("<s>user")
    assert before.endswith("on one line.\n\n")
    assert behind == "</s>\nassistant\n"


def test_nothing_patched_is_the_line_and_all_patched_the_partners_prompt(
    translator: Translator, lines: list[AlignedLine], answers: Answers
) -> None:
    plain = {one.line.number: one for one in force(translator, small_lines())}
    unequal = 0
    for number, line, partner in told_pairs(lines):
        assert answers["base", number][2:] == pytest.approx((plain[number].masculine, plain[number].feminine), abs=1e-5)
        assert answers["itself", number][2:] == pytest.approx(answers["base", number][2:], abs=1e-5)
        expected = logs(translator, (*partner.question.source, *line.question.prefix), line)
        assert abs(expected[0] - answers["base", number].masculine) > 1e-3, "the partner must be another"
        for name in ("swap", str(patch(2, frozenset(BLOCKS))), str(patch(0, differing(line, partner, 0)))):
            assert answers[name, number][2:] == pytest.approx(expected, abs=1e-5), name
        unequal += len(line.question.source) != len(partner.question.source)
    assert unequal >= 2, "sentences of different lengths must be among them"


def test_shares_sum_to_t_star_in_all_layers_and_after_each(lines: list[AlignedLine], answers: Answers) -> None:
    pairs = patched_pairs(answers, lines, LAYERS)
    assert len(pairs) == 3 * len(told_pairs(lines))
    for pair in pairs:
        number = pair.line.number
        varied = differing(pair.line, lines[number ^ 1], pair.layer)
        whole = masculine_choice(answers[str(patch(pair.layer, varied)), number])
        assert pair.total == pytest.approx(whole - masculine_choice(answers["base", number]), abs=1e-9)
    of_layer = {layer: np.abs([pair.total for pair in pairs if pair.layer == layer]).mean() for layer in LAYERS}
    assert of_layer[0] == pytest.approx(of_layer[2], abs=1e-6), "at the embedding nothing has been read yet"
    assert of_layer[1] < of_layer[0], "what later tokens have read in the first layer stays"


def by_hand(
    translator: Translator, line: AlignedLine, partner: AlignedLine, blocks: set[str], layer: int
) -> tuple[float, float]:
    """After one layer: the tokens are put together, go through the layers below and are overwritten; layer by layer
    with the model's own modules, without hooks."""
    model = translator.model.model
    own, theirs = (torch.tensor([[*one.question.source, *line.question.prefix]]) for one in (line, partner))

    def through(states: torch.Tensor, layers: range) -> torch.Tensor:
        positions = torch.arange(states.shape[1])[None]
        rotary = model.rotary_emb(states, positions)
        for number in layers:
            states = model.layers[number](states, position_embeddings=rotary, position_ids=positions)
        return states

    with torch.inference_mode():
        below = [through(model.embed_tokens(ids), range(layer))[0] for ids in (own, theirs)]
        start, end = line.segments[0].positions[0], line.segments[-1].positions[-1] + 1
        parts = [below[0][:start]]
        for index, segment in enumerate(line.segments):
            taken = segment.block in blocks
            there = partner.segments[index] if taken else segment
            parts.append(below[taken][list(there.positions)])
        states = torch.cat([*parts, below[0][end:]])[None]
        top = model.norm(through(states, range(layer, len(model.layers))))
        last = translator.model.lm_head(top)[0, -1].log_softmax(-1)
    return float(last[line.question.masculine[0]]), float(last[line.question.feminine[0]])


@pytest.mark.parametrize("blocks", [{"determiner"}, {"noun"}, {"possessive", "rest"}, {"noun", "verb"}])
def test_an_exchange_after_one_layer_is_that_of_the_hand(
    translator: Translator, lines: list[AlignedLine], answers: Answers, blocks: set[str]
) -> None:
    checked = 0
    for number, line, partner in told_pairs(lines):
        found = answers[str(patch(1, frozenset(blocks))), number]
        assert found[2:] == pytest.approx(by_hand(translator, line, partner, blocks, 1), abs=1e-5)
        checked += len(line.noun) != len(partner.noun)
    assert checked >= 2


def test_placebos_are_asked_where_they_can_be(lines: list[AlignedLine], answers: Answers) -> None:
    for number, line, partner in told_pairs(lines):
        asked = {name for name, own in answers if own == number}
        assert {"same@2:d", "same@2:n", "same@0:dnvpr", "random@2:v", "elsewhere@2:p"} <= asked
        is_equal = len(line.noun) == len(partner.noun)
        assert ("random@2:n" in asked) == ("elsewhere@2:n" in asked) == ("random@1:dnvpr" in asked) == is_equal
        assert np.abs(np.subtract(answers["elsewhere@2:v", number][2:], answers["base", number][2:])).max() > 1e-5


def test_a_line_of_the_same_gender_gives_its_own_blocks(
    translator: Translator, lines: list[AlignedLine], answers: Answers
) -> None:
    """With all of them, in every layer, it is that line's prompt."""
    alike = same_gender_sentences(lines)
    for number, line, _ in told_pairs(lines):
        other = alike[number, "sentence"]
        assert other.question.line.gender is line.question.line.gender
        assert other.question.source != line.question.source
        expected = logs(translator, (*other.question.source, *line.question.prefix), line)
        assert answers["same@2:dnvpr", number][2:] == pytest.approx(expected, abs=1e-5)


def test_batch_and_padding_change_nothing(folder: Path, answers: Answers) -> None:
    translator = opened(folder, budget=1)
    lines = aligned_lines(translator)
    alone = ask(translator, lines, prompt_conditions(LAYERS), Context(same_gender_sentences(lines)))
    assert alone.keys() == answers.keys()
    for key, answer in answers.items():
        assert alone[key][2:] == pytest.approx(answer[2:], abs=1e-4), key


def check_sums(made: InterveneResults) -> dict[tuple[str, str], Estimate]:
    """What holds of every run; both checks are met, and what is no language model's is left out."""
    found = {(one.metric, one.group): one for one in made.estimates}
    for after in ("", *(f"@{layer}" for layer in made.prompt_layers)):
        shares = [found[f"phi{after}_{block}", "all"].value for block in BLOCKS]
        assert sum(shares) == pytest.approx(found[f"t_star{after}", "all"].value, abs=1e-9)
        assert found[f"same{after}_all", "all"].n_used > 0
    assert not any(metric.startswith(("u1", "patched")) for metric, _ in found)
    assert max(made.sanity["itself"] or 0, made.sanity["swap"] or 0) < 1e-5
    assert all(",prompt:" in one for one in made.signatures.values())
    return found


def test_a_run_measures_shares_and_what_erasing_takes(folder: Path, tmp_path: Path) -> None:
    made = intervene(InterveneRequest(corpus_files(tmp_path), tmp_path / "out", layers="1"), system_of(folder))
    found = check_sums(made)
    assert made.prompt_layers == [1]
    assert found["t_star", "same noun"].value == pytest.approx(found["t_mean", "same noun"].value, abs=1e-6)
    values = read_values(tmp_path / "out")
    assert len(values["erase@1:dnvpr", "t"]) == len(values["base", "t"]) == len(values["control@1:dnvpr", "t"])
    for name, condition in (("all", "erase@1:dnvpr"), ("noun", "erase@1:n"), ("control", "control@1:dnvpr")):
        lost = np.mean(values["base", "t"]) - np.mean(values[condition, "t"])
        assert found[f"amnesic@1_{name}", "all"].value == pytest.approx(lost, abs=1e-6)
    assert ("amnesic_all", "all") not in found
    for code in ("en", "fr"):
        shown = render_markdown(PAGE.document([tmp_path / "out"], code))
        assert Language(code, *PACKAGES).text("forced.layer.all") in shown
        assert "u2" not in shown
    rows = {
        table.title: [row[0].value for row in table.rows()]
        for table in InterveneTables(made, Language("en", *PACKAGES)).all()
    }
    assert rows["What each block carries (φ), exchanged after each layer"] == ["layer 1", "all layers at once"]


def test_into_french_the_article_is_the_first_word_behind_the_prompt(folder: Path, tmp_path: Path) -> None:
    request = InterveneRequest(corpus_files(tmp_path, "en-fr"), tmp_path / "out", layers="0")
    assert check_sums(intervene(request, system_of(folder, "en", "fr")))["t_star", "all"].n_used == 3


def test_erasing_is_what_the_eraser_says_at_the_words_of_the_sentence(
    translator: Translator, lines: list[AlignedLine]
) -> None:
    """An eraser that takes one coordinate away takes it from the noun's tokens and from nothing else."""
    direction = np.zeros((32, 1))
    direction[3] = 1
    eraser = Eraser(np.zeros(32), direction, direction.T)
    _, line, partner = told_pairs(lines)[0]
    folds = {line.question.line.occupation: 0}
    erasers = Erasers(folds, {("erase", 0, ("noun", 0)): eraser})
    batch = PromptInterventions(translator, [(partner, line)], Context(erasers=erasers))
    erase = Condition("erase", 1, "n")
    edits = batch._change(erase, [batch._put_together(erase, row) for row in (0, 1)])
    erased = edits(1, batch._plain[1])
    changed = (erased != batch._plain[1]).nonzero().tolist()
    assert {(row, place) for row, place, _ in changed} == {
        (row, place) for row, one in enumerate((partner, line)) for place in one.noun
    }
    assert {coordinate for _, _, coordinate in changed} == {3}


def test_layers_are_those_that_are_named_or_every_quarter() -> None:
    assert prompt_layers(30, ()) == [0, 7, 15, 22, 30]
    assert prompt_layers(2, ()) == [0, 1, 2]
    assert prompt_layers(30, read_layers("12, 3,3")) == [3, 12, 30]
    with pytest.raises(InputError, match=r"--layers 30: this model has 0 \(the embedding\) to 29"):
        prompt_layers(30, [30])
    with pytest.raises(InputError, match="write numbers with commas"):
        read_layers("half")
