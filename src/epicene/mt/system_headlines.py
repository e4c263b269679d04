"""What a test of translation systems stands for among others: the share that is right, the gap between the genders,
and what becomes of a gender that the source leaves open; with what was found in each line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.types import Estimate
from epicene.metrics.answer_groups import ALL
from epicene.mt.results import ROOM, JudgedLine, SetResultLine
from epicene.report.headlines import (
    TRANSLATION,
    Headline,
    Question,
    Reading,
    ReadItems,
    ShownItem,
    system_trust,
)
from epicene.runs.results import ModelFacts

FROM_ENGLISH = ("en-fr", "winomt")  # what lines have as their target is what was translated
DIRECTION = re.compile("[a-z]{2,3}-[a-z]{2,3}")
PLACES = "0123456789abcdefghijklmnopqrstuvwxyz"
Line = JudgedLine | SetResultLine


@dataclass(frozen=True, slots=True)
class LineWords:
    """What can be found in a translation (`outcomes`), and the names of a class of lines and of an outcome."""

    outcomes: Sequence[str]
    class_name: Callable[[str, Language], str]
    found: str

    def outcome_names(self, language: Language) -> list[str]:
        return [language.text(f"{self.found}.{one}") for one in self.outcomes]


class HeadlinedSystem(Protocol):
    """A system and what was found of it."""

    model: str
    signatures: dict[str, str]
    n: int

    @property
    def asked(self) -> str: ...
    @property
    def measures(self) -> tuple[str, str]: ...
    @property
    def headline(self) -> tuple[str, str, str]: ...
    def estimate(self, metric: str, group: str) -> Estimate | None: ...
    def said(self) -> list[Notice]: ...


S = TypeVar("S", bound=HeadlinedSystem)


def system_headlines(
    path: Path,
    kind: str,
    system: S,
    words: LineWords,
    name: Callable[[str, str, Language], str],
    answers: Callable[[S, Language], Iterable[str]],
    language: Language,
) -> Iterator[Headline]:
    """Which weights translated is not known of outputs, so that the model has a name alone."""
    (right, gap), (*_, both) = system.measures, system.headline
    wanted = [(right, both), (gap, both), ("ambiguity_kept", ALL)]
    lines: Sequence[Line] = getattr(system, "lines", None) or ()
    own = language.joined(ROOM)
    found = [one for metric, group in wanted if (one := system.estimate(metric, group))]
    for place, one in enumerate(found):
        trust, reason = system_trust(one.signature, system.said(), own)
        yield Headline(
            run=path,
            model=ModelFacts(system.model, kind=TRANSLATION),
            question=Question(
                benchmark=one.benchmark,
                title=own.text_or(f"mt.short.{system.asked}", system.asked),
                kind=kind,
                kind_name=own.text("mt.kind"),
                spoken=spoken_of(one.task),
                metric=one.metric,
                measure=name(one.metric, one.group, own),
                ideal=one.ideal,
                n_items=one.n_total,
                task=one.task,
                group=one.group,
            ),
            signature=one.signature,
            estimate=one,
            trust=trust,
            reason=reason,
            chosen=None if place else _chosen(lines, words.outcomes),
            outputs=[] if place else [line.hypothesis for line in lines],
            items=partial(_items, lines, system.asked, words, own),
            told=partial(_told, system, answers, own) if not place else Reading,
        )


def spoken_of(task: str | None) -> str:
    """The languages of a test that says its direction; sets of others are from English."""
    direction = (task or "").partition(" ")[0]
    return direction if DIRECTION.fullmatch(direction) else "en-fr"


def _chosen(lines: Sequence[Line], outcomes: Sequence[str]) -> str:
    places = dict(zip(outcomes, PLACES, strict=False))
    return "".join(places.get(line.found, "-") for line in lines)


def _items(lines: Sequence[Line], asked: str, words: LineWords, language: Language) -> ReadItems:
    items = [ShownItem(str(line.line), words.class_name(line.class_, language), _source(line, asked)) for line in lines]
    return ReadItems(items, words.outcome_names(language))


def _source(line: Line, asked: str) -> str:
    if isinstance(line, SetResultLine):
        return line.source
    return line.target if asked in FROM_ENGLISH else line.source


def _told(system: S, answers: Callable[[S, Language], Iterable[str]], language: Language) -> Reading:
    return Reading("", " ".join(answers(system, language)))
