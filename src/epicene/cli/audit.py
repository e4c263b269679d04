"""epicene audit: ask a model, end in a table, a results file and a report; ask: one pair of one's own; score: measure
scores that somebody already has."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.api_run import Run
from epicene.cli import options
from epicene.cli.console import Bar, call, options_for, print_json, show_plan
from epicene.cli.gate import read_gate
from epicene.cli.options import argument, option
from epicene.core.language import Language
from epicene.models.source import DEFAULT_MODEL

IN_WORDS = options.IN_WORDS


def audit(
    model: Annotated[
        str,
        argument("A hub id, a folder, a .gguf file, pypi:PACKAGE==VERSION, vllm:URL#NAME or chat:URL#NAME.", "MODEL"),
    ] = DEFAULT_MODEL,
    on: Annotated[
        list[str] | None,
        option("What to ask: a benchmark of `epicene data list`, =FILE for your copy. Repeatable.", "BENCHMARK[=FILE]"),
    ] = None,
    scoring: Annotated[
        str | None,
        option(
            "How to ask: pll-shared, pll, pll-word, aul; loglik, loglik-shared, loglik-mean; denoise, "
            "denoise-all; for triples cloze-l2r, cloze-l2r-sum, cloze-l2r-meanprob, loglik-conditional, denoise-word. "
            "Join two tasks' with +. In words, for chat models: prompted, of questions answered."
        ),
    ] = None,
    nsp: Annotated[
        str | None, option("The next-sentence head: a folder of `epicene train nsp`, or own.", "DIR|own")
    ] = None,
    rest: Annotated[str, option("An attribute's later sub-words in cloze-l2r: absent or masked.")] = "absent",
    letters: Annotated[int, option("How many letters are written from each beginning.", "N")] = 3,
    temperature: Annotated[
        float | None, option("Letters are written at 0.8, questions in words answered at 0.", "T")
    ] = None,
    sampling_seed: Annotated[int, option("Another one writes other letters or replies.", "N")] = 0,
    n_replies: Annotated[
        int, option("How often each question in words is asked.", "N", min=1, rich_help_panel=IN_WORDS)
    ] = 1,
    reply_tokens: Annotated[
        int | None,
        option(
            "Longest reply. Default: 32, of a letter 160; a model that thinks before it replies needs thousands.",
            "N",
            min=1,
            rich_help_panel=IN_WORDS,
        ),
    ] = None,
    instructions: Annotated[
        Path | None,
        option("Words of your own to ask with, as scoring/instructions.toml.", "FILE", rich_help_panel=IN_WORDS),
    ] = None,
    max_tokens_total: options.MaxTokensTotal = None,
    max_cost: options.MaxCost = None,
    price: options.Price = None,
    bos: Annotated[
        str | None, option("What stands before the first token of a causal model: bos, eos, tokenizer, none.")
    ] = None,
    words: Annotated[str, option("What a word is for pll-word: text or tokenizer.")] = "text",
    as_released: Annotated[
        bool, option("--as-released", "Do what the original program did, for parity with published numbers.")
    ] = False,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: options.Dtype = "float32",
    threads: Annotated[
        int | None, option("CPU threads (default: all cores), or requests to a server at once.", min=1)
    ] = None,
    batch_tokens: options.BatchTokens = None,
    engine: options.EngineName = "local",
    address: options.Address = None,
    out: Annotated[Path | None, option("The run folder. Default: runs/MODEL-HASH.", "DIR")] = None,
    limit: options.ItemLimit = None,
    aggregation: options.Aggregation = None,
    by: options.By = None,
    shares: options.Shares = None,
    reader: options.Reader = None,
    seed: options.Seed = 0,
    strict: options.Strict = False,
    validity: Annotated[
        bool,
        option(
            "--validity",
            "How far can the score be trusted? Also ask the other scorings that fit the model, and control items.",
        ),
    ] = False,
    plan: options.PlanOnly = False,
    fail_if: options.FailIf = None,
    unsure: options.Unsure = None,
    junit: options.JUnit = None,
    gate_summary: options.GateSummary = None,
    in_full: options.InFull = False,
    lang: options.Lang = "",
    json: options.Json = False,
) -> None:
    """Ask MODEL which sentence of each pair or triple it finds more likely; run again to resume."""
    language = Language(lang)  # refuse an unknown one now, not after the audit
    gate = read_gate(fail_if, unsure, junit, gate_summary)
    if plan:
        with Bar() as bar:
            found = api.plan_audit(**options_for(api.audit, locals()) | {"on": on or None, "progress": bar})
        show_plan(found, lang, json)
        return
    with Bar() as bar:
        run = call(api.audit, locals(), on=on or None, progress=bar)
        from epicene.auditing.reuse_finished_run import is_shown
        from epicene.runs.audit_folder import AuditFolder

        folder = AuditFolder(run.path)
        page = folder.report_path(lang)
        if not is_shown(page, lang):
            run.report(page, lang)
    from epicene.auditing.page import PAGE

    if json:
        for note in PAGE.document([run.path], lang).notes:
            typer.echo(f"{language.text('terminal.notice')} {note.text}", err=True)
        judged = gate.judge(run.path)
        print_json({**run.results, "cost": folder.facts().cost} | ({"gate": judged.record()} if judged else {}))
        gate.end(judged, lang, quiet=True)
        _fail_if_nothing_was_measured(run)
        return
    from epicene.report.render.terminal import print_document

    print_document(PAGE.summary([run.path], lang), in_full=in_full)
    typer.echo(f"\n{language.text('terminal.report', path=page)}")
    typer.echo(language.text("terminal.folder", path=run.path))
    gate.end(gate.judge(run.path), lang, quiet=False)
    _fail_if_nothing_was_measured(run)


def ask(
    model: Annotated[str, argument("As for `epicene audit`.", "MODEL")],
    first: Annotated[str, argument("One sentence.", "SENTENCE")],
    second: Annotated[str, argument("The other.", "SENTENCE")],
    language: Annotated[
        str | None, option("The sentences' language, fr or en. Default: found from their words.")
    ] = None,
    scoring: Annotated[
        str | None, option("How to ask, as for `epicene audit`. Default: that of pairs for such a model.")
    ] = None,
    bos: Annotated[str | None, option("What stands before a causal model's first token.")] = None,
    beside: Annotated[
        Path | None, option("An audit of this model to set the pair against. Default: those in runs/.", "RUN")
    ] = None,
    html: Annotated[Path | None, option("Write a coloured page.", "FILE")] = None,
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


def score(
    benchmark: Annotated[str, argument("What was asked; with --from, the file of samples.", "BENCHMARK[=FILE]")],
    predictions: Annotated[
        Path | None,
        option("JSONL of item_id, role, score; or what the original program writes (CSV, StereoSet's JSON).", "FILE"),
    ] = None,
    texts: Annotated[
        Path | None, option("Texts to read instead: a table with a column text, or a folder.", "FILE|DIR")
    ] = None,
    labels: Annotated[
        str | None, option("Measure the labels of this column of --texts, not our reading.", "NAME")
    ] = None,
    reader: options.Reader = None,
    shares: options.Shares = None,
    column: Annotated[
        str | None, option("Which answers to read, where the file has those of several models.", "NAME")
    ] = None,
    written_by: Annotated[
        str | None,
        option(
            "--from",
            "lm-eval: measure the samples_TASK_DATE.jsonl that it wrote of crows_pairs or bbq (--log_samples), "
            "named in place of BENCHMARK.",
            "PROGRAM",
        ),
    ] = None,
    aggregation: options.Aggregation = None,
    as_released: Annotated[bool, option("--as-released", "Round and count ties as the original script does.")] = False,
    by: options.By = None,
    out: Annotated[Path | None, option("The run folder. Default: runs/score-FILE-HASH.", "DIR")] = None,
    seed: options.Seed = 0,
    strict: options.Strict = False,
    in_full: options.InFull = False,
    lang: options.Lang = "",
    json: options.Json = False,
) -> None:
    """Measure predictions made elsewhere, with the same intervals and tests as an audit."""
    language = Language(lang)
    run = call(api.score, locals())
    if json:
        print_json(run.results)
        _fail_if_nothing_was_measured(run)
        return
    from epicene.auditing.page import SCORE_PAGE
    from epicene.report.render.terminal import print_document
    from epicene.runs.folder import RunFolder

    report = run.report(RunFolder(run.path).report_path(lang), lang)
    print_document(SCORE_PAGE.summary([run.path], lang), in_full=in_full)
    typer.echo(f"\n{language.text('terminal.report', path=report)}")
    _fail_if_nothing_was_measured(run)


def _fail_if_nothing_was_measured(run: Run) -> None:
    """Exit code 1 where no item of any benchmark counts for its headline figure."""
    from epicene.kinds.protocol import way_of
    from epicene.runs.saved_run import read_runs

    (saved,) = read_runs([run.path], with_items=False)
    if not any(way_of(saved, name).score(saved, name) for name in saved.manifest.benchmarks):
        raise typer.Exit(1)
