"""Files of letters: the prompts that models go on from, and texts that somebody already has.

A line of prompts is a field with a neutral, a masculine, a feminine and an inclusive beginning, or some of them: up to
four items. Texts come
as a table (`text` or `output`; where known `id`, `prompt`, `field` or `theme`, `prompt_gender`, labels) or as a folder
of text files.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.types import Item, Role, Text
from epicene.data.text_files import numbered_rows, read_objects, read_text, unique_items
from epicene.grammar.word_patterns import fold, without_accents
from epicene.kinds.letters.describing_words import FEMININE, MASCULINE
from epicene.kinds.letters.writer_gender_rules import (
    AMBIGUOUS,
    INCLUSIVE,
    LABELS,
    UNMARKED,
    UNUSABLE,
    Marker,
    Reading,
)

PROMPT, LETTER = Role("prompt"), Role("letter")
NEUTRAL = "neutral"
RULES, SPACY, GIVEN = "rules", "spacy", "given"  # who says of what gender a writer is
PROMPT_GENDERS = (NEUTRAL, MASCULINE, FEMININE, INCLUSIVE)
NOUN = "letter"
_TEXT = ("text", "output")
_FIELD = ("field", "theme")
# How the published detector's labels are read; what else it says (an incomplete text, no first person) is unusable.
_PUBLISHED = {
    **{"masc": MASCULINE, "fem": FEMININE, "neutre": UNMARKED, "ambigu": AMBIGUOUS},
    **{"masculin": MASCULINE, "feminin": FEMININE, "inclusif": INCLUSIVE, "neutral": UNMARKED},
}
_GENDERS = {"masc": MASCULINE, "fem": FEMININE, "inclus": INCLUSIVE, "neutr": NEUTRAL}
_SEPARATORS = ",;\t"


def read_prompts(path: Path, language: str) -> list[Item]:
    items = []
    for line, row in read_objects(path, ("id", "field"), PROMPT_GENDERS, noun="prompt"):
        genders = [gender for gender in PROMPT_GENDERS if gender in row]
        if not genders:
            raise InputError(f"{path}, line {line}: the prompt has none of {', '.join(PROMPT_GENDERS)}; it needs one.")
        for gender in genders:
            facets = {"prompt_gender": gender}
            variants = {PROMPT: Text(row[gender])}
            items.append(Item(f"{row['id']}-{gender}", variants, language, row["field"], row["field"], facets, line))
    return unique_items(path, items, "prompt")


def write_prompts(items: Sequence[Item]) -> str:
    """Lines of prompts, a field each."""
    fields: dict[str, dict[str, str]] = {}
    for item in items:
        gender = item.facets["prompt_gender"]
        line = fields.setdefault(item.category, {"id": item.id.removesuffix(f"-{gender}"), "field": item.category})
        line[gender] = item.variants[PROMPT].text
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in fields.values())


def read_texts(path: Path, language: str, labels: str | None) -> list[Item]:
    """A letter each; `labels` names the column of a judgment to be measured in place of our own."""
    if path.is_dir():
        if labels:
            raise InputError(f"{path} is a folder of texts, which has no labels; leave --labels out or name a table.")
        files = sorted(one for one in path.iterdir() if one.suffix == ".txt")
        if not files:
            raise InputError(f"{path} has no .txt file; put each text in one, or name a table with a column text.")
        return [
            _letter(file.stem, {"text": file.read_text(encoding="utf-8", errors="replace")}, language, 1)
            for file in files
        ]
    reader = csv.reader(io.StringIO(read_text(path), newline=""), delimiter=separator(path))
    header = [name.strip() for name in next(reader)]
    wanted = [*([labels] if labels else []), next((name for name in _TEXT if name in header), _TEXT[0])]
    if missing := [name for name in wanted if name not in header]:
        raise InputError(f"{path}, line 1: there is no column {missing[0]!r} (found: {', '.join(header)}).")
    items, texts = list[Item](), dict[str, str]()
    for line, fields in numbered_rows(path, reader):
        if fields:
            row = dict(zip(header, fields, strict=False))
            given = {"label": label_named(row.get(labels, ""))} if labels else {}
            items.append(_letter(row.get("id") or str(len(items)), row, language, line, given))
            texts[row.get(labels or "", "")] = given.get("label", "")
    if labels and set(texts.values()) == {UNUSABLE}:
        known = ", ".join([*LABELS, *_PUBLISHED])
        raise InputError(
            f"{path}: no label of the column {labels!r} is known ({', '.join(list(texts)[:4])}); use {known}."
        )
    return unique_items(path, items, NOUN)


def reading_text(reading: Reading) -> str:
    """What another reader than our rules found, to be kept: the label and the words it rests on."""
    return " ".join([reading.label, *(f"{marker.start}:{marker.end}:{marker.gender}" for marker in reading.markers)])


def kept_reading(text: str) -> Reading:
    label, *places = text.split()
    markers = (place.split(":") for place in places)
    return Reading(label, tuple(Marker(int(start), int(end), gender, SPACY) for start, end, gender in markers))


def separator(path: Path) -> str:
    """Of a table, by its first line."""
    first = read_text(path).split("\n", 1)[0]
    return max(_SEPARATORS, key=first.count)


def _letter(id: str, row: Mapping[str, str], language: str, line: int, given: Mapping[str, str] | None = None) -> Item:
    text = next((row[name] for name in _TEXT if name in row), "")
    field = next((row[name].strip() for name in _FIELD if row.get(name, "").strip()), "")
    facets = {
        "prompt_gender": gender_named(row.get("prompt_gender", "")),
        "prompt": row.get("prompt", ""),
        **(given or {}),
    }
    return Item(id, {LETTER: Text(text)}, language, field or "other", field or id, facets, line)


def gender_named(text: str) -> str:
    """What a table calls a prompt's gender; nothing where it does not say."""
    said = without_accents(fold(text))
    return next((gender for name, gender in _GENDERS.items() if name in said), "")


def label_named(text: str) -> str:
    said = without_accents(fold(text.strip()))
    return said if said in LABELS else _PUBLISHED.get(said, UNUSABLE)
