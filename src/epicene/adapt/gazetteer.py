"""Names and places: what may stand in their place in another society, as proposals with reasons. Nothing is applied.

Névéol et al. (2022, section 4.3) recommend a strategy for each sort of thing that is adapted, so that a set keeps a
comparable diversity of names and places. The strategy here: one name for one name, two names for two names; a name
stands for one that tells the same of its bearer; other terms have a counterpart each.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from epicene.adapt.adaptation_labels import Label, messages
from epicene.core.errors import InputError
from epicene.grammar.tables import read_table, word_list
from epicene.grammar.word_patterns import APOSTROPHES, fold, words

_OWN = read_table("adapt/gazetteer.toml")
_POSSESSIVE = re.compile(rf"[{APOSTROPHES}]s?$")
Names = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]  # by class, the source's and the target's
Terms = dict[str, dict[str, str | dict[str, str]]]  # by label, source: target, or {to, why}


class GazetteerFile(msgspec.Struct, forbid_unknown_fields=True):
    """A gazetteer by direction: `names` have a list of each language for each class."""

    names: dict[str, dict[str, dict[str, str]]] = {}
    terms: dict[str, Terms] = {}


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something of the source that may need another counterpart, in which class or by which label; `target` is empty
    where there may be none. `why` is somebody's own reason; without one, the catalogue has a reason for the class."""

    source: str
    target: str
    label: Label
    reason: str
    why: str = ""

    def sentence(self, language: str) -> str:
        says = messages(language)
        arrow = says["proposal"] if self.target else says["proposal_none"]
        why = self.why or says["reasons"].get(self.reason, "")
        label = says["labels"][self.label]
        return str(arrow.format(source=self.source, target=self.target, label=label, why=why).rstrip(" :\u00a0"))


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """For one direction: classes of names as (source's, target's), and what each folded term may become."""

    names: Names
    terms: Mapping[str, Proposal]

    def proposals(self, texts: Mapping[str, Iterable[str]]) -> dict[str, list[Proposal]]:
        """By item, from all its texts in the source's language. Items in the source's order: which name stands for
        which depends on it, and on nothing else."""
        said = {item_id: list(own) for item_id, own in texts.items()}
        used = {name for own in said.values() for text in own for name in _capitalised(text)}
        left = {group: [name for name in theirs if name not in used] for group, (_, theirs) in self.names.items()}
        given: dict[str, Proposal] = {}
        found = {}
        for item_id, own in said.items():
            mine = [one for text in own for one in (*self._terms(text), *self._names(text, given, left))]
            found[item_id] = list(dict.fromkeys(mine))
        return found

    def _terms(self, text: str) -> Iterator[Proposal]:
        parts = _key(text).split(" ")
        start = 0
        while start < len(parts):
            longest = next((n for n in range(4, 0, -1) if " ".join(parts[start : start + n]) in self.terms), 0)
            if longest:
                yield self.terms[" ".join(parts[start : start + longest])]
            start += longest or 1

    def _names(self, text: str, given: dict[str, Proposal], left: dict[str, list[str]]) -> Iterator[Proposal]:
        """A name that is usual in both places stays; where a class has run out of names, its first come again."""
        for name in _capitalised(text):
            group = next((group for group, (ours, _) in self.names.items() if name in ours), None)
            if group is None or fold(name) in self.terms or name in self.names[group][1]:
                continue
            if name not in given:
                rest = left[group] or list(self.names[group][1])
                given[name] = Proposal(name, rest[0], Label.NAME, group)
                left[group] = [*rest[1:], rest[0]]
            yield given[name]


def _key(text: str) -> str:
    return " ".join(fold(word.text) for word in words(text))


def _capitalised(text: str) -> list[str]:
    return [_POSSESSIVE.sub("", word.text) for word in words(text) if word.text[:1].isupper()]


def read_gazetteer(source: str, target: str, file: Path | None = None) -> Gazetteer:
    """Our own for a direction, which the file of a user adds to and overrules."""
    parts = [_direction(GazetteerFile(**_OWN), source, target)]
    if file:
        parts.append(_direction(_read(file), source, target))
    names: Names = {}
    terms: dict[str, Proposal] = {}
    for classes, by_label in parts:
        for group, (ours, theirs) in classes.items():
            before = names.get(group, ((), ()))
            names[group] = (*ours, *before[0]), (*theirs, *before[1])
        terms |= {_key(one.source): one for one in by_label}
    return Gazetteer({group: lists for group, lists in names.items() if all(lists)}, terms)


def _read(file: Path) -> GazetteerFile:
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), GazetteerFile)
    except OSError:
        raise InputError("{file} cannot be read; name a TOML file with --gazetteer.", file=file) from None
    except (ValueError, msgspec.ValidationError) as error:
        raise InputError("{file} is no gazetteer: {error}. docs/adapt.md shows one.", file=file, error=error) from None


def _direction(file: GazetteerFile, source: str, target: str) -> tuple[Names, list[Proposal]]:
    """What a file says of a direction; what it says of the opposite one, turned round."""
    source, target = source.split("-")[0], target.split("-")[0]
    classes: Names = {}
    terms: list[Proposal] = []
    for name in dict.fromkeys((f"{target}-{source}", f"{source}-{target}")):
        for group, lists in file.names.get(name, {}).items():
            classes[group] = word_list(lists.get(source, "")), word_list(lists.get(target, ""))
        for label, listed in file.terms.get(name, {}).items():
            for one, other in listed.items():
                terms += _term(one, other, label, turned=name != f"{source}-{target}")
    return classes, terms


def _term(source: str, given: str | Mapping[str, str], label: str, *, turned: bool) -> Iterator[Proposal]:
    to, why = (given, "") if isinstance(given, str) else (given.get("to", ""), given.get("why", ""))
    if label not in set(Label):
        raise InputError(
            "The gazetteer has terms of the label {label!r}; known: {known}.", label=label, known=", ".join(Label)
        )
    if not turned:
        yield Proposal(source, to, Label(label), label, why)
    elif to:
        yield Proposal(to, source, Label(label), label, why)
