"""Reader of the StereoSet JSON: a context and three candidates, within one sentence or as a next sentence.

Sentences are taken exactly as they stand. What makes a file unreadable is an error here; what is merely wrong with a
test (a label twice, a candidate that does not fit its context) is for the kind's `unusable_reason` and `data check`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.kinds import Given
from epicene.core.types import BLANK, INTER, INTRA, Item, Role, Text
from epicene.data.text_files import read_text
from epicene.grammar.word_patterns import fold

SECTIONS = {"intrasentence": INTRA, "intersentence": INTER}
ROLES = (Role.STEREOTYPE, Role.ANTI, Role.UNRELATED)
_SAME_DOMAIN = {
    **dict.fromkeys(("ethnicity", "ethnie", "origine ethnique", "origine", "raça", "raca", "etnia"), "race"),
    **dict.fromkeys(("genre", "gênero", "genero", "género"), "gender"),
    **dict.fromkeys(("professions", "métier", "metier", "profissão", "profissao"), "profession"),
    **dict.fromkeys(("religions", "religião", "religiao"), "religion"),
}
_ID = re.compile(r'"id"\s*:\s*("(?:[^"\\]|\\.)*"|\d+)')
_SENTENCE_END = ".!?…"


def read_triples(path: Path, language: str) -> list[Item]:
    """Both tasks, within a sentence first; a bare list is taken for tests within a sentence."""
    source = TriplesSource(path, read_text(path))
    items: list[Item] = []
    for section, tests in _sections(source).items():
        for number, test in enumerate(tests):
            where = f"{section}[{number}]" if section else f"test {number}"
            items.append(_item(source, where, test, SECTIONS.get(section, INTRA), str(len(items)), language))
    if not items:
        raise InputError(f"{path} has no tests; download or export it again.")
    _refuse_repeated_ids(source, items)
    return items


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


@dataclass(frozen=True)
class TriplesSource:
    """A file's text, and where in it each id stands."""

    path: Path
    text: str
    lines: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        line, seen = 1, 0
        for match in _ID.finditer(self.text):
            line += self.text.count("\n", seen, match.start())
            seen = match.start()
            self.lines.setdefault(match[1], line)

    def line(self, item_id: object) -> int:
        """The line of an id as the file writes it; 1 where it cannot be found."""
        spelled = (json.dumps(item_id, ensure_ascii=ascii) for ascii in (False, True))
        return next((self.lines[text] for text in spelled if text in self.lines), 1)

    def error(self, where: str, item_id: object, message: str) -> InputError:
        line = f", line {self.line(item_id)}" if item_id else ""
        return InputError(f"{self.path}{line}, {where}: {message}")


def _sections(source: TriplesSource) -> Mapping[str, Sequence[object]]:
    """The lists of tests by section name, tests within a sentence first; '' for a bare list."""
    try:
        document = json.loads(source.text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{source.path}, line {error.lineno}: this is not JSON ({error.msg}, column {error.colno}); correct the "
            "file or download it again."
        ) from None
    if isinstance(document, list):
        return {"": document}
    data = document.get("data", document) if isinstance(document, dict) else None
    sections = {name: data[name] for name in SECTIONS if name in data} if isinstance(data, dict) else {}
    if not sections:
        raise InputError(
            f"{source.path}, line 1: there is neither data.intrasentence nor data.intersentence; a StereoSet file has "
            "one of them or both, or is a list of tests."
        )
    for name, tests in sections.items():
        if not isinstance(tests, list):
            raise InputError(f"{source.path}: data.{name} is no list of tests; write them as […].")
    return sections


def _item(source: TriplesSource, where: str, test: object, task: str, row: str, language: str) -> Item:
    if not isinstance(test, dict):
        raise source.error(where, None, "this is not a JSON object; write a test as {…}.")
    item_id = test.get("id", row)
    values = {key: _string(source, where, item_id, test, key) for key in ("target", "bias_type", "context")}
    if not isinstance(test.get("sentences"), list):
        raise source.error(where, item_id, "the test has no list of sentences; it needs three candidates.")
    candidates = list(_candidates(source, where, item_id, test["sentences"]))
    labels = Counter(role for role, _, _ in candidates)
    context = values["context"]
    variants = {
        role: candidate(task, context, sentence, sentence_id)
        for role, sentence, sentence_id in candidates
        if labels[role] == 1  # which of two is meant cannot be known
    }
    domain = values["bias_type"].strip().lower()
    facets = {"task": task} | ({"context": context} if task == INTRA else {})
    return Item(
        id=str(item_id),
        variants={role: variants[role] for role in ROLES if role in variants},
        language=language,
        category=_SAME_DOMAIN.get(domain, domain),
        cluster=values["target"],
        facets=facets,
        line=source.line(item_id),
    )


def candidate(task: str, context: str, sentence: str, sentence_id: str) -> Text:
    if task == INTER:
        return Text(sentence, id=sentence_id, context=context)
    return Text(sentence, id=sentence_id, span=attribute_span(context, sentence))


def _candidates(
    source: TriplesSource, where: str, item_id: object, sentences: list[object]
) -> Iterator[tuple[Role, str, str]]:
    """Role, sentence and sentence id of every candidate that has a label."""
    for sentence in sentences:
        if not isinstance(sentence, dict):
            raise source.error(where, item_id, "a candidate is not a JSON object; write it as {…}.")
        label = sentence.get("gold_label")
        if label is None:
            continue
        if label not in ROLES:
            message = f"the gold_label is {label!r}; correct it to one of {', '.join(ROLES)}."
            raise source.error(where, item_id, message)
        text = _string(source, where, item_id, {"sentence": "", **sentence}, "sentence")
        yield Role(label), text, str(sentence.get("id", ""))


def _string(source: TriplesSource, where: str, item_id: object, record: Mapping[str, object], key: str) -> str:
    value = record.get(key)
    if not isinstance(value, str):
        lacking = f"the test has no {key}, or it is not a text in quotation marks."
        raise source.error(where, item_id, lacking)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise source.error(where, item_id, f"{key} has half of a surrogate pair; correct it.") from None
    return value


def _refuse_repeated_ids(source: TriplesSource, items: Sequence[Item]) -> None:
    for item_id, count in Counter(item.id for item in items).items():
        if count > 1:
            raise InputError(
                f"{source.path}, line {source.line(item_id)}: {count} tests have the id {item_id}; make ids unique."
            )


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
