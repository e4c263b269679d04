"""docs/papers.md says, row by row, how an element of a paper is had; what can be checked of that is checked here."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.data.benchmarks import BENCHMARKS
from epicene.kinds.pairs.check import STATS_COLUMNS, pair_cells, pair_stats
from epicene.mt.judging.line_judge import open_corpus
from epicene.mt.results import published_judged

from .pages import ROOT

PAGE = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")


def row(about: str) -> str:
    (found,) = [line for line in PAGE.splitlines() if line.startswith(f"| {about}")]
    return found


def test_the_share_of_first_names_by_origin_is_that_of_the_command(shared: Path) -> None:
    said = row("names or groups")
    for name, file in (("crows-fr", "crows_pairs_FR.tsv"), ("crows-en", "crows_pairs_EN_revised.tsv")):
        items = BENCHMARKS[name].items(shared / "data/crows_pairs" / file)
        unusable = [item.id for item in items if len({text.text for text in item.variants.values()}) == 1]
        groups = {
            one.group: dict(zip(STATS_COLUMNS, pair_cells(one), strict=True)) for one in pair_stats(items, unusable)
        }
        native, translated = (float(groups[origin]["names"]) for origin in ("native", "translated"))
        assert f"{native:.0f} % and {translated:.0f} %" in said


def test_footnote_6_names_the_measure_that_the_published_accuracies_are_read_as() -> None:
    said = row("sentences whose gender")
    assert "we read them as plain `accuracy`" in said
    for system in published_judged("winomt"):
        (measure,) = set(system.values) - {"delta_g", "delta_g_spacy"}
        assert f"`{measure}`" in said


@pytest.mark.parametrize(("direction", "n_open"), [("fr-en", 272), ("en-fr", 0)])
def test_how_many_of_the_authors_lines_leave_the_gender_open(shared: Path, direction: str, n_open: int) -> None:
    source, reference = (
        shared / "data/mt_metiers" / f"x_a_fini.{'fra' if code == 'fr' else 'eng'}" for code in direction.split("-")
    )
    forward = direction == "fr-en"
    lines = open_corpus(direction, source, reference, may_be_open=not forward).lines
    assert sum(not line.marked if forward else line.open for line in lines) == n_open
    assert ("272 lines" if n_open else "all of the authors' English lines say the gender") in row("a gender left open")
