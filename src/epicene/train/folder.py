"""The folder of a training: what was asked stands in it from the beginning, and it answers nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import epicene
from epicene.core.files import write_json
from epicene.data.folders import refuse_another_question, refuse_foreign_files

QUESTION = "training.json"


def begin_or_resume(out: Path, question: Mapping[str, Any]) -> None:
    """Write the question down, or refuse the folder if it holds another one or other things."""
    path = out / QUESTION
    if path.is_file():
        refuse_another_question(out, json.loads(path.read_text(encoding="utf-8"))["question"], question)
    else:
        refuse_foreign_files(out, "training")
        write_json(path, {"epicene": epicene.__version__, "question": question})
