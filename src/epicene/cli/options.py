"""Options of the workshop's commands, the only ones that typer still reads."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from epicene.core.catalogues import reader_language, speak
from epicene.core.language import require_language

DEFAULT_DATABASE = "collect.db"


def option(*words: str, **more: Any) -> Any:
    """`option("--out", "-o", "Where to write.", "FILE")`, as a line of help has it: its names, where they are not made
    from the parameter's; what it does; what stands for its value."""
    names = [word for word in words if word.startswith("-")]
    text, value = (*words[len(names) :], None, None)[:2]
    return typer.Option(*names, help=text, metavar=value, **more)


def argument(help: str, metavar: str | None = None, **more: Any) -> Any:
    """What a positional one is, and what stands for it."""
    return typer.Argument(help=help, metavar=metavar, **more)


def _speak(given: str) -> str:
    """--lang, or what the reader's machine says; what a command says while it works follows."""
    code = given or reader_language()
    require_language(code)
    speak(code)
    return code


def _lang(help: str) -> Any:
    """First of all options, so that what is wrong with others is said in it; commands have "" for the machine's."""
    return option(help, callback=_speak, is_eager=True, show_default="from LANG, or en")


PrintedLang = Annotated[str, _lang("Language of what is printed: fr or en.")]
Json = Annotated[bool, option("--json", "Print one JSON document and nothing else.")]

# The corpus workshop.
Database = Annotated[
    str, option("--db", "An SQLite file, or postgresql://user@host/name.", "FILE|URL", envvar="EPICENE_COLLECT_DB")
]
Campaign = Annotated[
    str | None, option("--campaign", "Which campaign; the newest that is open by default.", "NUMBER|TITLE")
]
