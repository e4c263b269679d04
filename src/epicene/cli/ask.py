"""epicene ask: one pair of one's own, token by token."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.cli import options
from epicene.cli.console import Bar, call, print_json


def ask(
    model: Annotated[str, typer.Argument(help="As for `epicene audit`.", metavar="MODEL")],
    first: Annotated[str, typer.Argument(help="One sentence.", metavar="SENTENCE")],
    second: Annotated[str, typer.Argument(help="The other.", metavar="SENTENCE")],
    language: Annotated[
        str | None, typer.Option(help="The sentences' language, fr or en. Default: found from their words.")
    ] = None,
    scoring: Annotated[
        str | None, typer.Option(help="How to ask, as for `epicene audit`. Default: that of pairs for such a model.")
    ] = None,
    bos: Annotated[str | None, typer.Option(help="What stands before a causal model's first token.")] = None,
    beside: Annotated[
        Path | None,
        typer.Option(help="An audit of this model to set the pair against. Default: those in runs/.", metavar="RUN"),
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write a coloured page.", metavar="FILE")] = None,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: options.Dtype = "float32",
    threads: options.Threads = None,
    lang: options.Lang = "",
    json: options.Json = False,
) -> None:
    """Ask MODEL which of two sentences it finds likelier, by how much, token by token."""
    with Bar() as bar:
        asked = call(api.ask, locals(), progress=bar)
    if json:
        import msgspec

        print_json(msgspec.to_builtins(asked))
        return
    from epicene.auditing.ask.page import pair_document
    from epicene.report.render.terminal import print_document

    print_document(pair_document(asked, lang))
