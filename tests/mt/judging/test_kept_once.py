"""What 200,000 lines need in memory: what many lines have in common is kept once."""

from __future__ import annotations

from pathlib import Path

from epicene.mt.controlled_corpus import frame_nouns
from epicene.mt.judging.line_judge import judge, open_corpus
from epicene.mt.sentence_files import read_lines
from epicene.mt.translating.translate_to_judge import bundled_corpus
from mt.small_corpora import write


def test_lines_share_the_nouns_and_sentences_that_they_have_in_common(tmp_path: Path) -> None:
    files = bundled_corpus("fr-en", tmp_path)
    source, reference = (write(path, read_lines(path) * 3) for path in files)
    corpus = open_corpus("fr-en", source, reference)
    nouns = frame_nouns(corpus.lines)
    assert len({id(noun) for noun in nouns}) == len(set(nouns)) < len(nouns) / 3
    judged = judge(corpus, write(tmp_path / "output", read_lines(reference)))
    kept = {id(line) for line in corpus.reference.lines}
    assert all(id(one.hypothesis) in kept for one in judged)
