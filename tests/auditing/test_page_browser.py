"""The page as a reader meets it; needs playwright and a Chromium, and is skipped without."""

import contextlib
import csv
import io
import json
from pathlib import Path

import pytest

import without_kind
from collect.browser import DESKTOP, PHONE, fits, look_at, serious_findings, watched
from epicene.report.results_page import write_report
from invented_audits import Invented, save
from invented_triples import save_run

OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true })"
LOOKS = [("fr", PHONE, "dark"), ("en", DESKTOP, "light")]
COUNT = 100


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A page about three models and, unless they are taken away, one about one model on triples; in both languages."""
    out = tmp_path_factory.mktemp("pages")
    models = [
        save(out / name, Invented(f"invented/{name}", count=COUNT, lean=lean, seed=seed, unusable={"5": "identical"}))
        for seed, (name, lean) in enumerate((("hat-base", 0.4), ("scarf", 0.0), ("gloves", 0.9)), start=1)
    ]
    shown, made = {"models": models}, {}
    if without_kind.TAKEN != "triples":
        shown["triples"] = [save_run(out / "triples")]
    for lang in ("en", "fr"):
        for name, runs in shown.items():
            made[name, lang] = out / f"{name}-{lang}.html"
            write_report(runs, made[name, lang], lang)
    return made


@pytest.fixture
def opened(tab):
    """Opens a page, which has to say nothing and ask for nothing until the next is opened or the test ends."""
    with contextlib.ExitStack() as watching:
        heard = []

        def open_page(path, **choices):
            watching.close()
            heard.append(watching.enter_context(watched(tab, path.as_uri())))
            look_at(tab, path.as_uri(), **choices)
            return tab

        yield open_page
    assert not any(heard)


@pytest.mark.parametrize(
    ("name", "lang", "size", "scheme"),
    [("models", *look) for look in LOOKS] + [("triples", *LOOKS[0])],
)
def test_no_message_no_request_no_sideways_scrolling_and_nothing_against_accessibility(
    opened, pages, name, lang, size, scheme
):
    page = opened(pages[name, lang], viewport=size, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details.figures').forEach(one => { one.open = true })")
    assert fits(page)
    layout = "narrow" if size is PHONE else "wide"
    assert page.locator(f"figure svg.{layout}:visible").count() == page.locator("figure").count() > 0
    assert serious_findings(page) == []
    page.evaluate(OPEN_ALL)
    assert fits(page)


def test_filters_go_by_scores_and_not_by_the_leaning_per_token(opened, tmp_path):
    """One stereotyped sentence has the higher sum though it is likelier token for token in the other, being shorter;
    of a second pair the opposite holds; a third leans as its scores do."""
    run = save(tmp_path / "run", Invented(count=3, scoring="loglik", kind="causal"))
    given = {("0", "more"): (-20, 4), ("0", "less"): (-24, 8), ("1", "more"): (-24, 8), ("1", "less"): (-20, 4)}
    given |= {("2", "more"): (-20, 10), ("2", "less"): (-30, 10)}
    lines = [json.loads(line) for line in (run / "scores.jsonl").read_text().splitlines()]
    for line in lines:
        line["value"], line["n_tokens"] = given[line["item_id"], line["role"]]
    (run / "scores.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    write_report([run], tmp_path / "page.html", "en")
    page = opened(tmp_path / "page.html")
    page.evaluate(OPEN_ALL)
    cells = page.locator("table.items td.n").evaluate_all("all => all.map(one => [one.dataset.d, one.dataset.v])")
    assert cells == [["4", "-2"], ["-4", "2"], ["10", "1"]]
    shown = {}
    for side in ("more", "less", "none"):
        page.locator("select[name=side]").select_option(side)
        shown[side] = page.locator("table.items tbody tr:visible td:first-child").all_text_contents()
    assert shown == {"more": ["0", "2"], "less": ["1"], "none": []}


def test_items_are_hidden_until_asked_for_then_filter_and_sort(opened, pages):
    page = opened(pages["models", "fr"])
    table = page.locator("table.items")
    assert not table.is_visible()
    page.locator("details[data-explorer] summary").click()
    page.locator("select[name=type]").select_option("gender")
    page.locator("select[name=side]").select_option("more")
    shown = page.locator("table.items tbody tr:visible")
    assert 0 < shown.count() < COUNT
    assert page.locator("output").inner_text() == f"Paires affichées\u00a0: {shown.count()} sur 100"

    def leanings(place: int) -> list[float]:
        return [float(value) for value in shown.evaluate_all(f"rows => rows.map(row => row.cells[{place}].dataset.v)")]

    page.locator("table.items thead th:nth-child(4) button").click()
    assert leanings(3) == sorted(leanings(3), reverse=True)
    assert min(leanings(3)) > 0
    page.locator("select[name=model]").select_option(label="invented/scarf")
    assert min(leanings(4)) > 0 > min(leanings(3))
    page.locator("select[name=side]").select_option("differ")
    assert 0 < shown.count() < COUNT
    assert all(max(one) > 0 >= min(one) for one in zip(leanings(3), leanings(4), leanings(5), strict=True))


def test_a_type_leads_to_its_pairs_and_what_was_chosen_stands_in_the_address(opened, pages):
    page = opened(pages["models", "en"], viewport=DESKTOP)
    shown = page.locator("table.items tbody tr:visible")
    assert shown.count() == 0
    page.locator("figure svg.wide a:has(text.label)").last.click()
    page.wait_for_function("document.querySelector('select[name=type]').value")
    types = shown.evaluate_all("rows => rows.map(row => row.dataset.t)")
    assert 0 < len(types) < COUNT
    assert set(types) == {page.locator("select[name=type]").input_value()}
    assert page.url.endswith(f"#crows-fr?type={types[0]}")
    page.locator("select[name=side]").select_option("differ")
    assert page.url.endswith(f"#crows-fr?type={types[0]}&side=differ")
    count = shown.count()
    page.reload()
    assert shown.count() == count > 0
    page.goto(f"{pages['models', 'en'].as_uri()}#7")
    assert page.locator("tr.here td:first-child").inner_text() == "7"
    assert page.locator("tr.here").is_visible()


def test_the_search_does_not_care_for_accents_and_the_saved_table_is_the_one_that_is_seen(opened, pages):
    page = opened(pages["models", "fr"])
    page.locator("details[data-explorer] summary").click()
    page.locator("input[name=text]").fill("D'ETE REPEIGNENT")
    shown = page.locator("table.items tbody tr:visible")
    assert 0 < shown.count() < COUNT / 2
    page.locator("table.items thead th:nth-child(5) button").click()
    with page.expect_download() as saved:
        page.locator("button[name=csv]").click()
    head, *lines = csv.reader(io.StringIO(Path(saved.value.path()).read_text(encoding="utf-8")))
    models = ["invented/hat-base", "invented/scarf", "invented/gloves"]
    assert head == ["id", "context", "more", "less", "type", *models]
    seen = shown.evaluate_all(
        "rows => rows.map(row => [row.cells[0], ...row.querySelectorAll('p')].map(one => one.textContent))"
    )
    assert [[line[0], line[2], line[3]] for line in lines] == seen
    values = [float(line[6]) for line in lines]
    assert values == sorted(values, reverse=True)


@pytest.mark.about("triples")
def test_triples_are_filtered_by_the_sentence_that_wins(opened, pages):
    page = opened(pages["triples", "fr"], viewport=PHONE)
    page.locator("details[data-explorer] summary").click()
    shown = page.locator("table.items tbody tr:visible")
    assert shown.count() == 80
    page.locator("select[name=side]").select_option("unrelated")
    assert 0 < shown.count() < 40
    assert page.locator("output").inner_text() == f"Tests affichés\u00a0: {shown.count()} sur 80"
    marked = shown.evaluate_all("rows => rows.map(row => row.querySelector('p.w').textContent)")
    assert all("pluie" in text or "train" in text for text in marked)
    page.locator("select[name=side]").select_option("")
    with page.expect_download() as saved:
        page.locator("button[name=csv]").click()
    head, *lines = csv.reader(io.StringIO(Path(saved.value.path()).read_text(encoding="utf-8")))
    assert head == ["id", "context", "stereotype", "anti-stereotype", "unrelated", "type", "difference_per_token"]
    assert len(lines) == 80
    assert any(line[1].startswith("Voici la table") for line in lines)


def test_on_paper_the_sentences_stay_away_and_nothing_is_cut_off(opened, pages):
    page = opened(pages["models", "fr"], viewport={"width": 700, "height": 990}, color_scheme="dark")
    page.emulate_media(media="print")
    assert fits(page)
    for hidden in (".items-section", "nav", ".export >> nth=0"):
        assert not page.locator(hidden).first.is_visible(), hidden
    # What is folded on a screen is printed too.
    assert page.locator("figure svg.wide:visible").count() == page.locator("figure").count() > 0
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator(".signature").first.is_visible()
    strokes = "[...document.querySelectorAll('svg text')].map(text => getComputedStyle(text).stroke)"
    assert set(page.evaluate(strokes)) == {"none"}, "a halo would put each word into the PDF twice"
