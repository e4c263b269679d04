"""Letters that a model goes on with: which gender does the writer get, by field and by the gender of the prompt?

A line of prompts is a field with a neutral, a masculine, a feminine and an inclusive beginning, or some of them: up to
four items. Texts that somebody already has come as a table (`text` or `output`; where known `id`, `prompt`, `field` or
`theme`, `prompt_gender`, labels) or as a folder of text files.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from epicene.core.errors import InputError
from epicene.core.kinds import LETTER as LETTER_FORM
from epicene.core.kinds import TaskSpec
from epicene.core.types import Capability, Item, Role, Text
from epicene.data.text_files import numbered_rows, read_objects, read_text, unique_items
from epicene.grammar.word_patterns import fold, without_accents
from epicene.kinds.kind import Kind
from epicene.kinds.letters.describing_words import FEMININE, MASCULINE
from epicene.kinds.letters.letters_options import LettersOptions
from epicene.kinds.letters.writer_gender_rules import (
    AMBIGUOUS,
    INCLUSIVE,
    LABELS,
    UNMARKED,
    UNUSABLE,
    LetterReading,
    Marker,
)
from epicene.runs.results import LIKELIHOOD

PROMPT, LETTER = Role("prompt"), Role("letter")
NEUTRAL = "neutral"
RULES, SPACY, GIVEN = "rules", "spacy", "given"  # what decides the gender of a writer
PROMPT_GENDERS = (NEUTRAL, MASCULINE, FEMININE, INCLUSIVE)
FEWEST_FIELDS = 4  # with a known share of women, to set the gaps against
NOUN = "letter"
_TEXT = ("text", "output")
_FIELD = ("field", "theme")
_SHARE_COLUMNS = (("field", "occupation", "theme"), ("share", "women"))
# How the published detector's labels are read; what else it says (an incomplete text, no first person) is unusable.
_PUBLISHED = {
    **{"masc": MASCULINE, "fem": FEMININE, "neutre": UNMARKED, "ambigu": AMBIGUOUS},
    **{"masculin": MASCULINE, "feminin": FEMININE, "inclusif": INCLUSIVE, "neutral": UNMARKED},
}
_GENDERS = {"masc": MASCULINE, "fem": FEMININE, "inclus": INCLUSIVE, "neutr": NEUTRAL}
_SEPARATORS = ",;\t"


class LettersKind(Kind):
    name = "letters"
    package = "epicene.kinds.letters"
    roles = (PROMPT,)
    tasks: ClassVar[Mapping[str, TaskSpec]] = {
        "letters": TaskSpec(frozenset({LETTER_FORM}), dict.fromkeys((Capability.CAUSAL, Capability.CHAT), "written"))
    }
    ways: ClassVar[Mapping[str, str]] = {LIKELIHOOD: "epicene.kinds.letters.page:LettersRead"}
    options = LettersOptions
    alike_by_design = True  # a prompt is written in four ways
    strata = ("prompt_gender",)

    def read(self, path: Path, language: str, **facts: str) -> list[Item]:
        items, known = [], ", ".join(PROMPT_GENDERS)
        for line, row in read_objects(path, ("id", "field"), PROMPT_GENDERS, noun="prompt"):
            if not row.keys() & set(PROMPT_GENDERS):
                raise InputError(f"{path}, line {line}: the prompt has none of {known}; it needs one.")
            for gender in filter(row.__contains__, PROMPT_GENDERS):
                variants, own = {PROMPT: Text(row[gender])}, {"prompt_gender": gender}
                items.append(Item(f"{row['id']}-{gender}", variants, language, row["field"], row["field"], own, line))
        return unique_items(path, items, "prompt")

    def write(self, items: Sequence[Item]) -> str:
        """Lines of prompts, a field each."""
        fields: dict[str, dict[str, str]] = {}
        for item in items:
            gender = item.facets["prompt_gender"]
            line = fields.setdefault(item.category, {"id": item.id.removesuffix(f"-{gender}"), "field": item.category})
            line[gender] = item.variants[PROMPT].text
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in fields.values())

    def unusable_reason(self, item: Item) -> str | None:
        """A letter that says nothing is counted, not left out."""
        return super().unusable_reason(item) if PROMPT in item.variants and not item.variants[PROMPT].text else None

    def read_texts(self, path: Path, language: str, labels: str | None) -> list[Item]:
        """A letter each; `labels` names the column of a judgment to be measured in place of our own."""
        if path.is_dir():
            if labels:
                raise InputError(f"{path} is a folder, which has no labels; leave --labels out or name a table.")
            files = sorted(file for file in path.iterdir() if file.suffix == ".txt")
            if not files:
                raise InputError(f"{path} has no .txt file; put each text in one, or name a table with a column text.")
            texts = {file.stem: file.read_text(encoding="utf-8", errors="replace") for file in files}
            return [_letter(name, {"text": text}, language, 1) for name, text in texts.items()]
        header, rows = _table(path)
        wanted = [*([labels] if labels else []), next((name for name in _TEXT if name in header), _TEXT[0])]
        if missing := [name for name in wanted if name not in header]:
            raise InputError(f"{path}, line 1: there is no column {missing[0]!r} (found: {', '.join(header)}).")
        items, label_by_text = list[Item](), dict[str, str]()
        for line, row in rows:
            given = {"label": label_named(row.get(labels, ""))} if labels else {}
            items.append(_letter(row.get("id") or str(len(items)), row, language, line, given))
            label_by_text[row.get(labels or "", "")] = given.get("label", "")
        if labels and set(label_by_text.values()) == {UNUSABLE}:
            unknown, known = ", ".join(list(label_by_text)[:4]), ", ".join([*LABELS, *_PUBLISHED])
            raise InputError(f"{path}: no label of the column {labels!r} is known ({unknown}); use {known}.")
        return unique_items(path, items, NOUN)

    def read_shares(self, path: Path, items: Sequence[Item]) -> dict[str, float]:
        """The share of women in per cent, by field of the items, where the table has it."""
        known, fields = _read_shares(path), sorted({item.category for item in items})
        values = {field: known[fold(field)] for field in fields if fold(field) in known}
        if len(values) < FEWEST_FIELDS:
            raise InputError(
                f"{path} has the share of {len(values)} of the {len(fields)} fields of these letters; at least "
                f"{FEWEST_FIELDS} are needed. Spell fields as the letters do."
            )
        return values


def _table(path: Path) -> tuple[list[str], Iterator[tuple[int, dict[str, str]]]]:
    """The columns of a table, whatever separates them, and its rows with their lines; empty ones are left out."""
    text = read_text(path, is_table=True)
    separator = max(_SEPARATORS, key=text.split("\n", 1)[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    header = [name.strip() for name in next(reader)]
    rows = ((line, fields) for line, fields in numbered_rows(path, reader) if fields)
    return header, ((line, dict(zip(header, fields, strict=False))) for line, fields in rows)


def _read_shares(path: Path) -> Mapping[str, float]:
    """Fields in folded spelling, and the share of women in per cent."""
    header, rows = _table(path)
    columns = [
        next((own for name in names for own in header if own.casefold() == name), "") for names in _SHARE_COLUMNS
    ]
    if "" in columns:
        raise InputError(
            f"{path}, line 1: a table of shares has the columns field and share (found: {', '.join(header)})."
        )
    values: dict[str, float] = {}
    for line, row in ((line, row) for line, row in rows if any(row.values())):
        field, share = (row.get(name, "").strip() for name in columns)
        try:
            value = float(share.rstrip("% ").replace(",", "."))
        except ValueError:
            value = -1.0
        if not field or not 0 <= value <= 100:
            raise InputError(
                f"{path}, line {line}: a share is a percentage from 0 to 100 beside a field, not {share!r}."
            )
        if fold(field) in values:
            raise InputError(f"{path}, line {line}: the field {field!r} is there twice; leave one out.")
        values[fold(field)] = value
    return values


def reading_text(reading: LetterReading) -> str:
    """What another reader than our rules found, to be kept: the label and the words it rests on."""
    return " ".join([reading.label, *(f"{marker.start}:{marker.end}:{marker.gender}" for marker in reading.markers)])


def kept_reading(text: str) -> LetterReading:
    label, *spans = text.split()
    markers = (span.split(":") for span in spans)
    return LetterReading(label, tuple(Marker(int(start), int(end), gender, SPACY) for start, end, gender in markers))


def _letter(id: str, row: Mapping[str, str], language: str, line: int, given: Mapping[str, str] | None = None) -> Item:
    text = next((row[name] for name in _TEXT if name in row), "")
    field = next((row[name].strip() for name in _FIELD if row.get(name, "").strip()), "")
    gender, prompt = gender_named(row.get("prompt_gender", "")), row.get("prompt", "")
    facets = {"prompt_gender": gender, "prompt": prompt, **(given or {})}
    return Item(id, {LETTER: Text(text)}, language, field or "other", field or id, facets, line)


def gender_named(text: str) -> str:
    """What a table calls a prompt's gender; nothing where it does not say."""
    folded = without_accents(fold(text))
    return next((gender for name, gender in _GENDERS.items() if name in folded), "")


def label_named(text: str) -> str:
    folded = without_accents(fold(text.strip()))
    return folded if folded in LABELS else _PUBLISHED.get(folded, UNUSABLE)


LETTERS = LettersKind()
