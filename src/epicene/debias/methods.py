"""The methods by the names that `--by` takes."""

from __future__ import annotations

from epicene.core.registry import Registry
from epicene.debias.cda import Cda
from epicene.debias.method import Method

METHODS: Registry[type[Method]] = Registry("method")
for _method in (Cda,):
    METHODS.add(_method.name, _method)
