"""epicene doctor: what this machine can run, and what to do about the rest."""

from __future__ import annotations

import typer

from epicene.cli import options
from epicene.cli.console import print_json, tell
from epicene.core.command_language import in_spoken, said


def doctor(json: options.Json = False) -> None:
    """Say what this machine can run, and what to do about the rest."""
    from epicene.auditing.installed_plugins import examine_plugins
    from epicene.models.machine import examine

    findings = [*examine(), *examine_plugins()]
    if json:
        print_json([finding.record() for finding in findings])
        return
    for finding in findings:
        mark = said("ok ") if finding.ok else said("no ")
        tell(said("{mark} {what}: {found}", mark=mark, what=said(finding.what), found=finding.found))
        if finding.advice:
            typer.echo(f"       → {in_spoken(finding.advice)}")
