import csv
import json
import re
from collections import Counter
from dataclasses import replace

import pytest

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Item, Role, Text
from epicene.data.vocabulary import BIAS_TYPES
from epicene.kinds.validity import SD, SMALLEST, TYPES
from epicene.metrics.significance import fewest_hits
from epicene.report.render.html import with_code
from epicene.report.results_page import write_report
from html_page import page
from invented_audits import Invented, invented_items, save
from page_snapshot import check_page

EN, FR = Language("en"), Language("fr")


def estimates(run) -> list[dict]:
    return json.loads((run / "results.json").read_text(encoding="utf-8"))["estimates"]


@pytest.mark.parametrize("language", [EN, FR], ids=["en", "fr"])
def test_every_figure_of_the_results_is_on_the_page_as_the_language_writes_it(run, tmp_path, language):
    text = page([run], tmp_path, language.code).text
    preferences = [e for e in estimates(run) if e["metric"] not in (SMALLEST, SD, TYPES)]  # which say how far to trust
    shown = [e for e in preferences if e["metric"] == "metric_score" or e["group"] == "all"]
    assert len(shown) == 17
    for e in shown:
        digits = 2 if e["metric"] == "dcf" else 1
        written = f"{language.number(e['value'], digits)} {language.bracket(e['low'], e['high'], digits)}"
        assert written in text, (e["metric"], e["group"])
        assert f"{language.count(e['n_used'])} /\u00a0{language.count(e['n_total'])}" in text


def test_the_page_asks_no_network_and_no_javascript_for_its_content(run, tmp_path):
    found = page([run], tmp_path)
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", found.source)
    assert "@import" not in found.source
    assert "url(" not in found.source
    policy = next(meta["content"] for meta in found.all("meta") if meta.get("http-equiv"))
    assert policy.startswith("default-src 'none'")
    assert all("onclick" not in attributes for _, attributes in found.elements)
    assert len([one for one in found.all("tr") if "data-t" in one]) == 400


def test_sentences_are_behind_a_closed_content_warning(run, tmp_path):
    found = page([run], tmp_path)
    assert all("open" not in attributes for attributes in found.all("details"))
    before, *_ = found.source.split('<details class="sentences"')
    assert "Content warning" in before
    assert "chapeaux" not in before


def test_everything_from_data_is_escaped(tmp_path):
    evil = "<script>alert('x')</script>"
    items = [
        Item(
            f'{n}"><b>',
            {Role.MORE: Text(f"{evil} verts {n}"), Role.LESS: Text(f"{evil} rouges {n}")},
            "fr",
            f"{evil}{n % 2}",
            str(n),
        )
        for n in range(12)
    ]
    facts = {
        "title": evil,
        "citation": evil,
        "licence": evil,
        "source": f'"{evil}',
        "scoring": "odd",
        "scoring_about": evil,
    }
    manifest = {"notices": [evil], "machine": {"device": evil}}
    run = save(
        tmp_path / "run", Invented(model=f"{evil}/hat", benchmark="hats", items=items, facts=facts, manifest=manifest)
    )
    found = page([run], tmp_path)
    assert len(found.all("script")) == 1
    assert found.source.count("&lt;script&gt;") > 20
    assert "<b>" not in found.source
    for suffix in ("md", "tex", "csv"):
        write_report([run], tmp_path / f"report.{suffix}")
    outside_code = re.sub(r"`[^`]*`", "", (tmp_path / "report.md").read_text(encoding="utf-8"))
    assert not re.search(r"(?<!\\)<script", outside_code)


def test_a_set_too_large_to_be_read_is_sampled_and_stands_whole_beside_the_page(tmp_path, monkeypatch):
    monkeypatch.setattr("epicene.auditing.page.ROOM", 60_000)
    run = save(tmp_path / "run", Invented(count=400))
    found = page([run], tmp_path)
    shown = [one["id"].rpartition("/")[2] for one in found.all("tr") if "data-t" in one]
    assert 50 < len(shown) < 200
    assert len(found.source) < 250_000
    strongest = re.findall(r'No\. <a href="#crows-fr/(\d+)"', found.source)
    assert len(strongest) == 20
    assert set(strongest) <= set(shown)
    assert f"Show {len(shown)} of the 400 pairs" in found.plain()
    (link,) = [one["href"] for one in found.all("a") if one["href"].endswith(".csv") and "download" not in one]
    rows = list(csv.DictReader((tmp_path / link).open(encoding="utf-8")))
    assert [row["id"] for row in rows] == [str(number) for number in range(400)]
    assert {"more", "less", "type", "difference_per_token"} <= rows[0].keys()


def test_types_come_in_the_papers_order_whatever_their_scores_and_none_below_ten_pairs(tmp_path):
    items = [replace(one, category="age") if int(one.id) < 3 else one for one in invented_items(200)]
    items = [replace(one, category="gender") if one.category == "age" and int(one.id) >= 3 else one for one in items]
    found = page([save(tmp_path / "run", Invented(items=items))], tmp_path)
    sizes = Counter(item.category for item in items)
    wide = found.source[found.source.index("crows-fr-types-wide-title") :].partition("</svg>")[0]
    linked = re.findall(r"#crows-fr\?type=([a-z-]+)", wide)
    assert linked == [name for name in BIAS_TYPES if sizes[name] >= 10]
    assert (sizes["age"], len(linked) > 2) == (3, True)


@pytest.mark.parametrize(("n", "types", "needed"), [(30, 10, 24), (30, 1, 21), (10, 10, 10), (5, 1, None)])
def test_what_a_type_would_have_to_show_is_the_exact_test_adjusted_over_the_types(n, types, needed):
    assert fewest_hits(n, 0.05 / types) == needed


def test_commands_stand_as_code_and_are_escaped():
    assert with_code("Run `epicene <x>` & see.") == "Run <code>epicene &lt;x&gt;</code> &amp; see."
    assert with_code("one ` alone") == "one ` alone"


def test_drawings_have_ids_of_their_own(run, other, tmp_path):
    found = page([run, other], tmp_path)
    ids = [attributes["id"] for _, attributes in found.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    known = set(ids)
    for svg in (one for one in found.all("svg") if "aria-labelledby" in one):
        assert set(svg["aria-labelledby"].split()) <= known


def test_incomparable_runs_are_shown_but_not_tested(run, tmp_path):
    loglik = Invented(model="invented/reader", count=40, kind="causal", scoring="loglik", bos="bos")
    reader = save(tmp_path / "loglik", loglik)
    text = page([run, reader], tmp_path).plain()
    assert "pll-shared / loglik" in text
    assert "bos:none / bos:bos" in text
    assert "A = " not in text
    manifest = json.loads((reader / "manifest.json").read_text(encoding="utf-8"))
    manifest["benchmarks"]["crows-fr"]["way"] = "words"
    (reader / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(InputError, match=r"invented/reader was asked in words and invented/hat-base for"):
        page([run, reader], tmp_path)


def test_the_pages_read_as_they_were_reviewed(run, other, tmp_path):
    """One model, two that were asked alike, and one that failed its sanity check."""
    failed = [{"language": "fr", "passed": False, "right": 5, "of": 12}]
    excluded = save(tmp_path / "run", Invented("invented/broken", count=60, manifest={"sanity": failed}))
    check_page("audit-pairs", [run], tmp_path)
    check_page("audit-models", [run, other], tmp_path)
    check_page("audit-excluded", [excluded], tmp_path)
