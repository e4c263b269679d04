"""epicene compare: paired tests between runs of one kind about the same items."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.cli import options
from epicene.cli.console import Bar, print_json
from epicene.cli.gate import read_gate
from epicene.cli.options import argument, option
from epicene.core.errors import InputError
from epicene.core.language import Language


def compare(
    runs: Annotated[list[Path], argument("Two or more runs of one kind, or one of several systems.", "RUN RUN...")],
    replicates: options.Replicates = None,
    text: Annotated[
        Path | None,
        option(
            "Of two audits: a text that neither model was trained on, whose perplexity says what a change cost.", "FILE"
        ),
    ] = None,
    output: options.Output = None,
    seed: options.Seed = 0,
    fail_if: options.FailIf = None,
    fail_if_worse: Annotated[
        float | None,
        option(
            "Exit 1 if the second RUN is further from the ideal than the first by more than so many points, 3 if "
            "the paired interval cannot tell.",
            "POINTS",
        ),
    ] = None,
    unsure: options.Unsure = None,
    junit: options.JUnit = None,
    gate_summary: options.GateSummary = None,
    in_full: options.InFull = False,
    lang: options.PrintedLang = "",
    json: options.Json = False,
) -> None:
    """Test whether models or systems differ: McNemar, paired bootstrap and, for pairs, the paper's t-test, by type.

    Takes audits, `mt judge`, `mt winomt`, `mt audit`, `mt intervene` and `mt probe`. Exit code 3 where a model may not
    be believed, so that the comparison cannot tell. A rule of --fail-if is about the last RUN.
    """
    from epicene.auditing.before_after import before_after_document, cost_in_text, terminal_blocks
    from epicene.auditing.replicates import replicates_blocks, replicates_records
    from epicene.report.pages import check_output, compare_runs, write_document

    check_output(output)
    language = Language(lang)
    gate = read_gate(fail_if, unsure, junit, gate_summary, fail_if_worse)
    if fail_if_worse is not None and len(runs) != 2:
        raise InputError(
            "--fail-if-worse is about two runs, the old and the new, and {n_runs} are named.", n_runs=len(runs)
        )
    compared = compare_runs(runs, seed)
    given = [one.split(",") for one in replicates or []]
    trained = api.replicates_of(*runs, replicates=given, seed=seed) if given else []
    for said in compared.said(language):
        typer.echo(f"{language.text('terminal.warning')} {said}", err=True)
    judged = gate.judge(runs[-1], compared.pairs)
    with Bar() as bar:
        cost = cost_in_text(runs, text, bar, seed=seed) if text else None
    if output:
        write_document(before_after_document(compared, cost, trained, language, seed=seed), output)
        typer.echo(language.text("terminal.report", path=output), err=True)
    if json:
        record = compared.record() | (replicates_records(trained, seed=seed) if trained else {})
        record |= {"perplexity": asdict(cost)} if cost else {}
        print_json(record | ({"gate": judged.record()} if judged else {}))
    else:
        from epicene.report.render.terminal import print_document

        summary = compared.summary(language)
        further = replicates_blocks(trained, language, seed=seed) if trained else []
        cost_said = terminal_blocks(compared, cost, trained, language)
        print_document(replace(summary, answer=[*summary.answer, *further, *cost_said]), in_full=in_full)
    gate.end(judged, lang, quiet=json)
    if judged is None and not compared.is_trusted:
        raise typer.Exit(3)
