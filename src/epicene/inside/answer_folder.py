"""The folder of an audit or an intervention: the answers as they come, safe against a kill.

`scores.jsonl` has a line for each line of the corpus and each way of asking, with the natural logs of the two words'
probabilities. Running the same command again goes on where it ended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from epicene.runs.folder import RunFolder, refuse_foreign_files


class Answer(NamedTuple):
    """`asked` is the contrast, or the intervention under which it was asked; `line` counts from 0."""

    asked: str
    line: int
    masculine: float
    feminine: float


class ScoreFolder(RunFolder):
    """Only the holder of the folder's lock writes."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.done: dict[tuple[str, int], Answer] = {}

    def claim(self, kind: str, own: str) -> None:
        """Refuse a folder that holds something else; `own` is what may stand there before the manifest does."""
        if not self.exists():
            refuse_foreign_files(self.path, kind, own)

    def start(self, kind: str, question: Mapping[str, Any], own: str) -> None:
        self.begin(kind, question, own)
        self._journal = self.journal("scores.jsonl")
        answers = (Answer(*(record[name] for name in Answer._fields)) for record in self._journal.records.values())
        self.done = {(answer.asked, answer.line): answer for answer in answers}

    def append(self, answers: Sequence[Answer]) -> int:
        """Written through before it returns; what was there stays. Says how many are new."""
        n_new = self._journal.append({"key": f"{answer.asked} {answer.line}", **answer._asdict()} for answer in answers)
        for answer in answers:
            self.done.setdefault((answer.asked, answer.line), answer)
        return n_new
