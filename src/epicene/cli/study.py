"""epicene study: models × benchmarks from one file, then the tables and analyses of a paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from epicene import api
from epicene.cli import options
from epicene.cli.console import Bar, call, print_json, show_plan
from epicene.cli.options import argument, option
from epicene.core.command_language import in_spoken, listed, said
from epicene.core.language import Language

if TYPE_CHECKING:
    from epicene.report.pages import RunPage


def study(
    file: Annotated[Path, argument("The study, as TOML; studies/ has the three papers'.", "FILE.toml")],
    out: Annotated[Path | None, option("The study folder. Default: the file's own `out`, or runs/NAME.", "DIR")] = None,
    limit: options.ItemLimit = None,
    include_excluded: Annotated[
        bool, option("--include-excluded", "Show excluded models in tables, marked; no sentence counts them.")
    ] = False,
    device: options.Device = None,
    dtype: options.Dtype = "float32",
    threads: options.Threads = None,
    batch_tokens: options.BatchTokens = None,
    engine: options.EngineName = "local",
    address: options.Address = None,
    seed: options.Seed = 0,
    strict: Annotated[bool, option("--strict", "A run with a notice counts as failed.")] = False,
    plan: options.PlanOnly = False,
    in_full: options.InFull = False,
    lang: options.Lang = "",
    json: options.Json = False,
) -> None:
    r"""Ask every model of FILE.toml about every benchmark; write the paper's tables and figures; run again to resume.

    A file with [\[systems]] is a study of translation systems: each is trained or named, judged, forced, probed and
    intervened in. What fails is reported and the rest goes on: exit code 0 if at least one run is there, 1 if none is.
    """
    if plan:
        with Bar() as bar:
            found = call(api.plan_study, locals(), progress=bar)
        show_plan(found, lang, json)
        return
    with Bar() as bar:
        run = call(api.study, locals(), progress=bar)
    from epicene.auditing.study.saved_study import is_mt_study

    (_show_systems if is_mt_study(run.path) else _show_models)(run.path, lang, in_full, json)


def _show_models(path: Path, lang: str, in_full: bool, json: bool) -> None:
    from epicene.auditing.study.page import PAGE, study_document
    from epicene.auditing.study.saved_study import read_study

    made = read_study(path)
    if json:
        print_json(study_document(path, lang))
    else:
        _print(PAGE, path, Language(lang), "terminal.study", in_full)
    if made.failures:
        runs = sum(len(model.runs) for model in made.models)
        failed = listed(
            (said("{model} on {benchmark}", model=one.model, benchmark=one.benchmark) for one in made.failures), "; "
        )
        warning = said(
            "Warning: {n} of {total} runs failed ({failed}).",
            n=len(made.failures),
            total=runs + len(made.failures),
            failed=failed,
        )
        typer.echo(in_spoken(warning), err=True)


def _show_systems(path: Path, lang: str, in_full: bool, json: bool) -> None:
    from epicene.auditing.study.mt_page import PACKAGES, PAGE, mt_study_document
    from epicene.auditing.study.saved_study import read_mt_studied

    made = read_mt_studied(path)
    if json:
        print_json(mt_study_document(made))
    else:
        _print(PAGE, path, Language(lang, *PACKAGES), "terminal.steps", in_full)
    for one in made.failures:
        warning = said("Warning: {system}, {step}, failed: {reason}", system=one.system, step=one.step, reason=one.told)
        typer.echo(in_spoken(warning), err=True)


def _print(page: RunPage, path: Path, language: Language, folder_line: str, in_full: bool) -> None:
    from epicene.report.render.terminal import print_document
    from epicene.runs.folder import RunFolder

    print_document(page.summary([path], language.code), in_full=in_full)
    typer.echo(f"\n{language.text('terminal.report', path=RunFolder(path).report_path(language.code))}")
    typer.echo(language.text(folder_line, path=path))
