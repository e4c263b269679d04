"""The gate of `audit` and `compare`: options are read before anything is asked, and the exit code is the verdict."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from epicene.core.errors import InputError
from epicene.core.request_fields import GATE, Option

if TYPE_CHECKING:
    from epicene.auditing.gate.gate_rules import GateResult, GateVerdict, Rule
    from epicene.cli.console import Terminal
    from epicene.report.compared_runs import ComparedTwo


@dataclass(frozen=True, kw_only=True)
class GateOptions:
    """A gate for a release."""

    fail_if: Annotated[str | Sequence[str], Option("RULE", GATE)] = ()
    """Exit 1 if a figure is so, 3 if its interval cannot tell: "metric_score > 60", or of an end of the interval,
    which always tells: "metric_score.gender.low > 50". Repeatable."""
    unsure: Annotated[str | None, Option("pass|fail", GATE, choices=("pass", "fail"))] = None
    "What counts where the gate cannot tell: pass or fail. Default: exit code 3."
    junit: Annotated[Path | None, Option("FILE", GATE)] = None
    "Write what the gate found as JUnit XML."

    def read_gate(self, worse: float | None = None) -> Gate | None:
        """None without a rule; refused where a rule cannot be read, or where options would do nothing."""
        if self.fail_if or worse is not None:
            from epicene.auditing.gate.gate_rules import GateVerdict, read_rule

            unsure = GateVerdict(self.unsure or GateVerdict.UNSURE)
            return Gate([read_rule(rule) for rule in self.fail_if], worse, unsure, self.junit)
        if self.unsure is not None or self.junit is not None:
            idle = "--junit" if self.unsure is None else "--unsure"
            raise InputError(f"{idle} is about a gate, and there is none. Give a rule with --fail-if.")
        return None


@dataclass(frozen=True, slots=True)
class Gate:
    """`worse` is how many points a second model may be further from the ideal than the first."""

    rules: Sequence[Rule]
    worse: float | None
    unsure: GateVerdict
    junit: Path | None

    def judge(self, run: Path, pairs: Sequence[ComparedTwo] = ()) -> GateResult:
        """The figures of a run, and of two that were compared."""
        from epicene.auditing.gate.gate_rules import GateResult, check_rules, check_worse
        from epicene.report.results_page import read_run

        checks = [check for result in read_run(run) for check in check_rules(self.rules, result)] if self.rules else []
        checks += check_worse(self.worse, pairs) if self.worse is not None else []
        return GateResult(checks, self.unsure)

    def end(self, result: GateResult, terminal: Terminal) -> None:
        """Write and print the verdict, unless JSON has it, and leave with its exit code."""
        if self.junit:
            result.write_junit(self.junit, terminal.lang)
        if not terminal.json:
            terminal.print_document(result.document(terminal.lang))
        if result.exit_code:
            sys.exit(result.exit_code)
