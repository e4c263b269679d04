"""epicene train: make what measuring needs."""

from __future__ import annotations

from epicene.cli.command_line import command, group
from epicene.cli.console import STARTING, Terminal
from epicene.train.train_requests import TrainMtRequest, TrainNspRequest

app = group("train", "Train what measuring needs.")


@command(TrainMtRequest, app)
def mt(request: TrainMtRequest, terminal: Terminal) -> None:
    """Train a translation system; run again to resume."""
    with terminal.progress(STARTING) as bar:
        from epicene.train.train_mt import train_mt

        train_mt(request, bar)
    from epicene.train.page import MT_PAGE

    terminal.show_run(MT_PAGE, request.out)


@command(TrainNspRequest, app)
def nsp(request: TrainNspRequest, terminal: Terminal) -> None:
    """Train a head that says whether two sentences follow each other; run again to resume."""
    with terminal.progress(STARTING) as bar:
        from epicene.train.train_nsp import train_nsp

        train_nsp(request, bar)
    from epicene.train.page import NSP_PAGE

    terminal.show_run(NSP_PAGE, request.out)
