"""A study of translation systems on tiny stand-ins: each table and figure of Wisniewski et al. (2022) is in the report
under its name, and its values are those of a computation by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sacrebleu
import sentencepiece

from epicene import api
from epicene.core.notices import GRAVE, Notice
from epicene.report.document import Note
from epicene.report.results_page import RUN_KINDS, write_report
from epicene.studies.saved_study import SavedStep
from epicene.studies.study_systems import _is_loud
from inside.small_marian import NOUNS, small_lines, two_layer_marian
from mt.judging.test_winomt import toy
from tiny_translation import write_lines

STUDY = """
title = "Petite étude"

[options]
source = "corpus.fr"
reference = "corpus.en"
manipulations = ["chaque", "complement-feminine"]
repetitions = 3
split = "plain"
strength = 10
standardise = false
align = 40

[test]
name = "newstest2014"
fr = "test.fr"
en = "test.en"

[winomt]
items = "items.txt"

[[sets]]
on = "both"
file = "both.tsv"

[[sets]]
on = "mt-geneval"
ref_feminine = "absent.fr"
ref_masculine = "absent.fr"
optional = true

[[systems]]
model = "./one"
training = "train.fr"
training_target = "train.en"

[[systems]]
name = "always his"
translations = "his.en"

[[systems]]
name = "always le"
direction = "en-fr"
translations = "le.fr"
winomt = "winomt.fr"

[[systems]]
model = "./two"
direction = "en-fr"
"""
NAMES = {
    lang: (
        *("Figure 1 (a)", "Figure 1 (b)", "Section 4.1", "Section 4.2.2", "Figure 3", "Figure 4"),
        *(f"{table} {number}" for number in range(1, 6)),
    )
    for lang, table in (("en", "Table"), ("fr", "Tableau"))
}
LINES = small_lines()


def write_study(folder: Path) -> Path:
    french, english = [line.source for line in LINES], [line.target for line in LINES]
    two_layer_marian(folder / "one")
    two_layer_marian(folder / "two", ("en", "fr"))
    write_lines(folder / "corpus.fr", french)
    write_lines(folder / "corpus.en", english)
    # Four occupations of seven, four times each, and eight lines about a dog.
    dog = ("Le chien a terminé son travail.", "The dog has finished its work.")
    write_lines(folder / "train.fr", [*french[:8] * 4, *[dog[0]] * 8])
    write_lines(folder / "train.en", [*english[:8] * 4, *[dog[1]] * 8])
    write_lines(folder / "test.fr", french[:2])
    write_lines(folder / "test.en", english[:2])
    write_lines(folder / "his.en", [line.replace(" her ", " his ") for line in english])
    write_lines(folder / "le.fr", [french[number - number % 2] for number in range(len(french))])
    items, faithful = toy()
    write_lines(folder / "items.txt", items)
    write_lines(folder / "winomt.fr", [*faithful[: len(faithful) // 2]] * 2)  # as if all entities were men
    pairs = zip(english[::2], french[::2], french[1::2], strict=True)
    write_lines(folder / "both.tsv", ["source\tmasculine\tfeminine", *map("\t".join, pairs)])
    (folder / "study.toml").write_text(STUDY, encoding="utf-8")
    return folder / "study.toml"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    return api.study(write_study(folder), out=folder / "made", threads=1, progress=False).path


def results(made: Path, system: str, step: str) -> dict[str, Any]:
    return json.loads((made / system / step / "results.json").read_text(encoding="utf-8"))


def estimates(document: dict[str, Any]) -> dict[tuple[str, str], float]:
    return {(one["metric"], one["group"]): one["value"] for one in document["estimates"]}


def test_nothing_failed_and_systems_have_the_steps_that_fit_them(made: Path) -> None:
    record = json.loads((made / "study.json").read_text(encoding="utf-8"))
    assert record["failures"] == []
    [reason] = record["left_out"]
    assert "absent.fr" in reason
    steps: dict[str, list[str]] = {}
    for one in record["runs"]:
        steps.setdefault(one["system"], []).append(one["step"])
    assert steps == {
        "one": ["corpus", "bleu", "audit", "probe", "intervene"],
        "always his": ["judge"],
        "always le": ["judge", "winomt"],
        "two": ["bleu", "audit", "winomt", "set-both", "intervene"],
    }


def test_figure_1_and_table_3_are_counts_of_the_training_corpus(made: Path) -> None:
    found = results(made, "one", "corpus")
    forms = {form for noun in NOUNS for form in (noun.masculine, noun.feminine)}
    assert (found["pairs"], found["n_forms"], len(forms)) == (40, 12, 12)
    assert found["absent"] == 50  # six of twelve forms: those of the last three occupations
    assert found["curve"][:3] == [[0, 50], [1, 50], [10, 100]]
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(made.parent / "one" / "source.spm"))
    cut = [len(pieces.encode(f"le {form}")) - len(pieces.encode("le")) for form in forms]
    assert found["pieces"] == {str(n): cut.count(n) for n in sorted(set(cut))}
    expected = {
        "son": {"his": 40, "her": 40, "its": 20},  # 16, 16 and 8 of 40
        "son_pieces": {"▁his": 40, "▁her": 40, "s": 20},  # *its* is ▁it and s
    }
    for name, shares in expected.items():
        assert {one["word"]: one["share"] for one in found[name]["aligned"]} == shares
        assert (found[name]["links"], found[name]["types"]) == (40, 3)
    assert [(one["word"], one["count"]) for one in found["son_pieces"]["always"]] == [
        ("▁his", 16),
        ("▁her", 16),
        ("▁its", 0),
    ]


@pytest.mark.parametrize(("system", "target"), [("one", "en"), ("two", "fr")])
def test_bleu_is_sacrebleus_with_its_signature(made: Path, system: str, target: str) -> None:
    found = results(made, system, "bleu")
    hypotheses = (made / system / "bleu" / f"translations.{target}").read_text(encoding="utf-8").splitlines()
    references = (made.parent / f"test.{target}").read_text(encoding="utf-8").splitlines()
    expected = sacrebleu.corpus_bleu(hypotheses, [references], lowercase=True).score
    assert estimates(found) == {("bleu", "newstest2014"): pytest.approx(expected)}
    assert "case:lc" in found["sacrebleu"]
    assert (found["beams"], found["n"]) == (5, 2)
    assert "|boot:sentence*1000|" in found["signatures"]["test-set"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_training_corpus_has_a_page_of_its_own(made: Path, lang: str) -> None:
    corpus = RUN_KINDS["corpus-stats"].document([made / "one" / "corpus"], lang)
    assert [block.name for block in corpus.tables()] == [
        *("frequency", "pieces", "nouns", "son", "son-pieces", "subjects", "possessives")
    ]


def test_table_1_by_hand(made: Path) -> None:
    """96 entities, a quarter of them analysts, who are not marked; of the rest 36 are men and are right."""
    found = estimates(results(made, "always le", "winomt"))
    assert found["accuracy", "all"] == pytest.approx(100 * 36 / 96)
    assert found["accuracy_determined", "all"] == pytest.approx(100 * 36 / 72)
    assert found["delta_g", "all"] == pytest.approx(100 * 2 * 36 / (48 + 72))  # F1 of the feminine is 0
    assert found["unknown", "all"] == 25
    assert results(made, "two", "winomt")["n"] == 96


def test_a_set_is_translated_and_judged_as_the_command_judges_its_translations(made: Path, tmp_path: Path) -> None:
    french = made / "two" / "set-both.fr"
    assert (made / "two" / "set-both.en").read_text("utf-8").splitlines() == [line.target for line in LINES[::2]]
    run = api.judge(on=f"both={made.parent / 'both.tsv'}", hypotheses=[f"two={french}"], out=tmp_path / "judged")
    assert results(made, "two", "set-both")["estimates"] == json.loads(json.dumps(run.results))["estimates"]


def test_table_2_and_section_422_by_hand(made: Path) -> None:
    his = results(made, "always his", "judge")
    found = estimates(his)
    assert (found["pronoun_correct", "all"], found["pronoun_gap", "marked"]) == (50, 100)
    assert [found["her", name] for name in his["counts"]] == [0] * 7
    assert [found["his", name] for name in his["counts"]] == [100] * 7
    assert his["counts"]["l' epicene"]["n"] == 2
    # Feminine lines of le/la: boulangère, journaliste, infirmière (l'), actrice (l'), avocate (l'), maîtresse d'hôtel.
    found = estimates(results(made, "always le", "judge"))
    assert found["determiner_correct", "feminine"] == pytest.approx(100 * 4 / 7)  # l' stands for both genders
    assert found["noun_correct", "feminine"] == pytest.approx(100 * 2 / 7)  # analyste, journaliste
    assert found["group_correct", "feminine"] == pytest.approx(100 * 1 / 7)  # l'analyste
    assert found["group_correct", "masculine"] == 100


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("ending", ["md", "csv"])
def test_the_report_has_each_under_its_name_in_the_paper(made: Path, lang: str, ending: str, tmp_path: Path) -> None:
    write_report([made], tmp_path / f"report.{ending}", lang)
    text = (tmp_path / f"report.{ending}").read_text(encoding="utf-8")
    for name in NAMES[lang]:
        assert text.count(name) >= 2, name  # in the list and over what it names


def test_published_values_stand_beside(made: Path) -> None:
    write_report([made], made.parent / "report.csv", "en")
    tables = (made.parent / "report.csv").read_text(encoding="utf-8").split("\n\n")
    tables = [table for table in tables if not table.startswith("element,about,")]  # the list of what the paper has
    by_name = {name: [table for table in tables if f"\n{name}," in table] for name in NAMES["en"]}
    assert "34.0" in by_name["Section 4.1"][0]
    assert "45.6" in by_name["Table 1"][0]
    assert ",574" in by_name["Figure 1 (b)"][0]
    assert "18.28" in by_name["Table 3"][0]
    assert "> 94" in by_name["Figure 1 (a)"][0]


def test_what_no_system_gives_says_what_it_needs(made: Path, tmp_path: Path) -> None:
    record = json.loads((made / "study.json").read_text(encoding="utf-8"))
    record["runs"] = [{**one, "path": str(made / one["path"])} for one in record["runs"] if one["step"] == "judge"]
    (tmp_path / "study.json").write_text(json.dumps(record), encoding="utf-8")
    write_report([tmp_path], tmp_path / "report.md", "en")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "– (needs WinoMT’s items under" in text
    assert "| Table 2 |" in text


def test_the_inside_is_read_as_the_study_says(made: Path) -> None:
    """Figures 3 and 4, tables 4 and 5: what each step computes is tried where it is computed."""
    forced, changed = (estimates(results(made, "one", step)) for step in ("audit", "intervene"))
    assert changed["u1_before_t_mean", "all"] == pytest.approx(forced["t_mean", "all"], abs=1e-5)
    found = results(made, "one", "probe")
    assert (found["strength"], found["standardise"], found["split"]) == (10, False, "plain")
    assert {cell["corpus"] for cell in found["cells"]} >= {"corpus.fr", "chaque"}
    assert "|l1:10|raw|" in found["signatures"]["mt-probe"]


def test_a_grave_notice_of_a_step_is_loud_wherever_it_was_saved() -> None:
    """A page shows the gravest first, whatever the order in which notices were saved."""
    saved = [Notice("notice.mt.cleaned", {"count": 1}), Notice("notice.mt.unreadable", {"count": 0}, GRAVE)]
    step = SavedStep("s", "judge", Path("s"), {"notice_codes": [notice.record() for notice in saved]})
    shown = [Note("unreadable", grave=True), Note("cleaned"), Note("the page's own")]
    assert [_is_loud(step, note, number) for number, note in enumerate(shown)] == [True, False, True]
