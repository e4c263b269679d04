"""epicene train: make what measuring needs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from epicene.cli import options
from epicene.cli.console import Bar, call, show_run
from epicene.cli.options import argument, option
from epicene.core.language import Language
from epicene.train.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Train what measuring needs.")
USUAL = Settings()


@app.command()
def mt(
    src: Annotated[Path, option("Source sentences, a line each; plain text or .gz.", "FILE")],
    tgt: Annotated[Path, option("Their translations, line by line.", "FILE")],
    valid_src: Annotated[Path, option("Source sentences to validate on.", "FILE")],
    valid_tgt: Annotated[Path, option("Their translations.", "FILE")],
    out: Annotated[Path, option("Where the system goes.", "DIR")],
    preset: Annotated[
        str, option("paper: 77 million parameters, for millions of pairs; small: for tens of thousands.")
    ] = "small",
    source: Annotated[str, option("--from", "Language of --src.", "CODE")] = "fr",
    target: Annotated[str, option("--to", "Language of --tgt.", "CODE")] = "en",
    layers: Annotated[int | None, option("Layers of the encoder.", min=1)] = None,
    decoder_layers: Annotated[int | None, option(min=1)] = None,
    width: Annotated[int | None, option(min=8)] = None,
    ffn: Annotated[int | None, option("Width inside the feed-forward blocks.", min=8)] = None,
    heads: Annotated[int | None, option(min=1)] = None,
    pieces: Annotated[int | None, option("Size of each vocabulary, at most what the text has.", min=8)] = None,
    lower_case: Annotated[bool | None, option("--lower-case/--keep-case")] = None,
    dropout: Annotated[float | None, option()] = None,
    batch_tokens: Annotated[int | None, option("Tokens a step, over all processes.", min=1)] = None,
    rate: Annotated[float | None, option("Highest learning rate.")] = None,
    warmup: Annotated[int | None, option("Steps until the rate reaches its height.", min=0)] = None,
    label_smoothing: Annotated[float | None, option()] = None,
    averaging: Annotated[
        float | None, option("Share of the newest weights in the average that is kept; 1 for none.")
    ] = None,
    epochs: Annotated[int | None, option("Most passes over the text.", min=1)] = None,
    validate_every: Annotated[int | None, option("Steps between validations (checkpoints).", min=1)] = None,
    patience: Annotated[int | None, option("Validations without a better BLEU before the end.", min=1)] = None,
    max_tokens: Annotated[int | None, option("Pairs with more pieces are left out.", min=8)] = None,
    max_ratio: Annotated[float | None, option("Pairs with lengths more different are left out.")] = None,
    duplicates: Annotated[bool, option("--duplicates", "Keep pairs that occur again.")] = False,
    minutes: Annotated[float | None, option("Stop by the clock; such trainings need not end alike.")] = None,
    device: options.Device = None,
    dtype: Annotated[str | None, option("auto, float32, or bfloat16 (weights stay float32).")] = None,
    threads: options.Threads = None,
    seed: Annotated[int, option("Seed of weights, order and dropout.", min=0)] = 0,
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
    model: Annotated[str, argument("A hub id, a folder, a .gguf file or pypi:PACKAGE==VERSION.", "MODEL")],
    text: Annotated[
        str,
        option(
            "Plain text with articles separated by blank lines, a JSONL of articles (WikiExtractor --json; .gz "
            "too), a folder of such files, or hub:NAME#CONFIG, e.g. hub:wikimedia/wikipedia#20231101.fr.",
            "FILE|DATASET",
        ),
    ],
    out: Annotated[Path, option("Where the head goes.", "DIR")],
    head_only: Annotated[bool, option("--head-only", "Leave the model as it is and train the head alone.")] = False,
    share: Annotated[float, option("Share of the articles to use, drawn with --seed.")] = USUAL.share,
    limit: Annotated[int | None, option("Use at most N articles.", min=1)] = None,
    language: Annotated[str, option("Language of the text, for models that mark it.")] = USUAL.language,
    held_out: Annotated[float, option("Share of the articles kept to judge the head.")] = USUAL.held_out,
    epochs: Annotated[int, option(min=1)] = USUAL.epochs,
    batch: Annotated[int, option("Pairs a step, over all processes.", min=1)] = USUAL.batch,
    max_tokens: Annotated[int, option("Longer pairs are cut.", min=16)] = USUAL.max_tokens,
    body_rate: Annotated[float, option("Learning rate of the model's own weights.")] = USUAL.body_rate,
    head_rate: Annotated[float, option("Learning rate of the head.")] = USUAL.head_rate,
    weight_decay: Annotated[float, option()] = USUAL.weight_decay,
    warmup: Annotated[int, option("Steps until learning rates reach their height.", min=0)] = USUAL.warmup,
    cycles: Annotated[int, option("Cosines of the schedule, with hard restarts.", min=1)] = USUAL.cycles,
    clip: Annotated[float, option("Largest norm of a gradient.")] = USUAL.clip,
    activation: Annotated[
        str, option("Between the head's three layers: none (as released), relu, gelu, tanh.")
    ] = USUAL.activation,
    save_every: Annotated[int, option("Steps between checkpoints.", min=1)] = 1000,
    revision: options.Revision = None,
    trust_remote_code: options.TrustRemoteCode = False,
    device: options.Device = None,
    dtype: Annotated[str, option("float32, or bfloat16 (weights stay float32).")] = USUAL.dtype,
    threads: options.Threads = None,
    seed: Annotated[int, option("Seed of sample, split, order, head and dropout.", min=0)] = USUAL.seed,
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
