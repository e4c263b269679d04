"""The `epicene` command."""

from __future__ import annotations

import gc
import inspect
import os
import re
import sys
import warnings
from typing import NoReturn

import typer

from epicene.cli.adapt import app as adapt_app
from epicene.cli.audit import ask, audit, score
from epicene.cli.collect.commands import app as collect_app
from epicene.cli.compare import compare
from epicene.cli.data import app as data_app
from epicene.cli.debias import debias
from epicene.cli.doctor import doctor
from epicene.cli.lab import app as lab_app
from epicene.cli.mt.commands import app as mt_app
from epicene.cli.report import board, card, report
from epicene.cli.study import study
from epicene.cli.train import app as train_app
from epicene.cli.usage_errors import asked_language, understood
from epicene.core.catalogues import ENGLISH
from epicene.core.command_language import in_spoken, speaking
from epicene.core.errors import EpiceneError, EpiceneWarning
from epicene.core.extras import missing_package

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help=(
        "Measures stereotypes and gender bias in French and multilingual language models. "
        "Start with `epicene audit`, which needs nothing else. Every command takes --debug for a full traceback."
    ),
)
for command in (audit, ask, score, study, compare, report, board, card, debias, doctor):
    app.command()(command)
app.add_typer(data_app, name="data")
app.add_typer(adapt_app, name="adapt")
app.add_typer(mt_app, name="mt")
app.add_typer(train_app, name="train")
app.add_typer(lab_app, name="lab")
app.add_typer(collect_app, name="collect")


def _fill_lines(commands: typer.Typer) -> None:
    """A paragraph of help is as wide as the terminal: typer keeps the line ends of all paragraphs but the first."""
    for command in commands.registered_commands:
        paragraphs = inspect.getdoc(command.callback) or ""
        command.help = command.help or re.sub(r"(?<!\n)\n(?!\n)", " ", paragraphs)
    for group in commands.registered_groups:
        if group.typer_instance:
            _fill_lines(group.typer_instance)


_fill_lines(app)


@app.callback(invoke_without_command=True)
def _version(version: bool = typer.Option(False, "--version", help="Print the version and stop.")) -> None:
    warnings.simplefilter("ignore", EpiceneWarning)  # commands say these themselves, in the reader's language
    if version:
        from epicene._version import __version__

        typer.echo(f"epicene {__version__}")
        raise typer.Exit


def run() -> NoReturn:
    """Exit codes: 0 done, 1 the work failed, 2 the call or its input is wrong, 3 a comparison cannot tell; usage errors
    are typer's in English, and ours in other languages."""
    _spare_the_processor()
    debug = "--debug" in sys.argv
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    language = asked_language(arguments)
    with speaking(language):
        try:
            code = app(args=arguments, prog_name="epicene", standalone_mode=language == ENGLISH)
        except Exception as error:
            if debug:
                raise
            _stop(understood(error))
    sys.exit(code if isinstance(code, int) else 0)


def _spare_the_processor() -> None:
    """Before any library is loaded. Threads that wait for one another spin for microseconds and then sleep: by default
    they spin for milliseconds, on a busy machine 15 of the 37 CPU seconds of a short audit; where they sleep at once,
    two threads train slower than one. What libraries make while they load stays, and looking there for garbage after
    every 700 objects, as is the default, takes most of a second."""
    os.environ.setdefault("GOMP_SPINCOUNT", "5000")
    gc.set_threshold(10_000, 10, 10)


def _stop(error: Exception) -> NoReturn:
    if type(error).__name__ == "Abort":  # the end of what was to be typed in
        error = EpiceneError("Stopped.")
    if isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith("epicene"):
        error = missing_package(error.name)
    elif not isinstance(error, EpiceneError):
        what = f"{type(error).__name__}: {error}"
        error = EpiceneError("Internal error, please report it: {what} (--debug shows where).", what=what)
    typer.echo(f"epicene: {in_spoken(error)}", err=True)
    sys.exit(error.exit_code)
