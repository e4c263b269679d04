"""Triples on the page: charts of Ss, LMs and ACs, the tests behind the warning, paired tests, how it was asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epicene.core.language import Language
from epicene.kinds.item_rows import ItemRow, item_list
from epicene.kinds.protocol import View, in_words_of, response_mode_of
from epicene.kinds.triples.page import ROLES, domain_plot, mark_attribute
from epicene.runs.audit_folder import SavedRun, read_runs
from html_page import page
from invented_triples import save_run
from page_snapshot import check_page

EN, FR = Language("en"), Language("fr")


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_run(tmp_path_factory.mktemp("triples") / "one", lean=1.5)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_run(tmp_path_factory.mktemp("triples") / "two", "invented/chair", lean=-0.5)


def view_of(runs: list[SavedRun], language: Language = EN) -> View:
    return View(runs, "triples-fr", in_words_of(response_mode_of(runs[0], "triples-fr"), language))


def rows_of(runs: list[SavedRun]) -> list[ItemRow]:
    *_, items = item_list(view_of(runs), ROLES, mark_attribute)
    return items.content["rows"]


def estimates(path: Path, metric: str, **wanted: str) -> list[dict]:
    found = json.loads((path / "results.json").read_text())["estimates"]
    return [e for e in found if e["metric"] == metric and all(e[key] == value for key, value in wanted.items())]


def test_the_chart_has_the_ss_of_all_tests_each_domain_and_each_task(one: Path) -> None:
    plot = domain_plot(view_of(read_runs([one])))
    labels = ["All tests", "Gender", "Religion", "Profession", "Ethnicity", "Within a sentence", "Across two sentences"]
    assert [row.label for row in plot.rows] == labels
    by_task = [estimates(one, "ss", task=task, group="all")[0] for task in ("intra", "inter")]
    shown = [*estimates(one, "ss", task="overall"), *by_task]
    assert {row.points[0].value for row in plot.rows} == {e["value"] for e in shown}
    assert (plot.ideal, plot.rows[0].strong) == (50, True)
    told = [row.points[0].told for row in plot.rows]
    tests = {(t["task"], t["group"]): t for t in json.loads((one / "results.json").read_text())["tests"]}
    shown = [("overall", name) for name in ("all", "gender", "religion", "profession", "race")]
    shown += [("intra", "all"), ("inter", "all")]
    assert told == [tests[key].get("p_adjusted", tests[key]["p"]) < 0.05 for key in shown]
    assert plot.title == "None of the 4 domains differs clearly from 50" or "clearly above" in plot.title


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_lms_at_chance_takes_the_answer_away(tmp_path: Path, lang: str) -> None:
    language = Language(lang)
    run, sensible = (
        save_run(tmp_path / "dice", "invented/dice", lean=0.0, sense=0.0),
        save_run(tmp_path / "s", lean=0.0),
    )
    (lms,) = estimates(run, "lms", task="overall", group="all")
    assert lms["low"] <= 50
    (notice,) = response_mode_of(*(runs := read_runs([run])), "triples-fr").notices(runs[0], "triples-fr")
    assert (notice.code, notice.values["chance"], notice.values["lms"]) == ("notice.chance", 50.0, lms["value"])
    text = page([run], tmp_path, lang).plain()
    assert Language(lang, "epicene.kinds.triples").text("verdict.excluded.chance").replace("\u00a0", " ") in text
    assert language.text("verdict.undecided") not in text
    both = page([run, sensible], tmp_path, lang).plain()
    assert language.plural("lead.models.excluded.chance", 1, models="invented/dice")[1:] in both


def test_what_a_reader_is_told_of_triples(one: Path, tmp_path: Path) -> None:
    check_page("audit-triples", [one], tmp_path)


def test_the_tests_stand_behind_the_warning_with_what_differs_marked(one: Path, tmp_path: Path) -> None:
    shown = page([one], tmp_path)
    text = shown.plain()
    assert text.index("Content warning") < text.index("Show all 80 tests") < text.index("La table 0 est ronde.")
    assert '<p class="w">' in shown.source
    assert "La table 0 est <u>en pluie</u>." in shown.source
    assert '<p class="context">Voici la table 40.</p>' in shown.source
    assert "Le train &lt;b&gt;part&lt;/b&gt;." in shown.source
    assert shown.source.count(" data-t=") == 80
    assert 'data-texts="stereotype,anti-stereotype,unrelated"' in shown.source


def test_the_marked_candidate_and_the_leaning_are_those_of_the_scores(one: Path, two: Path) -> None:
    runs = read_runs([one, two])
    for row in rows_of(runs):
        for run, leaning, best in zip(runs, row.leanings, row.best, strict=True):
            scores = run.benchmarks["triples-fr"].scores
            own = [score for (item_id, _), score in scores.items() if item_id == row.id]
            values = [score.value for score in own]
            # Within a sentence a mean, across two a sum, which is shown per token.
            first, second, _ = (score.value / (score.n_tokens if row.context else 1) for score in own)
            assert leaning == pytest.approx(first - second)
            assert values[best] == max(values)
