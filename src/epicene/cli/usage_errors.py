"""What is wrong with a call, in a sentence that can be said in every language: typer says it in English alone.

typer brings its own click or uses the one that is installed, so its errors are known by the names of their classes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from epicene.core.catalogues import LANGUAGES
from epicene.core.command_language import Said, listed, quoted, reader_language, said
from epicene.core.errors import InputError

_COMMAND = re.compile(r"No such command '(.+?)'")  # the library may propose another behind it, in English
_EXTRA = re.compile(r"extra argument\S* \((.+)\)")
_WITHOUT_VALUE = re.compile(r"Option '(.+)' requires")
_NO_VALUE = re.compile(r"Option '(.+)' does not take")


def asked_language(arguments: Sequence[str]) -> str:
    """That of --lang, or of the reader's machine: before the call is understood, and if it is not."""
    given = [after for before, after in pairwise(arguments) if before == "--lang"]
    given += [one.removeprefix("--lang=") for one in arguments if one.startswith("--lang=")]
    return next((one for one in given if one in LANGUAGES), reader_language())


def understood(error: Exception) -> Exception:
    """A usage error as one of ours; everything else as it is."""
    if "UsageError" not in {one.__name__ for one in type(error).__mro__}:
        return error
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "epicene"
    return InputError("{what} See `{command} --help`.", what=_what(error), command=command)


def _what(error: Exception) -> Said:
    name, message = type(error).__name__, str(getattr(error, "message", error))
    if name == "NoSuchOption":
        near = getattr(error, "possibilities", None) or ()
        hint = said(" Did you mean {near}?", near=listed(near, " or ")) if near else ""
        return said("There is no option {name}.{hint}", name=getattr(error, "option_name", ""), hint=hint)
    if name == "MissingParameter":
        return said("{name} is missing.", name=_parameter(error))
    if name == "BadParameter":
        return said("The value of {name} does not fit ({message}).", name=_parameter(error), message=_reason(message))
    for pattern, template in (
        (_COMMAND, "There is no command {name}."),
        (_EXTRA, "{name} is one argument too many."),
        (_WITHOUT_VALUE, "{name} needs a value."),
        (_NO_VALUE, "{name} takes no value."),
    ):
        if found := pattern.search(message):
            return said(template, name=quoted(found[1]))
    return said("The call is not understood.")


def _parameter(error: Exception) -> str:
    parameter = getattr(error, "param", None)
    if parameter is None:
        return str(getattr(error, "param_hint", "") or "")
    options = [one for one in parameter.opts if one.startswith("-")]
    return str(options[0]) if options else str(parameter.metavar or parameter.name).upper().rstrip(".")


def _reason(message: str) -> Said:
    """What kind of value is wanted, as far as the English says it."""
    for word, template in (
        ("integer", "a whole number is wanted"),
        ("number", "a number is wanted"),
        ("float", "a number is wanted"),
        ("greater", "too small"),
        ("less", "too large"),
        ("range", "too small or too large"),
        ("does not exist", "no such file"),
        ("directory", "a file is wanted"),
    ):
        if word in message:
            return said(template)
    return said("another kind of value is wanted")
