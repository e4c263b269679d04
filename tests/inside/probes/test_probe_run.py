"""The whole of `mt probe` on a small model: states once, controls computed, resuming to the bit."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from epicene.core.errors import InputError
from epicene.core.progress import Silent
from epicene.inside.probes.hidden_states import encoder_states, random_twin
from epicene.inside.probes.linear_probe import ProbeLines, ProbeSettings, mean_over_splits, probe
from epicene.inside.probes.probe_corpora import ProbeCorpus, ProbeCorpusChoice, choose_corpora
from epicene.inside.probes.probe_run import ProbeRequest, probe_model
from epicene.models.loading import Placement
from epicene.models.translation import Decoding
from epicene.mt.translating.translation_engine import ModelChoice
from inside.small_marian import opened, two_layer_marian

SETTINGS = ProbeSettings(repetitions=2, strength=10)  # so few lines leave nothing at 0.1
CHOICE = ProbeCorpusChoice(limit=24, manipulations=["complement-feminine", "chaque"])
FEW = ProbeCorpusChoice(limit=24, at=["son"], manipulations=["chaque"])  # where one word shows what all do
BASE = ProbeCorpusChoice(limit=24, at=["son"])


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return two_layer_marian(tmp_path_factory.mktemp("models") / "two-layer")


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One cache for the module, so that states are computed once here too."""
    folder = tmp_path_factory.getbasetemp() / "probing-cache"
    monkeypatch.setenv("EPICENE_CACHE", str(folder))
    return folder


@pytest.fixture(scope="module")
def whole(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of every word and of two manipulations."""
    return finished(request(model, tmp_path_factory.mktemp("probing") / "whole"), tmp_path_factory)


@pytest.fixture(scope="module")
def few(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The finished run that most tests compare with."""
    return finished(request(model, tmp_path_factory.mktemp("probing") / "few", corpora=FEW), tmp_path_factory)


def notices(document: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The values of the notices of this name."""
    codes = document["notice_codes"]
    return [notice["values"] for notice in codes if notice["code"] == f"probe.notice.{name}"]


def finished(asked: ProbeRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EPICENE_CACHE", str(tmp_path_factory.getbasetemp() / "probing-cache"))
        return probe_model(asked)


@pytest.fixture
def exact(cache: Path, double_precision: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For what is computed again in other batches; such states are no other test's."""
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))


def request(model: Path, out: Path, **changes: object) -> ProbeRequest:
    plain = ProbeRequest(
        ModelChoice(str(model)),
        CHOICE,
        SETTINGS,
        placement=Placement("cpu", threads=1),
        decoding=Decoding(1, 8),
        out=out,
    )
    return replace(plain, **changes)


def results(folder: Path) -> dict:
    return json.loads((folder / "results.json").read_text(encoding="utf-8"))


def cell(document: dict, corpus: str, side: str, layer: int, token: str) -> dict:
    (found,) = (
        one
        for one in document["cells"]
        if (one["corpus"], one["side"], one["layer"], one["token"]) == (corpus, side, layer, token)
    )
    return found


def test_every_cell_comes_with_its_controls(whole: Path):
    document = results(whole)
    places = [(one["corpus"], one["side"], one["layer"], one["token"]) for one in document["cells"]]
    words = ("a", "terminé", "son", "travail", ".", "eos")
    grid = {("base", "encoder", layer, word) for layer in (1, 2) for word in words}
    grid |= {("base", "decoder", layer, token) for layer in (1, 2) for token in ("the", "all")}
    grid |= {(name, "encoder", layer, word) for name in CHOICE.manipulations for layer in (1, 2) for word in words}
    assert set(places) == grid
    assert len(places) == len(grid)
    for one in document["cells"]:
        assert one["n_examples"] >= 48 if one["token"] == "all" else one["n_examples"] == 48
        left = one["accuracy"]["value"] - one["random_weights"]["value"]
        assert one["difference"]["value"] == pytest.approx(left, abs=1e-9)
        assert 0 <= one["random_labels"]["low"] <= one["random_labels"]["value"] <= one["random_labels"]["high"] <= 100
    groups = {(e["task"], e["group"], e["metric"]) for e in document["estimates"]}
    assert ("base", "encoder 2 son", "probe_random_weights") in groups
    assert all("mt-probe@" in e["signature"] for e in document["estimates"])


@pytest.mark.usefixtures("exact")
def test_both_columns_of_the_table_are_probed_on_the_right_states(model: Path, tmp_path: Path):
    """Own and random weights, computed here again without the grid, its files and its workers."""
    document = results(probe_model(request(model, tmp_path / "run", corpora=BASE)))
    translator = opened(model)
    (corpus,) = choose_corpora(BASE)
    french = [line.source for line in corpus.lines]
    lines = ProbeLines.of([line.feminine for line in corpus.lines], [line.occupation for line in corpus.lines])
    found = cell(document, "base", "encoder", 2, "son")
    own, random = probe(encoder_states(translator, french, ["son"], [2])[0, 0], np.arange(len(french)), lines, SETTINGS)
    assert found["accuracy"]["value"] == mean_over_splits(own.all).value
    assert found["random_labels"]["value"] == mean_over_splits(random.all).value
    translator.model = random_twin(translator.model, SETTINGS.seed)
    vectors = encoder_states(translator, french, ["son"], [2])[0, 0]
    twin, _ = probe(vectors, np.arange(len(french)), lines, SETTINGS)
    assert found["random_weights"]["value"] == mean_over_splits(twin.all).value
    assert found["random_weights"] != found["accuracy"]


class StopsAfter(Silent):
    """What a kill does, in a test: nothing is cleaned up after the third cell."""

    def __init__(self, cells: int) -> None:
        self.left, self.probing = cells, False

    def start(self, label: str, total: int, done: int = 0) -> None:
        self.probing = label.startswith("Probing")

    def advance(self, units: int) -> None:
        if self.probing:
            self.left -= units
            if self.left < 0:
                raise KeyboardInterrupt


def test_resuming_gives_the_same_numbers_to_the_bit(model: Path, few: Path, tmp_path: Path):
    with pytest.raises(KeyboardInterrupt):
        probe_model(request(model, tmp_path / "broken", corpora=FEW), StopsAfter(3))
    journal = tmp_path / "broken" / "cells.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    assert len(lines) == 4
    journal.write_bytes(b"".join(lines[:3]) + lines[3][:100])
    probe_model(request(model, tmp_path / "broken", corpora=FEW))
    assert (tmp_path / "broken" / "results.json").read_bytes() == (few / "results.json").read_bytes()


def test_two_workers_give_the_numbers_of_one(model: Path, few: Path, tmp_path: Path):
    two = probe_model(request(model, tmp_path / "two", corpora=FEW, placement=Placement("cpu", threads=2)))
    assert (few / "results.json").read_bytes() == (two / "results.json").read_bytes()


def test_states_are_computed_once_for_all_runs(model: Path, few: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        "epicene.mt.translating.transformers_system.load_translator", lambda *_: pytest.fail("the states are on disk")
    )
    asked = request(model, tmp_path / "plain", corpora=FEW, settings=replace(SETTINGS, split="plain"))
    plain, grouped = probe_model(asked), results(few)
    assert results(plain)["cells"] != grouped["cells"]
    first = cell(results(plain), "base", "decoder", 1, "all")  # tokens of one noun stay together in both
    assert first["accuracy"] == cell(grouped, "base", "decoder", 1, "all")["accuracy"]


def test_another_tokenizer_has_states_of_its_own(model: Path, tmp_path: Path, cache: Path):
    """The same weights: only what cuts a line into tokens has changed."""
    changing = tmp_path / "changing"
    shutil.copytree(model, changing)
    probe_model(request(changing, tmp_path / "run", corpora=BASE))
    before = set((cache / "states").iterdir())
    (vocabulary,) = changing.glob("vocab.json")
    pieces = json.loads(vocabulary.read_text(encoding="utf-8"))
    pieces["▁son"], pieces["▁a"] = pieces["▁a"], pieces["▁son"]
    vocabulary.write_text(json.dumps(pieces), encoding="utf-8")
    with pytest.raises(InputError, match=r"\(system: "):
        probe_model(request(changing, tmp_path / "run", corpora=BASE))
    probe_model(request(changing, tmp_path / "other", corpora=BASE))
    assert len(set((cache / "states").iterdir()) - before) == 3  # own and random weights, and the translations


def test_cells_in_which_a_probe_only_guesses_are_told(model: Path, whole: Path, tmp_path: Path):
    settings = ProbeSettings(repetitions=3, strength=1e-4)
    document = results(probe_model(request(model, tmp_path / "run", corpora=FEW, settings=settings)))
    n = len(document["cells"])
    assert {"n": n, "total": n} in notices(document, "unused")
    for one in document["cells"]:
        assert (one["unused"], one["unused_random_weights"]) == (3, 3)
        assert one["guessed"] == ["accuracy", "random_weights", "difference"]
    document = results(whole)
    assert {one["unused"] for one in document["cells"]} == {0}
    guessed = [one for one in document["cells"] if "guessed" in one]
    assert all(one["unused_random_weights"] for one in guessed)  # random weights alone may leave nothing to learn
    assert all((one["side"], one["guessed"]) == ("decoder", ["random_weights", "difference"]) for one in guessed)
    total = len(document["cells"])
    assert notices(document, "unused") == ([{"n": len(guessed), "total": total}] if guessed else [])


OWN = """
[young]
french = "Ce matin, {un} jeune {noun} a réparé son vélo."
english = "This morning, a young {noun} has repaired {poss} bicycle."
[many]
french = "{Det} {noun} sont là."
english = "The {noun} are here."
number = "plural"
[bare]
french = "{noun} de métier, {pron} a terminé son travail."
english = "A {noun} by trade, {pron} has finished {poss} work."
"""


def test_where_the_noun_and_the_determiner_stand(tmp_path: Path):
    lexicon = tmp_path / "nouns.tsv"
    rows = ["masculine feminine class english english_feminine variants".replace(" ", "\t")]
    rows += ["avocat\tavocate\tmarked\tlawyer\t\t", "maître d’hôtel\tmaîtresse d’hôtel\tmarked\tsteward\t\t"]
    lexicon.write_text("\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")

    def found(corpus: ProbeCorpus, line: int) -> dict[str, str]:
        return {name: corpus.lines[line].source[slice(*place)] for name, place in corpus.lines[line].named.items()}

    base, chaque = choose_corpora(ProbeCorpusChoice(lexicon=lexicon, manipulations=["chaque"]))
    assert found(base, 0) == {"noun": "avocat", "det": "L'"}
    assert found(base, 3) == {"noun": "maîtresse d'hôtel", "det": "La"}
    assert found(chaque, 1) == {"noun": "avocate", "det": "Chaque"}
    young, many, bare = choose_corpora(ProbeCorpusChoice(template=tmp_path / "own.toml", lexicon=lexicon))
    assert found(young, 0) == {"noun": "avocat", "det": "un"}
    assert found(young, 3) == {"noun": "maîtresse d'hôtel", "det": "une"}
    assert found(many, 3) == {"noun": "maîtresses d'hôtel", "det": "Les"}
    assert found(bare, 1) == {"noun": "avocate"}
    with pytest.raises(InputError, match="bare, line 1: no determiner before the noun was found in « avocat de métier"):
        choose_corpora(ProbeCorpusChoice(template=tmp_path / "own.toml", lexicon=lexicon, at=["det"]))


def test_own_sentences_with_the_name_of_a_manipulation_are_refused(tmp_path: Path):
    own = tmp_path / "own.toml"
    own.write_text(OWN.replace("young", "chaque"), encoding="utf-8")
    with pytest.raises(InputError, match="Your own sentences 'chaque' have a manipulation's name"):
        choose_corpora(ProbeCorpusChoice(template=own, manipulations=["chaque"]))
    assert [corpus.name for corpus in choose_corpora(ProbeCorpusChoice(template=own))] == ["chaque", "many", "bare"]


def test_a_forced_reference_leaves_out_pairs_with_two_english_nouns(model: Path, tmp_path: Path):
    choice = ProbeCorpusChoice(limit=90, at=["son"])
    document = results(probe_model(request(model, tmp_path / "run", corpora=choice, forced=True)))
    (corpus,) = choose_corpora(choice)
    one_noun = sum(line.shared > 0 for line in corpus.lines)
    assert 0 < one_noun < 180
    assert cell(document, "base", "decoder", 1, "the")["n_examples"] == one_noun
    assert cell(document, "base", "encoder", 1, "son")["n_examples"] == 180
    assert {"corpus": "base", "n": 180 - one_noun, "total": 180} in notices(document, "two-nouns")


def test_the_ceiling_counts_pairs_with_one_sentence(model: Path, tmp_path: Path):
    lexicon = tmp_path / "nouns.tsv"
    rows = ["masculine feminine class english english_feminine variants".replace(" ", "\t")]
    rows += ["artiste\tartiste\tepicene\tartist\t\t", "boulanger\tboulangère\tmarked\tbaker\t\t"]
    rows += ["dentiste\tdentiste\tepicene\tdentist\t\t", "avocat\tavocate\tmarked\tlawyer\t\t"]
    lexicon.write_text("\n".join(rows) + "\n", encoding="utf-8")
    base, chaque = choose_corpora(ProbeCorpusChoice(lexicon=lexicon, manipulations=["chaque"]))
    assert base.ceiling() == 87.5  # l'artiste alone
    assert chaque.ceiling() == 75.0
    assert (base.published_as(), chaque.published_as()) == ("base", "chaque")


def test_a_published_corpus_reaches_the_ceiling_the_study_gives(shared: Path):
    """136 of 1,697 pairs cannot be told apart: 96 %."""
    files = [shared / "data/mt_metiers" / f"x_a_fini.{suffix}" for suffix in ("fra", "eng")]
    (corpus,) = choose_corpora(ProbeCorpusChoice(source=files[0], reference=files[1]))
    assert sum(not line.marked for line in corpus.lines) == 2 * 136
    assert corpus.ceiling() == pytest.approx(96.0, abs=0.05)
    assert corpus.published_as() == "base"
