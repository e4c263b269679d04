"""Grammars by the code of their language."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from epicene.grammar.rules import Grammar

_FOLDERS = {"fr": "french", "en": "english"}


@cache
def grammar(language: str) -> Grammar:
    """The grammar of `fr`, `fr-CA`…; of a language without a folder, one that knows no words."""
    code = language.split("-")[0]
    if code not in _FOLDERS:
        return Grammar(language=code)
    found: Grammar = import_module(f"epicene.grammar.{_FOLDERS[code]}").GRAMMAR
    return found
