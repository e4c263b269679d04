"""From a run folder's files alone to results.json: no model, no torch, so that saved runs are measured in a second."""

from __future__ import annotations

from dataclasses import asdict

from epicene.auditing.notices import notices_of, sentence
from epicene.core.language import Language
from epicene.kinds.further_measures import measure_run
from epicene.kinds.trust import decide_trust
from epicene.metrics.measured import Measured
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.results import AuditManifest, AuditResults, TestRecord
from epicene.runs.saved_run import Findings, SavedRun


def measure(folder: AuditFolder, seed: int = 0) -> AuditResults:
    """Measure everything that was asked, and write results.json."""
    runs = folder.benchmarks().values()
    measured = [measure_run(run, seed) for run in runs]
    results = results_from(folder.facts(), measured, seed)
    folder.write_results(results)
    return results


def results_from(manifest: AuditManifest, measured: list[Measured], seed: int) -> AuditResults:
    """Figures and tests, what a reader must know of them, and whether they may be believed."""
    results = AuditResults(
        model=manifest.model.name,
        signatures={name: facts.signature for name, facts in manifest.benchmarks.items()},
        estimates=[estimate for part in measured for estimate in part.estimates],
        tests=[TestRecord(**asdict(test)) for part in measured for test in part.tests],
        seed=seed,
        notice_codes=[notice.record() for part in measured for notice in part.notices],
    )
    run = SavedRun(manifest.model.name, manifest, results, Findings(results))
    notices = notices_of(run)
    english = Language("en")
    results.notices = [sentence(notice, manifest, english) for notice in notices]
    results.notice_codes = [notice.record() for notice in notices]
    results.trust = {name: decide_trust(run, name) for name in manifest.benchmarks}
    return results
