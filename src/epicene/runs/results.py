"""What the files of an audit hold, typed: `manifest.json` and `results.json`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from epicene.core.errors import InputError
from epicene.core.extras import missing_package
from epicene.core.notices import Notice, notice_from
from epicene.core.types import Estimate
from epicene.metrics.catalogue import TestRecord

if TYPE_CHECKING:
    import pandas

LIKELIHOOD, WORDS = "likelihood", "words"  # the ways in which models answer
GPU, PROCESS = "gpu", "process"  # whose memory a cost tells


class Trust(msgspec.Struct, frozen=True):
    """Whether figures may be believed. Excluded ones enter no summary and no comparison; flagged ones are counted, and
    shown with the reasons, which are notices."""

    level: Literal["trusted", "flagged", "excluded"] = "trusted"
    reasons: list[dict[str, object]] = []

    @property
    def notices(self) -> list[Notice]:
        return [notice_from(record) for record in self.reasons]

    @property
    def exclusion_reason(self) -> str:
        """Of what is excluded, in a word, for sentences that say why: `sanity`, or what the kind's doubt is called."""
        grave = self.grave_reason if self.level == "excluded" else ""
        return grave.removeprefix("notice.")

    @property
    def grave_reason(self) -> str:
        """The code of the first reason after which no figure may be believed as it stands: a gate does not decide."""
        return next((notice.code for notice in self.notices if notice.is_grave), "")


class ServerFacts(msgspec.Struct):
    url: str = ""
    model: str = ""
    says: dict[str, object] = {}


class ModelFacts(msgspec.Struct):
    """`kind` is what the model can be asked (`Capability`)."""

    name: str
    spec: str = ""
    revision: str | None = None
    kind: str = "causal"
    architecture: str | None = None
    weights_digest: str = ""
    notes: list[str] = []
    parameters: int | None = None
    server: ServerFacts | None = None


class Refusal(msgspec.Struct):
    """Why a task was not asked, and options that need no training."""

    reason: str = ""
    instead: list[str] = []


class BenchmarkFacts(msgspec.Struct):
    """One benchmark of a run: what it is, how it was asked, and what could not be asked (item id to reason)."""

    signature: str = ""
    title: str = ""
    kind: str = "pairs"
    way: str = LIKELIHOOD
    language: str = ""
    digest: str = ""
    known: bool = True
    released: bool = True  # whether there is a version that epicene could know
    n_total: int = 0
    scoring: str = ""
    scoring_about: str = ""
    bos: str = ""
    tasks: dict[str, dict[str, object]] = {}
    refused: dict[str, Refusal] = {}
    as_released: bool = False
    aggregation: str | None = None
    by: list[str] = []  # facets, those that are crossed joined by commas
    limit: int | None = None
    control: bool = False
    reader: str = ""  # who read texts, where it was not the way's own reader
    readings: dict[str, str] = {}  # what that reader found in them, by id: reports need no such reader
    shares: dict[str, float] = {}  # of women by category, from a table that the user named
    unusable: dict[str, str] = {}
    licence: str = ""
    citation: str = ""
    source: str = ""


class SanityRecord(msgspec.Struct):
    language: str
    right: int
    of: int
    passed: bool


class ContaminationRecord(msgspec.Struct):
    """Signs that a model has seen a benchmark, beside the same of control items; weak evidence, whatever the p."""

    benchmark: str
    n: int
    n_controls: int
    completed: int
    completed_controls: int
    p_completed: float
    drop: float
    drop_controls: float
    p_drop: float


class AuditManifest(msgspec.Struct):
    """`moves` says what changed where a run was taken up on another machine: what, before, now. `unchecked` are
    languages in which there were too few sentences for a sanity check."""

    model: ModelFacts
    benchmarks: dict[str, BenchmarkFacts]
    question: dict[str, object] = {}
    epicene: str = ""
    format: int = 1
    run: str = "audit"
    sanity: list[SanityRecord] = []
    unchecked: list[str] = []
    contamination: list[ContaminationRecord] = []
    moves: list[dict[str, list[object]]] = []
    machine: dict[str, object] = {}
    cost: dict[str, object] = {}
    created: str = ""
    complete: bool = True
    notices: list[str] = []


class AuditResults(msgspec.Struct):
    """`notices` are English sentences; `notice_codes` the same as data. `texts` are the labels
    of texts that were measured."""

    model: str
    signatures: dict[str, str]
    estimates: list[Estimate]
    tests: list[TestRecord] = []
    seed: int = 0
    notices: list[str] = []
    notice_codes: list[dict[str, object]] = []
    trust: dict[str, Trust] = {}
    texts: list[dict[str, str]] | msgspec.UnsetType = msgspec.UNSET

    def said(self) -> list[Notice]:
        return [notice_from(record) for record in self.notice_codes]


def manifest_of(document: Mapping[str, object]) -> AuditManifest:
    return msgspec.convert(document, AuditManifest)


class Figures(msgspec.Struct):
    """What the results of every kind of run say of one model, as far as they have it."""

    model: str = ""
    estimates: list[Estimate] = []
    tests: list[TestRecord] = []

    def rows(self) -> Iterator[dict[str, object]]:
        """A record for each estimate, with its test where it was tested."""
        tests = {
            (test_record.benchmark, test_record.task, test_record.metric, test_record.group): test_record
            for test_record in self.tests
            if test_record.decides
        }
        for estimate in self.estimates:
            test = tests.get((estimate.benchmark, estimate.task, estimate.metric, estimate.group))
            tested = {"p": test and test.p, "p_adjusted": test and test.p_adjusted}
            yield {"model": self.model, **asdict(estimate), **tested}


class _Named(msgspec.Struct):
    name: str


class _OfModels(msgspec.Struct):
    """What a study's document has by model."""

    models: list[_Named]
    estimates: list[dict[str, object]]
    tests: dict[str, list[object]] = {}

    def parts(self) -> list[Mapping[str, object]]:
        by_model: dict[object, list[object]] = {}
        for estimate in self.estimates:
            by_model.setdefault(estimate["model"], []).append(estimate)
        names = [model.name for model in self.models]
        return [{"model": n, "estimates": by_model.get(n, []), "tests": self.tests.get(n, [])} for n in names]


def figures_of(document: Mapping[str, object], path: Path) -> list[Figures]:
    """By model, from the JSON document of the run at `path`: of one model, or of the systems or steps within it."""
    systems, steps = document.get("systems"), document.get("steps")
    parts: list[Mapping[str, object]] = [document]
    try:
        if isinstance(systems, list):
            parts = systems
        elif isinstance(steps, list):
            parts = [{**step["results"], "model": step["system"]} for step in steps]
        elif isinstance(document.get("models"), list):
            parts = msgspec.convert(document, _OfModels).parts()
        return [msgspec.convert({**part, "model": _name(part.get("model"))}, Figures) for part in parts]
    except msgspec.ValidationError as error:
        raise InputError(f"{path} is damaged ({error}). Make the run again in a new folder.") from error


def _name(model: object) -> str:
    """Trainings describe what they began with."""
    return str(model.get("name", "") if isinstance(model, Mapping) else model or "")


def to_pandas(rows: Iterable[Mapping[str, object]]) -> pandas.DataFrame:
    """Figures as a table of pandas, which epicene does not need otherwise."""
    try:
        import pandas
    except ImportError as error:
        raise missing_package("pandas", "A table") from error
    return pandas.DataFrame(list(rows))
