"""The page of all commands, read off the command line itself."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from rich.markup import render

from epicene.cli.main import app

KINDS = {int: "N", float: "X", Path: "PATH", str: "TEXT"}


def page() -> str:
    lines = [
        "# Commands",
        "",
        "Made from the commands themselves; `epicene COMMAND --help` says the same. Every command also takes "
        "`--debug`, which shows where an error came from. Exit codes: 0 done, 1 the work failed, 2 the call or its "
        "input is wrong.",
    ]
    for words, command in walk(typer.main.get_command(app), ()):
        lines += ["", *_section(words, command)]
    return "\n".join(lines) + "\n"


def walk(command: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that does something, with the words that call it."""
    below = getattr(command, "commands", None)
    if below is None or (words and command.invoke_without_command):
        yield words, command
    for name, child in (below or {}).items():
        yield from walk(child, (*words, name))


def _section(words: tuple[str, ...], command: Any) -> Iterator[str]:
    yield f"## epicene {' '.join(words)}"
    yield ""
    yield _prose(command.help or "")
    shown = [parameter for parameter in command.params if parameter.name != "help" and not parameter.hidden]
    if shown:
        yield ""
        yield "| | |"
        yield "|---|---|"
    for parameter in shown:
        yield f"| {_names(parameter)} | {_about(parameter)} |"


def _prose(text: str) -> str:
    """A docstring as Markdown: what the terminal shows of it, in which nothing is markup except backticks."""
    return re.sub(r"([*_<>\[\]{}|])", r"\\\1", render(inspect.cleandoc(text)).plain) if text else ""


def _names(parameter: Any) -> str:
    kind = parameter.metavar or KINDS.get(parameter.type_descriptor.annotation, "")
    if type(parameter).__name__ == "TyperArgument":
        name = parameter.metavar or parameter.name.upper()
        return _code(name)
    if getattr(parameter, "is_flag", False):
        return ", ".join(_code(name) for name in (*parameter.opts, *parameter.secondary_opts))
    return ", ".join(_code(f"{name} {kind}".strip()) for name in parameter.opts)


def _about(parameter: Any) -> str:
    text = _prose(parameter.help or "").replace("\n", " ")
    default = parameter.default
    if parameter.required:
        return f"{text} **Needed.**".strip()
    if default is None or default is False or callable(default) or default == ():
        return text
    return f"{text} Default: {_code(str(default))}.".strip()


def _code(text: str) -> str:
    """Code in a table's cell; a bar would end the cell."""
    return "<code>" + text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "&#124;") + "</code>"
