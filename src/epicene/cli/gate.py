"""The gate of `audit` and `compare`: options are read before anything is asked, and the exit code is the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from epicene.core.errors import InputError

if TYPE_CHECKING:
    from epicene.auditing.gate.gate_rules import Gate, Rule, Verdict
    from epicene.report.pages import Pair


@dataclass(frozen=True, slots=True)
class GateOptions:
    """`worse` is how many points a second model may be further from the ideal than the first."""

    rules: Sequence[Rule]
    worse: float | None
    unsure: Verdict
    junit: Path | None
    summary: Path | None

    def judge(self, run: Path, pairs: Sequence[Pair] = ()) -> Gate | None:
        """The figures of a run, and of two that were compared; None where nothing is asked of them."""
        from epicene.auditing.gate.gate_rules import Gate, check_rules, check_worse
        from epicene.kinds.trust import trust_of
        from epicene.runs.saved_run import read_runs

        checks = []
        if self.rules:
            (saved,) = read_runs([run], with_items=False)
            saved.results.trust = {name: trust_of(saved, name) for name in saved.manifest.benchmarks}
            checks += check_rules(self.rules, saved.results)
        checks += check_worse(self.worse, pairs) if self.worse is not None else []
        return Gate(checks, self.unsure) if checks else None

    def end(self, gate: Gate | None, lang: str, *, quiet: bool) -> None:
        """Write and print what was found, unless JSON has it, and leave with its exit code."""
        if gate is None:
            return
        if self.junit:
            gate.write_junit(self.junit, lang)
        if self.summary:
            gate.write_summary(self.summary, lang)
        if not quiet:
            from epicene.report.render.terminal import print_document

            print_document(gate.document(lang))
        if gate.exit_code:
            raise typer.Exit(gate.exit_code)


def read_gate(
    rules: Sequence[str] | None,
    unsure: str | None,
    junit: Path | None,
    summary: Path | None,
    worse: float | None = None,
) -> GateOptions:
    """Refused where a rule cannot be read, or where options would do nothing."""
    named = {"--unsure": unsure, "--junit": junit, "--gate-summary": summary}
    if not rules and worse is None:
        if idle := [name for name, value in named.items() if value is not None]:
            raise InputError("{idle} is about a gate, and there is none. Give a rule with --fail-if.", idle=idle[0])
        from epicene.auditing.gate.gate_rules import Verdict

        return GateOptions((), None, Verdict.UNSURE, None, None)
    from epicene.auditing.gate.gate_rules import read_rule, read_unsure

    return GateOptions([read_rule(one) for one in rules or ()], worse, read_unsure(unsure), junit, summary)
