"""epicene mt intervene: replace vectors and cut attention inside a translation model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.cli import options
from epicene.cli.console import Bar, call
from epicene.cli.mt.show_results import show_run


def intervene(
    model: options.SystemModel = options.STANDARD_SYSTEM,
    *,
    source: options.Source = None,
    reference: options.Reference = None,
    contrast: Annotated[str, typer.Option(help="The two words to compare.", metavar="MASCULINE/FEMININE")] = "his/her",
    possessive: Annotated[str, typer.Option(help="The French word that u1 and u2 replace.", metavar="WORD")] = "son",
    out: Annotated[Path, typer.Option(help="Folder for answers and report.", metavar="DIR")] = Path("mt-intervene"),
    prefix: options.Prefix = None,
    batch_tokens: options.BatchTokens = None,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: options.Dtype = "float32",
    threads: options.Threads = None,
    limit: options.LineLimit = None,
    seed: options.Seed = 0,
    strict: options.Strict = False,
    lang: options.Lang = "en",
    json: options.Json = False,
) -> None:
    """Neutralise « son » and the noun inside a French–English model, layer by layer, and cut the paths of gender.

    Three interventions: u1, the unknown word's embedding for son; u2 and u3, the mean of a pair's two versions of son
    and of the noun. Three paths: the French subject, the English noun, son. Run again to resume.
    """
    from epicene.core.language import Language
    from epicene.inside.kept_run import PACKAGES, read_document

    language = Language(lang, *PACKAGES)
    with Bar() as bar:
        run = call(api.intervene, locals(), strict=False, progress=bar)
    from epicene.inside.interventions.page import PAGE

    show_run(PAGE, run.path, read_document(run.path), language, strict=strict, json=json)
