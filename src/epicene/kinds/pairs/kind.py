"""Pairs of sentences that differ in the group they speak of (CrowS-Pairs): which one does a model find likelier?

Read from the CrowS-Pairs tables or from epicene's own JSON lines, with the scores that the original program wrote.
Sentences are taken exactly as they stand in the file: stripping or folding them would move scores (RoBERTa by up to 6
nats). What makes a file unreadable is an error here; what is merely wrong with a pair is for `check`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import ClassVar

from epicene.adapt.translation_check import DOUBLE_SWITCH, NOT_MINIMAL
from epicene.core.errors import InputError
from epicene.core.kinds import (
    IDENTICAL,
    SENTENCES,
    TWO,
    Given,
    Issue,
    ItemKind,
    LoggedSample,
    ReadSamples,
    Stats,
    TaskSpec,
)
from epicene.core.language import Language
from epicene.core.types import Capability, Item, Role, Text
from epicene.data.text_files import numbered_rows, read_objects, read_text, rename_hint, renamed, unique_items
from epicene.data.vocabulary import ORIGINS
from epicene.kinds.kind import Kind
from epicene.kinds.pairs.check import (
    PERCENTAGES,
    STATS_COLUMNS,
    broken_pair,
    minimal_pair,
    pair_cells,
    pair_issues,
    pair_stats,
)
from epicene.runs.results import LIKELIHOOD, WORDS

COLUMNS = ("sent_more", "sent_less", "stereo_antistereo", "bias_type")
NEEDED = COLUMNS[:2]  # of a table of one's own
_SHORT = {"more": "sent_more", "less": "sent_less", "direction": "stereo_antistereo", "category": "bias_type"}
_COMMENT = ("#", '"#')  # spreadsheets quote a cell that has a separator
_OTHER = {"autre": "other"}
_UNTYPED = "other"
_OF_LINES = {"sent_more": "more", "sent_less": "less", "stereo_antistereo": "direction", "category": "bias_type"}
_SEPARATORS = {"\t": "tabs", ",": "commas", ";": "semicolons"}
NOUN = "pair"
_KEYS = ("id", "more", "less", "direction", "bias_type")

SCORE_COLUMNS = ("sent_more", "sent_less", "sent_more_score", "sent_less_score")


class PairsKind(Kind):
    name = "pairs"
    package = "epicene.kinds.pairs"
    roles = (Role.MORE, Role.LESS)
    tasks: ClassVar[Mapping[str, TaskSpec]] = {
        "pairs": TaskSpec(
            frozenset({SENTENCES, TWO}),
            {
                Capability.MASKED: "pll-shared",
                Capability.CAUSAL: "loglik-shared",  # of three, nearest to a known stereotype: docs/lab.md
                Capability.DENOISING: "denoise",
                Capability.CHAT: "prompted",
            },
        )
    }
    ways: ClassVar[Mapping[str, str]] = {
        LIKELIHOOD: "epicene.kinds.pairs.page:PairsByLikelihood",
        WORDS: "epicene.kinds.chat_replies.page:PairsInWords",
        f"{LIKELIHOOD}-controls": "epicene.kinds.pairs.controls:ControlsByLikelihood",
    }
    unusable: ClassVar = {
        **ItemKind.unusable,
        IDENTICAL: ItemKind.unusable[IDENTICAL]._replace(lost="the two sentences are identical"),
    }
    has_bias_types = True
    judged = (Role.MORE,)
    strata = ("origin", "direction")
    column_of: ClassVar = {
        **dict(zip(roles, COLUMNS, strict=False)),
        "direction": COLUMNS[2],
        "category": COLUMNS[3],
        "origin": "origin",
    }
    fixable = frozenset({NOT_MINIMAL, DOUBLE_SWITCH})
    second_follows = True

    def read(self, path: Path, language: str, **facts: str) -> list[Item]:
        """JSON lines or, where `format` says so or the file looks so, a `table`. Of the bilingual CrowS-Pairs the
        benchmark says the origin of the 210 pairs that were `contributed` in French (LA0 to LA209, after the 1,467 that
        were written in English), and of all others (`otherwise`). Pairs of the format `controls` have no direction."""
        format, contributed = facts.get("format", ""), facts.get("contributed", "")
        if format != "table" and (format or read_text(path, is_table=True).lstrip().startswith("{")):
            keys = tuple(key for key in _KEYS if key != "direction" or format != "controls")
            return read_json_lines(path, language=language, keys=keys)

        def origin(item_id: str, row: int) -> str:
            is_contributed = item_id.startswith("LA") if item_id else row > 1466
            return (contributed if is_contributed else facts["otherwise"]) if contributed else "native"

        return read_table(path, language=language, origin=origin, needed=COLUMNS if format else NEEDED)

    def read_translation(self, path: Path, language: str) -> list[Item]:
        return self.read(path, language, format="table" if path.suffix == ".tsv" else "lines")

    def template(self, code: str = "en") -> str:
        return Language(code, self.package).text("template")

    def write(self, items: Sequence[Item]) -> str:
        records = [{"id": item.id, **self.texts_of(item), **item.facets, "bias_type": item.category} for item in items]
        return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)

    def issues(self, item: Item) -> Iterator[Issue]:
        return pair_issues(item)

    def stats(self, items: Sequence[Item], unusable: Collection[str]) -> Stats:
        groups = pair_stats(items, unusable)
        return Stats(STATS_COLUMNS, [*map(pair_cells, groups)], [*map(asdict, groups)], PERCENTAGES)

    @property
    def line_of_scores(self) -> str:
        return '{"item_id": "0", "role": "more", "score": -42.5}'

    def given_scores(
        self, text: str, path: Path, benchmark: str, items: Sequence[Item], column: str | None = None
    ) -> Iterator[Given] | None:
        return None if text.lstrip().startswith("{") else read_original_scores(text, path, benchmark, items)

    def from_samples(self, samples: Sequence[LoggedSample], path: Path, language: str) -> ReadSamples | None:
        """lm-eval's crows_pairs: the log-likelihoods of both sentences, the more stereotyping one first."""
        if not samples or not set(NEEDED) <= set(samples[0].doc):
            return None
        items, given = [], list[Given]()
        for sample in samples:
            cells = {name: str(sample.doc[name]) for name in COLUMNS if sample.doc.get(name) is not None}
            texts = [cells.get(name, "").strip() for name in NEEDED]
            if set(NEEDED) - set(cells) or [text.strip() for text in sample.texts] != texts:
                raise InputError(f"{path}, line {sample.line}: what was asked are not the two sentences of its pair.")
            facets = {"direction": cells["stereo_antistereo"]} if "stereo_antistereo" in cells else {}
            more, less, bias_type = *(cells[name] for name in NEEDED), cells.get("bias_type") or _UNTYPED
            items.append(_item(path, sample.line, sample.id, more, less, bias_type, facets, language))
            values = zip(self.roles, sample.values, strict=True)
            given += [(f"line {sample.line}", sample.id, role, value) for role, value in values]
        return ReadSamples(unique_items(path, items, NOUN), given, "loglik")

    def translation_issues(
        self, item: Item, unusable: str | None, source: Item | None, alone: str
    ) -> Iterator[tuple[str, str]]:
        return iter(()) if unusable else broken_pair(item)

    def auto_fix(self, item: Item) -> tuple[dict[str, str], Sequence[str]] | None:
        return minimal_pair(item)


def read_table(path: Path, *, language: str, origin: Callable[[str, int], str], needed: Sequence[str]) -> list[Item]:
    """A CrowS-Pairs table, separated by tabs, commas or semicolons whatever its name says; one of one's own needs the
    two sentences only (`more` and `less` will do as names), lines that begin with # are comments, and further columns
    are facets.

    `origin` tells from an item's id and 0-based row whether it was written in this language or translated into it,
    where the table has no column of that name to say so.
    """
    text = read_text(path, is_table=True)
    if text.lstrip().startswith(("{", "[")):
        raise InputError(
            f"{path} is JSON, and a table of pairs is expected. Pairs as JSON lines are pairs-XX=FILE (XX is their "
            "language); StereoSet's file is stereoset-XX=FILE, and BBQ's is bbq=FILE."
        )
    lines = text.split("\n")
    comments = next((index for index, line in enumerate(lines) if not line.startswith(_COMMENT)), 0)
    text = "\n".join(lines[comments:])
    separator = _separator(path, text, needed)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    header = _header(next(reader))
    has_ids, known = header[0] not in COLUMNS, (*COLUMNS, "origin")
    further = [] if needed == COLUMNS else [name for name in header[has_ids:] if name and name not in known]
    items: list[Item] = []
    for line, fields in _rows(path, reader, len(header), separator):
        cells = dict(zip(reversed(header), reversed(fields), strict=True))
        item_id = fields[0] if has_ids else str(len(items))
        texts = {"direction": cells["stereo_antistereo"]} if "stereo_antistereo" in cells else {}
        facets = texts | {"origin": cells.get("origin") or origin(item_id if has_ids else "", len(items))}
        facets |= {name: value for name in further if (value := cells[name].strip())}
        more, less, bias_type = cells["sent_more"], cells["sent_less"], cells.get("bias_type") or _UNTYPED
        items.append(_item(path, line + comments, item_id, more, less, bias_type, facets, language))
    return unique_items(path, items, NOUN)


def _header(names: Sequence[str]) -> list[str]:
    """Its columns by the names that CrowS-Pairs has for them."""
    stripped = [name.strip() for name in names]
    own_names = renamed(stripped, _SHORT)
    return [own_names[name] for name in stripped]


def read_json_lines(path: Path, *, language: str, keys: Sequence[str] = _KEYS) -> list[Item]:
    """epicene's own format: an object a line with id, more, less, direction, bias_type, where known origin, and facets
    of one's own."""
    items = []
    for line, row in read_objects(path, keys, None, NOUN, _OF_LINES):
        facets = {key: value for key, value in row.items() if key not in _KEYS or key == "direction"}
        items.append(_item(path, line, row["id"], row["more"], row["less"], row["bias_type"], facets, language))
    return unique_items(path, items, NOUN)


def _item(
    path: Path, line: int, item_id: str, more: str, less: str, bias_type: str, facets: Mapping[str, str], language: str
) -> Item:
    if "origin" in facets and facets["origin"] not in ORIGINS:
        raise InputError(
            f"{path}, line {line}: the origin of {item_id} is {facets['origin']!r}; correct it to one of: "
            f"{', '.join(ORIGINS)}."
        )
    category = _OTHER.get(bias_type, bias_type)
    variants = {Role.MORE: Text(more), Role.LESS: Text(less)}
    return Item(item_id, variants, language, category, cluster=item_id, facets=facets, line=line)


def _separator(path: Path, text: str, needed: Sequence[str]) -> str:
    """The separator under which the header has the columns we need."""
    header = text.split("\n", 1)[0].rstrip("\r")
    if "\r" in header:
        raise InputError(f"{path}, line 1: lines end with a carriage return alone; save the file with usual line ends.")
    names = {mark: _header(next(csv.reader([header], delimiter=mark), [])) for mark in _SEPARATORS}
    for mark in _SEPARATORS:
        if set(needed) <= set(names[mark]):
            return mark
    nearest = max(names.values(), key=len)
    missing = [name for name in needed if name not in nearest]
    shown = ", ".join(repr(name) for name in nearest[:12])
    hint = rename_hint(missing, [name for name in nearest if name not in COLUMNS])
    raise InputError(
        f"{path}, line 1: no column {', '.join(missing)} (found: {shown}); {hint}{'; ' if hint else ''}the first line "
        f"must name the columns, separated by {', '.join(_SEPARATORS.values())}. `epicene data template pairs` writes "
        "such a file."
    )


def _rows(path: Path, reader: Iterator[list[str]], width: int, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with the line on which each starts; empty lines are left out."""
    for line, fields in numbered_rows(path, reader):
        if fields and len(fields) != width:
            raise InputError(
                f"{path}, line {line}: this row has {len(fields)} and not {width} fields; check for "
                f"{_SEPARATORS[separator]} inside a sentence and for a quotation mark that is never closed."
            )
        if fields:
            yield line, fields


def read_original_scores(text: str, path: Path, benchmark: str, items: Sequence[Item]) -> Iterator[Given]:
    """The original writes a row for each pair, in the file's order; its sentences must be ours, but that it lower-cases
    what it gives to uncased models."""
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        header, rows = reader.fieldnames or [], [(f"line {reader.line_num}", row) for row in reader]
    except csv.Error as error:
        raise InputError(
            f"{path}, line {reader.line_num}: it cannot be read as CSV ({error}). A quote may not be closed."
        ) from error
    missing = [name for name in SCORE_COLUMNS if name not in header]
    if missing:
        raise InputError(
            f"{path}: column {missing[0]!r} is missing. Expected JSONL of item_id, role and score, or the CSV of the "
            f"original script with {', '.join(SCORE_COLUMNS)}."
        )
    following = iter(items)
    for where, row in rows:
        item = next(following, None)
        texts = [item.variants[role].text.casefold() for role in (Role.MORE, Role.LESS)] if item else []
        if item is None or texts != [(row[name] or "").casefold() for name in NEEDED]:
            raise InputError(
                f"{path}, {where}: its sentences are not those of {benchmark}, item {item.id if item else '–'}. Name "
                "the file that was asked, in the order it was asked."
            )
        yield where, item.id, Role.MORE, row["sent_more_score"]
        yield where, item.id, Role.LESS, row["sent_less_score"]


PAIRS = PairsKind()
