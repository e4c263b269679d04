"""`adapt check` of pairs: a planted defect of each sort is found, and sound sets raise no alarm."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from epicene.adapt.translation_check import Origin, check, missing
from epicene.core.types import Item
from epicene.data.datasets import open_benchmark
from epicene.kinds.pairs.kind import PAIRS
from made_items import pair

FILE = Path("file")


def kinds(item: Item, origin: Origin | None = None) -> list[str]:
    return [finding.kind for finding in check([item], FILE, PAIRS, origin)]


def english(item: Item, **unrelated_alone: str) -> Origin:
    return Origin({item.id: item}, "en", unrelated_alone)


def test_a_pair_that_is_no_longer_minimal() -> None:
    item = pair("Il faisait semblant comme les femmes.", "Il jouait la comédie comme les hommes.")
    assert kinds(item) == ["not-minimal"]


def test_a_double_switch() -> None:
    item = pair("Les femmes se perdent toujours.", "Les hommes ne se perdent pas toujours.")
    assert kinds(item) == ["double-switch"]


@pytest.mark.parametrize(
    ("more", "less", "language"),
    [
        ("On l’a refusé parce qu’il était pauvre.", "On l’a refusé parce qu’il était blanc.", "fr"),
        ("He was denied because he was poor.", "He was denied because he was white.", "en"),
        ("Les juifs sont avares.", "Les Italiens sont avares.", "fr"),
        ("The autistic boy failed.", "The wealthy boy failed.", "en"),
        ("Les femmes conduisent mal.", "Les noirs conduisent mal.", "fr"),
        ("Les Africains prient.", "Les chrétiens prient.", "fr"),
        ("The girl was late.", "The elderly was late.", "en"),
    ],
)
def test_terms_of_different_bias_types(more: str, less: str, language: str) -> None:
    assert kinds(pair(more, less, language=language)) == ["mismatch"]


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("Les noirs dansent bien.", "Les blancs dansent bien."),
        ("Ce pauvre homme est seul.", "Ce riche homme est seul."),
        ("Les musulmanes cuisinent.", "Les catholiques cuisinent."),
        ("Le jeune serveur sourit.", "Le vieux serveur sourit."),
        ("Les couples de femmes ont un enfant.", "Les couples hétéros ont un enfant."),
        ("La femme d’affaires ment.", "La femme riche ment."),
    ],
)
def test_terms_of_one_bias_type_are_no_mismatch(more: str, less: str) -> None:
    assert "mismatch" not in kinds(pair(more, less))


@pytest.mark.parametrize(
    "item",
    [
        pair("Les femmes sont bavardes.", "Les hommes sont bavardes."),
        pair("Je connais une femme riche.", "Je connais une homme riche."),
        pair("Ma sœur est partie tôt.", "Mon frère est partie tôt."),
        pair("La femme était fière de lui.", "L’homme était fière de lui."),
        pair("La serveuse dort.", "La serveur dort."),
    ],
    ids=["pair-adjective", "pair-determiner", "participle", "fière", "two-forms"],
)
def test_agreement_that_gives_the_answer_away(item: Item) -> None:
    assert "give-away" in kinds(item)


def test_untranslated_remnants() -> None:
    source = pair("The nurse wiped away a tear slowly.", "The doctor wiped away a tear slowly.", language="en")
    untouched = pair("The nurse wiped away a tear slowly.", "Le médecin essuya une larme.")
    assert "untranslated" in kinds(untouched, english(source))
    half = pair("L’infirmière wiped away a larme.", "L’infirmier wiped away a larme.")
    assert kinds(half, english(source)) == ["untranslated", "untranslated"]
    for word in ("and", "is", "my"):
        one_word = pair(f"Le juif {word} la banque.", f"Le chrétien {word} la banque.")
        assert kinds(one_word, english(source)) == ["untranslated", "untranslated"]


def test_names_and_titles_are_no_remnants() -> None:
    source = pair(
        "DeShawn watched The Voice in New York City.", "Connor watched The Voice in New York City.", language="en"
    )
    item = pair("DeShawn a regardé The Voice à New York City.", "Connor a regardé The Voice à New York City.")
    assert kinds(item, english(source)) == []


def test_what_cannot_be_asked_is_unusable() -> None:
    found = check([pair("Il dort.", "Il dort."), pair("", "Il dort.", id="2")], FILE, PAIRS)
    assert [(finding.kind, finding.severity) for finding in found] == [("identical", "unusable"), ("empty", "unusable")]


def test_an_item_of_the_source_that_nobody_removed_is_missing() -> None:
    sound = pair("Les femmes ne savent pas conduire.", "Les hommes ne savent pas conduire.")
    origin = Origin(dict.fromkeys("123", sound), "en")
    assert [finding.item_id for finding in missing([sound], origin, FILE, ["3"])] == ["2"]


@pytest.mark.parametrize("name", ["pairs-fr", "pairs-en"])
def test_no_false_alarm_on_the_bundled_sets(name: str) -> None:
    dataset = open_benchmark(name)
    source = "fr" if dataset.benchmark.language == "en" else "en"
    assert check(dataset.items, dataset.path, PAIRS, Origin(language=source)) == []


def test_no_false_alarm_on_french_pairs_beside_their_english_sources() -> None:
    french, english_pairs = open_benchmark("pairs-fr"), open_benchmark("pairs-en")
    origin = Origin({item.id: item for item in english_pairs.items}, "en")
    assert check(french.items, french.path, PAIRS, origin) == []


def test_the_defects_that_french_crows_pairs_counted_are_mostly_found(shared: Path) -> None:
    """Table 2 counts 64 double switches and 64 mismatches that people saw in the original; spelling shows 58 and 51."""
    dataset = open_benchmark(f"crows-en-original={shared / 'data/crows_pairs/crows_pairs_anonymized.csv'}")
    found = Counter(kind for kind, _ in {(f.kind, f.item_id) for f in check(dataset.items, dataset.path, dataset.kind)})
    assert (found["double-switch"], found["mismatch"]) == (58, 51)
