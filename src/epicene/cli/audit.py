"""epicene audit: ask a model, end in a table, a results file and a report; ask: one pair of one's own; score: measure
scores that somebody already has."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from epicene import api
from epicene.api_run import Run
from epicene.auditing.audit_requests import AskRequest, AuditRequest, ScoreRequest
from epicene.cli.command_line import command
from epicene.cli.console import Terminal, echo
from epicene.cli.gate import GateOptions
from epicene.core.request_fields import Option, call, part_of


@dataclass(frozen=True, kw_only=True)
class ConfigOptions:
    config: Annotated[str | Path | None, Option("FILE.toml")] = None
    """A TOML file with the same keys (limit = 100), and under [scoring] those for repeating papers; what is typed
    counts before it."""


@dataclass(frozen=True, kw_only=True)
class PlanOptions:
    plan: Annotated[bool, Option()] = False
    "Say what would be asked, what is missing (then exit code 1) and how long it takes; ask nothing."


@dataclass(frozen=True, kw_only=True)
class AuditCommand(GateOptions, PlanOptions, ConfigOptions, AuditRequest):
    """An audit on the command line."""


@command(AuditCommand)
def audit(typed: AuditCommand, terminal: Terminal) -> None:
    """Ask MODEL which sentence of each pair or triple it finds more likely; run again to resume."""
    gate = typed.read_gate()
    with terminal.progress() as bar:
        request = replace(part_of(typed, AuditRequest), progress=bar)
        if typed.plan:
            plan = call(api.plan_audit, request)
        else:
            run = call(api.audit, request)
            from epicene.auditing.reuse_finished_run import is_shown
            from epicene.runs.audit_folder import AuditFolder

            folder = AuditFolder(run.path)
            page = folder.report_path(terminal.lang)
            if not is_shown(page, terminal.lang):
                run.report(page, terminal.lang)
    if typed.plan:
        terminal.show_plan(plan)
        return
    from epicene.auditing.page import PAGE

    if terminal.json:
        for note in PAGE.document([run.path], terminal.lang).notes:
            terminal.note(f"{terminal.language.text('terminal.notice')} {note.text}")
        judged = gate.judge(run.path)
        terminal.print_json(
            {**run.results, "cost": folder.facts().cost} | ({"gate": judged.record()} if judged else {})
        )
        gate.end(judged, terminal)
        _fail_if_nothing_was_measured(run)
        return
    terminal.print_summary(PAGE.summary([run.path], terminal.lang))
    echo(f"\n{terminal.language.text('terminal.report', path=page)}")
    echo(terminal.language.text("terminal.folder", path=run.path))
    gate.end(gate.judge(run.path), terminal)
    _fail_if_nothing_was_measured(run)


@dataclass(frozen=True, kw_only=True)
class AskCommand(ConfigOptions, AskRequest):
    """Two sentences on the command line."""


@command(AskCommand)
def ask(typed: AskCommand, terminal: Terminal) -> None:
    """Ask MODEL which of two sentences it finds likelier, by how much, token by token."""
    with terminal.progress() as bar:
        pair = call(api.ask, replace(part_of(typed, AskRequest), progress=bar, lang=terminal.lang))
    if terminal.json:
        terminal.print_json(pair)
        return
    from epicene.auditing.ask.asked_pair import pair_document

    terminal.print_document(pair_document(pair, terminal.lang))


@dataclass(frozen=True, kw_only=True)
class ScoreCommand(ConfigOptions, ScoreRequest):
    """Predictions on the command line."""


@command(ScoreCommand)
def score(typed: ScoreCommand, terminal: Terminal) -> None:
    """Measure predictions made elsewhere, with the same intervals and tests as an audit."""
    run = call(api.score, part_of(typed, ScoreRequest))
    if terminal.json:
        terminal.print_json(run.results)
        _fail_if_nothing_was_measured(run)
        return
    from epicene.auditing.page import SCORE_PAGE
    from epicene.runs.folder import RunFolder

    report = run.report(RunFolder(run.path).report_path(terminal.lang), terminal.lang)
    terminal.print_summary(SCORE_PAGE.summary([run.path], terminal.lang))
    echo(f"\n{terminal.language.text('terminal.report', path=report)}")
    _fail_if_nothing_was_measured(run)


def _fail_if_nothing_was_measured(run: Run) -> None:
    """Exit code 1 where no item of any benchmark counts for its headline figure."""
    from epicene.kinds.protocol import response_mode_of
    from epicene.runs.audit_folder import read_runs

    (saved,) = read_runs([run.path])
    if not any(response_mode_of(saved, name).score(saved, name) for name in saved.manifest.benchmarks):
        sys.exit(1)
