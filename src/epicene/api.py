"""epicene from Python: what the commands do, with results as objects.

import epicene

run = epicene.audit("almanach/camembert-base", on=["crows-fr"])
run.estimates                      # numbers with interval, ideal, n and signature
run.to_pandas()
epicene.compare(run, other)        # paired tests between models that were asked the same items

What makes a result doubtful, such as a failed sanity check, is an `EpiceneWarning`.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicene.core.errors import EpiceneWarning, InputError
from epicene.core.progress import Silent
from epicene.core.types import Estimate

if TYPE_CHECKING:
    import pandas

    from epicene.auditing.comparison import PairedRuns
    from epicene.report.bar import Bar
    from epicene.runs.results import AuditResults


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run, read from its folder."""

    path: Path

    @property
    def results(self) -> dict[str, Any]:
        """What is in results.json."""
        from epicene.runs.folder import RunFolder

        return RunFolder(self.path).read_json(RunFolder(self.path).results_path)

    def _typed(self) -> AuditResults:
        from epicene.runs.folder import RunFolder
        from epicene.runs.results import AuditResults

        return RunFolder(self.path).results(AuditResults)

    @property
    def model(self) -> str:
        """The model's name, as tables show it."""
        return self._typed().model

    @property
    def estimates(self) -> list[Estimate]:
        """Every number, for each benchmark, metric and group."""
        return self._typed().estimates

    @property
    def notices(self) -> list[str]:
        """What a reader of the numbers must know: items left out, a failed sanity check, a limit."""
        return self._typed().notices

    def estimate(
        self, metric: str, group: str = "all", benchmark: str | None = None, task: str | None = None
    ) -> Estimate:
        """The one estimate of a metric; name benchmark and task where there are several."""
        found = [
            one
            for one in self.estimates
            if (one.metric, one.group) == (metric, group)
            and benchmark in (None, one.benchmark)
            and task in (None, one.task)
        ]
        if len(found) != 1:
            known = sorted({(one.benchmark, one.task or "", one.metric) for one in found or self.estimates})
            raise InputError(f"{self.path} has {len(found)} estimates of {metric} for {group}; it has: {known}.")
        return found[0]

    def to_pandas(self) -> pandas.DataFrame:
        """The estimates as a table, a row each."""
        from epicene.auditing.data_frames import to_pandas

        return to_pandas(self.estimates)

    def report(self, file: str | Path, lang: str = "en") -> Path:
        """Write a report: HTML, Markdown, LaTeX or CSV, by the file's ending."""
        from epicene.report.pages import write_report

        write_report([self.path], Path(file), lang)
        return Path(file)


def audit(
    model: str | Path | None = None,
    *,
    on: str | Sequence[str] | None = None,
    scoring: str | None = None,
    bos: str | None = None,
    words: str = "text",
    rest: str = "absent",
    nsp: str | Path | None = None,
    as_released: bool = False,
    revision: str | None = None,
    trust_remote_code: bool = False,
    device: str | None = None,
    dtype: str = "float32",
    threads: int | None = None,
    batch_tokens: int | None = None,
    engine: str = "local",
    address: str | None = None,
    out: str | Path | None = None,
    limit: int | None = None,
    aggregation: str | None = None,
    seed: int = 0,
    strict: bool = False,
    progress: bool = True,
) -> Run:
    """`epicene audit`: ask a model, or go on where it was interrupted. Options as those of the command.

    `model` is a hub id, a folder, a .gguf file or what a plugin offers; without one it is the small model of the first
    audit. `on` names one or several benchmarks of `epicene data list`, with =FILE for a copy of your own; without one
    they are pairs-fr and pairs-en. How far the work is, is shown on standard error: a bar in a terminal, a line for
    every tenth in a notebook or a log, nothing with `progress=False`. What is wrong with the call is an `InputError`;
    work that fails, an `EpiceneError`; a failed sanity check, an `EpiceneWarning`.
    """
    from epicene.auditing.arguments import refuse_wrong

    refuse_wrong(locals())
    with ExitStack() as open_until_done:
        shown = open_until_done.enter_context(_bar()) if progress else Silent()
        from epicene.auditing.plan import DEFAULT_BENCHMARKS, DEFAULT_MODEL, Request
        from epicene.auditing.run import audit as run_audit
        from epicene.models.engines.local import open_engine
        from epicene.models.loading import Placement
        from epicene.scoring.protocol import Asking

        where = open_until_done.enter_context(open_engine(engine, address))
        request = Request(
            model=str(model or DEFAULT_MODEL),
            on=(on,) if isinstance(on, str) else on or DEFAULT_BENCHMARKS,
            scoring=scoring,
            asking=Asking(bos, words, rest, str(nsp) if nsp is not None else None, as_released),
            placement=Placement(device, dtype, threads, batch_tokens),
            engine=where,
            revision=revision,
            trust_remote_code=trust_remote_code,
            out=Path(out) if out is not None else None,
            limit=limit,
            aggregation=aggregation,
            seed=seed,
            strict=strict,
        )
        run = Run(run_audit(request, shown).path)
    _warn(_doubts(run))
    return run


def open_run(folder: str | Path) -> Run:
    """A run that was made before; an error where the folder holds none, and the warnings that its audit gave."""
    from epicene.auditing.arguments import place, read

    run = Run(Path(read("folder", folder, place)))
    _warn(_doubts(run))
    return run


def compare(*runs: Run | str | Path, seed: int = 0) -> list[PairedRuns]:
    """`epicene compare`: for each benchmark that two runs share, the paired tests.

    What the command warns of (a failed sanity check, models that cannot be told apart, a benchmark that only one was
    asked) is an `EpiceneWarning`.
    """
    from epicene.auditing import arguments
    from epicene.auditing.comparison import compare_runs, comparison_notices, comparison_sentences
    from epicene.core.language import Language

    arguments.read("seed", seed, arguments.seed)
    paths = [Path(arguments.read("a run to compare", run, arguments.run_folder)) for run in runs]
    compared = compare_runs(paths, seed=seed)
    _warn(comparison_sentences(comparison_notices(paths, compared), compared, Language("en")))
    return compared


def _bar() -> Bar:
    """That of the commands; the first call of a session spends its first seconds on libraries."""
    from epicene.report.bar import Bar

    bar = Bar()
    if "torch" not in sys.modules:
        bar.say("Starting (loading libraries)")
    return bar


def _doubts(run: Run) -> list[str]:
    """What the report shows in red: after it, no figure may be believed as it stands."""
    from epicene.auditing.notices import notes_of_run
    from epicene.core.language import Language
    from epicene.runs.saved_run import read_runs

    (saved,) = read_runs([run.path], with_items=False)
    return [note.text for note in notes_of_run(saved, Language("en")) if note.grave]


def _warn(said: Iterable[str]) -> None:
    """At the line that called `audit`, `open_run` or `compare`."""
    for text in said:
        warnings.warn(text, EpiceneWarning, stacklevel=3)
