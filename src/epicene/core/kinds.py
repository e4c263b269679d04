"""Kinds of benchmarks by name: what reading, checking, adapting and asking need to know of the items of each.

A kind is a folder of `kinds/` or of another package, and is found by its entry point (`epicene.kinds`).
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from epicene.core.registry import Registry


class ItemKind(ABC):
    name: ClassVar[str]


KINDS: Registry[ItemKind] = Registry("kind of benchmark", "epicene.kinds", lambda thing: isinstance(thing, ItemKind))
