"""epicene audit: ask a model, end in a table, a results file and a report; ask: one pair of one's own; score: measure
scores that somebody already has."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from epicene import api
from epicene.api_run import Run
from epicene.auditing.audit_requests import AskRequest, AuditRequest, ScoreRequest
from epicene.cli.command_line import command
from epicene.cli.console import Terminal
from epicene.cli.gate import GateOptions
from epicene.core.request_fields import Option, call, part_of


@dataclass(frozen=True, kw_only=True)
class ConfigOptions:
    config: Annotated[Path | None, Option("FILE.toml")] = None
    """A TOML file with the same keys (limit = 100), and under [scoring] those for repeating papers; what is typed
    counts before it."""


@dataclass(frozen=True, kw_only=True)
class PlanOptions:
    plan: Annotated[bool, Option()] = False
    "Say what would be asked, how many tokens that is, and what is missing (then exit code 1); ask nothing."


@dataclass(frozen=True, kw_only=True)
class AuditCommand(GateOptions, PlanOptions, ConfigOptions, AuditRequest):
    """An audit on the command line."""


@command(AuditCommand)
def audit(typed: AuditCommand, terminal: Terminal) -> None:
    """Ask MODEL which sentence of each pair or triple it finds more likely; run again to resume."""
    gate = typed.read_gate()
    if typed.plan:
        with terminal.progress() as bar:
            plan = call(api.plan_audit, replace(part_of(typed, AuditRequest), progress=bar))
        terminal.show_plan(plan)
        return
    with terminal.progress() as bar:
        run = call(api.audit, replace(part_of(typed, AuditRequest), progress=bar))
        from epicene.auditing.page import PAGE
        from epicene.auditing.reuse_finished_run import is_shown
        from epicene.runs.audit_folder import AuditFolder

        folder = AuditFolder(run.path)
        page = folder.report_path(terminal.lang)
        if not is_shown(page, terminal.lang):
            run.report(page, terminal.lang)
    record: dict[str, Any] = {}
    if terminal.json:
        terminal.show_notices(note.text for note in PAGE.document([run.path], terminal.lang).notes)
        record = {**run.results, "cost": folder.facts().cost}
    else:
        terminal.show_run(PAGE, run.path, "report", "folder")
    result = gate.judge(run.path) if gate else None
    if terminal.json:
        terminal.print_json(record | ({"gate": result.record()} if result else {}))
    if gate and result:
        gate.end(result, terminal)
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
    from epicene.auditing.page import SCORE_PAGE

    terminal.show_run(SCORE_PAGE, run.path, "report", write_page=not terminal.json)
    _fail_if_nothing_was_measured(run)


def _fail_if_nothing_was_measured(run: Run) -> None:
    """Exit code 1 where no item of any benchmark counts for its headline figure."""
    from epicene.kinds.protocol import response_mode_of
    from epicene.runs.audit_folder import read_runs

    (saved,) = read_runs([run.path])
    if not any(response_mode_of(saved, name).score(saved, name) for name in saved.manifest.benchmarks):
        sys.exit(1)
