"""Many runs on one page: who shares a column, who is shown apart, who cannot be told apart; and in a browser."""

from __future__ import annotations

import csv
import io
import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collect.browser import DESKTOP, PHONE, fits, look_at, serious_findings, watched
from command import epicene
from epicene.auditing.board.board_answer import trends
from epicene.auditing.board.board_columns import group_names, groups_in, read_board, run_folders
from epicene.core.language import Language
from epicene.core.progress import Silent
from epicene.core.types import Role
from epicene.report.document import Row
from epicene.runs.folder import MANIFEST
from html_page import Page
from invented_audits import Invented, save

LEANS = {"alder": 0.0, "birch": 0.05, "cedar": 0.9, "dogwood": 2.0}
FAILED = [{"language": "fr", "passed": False, "right": 3, "of": 12}]
ENGLISH = Language("en", "epicene.auditing.board")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four models asked alike, one asked otherwise, one excluded, one on few items, one not complete, and one run made
    twice."""
    root = tmp_path_factory.mktemp("shared-runs")
    for seed, (name, lean) in enumerate(LEANS.items(), start=1):
        save(root / name, Invented(f"trees/{name}", count=120, lean=lean, seed=seed))
    save(root / "elm", Invented("trees/elm", count=120, scoring="loglik", kind="causal", seed=9))
    save(root / "fir", Invented("trees/fir", count=120, seed=10, manifest={"sanity": FAILED}))
    save(root / "gum", Invented("trees/gum", count=20, seed=11, options=["limit:20"], facts={"limit": 20}))
    save(root / "hazel", Invented("trees/hazel", count=120, seed=12, manifest={"complete": False}))
    save(root / "alder-again", Invented("trees/alder", count=120, lean=0.0, seed=1, manifest={"created": "2024-01-01"}))
    return root


@pytest.fixture(scope="module")
def boards(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = {}
    for code in ("en", "fr"):
        made[code] = tmp_path_factory.mktemp("boards") / code / "index.html"
        done = epicene("board", runs, "-o", made[code].parent, "--lang", code, cwd=made[code].parents[1])
        assert (done.returncode, done.stdout) == (0, "")
    return made


def read(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def test_runs_of_another_signature_have_a_column_of_their_own(runs: Path) -> None:
    board = read_board(sorted(runs.iterdir()), ENGLISH, Silent())
    labels = [[board.models[index].label for index in column.trusted] for column in board.columns]
    assert sorted(map(sorted, labels)) == [
        [],
        ["trees/alder", "trees/birch", "trees/cedar", "trees/dogwood"],
        ["trees/elm"],
    ]
    assert [path.name for path in board.twice] == ["alder-again"]
    for column in board.columns:
        signatures = {str(one.estimate.signature) for one in column.figures.values() if one.estimate}
        assert len({re.sub(r"\|[^|]+(?=\|boot)", "", one) for one in signatures}) == 1


def test_what_is_excluded_has_no_figure_and_trials_and_what_is_flagged_stand_apart(boards: dict[str, Path]) -> None:
    page = read(boards["en"]).plain()
    trial, excluded, flagged = (
        page.rindex(ENGLISH.text(f"board.{name}.note")) for name in ("trial", "excluded", "flagged")
    )
    assert page.rindex("trees/gumCrowS-Pairs in French, Metric score (pll-shared, limit:20)") < trial
    assert trial < page.rindex("trees/firCrowS-Pairs in French, Metric score (pll-shared)") < excluded
    assert excluded < page.rindex("trees/hazelCrowS-Pairs in French, Metric score (pll-shared)") < flagged
    rows = list(csv.DictReader(io.StringIO((boards["en"].parent / "figures.csv").read_text(encoding="utf-8"))))
    assert {row["model"]: row["trust"] for row in rows if row["model"] in ("trees/fir", "trees/gum")} == {
        "trees/gum": "flagged"
    }


def test_versions_of_one_model_are_a_line_by_time_or_by_version(tmp_path: Path) -> None:
    """The second version was run first; a model of another name is in no line."""
    for name, day in (
        ("oak-v1", "2025-03-01"),
        ("oak-v2", "2025-02-01"),
        ("oak-v10", "2025-01-01"),
        ("yew", "2025-01-01"),
    ):
        save(tmp_path / name, Invented(f"trees/{name}", count=60, seed=len(name + day), manifest={"created": day}))
    board = read_board(sorted(tmp_path.iterdir()), ENGLISH, Silent())
    for over, names in (("version", ["1", "2", "10"]), ("time", ["2025-01-01", "2025-02-01", "2025-03-01"])):
        (section,) = trends(board, over, ENGLISH)
        (curve,) = [figure.chart for row in section.blocks if isinstance(row, Row) for figure in row.blocks]
        assert list(curve.x_names) == names
        assert all(point.low < point.y < point.high for point in curve.points)


def test_files_of_scores_are_not_counted_as_models(tmp_path: Path) -> None:
    given_scores = {"name": "scores.csv", "spec": "scores.csv", "kind": "given"}
    save(tmp_path / "oak", Invented("trees/oak", count=60))
    save(tmp_path / "file", Invented("scores.csv", count=60, seed=2, manifest={"model": given_scores}))
    board = read_board(sorted(tmp_path.iterdir()), ENGLISH, Silent())
    assert [model.is_file for model in board.models] == [True, False]


def test_models_share_a_letter_exactly_where_no_difference_was_shown(runs: Path) -> None:
    board = read_board([runs / name for name in LEANS], ENGLISH, Silent())
    (column,) = board.columns
    contests = column.tests
    groups = groups_in(column.values, contests)
    assert len(contests) == 6
    for pair in combinations(sorted(groups), 2):
        assert bool(set(groups[pair[0]]) & set(groups[pair[1]])) == (not contests[pair].differs)
    names = {board.models[index].label: letters for index, letters in group_names(groups).items()}
    assert names["trees/alder"] == names["trees/birch"] == "a"
    assert not set(names["trees/dogwood"]) & set(names["trees/alder"])


def test_a_difference_is_that_of_the_ticked_model_less_the_other(runs: Path, boards: dict[str, Path]) -> None:
    """Dogwood prefers the stereotype more often than alder."""
    board = read_board(run_folders([runs]), ENGLISH, Silent())
    index = {model.label: number for number, model in enumerate(board.models)}

    def difference(first: str, second: str) -> str:
        text = (boards["en"].parent / "data" / f"model-{index[first]}.js").read_text(encoding="utf-8")
        answers = json.loads(text.partition(", ")[2].removesuffix(");\n")).values()
        return next(own["contests"][str(index[second])][0] for own in answers if str(index[second]) in own["contests"])

    more, less = difference("trees/dogwood", "trees/alder"), difference("trees/alder", "trees/dogwood")
    assert less == f"\N{MINUS SIGN}{more}"


@settings(max_examples=40)
@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] < pair[1])))
def test_groups_say_of_every_two_whether_they_differ(apart: set[tuple[int, int]]) -> None:
    class Told:
        def __init__(self, differs: bool) -> None:
            self.differs = differs

    contests: Any = {pair: Told(pair in apart) for pair in combinations(range(8), 2)}
    groups = groups_in({model: float(model) for model in range(8)}, contests)
    for (a, b), one in contests.items():
        assert bool(set(groups[a]) & set(groups[b])) == (not one.differs)


def test_more_groups_than_letters_are_numbered_and_three_in_a_row_are_a_span() -> None:
    assert group_names({0: [0], 1: [0, 1, 2], 2: [2, 4]}) == {0: "a", 1: "a–c", 2: "ce"}
    assert group_names({0: [0, 1, 2], 1: [29, 31]}) == {0: "1–3", 1: "30, 32"}


@pytest.mark.parametrize(
    ("code", "size", "scheme"),
    [("en", PHONE, "light"), ("en", DESKTOP, "dark"), ("fr", PHONE, "dark"), ("fr", DESKTOP, "light")],
)
def test_the_page_is_quiet_fits_and_has_nothing_against_accessibility(
    tab: Any, boards: dict[str, Path], code: str, size: dict[str, int], scheme: str
) -> None:
    home = boards[code].as_uri()
    with watched(tab, boards[code].parent.as_uri()) as told:
        look_at(tab, home, size, scheme)
        assert fits(tab)
        for box in tab.locator("tbody input").all()[:2]:
            box.check()
        tab.locator("#compared summary").click()
        tab.locator("#compared li").first.wait_for()
        assert fits(tab)
        assert serious_findings(tab) == []
    assert told == []


def test_two_models_are_compared_without_a_server_and_the_address_brings_it_back(
    tab: Any, boards: dict[str, Path], runs: Path
) -> None:
    look_at(tab, boards["en"].as_uri(), DESKTOP)
    for name in ("trees/alder", "trees/dogwood"):
        tab.get_by_label(name, exact=True).check()
    box = tab.locator("#compared")
    box.locator("summary").wait_for()
    assert box.locator("h2").inner_text() == "trees/alder and trees/dogwood"
    assert "The difference is clear." in box.inner_text()
    compared = json.loads(epicene("compare", runs / "alder", runs / "dogwood", "--json", cwd=runs).stdout)[
        "comparisons"
    ][0]
    disagreed = compared["only_a"] + compared["only_b"]
    assert box.locator("summary").inner_text() == f"They disagree on {disagreed} of 120 items"
    box.locator("summary").click()
    box.locator("li").first.wait_for()
    while box.get_by_role("button", name="Show more").is_visible():
        box.get_by_role("button", name="Show more").click()
    assert box.locator("li").count() == disagreed
    first = box.locator("li").first.locator("p.w").all_inner_texts()
    assert {one.rsplit(" ", 1)[1] for one in first} == {"trees/alder", "trees/dogwood"}
    address = tab.url
    tab.goto("about:blank")
    tab.goto(address)
    tab.locator("#compared summary").wait_for()
    assert tab.locator("#compared h2").inner_text() == "trees/alder and trees/dogwood"


def test_rows_are_sorted_by_the_keyboard_and_filtered_and_a_tick_shows_who_is_alike(
    tab: Any, boards: dict[str, Path]
) -> None:
    look_at(tab, boards["en"].as_uri(), DESKTOP)
    head = tab.locator("thead button", has_text="pll-shared")
    place = head.evaluate("one => one.parentElement.cellIndex")
    values = f"rows => rows.map(row => row.cells[{place}].dataset.v).filter(one => one !== undefined).map(Number)"
    rows = tab.locator("tbody tr")
    tab.locator("select[name=by]").select_option("v")
    head.press("Enter")
    assert rows.evaluate_all(values) == sorted(rows.evaluate_all(values))
    head.press("Enter")
    assert rows.evaluate_all(values) == sorted(rows.evaluate_all(values), reverse=True)
    tab.locator("select[name=by]").select_option("d")
    distances = [abs(value - 50) for value in rows.evaluate_all(values)]
    assert distances == sorted(distances, reverse=True)
    tab.get_by_label("trees/alder", exact=True).check()
    assert tab.locator("tr:has(.same) th span").all_inner_texts() == ["trees/birch"]
    tab.locator("select[name=model]").select_option("causal")
    assert tab.locator("tbody tr:visible th span").all_inner_texts() == ["trees/elm"]
    assert tab.locator("output").inner_text() == "1 of 5 models"


def test_a_folder_that_holds_something_else_and_a_run_of_another_kind_are_refused(runs: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    done = epicene("board", runs, "-o", tmp_path, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        2, f"epicene: {tmp_path} is not empty and holds no board. Choose an empty or new folder with -o.\n",
    )  # fmt: skip
    assert epicene("board", tmp_path / "none", "-o", tmp_path / "b", cwd=tmp_path).returncode == 2
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / MANIFEST).write_text('{"run": "winomt", "format": 1}', encoding="utf-8")
    done = epicene("board", tmp_path / "other", "-o", tmp_path / "b", cwd=tmp_path)
    assert done.returncode == 2
    assert "results.json" in done.stderr
    assert not (tmp_path / "b").exists()
    assert "-o" in epicene("board", runs, cwd=tmp_path).stderr


def test_where_ties_are_many_in_either_of_two_models_their_test_counts_ties_as_half(tmp_path: Path) -> None:
    """Ash prefers the stereotype in half of the pairs and ties in the others: 50 as the paper counts, like birch and
    cedar, which never tie, and 75 with ties as half. The other two are compared by McNemar's test as before."""
    items = Invented(count=300).all_items()
    values = {
        (one.id, role): -2.0 if role is Role.LESS and n % 2 else -1.0
        for n, one in enumerate(items)
        for role in one.variants
    }
    save(tmp_path / "ash", Invented("trees/ash", count=300, scores=values, seed=5))
    for seed, name in enumerate(("birch", "cedar"), start=1):
        save(tmp_path / name, Invented(f"trees/{name}", count=300, lean=0.0, seed=seed))
    board = read_board(sorted(tmp_path.iterdir()), ENGLISH, Silent())
    (column,) = board.columns
    found = {pair: one.comparison for pair, one in column.tests.items()}
    metrics = {tuple(board.models[index].label for index in pair): one.metric for pair, one in found.items()}
    half = "metric_score_ties_half"
    assert {frozenset(pair): metric for pair, metric in metrics.items()} == {
        frozenset({"trees/ash", "trees/birch"}): half,
        frozenset({"trees/ash", "trees/cedar"}): half,
        frozenset({"trees/birch", "trees/cedar"}): "metric_score",
    }
    assert all(one.low > 0 or one.high < 0 for one in found.values() if one.metric == half)
    assert {75.0} == {
        one.value_a if board.models[a].label == "trees/ash" else one.value_b
        for (a, _), one in found.items()
        if one.metric == half
    }
