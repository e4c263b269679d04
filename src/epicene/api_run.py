"""A run that was made, whatever its kind, as programs and notebooks use it: everything is read from its folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicene.core.errors import EpiceneError, InputError
from epicene.core.extras import missing_package
from epicene.core.types import Estimate

if TYPE_CHECKING:
    import pandas

    from epicene.report.document import Document
    from epicene.report.results_page import RunKind
    from epicene.runs.results import Result


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """A finished run, read from its folder."""

    path: Path

    @property
    def kind(self) -> str:
        """What was done: audit, score, study, judge, mt-audit, mt-probe, mt-intervene…"""
        return self._page().name

    @property
    def results(self) -> dict[str, Any]:
        """What is in results.json; of a study, what `study --json` prints."""
        return self._page().json_document(self.path)

    @property
    def model(self) -> str:
        """The model's name, as tables show it; of several, all their names."""
        return ", ".join(dict.fromkeys(result.label for result in self._results() if result.label))

    @property
    def estimates(self) -> list[Estimate]:
        """Every number, for each benchmark, metric and group."""
        return [estimate for result in self._results() for estimate in result.estimates]

    @property
    def notices(self) -> list[str]:
        """What a reader of the numbers must know: items left out, a failed sanity check, a limit."""
        return [note.text for note in self._page().english_notes(self.path)]

    def estimate(
        self, metric: str, group: str = "all", benchmark: str | None = None, task: str | None = None
    ) -> Estimate:
        """The one estimate of a metric; name benchmark and task where there are several."""
        estimates = [
            estimate
            for estimate in self.estimates
            if (estimate.metric, estimate.group) == (metric, group)
            and benchmark in (None, estimate.benchmark)
            and task in (None, estimate.task)
        ]
        if len(estimates) != 1:
            known = sorted(
                {(estimate.benchmark, estimate.task or "", estimate.metric) for estimate in estimates or self.estimates}
            )
            raise InputError(f"{self.path} has {len(estimates)} estimates of {metric} for {group}; it has: {known}.")
        return estimates[0]

    def to_pandas(self) -> pandas.DataFrame:
        """The estimates as a table, a row each; `p` is that of the test against the ideal, where there is one, and
        `p_adjusted` that within the family of groups."""
        from epicene.runs.results import to_pandas

        return to_pandas(row for result in self._results() for row in result.rows())

    def to_parquet(self, file: str | Path) -> Path:
        """Write the same table to a Parquet file."""
        table = self.to_pandas()
        try:
            table.to_parquet(file)
        except ImportError as error:
            raise missing_package("pyarrow", "to_parquet") from error
        return Path(file)

    def items(self) -> pandas.DataFrame:
        """What was asked as a table: items with a column for each wording and facet and, in `unusable`, why one could
        not be asked; of tests of translation systems, the lines that were judged."""
        from epicene.runs.results import to_pandas

        rows = self._page().item_rows(self.path)
        if rows is None:
            raise self._keeps_none("items")
        return to_pandas(rows)

    def scores(self) -> pandas.DataFrame:
        """What the model said of each wording as a table, as it stands in `scores.jsonl`."""
        from epicene.runs.audit_folder import AuditFolder
        from epicene.runs.results import to_pandas

        folder = AuditFolder(self.path)
        if not folder.scores_path.is_file():
            raise self._keeps_none("scores")
        named = {"model": self.model}
        lines = ({key: value for key, value in line.items() if key != "key"} for line in folder.score_lines())
        return to_pandas(named | line for line in lines)

    def report(self, file: str | Path, lang: str = "en") -> Path:
        """Write a report: HTML, Markdown, LaTeX or CSV, by the file's ending."""
        from epicene.report.results_page import write_report

        write_report([self.path], Path(file), lang)
        return Path(file)

    def __repr__(self) -> str:
        """The folder and the answer, as a prompt shows a run; of a folder that cannot be read, the folder alone."""
        name = f"Run({str(self.path)!r})"
        try:
            return "\n".join([name, *_lead_texts(self._page().summary([self.path], "en"))])
        except EpiceneError:
            return name

    def _repr_html_(self) -> str:
        """What a notebook shows: the answer and the first table, as the command ends with them."""
        return _short_page(self._page().summary([self.path], "en"), str(self.path))

    def _page(self) -> RunKind[Any]:
        from epicene.report.results_page import kind_of

        return kind_of([self.path])

    def _results(self) -> Sequence[Result]:
        results: Sequence[Result] = self._page().read(self.path)
        return results

    def _keeps_none(self, what: str) -> InputError:
        return InputError(
            f"{self.path} is a run of kind {self.kind}, which keeps no {what} of its own. Open the run of an audit."
        )


def _lead_texts(document: Document) -> list[str]:
    """What a reader of the figures must know, and the answer."""
    from epicene.report.document import Paragraph

    texts = [note.text for note in document.grave]
    blocks = (block for block in document.blocks() if isinstance(block, Paragraph))
    return texts + [block.text for block in blocks if block.style in ("warning", "lead")]


def _short_page(document: Document, name: str) -> str:
    """Everything is escaped: names and sentences come from files of others."""
    from markupsafe import Markup

    from epicene.report.document import TableBlock
    from epicene.report.tables import for_reading, written

    def elements(tag: str, texts: Iterable[str]) -> Markup:
        around = Markup(f"<{tag}>{{}}</{tag}>")  # noqa: S704 - the tags are ours
        return Markup("").join(around.format(text) for text in texts)

    blocks, language = list(document.blocks()), document.language
    shown = elements("p", [elements("code", [name]), *_lead_texts(document)])
    for table in [for_reading(block.table) for block in blocks if isinstance(block, TableBlock)][:1]:
        rows = [
            [written(cell, column, language) for cell, column in zip(row, table.columns, strict=True)]
            for row in table.rows()
        ]
        head = elements("thead", [elements("tr", [elements("th", [column.title for column in table.columns])])])
        body = elements("tbody", [elements("tr", [elements("td", row) for row in rows])])
        shown += elements("table", [elements("caption", [table.title]) + head + body])
    return elements("div", [shown])
