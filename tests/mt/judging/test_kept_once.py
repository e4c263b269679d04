"""What 200,000 lines need in memory: what many lines have in common is kept once."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from epicene.mt.controlled_corpus import frame_nouns
from epicene.mt.judging.clustered_estimates import RatioDifference, _ResampledRatios, share
from epicene.mt.judging.judge_run import figures_of, line_of
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


def test_sums_have_a_row_for_each_different_column(tmp_path: Path) -> None:
    among, hits = np.array([True, True, False]), np.array([True, False, False])
    one, other = share("a", "all", hits, among), share("b", "all", ~hits, among)
    drawn = _ResampledRatios([one, other, one], ["x", "y", "z"], 0)
    assert len(drawn._summed) == 3  # two numerators and the lines that both count
    assert [drawn.of(figure).value for figure in (one, other, RatioDifference("c", "all", one, other, 2))] == [
        50,
        50,
        0,
    ]
    corpus = open_corpus("fr-en", *bundled_corpus("fr-en", tmp_path))
    figures = figures_of(corpus.direction, list(map(line_of, judge(corpus, corpus.reference.path))))
    assert len(_ResampledRatios(figures, [line.occupation for line in corpus.lines], 0)._summed) < 1.5 * len(figures)
