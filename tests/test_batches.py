"""Batches depend on the items alone: whatever a kill left, a resumed command asks what an unbroken one would have.

Trainings need no stand-in: their weights show what shared a batch, and tests/train and tests/lab compare them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from batch_mates import show_batches
from epicene.adapt.draft import DraftRequest
from epicene.adapt.draft import translate as adapt_translate
from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.run import audit
from epicene.core.files import append_lines, write_json
from epicene.core.progress import Silent
from epicene.data.datasets import open_benchmark
from epicene.inside.corpus_run import CorpusChoice
from epicene.inside.forced.translation_audit import ForcedRequest
from epicene.inside.forced.translation_audit import audit as mt_audit
from epicene.inside.interventions.intervention_run import InterveneRequest, intervene
from epicene.inside.probes.linear_probe import ProbeSettings
from epicene.inside.probes.probe_corpora import ProbeCorpusChoice
from epicene.inside.probes.probe_run import ProbeRequest, probe_model
from epicene.lab.dials import MtDials
from epicene.lab.instruments import read_instruments
from epicene.lab.model_cache import LabModel
from epicene.models.loading import Placement
from epicene.models.translation import Decoding
from epicene.mt.translating.transformers_system import ModelSystem, open_model
from epicene.mt.translating.translate_file import TranslationRequest, translate
from epicene.mt.translating.translation_engine import ModelChoice
from epicene.runs.results import AuditResults
from inside.small_marian import small_lines, system_of, two_layer_marian
from tiny import own_texts, tiny_masked
from tiny_translation import write_lines

BUDGET, OTHER_BUDGET = 300, 120
ON_CPU = Placement("cpu", threads=1)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("epicene.lab.instruments.PROBE_REPETITIONS", 1)  # they take most of the time
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    two_layer_marian(folder / "fr-en")
    two_layer_marian(folder / "en-fr", ("en", "fr"))
    tiny_masked(folder / "masked")
    return folder


def corpus(out: Path) -> CorpusChoice:
    lines = small_lines()
    out.parent.mkdir(parents=True, exist_ok=True)
    source = write_lines(out.with_suffix(".fr"), [line.source for line in lines])
    return CorpusChoice("fr-en", source, write_lines(out.with_suffix(".en"), [line.target for line in lines]))


def run_audit(models: Path, out: Path) -> Any:
    asked = AuditRequest(str(models / "masked"), on=("pairs-fr",), out=out, limit=12).placed(ON_CPU)
    return audit(asked).results(AuditResults)


def run_mt_audit(models: Path, out: Path) -> Any:
    return mt_audit(ForcedRequest(corpus(out), out), system_of(models / "fr-en")).estimates


def run_intervene(models: Path, out: Path) -> Any:
    return intervene(InterveneRequest(corpus(out), out), system_of(models / "fr-en")).estimates


def translations(lines: list[str], models: Path, out: Path) -> list[str]:
    out.mkdir(exist_ok=True)
    source = write_lines(out / "source.fr", lines)
    translate(TranslationRequest(source, out / "made.en", "fr", "en"), system_of(models / "fr-en"))
    return (out / "made.en").read_text(encoding="utf-8").splitlines()


def run_translate(models: Path, out: Path) -> Any:
    return translations(own_texts()[:30], models, out)


def run_probe(models: Path, out: Path) -> Any:
    request = ProbeRequest(
        ModelChoice(str(models / "fr-en")),
        ProbeCorpusChoice(limit=24, at=["son"]),
        ProbeSettings(repetitions=1, strength=10),
        placement=ON_CPU,
        decoding=Decoding(1, 8),
        out=out,
    )
    return json.loads((probe_model(request) / "results.json").read_text(encoding="utf-8"))["cells"]


def run_adapt(models: Path, out: Path) -> Any:
    system: ModelSystem = open_model(ModelChoice(str(models / "en-fr")), "en", "fr", ON_CPU, Decoding(1, 8))
    adapt_translate(DraftRequest(open_benchmark("pairs-en"), "fr", out, limit=15), system)
    return (out / "draft.jsonl").read_text(encoding="utf-8")


def run_calibration(models: Path, out: Path) -> Any:
    """What it reads of one model, which need not be trained for this."""
    model = LabModel(str(models / "fr-en"), "fr-en", MtDials(occupations=12), models)
    return read_instruments(model, out, Silent())


def cut_translation(out: Path, cache: Path) -> Path:
    """The folder that stands beside a translation until it is finished."""
    made, facts = out / "made.en", out / "made.en.json"
    partial = out / "made.en.partial"
    partial.mkdir()
    write_json(partial / "manifest.json", {"run": "translate", "question": json.loads(facts.read_text())["question"]})
    texts = made.read_text(encoding="utf-8").splitlines()
    append_lines(partial / "lines.jsonl", ({"key": str(place + 1), "text": text} for place, text in enumerate(texts)))
    made.unlink()
    facts.unlink()
    return partial / "lines.jsonl"


def cut_probe(out: Path, cache: Path) -> Path:
    """Its translations are in the cache; states come after them."""
    shutil.rmtree(out)
    for finished in cache.rglob("columns.json"):
        finished.unlink()
    (journal,) = cache.rglob("translations.jsonl")
    return journal


def cut_adaptation(out: Path, cache: Path) -> Path:
    shutil.rmtree(out)
    (journal,) = cache.rglob("translations.jsonl")
    return journal


@dataclass(frozen=True)
class Command:
    """`run` asks, or resumes, and gives the figures; `cut` finds the journal of a run that is to look unfinished."""

    run: Callable[[Path, Path], Any]
    cut: Callable[[Path, Path], Path] = lambda out, cache: out / "scores.jsonl"


COMMANDS = {
    "audit": Command(run_audit),
    "mt audit": Command(run_mt_audit),
    "mt intervene": Command(run_intervene),
    "mt translate": Command(run_translate, cut_translation),
    "mt probe": Command(run_probe, cut_probe),
    "adapt translate": Command(run_adapt, cut_adaptation),
    "lab calibrate": Command(run_calibration, lambda out, cache: out / "intervene" / "scores.jsonl"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_what_was_answered_changes_no_batch(
    name: str, models: Path, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, out = COMMANDS[name], tmp_path / "run"
    with monkeypatch.context() as patch:
        show_batches(patch, BUDGET)
        whole = command.run(models, out)
        for kept in (0.2, 0.5, 0.99):
            journal = command.cut(out, cache)
            lines = journal.read_bytes().splitlines(keepends=True)
            assert len(lines) > 10
            left = lines[: int(kept * len(lines))]
            journal.write_bytes(b"".join(left) + lines[-1][:9])
            assert command.run(models, out) == whole, f"with {len(left)} of {len(lines)} answers"
            if journal.exists():
                assert journal.read_bytes().splitlines(keepends=True)[: len(left)] == left, "what was answered stays"
                assert sorted(journal.read_bytes().splitlines()) == sorted(line.rstrip(b"\n") for line in lines)
    show_batches(monkeypatch, OTHER_BUDGET)
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "other-cache"))
    assert command.run(models, tmp_path / "other") != whole, "the stand-in shows its batches, or nothing was seen above"


def test_a_sentence_that_comes_twice_has_one_translation(
    models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two lines of l'analyste are one sentence: were they in two batches, there would be two translations."""
    show_batches(monkeypatch, OTHER_BUDGET)
    found = translations(own_texts()[:20] * 2, models, tmp_path / "run")
    assert found[:20] == found[20:]
    assert len(set(found)) > 5
