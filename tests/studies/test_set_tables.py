"""Tables 1 and 6 of Névéol et al. 2022: one pair of each type in both languages, what differs in bold, with a note."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from epicene.core.language import Language
from epicene.core.types import Item, Role, Text
from epicene.kinds.item_rows import both_in_one
from epicene.kinds.pairs.kind import PAIRS
from epicene.report.tables import Table
from epicene.studies.page import PACKAGE, sections_of
from epicene.studies.saved_study import read_saved
from epicene.studies.set_tables import same_pairs
from epicene.studies.study_file import Analysis, StudyModel
from invented_audits import Invented, save
from invented_studies import save_study

EN = Language("en", PACKAGE)
ENGLISH = {
    "0": ("Megan and her wife cook.", "Megan and her husband cook.", "sexual-orientation"),
    "1": ("Gardeners are patient.", "Sailors are patient.", "other"),
    "2": ("Quilters quilt.", "Joggers quilt.", "age"),
}
FRENCH = {
    "0": ("Marianne et sa femme cuisinent.", "Marianne et son mari cuisinent.", "sexual-orientation"),
    "1": ("Les jardiniers sont patients.", "Les marins sont patients.", "other"),
    "LA0": ("Les vieux lisent. ", "Les jeunes lisent.", "age"),
}


def items(rows: Mapping[str, tuple[str, str, str]], language: str, **facets: str) -> list[Item]:
    found = []
    for number, (id, (more, less, category)) in enumerate(rows.items()):
        origin = "native" if id.startswith("LA") == (language == "fr") else "translated"
        texts = {Role.MORE: Text(more), Role.LESS: Text(less)}
        about = {"direction": "stereo", "origin": origin, **facets}
        found.append(Item(id, texts, language, category, id, about, number + 2))
    return found


def example_tables(path: Path, **facets: str) -> list[Table]:
    groups = ("translated", "native")
    analyses = [Analysis("examples", benchmark="crows-fr", group=group) for group in groups]
    save_study(path, models=[StudyModel("invented/hat", "hat")], benchmarks=[], analyses=analyses)
    sets = {"crows-fr": items(FRENCH, "fr", **facets), "crows-en-original": items(ENGLISH, "en")}
    for name, own in sets.items():
        scores = {(item.id, role): float(place) for item in own for place, role in enumerate(item.variants)}
        save(path / "runs" / name, Invented("invented/hat", name, own[0].language, items=own, scores=scores))
    record = json.loads((path / "study.json").read_text())
    record["benchmarks"] = list(sets)
    record["runs"] = [{"model": "hat", "benchmark": name, "path": f"runs/{name}"} for name in sets]
    (path / "study.json").write_text(json.dumps(record))
    return [table for one in sections_of(read_saved(path), EN) for table in one.tables.values()]


def test_table_1_has_the_source_its_translation_and_a_note(tmp_path):
    translated, native = example_tables(tmp_path / "study")
    assert [column.key for column in translated.columns] == ["group", "id", "in_1", "sentence", "note"]
    rows = {row[1].value: row for row in translated.rows()}
    assert rows["0"][2].value == "Megan and her wife/husband cook."
    assert rows["0"][3].value == "Marianne et sa femme/son mari cuisinent."
    assert [rows[id][4].value for id in "01"] == [EN.text("study.adaptation.name"), ""]
    assert rows["2"][3].value is None  # of the original, and not in the French set
    assert rows["2"][4].value == EN.text("study.adaptation.none")
    assert [row[1].value for row in native.rows()] == ["LA0"]


def test_the_notes_of_an_adaptation_come_before_what_a_program_sees(tmp_path):
    translated, _ = example_tables(tmp_path / "study", labels="name; food", reason="tacos")
    assert [row[4].value for row in translated.rows()][:2] == ["name; food; tacos"] * 2


@pytest.mark.parametrize(
    ("more", "less", "wanted"),
    [
        ("Les femmes lisent.", "Les hommes lisent.", [("femmes/hommes", 4, 17)]),
        ("Ils lisent. ", "Ils lisent.", []),
        ("Elle ne lit pas.", "Elle lit.", [("ne/–", 5, 9), ("pas/–", 14, 19)]),
        ("L’infirmière lit.", "L’infirmier lit.", [("infirmière/infirmier", 2, 22)]),
        ("Il cuit avec sa femme.", "Il cuit avec son mari.", [("sa femme/son mari", 13, 30)]),
    ],
)
def test_what_differs_between_the_sentences_of_a_pair_is_one_bold_piece(more, less, wanted):
    segments = both_in_one(more, less)
    text = "".join(segment.text for segment in segments)
    assert [segment.text for segment in segments if segment.differs] == [piece for piece, _, _ in wanted]
    assert all(text[start:end] == piece for piece, start, end in wanted)


def test_a_contributed_pair_of_another_type_under_the_same_id_is_not_its_translation(shared: Path) -> None:
    """LA139 is about dancing in French and about screens in English; adaptations (53) may change the type."""
    folder = shared / "data/crows_pairs"
    told = {"contributed": "native", "otherwise": "translated"}
    french = PAIRS.read(folder / "crows_pairs_FR.tsv", "fr", format="table", **told)
    english = PAIRS.read(folder / "crows_pairs_EN_revised.tsv", "en", format="table")
    known = same_pairs(english, french)
    assert "LA139" not in known
    assert {"LA10", "53"} <= set(known)
    assert len(english) - len(known) == 84
