"""Grammar lives in one room: no other file lists the forms of a determiner or plurals of its own."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from epicene.grammar.french.noun_forms import FAMILIES
from sources import SOURCE, nodes

# Lists of small words by which a language, or the start of a sentence, is recognised; no forms are made of them.
RECOGNISING = {"mt/controlled_corpus.py", "data/sentence_splitting.py"}


def strings(found: Sequence[ast.AST]) -> list[set[str]]:
    documentation = {
        id(node.body[0].value)
        for node in found
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        set(node.value.lower().split())
        for node in found
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
    ]


def test_no_other_room_lists_determiners():
    families = [set(family.forms) for family in FAMILIES.values() if len(set(family.forms)) > 2]
    guilty = {
        str(path.relative_to(SOURCE))
        for path, found in nodes().items()
        if path.relative_to(SOURCE).parts[0] != "grammar"
        for words in strings(found)
        if any(len(words & family) > 2 for family in families)
    }
    assert guilty <= RECOGNISING
