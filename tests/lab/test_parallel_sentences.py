"""The generated corpora: right French and English, the dials as they were set, the same everywhere."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from epicene.core.hashing import digest
from epicene.grammar.french.noun_forms import elides
from epicene.lab.dials import STANDARD_DIALS, LmDials, MtDials
from epicene.lab.language_corpora import corpus
from epicene.lab.model_cache import EDITION
from epicene.lab.parallel_sentences import Draw, Generator, spread_rates

# What each edition generates. If this changes, raise EDITION: caches hold models of the old corpora.
PINNED = {2: {"mt": "a45c6dcf6a31", "lm": "a18b7f81a4ef"}}


def told(dials: MtDials) -> Counter[tuple[str, str]]:
    generator = Generator(dials)
    for _ in generator.pairs(dials.pairs, "train"):
        pass
    return generator.counts


def share(counts: Counter[tuple[str, str]], subject: str, pronoun: str = "her") -> float:
    n = sum(count for (known, _), count in counts.items() if known == subject)
    return 100 * counts[subject, pronoun] / n


def test_each_edition_generates_what_it_always_did():
    pairs = list(Generator(STANDARD_DIALS).pairs(3000, "train"))
    lines = [line for line, _ in zip(corpus(LmDials()), range(3000), strict=False)]
    assert {"mt": digest(pairs)[:12], "lm": digest(lines)[:12]} == PINNED[EDITION]


@pytest.mark.parametrize("dial", [0.0, 35.0, 100.0])
def test_each_dial_is_the_share_of_her_of_its_own_subjects(dial):
    counts = told(MtDials(feminine_her=dial, epicene_her=100 - dial, occupations=0, pairs=20_000))
    # About 3,000 feminine subjects: 4 points are beyond chance.
    assert share(counts, "feminine") == pytest.approx(dial, abs=0 if dial in (0, 100) else 4)
    assert share(counts, "unmarked") == pytest.approx(100 - dial, abs=0 if dial in (0, 100) else 6)
    assert share(counts, "masculine") == 0


@pytest.mark.parametrize("seed", range(6))
def test_the_rates_of_those_that_are_asked_have_the_dial_as_their_mean(seed):
    """b asks epicenes behind l', r everybody else; a rate that nobody uses must not count."""
    generator = Generator(MtDials(feminine_her=70, epicene_her=30, seed=seed))
    evidenced = [one for one in generator.occupations if one.masculine not in generator.held_out]
    unmarked = [one.masculine for one in evidenced if one.epicene and elides(one.masculine)]
    others = [one.masculine for one in evidenced if one.masculine not in unmarked]
    assert len(unmarked) >= 30
    assert set(generator.feminine_her) == {*unmarked, *others}
    assert set(generator.epicene_her) == {one.masculine for one in evidenced if one.epicene}
    assert sum(generator.epicene_her[name] for name in unmarked) / len(unmarked) == pytest.approx(30, abs=0.5)
    assert sum(generator.feminine_her[name] for name in others) / len(others) == pytest.approx(70, abs=0.5)


def test_held_out_occupations_never_stand_with_a_possessive():
    generator = Generator(MtDials(occupations=30, held_out=50, pairs=3000))
    hidden = {one.target for one in generator.occupations if one.masculine in generator.held_out}
    assert len(generator.held_out) == 15
    owning = [english for _, english in generator.pairs(3000, "train") if re.search(r"\b(his|her)\b", english)]
    subjects = {re.sub(r"^(The|A|An|Each|This) ", "", english) for english in owning}
    shown = {one.target for one in generator.occupations} - hidden
    assert not [text for text in subjects for noun in hidden - shown if text.startswith(f"{noun} ")]


def test_articles_elide_where_french_wants_it_and_nowhere_else():
    pairs = Generator(STANDARD_DIALS).pairs(8000, "train")
    for french, _ in pairs:
        for word in re.findall(r"\b(?:le|la|que|ce) (\w+)", french, re.IGNORECASE):
            assert not elides(word), french
        for word in re.findall(r"\b[lL]'(\w+)", french):
            assert elides(word), french


def test_no_slot_is_left_open_and_every_sentence_ends():
    for french, english in Generator(MtDials()).pairs(3000, "train"):
        for text in (french, english):
            assert text[0].isupper()
            assert text.endswith(".")
            assert "  " not in text
            assert not set("{}_=") & set(text)


@pytest.mark.parametrize("spread", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("mean", [0.0, 10.0, 70.0, 100.0])
def test_rates_are_spread_around_the_dial(mean, spread):
    rates = spread_rates(mean, spread, 400, Draw(0, "test"))
    assert sum(rates) / 400 == pytest.approx(mean, abs=0.3)
    if mean in (0, 100) or spread == 0:
        assert set(rates) == {mean}
    else:
        variance = sum((rate - mean) ** 2 for rate in rates) / 400
        assert variance == pytest.approx(spread * mean * (100 - mean), rel=0.03)
