"""Counting in training corpora: what is counted, gzip, blocks, alignment, and what is refused."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
import sentencepiece

import epicene.mt.corpus_stats as noun_counts
from epicene.core.errors import InputError
from epicene.mt.corpus_stats import (
    CorpusStatsRequest,
    _is_son,
    by_subject,
    corpus_stats,
    open_pieces,
    sample_pairs,
)
from epicene.mt.lexicon import Occupation
from mt.small_corpora import write

OCCUPATIONS = [
    Occupation("boulanger", "boulangère", "baker"),
    Occupation("bûcheron", "bûcheronne", "lumberjack", "", (("m90", "bucheron"), ("f90", "bucheronne"))),
    Occupation("homme d’affaires", "femme d’affaires", "businessman"),
    Occupation("juge", "juge", "judge"),
]
FRENCH = [
    "Le Boulanger a vu le boulanger; l'homme d'affaires (et la femme d’affaires) aussi.",
    "Son bucheron, un bûcheron, finit son travail.",
    "Le juge de boulangerie.",
    "homme",
    "d'affaires ?",
]
ENGLISH = ["The baker has seen his work.", "His lumberjack finished his work.", "The judge.", "man", "business ?"]


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    return write(tmp_path / "a.fr", FRENCH), write(tmp_path / "a.en", ENGLISH)


def test_forms_are_counted_in_any_case_spelling_and_punctuation(pair: tuple[Path, Path]):
    made = corpus_stats(CorpusStatsRequest(*pair), OCCUPATIONS)
    counts = [2, 0, 2, 0, 1, 1, 1]  # *homme d’affaires* not across the end of a line
    assert [form.count for form in made.forms] == counts
    assert [form.form for form in made.forms][4:] == ["homme d’affaires", "femme d’affaires", "juge"]
    assert made.pairs == 5
    assert made.absent == pytest.approx(100 * 2 / 7)
    assert made.curve[1] == (1, pytest.approx(100 * 5 / 7))
    assert made.curve[-1][1] == 100
    assert (made.possessives["fr"]["son"], made.possessives["en"]["his"]) == (2, 3)


def test_gzip_small_blocks_and_no_last_newline_give_the_same_counts(
    pair: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    plain = corpus_stats(CorpusStatsRequest(*pair), OCCUPATIONS)
    packed = [tmp_path / f"{path.name}.gz" for path in pair]
    for path, target in zip(pair, packed, strict=True):
        target.write_bytes(gzip.compress(path.read_bytes()[:-1]))
    assert corpus_stats(CorpusStatsRequest(*packed), OCCUPATIONS) == plain
    monkeypatch.setattr(noun_counts, "BLOCK", 7)
    assert corpus_stats(CorpusStatsRequest(*pair), OCCUPATIONS) == plain


def test_son_is_aligned_with_its_possessives(tmp_path: Path):
    nouns = {"chat": "cat", "chien": "dog", "livre": "book", "vélo": "bike"}
    french = [f"il voit {d} {noun}" for _ in range(8) for noun in nouns for d in ("son", "le", "un")]
    english = [f"he sees {d} {noun}" for _ in range(8) for noun in nouns.values() for d in ("his", "the", "a")]
    paths = write(tmp_path / "b.fr", french), write(tmp_path / "b.en", english)
    made = corpus_stats(CorpusStatsRequest(*paths, aligned=96), OCCUPATIONS)
    assert made.son.aligned[0].word == "his"
    assert made.son.aligned[0].share > 80
    assert made.son.pairs == 96
    told = {(one.word, one.subject): one for one in made.by_subject}
    assert told["son", "masculine"].his > 25
    assert told["sa", "feminine"].her_share is None


def test_possessives_are_counted_by_the_gender_of_the_subject():
    sample = [
        (french.split(), english.split(), links)
        for french, english, links in [
            ("elle voit sa mère", "she sees her mother", [(2, 2), (3, 3)]),
            ("la boulangère vend ses pains", "the baker sells her loaves", [(3, 3)]),
            ("la boulangère vend ses pains", "the baker sells his loaves", [(3, 3)]),
            ("la juge a vu ses amis", "the judge saw her friends", [(4, 3)]),
            ("il voit sa mère et ses amis", "he sees his mother and friends", [(2, 2), (6, 5)]),
            ("la table a ses pieds", "the table has her feet", [(3, 3)]),  # nobody
            ("l' artiste a vu ses amis", "the artist saw her friends", [(4, 3)]),  # gender not shown
            ("elle voit son ami", "she sees his or her friend", [(2, 2), (2, 4)]),
        ]
    ]
    rows = {(row.word, row.subject): row for row in by_subject(sample)}
    assert {key: (row.his, row.her, row.other) for key, row in rows.items() if row.his + row.her + row.other} == {
        ("son", "feminine"): (0, 0, 1),
        ("sa", "feminine"): (0, 1, 0),
        ("sa", "masculine"): (1, 0, 0),
        ("ses", "feminine"): (1, 2, 0),
        ("ses", "masculine"): (0, 0, 1),
    }
    ses = rows["ses", "feminine"]
    assert (ses.her_share, ses.low, ses.high) == pytest.approx((66.67, 9.43, 99.16), abs=0.01)  # Clopper and Pearson


@pytest.mark.parametrize(
    ("pieces", "marks", "found"),
    [
        (["son", "t"], ("",), [0]),
        (["▁Son", "▁chat"], ("▁", "ġ"), [0]),
        (["▁ils", "▁son", "t"], ("▁", "ġ"), []),
        (["▁c", "'", "▁son", "."], ("▁", "ġ"), [2]),
        (["Ġson", "Ġchat", "son"], ("▁", "ġ"), [0]),
        (["▁mai", "son"], ("▁", "ġ"), []),
    ],
)
def test_a_piece_is_son_where_it_is_the_whole_word(pieces: list[str], marks: tuple[str, ...], found: list[int]):
    assert [place for place in range(len(pieces)) if _is_son(pieces, place, marks)] == found


def test_a_sample_is_spread_over_the_corpus(tmp_path: Path):
    paths = [write(tmp_path / name, [str(n) for n in range(100)]) for name in ("a", "b")]
    assert [int(one) for one, _ in sample_pairs(*paths, 100, 4)] == [0, 25, 50, 75]
    assert len(list(sample_pairs(*paths, 100, 500))) == 100


def test_subwords_are_counted_behind_a_word(pair: tuple[Path, Path], tmp_path: Path):
    text, prefix = write(tmp_path / "text", [line for line in FRENCH for _ in range(20)]), tmp_path / "pieces"
    sentencepiece.SentencePieceTrainer.train(
        input=str(text), model_prefix=str(prefix), vocab_size=60, hard_vocab_limit=False, minloglevel=2
    )
    pieces = open_pieces(f"{prefix}.model")
    assert pieces("homme boulanger") == pieces("homme") + pieces("boulanger") >= 2
    made = corpus_stats(CorpusStatsRequest(*pair, tokenizer=f"{prefix}.model"), OCCUPATIONS)
    assert sum(made.pieces.values()) == made.n_forms == 7


def test_wrong_files_are_refused(pair: tuple[Path, Path], tmp_path: Path):
    short, junk = write(tmp_path / "short.en", ENGLISH[:-1]), write(tmp_path / "junk.model", ["le juge"])
    broken, latin = tmp_path / "broken.gz", tmp_path / "latin"
    broken.write_bytes(gzip.compress(b"le juge\n" * 9)[:-12])
    latin.write_bytes("boulangère".encode("latin-1"))
    for request, named in (
        (CorpusStatsRequest(pair[0], short), "has 4 lines"),
        (CorpusStatsRequest(pair[1], pair[0]), "English"),
        (CorpusStatsRequest(tmp_path / "none", pair[1]), "none"),
        (CorpusStatsRequest(broken, pair[1]), "broken.gz"),
        (CorpusStatsRequest(latin, pair[1]), "UTF-8"),
        (CorpusStatsRequest(tmp_path, pair[1]), str(tmp_path)),
        (CorpusStatsRequest(*pair, tokenizer=str(tmp_path / "x.model")), "x.model"),
        (CorpusStatsRequest(*pair, tokenizer=str(junk)), "junk.model"),
    ):
        with pytest.raises(InputError) as error:
            corpus_stats(request, OCCUPATIONS)
        assert named in str(error.value)
