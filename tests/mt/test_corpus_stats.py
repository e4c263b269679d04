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
    FormCounter,
    _is_son,
    by_subject,
    corpus_stats,
    open_pieces,
    sample_pairs,
)
from epicene.mt.lexicon import Occupation
from epicene.mt.results import CorpusStats
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


def counted(made: CorpusStats) -> dict[str, int]:
    return {form.form: form.count for form in made.forms}


def test_forms_are_counted_in_any_case_spelling_and_punctuation(pair: tuple[Path, Path]):
    made = corpus_stats(CorpusStatsRequest(*pair), OCCUPATIONS)
    assert counted(made) == {
        "boulanger": 2,
        "boulangère": 0,
        "bûcheron": 2,
        "bûcheronne": 0,
        "homme d’affaires": 1,  # and not across the end of a line
        "femme d’affaires": 1,
        "juge": 1,
    }
    assert made.pairs == 5
    assert made.absent == pytest.approx(100 * 2 / 7)
    assert made.curve[1] == (1, pytest.approx(100 * 5 / 7))
    assert made.curve[-1][1] == 100
    assert made.possessives["fr"]["son"] == 2
    assert made.possessives["en"]["his"] == 3


def test_gzip_and_small_blocks_give_the_same_counts(
    pair: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    plain = corpus_stats(CorpusStatsRequest(*pair), OCCUPATIONS)
    packed = []
    for path in pair:
        packed.append(tmp_path / f"{path.name}.gz")
        packed[-1].write_bytes(gzip.compress(path.read_bytes()))
    assert corpus_stats(CorpusStatsRequest(*packed), OCCUPATIONS) == plain
    monkeypatch.setattr(noun_counts, "BLOCK", 7)
    assert corpus_stats(CorpusStatsRequest(*pair), OCCUPATIONS) == plain


def test_a_last_line_without_a_newline_is_a_line(tmp_path: Path):
    file = tmp_path / "x.fr"
    file.write_text("le juge\nle juge", encoding="utf-8")
    counter = FormCounter(["juge"]).count(file)
    assert (counter.lines, counter.counts[("juge",)]) == (2, 2)


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
    def pair(french: str, english: str, *links: tuple[int, int]):
        return french.split(), english.split(), list(links)

    sample = [
        pair("elle voit sa mère", "she sees her mother", (2, 2), (3, 3)),
        pair("la boulangère vend ses pains", "the baker sells her loaves", (3, 3)),
        pair("la boulangère vend ses pains", "the baker sells his loaves", (3, 3)),
        pair("la juge a vu ses amis", "the judge saw her friends", (4, 3)),
        pair("il voit sa mère et ses amis", "he sees his mother and friends", (2, 2), (6, 5)),
        pair("la table a ses pieds", "the table has her feet", (3, 3)),  # nobody
        pair("l' artiste a vu ses amis", "the artist saw her friends", (4, 3)),  # not told
        pair("elle voit son ami", "she sees his or her friend", (2, 2), (2, 4)),
    ]
    found = {(one.word, one.subject): (one.his, one.her, one.other) for one in by_subject(sample)}
    assert found == {
        ("son", "feminine"): (0, 0, 1),
        ("son", "masculine"): (0, 0, 0),
        ("sa", "feminine"): (0, 1, 0),
        ("sa", "masculine"): (1, 0, 0),
        ("ses", "feminine"): (1, 2, 0),
        ("ses", "masculine"): (0, 0, 1),
    }
    ses = next(one for one in by_subject(sample) if (one.word, one.subject) == ("ses", "feminine"))
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
    text = write(tmp_path / "text", [line for line in FRENCH for _ in range(20)])
    prefix = tmp_path / "pieces"
    sentencepiece.SentencePieceTrainer.train(
        input=str(text), model_prefix=str(prefix), vocab_size=60, hard_vocab_limit=False, minloglevel=2
    )
    pieces = open_pieces(f"{prefix}.model")
    assert pieces("boulanger") >= 1
    assert pieces("homme boulanger") == pieces("homme") + pieces("boulanger")
    made = corpus_stats(CorpusStatsRequest(*pair, tokenizer=f"{prefix}.model"), OCCUPATIONS)
    assert sum(made.pieces.values()) == made.n_forms == 7
    assert all(form.pieces >= 1 for form in made.forms)


def test_wrong_files_are_refused(pair: tuple[Path, Path], tmp_path: Path):
    short = write(tmp_path / "short.en", ENGLISH[:-1])
    broken = tmp_path / "broken.gz"
    broken.write_bytes(gzip.compress(b"le juge\n" * 9)[:-12])
    junk = write(tmp_path / "junk.model", ["le juge"])
    latin = tmp_path / "latin"
    latin.write_bytes("boulangère".encode("latin-1"))
    for request, said in (
        (CorpusStatsRequest(pair[0], short), "has 4 lines"),
        (CorpusStatsRequest(pair[1], pair[0]), "looks English; --src is the French side"),
        (CorpusStatsRequest(tmp_path / "none", pair[1]), "does not exist"),
        (CorpusStatsRequest(broken, pair[1]), "damaged gzip"),
        (CorpusStatsRequest(latin, pair[1]), "not UTF-8"),
        (CorpusStatsRequest(tmp_path, pair[1]), "is a folder"),
        (CorpusStatsRequest(*pair, tokenizer=str(tmp_path / "x.model")), "does not exist"),
        (CorpusStatsRequest(*pair, tokenizer=str(junk)), "no SentencePiece model"),
    ):
        with pytest.raises(InputError) as error:
            corpus_stats(request, OCCUPATIONS)
        assert said in str(error.value)
