"""Interventions against a computation by hand, and the two that must change nothing and everything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from epicene.core.errors import EpiceneError, InputError
from epicene.inside.corpus_run import WordScores
from epicene.inside.forced.forced_estimates import Measuring, Value
from epicene.inside.interventions import intervention_run as intervening
from epicene.inside.interventions.aligned_pairs import AlignedLine
from epicene.inside.interventions.apply_interventions import EncoderInterventions
from epicene.inside.interventions.conditions import BASE, U1, Condition, encoder_conditions, published_conditions
from epicene.inside.interventions.effects import encoder_estimates, outliers
from epicene.inside.interventions.intervention_run import InterveneRequest, intervene
from epicene.inside.results import InterveneResults
from epicene.models.translation import Translator
from inside.marian_by_hand import ByHand, Changes, by_hand
from inside.small_marian import (
    Answers,
    aligned_lines,
    ask,
    corpus_files,
    opened,
    small_lines,
    system_of,
    two_layer_marian,
)
from tiny_translation import tiny_mbart50, tiny_t5

LAYERS = 2


@pytest.fixture(scope="module")
def answers(translator: Translator, lines: list[AlignedLine]) -> Answers:
    return ask(translator, lines, encoder_conditions(LAYERS, "fr-en"))


def hand(model: ByHand, line: AlignedLine, changes: Changes) -> tuple[float, float]:
    """log P(his) and log P(her), both single pieces here."""
    question = line.question
    assert len(question.masculine) == len(question.feminine) == 1
    last = model.log_probabilities(question.source, question.prefix, changes)[-1]
    return float(last[question.masculine[0]]), float(last[question.feminine[0]])


def check(
    answers: Answers,
    condition: str,
    lines: list[AlignedLine],
    model: ByHand,
    changes: Callable[[AlignedLine, AlignedLine], Changes],
) -> None:
    for line in lines:
        number = line.number
        if (condition, number) not in answers:
            continue
        expected = hand(model, line, changes(line, lines[number ^ 1]))
        assert answers[condition, number][2:] == pytest.approx(expected, abs=1e-5), (condition, number)


def test_the_words_are_where_they_are_said_to_be(translator: Translator, lines: list[AlignedLine]) -> None:
    line = lines[13]  # La maîtresse d’hôtel
    tokens = translator.tokenizer.convert_ids_to_tokens(line.question.source)
    assert "".join(tokens[place] for place in line.possessive) == "▁son"
    assert "".join(tokens[place] for place in line.noun).replace("▁", "") == "maîtressed'hôtel"
    assert "".join(tokens[place] for place in line.subject).replace("▁", "") == "lamaîtressed'hôtel"
    target = {number: piece for piece, number in translator.tokenizer.target_encoder.items()}
    written = [target[line.question.prefix[place]] for place in line.target_noun]
    assert "".join(written).replace("▁", " ").strip() == "head waitress"


def test_u1_is_the_unknown_words_embedding_at_son(
    translator: Translator, lines: list[AlignedLine], answers: Answers
) -> None:
    model = by_hand(translator.model)
    unknown = model.weights["model.encoder.embed_tokens.weight"][translator.tokenizer.unk_token_id]
    check(answers, "u1@0", lines, model, lambda line, other: Changes({0: dict.fromkeys(line.possessive, unknown)}))


@pytest.mark.parametrize(("name", "word", "layer"), [("u2", "possessive", 2), ("u3", "noun", 2), ("u3", "noun", 1)])
def test_u2_and_u3_are_the_mean_of_the_pair_at_the_papers_layers(
    name: str, word: str, layer: int, translator: Translator, lines: list[AlignedLine], answers: Answers
) -> None:
    model = by_hand(translator.model)

    def mean(line: AlignedLine, other: AlignedLine) -> Changes:
        own, its = (model.encode(each.question.source)[layer - 1] for each in (line, other))
        places = zip(getattr(line, word), getattr(other, word), strict=True)
        return Changes({layer: {here: (own[here] + its[there]) / 2 for here, there in places}})

    check(answers, f"{name}@{layer}", lines, model, mean)


def test_u3_leaves_out_pairs_whose_forms_have_different_numbers_of_pieces(
    lines: list[AlignedLine], answers: Answers
) -> None:
    equal = {p.question.line.number for p in lines if len(p.noun) == len(lines[p.question.line.number ^ 1].noun)}
    assert 0 < len(equal) < len(lines), "the small corpus must hold both kinds"
    assert {line for asked, line in answers if asked == "u3@2"} == equal


@pytest.mark.parametrize("maker", [two_layer_marian, tiny_mbart50, tiny_t5])
def test_itself_changes_nothing_and_a_swap_everything_in_every_kind(
    maker: Callable[[Path], Path], tmp_path: Path
) -> None:
    translator = opened(maker(tmp_path / "m"))
    layers = LAYERS if maker is two_layer_marian else 1
    lines = aligned_lines(translator)
    found = ask(translator, lines, encoder_conditions(layers, "fr-en"))
    for number in range(len(lines)):
        assert np.exp(found["itself", number][2:]) == pytest.approx(np.exp(found["base", number][2:]), abs=1e-6)
    same_prefix = [n for n in range(len(lines)) if lines[n].question.prefix == lines[n ^ 1].question.prefix]
    assert len(same_prefix) == 10
    for number in same_prefix:
        assert np.exp(found["swap", number][2:]) == pytest.approx(np.exp(found["base", number ^ 1][2:]), abs=1e-5)
    assert any(abs(found["swap", n].masculine - found["base", n].masculine) > 1e-6 for n in same_prefix)


def test_batch_and_padding_change_nothing(folder: Path, answers: Answers) -> None:
    translator = opened(folder, budget=1)
    alone = ask(translator, aligned_lines(translator), encoder_conditions(LAYERS, "fr-en"))
    assert alone.keys() == answers.keys()
    for key, answer in answers.items():
        assert alone[key][2:] == pytest.approx(answer[2:], abs=1e-5)


def test_a_path_carries_what_is_lost_without_it_and_left_by_it_alone() -> None:
    lines = small_lines()
    t = {BASE: 0.9, **dict.fromkeys(published_conditions(LAYERS).values(), 0.2)}
    of_paths = {"a": 0.5, "b": 0.7, "c": 0.8, "d": 0.9, "bcd": 0.6, "acd": 0.4, "abcd": 0.1}
    t |= {Condition("patched", parts=paths): value for paths, value in of_paths.items()}
    t |= {Condition("random", parts="a"): 0.85}
    values = {condition: [Value("t", line, value, True) for line in lines[1::2]] for condition, value in t.items()}
    found = {(one.metric, one.group): one.value for one in encoder_estimates(values, LAYERS, Measuring("t", "s"))}
    assert found["patched_a_lost_t", "all"] == pytest.approx(0.4)
    assert found["patched_a_alone_t", "all"] == pytest.approx(0.6 - 0.1)
    assert found["patched_b_alone_t", "all"] == pytest.approx(0.4 - 0.1)
    assert found["patched_c_lost_t", "all"] == pytest.approx(0.1)
    assert found["random_a_lost_t", "all"] == pytest.approx(0.05)
    assert found["beyond_random_a_lost_t", "all"] == pytest.approx(0.35)
    assert found["u1_change_t", "all"] == pytest.approx(-0.7)


def test_outliers_are_the_seven_smallest_and_left_out_before_and_after() -> None:
    line = small_lines()[1]
    from dataclasses import replace

    pairs = [replace(line, number=2 * n + 1, pair=n, occupation=f"n{n}") for n in range(100)]
    after = [Value("r", one, -50.0 - one.pair if one.pair >= 93 else 0.25, True) for one in pairs]
    before = [Value("r", one, 0.5 if one.pair < 93 else -6.0, True) for one in pairs]
    values = dict.fromkeys(encoder_conditions(2, "fr-en"), before) | {U1: after}
    assert {value.line.pair for value in outliers(values)} == set(range(93, 100))
    found = {(one.metric, one.group): one for one in encoder_estimates(values, 2, Measuring("t", "s"))}
    assert found["u1_r_mean", "without outliers"].value == pytest.approx(0.25)
    assert found["u1_before_r_mean", "without outliers"].value == pytest.approx(0.5)
    assert found["u1_r_mean", "all"].value < -3
    assert found["u1_r_mean", "without outliers"].n_used == 93


def results(made: InterveneResults) -> InterveneResults:
    """Without what they took."""
    return msgspec.structs.replace(made, cost={})


def test_a_killed_run_resumes_to_the_same_result(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = corpus_files(tmp_path)
    whole = intervene(InterveneRequest(corpus, tmp_path / "whole"), system_of(folder, budget=60))
    asked = []
    plain = EncoderInterventions.answers

    def counted(self: EncoderInterventions, condition: Condition) -> list[WordScores]:
        asked.append(condition)
        if len(asked) == 40:
            raise KeyboardInterrupt
        return plain(self, condition)

    monkeypatch.setattr(EncoderInterventions, "answers", counted)
    with pytest.raises(KeyboardInterrupt):
        intervene(InterveneRequest(corpus, tmp_path / "cut"), system_of(folder, budget=60))
    with (tmp_path / "cut" / "scores.jsonl").open("ab") as file:
        file.write(b'{"asked": "ba')
    monkeypatch.setattr(EncoderInterventions, "answers", plain)
    resumed = intervene(InterveneRequest(corpus, tmp_path / "cut"), system_of(folder, budget=60))
    assert results(resumed) == results(whole)
    names = ("scores.jsonl", "results.json")
    assert all(
        sorted((tmp_path / "cut" / n).read_text().splitlines())
        == sorted((tmp_path / "whole" / n).read_text().splitlines())
        for n in names
    )


def test_a_pair_of_which_a_kill_left_one_line_is_asked_again(folder: Path, tmp_path: Path) -> None:
    request = InterveneRequest(corpus_files(tmp_path), tmp_path / "out")
    whole = intervene(request, system_of(folder))
    scores = tmp_path / "out" / "scores.jsonl"
    scores.write_bytes(b"".join(scores.read_bytes().splitlines(keepends=True)[:-1]))
    assert results(intervene(request, system_of(folder))) == results(whole)


def test_a_word_that_a_line_lacks_is_one_sentence_with_the_line(folder: Path, tmp_path: Path) -> None:
    french = [line.source for line in small_lines()]
    french[5] = french[5].replace("son travail", "sa tâche")
    french[4] = french[4].replace("son travail", "sa tâche")
    with pytest.raises(InputError, match=r"Line 5: 'son' is not among the words"):
        intervene(InterveneRequest(corpus_files(tmp_path, french=french), tmp_path / "out"), system_of(folder))


def test_hooks_that_do_not_hold_what_they_promise_are_refused(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intervening, "sanity", lambda answers, lines: {"itself": 0.01, "swap": 0.0})
    with pytest.raises(EpiceneError, match=r"by themselves moves a probability by 0\.01"):
        intervene(InterveneRequest(corpus_files(tmp_path), tmp_path / "out"), system_of(folder))


def test_into_french_the_words_are_patched_and_what_follows_son_is_left_out(tmp_path: Path) -> None:
    folder = two_layer_marian(tmp_path / "m", ("en", "fr"))
    corpus = corpus_files(tmp_path, "en-fr")
    made = intervene(InterveneRequest(corpus, tmp_path / "out"), system_of(folder, "en", "fr"))
    found = {(one.metric, one.group): one for one in made.estimates}
    shares = [found[f"phi_{block}", "all"].value for block in ("determiner", "noun", "verb", "possessive", "rest")]
    assert sum(shares) == pytest.approx(found["t_star", "all"].value, abs=1e-9)
    assert found["t_star", "all"].value == pytest.approx(found["t_mean", "all"].value, abs=1e-6)
    assert not any(metric.startswith(("u1", "patched")) for metric, _ in found)
    assert list(made.signatures) == ["le/la"]
