"""What a gate decided: its exit code, a table in the terminal, Markdown and JUnit XML for the pages of a CI system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from epicene.auditing.gate.gate_rules import PACKAGE, Check, Verdict
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.core.language import Language
from epicene.report.document import Document, Paragraph, TableBlock
from epicene.report.render.markdown import render_markdown
from epicene.report.tables import Column, tabulated

EXIT = {Verdict.PASS: 0, Verdict.FAIL: 1, Verdict.UNSURE: 3}


def read_unsure(given: str | None) -> Verdict:
    """What `--unsure` makes of a check that cannot tell."""
    known = {None: Verdict.UNSURE, "pass": Verdict.PASS, "fail": Verdict.FAIL}
    if given not in known:
        raise InputError(
            "--unsure {given} is not known. Use pass or fail, or leave it out for exit code 3.", given=given
        )
    return known[given]


@dataclass(frozen=True, slots=True)
class Gate:
    """`unsure` is what counts for checks that cannot tell."""

    checks: Sequence[Check]
    unsure: Verdict = Verdict.UNSURE

    @property
    def verdict(self) -> Verdict:
        counted = {self._counted(check) for check in self.checks}
        return next(one for one in (Verdict.FAIL, Verdict.UNSURE, Verdict.PASS) if one in counted)

    @property
    def exit_code(self) -> int:
        return EXIT[self.verdict]

    def _counted(self, check: Check) -> Verdict:
        return self.unsure if check.verdict is Verdict.UNSURE else check.verdict

    def record(self) -> dict[str, object]:
        words = Language("en", PACKAGE)
        return {
            "verdict": self.verdict,
            "checks": [
                {"rule": one.rule, "about": one.about, "verdict": one.verdict, "reason": words.say(one.reason)}
                for one in self.checks
            ],
        }

    def document(self, code: str) -> Document:
        language = Language(code, PACKAGE)
        title = language.text("gate.title")
        lead = Paragraph(language.text(f"gate.verdict.{self.verdict}"), "lead")
        table = tabulated(
            title,
            [self.checks],
            (Column("rule", language.text("gate.column.rule")), lambda one: one.rule),
            (Column("about", language.text("gate.column.about")), lambda one: one.about),
            (Column("verdict", language.text("gate.column.verdict")), lambda one: self._said(one, language)),
            (Column("reason", language.text("gate.column.reason")), lambda one: language.say(one.reason)),
        )
        return Document(title=title, language=language, answer=[lead, TableBlock(table, "gate")])

    def _said(self, check: Check, language: Language) -> str:
        said = language.text(f"gate.cell.{check.verdict}")
        counted = self._counted(check)
        if counted is check.verdict:
            return said
        return language.text("gate.cell.counted", verdict=said, counted=language.text(f"gate.cell.{counted}"))

    def write_summary(self, file: Path, code: str) -> None:
        write_text(file, render_markdown(self.document(code)))

    def write_junit(self, file: Path, code: str) -> None:
        """A test case for each figure; one that cannot tell is an error, unless it counts as something else."""
        language = Language(code, PACKAGE)
        counts = Counter(map(self._counted, self.checks))
        facts = {"tests": len(self.checks), "failures": counts[Verdict.FAIL], "errors": counts[Verdict.UNSURE]}
        suite = ElementTree.Element("testsuite", {"name": "epicene", **{name: str(n) for name, n in facts.items()}})
        for check in self.checks:
            case = ElementTree.SubElement(suite, "testcase", {"classname": check.rule, "name": check.about})
            reason, counted = language.say(check.reason), self._counted(check)
            if counted is Verdict.PASS:
                ElementTree.SubElement(case, "system-out").text = reason
            else:
                ElementTree.SubElement(case, "failure" if counted is Verdict.FAIL else "error", {"message": reason})
        suites = ElementTree.Element("testsuites")
        suites.append(suite)
        ElementTree.indent(suites)
        write_text(file, ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n")
