"""Systems that give lines for lines: Apertium as a program, CTranslate2 and Firefox models through their packages."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from command import epicene
from epicene.core.errors import EpiceneError, InputError
from epicene.models.engines.local import Local
from epicene.models.loading import Placement
from epicene.models.translation import Decoding
from epicene.mt.translating import line_programs
from epicene.mt.translating.line_programs import open_apertium
from epicene.mt.translating.open_system import gives_lines_only, open_system
from epicene.mt.translating.systems import ModelChoice
from epicene.mt.translating.translate_file import CountedSystem, TranslationRequest, translate
from tiny_translation import SOURCE_LINES, tiny_t5, write_lines

needs_apertium = pytest.mark.skipif(
    shutil.which("apertium") is None, reason="Apertium is not installed (apt-get install apertium apertium-fra-cat …)"
)
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


def test_a_missing_apertium_is_one_sentence_for_whoever_may_not_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_programs, "APERTIUM_DATA", tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(EpiceneError, match="sudo apt-get install apertium apertium-fra-cat apertium-eng-cat"):
        open_apertium("fr-en")


def test_where_apt_get_may_it_is_called_quietly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called = []

    def run(command: list[str], **options: object) -> SimpleNamespace:
        called.append(command)
        (tmp_path / "modes").mkdir(exist_ok=True)
        for mode in ("fra-cat", "cat-eng"):
            (tmp_path / "modes" / f"{mode}.mode").touch()
        return SimpleNamespace(returncode=0, stderr="")

    monkeypatch.setattr(line_programs, "APERTIUM_DATA", tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(line_programs.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(line_programs.subprocess, "run", run)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: False))
    open_apertium("fr-en")
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
    assert gives_lines_only(str(converted))
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
    monkeypatch.setattr("epicene.mt.translating.converted_models.version", lambda name: "0.5.0")
    with pytest.raises(InputError, match="translates from fr to en, not from en to fr"):
        opened(f"firefox:{folder}", ("en", "fr"))
    assert through(opened(f"firefox:{folder}"), tmp_path, LINES) == [line.upper() for line in LINES]


def test_a_missing_package_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "fren"
    folder.mkdir()
    for name in ("model.fren.bin", "vocab.fren.spm"):
        (folder / name).write_bytes(b"x")
    monkeypatch.setitem(sys.modules, "fxtranslate", None)
    with pytest.raises(EpiceneError, match=r"pip install 'epicene\[firefox\]'"):
        opened(f"firefox:{folder}")
