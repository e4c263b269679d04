"""Names and places: what may stand in their place in another society, as proposals with reasons. Nothing is applied.

Névéol et al. (2022, section 4.3) recommend a strategy for each sort of thing that is adapted, so that a set keeps a
comparable diversity of names and places. The strategy here: one name for one name, two names for two names; a name
stands for one that suggests the same of its bearer; other terms have a counterpart each.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from epicene.adapt.adaptation import Adaptation, Label, same_language, words_of
from epicene.core.errors import InputError
from epicene.grammar.word_patterns import APOSTROPHES, fold, read_table, word_list, words

_POSSESSIVE = re.compile(rf"[{APOSTROPHES}]s?$")
_MOST_WORDS = 4  # of a term


class GazetteerFile(msgspec.Struct, forbid_unknown_fields=True):
    """A gazetteer by direction: `names` have a list of each language for each class; `terms` by label have a target for
    each source, or `{to, why}`."""

    names: dict[str, dict[str, dict[str, str]]] = {}
    terms: dict[str, dict[str, dict[str, str | dict[str, str]]]] = {}


@dataclass(frozen=True, slots=True)
class Substitution:
    """A proposal: something of the source that may need another counterpart, in which class or by which label; `target`
    is empty where there may be none. `why` is somebody's own reason; without one, the catalogue has a reason for the
    class."""

    source: str
    target: str
    label: Label
    reason: str
    why: str = ""

    def sentence(self, language: str) -> str:
        words = words_of(language)
        key = "adapt.proposal" if self.target else "adapt.proposal_none"
        why = self.why or words.text_or(f"adapt.reasons.{self.reason}", "")
        label = words.text(f"adapt.labels.{self.label}")
        return words.text(key, source=self.source, target=self.target, label=label, why=why).rstrip(" :\u00a0")


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """For one direction: classes of names as (source's, target's), and what each folded term may become."""

    names: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    terms: Mapping[str, Substitution]

    def proposals(self, texts: Mapping[str, Iterable[str]]) -> dict[str, list[Substitution]]:
        """Proposals by item, from all its texts in the source's language. Items are in the source's order: which name
        stands for which depends on it, and on nothing else."""
        by_item = {item_id: list(own) for item_id, own in texts.items()}
        used = {name for own in by_item.values() for text in own for name in _capitalised(text)}
        left = {group: [name for name in theirs if name not in used] for group, (_, theirs) in self.names.items()}
        given: dict[str, Substitution] = {}
        proposals: dict[str, list[Substitution]] = {}
        for item_id, own in by_item.items():
            every = (proposal for text in own for proposal in (*self._terms(text), *self._names(text, given, left)))
            proposals[item_id] = list(dict.fromkeys(every))
        return proposals

    def _terms(self, text: str) -> Iterator[Substitution]:
        parts = _key(text).split(" ")
        start = 0
        while start < len(parts):
            lengths = range(_MOST_WORDS, 0, -1)
            longest = next((n for n in lengths if " ".join(parts[start : start + n]) in self.terms), 0)
            if longest:
                yield self.terms[" ".join(parts[start : start + longest])]
            start += longest or 1

    def _names(self, text: str, given: dict[str, Substitution], left: dict[str, list[str]]) -> Iterator[Substitution]:
        """A name that is usual in both societies stays; where a class has run out of names, its first come again."""
        for name in _capitalised(text):
            group = next((group for group, (ours, _) in self.names.items() if name in ours), None)
            if group is None or fold(name) in self.terms or name in self.names[group][1]:
                continue
            if name not in given:
                rest = left[group] or list(self.names[group][1])
                given[name] = Substitution(name, rest[0], Label.NAME, group)
                left[group] = [*rest[1:], rest[0]]
            yield given[name]


def _key(text: str) -> str:
    return " ".join(fold(word.text) for word in words(text))


def _capitalised(text: str) -> list[str]:
    return [_POSSESSIVE.sub("", word.text) for word in words(text) if word.text[:1].isupper()]


def read_gazetteer(source: str, target: str, file: Path | None = None) -> Gazetteer:
    """Our own for a direction, which the file of a user adds to and overrules; what a file says of the opposite
    direction counts too, turned round."""
    source, target = source.split("-")[0], target.split("-")[0]
    files = [GazetteerFile(**read_table("adapt/gazetteer.toml")), *([_read(file)] if file else [])]
    names: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    terms: dict[str, Substitution] = {}
    for part in files:
        classes = {}
        for direction in (f"{target}-{source}", f"{source}-{target}"):
            for group, lists in part.names.get(direction, {}).items():
                classes[group] = word_list(lists.get(source, "")), word_list(lists.get(target, ""))
            for label, by_source in part.terms.get(direction, {}).items():
                for proposal in _substitutions(by_source, label, turned=direction != f"{source}-{target}"):
                    terms[_key(proposal.source)] = proposal
        for group, (ours, theirs) in classes.items():
            before = names.get(group, ((), ()))
            names[group] = (*ours, *before[0]), (*theirs, *before[1])
    return Gazetteer({group: lists for group, lists in names.items() if all(lists)}, terms)


def _read(file: Path) -> GazetteerFile:
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), GazetteerFile)
    except OSError:
        raise InputError(f"{file} cannot be read; name a TOML file with --gazetteer.") from None
    except (ValueError, msgspec.ValidationError) as error:
        raise InputError(f"{file} is no gazetteer: {error}. docs/adapt.md shows one.") from None


def _substitutions(terms: Mapping[str, str | Mapping[str, str]], label: str, *, turned: bool) -> Iterator[Substitution]:
    if label not in set(Label):
        raise InputError(f"The gazetteer has terms of the label {label!r}; known: {', '.join(Label)}.")
    for source, given in terms.items():
        to, why = (given, "") if isinstance(given, str) else (given.get("to", ""), given.get("why", ""))
        if not turned:
            yield Substitution(source, to, Label(label), label, why)
        elif to:
            yield Substitution(to, source, Label(label), label, why)


def proposed(adaptation: Adaptation, file: Path | None, language: str) -> dict[str, str]:
    """Proposals for names and places by item, each with its reason; in a revision there are none."""
    facts, kind = adaptation.facts, adaptation.kind
    if same_language(facts.source_language, facts.target_language):
        return {}
    gazetteer = read_gazetteer(facts.source_language, facts.target_language, file)
    proposals = gazetteer.proposals({key: kind.texts_of(item).values() for key, item in adaptation.source().items()})
    return {key: "; ".join(proposal.sentence(language) for proposal in own) for key, own in proposals.items()}
