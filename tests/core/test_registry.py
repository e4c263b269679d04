"""What other packages add by entry points, and what happens where their code is broken."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest

from epicene.auditing import installed_plugins as doctor
from epicene.core.errors import InputError
from epicene.core.progress import Silent, shown_on
from epicene.core.registry import PluginError, Registry

GROUP = "epicene.test_things"


class Heard(Silent):
    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Put a package on the path: its module's text, and its entry points by name."""

    def put(module: str, text: str, points: dict[str, str]) -> None:
        (tmp_path / f"{module}.py").write_text(text, encoding="utf-8")
        info = tmp_path / f"{module}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.2\n")
        lines = "".join(f"{name} = {module}:{value}\n" for name, value in points.items())
        (info / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}")
        importlib.invalidate_caches()
        monkeypatch.delitem(sys.modules, module, raising=False)

    monkeypatch.syspath_prepend(str(tmp_path))
    return put


def things() -> Registry[int]:
    registry: Registry[int] = Registry("thing", GROUP, lambda thing: isinstance(thing, int))
    registry.add("own", 1)
    return registry


def test_a_thing_of_another_package_is_found_by_its_name(offer) -> None:
    offer("plugged", "TWO = 2\n", {"two": "TWO"})
    registry = things()
    assert "two" in registry
    assert registry["two"] == 2
    assert (list(registry), len(registry)) == (["own", "two"], 2)
    assert list(registry.values()) == [1, 2]
    with pytest.raises(InputError, match=r"There is no thing 'tow'\. Did you mean 'two'\? Known: own, two"):
        registry["tow"]


def test_nothing_is_imported_before_it_is_needed(offer) -> None:
    offer("unheard", "raise RuntimeError('imported')\n", {"loud": "X"})
    registry = things()
    assert registry["own"] == 1
    assert "loud" in registry  # by its name alone
    assert registry.failures == {}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import nowhere_at_all\n", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("raise ValueError\n", "ValueError"),
        ("def broken(:\n", "SyntaxError: "),
        ("Y = 1\n", "AttributeError: "),
        ("X = 'text'\n", "failing:X is not a thing named 'bad'"),
    ],
)
def test_a_broken_plugin_is_one_sentence_that_names_it_and_takes_nothing_down(text: str, reason: str, offer) -> None:
    offer("failing", text, {"bad": "X"})
    registry, heard = things(), Heard()
    with pytest.raises(PluginError) as error:
        registry["bad"]
    said = str(error.value)
    assert said.startswith(f"The thing 'bad' of the package failing 1.2 cannot be loaded ({reason}")
    assert said.endswith("pip uninstall failing")
    assert "\n" not in said
    with shown_on(heard):
        assert list(registry) == ["own"]
        assert list(registry) == ["own"]
    assert heard.said == [f"Warning: {said}"]  # once
    assert registry.failures == {"bad": said}


def test_a_name_that_epicene_has_stays_its_own(offer) -> None:
    offer("greedy", "ONE = 11\n", {"own": "ONE"})
    registry = things()
    assert registry["own"] == 1
    assert list(registry.values()) == [1]
    assert "epicene has a thing of that name" in registry.failures["own"]


def test_doctor_lists_plugins_and_what_is_wrong_with_them(offer, monkeypatch: pytest.MonkeyPatch) -> None:
    offer("mixed", "TWO = 2\nBAD = 'text'\n", {"two": "TWO", "bad": "BAD"})
    monkeypatch.setattr(doctor, "EXTENDED", (things(),))
    good, bad = doctor.examine_plugins()
    assert (good.what, good.ok, good.found) == ("plugin", True, "thing two, from mixed 1.2")
    assert not bad.ok
    assert "The thing 'bad' of the package mixed 1.2 cannot be loaded" in bad.found
    assert json.dumps([good.record(), bad.record()])
