"""Items as an adaptation handles them: the texts of one, the same item with other texts, and files of many."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from epicene.core.files import write_text
from epicene.core.types import Item, Role, Text
from epicene.data.triples import BLANK, INTER, INTRA, ROLES, SECTIONS, attribute_span, context_of, is_triple

CONTEXT = "context"
PAIR_ROLES = (Role.MORE, Role.LESS)


def texts_of(item: Item) -> dict[str, str]:
    """An item's texts by name: more and less, or the context and the three candidates."""
    context = {CONTEXT: context_of(item)} if is_triple(item) else {}
    return context | {role.value: text.text for role, text in item.variants.items()}


def with_texts(item: Item, texts: Mapping[str, str], **changes: Any) -> Item:
    """The same item saying something else; what `texts` lacks stays. `changes`: id, language, facets."""
    said = texts_of(item) | dict(texts)
    facets = {**item.facets, **changes.pop("facets", {})}
    context = said.get(CONTEXT, "")
    if item.facets.get("task") == INTRA:
        facets[CONTEXT] = context
    variants = {role: _text(item, role, context, said[role.value]) for role in item.variants}
    known = {"id": item.id, "language": item.language, "category": item.category, "cluster": item.cluster}
    return Item(**{**known, "line": item.line, **changes}, variants=variants, facets=facets)


def _text(item: Item, role: Role, context: str, sentence: str) -> Text:
    old = item.variants[role]
    if item.facets.get("task") == INTRA:
        return Text(sentence, id=old.id, span=attribute_span(context, sentence))
    return Text(sentence, id=old.id, context=context if is_triple(item) else "")


def attribute(item: Item, role: Role) -> str:
    """What stands in BLANK's place in a candidate; empty where the candidate does not fit its context."""
    text = item.variants.get(role)
    return text.text[slice(*text.span)] if text and text.span else ""


def filled(context: str, attribute: str) -> str:
    return context.replace(BLANK, attribute)


def write_items(path: Path, items: Sequence[Item]) -> None:
    """epicene's JSON lines for pairs, StereoSet's JSON for triples."""
    if items and is_triple(items[0]):
        data = {name: [_test(item) for item in items if item.facets["task"] == task] for name, task in SECTIONS.items()}
        document = {"version": "1.0", "data": {name: tests for name, tests in data.items() if tests}}
        write_text(path, json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        return
    write_text(path, "".join(json.dumps(_pair(item), ensure_ascii=False) + "\n" for item in items))


def _pair(item: Item) -> dict[str, str]:
    facets = {key: item.facets[key] for key in ("direction", "origin") if key in item.facets}
    return {"id": item.id, **texts_of(item), **facets, "bias_type": item.category}


def _test(item: Item) -> dict[str, Any]:
    sentences = [
        {"id": text.id or f"{item.id}-{role[0]}", "sentence": text.text, "gold_label": role.value}
        for role in ROLES
        if (text := item.variants.get(role))
    ]
    facts = {"id": item.id, "target": item.cluster, "bias_type": item.category}
    return {**facts, CONTEXT: context_of(item), "sentences": sentences}


def kind_of(items: Sequence[Item]) -> str:
    return "triples" if items and is_triple(items[0]) else "pairs"


def is_across(item: Item) -> bool:
    return item.facets.get("task") == INTER
