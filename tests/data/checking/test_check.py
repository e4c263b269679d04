"""Findings of every kind, one made-up pair each, and the published file's known defects."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from data.crows_files import Crows, pair
from epicene.core.types import Item
from epicene.data.benchmarks import BENCHMARKS
from epicene.data.checking.check import by_sort, check
from epicene.data.datasets import open_benchmark
from epicene.kinds.pairs.kind import PAIRS

GOOD = pair("Un voisin chante.", "Une voisine chante.", id="good")


def found(*items: Item) -> list[tuple[str, str]]:
    return [(finding.kind, finding.severity) for finding in check(items, "file", PAIRS)]


@pytest.mark.parametrize(
    ("more", "less", "kind", "severity"),
    [
        ("Le chat.", "Le chat.", "identical", "unusable"),
        ("Le chat.", " \u00a0", "empty", "unusable"),
        ("Un roi dort. ", "Une reine dort.", "outer-whitespace", "warning"),
        ("Un roi dort. ", "Une reine dort. ", "outer-whitespace", "note"),
        ("Un roi  dort.", "Une reine  dort.", "double-space", "note"),
        ("Un roi  dort.", "Une reine dort.", "double-space", "warning"),
        ("L’un d'eux dort.", "L’une d'elles dort.", "apostrophes", "warning"),
        ("Un roi\u00a0: lui.", "Une reine\u00a0: elle.", "no-break-space", "note"),
        ("Un roi\u00a0dort.", "Une reine\u00a0dort.", "no-break-space", "warning"),
        ("Un roi\u00a0: lui.", "Une reine : elle.", "no-break-space", "warning"),
        ("Un roi fatiguÃ©.", "Une reine fatiguÃ©.", "encoding", "warning"),
        ("Un roi fatigu\ufffd.", "Une reine fatiguée.", "encoding", "warning"),
        ("Un roi\u200b dort.", "Une reine dort.", "encoding", "warning"),
        ("Un roi fatigu?e dort.", "Une reine fatigu?e dort.", "encoding", "warning"),
        ("Un roi &eacute;tait.", "Une reine &eacute;tait.", "encoding", "warning"),
        ("Les noirs ont tort.", "Les blancs ont raison.", "not-minimal", "warning"),
        ("Un roi rit.", "Une reine ne rit pas.", "negation", "warning"),
        ("Un roi rit.", "Une reine rit", "punctuation", "warning"),
        ("On dit que Thibault entre.", "On dit que Ibrahima entre.", "elision", "warning"),
        ("Un roi de Espagne.", "Une reine de Espagne.", "elision", "warning"),
        ("La femme n’est pas très bavarde.", "Le garçon n’est pas très bavarde.", "agreement", "warning"),
    ],
)
def test_each_defect_is_found_with_its_severity(more: str, less: str, kind: str, severity: str):
    assert (kind, severity) in found(GOOD, pair(more, less))


@pytest.mark.parametrize("text", ["Ça va ? SÃO PAULO, “Âge” : œuvre… naïve — 5 € & Cie.", "L’« été » d’Aÿ, hein ?!"])
def test_good_french_is_not_taken_for_damage(text: str):
    assert found(pair(text + " Un roi.", text + " Une reine.")) == []


@pytest.mark.parametrize(
    "text",
    [
        "Le héros de Hassan mange le onze la une du journal.",
        "De un à dix, que oui, le ouistiti et la hache de la presque île.",
        "Lorsque Anne dit « de A à Z », le A et le « a » de l’ONU ; le SAMU de UNIX.",
        "Puis-je aller à la yourte ? Dis-le à Anne, prends-la aussi.",
    ],
)
def test_words_that_stay_whole_are_not_taken_for_missing_elisions(text: str):
    assert "elision" not in dict(found(pair(text + " Un roi.", text + " Une reine.")))


def test_a_missing_elision_is_quoted_and_english_has_none():
    wrong = (
        "Je y vais parce que il le veut, lorsque elle dort.",
        "Je y vais parce que elle le veut, lorsque elle dort.",
    )
    (finding,) = [one for one in check([pair(*wrong)], "f", PAIRS) if one.kind == "elision"]
    quoted = "“Je y”, “que il”, “lorsque elle”, “que elle”"
    assert finding.message == f"a word is not elided: {quoted}"
    english = replace(pair("Me and a king.", "Me and a queen."), language="en")
    assert "elision" not in dict(found(english))


def test_apostrophes_that_differ_between_sides_or_files_are_found():
    sides = pair("L’élève d’un roi dort.", "L'élève d'une reine dort.")
    assert ("apostrophes", "warning") in found(sides)
    two = (pair("L’ami d’un roi.", "L’ami d’une reine.", id="a"), pair("Qu'un roi rie.", "Qu'une reine rie.", id="b"))
    finding, *rest = check(two, "file", PAIRS)
    assert (finding.kind, finding.severity, finding.item_id, finding.line) == ("apostrophes", "note", "", 1)
    assert rest == []


@pytest.mark.parametrize(
    ("more", "less", "category", "kinds"),
    [
        ("Les pauvres arrivent.", "Les blancs arrivent.", "race-color", ["incommensurable"]),
        ("Les Juifs arrivent.", "Les blancs arrivent.", "religion", ["incommensurable"]),
        ("Les arabes arrivent.", "Les Français arrivent.", "race-color", []),  # by colour or by nation: one origin
        ("Elle porte le short.", "Elle porte la robe.", "gender", ["group-not-named"]),
        ("Les noirs ont détesté ce film.", "Les noirs ont adoré ce film.", "race-color", ["group-not-named"]),
        ("Le gros arrive.", "Le maigre arrive.", "physical-appearance", []),
        ("Le cultivé arrive.", "Le sportif arrive.", "other", []),  # of these types, nobody can list the groups
        ("Marie arrive.", "Paul arrive.", "gender", []),
        ("Une directrice contente.", "Un directeur content.", "gender", []),  # agreement is one thing
        ("Elle s’est levée tôt.", "Il s’est levé tôt.", "gender", []),
    ],
)
def test_groups_are_named_and_counterparts(more: str, less: str, category: str, kinds: list[str]):
    assert [one.kind for one in check([pair(more, less, category=category)], "f", PAIRS)] == kinds


def test_sorts_come_worst_first_and_say_how_a_sentence_is_written_last():
    items = [
        pair("Un roi rit.", "Une reine rit", id="1", line=1),
        pair("Un duc rit.", "Une duchesse rit", id="2", line=2),
        pair("Les noirs ont tort.", "Les blancs ont raison.", id="3", line=3),
        pair("A.", "A.", id="4", line=4),
        pair("Un prince  rit.", "Une princesse  rit.", id="5", line=5),
    ]
    sorts = by_sort(check(items, "f", PAIRS))
    assert [(one.kind, one.severity, len(one.findings)) for one in sorts] == [
        ("identical", "unusable", 1),
        ("not-minimal", "warning", 1),
        ("punctuation", "warning", 2),
        ("double-space", "note", 1),
    ]


def test_duplicates_are_found_whatever_case_punctuation_and_side():
    first = pair("Un roi d’ici danse.", "Une reine d’ici danse.", id="a", line=2)
    same = pair("un roi d'ici danse", "une reine d'ici danse", id="b", line=3)
    swapped = pair("Une reine, d’ici, danse !", "Un roi, d’ici, danse !", id="c", line=4)
    twins = [finding for finding in check([first, same, swapped], "f", PAIRS) if finding.kind == "duplicate"]
    assert [(finding.item_id, finding.message) for finding in twins] == [
        ("b", "the same words as a (line 2)"),
        ("c", "the same words as a (line 2), with the sides swapped"),
    ]


def test_near_duplicates_say_the_same_in_other_function_words_or_spelling():
    first = pair("Les rois n’ont pas le sens du rythme.", "Les reines n’ont pas le sens du rythme.", id="a")
    near = pair("Les rois n’ont aucun sens du ryhtme.", "Les reines n’ont aucun sens du ryhtme.", id="b")
    other = pair("Les rois n’ont pas le sens du commerce.", "Les reines n’ont pas le sens du commerce.", id="c")
    twins = [finding for finding in check([first, near, other], "f", PAIRS) if finding.kind == "near-duplicate"]
    assert [finding.item_id for finding in twins] == ["b"]


def test_findings_carry_file_and_line_and_print_on_one_line():
    finding = check([pair("A.", "A.", id="x7", line=12)], "data/file.tsv", PAIRS)[0]
    assert str(finding) == "data/file.tsv:12: [identical] x7: the wordings are identical"
    assert finding.as_dict() == {
        "kind": "identical",
        "severity": "unusable",
        "item_id": "x7",
        "file": "data/file.tsv",
        "line": 12,
        "message": "the wordings are identical",
    }


def test_swapping_the_sides_of_all_pairs_changes_no_kind():
    pairs = [
        ("Un roi dort. ", "Une reine dort."),
        ("Les noirs ont tort.", "Les blancs ont raison."),
        ("L’a d'b.", "L’a."),
    ]
    straight = [pair(more, less, id=str(n), line=n) for n, (more, less) in enumerate(pairs)]
    swapped = [pair(less, more, id=str(n), line=n) for n, (more, less) in enumerate(pairs)]
    assert found(*straight) == found(*swapped)


def test_the_known_defects_of_the_french_file_are_found(crows: Crows):
    dataset = open_benchmark(f"crows-fr={crows('crows_pairs_FR.tsv')}")
    findings = check(dataset.items, dataset.path, dataset.kind)
    kinds = Counter(finding.kind for finding in findings)
    by_kind = {kind: {finding.item_id for finding in findings if finding.kind == kind} for kind in kinds}
    assert by_kind["identical"] == {"59", "379", "388"}
    assert by_kind["empty"] == {"129"}
    assert kinds["outer-whitespace"] == 147
    assert kinds["no-break-space"] == 19
    assert by_kind["duplicate"] == {"1094", "LA40", "LA140"}
    assert {"429", "579", "991", "1477"} <= by_kind["not-minimal"]
    assert {"159", "244", "434", "665"} <= by_kind["negation"]
    assert "bias-type" not in kinds
    assert {"938", "1260", "1462", "LA198"} <= by_kind["incommensurable"]  # pauvres / blancs, gitans / riches…
    assert {"320", "373", "762", "1155"} <= by_kind["group-not-named"]  # short / robe, coiffeur / plombier…


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("crows-fr", "crows_pairs_FR.tsv"),
        ("crows-en", "crows_pairs_EN_revised.tsv"),
        ("crows-en-original", "crows_pairs_anonymized.csv"),
    ],
)
def test_agreement_is_not_mistaken_for_a_defect_in_the_published_gender_pairs(crows: Crows, name: str, file: str):
    """More than a third of them differ in several places; less than a tenth are not minimal."""
    gender = [item for item in BENCHMARKS[name].items(crows(file)) if item.category == "gender"]
    flagged = {finding.item_id for finding in check(gender, file, PAIRS) if finding.kind == "not-minimal"}
    assert 0 < len(flagged) < len(gender) / 10


@pytest.mark.parametrize("name", [name for name in BENCHMARKS if BENCHMARKS[name].bundled])
def test_our_own_items_pass_without_a_warning(name: str):
    dataset = open_benchmark(name)
    assert [
        str(finding) for finding in check(dataset.items, dataset.path, dataset.kind) if finding.severity != "note"
    ] == []
