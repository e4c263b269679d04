"""What a run stands for among others: the few figures that a board and a model card show of it. Each kind of run names
its own, and says how two of them are compared; boards and cards know of no kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.types import Estimate
from epicene.metrics.answer_groups import ALL
from epicene.metrics.two_models import Comparison
from epicene.report.compared_runs import Compared
from epicene.runs.results import ModelFacts, Trust
from epicene.runs.signature import SignatureParts, run_signature

TRANSLATION = "translation"  # what a translation system is for, where language models have what they can be asked
TRUSTED = Trust()
TESTS = ("p_t_corrected", "p_wilcoxon", "p_bootstrap")  # of runs whose items are clustered, the one that draws clusters


@dataclass(frozen=True, slots=True)
class HeadlineQuestion:
    """What a figure is about, in the reader's words; `kind` and `spoken` (a language, or two joined by a hyphen) are
    what boards are filtered by. A figure without an `ideal` is neither good nor bad."""

    benchmark: str
    title: str
    kind: str
    kind_name: str
    spoken: str
    metric: str
    measure: str
    ideal: float | None
    n_items: int
    task: str | None = None
    group: str = ALL
    digits: int = 1

    @classmethod
    def of(
        cls,
        estimate: Estimate,
        title: str,
        kind: str,
        kind_name: str,
        spoken: str,
        measure: str,
        ideal: float | None,
        digits: int = 1,
    ) -> Self:
        """What an estimate is about; readers may see it as neither good nor bad."""
        about = (estimate.benchmark, title, kind, kind_name, spoken, estimate.metric, measure, ideal)
        return cls(*about, estimate.n_total, estimate.task, estimate.group, digits)


@dataclass(frozen=True, slots=True)
class ShownItem:
    """`texts` are what can be chosen, each in turns of what all share and what is its own; none where the choice is one
    of `ReadItems.outcomes`."""

    id: str
    category: str
    context: str
    texts: Sequence[Sequence[str]] = ()


class ReadItems(NamedTuple):
    items: Sequence[ShownItem] = ()
    outcomes: Sequence[str] = ()


class HeadlineReading(NamedTuple):
    """What people read of a figure: what it is judged to be, and the sentence about it."""

    verdict: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Headline:
    """`reason` is why the figure is not believed without reservation. `chosen` has a character for each item, None
    where another figure of the run has it; `outputs` are what a system wrote of each; `answers` is what the kind's
    own tests are made from."""

    run: Path
    model: ModelFacts
    question: HeadlineQuestion
    signature: str
    estimate: Estimate | None
    trust: Trust = TRUSTED
    reason: str = ""
    chosen: str | None = None
    outputs: Sequence[str] = ()
    answers: object = None
    items: Callable[[], ReadItems] = ReadItems
    told: Callable[[], HeadlineReading] = HeadlineReading

    @property
    def parts(self) -> SignatureParts:
        return SignatureParts.of(self.signature)

    @property
    def revision(self) -> str:
        """The revision of the data."""
        return self.parts.data_digest


class HeadlineTest(NamedTuple):
    """Two figures compared, under their places as names."""

    comparison: Comparison
    test: str
    p: float


def compared_by_runs(
    compare: Callable[[Sequence[Path], int], Compared], headlines: Sequence[Headline], seed: int
) -> Iterator[HeadlineTest]:
    """The tests that `epicene compare` makes; none where it refuses, so that there are intervals alone."""
    labels = {(headline.run, headline.signature): str(index) for index, headline in enumerate(headlines)}
    question = headlines[0].question
    try:
        pairs = compare(list(dict.fromkeys(headline.run for headline in headlines)), seed).pairs
    except InputError:
        return
    for pair in pairs:
        a, b = (labels.get((side.path, side.signature)) for side in (pair.a, pair.b))
        for comparison in pair.comparisons if a and b else ():
            test = next((test for test in TESTS if getattr(comparison, test) is not None), None)
            if test and (comparison.metric, comparison.group, comparison.task) == (
                question.metric,
                question.group,
                question.task,
            ):
                named = replace(comparison, a=str(a), b=str(b))
                yield HeadlineTest(named, test.removeprefix("p_"), getattr(comparison, test))


def system_headline(
    run: Path,
    model: str,
    estimate: Estimate,
    language: Language,
    question: HeadlineQuestion,
    *,
    weighed: bool,
    notices: Iterable[Notice] = (),
    **behind: Any,
) -> Headline:
    """A figure of a translation system; with its weights where they were `weighed`, for of outputs they are not known.
    `behind` is what else a headline has."""
    weights = SignatureParts.of(estimate.signature).weights_digest if weighed else ""
    facts = ModelFacts(model, kind=TRANSLATION, weights_digest=weights)
    trust, reason = _system_trust(estimate.signature, notices, language)
    return Headline(run, facts, question, run_signature(estimate.signature), estimate, trust, reason, **behind)


def _system_trust(signature: str, notices: Iterable[Notice], language: Language) -> tuple[Trust, str]:
    """A translation system's trust with its reason: a grave notice excludes it, a sample of lines is a reservation."""
    if grave := [notice for notice in notices if notice.is_grave]:
        return Trust("excluded", [notice.record() for notice in grave]), " ".join(map(language.say, grave))
    if SignatureParts.of(signature).is_limited:
        limited = Notice("trust.limit")
        return Trust("flagged", [limited.record()]), language.text_or(f"board.{limited.code}", limited.code)
    return Trust(), ""
