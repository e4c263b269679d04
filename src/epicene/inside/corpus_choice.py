"""The controlled corpus that an audit or an intervention is about: the user's two files, or the bundled occupations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.hashing import digest
from epicene.inside.word_contrasts import Contrast, Nouns, target_nouns
from epicene.mt.corpora.corpus_writer import BASE, write_corpora
from epicene.mt.judging.line_judge import DIRECTIONS, Corpus, open_corpus
from epicene.mt.lexicon import read_lexicon

FOLDER = "corpus"


@dataclass(frozen=True, slots=True)
class CorpusChoice:
    """Both files or neither; `limit` keeps the first lines."""

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
        if (self.source is None) != (self.reference is None):
            raise InputError("Give both --source and --reference, or neither for the bundled occupations.")

    def open(self, out: Path, contrasts: Sequence[Contrast] = ()) -> tuple[Corpus, Nouns]:
        """Read and check, with the nouns of the references; the bundled occupations are first written to `out`, as
        `mt corpus` writes them. Into English, the words of a contrast tell the gender of a reference that has them."""
        source, reference = self.source, self.reference
        if source is None or reference is None:
            french, english, _ = write_corpora([BASE], read_lexicon(), out / FOLDER)[BASE.name]
            source, reference = (french, english) if self.direction == "fr-en" else (english, french)
        into_english = self.direction == "fr-en"
        telling = [contrast.words for contrast in contrasts if contrast.words and into_english]
        whole = open_corpus(self.direction, source, reference, telling=telling)
        nouns = target_nouns(whole.lines, self.direction)
        if self.limit is None:
            return whole, nouns
        return open_corpus(self.direction, source, reference, self.limit, telling), nouns


def corpus_digest(corpus: Corpus) -> str:
    return digest([list(corpus.source.lines), list(corpus.reference.lines)])
