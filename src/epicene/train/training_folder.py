"""The folder of a training: what was asked stands in it from the beginning, and it answers nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from epicene.models.engines.cost import Meter, metered
from epicene.models.engines.local import LOCAL
from epicene.runs.folder import RunFolder
from epicene.train.results import EARLIER, read_question


@contextmanager
def counted(out: Path, accelerator: Any) -> Iterator[Meter]:
    """What the training takes, in the folder; where several processes train together, the first one counts."""
    if accelerator.is_main_process:
        with metered(out, LOCAL) as meter:
            yield meter
    else:
        yield Meter({}, lambda: None, "")


def is_begun(out: Path) -> bool:
    return RunFolder(out).exists() or (out / EARLIER).is_file()


def begin_or_resume(out: Path, kind: str, question: Mapping[str, Any]) -> None:
    """Write the question down, or refuse the folder if it holds another one or other things."""
    earlier = read_question(out) if is_begun(out) else None
    RunFolder(out).begin(kind, question, earlier=earlier, noun="training")
