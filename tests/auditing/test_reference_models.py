"""What a score is set beside: only what was asked the same items in the same way, by this version."""

from dataclasses import replace

import msgspec
import pytest

import epicene
from epicene.auditing import explanations as room
from epicene.auditing.explanations import Reference, lab_sentence, published_scores, published_sentence, references
from epicene.core.language import Language
from epicene.runs.audit_folder import ResultIndex, SavedRun, read_runs
from epicene.runs.signature import SignatureParts
from invented_audits import Invented, save

EN = Language("en")


@pytest.fixture(scope="module")
def asked(tmp_path_factory) -> SavedRun:
    (run,) = read_runs([save(tmp_path_factory.mktemp("beside") / "run", Invented(benchmark="pairs-fr", count=60))])
    return run


def signed(run: SavedRun, **changed: str) -> str:
    parts = replace(SignatureParts.of(run.findings.signatures["pairs-fr"]), model="invented/other@123456", **changed)
    return "|".join(
        [parts.data, parts.scoring, parts.bos, *parts.options, parts.model, parts.resampling, parts.version]
    )


def test_only_what_was_asked_the_same_items_in_the_same_way_stands_beside_a_score(asked, monkeypatch):
    shown = Reference("default", "metric_score", 61.25, 55.0, 67.0, signed(asked))
    others = [
        msgspec.structs.replace(shown, signature=signed(asked, **{part: other}))
        for part, other in (("data", "pairs-fr@000000"), ("scoring", "pll"), ("version", "epicene-0.0.1"))
    ]
    own = msgspec.structs.replace(shown, signature=asked.findings.signatures["pairs-fr"])
    another = msgspec.structs.replace(shown, metric="dcf")
    monkeypatch.setattr(room, "references", lambda: (*others, own, another, shown))
    found = published_scores(asked, "pairs-fr", EN)
    assert found == [("invented/other, epicene’s default", 61.25)]
    assert "invented/other, epicene’s default (61.2)." in published_sentence(found, EN)


def test_a_taught_model_is_explained_once_however_many_stand_beside_a_score(asked, monkeypatch):
    taught = [
        Reference("taught", "metric_score", value, value - 5, value + 5, signed(asked), rate=rate)
        for rate, value in ((70, 69.8), (30, 31.2))
    ]
    monkeypatch.setattr(room, "references", lambda: tuple(taught))
    said = published_sentence(published_scores(asked, "pairs-fr", EN), EN)
    assert said == EN.text("neighbours.taught", rates="30, 70", values="31, 70")


def test_published_models_stand_beside_the_released_items_asked_as_they_were(tmp_path):
    known, unknown = (
        read_runs([save(tmp_path / name, Invented(facts={"known": is_known}))])[0]
        for name, is_known in (("known", True), ("unknown", False))
    )
    assert ("CamemBERT-base, published", 59.3) in published_scores(known, "crows-fr", EN)
    assert published_scores(unknown, "crows-fr", EN) == []


def test_what_the_lab_measured_is_said_of_the_scorings_that_it_measured(tmp_path):
    said = {}
    for scoring in ("pll-shared", "aul"):
        (run,) = read_runs([save(tmp_path / scoring, Invented(benchmark="pairs-fr", count=20, scoring=scoring))])
        said[scoring] = lab_sentence(run, "pairs-fr", EN)
    assert {"90", "11.8", "10.6–13.1"} <= set(said["pll-shared"].replace("(", "").replace(").", "").split())
    assert said["aul"] == ""


def test_nothing_stands_beside_a_model_that_may_not_be_believed(tmp_path):
    sanity = [{"language": "fr", "passed": False, "right": 5, "of": 12}]
    (run,) = read_runs([save(tmp_path / "run", Invented(facts={"known": True}, manifest={"sanity": sanity}))])
    assert isinstance(run.findings, ResultIndex)
    assert published_scores(run, "crows-fr", EN) == []


def test_the_references_were_measured_by_this_version_on_bundled_items():
    versions = {SignatureParts.of(one.signature).version for one in references()}
    assert versions == {f"epicene-{epicene.__version__}"}, "run benchmarks/references.py again"
    assert {SignatureParts.of(one.signature).data.partition("@")[0] for one in references()} >= {"pairs-fr", "pairs-en"}


@pytest.mark.parametrize("benchmark", ["pairs-fr", "pairs-en"])
def test_scores_of_taught_models_are_at_the_rates_that_they_were_taught(benchmark):
    taught = [one for one in references() if one.kind == "taught" and one.signature.startswith(f"{benchmark}@")]
    assert [one.rate for one in taught] == [30, 50, 70, 90]
    assert all(one.rate is not None and one.low <= one.rate <= one.high for one in taught)
