"""Items and replies as JSON, so that a run folder can be read again without the data file it was made from."""

from __future__ import annotations

from typing import Any

from epicene.core.types import Item, Reply, Role, Text


def item_to_json(item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "language": item.language,
        "category": item.category,
        "cluster": item.cluster,
        "facets": dict(item.facets),
        "line": item.line,
        "variants": {role: _text_to_json(text) for role, text in item.variants.items()},
    }


def _text_to_json(text: Text) -> dict[str, Any]:
    record: dict[str, Any] = {"text": text.text}
    if text.id:
        record["id"] = text.id
    if text.context:
        record["context"] = text.context
    if text.span:
        record["span"] = list(text.span)
    return record


def item_from_json(record: dict[str, Any]) -> Item:
    return Item(
        id=record["id"],
        variants={Role(role): _text_from_json(text) for role, text in record["variants"].items()},
        language=record["language"],
        category=record["category"],
        cluster=record["cluster"],
        facets=record["facets"],
        line=record["line"],
    )


def _text_from_json(record: dict[str, Any]) -> Text:
    span = record.get("span")
    return Text(
        text=record["text"],
        id=record.get("id", ""),
        context=record.get("context", ""),
        span=(span[0], span[1]) if span else None,
    )


def reply_to_json(reply: Reply) -> dict[str, Any]:
    return {
        "instruction": reply.instruction,
        "first": reply.first,
        "text": reply.text,
        "chosen": reply.chosen,
        "refused": reply.refused,
    }


def reply_from_json(record: dict[str, Any]) -> Reply:
    chosen = Role(record["chosen"]) if record["chosen"] else None
    return Reply(record["instruction"], Role(record["first"]), record["text"], chosen, record["refused"])
