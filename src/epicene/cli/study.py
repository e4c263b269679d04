"""epicene study: models, systems and predictions from one file, then the tables and analyses of a paper."""

from __future__ import annotations

from dataclasses import dataclass, replace

from epicene import api
from epicene.auditing.audit_requests import StudyRequest
from epicene.cli.audit import PlanOptions
from epicene.cli.command_line import command
from epicene.cli.console import Terminal, echo
from epicene.core.request_fields import call, part_of


@dataclass(frozen=True, kw_only=True)
class StudyCommand(PlanOptions, StudyRequest):
    """A study on the command line."""


@command(StudyCommand)
def study(typed: StudyCommand, terminal: Terminal) -> None:
    """Ask every model of FILE.toml about every benchmark; write the paper's tables and figures; run again to resume.

    Five studies come with epicene: crows-pairs-fr, stereoset-fr, mt-gender, mt-opus and real-french, by these names.
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
    from epicene.runs.folder import RunFolder
    from epicene.studies.page import PAGE, study_document
    from epicene.studies.saved_study import StudyFolder

    record = StudyFolder(run.path).record()
    if terminal.json:
        terminal.print_json(study_document(run.path, terminal.lang))
    else:
        language = terminal.language.joined(*PAGE.rooms)
        terminal.print_summary(PAGE.summary([run.path], language.code))
        echo(f"\n{language.text('terminal.report', path=RunFolder(run.path).report_path(language.code))}")
        has_models = any(done.model for done in record.runs)
        echo(language.text("terminal.study" if has_models else "terminal.steps", path=run.path))
    failed = [failure for failure in record.failures if failure.model]
    if failed:
        total = sum(bool(done.model) for done in record.runs) + len(failed)
        names = "; ".join(f"{failure.model} on {failure.benchmark}" for failure in failed)
        echo(f"Warning: {len(failed)} of {total} runs failed ({names}).", err=True)
    for failure in record.failures:
        if failure.system:
            echo(f"Warning: {failure.system}, {failure.step}, failed: {failure.reason}", err=True)
