"""The `epicene` command: its commands by name, each loaded when it is called."""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Sequence
from typing import NoReturn

from cyclopts import App, CycloptsError, Group

from epicene._version import __version__
from epicene.cli.command_line import ARGUMENTS, GROUPS, usage_error
from epicene.cli.console import echo, take_global_options, terminal
from epicene.core.errors import EpiceneError, EpiceneWarning
from epicene.core.extras import missing_package
from epicene.core.request_fields import EVERYDAY

# Where each command is, and its line in the list of all; a group's commands are below it.
COMMANDS = {
    "audit": ("audit:audit", "Ask a model which sentence of each pair or triple it finds more likely."),
    "ask": ("audit:ask", "Ask a model which of two sentences it finds likelier, by how much, token by token."),
    "score": ("audit:score", "Measure predictions made elsewhere, with the same intervals and tests as an audit."),
    "study": ("study:study", "Ask every model of a file about every benchmark; write a paper's tables and figures."),
    "compare": ("compare:compare", "Test whether models or systems differ."),
    "report": ("report:report", "Write a report about saved runs."),
    "board": ("report:board", "Put many runs on one page."),
    "card": ("report:card", "Print a block for a model card on the Hugging Face hub."),
    "debias": ("debias:debias", "Debias a language model or a translation system."),
    "doctor": ("report:doctor", "Say what this machine can run, and what to do about the rest."),
    "data": ("data:app", "List, fetch, check and describe the data sets."),
    "adapt": ("adapt:app", "Carry a data set to another language."),
    "mt": ("mt:app", "Gender in machine translation."),
    "train": ("train:app", "Train what measuring needs."),
    "lab": ("lab:app", "Calibration: small models with a bias dialled in, and whether the instruments follow it."),
    "collect": ("collect:app", "Collect stereotypes and judgments with volunteers."),
}
CAMPAIGN_COMMANDS = ("open", "list", "edit", "close", "reopen", "copy")  # any other word is the title of a new campaign
OF_EVERY_COMMAND = """Options of every command: --json prints one JSON document and nothing else; --lang fr|en is the
language of tables and reports (default: from LANG, or en); --quiet shows no progress; --verbose prints technical
columns and rows too (p values, native and translated items, further totals); --strict
stops where there would be a notice; --accept-terms NAME accepts the terms of use of a packaged model, once;
--debug shows where an error came from."""

app = App(
    name="epicene",
    help=(
        "Measures stereotypes and gender bias in French and multilingual language models. "
        "Start with `epicene audit`, which needs nothing else.\n\n" + " ".join(OF_EVERY_COMMAND.split())
    ),
    help_format="plaintext",
    version_flags=["--version"],
    version=f"epicene {__version__}",
    group_commands=Group("Commands", sort_key=0),
    group_arguments=ARGUMENTS,
    group_parameters=GROUPS[EVERYDAY],
)
app["--help"].group = app["--version"].group = GROUPS[EVERYDAY]
for _order, (_name, (_where, _help)) in enumerate(COMMANDS.items()):
    app.command(f"epicene.cli.{_where}", name=_name, help=_help, sort_key=_order)


def run() -> NoReturn:
    """Exit codes: 0 done, 1 the work failed, 2 the call or its input is wrong, 3 a comparison cannot tell."""
    _spare_the_processor()
    try:
        dispatch(sys.argv[1:])
    except Exception as error:
        if terminal().debug:
            raise
        _stop(error)
    sys.exit(0)


def dispatch(arguments: Sequence[str]) -> None:
    """Do what was typed."""
    warnings.simplefilter("ignore", EpiceneWarning)  # commands say these themselves, in the reader's language
    _, tokens = take_global_options(arguments)
    if tokens == ["lab"] or (tokens[:1] == ["lab"] and tokens[1].startswith("-") and tokens[1] != "--help"):
        tokens.insert(1, "calibrate")
    if tokens[:2] == ["collect", "campaign"] and tokens[2:] and tokens[2] not in (*CAMPAIGN_COMMANDS, "--help", "-h"):
        tokens.insert(2, "open")
    try:
        app(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        raise usage_error(error, tokens) from error


def _spare_the_processor() -> None:
    """Before any library is loaded. Threads that wait for one another spin for microseconds and then sleep: by default
    they spin for milliseconds, on a busy machine 15 of the 37 CPU seconds of a short audit; where they sleep at once,
    two threads train slower than one. What libraries make while they load stays, and looking there for garbage after
    every 700 objects, as is the default, takes most of a second."""
    os.environ.setdefault("GOMP_SPINCOUNT", "5000")
    gc.set_threshold(10_000, 10, 10)


def _stop(error: Exception) -> NoReturn:
    if isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith("epicene"):
        error = missing_package(error.name)
    elif not isinstance(error, EpiceneError):
        what = f"{type(error).__name__}: {error}"
        error = EpiceneError(f"Internal error, please report it: {what} (--debug shows where).")
    echo(f"epicene: {error}", err=True)
    sys.exit(error.exit_code)
