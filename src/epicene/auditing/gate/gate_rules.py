"""Rules over the figures of runs, what intervals allow to say of them, and what a gate decided: its exit code, a table
in the terminal, Markdown and JUnit XML for the pages of a CI system.

A rule says what must not be. On an end of an interval (`metric_score.gender.low > 50`) it holds or does not. On a value
(`metric_score > 60`) it fails where the whole interval lies beyond the bound, passes where none of it does, and cannot
tell in between: a gate that looks at the value alone flips on the same model asked twice. What may not be believed
(`excluded`) cannot tell either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, inf, isfinite
from pathlib import Path
from xml.etree import ElementTree

from scipy.special import ndtri

from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.language import Language
from epicene.core.notices import Message
from epicene.core.registry import Registry
from epicene.core.types import Estimate
from epicene.kinds.protocol import known_response_modes
from epicene.metrics.answer_groups import ALL
from epicene.metrics.catalogue import MEASURES, Measure
from epicene.metrics.reliability import POWERED
from epicene.metrics.significance import adjust_p, shown_side
from epicene.metrics.two_models import Comparison
from epicene.report.compared_runs import ComparedTwo
from epicene.report.document import Document, Paragraph, TableBlock
from epicene.report.render.markdown import render_markdown
from epicene.report.tables import Column, tabulated
from epicene.runs.results import Result, Trust

PACKAGE = "epicene.auditing.gate"
ENDS = ("low", "high", "value")
_RULE = re.compile(
    r"(?:(?P<benchmark>[^\s:]+):)?(?P<metric>\w+)(?:\.(?P<rest>[^<>]*?))?\s*(?P<sign>[<>])\s*(?P<bound>[-+]?\d+(?:\.\d+)?)"
)

_WIDER = float(ndtri(0.995) / ndtri(0.975))  # a 99 % interval beside one of 95 %


class GateVerdict(StrEnum):
    PASS = "pass"  # noqa: S105 - not a password
    FAIL = "fail"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Check:
    """One figure that a rule looked at; `reason` says what was seen, in words of the `packages`."""

    rule: str
    about: str
    verdict: GateVerdict
    reason: Message
    packages: Sequence[str] = ()

    def because(self, language: Language) -> str:
        return language.joined(*self.packages).say(self.reason)


@dataclass(frozen=True, slots=True)
class Rule:
    """`[BENCHMARK:]METRIC[.GROUP][.low|.high] > NUMBER`; without a benchmark, every one that has the figure."""

    text: str
    benchmark: str | None
    metric: str
    group: str
    end: str
    above: bool
    bound: float

    def looks_at(self, estimate: Estimate) -> bool:
        named = self.benchmark in (None, estimate.benchmark)
        return named and (estimate.metric, estimate.group) == (self.metric, self.group)

    def verdict(self, estimate: Estimate) -> GateVerdict:
        if self.end != "value":
            return GateVerdict.FAIL if self._is_beyond(getattr(estimate, self.end)) else GateVerdict.PASS
        beyond = {self._is_beyond(estimate.low), self._is_beyond(estimate.high)}
        return GateVerdict.UNSURE if len(beyond) > 1 else GateVerdict.FAIL if True in beyond else GateVerdict.PASS

    def _is_beyond(self, value: float) -> bool:
        return value > self.bound if self.above else value < self.bound


def read_rule(text: str) -> Rule:
    """Refused before anything is asked; a group can only be known afterwards."""
    match = _RULE.fullmatch(text.strip())
    if not match:
        raise InputError(
            f"--fail-if {text!r} is not a valid rule. Write METRIC, a group, an end of the interval, < or > and a "
            'number: "metric_score.gender.low > 50" or "metric_score > 60"; "BENCHMARK:" in front keeps to one '
            "benchmark."
        )
    group, dot, end = (match["rest"] or "").rpartition(".")
    if end not in ENDS:
        group, end = f"{group}{dot}{end}", "value"
    metric = _measures()[match["metric"]].name
    return Rule(text, match["benchmark"], metric, group or ALL, end, match["sign"] == ">", float(match["bound"]))


def _measures() -> Registry[Measure]:
    """Every kind registers its own as it is loaded."""
    known_response_modes()
    return MEASURES


def check_rules(rules: Sequence[Rule], results: Result) -> list[Check]:
    """Each rule on each figure that it names."""
    checks = []
    for rule in rules:
        estimates = [estimate for estimate in results.estimates if rule.looks_at(estimate)]
        if not estimates:
            _refuse_unknown(rule, results)
            absent = Message("gate.absent", {"metric": rule.metric})
            checks.append(Check(rule.text, rule.metric, GateVerdict.UNSURE, absent))
        checks += [_check(rule, _deciding(estimate, results), results) for estimate in estimates]
    return checks


def _check(rule: Rule, estimate: Estimate, results: Result) -> Check:
    about = _about(results.label, estimate)
    trust = results.trust.get(estimate.benchmark, Trust())
    if trust.level == "excluded" or trust.grave_reason:
        return _excluded(rule.text, about, {"model": results.label}, trust)
    verdict, end = rule.verdict(estimate), "" if rule.end == "value" else ".end"
    values = {"value": estimate.value, "low": estimate.low, "high": estimate.high, "bound": rule.bound}
    return Check(rule.text, about, verdict, Message(f"gate.{verdict}{end}", values))


def _about(label: str, figure: Estimate | Comparison) -> str:
    return " · ".join(filter(None, (label, figure.benchmark, figure.task, figure.metric, figure.group)))


def _deciding(estimate: Estimate, results: Result) -> Estimate:
    """The figure that a verdict on `estimate` rests on: itself, unless the run has one that decides for it (where ties
    are many, the metric score that counts them as half)."""
    about = estimate.benchmark, estimate.task, estimate.group
    others = (other for other in results.estimates if (other.benchmark, other.task, other.group) == about)
    return next((other for other in others if _measures()[other.metric].decides_for == estimate.metric), estimate)


def _excluded(rule: str, about: str, models: Mapping[str, object], trust: Trust) -> Check:
    """A model that may not be believed cannot tell, nor can a run with a grave notice, and the gate says why: of what
    is excluded in the words of whichever kind has them."""
    compared = "" if "model" in models else ".compared"
    if trust.level != "excluded":
        return Check(rule, about, GateVerdict.UNSURE, Message(f"gate.{trust.grave_reason}{compared}", models))
    key = f"excluded.{trust.exclusion_reason}"
    having = (mode.packages for mode in known_response_modes() if Language("en", *mode.packages).text_or(key, ""))
    packages = next(having, ())
    why = Message(key) if packages else Message("gate.excluded.unknown")
    reason = Message(f"gate.excluded{compared}", {**models, "reason": why})
    return Check(rule, about, GateVerdict.UNSURE, reason, packages)


def _refuse_unknown(rule: Rule, results: Result) -> None:
    """A benchmark or group that the run does not have is a slip, which must not look like a gate that passes."""
    if rule.benchmark is not None and rule.benchmark not in results.signatures:
        known = ", ".join(results.signatures)
        raise InputError(f"--fail-if {rule.text!r}: the run has no benchmark {rule.benchmark}. It has: {known}.")
    groups = dict.fromkeys(estimate.group for estimate in results.estimates if estimate.metric == rule.metric)
    if groups:
        raise InputError(
            f"--fail-if {rule.text!r}: {rule.metric} has no group {rule.group}. It has: {', '.join(groups)}."
        )


def check_worse(points: float, pairs: Sequence[ComparedTwo]) -> list[Check]:
    """Is the second of two runs further from the ideal by more than `points`? Over the headline figure of each
    benchmark, with tests adjusted over these. A bound that these items cannot show is refused."""
    if not isfinite(points) or points < 0:
        raise InputError(f"--fail-if-worse {points} is not a valid number of points; give 0 or more.")
    figures = [(pair, headline) for pair in pairs for headline in pair.headlines if headline.metric in _measures()]
    if not figures:
        raise InputError("--fail-if-worse: these runs share no figure with an ideal value.")
    _refuse_too_fine(points, [comparison for pair, comparison in figures if pair.is_trusted])
    tested = {  # by McNemar's test or, of a figure that counts ties as half, by the bootstrap
        str(index): p
        for index, (_, comparison) in enumerate(figures)
        for p in [comparison.p_bootstrap if MEASURES[comparison.metric].decides_for else comparison.p_mcnemar]
        if p is not None
    }
    adjusted = adjust_p(tested)
    return [
        _worse(points, pair, comparison, adjusted.get(str(index), comparison.p_adjusted))
        for index, (pair, comparison) in enumerate(figures)
    ]


def _worse(points: float, pair: ComparedTwo, comparison: Comparison, p: float | None) -> Check:
    measure = MEASURES[comparison.metric]
    low, high = worsening(comparison, measure.ideal, measure.bounds)
    about, models = _about("", comparison), {"a": comparison.a, "b": comparison.b}
    rule = f"worse > {points:g}"
    trusts: list[Trust] = [getattr(side, "trust", Trust()) for side in (pair.a, pair.b)]
    if not pair.is_trusted:
        excluded = next((trust for trust in trusts if trust.level == "excluded"), Trust("excluded"))
        return _excluded(rule, about, models, excluded)
    if grave := next((trust for trust in trusts if trust.grave_reason), None):
        return _excluded(rule, about, models, grave)
    shuts = points + shown_beyond(comparison, measure.ideal, measure.bounds)
    values = {**models, "low": low, "high": high, "points": points, "shuts": shuts}
    if shown_side(low, high, points, p=p) > 0:
        return Check(rule, about, GateVerdict.FAIL, Message("gate.worse", values))
    verdict = GateVerdict.PASS if high <= points else GateVerdict.UNSURE
    return Check(rule, about, verdict, Message(f"gate.worse.{verdict}", values))


def worsening(comparison: Comparison, ideal: float, bounds: tuple[float, float] | None = None) -> tuple[float, float]:
    """The interval of how much further b is from the ideal than a: W = |b − ideal| − |a − ideal|.

    W is the larger over s = ±1 of the smaller over t = ±1 of s (b − ideal) − t (a − ideal): for s = t the paired
    difference s (b − a), else s (a + b − 2 ideal). Each has an interval of its own, so that neither figure is taken as
    known. W is above a bound where both of one s are, and below it where, for each s, one of the two is. That one of
    two may suffice would double the error of a first model at the ideal: there the sum needs its 99 % interval.
    Where the ideal is the end of what a figure can be, s and t are known. Without an interval of the sum the side is
    not known, and nothing is shown to be worse.
    """
    sides = _sides(ideal, bounds)
    total, reach = (
        comparison.value_a + comparison.value_b - 2 * ideal,
        inf if comparison.sum_reach is None else comparison.sum_reach,
    )
    lows, highs = [], []
    for s in sides:
        apart = sorted((s * comparison.low, s * comparison.high))
        lows.append(min([apart[0]] + [s * total - reach] * (len(sides) > 1)))
        highs.append(min([apart[1]] + [s * total + _WIDER * reach] * (len(sides) > 1)))
    largest = max(abs(comparison.low), abs(comparison.high))  # nobody moves away from the ideal by more than it moves
    return max(*lows, -largest), max(highs)


def _sides(ideal: float, bounds: tuple[float, float] | None) -> list[int]:
    """Above the ideal (1) and below it (−1), as far as the figure can lie there."""
    least, most = bounds or (-inf, inf)
    return [1] * (ideal < most) + [-1] * (ideal > least)


def shown_beyond(comparison: Comparison, ideal: float, bounds: tuple[float, float] | None = None) -> float:
    """The points by which a worsening must exceed the bound of a gate to shut it in four of five cases: both the
    difference and, where the first model is near the ideal, the sum must show it."""
    if len(_sides(ideal, bounds)) == 1 or comparison.sum_reach is None:
        return smallest_worsening(comparison)
    return max(smallest_worsening(comparison), POWERED * comparison.sum_reach - 2 * abs(comparison.value_a - ideal))


def smallest_worsening(comparison: Comparison) -> float:
    """How many points two models must truly differ by for these items to show it in four of five cases: half the width
    of the paired interval, times (z₀.₉₇₅ + z₀.₈) / z₀.₉₇₅. With a smaller bound, a gate opens for a model that did not
    change in fewer than four of five cases."""
    return (comparison.high - comparison.low) / 2 * POWERED


def _refuse_too_fine(points: float, figures: Sequence[Comparison]) -> None:
    """A bound below what the items can show makes a gate that hardly opens for anybody, and says so too late."""
    if not figures:
        return
    worst = max(figures, key=smallest_worsening)
    smallest = smallest_worsening(worst)
    if points < smallest:
        raise InputError(
            f"--fail-if-worse {points} is finer than these items can show: on {worst.benchmark}, {worst.a} and "
            f"{worst.b} differ by {round(worst.difference, 1)} points (95% interval {round(worst.low, 1)} to "
            f"{round(worst.high, 1)}, n = {worst.n}), and the smallest worsening that would show in four of five "
            f"cases is {round(smallest, 1)}. Use --fail-if-worse {ceil(smallest)} or more, or ask more items."
        )


EXIT = {GateVerdict.PASS: 0, GateVerdict.FAIL: 1, GateVerdict.UNSURE: 3}


@dataclass(frozen=True, slots=True)
class GateResult:
    """`unsure` is what counts for checks that cannot tell."""

    checks: Sequence[Check]
    unsure: GateVerdict = GateVerdict.UNSURE

    @property
    def verdict(self) -> GateVerdict:
        counted = {self._counted(check) for check in self.checks}
        return next(
            verdict for verdict in (GateVerdict.FAIL, GateVerdict.UNSURE, GateVerdict.PASS) if verdict in counted
        )

    @property
    def exit_code(self) -> int:
        return EXIT[self.verdict]

    def _counted(self, check: Check) -> GateVerdict:
        return self.unsure if check.verdict is GateVerdict.UNSURE else check.verdict

    def record(self) -> dict[str, object]:
        words = Language("en", PACKAGE)
        return {
            "verdict": self.verdict,
            "checks": [
                {"rule": check.rule, "about": check.about, "verdict": check.verdict, "reason": check.because(words)}
                for check in self.checks
            ],
        }

    def document(self, code: str) -> Document:
        language = Language(code, PACKAGE)
        title = language.text("gate.title")
        lead = Paragraph(language.text(f"gate.verdict.{self.verdict}"), "lead")
        table = tabulated(
            title,
            [self.checks],
            (Column("rule", language.text("gate.column.rule")), lambda check: check.rule),
            (Column("about", language.text("gate.column.about")), lambda check: check.about),
            (Column("verdict", language.text("gate.column.verdict")), lambda check: self._said(check, language)),
            (Column("reason", language.text("gate.column.reason")), lambda check: check.because(language)),
        )
        return Document(title=title, language=language, answer=[lead, TableBlock(table, "gate")])

    def _said(self, check: Check, language: Language) -> str:
        text = language.text(f"gate.cell.{check.verdict}")
        counted = self._counted(check)
        if counted is check.verdict:
            return text
        return language.text("gate.cell.counted", verdict=text, counted=language.text(f"gate.cell.{counted}"))

    def write_summary(self, file: Path, code: str) -> None:
        write_text(file, render_markdown(self.document(code)))

    def write_junit(self, file: Path, code: str) -> None:
        """A test case for each figure; one that cannot tell is an error, unless it counts as something else."""
        language = Language(code, PACKAGE)
        counts = Counter(map(self._counted, self.checks))
        facts = {"tests": len(self.checks), "failures": counts[GateVerdict.FAIL], "errors": counts[GateVerdict.UNSURE]}
        suite = ElementTree.Element("testsuite", {"name": "epicene", **{name: str(n) for name, n in facts.items()}})
        for check in self.checks:
            case = ElementTree.SubElement(suite, "testcase", {"classname": check.rule, "name": check.about})
            reason, counted = check.because(language), self._counted(check)
            if counted is GateVerdict.PASS:
                ElementTree.SubElement(case, "system-out").text = reason
            else:
                ElementTree.SubElement(case, "failure" if counted is GateVerdict.FAIL else "error", {"message": reason})
        suites = ElementTree.Element("testsuites")
        suites.append(suite)
        ElementTree.indent(suites)
        write_text(file, ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n")
