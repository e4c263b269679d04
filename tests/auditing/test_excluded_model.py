"""One model of five failed the sanity check: in no format does a summary use it, and every format says why.

Its figures are the most extreme of all, so that any mean, order, correlation or count that used it would show it.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console, Group
from scipy.stats import binomtest, false_discovery_control

from command import CliRunner
from epicene.auditing.comparison import ComparedAudits, compare_runs
from epicene.auditing.page import PAGE as AUDITS
from epicene.cli.main import app
from epicene.report.document import Document
from epicene.report.render.terminal import rendered
from epicene.report.results_page import write_report
from epicene.studies.page import study_document, write_study
from epicene.studies.study_file import Analysis, StudyModel
from html_page import Page
from invented_audits import Invented, save
from invented_studies import save_study

BROKEN = "broken"
SOUND = ("hat", "scarf", "gloves", "boots")
LEANS = {"hat": 0.5, "scarf": 0.0, "gloves": 0.25, "boots": -0.2, BROKEN: 3.0}
FAILED = [{"language": code, "passed": False, "right": 3, "of": 12} for code in ("fr", "en")]
WHY = {
    "en": "† broken: not to be trusted (it failed the sanity check); counted in no summary.",
    "fr": "† broken : non fiable (contrôle de bon sens échoué) ; ne compte dans aucun résumé.",
}
LANGUAGES = pytest.mark.parametrize("lang", ["en", "fr"])


def plain(text: str) -> str:
    """With plain spaces, LaTeX's among them."""
    for space in ("\u00a0", "\u202f", "~", "\\,"):
        text = text.replace(space, " ")
    return " ".join(text.replace("\u2060", "").replace("\\dag{}", "†").split())


def on_terminal(document: Document, width: int = 200) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(Group(*rendered(document, console)))
    return plain(console.export_text())


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The broken one is by far the largest, and alone in its architecture."""
    facts = [
        StudyModel(
            f"invented/{name}",
            name,
            family="hats",
            parameters=1e6 * (place + 1) if name != BROKEN else 9e12,
            corpus="news",
            corpus_size_gb=place + 1,
            multilingual=name == "gloves",
            architecture="encoder" if place < 2 else "decoder",
        )
        for place, name in enumerate(LEANS)
    ]
    kinds = ("models", "parameters", "corpora", "correlations", "architectures", "multilingual", "languages", "origins")
    where = tmp_path_factory.mktemp("five") / "study"
    analyses = [Analysis(kind) for kind in (*kinds, "benchmarks")]
    path = save_study(where, models=facts, benchmarks=("stereoset-fr", "crows-fr", "crows-en"), analyses=analyses)
    for place, name in enumerate(LEANS):
        for benchmark in ("crows-fr", "crows-en"):
            run = path / f"runs/{place}/{benchmark}-abc123"
            for old in sorted(run.iterdir()):
                old.unlink()
            run.rmdir()
            save(run, Invented(f"invented/{name}", benchmark, benchmark[-2:], lean=LEANS[name], seed=place + 1))
    for manifest in (path / f"runs/{len(SOUND)}").glob("*/manifest.json"):
        manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "sanity": FAILED}))
    write_study(path)
    return path


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    out = tmp_path_factory.mktemp("five")
    return [
        save(
            out / name,
            Invented(name, lean=lean, seed=place + 1, manifest={"sanity": FAILED} if name == BROKEN else {}),
        )
        for place, (name, lean) in enumerate(LEANS.items())
    ]


def scores(estimates: Sequence[dict[str, object]], benchmark: str, metric: str, **more: object) -> dict[str, float]:
    wanted = {"benchmark": benchmark, "metric": metric, "group": "all", "task": None, **more}
    found = [one for one in estimates if all(one[key] == value for key, value in wanted.items())]
    return {str(one["model"]): float(one["value"]) for one in found}  # type: ignore[arg-type]


@pytest.mark.about("triples")
def test_the_numbers_of_a_study_are_those_of_the_other_four(study: Path) -> None:
    """Means, correlations and tests by hand and scipy; the broken model is among the estimates, marked as excluded."""
    found = json.loads(json.dumps(study_document(study)))
    pairs = scores(found["estimates"], "crows-fr", "metric_score")
    assert set(pairs) == set(LEANS)
    assert max(pairs, key=lambda name: pairs[name]) == BROKEN
    assert {name: one["crows-fr"]["level"] for name, one in found["trust"].items()} == {
        **dict.fromkeys(SOUND, "trusted"),
        BROKEN: "excluded",
    }
    for table, column in (("models-crows-fr", "metric_score"), ("models-crows-en", "metric_score")):
        values = scores(found["estimates"], table.removeprefix("models-"), "metric_score")
        rows = found["tables"][table]
        mean = next(row for row in rows if row["model"].startswith("Mean"))
        assert plain(mean["model"]) == "Mean of 4 models"
        assert mean[column] == pytest.approx(np.mean([values[name] for name in SOUND]))
        assert {row["model"]: row.get("trust") for row in rows if row["model"] in LEANS} == {
            **dict.fromkeys(SOUND),
            BROKEN: "excluded",
        }
    for one in found["correlations"]:
        assert BROKEN not in one["models"]
    (parameters,) = [
        one for one in found["correlations"] if (one["property"], one["benchmark"]) == ("parameters", "crows-fr")
    ]
    assert "rho" not in parameters  # four models
    for name, rows in found["tables"].items():
        if name.startswith(("architectures", "multilingual", "languages", "origins", "benchmarks")):
            assert not any(row["model"].startswith(BROKEN) for row in rows), name
    origins = found["tables"]["origins-crows-fr"]
    drawn = [row["p"] for row in origins if "p" in row]
    assert len(drawn) == 4
    assert [row["p_adjusted"] for row in origins if "p" in row] == pytest.approx(list(false_discovery_control(drawn)))


def test_contests_of_five_audits_are_adjusted_over_the_six_between_the_other_four(audits: list[Path]) -> None:
    """McNemar's test by hand from the scores; the four contests of the broken model take no part in the family."""
    document = AUDITS.document(audits, "en")
    (table,) = [block.table for block in document.tables() if block.name == "crows-fr-contests"]
    keys = [column.key for column in table.columns]
    rows = [dict(zip(keys, row, strict=True)) for row in table.rows()]
    assert len(rows) == 10
    trusted = [row for row in rows if BROKEN not in (row["model_a"].value, row["model_b"].value)]
    assert len(trusted) == 6
    prefers = {}
    for path in audits:
        lines = [json.loads(line) for line in (path / "scores.jsonl").read_text().splitlines()]
        given = {(line["item_id"], line["role"]): line["value"] for line in lines}
        prefers[path.name] = {id: given[id, "more"] > given[id, "less"] for id, role in given if role == "more"}
    exact = []
    for row in trusted:
        a, b = prefers[row["model_a"].value], prefers[row["model_b"].value]
        only = [sum(a[id] and not b[id] for id in a), sum(b[id] and not a[id] for id in a)]
        exact.append(binomtest(only[0], sum(only), 0.5).pvalue if sum(only) else 1.0)
    assert [row["p_adjusted"].value for row in trusted] == pytest.approx(list(false_discovery_control(exact)))
    for row in rows:
        if row not in trusted:
            assert row["p_adjusted"].value is None
            assert [row[side].mark for side in ("model_a", "model_b") if row[side].value == BROKEN] == ["†"]
    apart = sum(q < 0.05 for q in false_discovery_control(exact))
    (plot,) = [figure.chart for figure in document.figures() if figure.chart.id == "crows-fr-contests"]
    assert sum(row.points[0].told for row in plot.rows) <= apart  # type: ignore[attr-defined]
    assert not any(row.points[0].told for row in plot.rows if BROKEN in row.label)  # type: ignore[attr-defined]


@LANGUAGES
def test_no_format_of_a_report_of_five_counts_it(audits: list[Path], tmp_path: Path, lang: str) -> None:
    estimates = {path.name: json.loads((path / "results.json").read_text())["estimates"] for path in audits}
    pairs = {
        name: next(e["value"] for e in found if (e["metric"], e["group"]) == ("metric_score", "all"))
        for name, found in estimates.items()
    }
    low, high = (f"{end(pairs[name] for name in SOUND):.1f}" for end in (min, max))
    extreme = f"{pairs[BROKEN]:.1f}"
    if lang == "fr":
        low, high, extreme = (text.replace(".", ",") for text in (low, high, extreme))
    document = AUDITS.document(audits, lang)
    titles = {figure.chart.id: plain(figure.chart.title) for figure in document.figures()}
    for name in ("crows-fr-models", "crows-fr-types"):
        assert low in titles[name], titles[name]
        assert high in titles[name]
        assert extreme not in titles[name]
    lead = next(plain(block.text) for block in document.answer if getattr(block, "style", "") == "lead")
    nothing = {"en": "; broken failed the sanity check", "fr": " ; broken a échoué au contrôle de bon sens"}[lang]
    assert nothing in lead
    for suffix in ("html", "md", "tex", "csv"):
        write_report(audits, tmp_path / f"report.{suffix}", lang)
        text = (tmp_path / f"report.{suffix}").read_text(encoding="utf-8")
        if suffix == "csv":
            assert {row["model"] for row in read_csv(text) if row["trust"] == "excluded"} == {BROKEN}
            continue
        body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
        shown = Page(text).plain() if suffix == "html" else plain(body)
        assert WHY[lang] in shown, suffix
        assert "broken †" in shown, suffix


def test_the_commands_say_it_in_json_and_before_their_tables(audits: list[Path]) -> None:
    found = ComparedAudits(audits, compare_runs(audits)).record()
    for one in found["comparisons"]:  # type: ignore[attr-defined]
        assert one.get("excluded") == ([BROKEN] if BROKEN in (one["a"], one["b"]) else None)
    done = CliRunner().invoke(app, ["compare", *map(str, audits)])
    assert done.exit_code == 3
    for lang in ("en", "fr"):
        text = on_terminal(AUDITS.summary(audits[-1:], lang))
        failed = {"en": "failed the sanity check", "fr": "a échoué au contrôle de bon sens"}[lang]
        assert text.index(failed) < text.index({"en": "95%", "fr": "95 %"}[lang]), lang
        assert WHY[lang] in text
