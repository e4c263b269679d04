"""epicene train: make what measuring needs."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path

from epicene.cli.command_line import command, group
from epicene.cli.console import STARTING, Terminal
from epicene.train.train_options import TrainMtOptions, TrainNspOptions

app = group("train", "Train what measuring needs.")


@command(TrainMtOptions, app)
def mt(options: TrainMtOptions, terminal: Terminal) -> None:
    """Train a translation system; run again to resume.

    With several GPUs: accelerate launch -m epicene train mt …
    """
    out = Path(options.out)
    with terminal.progress(STARTING) as bar:
        from epicene.models.loading import Placement
        from epicene.train.mt.pipeline import MtTrainingRequest, train_mt
        from epicene.train.settings import settings_of

        changed = {one.name: getattr(options, one.name) for one in fields(options) if one.name != "preset"}
        settings = settings_of(options.preset, **changed, language_pair=(options.source, options.target))
        placement = Placement(options.device, threads=options.threads)
        texts = (Path(options.src), Path(options.tgt), Path(options.valid_src), Path(options.valid_tgt))
        train_mt(MtTrainingRequest(*texts, out, settings, placement, options.minutes), bar)
    if os.environ.get("RANK", "0") != "0":
        return  # several processes train together, and the first one tells
    from epicene.train.page import MT_PAGE

    terminal.show_run(MT_PAGE, out)


@command(TrainNspOptions, app)
def nsp(options: TrainNspOptions, terminal: Terminal) -> None:
    """Train a head that says whether two sentences follow each other; run again to resume.

    With several GPUs: accelerate launch -m epicene train nsp …
    """
    out = Path(options.out)
    with terminal.progress(STARTING) as bar:
        from epicene.models.loading import Placement
        from epicene.train.nsp.pipeline import TrainingRequest, is_leading, train
        from epicene.train.settings import Settings

        settings = Settings(**{one.name: getattr(options, one.name) for one in fields(Settings)})
        placement = Placement(options.device, threads=options.threads)
        code = (options.revision, options.trust_remote_code)
        train(TrainingRequest(options.model, options.text, out, settings, placement, options.save_every, *code), bar)
    if not is_leading():
        return
    from epicene.train.page import NSP_PAGE

    terminal.show_run(NSP_PAGE, out)
