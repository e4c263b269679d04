"""What a calibration refuses before anything is trained, how long it says that it will take, and what few occupations
leave to read."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from epicene.core.errors import InputError
from epicene.core.files import write_json
from epicene.core.progress import Silent
from epicene.lab import instruments
from epicene.lab.calibration import calibrate, minutes_left
from epicene.lab.calibration_request import FEWEST_OCCUPATIONS, TURNED, CalibrationRequest
from epicene.lab.dials import DEFAULTS, MtDials
from epicene.lab.instruments import read_instruments
from epicene.lab.model_cache import EDITION, find
from epicene.lab.parallel_sentences import lab_occupations
from epicene.lab.results import CalibrationResults, InstrumentReading, MeasuredPoint
from epicene.mt.corpus_writer import BASE, corpus_lines
from epicene.runs.folder import RunFolder


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))


def refused(request: CalibrationRequest) -> str:
    with pytest.raises(InputError) as found:
        request.check()
    return str(found.value)


@pytest.mark.parametrize(
    ("dial", "number"),
    [("masculine", 90), ("spread", 1), ("held", 0), ("pairs", 1200), ("occupations", 0), ("epochs", 2)],
)
def test_a_dial_without_a_right_reading_is_not_turned_and_the_other_way_is_named(dial, number, tmp_path):
    wanted = CalibrationRequest(out=tmp_path)
    assert refused(replace(wanted, turn=("her", dial))) == (
        f"The dial {dial!r} cannot be turned: at its settings there is no right reading to hold an instrument to. Give "
        f"all models another value of it with --base mt-{dial}-NUMBER."
    )
    replace(wanted, base=f"mt-{dial}-{number}").check()


@pytest.mark.parametrize("dial", ["him", "rate", "seed", "her,epicene"])
def test_what_is_no_dial_is_answered_with_those_that_are(dial, tmp_path):
    told = refused(CalibrationRequest(out=tmp_path, turn=(dial,)))
    assert told.startswith(f"There is no dial {dial!r} to turn.")
    assert all(name in told for name in TURNED)
    assert "repeat --turn" in told


def test_the_base_may_be_written_as_models_are(tmp_path):
    plain = CalibrationRequest(out=tmp_path, base="mt-masculine-90")
    named = replace(plain, base="lab:mt-masculine-90")
    named.check()
    assert named.points() == plain.points()
    assert plain.points()[0].model == "lab:mt-her-0-masculine-90"
    assert named.bases()["mt"] == MtDials(masculine_subjects=90)


@pytest.mark.parametrize("base", ["mine.toml", "mt-pairs-2000,mt", "causl", ""])
def test_only_labs_of_different_kinds_can_be_the_base(base, tmp_path):
    told = refused(CalibrationRequest(out=tmp_path, base=base))
    assert "a lab such as mt-pairs-20000, or one of each kind" in told
    assert told.endswith(f"not {base!r}.")


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


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"turn": ("her",), "length": "1"}, "are for language models: add --turn masked"),
        ({"length": "0,9"}, "length cannot be 9"),
        ({"frequency": "0"}, "frequency cannot be 0"),
        ({"base": "causal-length-1"}, "say --length and --frequency of causal models, not in their base"),
    ],
)
def test_names_that_cannot_be_are_refused(changed, told, tmp_path):
    assert told in refused(replace(CalibrationRequest(out=tmp_path, turn=("causal",)), **changed))


def test_a_seed_of_the_base_would_be_overruled_and_is_refused(tmp_path):
    assert refused(CalibrationRequest(out=tmp_path, base="mt-seed-5")) == (
        "mt-seed-5: leave the seed out; a calibration trains the seeds 0, 1… (--seeds says how many)."
    )


@pytest.mark.parametrize(("n", "said"), [(1, "1 occupation has"), (2, "2 occupations has"), (11, "11 occupations has")])
def test_so_few_occupations_that_there_is_nothing_to_read_are_refused_in_one_sentence(n, said, tmp_path):
    sentence = refused(CalibrationRequest(out=tmp_path, base=f"mt-occupations-{n}"))
    assert sentence.startswith(f"A lab of {said} too few")
    assert f"at least {FEWEST_OCCUPATIONS}" in sentence
    with pytest.raises(InputError, match="too few"):
        read_instruments(find(f"lab:mt-occupations-{n}"), tmp_path / "run", Silent())
    assert not (tmp_path / "run").exists()


def test_the_fewest_occupations_have_enough_to_read_whatever_the_seed():
    """The probe wants four occupations that say the gender, b one that does not."""
    CalibrationRequest(base=f"mt-occupations-{FEWEST_OCCUPATIONS}").check()
    for seed in range(40):
        lines = list(corpus_lines(BASE, lab_occupations(MtDials(occupations=FEWEST_OCCUPATIONS, seed=seed))))
        marked = {line.pair for line in lines if line.marked}
        assert 4 <= len(marked) < FEWEST_OCCUPATIONS


def test_an_intervention_without_a_pair_is_left_out_and_the_rest_is_read(tmp_path, monkeypatch):
    """Figures that nobody measured stand for those of the two commands; there is no change of t by u3 among them."""

    def estimate(metric: str, group: str = "all") -> SimpleNamespace:
        return SimpleNamespace(metric=metric, group=group, value=0.25, low=0.125, high=0.5, n_used=3)

    judged = [
        estimate("pronoun_correct", "feminine marked"),
        estimate("pronoun_correct", "masculine marked"),
        estimate("her", "l' epicene"),
    ]
    forced = [estimate("b_mean"), estimate("r_mean")]
    audited = SimpleNamespace(judged=SimpleNamespace(estimates=judged), estimates=forced)
    changed = SimpleNamespace(estimates=[estimate("u1_change_t"), estimate("u2_change_t")])
    monkeypatch.setattr("epicene.lab.instruments.audit_system", lambda *_: audited)
    monkeypatch.setattr("epicene.lab.instruments.intervene", lambda *_: changed)
    monkeypatch.setattr("epicene.lab.instruments.open_model", lambda *_: None)
    monkeypatch.setattr(instruments, "_probed", lambda *_: {})
    found = read_instruments(find("lab:mt-occupations-12"), tmp_path, Silent())
    assert list(found) == [
        *("judged_feminine", "judged_masculine", "judged_epicene_her", "b_mean", "r_mean"),
        *("u1_t_lost", "u2_t_lost"),
    ]
    assert found["u1_t_lost"] == InstrumentReading(-0.25, -0.5, -0.125, 3)


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
    with pytest.raises(InputError, match="holds the answers to another question"):
        calibrate(replace(more, base="mt-masculine-90"))
