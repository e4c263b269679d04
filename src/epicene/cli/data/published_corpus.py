"""`epicene data` for the published translation corpus: two files, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import typer

from epicene.cli.console import print_json

NAME = "x-a-fini"


def published_facts() -> dict[str, Any]:
    """Its line in `data list`."""
    from epicene.data.fetch import facts
    from epicene.mt.corpora.neuroviz_corpus import SIDES

    return {**facts(SIDES["fr"]), "language": "fr-en"}


def get_published(as_json: bool) -> None:
    from epicene.mt.corpora.neuroviz_corpus import get_published as fetch

    _show(*fetch(), as_json)


def check_published(files: str, as_json: bool) -> None:
    """`FRENCH,ENGLISH`, or nothing for the files in the cache."""
    from epicene.core.errors import InputError

    if not files:
        get_published(as_json)
        return
    sides = files.split(",")
    if len(sides) != 2:
        raise InputError(f"{NAME} has two files; write {NAME}=FRENCH,ENGLISH.")
    _show(Path(sides[0]), Path(sides[1]), as_json)


def refuse_to_count() -> NoReturn:
    from epicene.core.errors import InputError

    raise InputError(
        f"{NAME} is a corpus to translate and has no pairs or triples to count. `epicene data check {NAME}` says what "
        "is wrong with it, `epicene mt corpus-stats --src FRENCH --tgt ENGLISH` counts its occupations."
    )


def _show(french: Path, english: Path, as_json: bool) -> None:
    from epicene.core.language import Language
    from epicene.mt.corpora.neuroviz_corpus import defects, unknown_rows
    from epicene.mt.results import ROOM

    say = Language("en", ROOM).say
    found = [say(notice) for notice in (*unknown_rows(french, english), *defects(french, english))]
    if as_json:
        print_json({"name": NAME, "french": str(french), "english": str(english), "defects": found})
        return
    for defect in found:
        typer.echo(f"Notice: {defect}", err=True)
    typer.echo(f"{french}\n{english}")
