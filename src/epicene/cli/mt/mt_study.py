"""epicene study with translation systems: see cli/study.py for the options."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import typer

from epicene.cli.console import Bar, print_json
from epicene.core.errors import EpiceneError

Placed = tuple[str | None, str, int | None, int | None]
Where = tuple[str, str | None]


def mt_study(
    file: Path,
    out: Path | None,
    limit: int | None,
    placed: Placed,
    where: Where,
    seed: int,
    strict: bool,
    lang: str,
    json: bool,
) -> None:
    from epicene.auditing.study.mt_page import PACKAGES
    from epicene.auditing.study.mt_study_file import read_mt_study
    from epicene.core.language import Language

    study, language = read_mt_study(file), Language(lang, *PACKAGES)
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.auditing.study.mt_page import notices_of_step
        from epicene.auditing.study.run_mt_study import run_mt_study
        from epicene.models.engines.local import open_engine
        from epicene.models.loading import Placement

        in_words = partial(notices_of_step, language=language)
        placement = Placement(*placed)
        with open_engine(*where) as engine:
            studied = run_mt_study(
                study,
                in_words,
                out=out,
                limit=limit,
                placement=placement,
                engine=engine,
                seed=seed,
                strict=strict,
                progress=bar,
            )
    if not studied.steps:
        raise EpiceneError(f"No system of the study could be asked: {studied.failures[0].reason}")
    from epicene.auditing.study.mt_page import PAGE, mt_study_document
    from epicene.report.pages import write_document
    from epicene.report.render.terminal import print_document

    report = studied.path / "report.html"
    write_document(PAGE.document([studied.path], lang), report)
    if json:
        print_json(mt_study_document(studied))
    else:
        print_document(PAGE.summary([studied.path], lang))
        typer.echo(f"\n{language.text('terminal.report', path=report)}")
        typer.echo(language.text("terminal.steps", path=studied.path))
    for one in studied.failures:
        typer.echo(f"Warning: {one.system}, {one.step}, failed: {one.reason}", err=True)
