"""`--limit N` of `mt translate` and of what judges its outputs: one sample, of all sorts, whoever draws it."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.core.progress import Silent
from epicene.core.sampling import stratified_sample
from epicene.mt.controlled_corpus import sample_lines
from epicene.mt.judging.judge_run import JudgeRequest, open_judging
from epicene.mt.judging.line_judge import open_corpus
from epicene.mt.judging.set_lines import GenderSet, open_set, read_pairs, read_table, sample_sentences
from epicene.mt.judging.set_run import judge_set
from epicene.mt.judging.winomt_run import WinomtRequest, read_items, read_winomt
from epicene.mt.noun_phrases import CLASSES
from epicene.mt.results import Translated
from epicene.mt.sentence_files import read_lines
from epicene.mt.translating.bleu_run import BleuRequest, references_path, translate_and_score
from epicene.mt.translating.translate_file import TranslationRequest, translate, translates
from epicene.mt.translating.translate_to_judge import bundled_corpus
from epicene.mt.translating.translation_engine import CommandSystem
from mt.small_corpora import write

ADJECTIVES = ("calme", "triste", "pauvre", "rapide", "jeune", "riche", "propre", "large", "drôle", "digne")


class Weighed(CommandSystem):
    """A program with the facts of a model."""

    @property
    def facts(self) -> dict[str, str]:
        return {"command": self.command, "weights": "0"}


def by_heart(folder: Path, sources: list[str], targets: list[str]) -> CommandSystem:
    """A program that knows the translation of every line."""
    known = dict(zip(sources, targets, strict=True))
    lines = ["import sys", f"known = {known!r}", "for line in sys.stdin:", "    print(known[line.rstrip(chr(10))])"]
    return CommandSystem(f"{sys.executable} {write(folder / 'by_heart.py', lines)}")


def translated(folder: Path, source: Path, reference: Path, direction: str, limit: int) -> Translated:
    system = by_heart(folder, read_lines(source), read_lines(reference))
    return translate(TranslationRequest(source, folder / "made", *direction.split("-"), limit), system)


@pytest.mark.parametrize("direction", ["fr-en", "en-fr"])
def test_mt_judge_takes_the_lines_that_mt_translate_took(tmp_path: Path, direction: str) -> None:
    source, reference = bundled_corpus(direction, tmp_path / "corpus")
    made = translated(tmp_path, source, reference, direction, 40)
    numbers = [line.number + 1 for line in open_corpus(direction, source, reference, 40).lines]
    assert made.sample == numbers
    assert [line.line for line in made.first_lines] == numbers[:10]
    for output in (tmp_path / "made", reference):
        lines = open_judging(JudgeRequest(direction, source, reference, {"s": output}, limit=40)).find("s", Silent())
        assert [line.line for line in lines] == numbers
        assert {line.class_ for line in lines} == set(CLASSES)


def test_the_nonsense_of_a_system_that_translated_the_sample_is_judged(tmp_path: Path) -> None:
    """Its nouns do not say which lines it translated; the file beside it does."""
    source, reference = bundled_corpus("fr-en", tmp_path / "corpus")
    every = read_lines(source)
    system = by_heart(tmp_path, every, [f"The work {number} of his." for number in range(len(every))])
    translate(TranslationRequest(source, tmp_path / "made", "fr", "en", 40), system)
    asked = JudgeRequest("fr-en", source, reference, {"s": tmp_path / "made"}, limit=40)
    assert len(open_judging(asked).find("s", Silent())) == 40
    sample = open_corpus("fr-en", source, reference, 40).source.lines
    assert translates(tmp_path / "made", sample)
    assert not translates(tmp_path / "made", sample[::-1])
    (tmp_path / "made.json").unlink()
    with pytest.raises(InputError, match="does not translate the 40 lines"):
        open_judging(asked)


def test_lines_that_do_not_come_in_pairs_are_sampled_one_by_one() -> None:
    lines = [f"Le numéro {number} est le {number % 7}e." for number in range(50)]
    assert sample_lines(lines, "fr", 10) == stratified_sample([()] * 50, 10)
    pairs = [f"{word} {noun} a fini." for noun in ("juge", "guide", "pilote", "maire") for word in ("Le", "La")]
    assert [number % 2 for number in sample_lines(pairs, "fr", 4)] == [0, 1, 0, 1]
    assert len(sample_lines(pairs, "fr", 3)) == 3


def wino_items(shared: Path) -> Path:
    return shared / "data/winomt/en.txt"


def test_winomt_judges_the_lines_that_mt_translate_took(shared: Path, tmp_path: Path) -> None:
    """It knew neither genders nor lists; a whole output beside it is judged on the same lines."""
    items = read_items(wino_items(shared))
    nouns = {"developer": "développeur", "designer": "dessinateur", "mechanic": "mécanicien", "clerk": "commis"}
    french = [
        " ".join(["Le", nouns.get(item.entity, item.entity), "a parlé avec le chef de", str(number)])
        for number, item in enumerate(items)
    ]
    english = write(tmp_path / "winomt.en", [item.sentence for item in items])
    whole = write(tmp_path / "whole.fr", french)
    made = translated(tmp_path, english, whole, "en-fr", 50)
    request = WinomtRequest(wino_items(shared), {"short": tmp_path / "made", "whole": whole}, limit=50)
    question, systems = read_winomt(request)
    assert list(question.items) == [items[number - 1] for number in made.sample]
    assert systems["short"].targets == systems["whole"].targets


@pytest.fixture
def table(tmp_path: Path) -> tuple[Path, list[str]]:
    """Sixty sorted rows: forty that leave the gender open, with two labels, then twenty that say it."""
    rows = [
        (f"The {name} one left.", f"Le {name} est parti.", f"La {name} est partie.", gender, label)
        for number in range(60)
        for name in [f"{ADJECTIVES[number % 10]}{number // 10}"]
        for gender, label in [("", "a" if number < 30 else "b") if number < 40 else ("FM"[number % 2], "c")]
    ]
    path = write(tmp_path / "t.tsv", ["source\tmasculine\tfeminine\tgender\tlabel", *("\t".join(row) for row in rows)])
    return path, [row[1] for row in rows]


def opened(path: Path, output: Path) -> tuple[GenderSet, dict[str, list[Path]]]:
    given = dict.fromkeys(("--reference", "--ref-flipped", "--source"), None) | {"--hyp": [f"s={output}"]}
    return open_set(f"t={path}", given)


def test_a_set_is_sampled_by_gender_and_label(table: tuple[Path, list[str]], tmp_path: Path) -> None:
    path, outputs = table
    kept = sample_sentences(read_table(path), 12)
    lines = [read_table(path)[index] for index in kept]
    assert Counter((line.gender, *line.labels) for line in lines) == {
        ("", "a"): 6,
        ("", "b"): 2,
        ("feminine", "c"): 2,
        ("masculine", "c"): 2,
    }
    of_sample = write(tmp_path / "short", [outputs[index] for index in kept])
    made = [judge_set(*opened(path, output), 12) for output in (write(tmp_path / "whole", outputs), of_sample)]
    whole, short = (outputs.find("s", Silent()) for outputs in made)
    assert whole == short
    assert "|sample:12|" in made[0].measure("s", whole).signatures["t"]
    with pytest.raises(InputError, match="does not translate the 12 lines"):
        judge_set(*opened(path, write(tmp_path / "first", outputs[:12])), 12)


def test_the_two_files_of_pairs_are_sampled_at_the_same_lines(tmp_path: Path) -> None:
    sides = {
        gender: write(tmp_path / gender, [f"{word} {noun} est {end}." for noun in ADJECTIVES for end in ADJECTIVES[:4]])
        for gender, word in (("feminine", "La"), ("masculine", "Le"))
    }
    lines = read_pairs(sides, {})
    chosen = GenderSet("s", lines, len(lines), sides).sampled(10).lines
    numbers = [[line.number - 1 for line in chosen if line.expected == gender] for gender in sides]
    assert numbers[0] == numbers[1] == sample_lines(read_lines(sides["feminine"]), "fr", 10) != list(range(10))


def test_bleu_is_over_a_sample_of_the_test_set(tmp_path: Path) -> None:
    source = write(tmp_path / "test.fr", [f"Le train {number} part de {number % 9}." for number in range(60)])
    lines = [f"Train {number} leaves from {number % 9}." for number in range(60)]
    reference = write(tmp_path / "test.en", lines)
    request = BleuRequest("own", source, reference, ("fr", "en"), tmp_path / "run", limit=12)
    made = translate_and_score(request, Weighed(by_heart(tmp_path, read_lines(source), lines).command))
    assert (made.n, made.estimates[0].value, made.estimates[0].n_total) == (12, pytest.approx(100), 60)
    assert "|sample:12|" in made.signatures["test-set"]
    kept = read_lines(references_path(tmp_path / "run", "en"))
    assert kept == [lines[index] for index in sample_lines(read_lines(source), "fr", 12)] != lines[:12]
