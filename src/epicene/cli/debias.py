"""epicene debias: act on a model, and leave a folder that every command takes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.cli import options
from epicene.cli.console import Bar, call, show_run
from epicene.core.language import Language

TRAINING = "Training"


def debias(
    model: Annotated[
        str, typer.Argument(help="A hub id, a folder, a .gguf file or pypi:PACKAGE==VERSION.", metavar="MODEL")
    ],
    by: Annotated[
        str,
        typer.Option(
            help="Of language models, cda: train further on text with genders exchanged; leace: erase gender from "
            "hidden states. Of translation systems, counterfactual: train further on pairs with genders exchanged; "
            "tag: put the gender that a source says before it.",
            metavar="METHOD",
        ),
    ],
    out: Annotated[Path, typer.Option(help="Where the new model goes.", metavar="DIR")],
    text: Annotated[
        list[Path] | None,
        typer.Option(help="Plain text in French or English, .gz too. Repeatable.", metavar="FILE"),
    ] = None,
    src: Annotated[
        Path | None,
        typer.Option(help="Of a translation system: source sentences, a line each; .gz too.", metavar="FILE"),
    ] = None,
    tgt: Annotated[Path | None, typer.Option(help="Their translations, line by line.", metavar="FILE")] = None,
    source: Annotated[
        str | None, typer.Option("--from", help="Language of --src. Default: fr.", metavar="CODE")
    ] = None,
    target: Annotated[str | None, typer.Option("--to", help="Language of --tgt. Default: en.", metavar="CODE")] = None,
    names: Annotated[bool, typer.Option("--names", help="Exchange first names too.")] = False,
    avoid: Annotated[
        list[str] | None,
        typer.Option(
            help="A benchmark whose sentences must not be in the text, besides those that are here. Repeatable.",
            metavar="BENCHMARK[=FILE]",
        ),
    ] = None,
    sentences: Annotated[
        int | None, typer.Option(min=2, help="Most sentences to train on, exchanged ones included. Default: 20,000.")
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Train all weights instead of LoRA's few.", rich_help_panel=TRAINING)
    ] = False,
    rank: Annotated[int | None, typer.Option(min=1, help="Rank of LoRA.", rich_help_panel=TRAINING)] = None,
    rate: Annotated[float | None, typer.Option(help="Highest learning rate.", rich_help_panel=TRAINING)] = None,
    epochs: Annotated[int | None, typer.Option(min=1, rich_help_panel=TRAINING)] = None,
    batch: Annotated[int | None, typer.Option(min=1, help="Sentences a step.", rich_help_panel=TRAINING)] = None,
    max_tokens: Annotated[
        int | None, typer.Option(min=8, help="Longer sentences are cut.", rich_help_panel=TRAINING)
    ] = None,
    save_every: Annotated[
        int | None, typer.Option(min=1, help="Steps between checkpoints.", rich_help_panel=TRAINING)
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of order, masks and new weights.")] = 0,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    threads: options.Threads = None,
    lang: options.PrintedLang = "",
    json: options.Json = False,
) -> None:
    """Debias a language model or a translation system; run again to resume.

    The outcome is a model like any other: audit it, and compare it with the model before.
    """
    Language(lang)  # one that there is not is refused before anything is trained
    with Bar() as bar:
        call(api.debias, locals(), text=text or None, avoid=avoid or None, progress=bar)
    from epicene.debiasing.page import PAGE

    show_run(PAGE, out, lang, json)
