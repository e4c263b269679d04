"""The folder of a training: what was asked stands in it from the beginning, and it answers nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import epicene
from epicene.core.files import write_json
from epicene.models.engines.cost import Meter, metered
from epicene.models.engines.local import LOCAL
from epicene.runs.folder_guard import refuse_another_question, refuse_foreign_files

QUESTION = "training.json"


@contextmanager
def counted(out: Path, accelerator: Any) -> Iterator[Meter]:
    """What the training takes, in the folder; where several processes train together, the first one counts."""
    if accelerator.is_main_process:
        with metered(out, LOCAL) as meter:
            yield meter
    else:
        yield Meter({}, lambda: None, "")


def begin_or_resume(out: Path, question: Mapping[str, Any]) -> None:
    """Write the question down, or refuse the folder if it holds another one or other things."""
    path = out / QUESTION
    if path.is_file():
        refuse_another_question(out, json.loads(path.read_text(encoding="utf-8"))["question"], question)
    else:
        refuse_foreign_files(out, "training")
        write_json(path, {"epicene": epicene.__version__, "question": question})
