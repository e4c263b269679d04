"""From forced probabilities to estimates: b over lines that do not say the gender, r and t over pairs that do; and
whether they go with how often a noun was seen in training, and with the number of its sub-words.

Groups: `all`, and `same noun`, which leaves out pairs whose two references have different nouns (*actor*, *actress*):
there the reference itself hands the decoder the gender before the possessive comes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from statistics import fmean

import numpy as np

from epicene.core.errors import InputError
from epicene.core.notices import Notice
from epicene.core.progress import Progress
from epicene.core.types import Estimate
from epicene.grammar.people import Gender
from epicene.inside.forced.decoding import Forced, Nouns, find_words, source_pieces, target_pieces
from epicene.inside.results import Extremes, NounCorrelation, NounValue
from epicene.metrics.catalogue import TestRecord
from epicene.metrics.correlation import spearman
from epicene.metrics.inside_measures import followed, mean_change, spread, transfer
from epicene.metrics.intervals import SIGNED, Interval, cluster_sums
from epicene.metrics.significance import adjust_p, sign_flip_p
from epicene.models.translation import Translator
from epicene.mt.controlled_corpus import CorpusLine
from epicene.mt.corpus_stats import FormCounter, key_of
from epicene.mt.judging.clustered_estimates import Estimating, LineRatio, share
from epicene.mt.judging.judge_run import BENCHMARK
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.runs.signature import signature_of_interval

SAME_NOUN = "same noun"
MEASURES = ("b", "r", "t")
THRESHOLDS = {"b": (-0.75, 0.0, 0.5), "r": (0.0, 0.5), "t": (0.0, 0.5)}
BOUNDS = {"b": SIGNED, "r": (-inf, 1.0), "t": SIGNED}
PERMUTATIONS = 5_000  # over a thousand nouns, more would not fit into memory at once


@dataclass(frozen=True, slots=True)
class Value:
    """One b (of a line), r or t (of a pair, at its feminine line); `same_noun`: both references have one noun."""

    measure: str
    line: CorpusLine
    value: float
    same_noun: bool

    @property
    def noun(self) -> str:
        """As people write it."""
        return " ".join(self.line.subject.noun).replace("' ", "’")


Member = Callable[[Value], bool]
EVERYBODY: Mapping[str, Member] = {"all": lambda value: True}
GROUPS: Mapping[str, Member] = {**EVERYBODY, SAME_NOUN: lambda value: value.same_noun}


def values_of(forced: Sequence[Forced], nouns: Nouns, direction: str) -> list[Value]:
    """Every b, r and t that the probabilities give. Into French the source always says the gender, so there is no b."""
    by_line, forward = {answer.line.number: answer for answer in forced}, DIRECTIONS[direction].forward
    same = {answer.line.number: nouns[answer.line.number] == nouns[answer.line.number ^ 1] for answer in forced}
    values = []
    for answer in forced:
        if forward and not answer.line.marked:
            values.append(Value("b", answer.line, answer.b, same[answer.line.number]))
        partner = by_line.get(answer.line.number ^ 1)
        if answer.line.gender is Gender.FEMININE and partner and (answer.line.marked or not forward):
            r = transfer(answer.masculine, partner.masculine)
            t = followed((partner.masculine, partner.feminine), (answer.masculine, answer.feminine))
            values += [
                Value(name, answer.line, value, same[answer.line.number]) for name, value in (("r", r), ("t", t))
            ]
    return values


@dataclass(frozen=True, slots=True)
class Measuring:
    """What all estimates of one model and contrast have in common; `p_values` are of means that were tested, each in
    its family, over so many occupations."""

    task: str
    signature: str
    seed: int = 0
    p_values: dict[str, dict[str, tuple[float, int]]] = field(default_factory=dict, compare=False, repr=False)

    def estimates(
        self, values: Sequence[Value], groups: Mapping[str, Member] = GROUPS, prefix: str = ""
    ) -> list[Estimate]:
        """Spread of b, r and t in each group; metrics are b_mean, r_median, r_below_0.5…, a prefix before them."""
        estimates = []
        for measure in MEASURES:
            own = [value for value in values if value.measure == measure]
            for group, member in groups.items():
                if chosen := [value for value in own if member(value)]:
                    numbers, nouns = zip(*((value.value, value.line.occupation) for value in chosen), strict=True)
                    n = len(chosen), len(own)
                    for figure in spread(numbers, nouns, THRESHOLDS[measure], BOUNDS[measure], seed=self.seed):
                        metric, ideal = f"{prefix}{measure}_{figure.name}", _ideal(measure, figure.name)
                        estimates.append(self.estimate(metric, group, figure.value, figure.interval, ideal, n))
        return estimates

    def estimate(
        self, metric: str, group: str, value: float, interval: Interval, ideal: float, n: tuple[int, int]
    ) -> Estimate:
        """`n` are used of all."""
        signature = signature_of_interval(self.signature, interval)
        return Estimate(BENCHMARK, self.task, metric, group, value, *interval, ideal, *n, signature)

    def mean(
        self, metric: str, group: str, values: Mapping[int, Value], ideal: float, total: int, family: str = ""
    ) -> Estimate:
        """Of values by line, over occupations; in a `family`, tested against 0 by turning whole occupations."""
        numbers, nouns = (
            [value.value for value in values.values()],
            [value.line.occupation for value in values.values()],
        )
        if family and group == "all":
            sums = cluster_sums(np.array([numbers]), nouns)[0]
            self.p_values.setdefault(family, {})[metric] = sign_flip_p(sums, seed=self.seed), len(sums)
        mean = mean_change([0.0] * len(numbers), numbers, nouns, seed=self.seed)
        return self.estimate(metric, group, *mean, ideal, (len(numbers), total))

    def tests(self) -> list[TestRecord]:
        """Of the means that were tested, adjusted within each family."""
        return [
            TestRecord(BENCHMARK, metric, "all", "sign-flip", *tested[metric], p, self.task)
            for tested in self.p_values.values()
            for metric, p in adjust_p({name: p for name, (p, _) in tested.items()}).items()
        ]

    def choices(self, forced: Sequence[Forced], direction: str) -> list[Estimate]:
        """How often the word of the line's own gender is the likelier of the two, where the source says the gender."""
        marked = [answer for answer in forced if answer.line.marked or not DIRECTIONS[direction].forward]
        if not marked:
            return []
        feminine = np.array([answer.line.gender is Gender.FEMININE for answer in marked])
        right = np.array(
            [(answer.feminine > answer.masculine) == (answer.line.gender is Gender.FEMININE) for answer in marked]
        )
        everyone = np.ones(len(marked), dtype=bool)
        ratios = [
            share("forced_correct", group, right, among)
            for group, among in (("all", everyone), ("feminine", feminine), ("masculine", ~feminine))
        ]
        return self.shares(ratios, [answer.line for answer in marked], len(forced))

    def possessives(
        self, forced: Sequence[Forced], words: tuple[str, str, str], third: Mapping[int, float]
    ) -> list[Estimate]:
        """How likely each possessive is, in per cent: p_his, p_her and p_their, whose logs are `third` by line. Group
        `open` are the lines of b, whose source says no gender and which a possessive need not decide either."""
        logs = np.array([[answer.masculine, answer.feminine, third[answer.line.number]] for answer in forced]).T
        marked = np.array([answer.line.marked for answer in forced])
        feminine = np.array([answer.line.gender is Gender.FEMININE for answer in forced])
        groups = (("open", ~marked, 2), ("feminine", marked & feminine, 1), ("masculine", marked & ~feminine, 0))
        ratios = [
            LineRatio(
                f"p_{word}",
                group,
                np.exp(log) * inside,
                inside.astype(float),
                int(inside.sum()),
                100.0 * (index == wanted),
            )
            for group, inside, wanted in groups
            if inside.any()
            for index, (word, log) in enumerate(zip(words, logs, strict=True))
        ]
        return self.shares(ratios, [answer.line for answer in forced], len(forced))

    def shares(self, ratios: Sequence[LineRatio], lines: Sequence[CorpusLine], total: int) -> list[Estimate]:
        occupations = [line.occupation for line in lines]
        return Estimating(BENCHMARK, self.task, self.signature, occupations, total, self.seed).estimates(ratios)


def _ideal(measure: str, figure: str) -> float:
    """b should lie at 0, r and t at 1, wherever it is looked at; a share below a threshold accordingly."""
    if not figure.startswith("below_"):
        return 0.0 if measure == "b" else 1.0
    threshold = float(figure.removeprefix("below_"))
    if measure != "b":
        return 0.0
    return 50.0 if threshold == 0 else 100.0 * (threshold > 0)


def extremes(values: Sequence[Value], measure: str, most: int = 10) -> Extremes:
    """The nouns with the highest and the lowest values, each once; a pair is called by its feminine form."""
    by_noun: dict[str, list[float]] = {}
    for value in values:
        if value.measure == measure:
            by_noun.setdefault(value.noun, []).append(value.value)
    ordered = sorted((float(np.mean(own)), noun) for noun, own in by_noun.items())
    means = [NounValue(noun, value) for value, noun in ordered]
    shown = min(most, len(means) // 2)  # no noun is shown at both ends
    return Extremes(means[::-1][:shown], means[:shown])


def single_occupations(values: Sequence[Value]) -> dict[str, str]:
    """Measures that rest on one occupation, and which: there is nothing to resample, so that they have no interval."""
    occupations = {m: {value.line.occupation for value in values if value.measure == m} for m in MEASURES}
    return {measure: own.pop() for measure, own in occupations.items() if len(own) == 1}


def single_notices(values: Sequence[Value]) -> list[Notice]:
    singles = single_occupations(values).items()
    return [Notice("forced.notice.single", {"measure": measure, "noun": noun}) for measure, noun in singles]


def lines_table(
    by: str,
    forced: Mapping[str, Sequence[Forced]],
    values: Mapping[str, Sequence[Value]],
    before: Mapping[str, Callable[[CorpusLine], str]] | None = None,
    behind: Mapping[str, Callable[[CorpusLine], str]] | None = None,
) -> str:
    """A row for each line and contrast or condition (`by`); r and t stand at the pair's feminine line. Logs are
    natural. `before` and `behind` are further columns, before the occupation and at the end."""
    before, behind = before or {}, behind or {}
    heads = ("line", "pair", "class", "gender", *before, "occupation", by, "log_masculine", "log_feminine")
    rows = ["\t".join((*heads, "b", "r", "t", *behind))]
    for name, answers in forced.items():
        of_pair = {(value.measure, value.line.number): value.value for value in values[name]}
        for answer in answers:
            line = answer.line
            cells = (
                *(str(line.number + 1), str(line.pair + 1), line.class_, line.gender.value),
                *(column(line) for column in before.values()),
                *(line.occupation, name, f"{answer.masculine:.6f}", f"{answer.feminine:.6f}", f"{answer.b:.6f}"),
                *(f"{of_pair[key]:.6f}" if (key := (m, line.number)) in of_pair else "" for m in ("r", "t")),
                *(column(line) for column in behind.values()),
            )
            rows.append("\t".join(cells))
    return "".join(f"{row}\n" for row in rows)


@dataclass(frozen=True, slots=True)
class TrainingCounts:
    """Where frequencies come from: what `mt corpus-stats --json` wrote, or the French side of a training corpus."""

    stats: Path | None = None
    corpus: Path | None = None

    def frequencies(self, lines: Sequence[CorpusLine], progress: Progress) -> dict[int, int]:
        """How often the French noun of each line occurs; lines whose noun the statistics lack are left out."""
        nouns = {line.number: " ".join(line.subject.noun) for line in lines}
        if self.corpus is not None:
            progress.say(f"Counting nouns in {self.corpus}")
            counts: Mapping[tuple[str, ...], int] = FormCounter(nouns.values()).count(self.corpus).counts
            return {number: counts.get(key_of(noun), 0) for number, noun in nouns.items()}
        if self.stats is not None:
            known = _read_stats(self.stats)
            return {number: known[key] for number, noun in nouns.items() if (key := key_of(noun)) in known}
        return {}


def _read_stats(path: Path) -> dict[tuple[str, ...], int]:
    try:
        forms = json.loads(path.read_text(encoding="utf-8"))["forms"]
        return {key_of(form["form"]): int(form["count"]) for form in forms}
    except FileNotFoundError:
        raise InputError(f"{path} does not exist; write it with `epicene mt corpus-stats … --json > {path}`.") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path} is not what `epicene mt corpus-stats --json` writes ({type(error).__name__}); make it anew."
        ) from error


def subwords(translator: Translator, lines: Sequence[CorpusLine], direction: str) -> dict[int, int]:
    """Into how many pieces the model cuts the noun of each line that says the gender, where it stands."""
    counts, cut = {}, source_pieces if DIRECTIONS[direction].forward else target_pieces
    for line in lines:
        spans, pieces = find_words(line.source, line.subject.noun), cut(translator, line.source)
        counts[line.number] = len({index for span in spans for index in pieces.over(span)})
    return counts


def correlations(
    values: Sequence[Value], facts: Mapping[str, Mapping[int, int]], seed: int = 0
) -> list[NounCorrelation]:
    """Spearman's ρ of b, r and t with each fact about the noun (of a pair: the feminine one). Each noun counts once, by
    its mean: the two lines of l'aubergiste are one sentence."""
    records = []
    for measure in MEASURES:
        for name, by_line in facts.items():
            nouns: dict[tuple[str, ...], list[Value]] = {}
            for value in values:
                if value.measure == measure and value.line.number in by_line:
                    nouns.setdefault(value.line.subject.noun, []).append(value)
            means = [fmean(each.value for each in own) for own in nouns.values()]
            known = [float(by_line[own[0].line.number]) for own in nouns.values()]
            if made := spearman(means, known, permutations=PERMUTATIONS, seed=seed):
                interval = {"low": made.low, "high": made.high}
                records.append(
                    NounCorrelation(measure=measure, with_=name, rho=made.rho, **interval, p=made.p_two_sided, n=made.n)
                )
    return records
