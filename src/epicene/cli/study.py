"""epicene study: models × benchmarks from one file, then the tables and analyses of a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene.cli import options
from epicene.cli.console import Bar, print_json


def study(
    file: Annotated[
        Path, typer.Argument(help="The study, as TOML; studies/ has the three papers'.", metavar="FILE.toml")
    ],
    out: Annotated[
        Path | None, typer.Option(help="The study folder. Default: the file's own `out`, or runs/NAME.", metavar="DIR")
    ] = None,
    limit: options.ItemLimit = None,
    device: options.Device = None,
    dtype: options.Dtype = "float32",
    threads: options.Threads = None,
    batch_tokens: options.BatchTokens = None,
    engine: options.EngineName = "local",
    address: options.Address = None,
    seed: options.Seed = 0,
    strict: Annotated[bool, typer.Option("--strict", help="A run with a notice counts as failed.")] = False,
    lang: options.Lang = "en",
    json: options.Json = False,
) -> None:
    r"""Ask every model of FILE.toml about every benchmark; write the paper's tables and figures; run again to resume.

    A file with [\[systems]] is a study of translation systems: each is trained or named, judged, forced, probed and
    intervened in. What fails is reported and the rest goes on: exit code 0 if at least one run is there, 1 if none is.
    """
    from epicene.auditing.study.mt_study_file import is_about_translation

    if is_about_translation(file):
        from epicene.cli.mt.mt_study import mt_study

        placed, named = (device, dtype, threads, batch_tokens), (engine, address)
        mt_study(file, out, limit, placed, named, seed, strict, lang, json)
        return
    from epicene.auditing.study.study_file import read_study
    from epicene.core.language import Language

    checked = read_study(file)
    Language(lang)  # an unknown language is refused before anything runs
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.auditing.study.run_study import run_study
        from epicene.models.engines.local import open_engine
        from epicene.models.loading import Placement

        placement = Placement(device, dtype, threads, batch_tokens)
        with open_engine(engine, address) as where:
            folder = run_study(
                checked, out=out, limit=limit, placement=placement, engine=where, seed=seed, strict=strict, progress=bar
            )
    _report(folder.path, lang, json)


def _report(path: Path, lang: str, json: bool) -> None:
    from epicene.auditing.study.page import PAGE, study_document, write_study
    from epicene.core.errors import EpiceneError

    made = write_study(path, lang)
    runs = sum(len(model.runs) for model in made.models)
    if not runs:
        raise EpiceneError(f"No model of the study could be asked: {made.failures[0]['reason']}")
    if json:
        print_json(study_document(path, lang))
    else:
        from epicene.core.language import Language
        from epicene.report.render.terminal import print_document

        print_document(PAGE.summary([path], lang))
        language = Language(lang)
        typer.echo(f"\n{language.text('terminal.report', path=path / 'report.html')}")
        typer.echo(language.text("terminal.study", path=path))
    if made.failures:
        failed = "; ".join(f"{one['model']} on {one['benchmark']}" for one in made.failures)
        typer.echo(f"Warning: {len(made.failures)} of {runs + len(made.failures)} runs failed ({failed}).", err=True)
