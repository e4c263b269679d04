"""epicene compare: paired tests between runs of one kind about the same items."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

from epicene import api
from epicene.cli.command_line import command
from epicene.cli.console import Terminal, echo
from epicene.cli.gate import GateOptions
from epicene.core.errors import InputError
from epicene.core.request_fields import GATE, SPECIALISTS, Option


@dataclass(frozen=True, kw_only=True)
class ReplicatesOptions:
    replicates: Annotated[str | Sequence[str], Option("RUN,RUN", SPECIALISTS)] = ()
    """Further trainings (seeds) of a run's model, joined by commas; the first for the first RUN, and so on, - for one
    without."""

    @property
    def replicate_groups(self) -> list[list[str]]:
        return [group.split(",") for group in self.replicates]


@dataclass(frozen=True, kw_only=True)
class CompareOptions(GateOptions, ReplicatesOptions):
    """Runs to compare."""

    runs: Annotated[Sequence[Path], Option("RUN RUN...", argument=True)]
    "Two or more runs of one kind, or one of several systems."
    text: Annotated[Path | None, Option("FILE")] = None
    "Of two audits: a text that neither model was trained on, whose perplexity says what a change cost."
    out: Annotated[Path | None, Option("FILE", names=("--out", "-o"))] = None
    "Write a report too; .html, .md, .tex or .csv."
    fail_if_worse: Annotated[float | None, Option("POINTS", GATE)] = None
    """Exit 1 if the second RUN is further from the ideal than the first by more than so many points, 3 if the paired
    interval cannot tell."""


@command(CompareOptions)
def compare(options: CompareOptions, terminal: Terminal) -> None:
    """Test whether models or systems differ: McNemar, paired bootstrap and, for pairs, the paper's t-test, by type.

    Takes audits, `mt judge`, `mt winomt`, `mt audit`, `mt intervene` and `mt probe`. Exit code 3 where a model may not
    be believed, so that the comparison cannot tell. A rule of --fail-if is about the last RUN.
    """
    from epicene.auditing.before_after import compared_document, cost_in_text, terminal_blocks
    from epicene.auditing.replicates import replicates_blocks, replicates_records
    from epicene.report.render.html import check_output, write_document
    from epicene.report.results_page import compare_runs

    runs, language = list(options.runs), terminal.language
    check_output(options.out)
    gate = options.read_gate(options.fail_if_worse)
    if options.fail_if_worse is not None and len(runs) != 2:
        raise InputError(f"--fail-if-worse is about two runs, the old and the new, and {len(runs)} are named.")
    compared, groups = compare_runs(runs), options.replicate_groups
    trained = api.replicates_of(*runs, replicates=groups) if groups else []
    for warning in compared.said(language):
        echo(f"{language.text('terminal.warning')} {warning}", err=True)
    result = gate.judge(runs[-1], compared.pairs) if gate else None
    with terminal.progress() as bar:
        cost = cost_in_text(runs, options.text, bar) if options.text else None
    if options.out:
        write_document(compared_document(compared, cost, trained, result, language), options.out)
        terminal.note(language.text("terminal.report", path=options.out))
    if terminal.json:
        record = compared.record() | (replicates_records(trained) if trained else {})
        record |= {"perplexity": asdict(cost)} if cost else {}
        terminal.print_json(record | ({"gate": result.record()} if result else {}))
    else:
        summary = compared.summary(language)
        further = replicates_blocks(trained, language) if trained else []
        costs = terminal_blocks(compared, cost, trained, language)
        terminal.print_summary(replace(summary, answer=[*summary.answer, *further, *costs]))
    if gate and result:
        gate.end(result, terminal)
    elif not compared.is_trusted:
        sys.exit(3)
