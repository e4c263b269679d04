"""Systems that give lines for lines: Apertium as a program, CTranslate2 models through their package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from command import epicene
from epicene.core.errors import EpiceneError, InputError
from epicene.models.engines.local import Local
from epicene.models.loading import Placement
from epicene.models.translation import Decoding
from epicene.mt.translating import apertium
from epicene.mt.translating.apertium import open_apertium
from epicene.mt.translating.ctranslate2 import _cutter
from epicene.mt.translating.translate_file import CountedSystem, TranslationRequest, translate
from epicene.mt.translating.translate_to_judge import translated_by
from epicene.mt.translating.translation_engine import ModelChoice, engine_for, open_system
from epicene.report.progress_bar import Bar
from tiny import tiny_encoder_decoder
from tiny_translation import SOURCE_LINES, tiny_marian, tiny_t5, write_lines

needs_apertium = pytest.mark.skipif(
    shutil.which("apertium") is None, reason="Apertium is not installed (apt-get install apertium apertium-fra-cat …)"
)
GENDERS = ("feminine", "masculine")
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
    made = json.loads(
        epicene("mt", "translate", "apertium:fr-en", "--in", source, "--out", "out.en", "--json", cwd=tmp_path).stdout
    )
    assert made["question"]["system"]["command"] == "apertium -u fra-cat | apertium -u cat-eng"
    assert [made["question"][key] for key in ("from", "to")] == ["fr", "en"]
    assert (tmp_path / "out.en").read_text().splitlines() == ["The baker has ended his work."] * 2
    call = ("mt", "translate", "apertium:en-fr", "--in", "out.en", "--out", "out.fr")
    done = epicene(*call, cwd=tmp_path, LANG="fr_XX.UTF-8")  # a locale that no machine has, of which lt-proc would die
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.fr").read_text().startswith("Le boulanger a ")


@needs_apertium
def test_a_resumed_apertium_reads_the_whole_text_again(tmp_path: Path) -> None:
    """What it makes of a line may hang on those before."""
    system = open_apertium("fr-en")
    system.command = f"tee -a {tmp_path / 'read'}"
    system.check(LINES, tmp_path / "source")
    assert [numbered for batch in system.translate([(1, LINES[1])]) for numbered in batch] == [(1, LINES[1])]
    assert (tmp_path / "read").read_text().splitlines() == LINES


def figures(folder: Path, *call: object) -> dict[tuple[str, str], float]:
    done = epicene("mt", *call, "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    return {(one["metric"], one["group"]): round(one["value"], 1) for one in json.loads(done.stdout)["estimates"]}


@needs_apertium
def test_winomt_and_sets_take_a_system_that_translates_now(tmp_path: Path) -> None:
    english = ["The baker told the nurse that she was late.", "The baker told the nurse that he was late."]
    rows = [f"{gender}\t1\t{line}\tbaker" for gender, line in zip(("female", "male"), english, strict=True)]
    write_lines(tmp_path / "items.txt", rows)
    assert figures(tmp_path, "winomt", "apertium:en-fr", "--items", "items.txt")["accuracy", "all"] == 50
    nouns = [
        ("baker", "boulangère", "boulanger"),
        ("nurse", "infirmière", "infirmier"),
        ("lawyer", "avocate", "avocat"),
    ]
    rows = [f"The {noun} is here.\tLa {woman} est là.\tLe {man} est là." for noun, woman, man in nouns]
    write_lines(tmp_path / "table.tsv", ["source\tfeminine\tmasculine", *rows])
    shares = figures(tmp_path, "judge", "apertium:en-fr", "--on", "own=table.tsv")
    assert [shares[f"{gender}_share", "all"] for gender in GENDERS] == [33.3, 66.7], "a nurse is infirmière"
    for index, (gender, pronoun, start) in enumerate(
        zip(GENDERS, ("She", "He"), ("Elle est la", "Il est le"), strict=True), start=1
    ):
        write_lines(tmp_path / f"{gender}.en", [f"{pronoun} is the {noun[0]}." for noun in nouns])
        write_lines(tmp_path / f"{gender}.fr", [f"{start} {noun[index]}." for noun in nouns])
    files = [
        part
        for name, code in (("ref", "fr"), ("source", "en"))
        for gender in GENDERS
        for part in (f"--{name}-{gender}", f"{gender}.{code}")
    ]
    pairs = figures(tmp_path, "judge", "apertium:en-fr", "--on", "mt-geneval", *files)
    assert [pairs[f"{which}_correct", "all"] for which in (*GENDERS, "both")] == [66.7, 66.7, 33.3]


@pytest.mark.parametrize(
    ("spec", "options", "named"),
    [
        ("apertium:fr-de", ("--from", "fr", "--to", "de"), "apertium:en-fr"),
        ("apertium:fr-en", ("--from", "en"), "--from en"),
        ("apertium:fr-en", ("--prefix", "x"), "--prefix"),
        ("apertium:fr-en", ("--beam", "3"), "--beam"),
        ("some/model", (), "--from"),
    ],
)
def test_what_a_system_cannot_do_is_said_at_once(
    spec: str, options: tuple[str, ...], named: str, tmp_path: Path
) -> None:
    write_lines(tmp_path / "corpus.fr", LINES)
    assert named in refusal(tmp_path, "translate", spec, *options, "--in", "corpus.fr", "--out", "out.en")


@needs_apertium
def test_words_do_not_move_between_lines_that_no_mark_ends(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "a.en", ["the guitar", "red", "He sleeps.", 'She said: "It is red."'])
    system = open_apertium("en-fr")
    translate(TranslationRequest(source, tmp_path / "a.fr", "en", "fr"), system)
    found = (tmp_path / "a.fr").read_text(encoding="utf-8").splitlines()
    assert found[:2] == ["la guitare", "rouge"]
    assert found[2].endswith("."), "its own mark stays"
    assert not found[3].endswith(".")


def test_a_missing_apertium_is_one_sentence_and_nothing_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For root too, who could."""
    called: list[object] = []
    monkeypatch.setattr(apertium, "APERTIUM_DATA", tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(subprocess, "Popen", lambda *command, **_: called.append(command))
    with (
        Bar(),
        pytest.raises(EpiceneError, match="sudo apt-get install apertium apertium-fra-cat apertium-eng-cat"),
    ):
        open_apertium("fr-en")
    assert not called


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


def test_pieces_are_read_where_the_tokenizer_names_no_class(tmp_path: Path) -> None:
    """As in OPUS-MT models: transformers finds the class by the model's configuration, which CTranslate2 replaced."""
    model = tiny_marian(tmp_path / "marian")
    cutters = []
    for config in ("", '{"source_lang": "fr", "target_lang": "en"}'):
        folder = tmp_path / f"converted{len(cutters)}"
        folder.mkdir()
        for side in ("source.spm", "target.spm"):
            (folder / side).write_bytes((model / side).read_bytes())
        if config:
            (folder / "tokenizer_config.json").write_text(config)
        cutters.append(_cutter(folder, ("fr", "en"), None))
    assert [cutter.cut(SOURCE_LINES[0]) for cutter in cutters] == [cutters[0].cut(SOURCE_LINES[0])] * 2
    assert cutters[1].join(cutters[1].cut(SOURCE_LINES[0]))


def test_a_ctranslate2_folder_says_what_it_lacks(
    converted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model.bin").write_bytes((converted / "model.bin").read_bytes())
    with pytest.raises(InputError, match="no tokenizer"):
        opened(str(tmp_path))
    with pytest.raises(InputError, match="'xq'"):
        opened(str(converted), ("xq", "en"))
    monkeypatch.setitem(sys.modules, "ctranslate2", None)
    with pytest.raises(EpiceneError, match=r"pip install '\.\[ctranslate2\]'"):
        opened(str(tmp_path))


@pytest.fixture(scope="module")
def bart(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_encoder_decoder(tmp_path_factory.mktemp("one-language") / "bart")


@pytest.mark.parametrize("command", ["audit", "probe", "intervene"])
def test_what_has_to_look_inside_refuses_what_only_translates(command: str, bart: Path, tmp_path: Path) -> None:
    converted = tmp_path / "converted"
    converted.mkdir()
    (converted / "model.bin").touch()  # enough to be recognised, whatever is installed
    for spec, named in (("apertium:fr-en", "epicene mt judge apertium"), (converted, "CTranslate2"), (bart, "no two")):
        assert named in refusal(tmp_path, command, spec)


def refusal(cwd: Path, *call: object) -> str:
    done = epicene("mt", *call, cwd=cwd)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    return " ".join(done.stderr.replace("│", " ").split())


def test_whatever_translates_can_be_judged_and_is_asked_once(
    converted: Path, causal_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of untrained weights no figure can be right; that their lines come out, in order, is what judging needs."""
    monkeypatch.chdir(tmp_path)
    source = write_lines(tmp_path / "corpus.fr", ["Le chat dort.", "La nuit tombe."])
    systems = [str(tiny_marian(tmp_path / "marian")), str(converted), str(causal_model)]
    made = translated_by(systems, ("fr", "en"), source)
    assert [one.partition("=")[0] for one in made] == ["marian", "converted", causal_model.name]
    files = [Path(one.partition("=")[2]) for one in made]
    assert [len(file.read_text(encoding="utf-8").splitlines()) for file in files] == [2, 2, 2]
    before = [file.stat().st_mtime_ns for file in files]
    assert translated_by(systems, ("fr", "en"), source) == made
    assert [file.stat().st_mtime_ns for file in files] == before
