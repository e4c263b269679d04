"""What the terminal shows at the end of a study: every table, cut into pieces that fit."""

from __future__ import annotations

from pathlib import Path

from epicene.report.render.terminal import pieces
from epicene.report.study import read_study
from epicene.report.study_language import StudyLanguage
from epicene.report.study_notices import study_notices
from epicene.report.study_sections import sections_of


def print_study(path: Path, lang: str = "en") -> None:
    from rich.console import Console, Group

    from epicene.report.render.unbroken import Unbroken

    study, language = read_study(path), StudyLanguage(lang)
    console = Console(highlight=False)
    for section in sections_of(study, language):
        console.rule(Unbroken(section.heading, style="bold"), align="left")
        said = [*section.said, *(figure.plot.title for figure in section.figures)]
        console.print(Group(*map(Unbroken, said)))
        for table in section.tables.values():
            console.print(Group(*pieces(table, console.width, language), Unbroken(table.note, style="dim")))
    for notice in study_notices(study, language):
        mark = language.text("terminal.warning" if notice.grave else "terminal.notice")
        console.print(Group(Unbroken(f"{mark} {notice.text}", style="bold red" if notice.grave else "yellow")))
