"""The methods by the names that `--by` takes."""

from __future__ import annotations

from epicene.core.registry import Registry
from epicene.debias.cda import Cda
from epicene.debias.leace import Leace
from epicene.debias.method import Method
from epicene.debias.translation_systems import Counterfactual, Tag

METHODS: Registry[type[Method]] = Registry("method")
for _method in (Cda, Leace, Counterfactual, Tag):
    METHODS.add(_method.name, _method)
