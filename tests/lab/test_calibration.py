"""What a calibration refuses before anything is trained, how long it says that it will take, and what few occupations
leave to read."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import msgspec
import pytest

from epicene.core.errors import InputError
from epicene.core.files import write_json
from epicene.lab.calibration import calibrate, minutes_left
from epicene.lab.calibration_request import FEWEST_OCCUPATIONS, TURNED, CalibrationRequest
from epicene.lab.dials import DEFAULTS
from epicene.lab.model_cache import EDITION, find
from epicene.lab.results import CalibrationResults, InstrumentReading, MeasuredPoint
from epicene.runs.folder import RunFolder


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"turn": ("her", "masculine")}, "--base mt-masculine-NUMBER"),  # it has no right reading
        ({"turn": ("him",)}, "There is no dial 'him' to turn. Known: her, epicene, route"),
        ({"turn": ("seed",)}, "There is no dial 'seed' to turn"),
        ({"base": "mine.toml"}, "not 'mine.toml'"),
        ({"base": "mt-pairs-2000,mt"}, "not 'mt-pairs-2000,mt'"),  # two of a kind
        ({"base": "causl"}, "not 'causl'"),
        ({"base": "mt-seed-5"}, "mt-seed-5: leave the seed out"),  # it would be overruled
        ({"base": "mt-occupations-1"}, "A lab of 1 occupation has too few"),
        ({"base": "mt-occupations-11"}, f"at least {FEWEST_OCCUPATIONS}"),
        ({"turn": ("her",), "length": "1"}, "add --turn masked or --turn causal"),
        ({"turn": ("causal",), "length": "0,9"}, "length cannot be 9"),
        ({"turn": ("causal",), "frequency": "0"}, "frequency cannot be 0"),
        ({"turn": ("causal",), "base": "causal-length-1"}, "say --length and --frequency of causal models"),
        ({"at": "0,100"}, "at least 3 different settings"),
        ({"at": "0,50,120"}, "not 120"),
    ],
)
def test_what_cannot_be_calibrated_is_refused(changed, named, tmp_path):
    with pytest.raises(InputError) as refused:
        CalibrationRequest(out=tmp_path, **changed).check()
    assert named in str(refused.value)


def test_language_models_have_a_base_too_and_every_length_with_every_frequency(tmp_path):
    wanted = CalibrationRequest(
        out=tmp_path, turn=("causal", "her"), at="0,50,100", base="causal-epochs-1", length="0,-1", frequency="1,4"
    )
    wanted.check()
    points = wanted.points()
    assert [point.model for point in points if point.value == 50] == [
        "lab:causal-rate-50-epochs-1-length--1",
        "lab:causal-rate-50-epochs-1-length--1-frequency-4",
        "lab:causal-rate-50-epochs-1",
        "lab:causal-rate-50-epochs-1-frequency-4",
        "lab:mt-her-50",
    ]
    assert len({point.name for point in points}) == len(points) == 15
    assert points[6].name == "causal-0-seed-0"  # as it was before names could be longer
    assert wanted.question() == {"edition": EDITION, "base": {"causal": {**asdict(DEFAULTS["causal"]), "epochs": 1}}}
    assert replace(wanted, base="mt").question() == {"edition": EDITION, "base": {}}


def test_the_time_is_that_of_the_models_at_hand_and_not_of_those_that_are_measured(tmp_path):
    """1.3 ms a pair and epoch to train, 0.05 s an occupation to read: 41.1 s for lab:mt, 201 s with 25,000 pairs."""
    wanted = CalibrationRequest(out=tmp_path / "out", turn=("her",), at="0,50,100")
    assert minutes_left(wanted) == pytest.approx(3 * 41.1 / 60)
    assert minutes_left(replace(wanted, base="mt-pairs-25000")) == pytest.approx(3 * 201 / 60)
    assert minutes_left(replace(wanted, turn=("masked",))) == pytest.approx(3 * 52 / 60)
    first, second, _ = wanted.points()
    (tmp_path / "out" / "points").mkdir(parents=True)
    (tmp_path / "out" / "points" / f"{first.name}.json").write_text("{}", encoding="utf-8")
    made = find(second.model).model
    made.mkdir(parents=True)
    (made / "config.json").write_text("{}", encoding="utf-8")  # trained, and still to be read
    assert minutes_left(wanted) == pytest.approx((41.1 + 6) / 60)


@pytest.mark.parametrize("text", ["[]", "{", ""])
def test_files_that_a_calibration_did_not_write_are_named_and_kept(text, tmp_path):
    out = tmp_path / "out"
    wanted = CalibrationRequest(out=out, turn=("her",), at="0,50,100")
    out.mkdir()
    RunFolder(out).begin("lab", wanted.question())
    (out / "points").mkdir()
    for point in wanted.points():
        (out / "points" / f"{point.name}.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"her-0-seed-0.json is not what .* Delete it, and it is measured again"):
        calibrate(wanted)


def measured(request: CalibrationRequest) -> None:
    """Records as if all settings had been trained and read: r follows the dial."""
    for point in request.points():
        kind, dial, _ = TURNED[point.turned]
        reading = InstrumentReading(point.value / 100, point.value / 100 - 0.01, point.value / 100 + 0.01, 9)
        name = "r_mean" if kind == "mt" else "metric_score"
        record = MeasuredPoint(kind, dial, point.value, point.seed, point.model, {}, {name: reading})
        write_json(request.out / "points" / f"{point.name}.json", msgspec.to_builtins(record))


def test_a_second_calibration_in_a_folder_keeps_what_the_first_measured(tmp_path):
    first = CalibrationRequest(out=tmp_path / "out", turn=("causal",), at="0,50,100")
    first.out.mkdir()
    RunFolder(first.out).begin("lab", CalibrationRequest(out=Path("any")).question())
    measured(first)
    calibrate(first)
    more = replace(first, turn=("her",), at="0,30,60,100", seeds=2)
    measured(more)
    results = calibrate(more)
    assert [(point.kind, point.value, point.seed) for point in results.points] == [
        *(("mt", value, 0) for value in (0, 30, 60, 100)),
        *(("causal", value, 0) for value in (0, 50, 100)),
        *(("mt", value, 1) for value in (0, 30, 60, 100)),
    ]
    assert [(curve.instrument, curve.n) for curve in results.curves] == [("r_mean", 8), ("metric_score", 3)]
    assert (results.settings, results.seeds) == ([0, 30, 50, 60, 100], 2)
    assert RunFolder(first.out).results(CalibrationResults) == results
    with pytest.raises(InputError, match="was made with other settings"):
        calibrate(replace(more, base="mt-masculine-90"))
