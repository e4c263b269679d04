"""Translation systems: pairs in the other gender on both sides, tags from the source alone, and a folder that applies
them by itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.debiasing.debias_run import DebiasResults, Target, debias
from epicene.debiasing.swapped_text import PairSwapper
from epicene.debiasing.translation_systems import Tag
from epicene.models.loading import Placement
from epicene.models.source import locate
from epicene.models.translation import Decoding, describe_translation, language_tags
from epicene.mt.translating.transformers_system import open_model
from epicene.mt.translating.translation_engine import ModelChoice
from epicene.train.train_mt import FineTuning
from power_cut import killed_at
from tiny_translation import tiny_marian, write_lines

PAIRS = [
    ("La boulangère a perdu sa clé.", "The baker has lost her key."),
    ("Le boulanger est fatigué.", "The baker is tired."),
    ("L'artiste a rangé son bureau.", "The artist has tidied her office."),
    ("La gare est fermée.", "The station is closed."),
    ("Le pompier a vendu sa voiture hier.", "The firefighter sold his car yesterday."),
    ("La pianiste a rangé sa chambre.", "The pianist has tidied his bedroom."),
]


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_marian(tmp_path_factory.mktemp("systems") / "before")


def files(folder: Path, pairs: list[tuple[str, str]]) -> dict[str, object]:
    folder.mkdir(exist_ok=True, parents=True)
    sides = zip(("src", "tgt"), zip(*pairs, strict=True), strict=True)
    return {name: write_lines(folder / name, lines) for name, lines in sides}


def made(system: Path, out: Path, by: str, **options: object) -> DebiasResults:
    given = {**files(out.parent / "text", PAIRS * 4), "epochs": 4, "save_every": 1, "rank": 2, **options}
    return debias(Target(str(system), out), by, given, "cpu", 1)


@pytest.mark.parametrize(
    ("french", "english", "counterpart"),
    [
        (*PAIRS[0], ("Le boulanger a perdu sa clé.", "The baker has lost his key.")),
        (*PAIRS[1], ("La boulangère est fatiguée.", "The baker is tired.")),
        (*PAIRS[2], ("L'artiste a rangé son bureau.", "The artist has tidied his office.")),
        ("Elle a vendu sa voiture.", "She has sold her car.", ("Il a vendu sa voiture.", "He has sold his car.")),
        (
            "Le boulanger que cette femme aidait dort.",
            "The baker whom this woman helped sleeps.",
            ("La boulangère que cet homme aidait dort.", "The baker whom this man helped sleeps."),
        ),
        (*PAIRS[3], ""),
        (*PAIRS[5], "disagree"),
        ("Le pompier a vendu sa voiture.", "The firefighter sold her car.", "disagree"),
        ("Paul a vendu sa voiture.", "He sold his car.", "name"),
        ("Son chien dort.", "Her dog sleeps.", "one-side"),
    ],
)
def test_a_pair_is_exchanged_on_both_sides_or_not_at_all(
    french: str, english: str, counterpart: tuple[str, str] | str
) -> None:
    found = PairSwapper(("fr", "en"))((french, english))
    assert (found.pair or found.reason) == counterpart
    turned = PairSwapper(("en", "fr"))((english, french))
    assert (turned.pair or turned.reason) == (counterpart if isinstance(counterpart, str) else counterpart[::-1])


def test_counterfactual_trains_on_both_and_says_what_it_left(system: Path, tmp_path: Path) -> None:
    found = made(system, tmp_path / "after", "counterfactual")
    text = found.text
    assert (text.sentences, text.swapped, text.used) == (24, 16, 36), "4 of 6 have a counterpart, 1 contradicts itself"
    assert [(one.reason, one.n, one.words) for one in text.left] == [("disagree", 4, {"his": 4})]
    assert found.figures["trained"] + found.figures["held_out"] == 36
    assert found.figures["held_out"] <= 2, "a pair in twenty, with its counterpart"
    assert not (tmp_path / "after" / "source_tags.json").exists()


def test_a_tagged_system_tags_by_itself_and_kill_9_changes_no_weight(system: Path, tmp_path: Path) -> None:
    whole = made(system, tmp_path / "whole", "tag")
    assert [whole.figures[name] for name in ("feminine", "masculine", "neutral")] == [8.0, 8.0, 8.0]
    command = ("debias", system, "--by", "tag", "--out", tmp_path / "broken", "--device", "cpu", "--threads", 1)
    files_given = ("--src", tmp_path / "text" / "src", "--tgt", tmp_path / "text" / "tgt")
    killed_at("Training: 70%", *command, *files_given, "--epochs", 4, "--save-every", 1, "--rank", 2)
    assert list((tmp_path / "broken" / "work" / "checkpoints").iterdir())
    assert not (tmp_path / "broken" / "config.json").exists()
    made(system, tmp_path / "broken", "tag")
    names = ("model.safetensors", "source_tags.json", "log.jsonl", "config.json")
    assert all((tmp_path / "broken" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes() for name in names)
    assert not (tmp_path / "broken" / "work").exists()
    opened = open_model(ModelChoice(str(tmp_path / "whole")), "fr", "en", Placement("cpu", threads=1), Decoding(1))
    told = [opened.marks.before(source) for source, _ in PAIRS]
    assert told == ["F ", "M ", "N ", "N ", "M ", "F "]
    with pytest.raises(InputError, match="whole has tags already; name the system that it was made from"):
        made(tmp_path / "whole", tmp_path / "again", "tag")


def test_no_target_ever_changes_a_tag(system: Path, tmp_path: Path) -> None:
    description = describe_translation(locate(str(system)))
    tags = Tag.of(files(tmp_path, PAIRS)).tags
    tuning = FineTuning(description, replace(language_tags(description, "fr", "en"), tags=tags), PAIRS, PAIRS)
    sources, targets = zip(*PAIRS, strict=True)
    exchanged = [target.replace("his", "x").replace("her", "his").replace("x", "her") for target in targets]
    assert exchanged != list(targets)
    assert tuning.encode(sources, targets)[0] == tuning.encode(sources, exchanged)[0]
    untagged = replace(tuning, marks=replace(tuning.marks, tags=None))
    assert tuning.encode(sources, targets)[0] != untagged.encode(sources, targets)[0]


THINGS = [("La gare est fermée.", "The station is closed.")] * 3
BENCHMARK = [("Le pompier a terminé son travail.", "The firefighter has finished his work.")]


@pytest.mark.parametrize(
    ("by", "pairs", "options", "said"),
    [
        ("counterfactual", THINGS, {}, "no pair in which a word for people"),
        ("tag", THINGS, {}, "there is nothing to tag"),
        ("counterfactual", PAIRS, {"target": "de"}, "There is no grammar for 'de'"),
        ("tag", PAIRS, {"source": "de"}, "There is no grammar for 'de'"),
        ("tag", PAIRS, {"text": ()}, "--text does not go with --by tag"),
        ("tag", PAIRS, {"names": True}, "--names does not go with --by tag"),
        ("tag", [*PAIRS, *BENCHMARK], {}, "src, line 7, is a sentence of the benchmark mt-occupations (base)"),
        ("counterfactual", PAIRS, {"tgt": Path("nowhere")}, "nowhere does not exist"),
        ("counterfactual", PAIRS, {"full": True, "rank": 4}, "--rank is LoRA's"),
    ],
)
def test_what_cannot_be_is_refused_before_the_model_is_fetched(
    by: str,
    pairs: list[tuple[str, str]],
    options: dict[str, object],
    said: str,
    system: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("epicene.debiasing.debias_run.locate")  # nothing of the model is looked for
    with pytest.raises(InputError) as refused:
        debias(Target(str(system), tmp_path / "out"), by, {**files(tmp_path / "text", pairs), **options})
    assert said in str(refused.value)
    assert not (tmp_path / "out").exists()
