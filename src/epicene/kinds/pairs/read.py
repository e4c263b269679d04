"""Files of minimal pairs: the CrowS-Pairs tables, epicene's own JSON lines, and the scores that the original wrote.

Sentences are taken exactly as they stand in the file: stripping or folding them would move scores (RoBERTa by up to
6 nats). What makes a file unreadable is an error here; what is merely wrong with a pair is for `check`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.kinds import Given, Sample, Sampled
from epicene.core.types import Item, Role, Text
from epicene.data.text_files import numbered_rows, read_objects, read_text, unique_items
from epicene.data.vocabulary import ORIGINS

COLUMNS = ("sent_more", "sent_less", "stereo_antistereo", "bias_type")
NEEDED = COLUMNS[:2]  # of a table of one's own
_SHORT = {"more": "sent_more", "less": "sent_less", "direction": "stereo_antistereo", "category": "bias_type"}
_COMMENT = "#"
_OTHER = {"autre": "other"}
_UNTYPED = "other"
_SEPARATORS = {"\t": "tabs", ",": "commas"}
_WRONG_SEPARATORS = {";": "semicolons", "|": "vertical bars"}
NOUN = "pair"
_KEYS = ("id", "more", "less", "direction", "bias_type")

SCORE_COLUMNS = ("sent_more", "sent_less", "sent_more_score", "sent_less_score")

Origin = Callable[[str, int], str]


def read_pairs(
    path: Path, language: str, *, format: str = "", contributed: str = "", otherwise: str = ""
) -> list[Item]:
    """JSON lines or, where `format` says so or the file looks so, a `table`; of the bilingual CrowS-Pairs also where
    those pairs come from that were `contributed`, and all others. Pairs of the format `controls` have no direction."""
    if format != "table" and (format or _is_json(path)):
        keys = tuple(key for key in _KEYS if key != "direction" or format != "controls")
        return read_json_lines(path, language=language, keys=keys)
    origin = contributed_is(contributed, otherwise) if contributed else always_native
    return read_table(path, language=language, origin=origin, needed=COLUMNS if format else NEEDED)


def _is_json(path: Path) -> bool:
    return read_text(path).lstrip().startswith("{")


def read_table(path: Path, *, language: str, origin: Origin, needed: Sequence[str] = COLUMNS) -> list[Item]:
    """A CrowS-Pairs table, separated by tabs or commas whatever its name says; one of one's own needs the two sentences
    only (`more` and `less` will do as names), lines that begin with # are comments, and further columns are facets.

    `origin` tells from an item's id and 0-based row whether it was written in this language or translated into it,
    where the table has no column of that name to say so.
    """
    text = read_text(path)
    _refuse_json(path, text)
    lines = text.split("\n")
    comments = next((index for index, line in enumerate(lines) if not line.startswith(_COMMENT)), 0)
    text = "\n".join(lines[comments:])
    separator = _separator(path, text, needed)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    header = _header(next(reader))
    indices = {name: header.index(name) for name in (*COLUMNS, "origin") if name in header}
    has_ids = header[0] not in COLUMNS
    further = {} if needed == COLUMNS else {name: index for index, name in enumerate(header) if name not in indices}
    further = {name: index for name, index in further.items() if name and (index or not has_ids)}
    items: list[Item] = []
    for line, fields in _rows(path, reader, len(header), separator):
        cells = {name: fields[index] for name, index in indices.items()}
        item_id = fields[0] if has_ids else str(len(items))
        texts = {"direction": cells["stereo_antistereo"]} if "stereo_antistereo" in cells else {}
        facets = texts | {"origin": cells.get("origin") or origin(item_id if has_ids else "", len(items))}
        facets |= {name: value for name, index in further.items() if (value := fields[index].strip())}
        more, less, bias_type = cells["sent_more"], cells["sent_less"], cells.get("bias_type") or _UNTYPED
        items.append(_item(path, line + comments, item_id, more, less, bias_type, facets, language))
    return unique_items(path, items, NOUN)


def _refuse_json(path: Path, text: str) -> None:
    if text.lstrip().startswith(("{", "[")):
        raise InputError(
            f"{path} is JSON, and a table of pairs is expected. Pairs as JSON lines are pairs-XX=FILE (XX is their "
            "language); StereoSet's file is stereoset-XX=FILE, and BBQ's is bbq=FILE."
        )


def _header(names: Sequence[str]) -> list[str]:
    """Its columns by the names that CrowS-Pairs has for them."""
    return [_SHORT.get(name.strip(), name.strip()) for name in names]


def read_json_lines(path: Path, *, language: str, keys: Sequence[str] = _KEYS) -> list[Item]:
    """epicene's own format: an object a line with id, more, less, direction, bias_type, where known origin, and facets
    of one's own."""
    items = []
    for line, row in read_objects(path, keys, None, NOUN):
        facets = {key: value for key, value in row.items() if key not in _KEYS or key == "direction"}
        items.append(_item(path, line, row["id"], row["more"], row["less"], row["bias_type"], facets, language))
    return unique_items(path, items, NOUN)


def contributed_is(contributed: str, otherwise: str) -> Origin:
    """Origin of the bilingual CrowS-Pairs: the 210 pairs LA0 to LA209 were contributed in French, after the 1,467 that
    were written in English."""

    def origin(item_id: str, row: int) -> str:
        is_contributed = item_id.startswith("LA") if item_id else row > 1466
        return contributed if is_contributed else otherwise

    return origin


def always_native(item_id: str, row: int) -> str:
    return "native"


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
    marks = (*_SEPARATORS, *_WRONG_SEPARATORS)
    names = {mark: _header(next(csv.reader([header], delimiter=mark), [])) for mark in marks}
    for mark in _SEPARATORS:
        if set(needed) <= set(names[mark]):
            return mark
    for mark, wrong in _WRONG_SEPARATORS.items():
        if set(needed) <= set(names[mark]):
            raise InputError(
                f"{path}, line 1: the columns are separated by {wrong}; save the file with tabs or commas."
            )
    found = max(names.values(), key=len)
    missing = [name for name in needed if name not in found]
    shown = ", ".join(repr(name) for name in found[:12])
    raise InputError(
        f"{path}, line 1: no column {', '.join(missing)} (found: {shown}); the first line must name the columns, "
        "separated by tabs or commas. `epicene data template pairs` writes such a file."
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


def write_pairs(items: Sequence[Item]) -> str:
    """JSON lines."""
    return "".join(json.dumps(_record(item), ensure_ascii=False) + "\n" for item in items)


def _record(item: Item) -> dict[str, str]:
    texts: dict[str, str] = {role: text.text for role, text in item.variants.items()}
    return {"id": item.id, **texts, **item.facets, "bias_type": item.category}


def read_original_scores(text: str, path: Path, benchmark: str, items: Sequence[Item]) -> Iterator[Given]:
    """The original writes a row for each pair, in the file's order; its sentences must be ours."""
    reader = csv.DictReader(io.StringIO(text, newline=""))
    missing = [name for name in SCORE_COLUMNS if name not in _score_header(reader, path)]
    if missing:
        raise InputError(
            f"{path}: column {missing[0]!r} is missing. Expected JSONL of item_id, role and score, or the CSV of the "
            f"original script with {', '.join(SCORE_COLUMNS)}."
        )
    following = iter(items)
    for row in _score_rows(reader, path):
        item = next(following, None)
        if item is None or not _same_sentences(row, item):
            raise InputError(
                f"{path}, line {reader.line_num}: its sentences are not those of {benchmark}, item "
                f"{item.id if item else '–'}. Name the file that was asked, in the order it was asked."
            )
        yield f"line {reader.line_num}", item.id, Role.MORE, row["sent_more_score"]
        yield f"line {reader.line_num}", item.id, Role.LESS, row["sent_less_score"]


def _score_header(reader: csv.DictReader[str], path: Path) -> Sequence[str]:
    with _clear_csv_errors(reader, path):
        return reader.fieldnames or []


def _score_rows(reader: csv.DictReader[str], path: Path) -> Iterator[dict[str, str]]:
    with _clear_csv_errors(reader, path):
        yield from reader


@contextmanager
def _clear_csv_errors(reader: csv.DictReader[str], path: Path) -> Iterator[None]:
    try:
        yield
    except csv.Error as error:
        raise InputError(
            f"{path}, line {reader.line_num}: it cannot be read as CSV ({error}). A quote may not be closed."
        ) from error


def _same_sentences(row: dict[str, str], item: Item) -> bool:
    """The original lower-cases what it gives to uncased models."""
    written = [(item.variants[Role.MORE].text, row["sent_more"]), (item.variants[Role.LESS].text, row["sent_less"])]
    return all(there.casefold() == (here or "").casefold() for there, here in written)


def pairs_sampled(samples: Sequence[Sample], path: Path, language: str) -> Sampled:
    """lm-eval's crows_pairs: the log-likelihoods of both sentences, the more stereotyping one first."""
    items, given = [], list[Given]()
    for sample in samples:
        cells = {name: str(sample.doc[name]) for name in COLUMNS if sample.doc.get(name) is not None}
        if set(NEEDED) - set(cells) or [text.strip() for text in sample.texts] != [
            cells[name].strip() for name in NEEDED
        ]:
            raise InputError(f"{path}, line {sample.line}: what was asked are not the two sentences of its pair.")
        facets = {"direction": cells["stereo_antistereo"]} if "stereo_antistereo" in cells else {}
        bias_type = cells.get("bias_type") or _UNTYPED
        more, less = (cells[name] for name in NEEDED)
        items.append(_item(path, sample.line, sample.id, more, less, bias_type, facets, language))
        roles = zip((Role.MORE, Role.LESS), sample.values, strict=True)
        given += [(f"line {sample.line}", sample.id, role, value) for role, value in roles]
    return Sampled(unique_items(path, items, NOUN), given, "loglik")
