"""The folder of an audit or an intervention: the question, and the answers as they come, safe against a kill.

`manifest.json` says what was asked of what; `scores.jsonl` has a line for each line of the corpus and each way of
asking, with the natural logs of the two words' probabilities. Running the same command again goes on where it ended.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import epicene
from epicene.core.files import write_json
from epicene.inside.journal import Journal
from epicene.runs.folder_guard import refuse_another_question, refuse_foreign_files


class Answer(NamedTuple):
    """`asked` is the contrast, or the intervention under which it was asked; `line` counts from 0."""

    asked: str
    line: int
    masculine: float
    feminine: float


@dataclass
class ScoreFolder:
    """Only the holder of the folder's lock writes."""

    path: Path
    done: dict[tuple[str, int], Answer] = field(default_factory=dict, init=False)
    _journal: Journal = field(init=False)

    @property
    def _manifest(self) -> Path:
        return self.path / "manifest.json"

    def claim(self, kind: str, own: str) -> None:
        """Refuse a folder that holds something else; `own` is what may stand there before the manifest does."""
        if not self._manifest.is_file():
            refuse_foreign_files(self.path, kind, own)

    def start(self, question: Mapping[str, Any]) -> None:
        if self._manifest.is_file():
            there = json.loads(self._manifest.read_text(encoding="utf-8")).get("question", {})
            refuse_another_question(self.path, there, question)
        else:
            write_json(self._manifest, {"epicene": epicene.__version__, "question": question})
        self._journal = Journal(self.path / "scores.jsonl")
        answers = (Answer(*(record[name] for name in Answer._fields)) for record in self._journal.records.values())
        self.done = {(answer.asked, answer.line): answer for answer in answers}

    def append(self, answers: Sequence[Answer]) -> int:
        """Written through before it returns; what was there stays. Says how many are new."""
        n_new = self._journal.append({"key": f"{answer.asked} {answer.line}", **answer._asdict()} for answer in answers)
        for answer in answers:
            self.done.setdefault((answer.asked, answer.line), answer)
        return n_new
