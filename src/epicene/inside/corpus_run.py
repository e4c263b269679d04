"""What `mt audit` and `mt intervene` have alike: the controlled corpus that they are about, and the folder of answers.

`scores.jsonl` has a line for each line of the corpus and each way of asking, with the natural logs of the two words'
probabilities, written as they come and safe against a kill. Running the same command again goes on where it ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.inside.forced.decoding import Nouns, WordContrast, target_nouns
from epicene.mt.judging.judge_run import BENCHMARK
from epicene.mt.judging.line_judge import DIRECTIONS, ControlledCorpus, open_corpus, validate_even_limit
from epicene.mt.translating.transformers_system import ModelSystem
from epicene.mt.translating.translate_to_judge import bundled_corpus
from epicene.runs.folder import RunFolder, validate_own_files
from epicene.runs.signature import line_signature

FOLDER = "corpus"


@dataclass(frozen=True, slots=True)
class CorpusChoice:
    """The user's two files, or neither for the bundled occupations; `limit` is the size of a sample of their lines."""

    direction: str = "fr-en"
    source: Path | None = None
    reference: Path | None = None
    limit: int | None = None

    @property
    def languages(self) -> tuple[str, str]:
        direction = DIRECTIONS[self.direction]
        return direction.source, direction.target

    def check(self) -> None:
        """What can be refused before anything is read."""
        DIRECTIONS[self.direction]  # an unknown one is answered with the known
        validate_even_limit(self.limit)
        if (self.source is None) != (self.reference is None):
            raise InputError("Give both --source and --reference, or neither for the bundled occupations.")

    def files(self, out: Path) -> tuple[Path, Path]:
        """Source and reference; the bundled occupations are written to `out`, as `mt corpus` writes them."""
        if self.source and self.reference:
            return self.source, self.reference
        return bundled_corpus(self.direction, out / FOLDER)

    def open(self, out: Path, contrasts: Sequence[WordContrast] = ()) -> tuple[ControlledCorpus, Nouns]:
        """Read and check, with the nouns of the references; the bundled occupations are first written to `out`, as
        `mt corpus` writes them. Into English, the words of a contrast tell the gender of a reference that has them."""
        source, reference = self.files(out)
        forward = DIRECTIONS[self.direction].forward
        telling = [contrast.words for contrast in contrasts if contrast.words and forward]
        whole = open_corpus(self.direction, source, reference, telling=telling)
        nouns = target_nouns(whole.lines, self.direction)
        if self.limit is None:
            return whole, nouns
        return open_corpus(self.direction, source, reference, self.limit, telling), nouns


def source_nouns(corpus: ControlledCorpus, direction: str) -> Nouns:
    """Of each line's source, as `target_nouns` has them of its reference."""
    way = DIRECTIONS[direction]
    turned = f"{way.target}-{way.source}"
    whole = open_corpus(direction, corpus.source.path, corpus.reference.path) if corpus.limited else corpus
    return target_nouns(whole.lines, turned)


class WordScores(NamedTuple):
    """`asked` is the contrast, or the intervention under which it was asked; `line` counts from 0."""

    asked: str
    line: int
    masculine: float
    feminine: float


class ScoreFolder(RunFolder):
    """Only the holder of the folder's lock writes."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.done: dict[tuple[str, int], WordScores] = {}

    def start(self, kind: str, question: Mapping[str, object]) -> None:
        self.begin(kind, question, FOLDER)
        self._journal = self.journal("scores.jsonl")
        answers = (
            WordScores(*(record[name] for name in WordScores._fields)) for record in self._journal.records.values()
        )
        self.done = {(answer.asked, answer.line): answer for answer in answers}

    def append(self, answers: Sequence[WordScores]) -> int:
        """Written through before it returns; what was there stays. Says how many are new."""
        n_new = self._journal.append({"key": f"{answer.asked} {answer.line}", **answer._asdict()} for answer in answers)
        for answer in answers:
            self.done.setdefault((answer.asked, answer.line), answer)
        return n_new


@dataclass(frozen=True, slots=True)
class ScoredRun:
    """A system that is asked about the lines of a corpus, and where its answers go."""

    system: ModelSystem
    corpus: ControlledCorpus
    nouns: Nouns
    folder: ScoreFolder

    def signature(self, scoring: str) -> str:
        """Of one way of asking."""
        limit = len(self.corpus.lines) if self.corpus.limited else None
        weights, prompt = self.system.facts["weights"], self.system.facts.get("prompt_digest")
        scoring = f"{scoring},prompt:{prompt}" if prompt else scoring
        parts = (BENCHMARK, self.corpus.content, scoring, self.system.name, str(weights), limit)
        return line_signature(*parts)


@contextmanager
def begun(
    kind: str,
    choice: CorpusChoice,
    out: Path,
    contrasts: Sequence[WordContrast],
    system: ModelSystem,
    question: Mapping[str, str],
) -> Iterator[ScoredRun]:
    """The folder, locked, of a new or an earlier run; one that holds something else is refused. `asked` is what the
    question has besides the corpus and the system."""
    folder = ScoreFolder(out)
    with folder.lock():
        if not folder.exists():
            validate_own_files(out, kind, FOLDER)
        corpus, nouns = choice.open(out, contrasts)
        keys = ("model", "revision", "weights", "prefix", "dtype", "prompt")
        facts = {key: system.facts[key] for key in keys if key in system.facts}
        folder.start(kind, {**question, "corpus_digest": digest(corpus.content), **facts})
        yield ScoredRun(system, corpus, nouns, folder)
