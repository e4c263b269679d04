"""Stereotypes and gender bias in French and multilingual language models and machine translation."""

from inspect import signature as _signature
from typing import TYPE_CHECKING

from epicene.api import Run, compare, open_run
from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import Estimate

if TYPE_CHECKING:
    from epicene.api import audit
else:
    from epicene import api as _api
    from epicene import audit  # the folder `audit`, which can be called like the function, and says the same of itself

    audit.__signature__, audit.__doc__ = _signature(_api.audit), _api.audit.__doc__

__all__ = ["EpiceneError", "Estimate", "InputError", "Run", "__version__", "audit", "compare", "open_run"]
__version__ = "0.1.0"
