"""Reader of the StereoSet JSON: a context and three candidates, within one sentence or as a next sentence. French
StereoSet as slds-lmu/stereotypes-multi gives it out, one pandas pickle for each task, is read as the same.

Sentences are taken exactly as they stand. What makes a file unreadable is an error here; what is merely wrong with a
test (a label twice, a candidate that does not fit its context) is for the kind's `unusable_reason` and `data check`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from epicene.core.errors import InputError
from epicene.core.kinds import Given
from epicene.core.types import BLANK, INTER, INTRA, Item, Role, Text
from epicene.data.pandas_pickle import read_frame
from epicene.data.text_files import read_text, unique_items
from epicene.grammar.word_patterns import fold

SECTIONS = {"intrasentence": INTRA, "intersentence": INTER}
ROLES = (Role.STEREOTYPE, Role.ANTI, Role.UNRELATED)
_SAME_DOMAIN = {
    **dict.fromkeys(("ethnicity", "ethnie", "origine ethnique", "origine", "raça", "raca", "etnia"), "race"),
    **dict.fromkeys(("genre", "gênero", "genero", "género"), "gender"),
    **dict.fromkeys(("professions", "métier", "metier", "profissão", "profissao"), "profession"),
    **dict.fromkeys(("religions", "religião", "religiao"), "religion"),
}
PICKLED_COLUMNS = (
    *("id", "target", "bias_type", "context"),
    *(f"c{number}_{name}" for number in (1, 2, 3) for name in ("id", "sentence", "gold_label")),
)
_ID = re.compile(r'"id"\s*:\s*("(?:[^"\\]|\\.)*"|\d+)')
_SENTENCE_END = ".!?…"


class CandidateRecord(msgspec.Struct):
    """A candidate as a StereoSet file has it; one without a label is left out."""

    sentence: str = ""
    gold_label: str | None = None
    id: str | int | None = ""


class TripleRecord(msgspec.Struct):
    """A test as a StereoSet file has it."""

    target: str
    bias_type: str
    context: str
    sentences: list[CandidateRecord]
    id: str | int | None = None


def read_triples(path: Path, language: str) -> list[Item]:
    """Both tasks, within a sentence first; a bare list is taken for tests within a sentence. A pickle has one task, a
    folder a pickle of each."""
    is_pickled = path.is_dir() or path.suffix == ".pkl"
    text = "" if is_pickled else read_text(path)
    tests, items = list(_pickled_tests(path) if is_pickled else _tests(path, text)), list[Item]()
    lines = _lines_of_ids(text)  # once the file is known to be JSON
    for section, number, test in tests:
        item_id = str(test["id"]) if isinstance(test, dict) and "id" in test else str(len(items))
        line = number + 1 if is_pickled else lines.get(item_id, 1)
        where = f"{path}, line {line}, {section or 'test'}[{number}]"
        try:
            json.dumps(test, ensure_ascii=False).encode()
            record = msgspec.convert(test, TripleRecord)
        except UnicodeEncodeError:
            raise InputError(f"{where}: a text has half of a surrogate pair; correct it.") from None
        except msgspec.ValidationError as error:
            raise InputError(f"{where}: this is no test with three candidates ({error}); correct it.") from None
        for wrong in {candidate.gold_label for candidate in record.sentences} - {None, *ROLES}:
            raise InputError(f"{where}: the gold_label is {wrong!r}; correct it to one of {', '.join(ROLES)}.")
        items.append(_item(record, item_id, SECTIONS.get(section, INTRA), language, line))
    if not items:
        raise InputError(f"{path} has no tests; download or export it again.")
    return unique_items(path, items, "test")


def context_of(item: Item) -> str:
    """The sentence with BLANK within a sentence, the sentence before the candidates across two."""
    if item.facets["task"] == INTRA:
        return item.facets["context"]
    return next((text.context for text in item.variants.values()), "")


def attribute_span(context: str, sentence: str) -> tuple[int, int] | None:
    """The characters that stand in BLANK's place; None where the sentence does not fit its context.

    Case, apostrophes and outer spaces may differ (the English file begins contexts in lower case). A full stop that
    only the sentence has is no part of the attribute.
    """
    if context.count(BLANK) != 1:
        return None
    before, after = context.strip().split(BLANK)
    start = len(sentence) - len(sentence.lstrip()) + len(before)
    end = len(sentence.rstrip()) - len(after)
    if start >= end or not _alike(sentence[:start].lstrip(), before) or not _alike(sentence[end:].rstrip(), after):
        return None
    attribute = sentence[start:end]
    kept = attribute.rstrip() if after else attribute.rstrip().rstrip(_SENTENCE_END).rstrip()
    start += len(attribute) - len(attribute.lstrip())
    end -= len(attribute) - len(kept)
    return (start, end) if start < end else None


def _alike(text: str, other: str) -> bool:
    return len(text) == len(other) and fold(text.replace("\xa0", " ")) == fold(other.replace("\xa0", " "))


def _lines_of_ids(text: str) -> dict[str, int]:
    """The line on which each id stands first."""
    lines: dict[str, int] = {}
    line, seen = 1, 0
    for match in _ID.finditer(text):
        line += text.count("\n", seen, match.start())
        seen = match.start()
        lines.setdefault(str(json.loads(match[1])), line)
    return lines


def _tests(path: Path, text: str) -> Iterator[tuple[str, int, object]]:
    """Every test with the section that it is of ('' for a bare list) and its number there."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{path}, line {error.lineno}: this is not JSON ({error.msg}, column {error.colno}); correct the file or "
            "download it again."
        ) from None
    data = document.get("data", document) if isinstance(document, dict) else {"": document}
    sections = {name: data[name] for name in ("", *SECTIONS) if isinstance(data, dict) and name in data}
    if not sections or not all(isinstance(tests, list) for tests in sections.values()):
        raise InputError(
            f"{path}, line 1: there is neither data.intrasentence nor data.intersentence; a StereoSet file has one of "
            "these lists or both, or is a list of tests."
        )
    for name, tests in sections.items():
        for number, test in enumerate(tests):
            yield name, number, test


def _pickled_tests(path: Path) -> Iterator[tuple[str, int, object]]:
    """The rows of pickled frames as StereoSet's records; contexts with a BLANK are of the task within a sentence."""
    files = sorted(path.glob("*.pkl")) if path.is_dir() else [path]
    sections = dict[str, list[object]]()
    for file in files:
        rows = read_frame(file)
        if missing := [name for name in PICKLED_COLUMNS if rows and name not in rows[0]]:
            raise InputError(f"{file} has no column {', '.join(missing)}; a StereoSet frame has them.")
        within, across = SECTIONS
        section = within if any(BLANK in str(row["context"]) for row in rows) else across
        if section in sections:
            raise InputError(f"{file} is a second file of {section} tests in {path}; keep one of each task.")
        sections[section] = [_record_of_row(row) for row in rows]
    for name in SECTIONS:
        for number, test in enumerate(sections.get(name, ())):
            yield name, number, test


def _record_of_row(row: Mapping[str, object]) -> dict[str, object]:
    candidates = [{name: row[f"c{number}_{name}"] for name in ("id", "sentence", "gold_label")} for number in (1, 2, 3)]
    return {name: row[name] for name in ("id", "target", "bias_type", "context")} | {"sentences": candidates}


def _item(record: TripleRecord, item_id: str, task: str, language: str, line: int) -> Item:
    labels = Counter(candidate.gold_label for candidate in record.sentences)
    variants = {
        role: candidate(task, record.context, own.sentence, str(own.id))
        for role in ROLES
        for own in record.sentences
        if own.gold_label == role and labels[role] == 1  # which of two is meant cannot be known
    }
    domain = record.bias_type.strip().lower()
    facets = {"task": task} | ({"context": record.context} if task == INTRA else {})
    return Item(item_id, variants, language, _SAME_DOMAIN.get(domain, domain), record.target, facets, line)


def candidate(task: str, context: str, sentence: str, sentence_id: str) -> Text:
    if task == INTER:
        return Text(sentence, id=sentence_id, context=context)
    return Text(sentence, id=sentence_id, span=attribute_span(context, sentence))


def to_json(items: Sequence[Item]) -> str:
    """StereoSet's JSON."""
    data = {name: [_record(item) for item in items if item.facets["task"] == task] for name, task in SECTIONS.items()}
    document = {"version": "1.0", "data": {name: tests for name, tests in data.items() if tests}}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _record(item: Item) -> dict[str, object]:
    sentences = [
        {"id": text.id or f"{item.id}-{role[0]}", "sentence": text.text, "gold_label": role}
        for role in ROLES
        if (text := item.variants.get(role))
    ]
    facts = {"id": item.id, "target": item.cluster, "bias_type": item.category}
    return {**facts, "context": context_of(item), "sentences": sentences}


def read_published_scores(text: str, path: Path, benchmark: str, items: Sequence[Item]) -> Iterator[Given] | None:
    """StereoSet's own: {"intrasentence": [{"id": SENTENCE_ID, "score": …}, …], "intersentence": […]}."""
    try:
        document = json.loads(text)
    except ValueError:  # several lines of JSON are no document
        return None
    if not isinstance(document, dict) or not SECTIONS.keys() & document.keys():
        return None
    return _scores(document, path, benchmark, items)


def _scores(
    document: Mapping[str, Iterable[object] | None], path: Path, benchmark: str, items: Sequence[Item]
) -> Iterator[Given]:
    keys = {text.id: (item.id, role) for item in items for role, text in item.variants.items() if text.id}
    for section in SECTIONS:
        for number, record in enumerate(document.get(section) or ()):
            where = f"{section}[{number}]"
            if not isinstance(record, dict) or not {"id", "score"} <= record.keys():
                raise InputError(f'{path}, {where}: expected {{"id": SENTENCE_ID, "score": NUMBER}}.')
            sentence_id = str(record["id"])
            if sentence_id not in keys:
                raise InputError(f"{path}, {where}: {benchmark} has no sentence with the id {sentence_id!r}.")
            yield where, *keys[sentence_id], record["score"]
