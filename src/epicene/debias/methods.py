"""The methods by the names that `--by` takes."""

from __future__ import annotations

from epicene.core.registry import Registry
from epicene.debias.method import Method

METHODS: Registry[type[Method]] = Registry("method")
