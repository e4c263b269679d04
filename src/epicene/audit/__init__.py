"""A run = items + model + scoring + measures: the run folder, resuming, engines.

`epicene.audit` is this folder, and it is also what a person calls: `epicene.audit("camembert-base")`.
"""

import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from epicene.api import audit

        return audit(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
