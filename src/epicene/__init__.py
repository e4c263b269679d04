"""Stereotypes and gender bias in French and multilingual language models and machine translation.

`audit` asks a model, `ask` about two sentences of your own, `open_run` reads what was asked before, `compare` tests
whether models differ; `debias` acts on a model. `score`, `study`, `judge`, `winomt`, `mt_audit`, `probe` and
`intervene` are the other commands that make a run, `report` (also `write_report`) shows any, and `board` many.
"""

from importlib import import_module as _import_module
from types import ModuleType as _ModuleType
from typing import TYPE_CHECKING
from typing import Any as _Any

from epicene import report
from epicene._version import __version__
from epicene.api import (
    ask,
    audit,
    board,
    card,
    compare,
    debias,
    intervene,
    judge,
    mt_audit,
    open_run,
    probe,
    replicates_of,
    score,
    study,
    winomt,
    write_report,
)
from epicene.api_run import Run
from epicene.core.errors import EpiceneError, EpiceneWarning, InputError
from epicene.core.notices import Notice
from epicene.core.types import Estimate, Item, Role, Text

if TYPE_CHECKING:
    from epicene.auditing.comparison import PairedRuns
    from epicene.data.benchmarks import Benchmark
    from epicene.kinds.kind import Kind
    from epicene.metrics.two_models import Comparison
    from epicene.models.packaged import accept_terms
    from epicene.scoring.protocol import Scoring

__all__ = [
    "Benchmark",
    "Comparison",
    "EpiceneError",
    "EpiceneWarning",
    "Estimate",
    "InputError",
    "Item",
    "Kind",
    "Notice",
    "PairedRuns",
    "Role",
    "Run",
    "Scoring",
    "Text",
    "__version__",
    "accept_terms",
    "ask",
    "audit",
    "board",
    "card",
    "compare",
    "debias",
    "intervene",
    "judge",
    "mt_audit",
    "open_run",
    "probe",
    "replicates_of",
    "report",
    "score",
    "study",
    "winomt",
    "write_report",
]


class _CallableReport(_ModuleType):
    """The package `epicene.report`, which can be called like the command of that name."""

    __call__ = staticmethod(write_report)


report.__class__ = _CallableReport

# What takes numpy or torch is loaded when it is asked for, so that `epicene --help` is quick.
_LATER = {
    "Benchmark": "epicene.data.benchmarks",
    "Comparison": "epicene.metrics.two_models",
    "Kind": "epicene.kinds.kind",
    "PairedRuns": "epicene.auditing.comparison",
    "Scoring": "epicene.scoring.protocol",
    "accept_terms": "epicene.models.packaged",
}


def __getattr__(name: str) -> _Any:
    if name in _LATER:
        return getattr(_import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
