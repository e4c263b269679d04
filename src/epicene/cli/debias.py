"""epicene debias: act on a model; the outcome is a model like any other."""

from __future__ import annotations

from dataclasses import replace

from epicene import api
from epicene.cli.command_line import command
from epicene.cli.console import Terminal
from epicene.core.request_fields import call
from epicene.debiasing.debias_run import DebiasRequest


@command(DebiasRequest)
def debias(request: DebiasRequest, terminal: Terminal) -> None:
    """Debias a language model or a translation system; run again to resume.

    The outcome is a model like any other: audit it, and compare it with the model before.
    """
    with terminal.progress() as bar:
        run = call(api.debias, replace(request, progress=bar))
    from epicene.debiasing.page import PAGE

    terminal.show_run(PAGE, run.path)
