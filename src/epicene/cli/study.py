"""epicene study: models × benchmarks from one file, then the tables and analyses of a paper."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from epicene import api
from epicene.auditing.audit_requests import StudyRequest
from epicene.cli.audit import PlanOptions
from epicene.cli.command_line import command
from epicene.cli.console import Terminal, echo
from epicene.core.request_fields import call, part_of

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, kw_only=True)
class StudyCommand(PlanOptions, StudyRequest):
    """A study on the command line."""


@command(StudyCommand)
def study(typed: StudyCommand, terminal: Terminal) -> None:
    """Ask every model of FILE.toml about every benchmark; write the paper's tables and figures; run again to resume.

    A file with [[systems]] is a study of translation systems: each is trained or named, judged, forced, probed and
    intervened in. What fails is reported and the rest goes on: exit code 0 if at least one run is there, 1 if none is.
    """
    with terminal.progress() as bar:
        request = replace(part_of(typed, StudyRequest), progress=bar, lang=terminal.lang)
        if typed.plan:
            plan = call(api.plan_study, request)
        else:
            run = call(api.study, request)
    if typed.plan:
        terminal.show_plan(plan)
        return
    from epicene.auditing.study.saved_study import is_mt_study

    (_show_systems if is_mt_study(run.path) else _show_models)(run.path, terminal)


def _show_models(path: Path, terminal: Terminal) -> None:
    from epicene.auditing.study.page import PAGE, study_document
    from epicene.auditing.study.saved_study import read_study

    made = read_study(path)
    record = study_document(path, terminal.lang) if terminal.json else None
    terminal.show_run(PAGE, path, "report", "study", record=record)
    if made.failures:
        total = sum(len(model.runs) for model in made.models) + len(made.failures)
        failed = "; ".join(f"{failure.model} on {failure.benchmark}" for failure in made.failures)
        echo(f"Warning: {len(made.failures)} of {total} runs failed ({failed}).", err=True)


def _show_systems(path: Path, terminal: Terminal) -> None:
    from epicene.auditing.study.mt_page import PAGE
    from epicene.auditing.study.saved_study import read_mt_studied

    terminal.show_run(PAGE, path, "report", "steps")
    for failure in read_mt_studied(path).failures:
        echo(f"Warning: {failure.system}, {failure.step}, failed: {failure.told}", err=True)
