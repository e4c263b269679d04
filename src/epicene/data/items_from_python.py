"""What a program gives instead of naming a file: a list of `Item`, a frame of sentences, or a frame of scores."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from epicene.core.errors import InputError
from epicene.core.files import cache_folder, json_lines, write_text
from epicene.core.hashing import SHORT, digest, items_digest
from epicene.core.kinds import KINDS, AnyKind
from epicene.core.types import Item
from epicene.data.benchmarks import own_benchmark
from epicene.data.datasets import Dataset, find_unusable
from epicene.data.text_files import rename_hint, renamed
from epicene.data.vocabulary import DIRECTIONS, ORIGINS

GIVEN = Path("items given in Python")  # where an error about an item points to
_NOT_OF_AN_ITEM = ("benchmark", "unusable")  # columns of `Run.items()` that say something of the run


@runtime_checkable
class DataFrameLike(Protocol):
    """What is used of a pandas frame."""

    @property
    def columns(self) -> Sequence[Hashable]: ...
    def to_dict(self, orient: str) -> Sequence[Mapping[Hashable, object]]: ...


def dataset_of(items: Sequence[Item]) -> Dataset:
    """The items of one kind and language, under a name that no set of ours has: `own-pairs-fr`."""
    languages = sorted({item.language for item in items})
    roles: set[str] = {role for item in items for role in item.variants}
    if len(languages) != 1:
        raise InputError(f"Items of one language are asked at a time; these have {', '.join(languages) or '–'}.")
    kind = next((kind for kind in KINDS.values() if roles == set(kind.roles)), None)
    if kind is None:
        raise _no_kind(sorted(roles))
    seen: set[str] = set()
    for item in items:
        if not item.id.strip() or item.id in seen:
            raise InputError(f"Two items have the id {item.id!r}, or it is empty. Give each an id of its own.")
        _check_facets(item)
        seen.add(item.id)
    benchmark = own_benchmark(f"own-{kind.name}-{languages[0]}", kind.name, languages[0])
    try:
        unusable = find_unusable(items, kind)
    except KeyError as error:
        raise InputError(f"Items of the kind {kind.name} need the facet {error}. Give it to each of them.") from error
    return Dataset(benchmark.name, benchmark, GIVEN, tuple(items), unusable, items_digest(items), known=False)


def _check_facets(item: Item) -> None:
    """What figures are split by: a misspelt one would drop out of them in silence."""
    for name, known in (("direction", DIRECTIONS), ("origin", ORIGINS)):
        if name in item.facets and item.facets[name] not in known:
            raise InputError(f"The {name} of {item.id} is {item.facets[name]!r}; correct it to {' or '.join(known)}.")


def frame_items(frame: DataFrameLike) -> list[Item]:
    """An item a row: a column for each role of its kind and `language`; `id`, `category`, `cluster` and what the kind
    knows besides, where there are such columns, by these names or those of published tables (`sent_more`). What
    `Run.items()` gives is such a frame."""
    columns = [str(column) for column in frame.columns]
    by_kind = {kind.name: renamed(columns, _own_names(kind)) for kind in KINDS.values()}
    fitting = [kind for kind in KINDS.values() if set(by_kind[kind.name].values()) >= set(kind.roles)]
    if not fitting:
        raise _no_kind(columns)
    kind = max(fitting, key=lambda kind: len(kind.roles))
    if "language" not in columns:
        raise InputError("The frame has no column language, so nobody knows which one its sentences are in. Add it.")
    items, names = [], by_kind[kind.name]
    for number, row in enumerate(frame.to_dict("records"), start=1):
        cells = {names[str(name)]: str(value) for name, value in row.items() if not _is_missing(value)}
        cells = {"id": str(number)} | {name: text for name, text in cells.items() if name not in _NOT_OF_AN_ITEM}
        if absent := [name for name in ("language", *kind.roles) if name not in cells]:
            raise InputError(f"Row {number} of the frame has no {absent[0]}. Fill in that cell, or leave the row out.")
        items.append(kind.item_of(cells, number))
    return items


def scores_file(frame: DataFrameLike) -> Path:
    """A frame with the columns item_id, role and score (or value, as `Run.scores()` has them), as a file in the cache
    that is read like anybody's."""
    columns = {str(column) for column in frame.columns}
    score = next((name for name in ("score", "value") if name in columns), "score")
    if absent := [name for name in ("item_id", "role", score) if name not in columns]:
        raise InputError(f"The frame of scores has no column {absent[0]}. It needs item_id, role and score.")
    wanted = {"item_id": "item_id", "role": "role", score: "score"}
    rows = [{name: str(row[key]) for key, name in wanted.items()} for row in frame.to_dict("records")]
    path = cache_folder() / "given" / f"scores-{digest(rows)[:SHORT]}.jsonl"
    write_text(path, json_lines(rows))
    return path


def _own_names(kind: AnyKind) -> dict[str, str]:
    """A kind's names for the columns of published tables."""
    return {"bias_type": "category"} | {column: name for name, column in kind.column_of.items()}


def _no_kind(names: Sequence[str]) -> InputError:
    """Which kinds there are and, of a frame, what looks like the columns of one."""
    known = "; ".join(f"{kind.name}: {', '.join(kind.roles)}" for kind in KINDS.values())
    hints = (rename_hint(kind.roles, names) for kind in KINDS.values())
    hint = max(hints, key=len, default="")
    what_to_do = f" To ask these, {hint}." if hint else ""
    return InputError(f"No kind of benchmark has the roles {', '.join(names) or '–'}. Known are {known}.{what_to_do}")


def _is_missing(value: object) -> bool:
    """None, or pandas' own signs of nothing, which differ from themselves or say so."""
    return value is None or value != value or str(value) == "<NA>"
