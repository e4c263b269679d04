"""What `mt winomt` shows: the gender that systems give to entities."""

from __future__ import annotations

from collections.abc import Sequence

from epicene.core.language import Language
from epicene.mt.results import Winomt
from epicene.mt.systems_page import SystemsPage, figures_table, measured
from epicene.report.tables import Table

_FIGURES = (
    *(("accuracy", group) for group in ("all", "masculine", "feminine", "pro-stereotypical", "anti-stereotypical")),
    *((metric, "all") for metric in ("f1_masculine", "f1_feminine", "delta_g", "delta_s", "unknown")),
)


def winomt_tables(systems: Sequence[Winomt], language: Language) -> list[Table]:
    first = systems[0]
    gender = language.text_or(f"mt.gender.{first.gender}", first.gender)
    title = language.text("mt.winomt.title", n=first.n, gender=gender)
    return [figures_table(title, measured(systems), _FIGURES, language.text("mt.winomt.note"), language)]


PAGE = SystemsPage("winomt", Winomt, "gender", winomt_tables)
