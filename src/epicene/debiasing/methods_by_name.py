"""The methods by the names that `--by` takes."""

from __future__ import annotations

from dataclasses import fields

from epicene.core.registry import Registry
from epicene.debiasing.cda import Cda
from epicene.debiasing.leace import Leace
from epicene.debiasing.method import Method
from epicene.debiasing.translation_systems import Counterfactual, Tag

METHODS: Registry[type[Method]] = Registry("method")
for _method in (Cda, Leace, Counterfactual, Tag):
    METHODS.add(_method.name, _method)
OPTIONS = tuple(dict.fromkeys(field.name for method in METHODS.values() for field in fields(method)))
