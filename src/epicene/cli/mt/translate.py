"""epicene mt translate: a file of sentences through a translation system."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from epicene.cli.console import Bar, print_json
from epicene.cli.engine_options import Address, EngineName
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
    greedy: Annotated[bool, typer.Option("--greedy", help="The same as --beam 1.")] = False,
    max_new_tokens: Annotated[int, typer.Option(min=1, help="Longest translation in tokens.")] = 256,
    prefix: Annotated[
        str | None,
        typer.Option(help="What to put before each line instead of what the model's kind wants.", metavar="TEXT"),
    ] = None,
    batch_tokens: Annotated[int | None, typer.Option(min=1, help="Most source tokens times beams at once.")] = None,
    revision: Annotated[str | None, typer.Option(help="A hub model's branch, tag or commit.")] = None,
    trust_remote_code: Annotated[
        bool, typer.Option("--trust-remote-code", help="Run code that comes with the model. Read it first.")
    ] = False,
    device: Annotated[str | None, typer.Option(help="cpu, cuda, cuda:1, mps. Default: a CUDA GPU, else cpu.")] = None,
    dtype: Annotated[str, typer.Option(help="float32, bfloat16 or float16.")] = "float32",
    threads: Annotated[int | None, typer.Option(min=1, help="CPU threads. Default: all cores.")] = None,
    engine: EngineName = "local",
    address: Address = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Translate only the first N lines.")] = None,
    lang: Annotated[str, typer.Option(help="Language of what is printed: fr or en.")] = "en",
    json: Annotated[bool, typer.Option("--json", help="Print what was done as one JSON document.")] = False,
) -> None:
    """Translate a file line by line; run again to resume."""
    from epicene.core.language import Language
    from epicene.mt.results import ROOM

    language = Language(lang, ROOM)
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.models.engines.local import RAY, open_engine
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
