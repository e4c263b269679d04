"""Systems that give lines for lines: Apertium as a program, CTranslate2 and Firefox models through their packages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from inspect import signature
from pathlib import Path
from types import SimpleNamespace

import pytest

from command import epicene
from epicene.core.errors import EpiceneError, InputError
from epicene.models.engines.local import Local
from epicene.models.loading import Placement
from epicene.models.translation import Decoding
from epicene.mt.translating import apertium
from epicene.mt.translating.apertium import open_apertium
from epicene.mt.translating.open_system import open_system
from epicene.mt.translating.translate_file import CountedSystem, TranslationRequest, translate
from epicene.mt.translating.translation_engine import ModelChoice, engine_for
from epicene.report.progress_bar import Bar
from tiny_translation import SOURCE_LINES, tiny_t5, write_lines

needs_apertium = pytest.mark.skipif(
    shutil.which("apertium") is None, reason="Apertium is not installed (apt-get install apertium apertium-fra-cat …)"
)
GENDERS = ("feminine", "masculine")
NOUNS = [("baker", "boulangère", "boulanger"), ("nurse", "infirmière", "infirmier"), ("lawyer", "avocate", "avocat")]
LINES = ["La boulangère a terminé son travail.", "Le boulanger a terminé son travail."]


def opened(spec: str, languages: tuple[str, str] = ("fr", "en"), prefix: str | None = None) -> CountedSystem:
    return open_system(
        ModelChoice(spec, prefix=prefix), None, languages, Placement("cpu", threads=1), Decoding(1, 12), Local()
    )


def through(system: CountedSystem, tmp_path: Path, lines: list[str]) -> list[str]:
    source = write_lines(tmp_path / "source", lines)
    translate(TranslationRequest(source, tmp_path / "out", "fr", "en"), system)
    return (tmp_path / "out").read_text().splitlines()


@needs_apertium
def test_apertium_translates_both_ways_and_makes_every_possessive_his(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "corpus.fr", LINES)
    call = ("mt", "translate", "apertium:fr-en", "--in", source, "--out", "out.en", "--json")
    made = json.loads(epicene(*call, cwd=tmp_path).stdout)
    assert made["question"]["system"]["command"] == "apertium -u fra-cat | apertium -u cat-eng"
    assert [made["question"][key] for key in ("from", "to")] == ["fr", "en"]
    assert (tmp_path / "out.en").read_text().splitlines() == ["The baker has ended his work."] * 2
    back = write_lines(tmp_path / "corpus.en", ["The baker has finished her work."])
    epicene("mt", "translate", "apertium:en-fr", "--in", back, "--out", "out.fr", cwd=tmp_path)
    assert (tmp_path / "out.fr").read_text() == "Le boulanger a fini son travail.\n"


@needs_apertium
def test_a_resumed_apertium_reads_the_whole_text_again(tmp_path: Path) -> None:
    """What it makes of a line may hang on those before."""
    system = open_apertium("fr-en")
    system.command = f"tee -a {tmp_path / 'read'}"
    system.check(LINES, tmp_path / "source")
    assert [numbered for batch in system.translate([(1, LINES[1])]) for numbered in batch] == [(1, LINES[1])]
    assert (tmp_path / "read").read_text().splitlines() == LINES


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every test of a named system is asked here, where its translations are kept."""
    return tmp_path_factory.mktemp("judged")


def figures(folder: Path, *call: object) -> dict[tuple[str, str], float]:
    done = epicene("mt", *call, "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    return {(one["metric"], one["group"]): round(one["value"], 1) for one in json.loads(done.stdout)["estimates"]}


@needs_apertium
def test_without_a_system_and_without_files_apertium_is_judged_and_always_says_his(judged: Path) -> None:
    """The bundled occupations whole: the figures that docs/translation.md begins with."""
    found = figures(judged, "judge")
    assert found["pronoun_correct", "feminine marked"] == 0
    assert found["pronoun_correct", "masculine marked"] == 100
    assert found["ambiguity_kept", "all"] == 0


@needs_apertium
def test_apertium_into_french_has_the_determiners_that_were_measured_elsewhere(judged: Path) -> None:
    found = figures(judged, "judge", "apertium:en-fr")
    assert found["determiner_correct", "feminine"] == 20.8
    assert found["determiner_correct", "masculine"] == 79.1


@needs_apertium
def test_apertium_makes_of_mt_geneval_what_it_made_elsewhere(shared: Path, tmp_path: Path) -> None:
    """The figures of the whole set are those of tests/mt/gender_sets/test_set_gold.py, from these translations."""
    folder = shared / "data" / "mt_geneval"
    lines = (folder / "feminine-dev.en").read_text(encoding="utf-8").splitlines()[:40]
    source = write_lines(tmp_path / "feminine.en", lines)
    epicene("mt", "translate", "apertium:en-fr", "--in", source, "--out", "out.fr", cwd=tmp_path)
    before = (folder / "apertium-feminine-dev.fr").read_text(encoding="utf-8").splitlines()[:40]
    assert (tmp_path / "out.fr").read_text(encoding="utf-8").splitlines() == before


@needs_apertium
def test_winomt_and_sets_take_a_system_that_translates_now(judged: Path) -> None:
    english = ["The baker told the nurse that she was late.", "The baker told the nurse that he was late."]
    rows = [f"{gender}\t1\t{line}\tbaker" for gender, line in zip(("female", "male"), english, strict=True)]
    write_lines(judged / "items.txt", rows)
    found = figures(judged, "winomt", "apertium:en-fr", "--items", "items.txt")
    assert found["accuracy", "all"] == 50, "le boulanger, whoever is late"
    table = ["source\tfeminine\tmasculine"]
    table += [
        f"The {noun} is here.\tLa {feminine} est là.\tLe {masculine} est là." for noun, feminine, masculine in NOUNS
    ]
    write_lines(judged / "table.tsv", table)
    shares = figures(judged, "judge", "apertium:en-fr", "--on", "own=table.tsv")
    assert (shares["masculine_share", "all"], shares["feminine_share", "all"]) == (66.7, 33.3), "a nurse is infirmière"
    for gender, pronoun in (("feminine", "She"), ("masculine", "He")):
        column = 1 if gender == "feminine" else 2
        write_lines(judged / f"{gender}.en", [f"{pronoun} is the {nouns[0]}." for nouns in NOUNS])
        forms = [f"{'Elle est la' if column == 1 else 'Il est le'} {nouns[column]}." for nouns in NOUNS]
        write_lines(judged / f"{gender}.fr", forms)
    files = [
        (f"--{name}-{gender}", f"{gender}.{code}")
        for name, code in (("ref", "fr"), ("source", "en"))
        for gender in GENDERS
    ]
    options = [part for pair in files for part in pair]
    pairs = figures(judged, "judge", "apertium:en-fr", "--on", "mt-geneval", *options)
    assert {"feminine_correct", "masculine_correct", "both_correct"} <= {metric for metric, _ in pairs}


@needs_apertium
def test_a_study_takes_apertium_for_what_it_can_do(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(
        'title = "Rules"\n[options]\nlimit = 5\n[[systems]]\nname = "rules"\nmodel = "apertium:fr-en"\n'
    )
    done = epicene("study", "study.toml", "--out", "study", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    steps = json.loads((tmp_path / "study" / "study.json").read_text())
    assert [step["step"] for step in steps["steps"]] == ["judge"]
    assert steps["failures"] == []


@pytest.mark.parametrize("command", ["audit", "probe", "intervene"])
@pytest.mark.parametrize("spec", ["apertium:fr-en", "firefox:fren"])
def test_what_has_to_look_inside_refuses_a_system_without_weights(command: str, spec: str, tmp_path: Path) -> None:
    done = epicene("mt", command, spec, cwd=tmp_path)
    assert done.returncode == 2
    assert f"epicene mt judge {spec}" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("spec", "options", "expected"),
    [
        ("apertium:fr-de", ("--from", "fr", "--to", "de"), "epicene calls apertium:fr-en and apertium:en-fr"),
        ("apertium:fr-en", ("--from", "en"), "translates from fr to en, so --from en does not fit"),
        ("apertium:fr-en", ("--prefix", "x"), "--prefix changes nothing for apertium:fr-en"),
        ("firefox:nowhere", ("--from", "fr", "--to", "en"), "there is no such folder"),
        ("some/model", (), "Say which languages"),
    ],
)
def test_what_a_system_cannot_do_is_said_at_once(
    spec: str, options: tuple[str, ...], expected: str, tmp_path: Path
) -> None:
    source = write_lines(tmp_path / "corpus.fr", LINES)
    done = epicene("mt", "translate", spec, *options, "--in", source, "--out", "out.en", cwd=tmp_path)
    assert done.returncode == 2
    assert expected in " ".join(done.stderr.split())


@needs_apertium
def test_words_do_not_move_between_lines_that_no_mark_ends(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "a.en", ["the guitar", "red", "He sleeps.", 'She said: "It is red."'])
    system = open_apertium("en-fr")
    translate(TranslationRequest(source, tmp_path / "a.fr", "en", "fr"), system)
    found = (tmp_path / "a.fr").read_text(encoding="utf-8").splitlines()
    assert found[:2] == ["la guitare", "rouge"]
    assert found[2].endswith("."), "its own mark stays"
    assert not found[3].endswith(".")


def test_a_missing_apertium_is_one_sentence_for_whoever_may_not_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apertium, "APERTIUM_DATA", tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(EpiceneError, match="sudo apt-get install apertium apertium-fra-cat apertium-eng-cat"):
        open_apertium("fr-en")


@pytest.mark.parametrize("stdin", [None, SimpleNamespace(isatty=lambda: False)])
def test_where_apt_get_may_it_is_called_quietly_and_never_unannounced(
    stdin: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called = []

    def run(command: list[str], **options: object) -> SimpleNamespace:
        called.append(command)
        assert options["stdin"] == subprocess.DEVNULL, "a question would wait for an answer"
        (tmp_path / "modes").mkdir(exist_ok=True)
        for mode in ("fra-cat", "cat-eng"):
            (tmp_path / "modes" / f"{mode}.mode").touch()
        return SimpleNamespace(returncode=0, stderr="")

    monkeypatch.setattr(apertium, "APERTIUM_DATA", tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(apertium.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(apertium.subprocess, "run", run)
    monkeypatch.setattr(sys, "stdin", stdin)
    with pytest.raises(EpiceneError, match="apt-get install apertium"):
        open_apertium("fr-en")
    assert not called, "nobody was told"
    with Bar():
        open_apertium("fr-en")
    assert "apt-get install apertium" in " ".join(capsys.readouterr().err.split())
    assert [command[:2] for command in called] == [["apt-get", "update"], ["apt-get", "install"]]


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny T5 as CTranslate2's own converter writes it, with its tokenizer."""
    converters = pytest.importorskip("ctranslate2.converters", reason="ctranslate2 is not installed")
    folder = tmp_path_factory.mktemp("ct2")
    model = tiny_t5(folder / "t5")
    files = [path.name for path in model.iterdir() if path.name.startswith("tokenizer")]
    converters.TransformersConverter(str(model), copy_files=files).convert(str(folder / "converted"))
    return folder / "converted"


def test_a_ctranslate2_folder_is_a_system_and_resumes_the_same(converted: Path, tmp_path: Path) -> None:
    assert engine_for(str(converted)).name == "ctranslate2"
    system = opened(str(converted))
    assert {"beams", "ctranslate2", "weights"} <= set(system.facts)
    assert system.facts["prefix"] == "translate French to English: "
    whole = through(system, tmp_path, SOURCE_LINES)
    assert len(whole) == len(SOURCE_LINES)
    assert any(whole)
    again = opened(str(converted))
    again.check(SOURCE_LINES, tmp_path)
    assert list(again.translate([(2, SOURCE_LINES[2])])) == [[(2, whole[2])]]


def test_a_ctranslate2_folder_says_what_it_lacks(converted: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    (bare / "model.bin").write_bytes((converted / "model.bin").read_bytes())
    with pytest.raises(InputError, match=r"no tokenizer beside model\.bin"):
        opened(str(bare))
    with pytest.raises(InputError, match="There is no language 'xq'"):
        opened(str(converted), ("xq", "en"))


def test_a_ctranslate2_folder_has_nothing_to_look_into(converted: Path, tmp_path: Path) -> None:
    done = epicene("mt", "intervene", converted, cwd=tmp_path)
    assert done.returncode == 2
    assert "is a model for CTranslate2" in " ".join(done.stderr.split())


class StandIn:
    """The interface of fxtranslate.Translator; no Firefox model can be made here."""

    def __init__(self, model: bytes, src_vocab: bytes, trg_vocab: bytes, shortlist: bytes | None = None) -> None:
        assert (model, src_vocab, trg_vocab, shortlist) == (b"model", b"vocab", b"vocab", None)

    def translate_long(self, text: str) -> str:
        return text.upper() + "\n"


def test_a_firefox_folder_goes_through_fxtranslate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "fren"
    folder.mkdir()
    (folder / "model.fren.intgemm.alphas.bin").write_bytes(b"model")
    with pytest.raises(InputError, match="no vocabulary"):
        opened(f"firefox:{folder}")
    (folder / "vocab.fren.spm").write_bytes(b"vocab")
    monkeypatch.setitem(sys.modules, "fxtranslate", SimpleNamespace(Translator=StandIn))
    monkeypatch.setattr("epicene.mt.translating.firefox.version", lambda name: "0.5.0")
    with pytest.raises(InputError, match="translates from fr to en, not from en to fr"):
        opened(f"firefox:{folder}", ("en", "fr"))
    assert through(opened(f"firefox:{folder}"), tmp_path, LINES) == [line.upper() for line in LINES]


def test_the_real_fxtranslate_takes_what_is_given_and_a_damaged_model_is_one_sentence(tmp_path: Path) -> None:
    real = pytest.importorskip("fxtranslate", reason="the package fxtranslate is not installed")
    assert list(signature(real.Translator).parameters) == list(signature(StandIn).parameters)
    assert callable(real.Translator.translate_long)
    folder = tmp_path / "fren"
    folder.mkdir()
    for name in ("model.fren.intgemm.alphas.bin", "vocab.fren.spm"):
        (folder / name).write_bytes(b"no model")
    with pytest.raises(InputError, match=r"fxtranslate cannot load .*; fetch the model again"):
        through(opened(f"firefox:{folder}"), tmp_path, LINES)


def test_a_missing_package_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "fren"
    folder.mkdir()
    for name in ("model.fren.bin", "vocab.fren.spm"):
        (folder / name).write_bytes(b"x")
    monkeypatch.setitem(sys.modules, "fxtranslate", None)
    with pytest.raises(EpiceneError, match=r"pip install 'epicene\[firefox\]'"):
        opened(f"firefox:{folder}")
