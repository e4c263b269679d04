"""epicene mt audit: a translation model asked by forced decoding, next to its translations."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.cli import options
from epicene.cli.console import Bar, call
from epicene.cli.mt.show_results import show_run


def audit(
    model: options.SystemModel = options.STANDARD_SYSTEM,
    *,
    direction: options.Direction = "fr-en",
    source: options.Source = None,
    reference: options.Reference = None,
    contrast: Annotated[
        list[str] | None,
        typer.Option(
            help="The two words to compare, or noun: each noun's own forms. Repeatable. Default: his/her, and into "
            "French le/la and noun.",
            metavar="MASCULINE/FEMININE",
        ),
    ] = None,
    hypotheses: Annotated[
        Path | None,
        typer.Option(help="Translations you have already, to be judged instead of translating.", metavar="FILE"),
    ] = None,
    corpus_stats: Annotated[
        Path | None,
        typer.Option(help="What mt corpus-stats --json wrote of the training corpus.", metavar="FILE.json"),
    ] = None,
    training: Annotated[
        Path | None,
        typer.Option(help="Or the French side of the training corpus itself; plain text or gzip.", metavar="FILE"),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder for answers, translations and report.", metavar="DIR")] = Path(
        "mt-audit"
    ),
    beam: Annotated[int, typer.Option(min=1, help="Hypotheses kept at each step of translating.")] = 5,
    greedy: options.Greedy = False,
    prefix: options.Prefix = None,
    batch_tokens: options.BatchTokens = None,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: options.Dtype = "float32",
    threads: options.Threads = None,
    engine: options.EngineName = "local",
    address: options.Address = None,
    limit: options.LineLimit = None,
    seed: options.Seed = 0,
    strict: options.Strict = False,
    lang: options.Lang = "en",
    json: options.Json = False,
) -> None:
    """Force a translation model through each reference: does his or her come next? Run again to resume.

    b: preference where the source does not say the gender. r: how much of the gender is transferred, pair by pair.
    """
    from epicene.core.language import Language
    from epicene.inside.kept_run import PACKAGES, read_document

    language = Language(lang, *PACKAGES)
    with Bar() as bar:
        run = call(api.mt_audit, locals(), beam=1 if greedy else beam, strict=False, progress=bar)
    from epicene.inside.forced.page import PAGE

    show_run(PAGE, run.path, read_document(run.path), language, strict=strict, json=json)
