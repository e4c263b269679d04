"""What other packages add, for `epicene doctor`: what is there, and what of it cannot be used."""

from __future__ import annotations

from typing import Any

from epicene.core.extras import is_installed
from epicene.core.kinds import KINDS
from epicene.core.registry import Registry
from epicene.data.benchmarks import BENCHMARKS
from epicene.grammar.languages import GRAMMARS
from epicene.metrics.catalogue import MEASURES
from epicene.models.machine import MachineFinding
from epicene.models.source import SOURCES
from epicene.mt.translating.translation_engine import ENGINES
from epicene.report.results_page import RUN_KINDS
from epicene.scoring.protocol import SCORINGS

EXTENDED: tuple[Registry[Any], ...] = (KINDS, BENCHMARKS, MEASURES, SCORINGS, SOURCES, ENGINES, RUN_KINDS, GRAMMARS)


def examine_plugins() -> list[MachineFinding]:
    """A finding for each plugin of another package; all are imported for it."""
    if is_installed("torch"):
        from epicene.scoring import selection  # noqa: F401 - so that epicene's own are registered
    findings = []
    for registry in EXTENDED:
        list(registry)
        for name, plugin in registry.plugins.items():
            failure = registry.failures.get(name, "")
            if failure:
                findings.append(MachineFinding("plugin", False, failure))
            elif not plugin.is_own:
                what = f"{plugin.kind} {name}, from {plugin.package}"
                findings.append(MachineFinding("plugin", True, what))
    return findings
