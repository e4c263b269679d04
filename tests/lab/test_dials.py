"""`lab:NAME`: what names mean, and one clear sentence where they mean nothing."""

from __future__ import annotations

import pytest

from epicene.core.errors import InputError
from epicene.lab.dials import DEFAULTS, STANDARD_DIALS, LmDials, MtDials, canonical, read_name
from epicene.lab.model_cache import find, make


def test_a_name_says_what_differs_from_its_kind():
    assert read_name("mt-her-60-seed-2") == ("mt-her-60-seed-2", MtDials(feminine_her=60, seed=2))
    assert read_name("causal-rate-80")[1] == LmDials("causal", rate=80, epochs=DEFAULTS["causal"].epochs)
    assert read_name("standard") == ("standard", STANDARD_DIALS)
    assert read_name("mt-her-70") == ("mt", MtDials())  # the default said aloud
    assert read_name("mt-spread-0.25")[0] == "mt-spread-0.25"


def test_a_name_and_its_dials_are_each_others():
    for dials in (
        *(MtDials(epicene_her=12.5, pairs=2_000_000), STANDARD_DIALS, MtDials(held_out=0, seed=3)),
        MtDials(feminine_her=0.00001),  # 1e-05, to Python
    ):
        assert read_name(canonical("mt", dials))[1] == dials


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("standrd", "Did you mean lab:standard?"),
        ("mt-hr-60", "there is no dial 'hr'"),
        ("mt-her-160", "feminine_her cannot be 160: expected `float` <= 100"),
        ("mt-her-many", "her is a number, not 'many'"),
        ("mt-her-60-seed-1-her-50", "her is there twice"),
        ("causal-seed-99999999999", "seed cannot be 99999999999: expected `int` <= 2147483647"),
        ("mt-her", "pairs of a dial and a number"),
        ("causal-length-4", "length cannot be 4: expected `int` <= 3"),
        ("causal-frequency-0", "frequency cannot be 0: expected `float` >= 0.01"),
        ("mt-her--5", "feminine_her cannot be -5: expected `float` >= 0"),
        ("causal-her-10", "there is no dial 'her' for causal"),
    ],
)
def test_a_name_that_means_nothing_is_refused_in_one_sentence(name, told):
    with pytest.raises(InputError, match=r"^.+$") as refused:
        read_name(name)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_model_beside_the_work_of_its_training_is_not_made(tmp_path, monkeypatch):
    """What a kill leaves between the two last steps."""
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path))
    (find("lab:causal").model / "work").mkdir(parents=True)
    (find("lab:causal").model / "config.json").touch()
    assert not find("lab:causal").is_made
    (find("lab:causal").model / "work").rmdir()
    assert find("lab:causal").is_made


def test_a_cache_that_cannot_be_written_is_an_error_that_says_where_else(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "file"))
    with pytest.raises(
        InputError, match=r"file/lab/causal-\w+ cannot be written .* Set EPICENE_CACHE to a folder with room"
    ):
        make("lab:causal")
