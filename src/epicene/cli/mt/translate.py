"""epicene mt translate: a file of sentences through a translation system."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from epicene.cli import options
from epicene.cli.console import Bar, print_json
from epicene.cli.mt.show_results import stop_or_say


def translate(
    model: Annotated[
        str | None, typer.Argument(help="A hub id or a folder; leave it out with --command.", metavar="MODEL")
    ] = None,
    *,
    source: Annotated[str, typer.Option("--from", help="Language of the file, e.g. fr.", metavar="CODE")],
    target: Annotated[str, typer.Option("--to", help="Language to translate into, e.g. en.", metavar="CODE")],
    source_file: Annotated[Path, typer.Option("--in", help="A sentence a line; plain text or .gz.", metavar="FILE")],
    out: Annotated[Path, typer.Option(help="Where the translations go, a line a line.", metavar="FILE")],
    command: Annotated[
        str | None, typer.Option(help="Any system: a shell command that reads lines and writes lines.", metavar="CMD")
    ] = None,
    beam: Annotated[int | None, typer.Option(min=1, help="Hypotheses kept at each step. Default: 5.")] = None,
    greedy: options.Greedy = False,
    max_new_tokens: Annotated[int, typer.Option(min=1, help="Longest translation in tokens.")] = 256,
    prefix: options.Prefix = None,
    batch_tokens: Annotated[int | None, typer.Option(min=1, help="Most source tokens times beams at once.")] = None,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: options.Dtype = "float32",
    threads: options.Threads = None,
    engine: options.EngineName = "local",
    address: options.Address = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Translate only the first N lines.")] = None,
    lang: options.PrintedLang = "en",
    json: options.Json = False,
) -> None:
    """Translate a file line by line; run again to resume."""
    from epicene.core.language import Language
    from epicene.mt.results import ROOM

    language = Language(lang, ROOM)
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.models.engines import open_engine
        from epicene.models.engines.local import RAY
        from epicene.models.loading import Placement
        from epicene.models.translation import Decoding
        from epicene.mt.translating.systems import ModelChoice, open_system, refuse_idle
        from epicene.mt.translating.translate_file import TranslationRequest
        from epicene.mt.translating.translate_file import translate as run_translate

        of_models = {"--revision": revision, "--prefix": prefix, "--beam": beam, "--greedy": greedy}
        of_models |= {"--trust-remote-code": trust_remote_code, "--engine ray": engine == RAY}
        refuse_idle("--command", command, of_models)
        refuse_idle("--greedy", greedy, {"--beam": beam})
        with open_engine(engine, address) as where:
            system = open_system(
                ModelChoice(model, revision, trust_remote_code, prefix) if model else None,
                command,
                (source, target),
                Placement(device, dtype, threads, batch_tokens),
                Decoding(1 if greedy else beam or 5, max_new_tokens),
                where,
            )
            facts = run_translate(TranslationRequest(source_file, out, source, target, limit), system, bar)
    from msgspec import to_builtins

    from epicene.mt.translating.page import translate_summary
    from epicene.report.render.terminal import print_document

    stop_or_say([language.say(notice) for notice in facts.said()], False, language)
    if json:
        print_json(to_builtins(facts))
    else:
        print_document(replace(translate_summary([facts], language), notes=()))
