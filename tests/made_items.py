"""Pairs in one line."""

from __future__ import annotations

from epicene.core.types import Item, Role, Text


def pair(more: str, less: str, *, id: str = "1", language: str = "fr", category: str = "gender") -> Item:
    variants = {Role.MORE: Text(more), Role.LESS: Text(less)}
    return Item(id, variants, language, category, id, {"direction": "stereo", "origin": "translated"}, 1)
