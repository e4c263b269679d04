"""What `mt audit`, `mt probe` and `mt intervene` find, typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec
from msgspec import Struct, field

from epicene.core.notices import Notice, unique
from epicene.core.types import Estimate
from epicene.metrics.catalogue import TestRecord
from epicene.metrics.significance import shown_side
from epicene.models.engines.cost import read_cost
from epicene.mt.results import ROOM, BleuResults, Judged, NoticeFields, SystemResults, notice_fields
from epicene.runs.folder import RunFolder
from epicene.runs.results import Result
from epicene.runs.signature import few_units

PROBED = "fr-en"  # the paper's direction: that of systems that are probed
TEST_SET = "test-set"  # below the folder of an audit: the run that measures BLEU
NOUN = "noun"  # the contrast of each pair's own noun, in its two forms
PACKAGES = (ROOM, "epicene.inside")
# What the lab found of the instruments that do not follow a bias that was set: Spearman's ρ between the dial "her" and
# what is read, over seven settings and three systems each (docs/lab.md). Pages say so beside their figures.
LAB: Mapping[str, float] = MappingProxyType({"systems": 21, "u1": 0.50, "u2": 0.24, "u3": 0.67, "probe": 0.28})


class NounValue(Struct):
    noun: str
    value: float


class Extremes(Struct):
    """The nouns at both ends of a measure."""

    highest: list[NounValue]
    lowest: list[NounValue]


class NounCorrelation(Struct, kw_only=True, omit_defaults=True):
    """Spearman's ρ of a measure with a fact about the noun."""

    measure: str
    with_: str = field(name="with")
    rho: float
    low: float | None = None
    high: float | None = None
    p: float
    n: int


class ScoredResults(SystemResults, kw_only=True):
    """What `mt audit` and `mt intervene` have alike: both words of a contrast in `n` of `n_total` lines, `n_asked` of
    which have the contrast; `single_occupations` are measures that rest on one occupation, and which."""

    direction: str
    n_total: int = 0
    n_asked: dict[str, int] = field(default_factory=dict)
    single_occupations: dict[str, dict[str, str]] = field(default_factory=dict)
    cost: dict[str, object] | msgspec.UnsetType = msgspec.UNSET

    def is_published(self, contrast: str) -> bool:
        """Whether the paper asked the same: his/her, from French."""
        return (self.direction, contrast) == (PROBED, "his/her")

    def of_contrast(self, contrast: str) -> dict[tuple[str, str], Estimate]:
        """Estimates by metric and group."""
        task = f"{self.direction} {contrast}"
        return {(estimate.metric, estimate.group): estimate for estimate in self.estimates if estimate.task == task}


class ForcedResults(ScoredResults, kw_only=True):
    """`nouns` by contrast and measure, `correlations` by contrast; `judged` are the model's own translations."""

    nouns: dict[str, dict[str, Extremes]]
    correlations: dict[str, list[NounCorrelation]]
    judged: Judged
    bleu: BleuResults | msgspec.UnsetType = msgspec.UNSET
    n_empty: int = 0
    n_without_possessive: int = 0


class Outlier(Struct):
    noun: str
    r: float


class InterveneResults(ScoredResults, kw_only=True):
    """`layers` are the encoder's, or a language model's, of which `prompt_layers` were looked at. `sanity` is how far
    probabilities moved where they must not, which may be up to `sanity_limit`; `u3_left_out` and `patch_left_out` (a
    piece across two blocks) count pairs. `possessive` is the word of the source that u1 and u2 replace. `tests` are of
    blocks' shares and of placebos, adjusted over either."""

    layers: int
    tests: list[TestRecord] = field(default_factory=list)
    possessive: str = "son"
    outliers: list[Outlier]
    sanity: dict[str, float | None]
    sanity_limit: float
    prompt_layers: list[int] = field(default_factory=list)
    u3_left_out: int = 0
    patch_left_out: int = 0

    def shown_side(self, metric: str) -> int:
        """On which side of 0 a figure over all pairs may be said to lie; 0 where it may not, or there is none."""
        estimate = self.estimate(metric, "all")
        test = next((test for test in self.tests if test.metric == metric), None)
        if estimate is None:
            return 0
        return shown_side(estimate.low, estimate.high, p=test.q if test else None, units=few_units(estimate.signature))


class MeanOverSplits(Struct, frozen=True, omit_defaults=True):
    """A mean over repetitions. `low` and `high` hold 95 % of the repetitions: what another split may give.

    `error` is half the 95 % interval of the mean itself, the paper's ±; it takes the repetitions for independent,
    which overlapping splits are not. One repetition has none.
    """

    value: float
    low: float
    high: float
    error: float | None = None


PERCENTAGES = ("accuracy", "feminine", "masculine", "random_labels", "random_weights", "difference")
FIGURES = (*PERCENTAGES, "bits", "bits_random_labels", "bits_random_weights")  # of a probe; bits of an example's label


class ProbedCorpus(Struct, kw_only=True, omit_defaults=True):
    """`published_as` names the paper's sentence, where this is one."""

    name: str
    kind: str
    words: dict[str, str]
    n_lines: int
    n_pairs: int
    n_identical: int
    ceiling: float
    example: str
    published_as: str | None = None


class ProbedCell(Struct, kw_only=True, omit_defaults=True):
    """One layer and token. A figure of which nothing could be counted is left out; `unused` counts fits that used no
    feature, and `guessed` names the figures of probes that guess for that reason."""

    corpus: str
    side: str
    token: str
    layer: int
    n_examples: int
    accuracy: MeanOverSplits | None = None
    feminine: MeanOverSplits | None = None
    masculine: MeanOverSplits | None = None
    random_labels: MeanOverSplits | None = None
    random_weights: MeanOverSplits | None = None
    difference: MeanOverSplits | None = None
    bits: MeanOverSplits | None = None
    bits_random_labels: MeanOverSplits | None = None
    bits_random_weights: MeanOverSplits | None = None
    unused: int | None = None
    unused_random_weights: int | None = None
    guessed: list[str] = []

    @property
    def column(self) -> tuple[str, str]:
        """Of the table."""
        return self.side, self.token

    def figure(self, name: str) -> MeanOverSplits | None:
        mean: MeanOverSplits | None = getattr(self, name)
        return mean


class ProbeResults(Result, kw_only=True):
    """`corpora` are what was probed, `cells` a record for each layer and token of them."""

    model: str
    signatures: dict[str, str]
    split: str
    repetitions: int
    strength: float
    follow: str
    corpora: list[ProbedCorpus]
    standardise: bool = True
    cells: list[ProbedCell]
    cost: dict[str, object] | msgspec.UnsetType = msgspec.UNSET


def read_document(folder: Path) -> dict[str, object]:
    """The results as `--json` has them, with what the run took."""
    kept = RunFolder(folder)
    return {**kept.read_json(kept.results_path), "cost": read_cost(folder)}


def read_rows(path: Path) -> list[dict[str, str]]:
    """Of a table with tabs between its columns, such as `lines.tsv`."""
    text = path.read_text(encoding="utf-8").removesuffix("\n")
    head, *rows = (line.split("\t") for line in text.split("\n"))
    return [dict(zip(head, row, strict=False)) for row in rows]


def unique_notice_fields(notices: Iterable[Notice]) -> NoticeFields:
    """Each once, as documents have them."""
    return notice_fields(unique(notices), *PACKAGES)
