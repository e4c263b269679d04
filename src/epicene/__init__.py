"""Stereotypes and gender bias in French and multilingual language models and machine translation.

`audit` asks a model, `open_run` reads what was asked before, `compare` tests whether models differ.
"""

from typing import TYPE_CHECKING
from typing import Any as _Any

from epicene.api import Run, audit, compare, open_run
from epicene.core.errors import EpiceneError, EpiceneWarning, InputError
from epicene.core.types import Estimate

if TYPE_CHECKING:
    from epicene.auditing.comparison import PairedRuns
    from epicene.metrics.paired import Comparison

__all__ = [
    "Comparison",
    "EpiceneError",
    "EpiceneWarning",
    "Estimate",
    "InputError",
    "PairedRuns",
    "Run",
    "__version__",
    "audit",
    "compare",
    "open_run",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> _Any:
    """What takes numpy is loaded when it is asked for, so that `epicene --help` is quick."""
    if name in ("Comparison", "PairedRuns"):
        from epicene.auditing import comparison

        return getattr(comparison, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
