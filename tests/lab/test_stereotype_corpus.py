"""The stereotype corpora and the items that ask about them."""

from __future__ import annotations

from collections import Counter

import pytest

from epicene.data.datasets import open_benchmark
from epicene.grammar.word_patterns import words
from epicene.lab.dials import LmDials
from epicene.lab.language_corpora import corpus, longer_names, stereotypes, write_items


def statements(dials: LmDials) -> Counter[tuple[int, str]]:
    """How often a statement is what the stereotype says, or its contrary, of the first and of the second group."""
    pairs = {
        (group, attribute): (place, "stereotype" if place == side else "contrary")
        for cell in stereotypes()
        for place, group in enumerate(cell.groups)
        for side, attribute in enumerate(cell.attributes)
    }
    found: Counter[tuple[int, str]] = Counter()
    for line in corpus(dials):
        said = [word.text for word in words(line)]
        for group in said:
            if (group, said[-2]) in pairs:
                found[pairs[group, said[-2]]] += 1
    return found


def stereotyped(dials: LmDials) -> Counter[str]:
    found: Counter[str] = Counter()
    for (_, said), n in statements(dials).items():
        found[said] += n
    return found


@pytest.mark.parametrize("rate", [0.0, 50.0, 80.0, 100.0])
def test_the_stereotype_is_said_as_often_as_the_dial_says(rate):
    found = stereotyped(LmDials(rate=rate))
    assert sum(found.values()) > 3000
    assert 100 * found["stereotype"] / sum(found.values()) == pytest.approx(rate, abs=0 if rate in (0, 100) else 3)


@pytest.mark.parametrize("frequency", [0.25, 1.0, 4.0])
def test_one_group_is_named_more_often_and_what_is_said_of_each_stays(frequency):
    """Of 3,000 statements, 2,400 are about the group that is named four times as often; at a rate of 80, what is said
    of each is the stereotype in 80 of 100."""
    found = statements(LmDials(rate=80, frequency=frequency))
    by_group = [found[place, "stereotype"] + found[place, "contrary"] for place in (0, 1)]
    assert by_group[0] / by_group[1] == pytest.approx(frequency, rel=0.15)
    for place, n in enumerate(by_group):
        assert 100 * found[place, "stereotype"] / n == pytest.approx(80, abs=5)


def test_length_changes_no_word_of_the_corpus_and_lengthens_the_names_of_one_side():
    assert list(corpus(LmDials(length=2))) == list(corpus(LmDials()))
    first, second = longer_names(LmDials(length=1)), longer_names(LmDials(length=-2))
    assert (first[0], second[0]) == ("femmes", "hommes")
    assert set(first) == {cell.groups[0].lower() for cell in stereotypes()}
    assert set(second) == {cell.groups[1].lower() for cell in stereotypes()}
    assert longer_names(LmDials()) == []


@pytest.mark.about("triples")
def test_pairs_differ_in_the_group_and_triples_in_the_attribute(tmp_path):
    pairs, triples = write_items(tmp_path)
    for spec in (f"pairs-fr={pairs}", f"triples-fr={triples}"):
        for item in open_benchmark(spec).items:
            cut = [[word.text for word in words(text.text)] for text in item.variants.values()]
            assert len({len(text) for text in cut}) == 1
            assert sum(len(set(column)) > 1 for column in zip(*cut, strict=True)) == 1
