"""Hidden states: the right token of the right layer, whatever the batch and its padding."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from epicene.core.errors import InputError
from epicene.core.progress import Silent
from epicene.inside.forced.decoding import positions_in, source_pieces
from epicene.inside.probes import hidden_states as states_module
from epicene.inside.probes.hidden_states import (
    Extraction,
    Layers,
    encoder_states,
    forced_targets,
    own_targets,
    random_twin,
    read_batch,
    read_columns,
    sources_of,
    write_states,
)
from epicene.inside.probes.probe_corpora import ProbeCorpusChoice, choose_corpora
from epicene.models.translation import Translator
from epicene.runs.folder import Journal
from inside.marian_by_hand import by_hand
from inside.small_marian import opened, small_lines
from tiny_translation import tiny_mbart50, tiny_t5

WORDS = ["a", "terminé", "son", "travail", ".", "eos"]


@pytest.fixture(scope="module", params=[tiny_mbart50, tiny_t5], ids=["mbart50", "t5"])
def other_kind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Translator:
    return opened(request.param(tmp_path_factory.mktemp("models") / "other"))


def french() -> list[str]:
    return [line.source for line in small_lines()]


@pytest.mark.parametrize(
    ("text", "word", "up_to"),
    [
        ("L’avocate a terminé son travail.", "l'", "L’"),
        ("l'avocate a terminé son travail.", "l’", "l'"),
        ("L’avocate a terminé son travail.", "avocate", "L’avocate"),
        ("Le maître d’hôtel a terminé son travail.", "hôtel", "Le maître d’hôtel"),
        ("La personne qui a chanté hier a terminé son travail.", "a", "La personne qui a chanté hier a"),
        ("Son avocate a terminé son travail\u00a0!", "son", "Son avocate a terminé son"),
        ("Son avocate a terminé son travail\u00a0!", "!", "Son avocate a terminé son travail\u00a0!"),
        ("Aujourd’hui, l’avocate a terminé son travail.", "aujourd'hui", "Aujourd’hui"),
    ],
)
def test_a_word_is_found_where_it_ends(
    translator: Translator, other_kind: Translator, text: str, word: str, up_to: str
):
    assert text.startswith(up_to)
    for model in (translator, other_kind):
        (place,) = positions_in(model, text, [word], "here")[1]
        start, end = source_pieces(model, text).spans[place]
        assert start < len(up_to) <= end
        assert up_to.endswith(text[start:end])


def test_a_noun_and_its_determiner_are_found_at_the_end_of_where_they_are_said_to_be(
    translator: Translator, other_kind: Translator
):
    text = "La maîtresse d’hôtel a terminé son travail."
    named = {"det": (0, 2), "noun": (3, len("La maîtresse d’hôtel"))}
    for model in (translator, other_kind):
        ends = [
            source_pieces(model, text).spans[place][1] for place in positions_in(model, text, [*named], "", named)[1]
        ]
        assert ends == [end for _, end in named.values()]


def test_a_word_that_is_not_there_is_one_sentence(translator: Translator):
    with pytest.raises(InputError, match="corpus, line 1: 'vélo' is not among the tokens") as caught:
        sources_of(translator, french(), ["son", "vélo"], "corpus")
    assert "\n" not in str(caught.value)


def test_encoder_states_equal_those_computed_by_hand(translator: Translator):
    found = encoder_states(translator, french(), WORDS, [1, 2])
    hand = by_hand(translator.model)
    for number, text in enumerate(french()):
        ids, places = positions_in(translator, text, WORDS, "here")
        layers = hand.encode(ids)
        for word, place in enumerate(places):
            for layer in (1, 2):
                np.testing.assert_allclose(found[word, layer - 1, number], layers[layer - 1][place], atol=1e-5)


def read(translator: Translator, sources, targets, folder: Path) -> list[np.ndarray]:
    """The arrays that are kept: of each word, of the first target token, and of all target tokens."""
    config = translator.model.config
    depth, width = states_module.depth_of(config)[0], states_module.width_of(config)
    layers = Layers(range(1, depth + 1), range(1, depth + 1))

    def reader(batches):
        for index, batch in reversed(list(enumerate(batches))):
            yield index, read_batch(translator.model, translator.pad_id, layers, batch)

    folder.mkdir()
    columns = write_states(folder, Extraction(layers, WORDS, width, sources, targets), reader, Silent())
    assert read_columns(folder) == columns
    return [np.load(folder / column.vectors) for column in columns]


def check_batching(model: Translator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = sources_of(model, french(), WORDS, "corpus")
    targets = own_targets(model, sources, Journal(tmp_path / "translations.jsonl"), Silent())
    found = []
    for budget in (1, 4096):
        monkeypatch.setattr(states_module, "TOKENS_AT_ONCE", budget)
        found.append(read(model, sources, targets, tmp_path / f"states-{budget}"))
    for alone, together in zip(*found, strict=True):
        np.testing.assert_allclose(alone, together, atol=1e-5)


def test_batch_and_padding_change_nothing(
    translator: Translator, other_kind: Translator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for number, model in enumerate((translator, other_kind)):
        (tmp_path / str(number)).mkdir()
        check_batching(model, tmp_path / str(number), monkeypatch)


def test_decoder_states_are_those_from_which_the_own_translation_is_predicted(translator: Translator, tmp_path: Path):
    """The last layer's state at every place predicts the token that greedy search chose there."""
    sources = sources_of(translator, french(), WORDS, "corpus")
    journal = Journal(tmp_path / "translations.jsonl")
    targets = own_targets(translator, sources, journal, Silent())
    *_, first, every = read(translator, sources, targets, tmp_path / "states")
    start = firsts = 0
    for number, target in enumerate(targets):
        answer = journal.records[str(number)]["ids"]
        vectors = torch.from_numpy(every[-1, start : start + len(target.positions)].copy())
        logits = translator.model.lm_head(vectors) + translator.model.final_logits_bias
        logits[:, translator.tokenizer.pad_token_id] = -torch.inf  # never generated
        chosen = torch.tensor([answer[place + 1] for place in target.positions])
        torch.testing.assert_close(logits.gather(1, chosen[:, None])[:, 0], logits.amax(dim=1))
        assert target.positions[0] == 0
        np.testing.assert_array_equal(first[:, firsts], every[:, start])
        start, firsts = start + len(target.positions), firsts + 1
    assert start == every.shape[1]


def test_translations_are_kept_and_resumed(translator: Translator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    sources = sources_of(translator, french(), WORDS, "corpus")
    path = tmp_path / "translations.jsonl"
    whole = own_targets(translator, sources, Journal(path), Silent())
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:5]) + lines[5][:7])
    assert own_targets(translator, sources, Journal(path), Silent()) == whole
    monkeypatch.setattr(Translator, "generate", lambda *_: pytest.fail("nothing is left to translate"))
    assert own_targets(translator, sources, Journal(path), Silent()) == whole


def test_a_forced_reference_ends_before_the_possessive_and_needs_one_noun(translator: Translator):
    (corpus,) = choose_corpora(ProbeCorpusChoice(limit=200))
    lines = corpus.lines
    assert any(line.shared == 0 for line in lines)
    targets = forced_targets(translator, [line.target for line in lines], [line.shared for line in lines])
    for number, (line, target) in enumerate(zip(lines, targets, strict=True)):
        if line.shared == 0:
            assert target.positions == ()
            continue
        assert target == targets[number ^ 1]
        assert line.target[line.shared :].split()[0] in ("his", "her")
        assert target.positions == tuple(range(len(target.ids)))
        text = translator.tokenizer.decode(target.ids[1:], skip_special_tokens=True)
        assert line.target.lower().startswith(text.lower()[:8])
        assert not {"his", "her"} & set(text.lower().split())


def test_the_random_twin_has_the_same_shape_and_other_weights(translator: Translator):
    before = torch.random.get_rng_state()
    twin, again, other = (random_twin(translator.model, seed) for seed in (0, 0, 1))
    assert torch.equal(before, torch.random.get_rng_state())
    shapes = {name: weight.shape for name, weight in translator.model.state_dict().items()}
    assert {name: weight.shape for name, weight in twin.state_dict().items()} == shapes
    name = "model.encoder.layers.0.self_attn.q_proj.weight"
    trained, drawn, same, third = (model.state_dict()[name] for model in (translator.model, twin, again, other))
    assert torch.equal(drawn, same)
    assert not torch.allclose(drawn, trained)
    assert not torch.allclose(drawn, third)
    assert not twin.training
