"""What a run found, typed: one `Result` for every sort of run, and what an audit keeps besides.

`compare`, boards, cards, gates, reports and tables of pandas read `Result`; a sort of run adds fields of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Literal

import msgspec

from epicene.core.extras import missing_package
from epicene.core.notices import Notice, notice_from
from epicene.core.types import Estimate
from epicene.metrics.answer_groups import ALL
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
        """Why it is excluded, in a word, for sentences that say so: `sanity`, or what the kind's doubt is called."""
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


class RefusedTask(msgspec.Struct):
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
    refused: dict[str, RefusedTask] = {}
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


class Subject(msgspec.Struct, frozen=True):
    """A model that was trained or acted on: what it is called, where it was found, and which weights it had."""

    spec: str
    name: str
    revision: str | None
    kind: str
    architecture: str
    weights_digest: str


class Result(msgspec.Struct, kw_only=True):
    """What a run found about one model or system: estimates and their tests, what a reader must know, and trust.

    `notices` are English sentences for people, `notice_codes` the same as data. A sort of run that describes its model
    by more than a name puts a `Subject` there.
    """

    model: str | Subject = ""
    signatures: dict[str, str] = {}
    estimates: list[Estimate] = []
    tests: list[TestRecord] = []
    notices: list[str] = []
    notice_codes: list[dict[str, object]] = []
    trust: dict[str, Trust] = {}

    @property
    def label(self) -> str:
        """The name of the model or system."""
        return self.model if isinstance(self.model, str) else self.model.name

    def notice_list(self) -> list[Notice]:
        """The notices as data, which a page says in its reader's language."""
        return [notice_from(record) for record in self.notice_codes]

    def estimate(self, metric: str, group: str = ALL, task: str | None = None) -> Estimate | None:
        """The first estimate of a metric over a group; of one task, where a task is named."""
        wanted = (metric, group)
        return next(
            (e for e in self.estimates if (e.metric, e.group) == wanted and task in (None, e.task)),
            None,
        )

    def rows(self) -> Iterator[dict[str, object]]:
        """A record for each estimate, with its test where it was tested."""
        tests = {(test.benchmark, test.task, test.metric, test.group): test for test in self.tests if test.decides}
        for estimate in self.estimates:
            test = tests.get((estimate.benchmark, estimate.task, estimate.metric, estimate.group))
            tested = {"p": test and test.p, "p_adjusted": test and test.p_adjusted}
            yield {"model": self.label, **asdict(estimate), **tested}


class AuditResults(Result, kw_only=True):
    """What an audit, or `score`, found; `texts` are the labels of texts that were measured."""

    model: str
    signatures: dict[str, str]
    estimates: list[Estimate]
    seed: int = 0
    texts: list[dict[str, str]] | msgspec.UnsetType = msgspec.UNSET


def manifest_of(document: Mapping[str, object]) -> AuditManifest:
    return msgspec.convert(document, AuditManifest)


def to_pandas(rows: Iterable[Mapping[str, object]]) -> pandas.DataFrame:
    """Figures as a table of pandas, which epicene does not need otherwise."""
    try:
        import pandas
    except ImportError as error:
        raise missing_package("pandas", "A table") from error
    return pandas.DataFrame(list(rows))
