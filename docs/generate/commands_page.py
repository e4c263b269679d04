"""The page of all commands, made from their requests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, dataclass
from typing import Any

from epicene.cli.main import app
from epicene.core.request_fields import PANELS, SCORING, declared, help_texts


@dataclass(frozen=True)
class Line:
    """One option or argument of a command; `key` is its name in TOML files where it has no other."""

    names: tuple[str, ...]
    value: str
    about: str
    default: object = None
    is_needed: bool = False


@dataclass(frozen=True)
class Command:
    help: str
    lines: list[Line]
    keys: list[Line]


def page() -> str:
    lines = [
        "# Commands",
        "",
        "Made from the commands themselves; `epicene COMMAND --help` says the same. Every command also takes `--json` "
        "(one JSON document on standard output), `--lang fr|en`, `--quiet` (no progress), `--verbose` (technical "
        "columns and rows too), `--strict` (stop where there would be a notice) and `--debug`, which shows where an "
        "error came from. Exit codes: 0 done, 1 the work failed or a gate is shut, 2 the call or its input is wrong, "
        "3 a gate cannot tell.",
    ]
    for words, command in walk():
        lines += ["", *_section(words, command)]
    return "\n".join(lines) + "\n"


def walk() -> Iterator[tuple[tuple[str, ...], Command]]:
    """Every command that does something, with the words that call it."""
    for name in app:
        if not name.startswith("-"):
            yield from _made(app[name], (name,))


def _made(command: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Command]]:
    run = command.default_command
    if run is not None:
        yield words, Command(command.help, *_options(run.request))
    for name in command:
        if not name.startswith("-"):
            yield from _made(command[name], (*words, name))


def _place(panel: str) -> int:
    """Where a panel stands in help: that of a kind's own options with those of scoring."""
    return PANELS.index(panel if panel in PANELS else SCORING)


def _options(request: type) -> tuple[list[Line], list[Line]]:
    """What is typed, panel by panel, and what stands in files alone."""
    texts, typed, keys = help_texts(request), [], []
    options = [one for one in declared(request).values() if one.option.only in ("", "file")]
    for one in sorted(options, key=lambda one: (not one.option.argument, _place(one.option.panel))):
        default = None if one.default is MISSING or isinstance(one.default, tuple) else one.default
        names = (one.option.value,) if one.option.argument else one.flags
        value = "" if one.option.argument else one.option.value
        if one.option.only == "file":
            keys.append(Line((one.name,), "", texts.get(one.name, ""), default))
        else:
            typed.append(Line(names, value, texts.get(one.name, ""), default, one.is_required))
    return typed, keys


def _section(words: tuple[str, ...], command: Command) -> Iterator[str]:
    yield f"## epicene {' '.join(words)}"
    yield ""
    yield _prose(command.help)
    if command.lines:
        yield ""
        yield "| | |"
        yield "|---|---|"
    for line in command.lines:
        yield f"| {', '.join(_code(f'{name} {line.value}'.strip()) for name in line.names)} | {_about(line)} |"
    if command.keys:
        yield ""
        yield "Keys of study and config files:"
        yield ""
        yield "| | |"
        yield "|---|---|"
    for line in command.keys:
        yield f"| {_code(line.names[0])} | {_about(line)} |"


def _prose(text: str) -> str:
    """A docstring as Markdown, in which nothing is markup except backticks."""
    return re.sub(r"([*_<>\[\]{}|])", r"\\\1", text)


def _about(line: Line) -> str:
    text = _prose(line.about).replace("\n", " ")
    if line.is_needed:
        return f"{text} **Needed.**".strip()
    if line.default is None or line.default is False or line.default == "":
        return text
    return f"{text} Default: {_code(str(line.default))}.".strip()


def _code(text: str) -> str:
    """Code in a table's cell; a bar would end the cell."""
    return "<code>" + text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "&#124;") + "</code>"
