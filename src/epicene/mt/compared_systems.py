"""Two translation systems on the same lines: which figures of theirs are compared, and what is said of it. The tests
(McNemar over lines, a paired bootstrap over occupations) are `compare_figures` of `clustered_estimates.py`.

And what a test stands for among others: the share that is right, the gap between the genders, and what becomes of a
gender that the source leaves open; with what was found in each line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.metrics.answer_groups import ALL
from epicene.metrics.two_models import Comparison
from epicene.mt.clustered_estimates import Figure, Ratio, compare_figures
from epicene.mt.results import ROOM, JudgedLine, SetResultLine, TestedSystem
from epicene.report.compared_runs import ComparedRuns, Side, paired
from epicene.report.headlines import Headline as RunHeadline
from epicene.report.headlines import Question, Reading, ReadItems, ShownItem, system_headline

FROM_ENGLISH = ("en-fr", "winomt")  # what lines have as their target is what was translated
DIRECTION = re.compile("[a-z]{2,3}-[a-z]{2,3}")
PLACES = "0123456789abcdefghijklmnopqrstuvwxyz"
Line = JudgedLine | SetResultLine
L = TypeVar("L", bound=Line)
T = TypeVar("T", bound=TestedSystem)


@dataclass(frozen=True, slots=True)
class Headline:
    """What systems are compared by: their figures, system by system, over lines with these `occupations`; `missing` are
    metrics that their lines do not give, though the run has them."""

    benchmark: str
    task: str | None
    occupations: Sequence[str]
    figures: Sequence[Sequence[Figure]]
    missing: Sequence[str] = ()


def every_line(model: str, lines: Sequence[L] | msgspec.UnsetType, n: int) -> Sequence[L]:
    """The n lines behind the figures of a system: without them nothing can be compared."""
    if lines is msgspec.UNSET or len(lines) != n:
        raise InputError(
            f"The {n} lines of {model} are not all there, and systems are compared line by line. Name the folder that "
            "the command wrote (--out), in place of what it printed."
        )
    return lines


def chosen(figures: tuple[Sequence[Ratio], Sequence[Figure]], wanted: Sequence[tuple[str, str]]) -> list[Figure]:
    """By metric and group, as far as they are there."""
    known = {(one.metric, one.group): one for own in figures for one in own}
    return [known[key] for key in wanted if key in known]


def compared_systems(
    made: Headline,
    sides: Sequence[Side],
    systems: Sequence[TestedSystem],
    name: Callable[[str, str, Language], str],
    seed: int = 0,
) -> ComparedRuns:
    """Every two of the systems; `name` is that of a metric and group. What bars one of them bars the comparison."""
    notices = [Notice("notice.mt.not-compared", {"metric": metric}) for metric in made.missing]

    def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
        names, figures = (sides[a].label, sides[b].label), (made.figures[a], made.figures[b])
        excluded = [notice for system in (systems[a], systems[b]) for notice in system.notice_list() if notice.is_grave]
        tested = compare_figures((made.benchmark, made.task), made.occupations, names, figures, seed)
        return tested, [*notices, *excluded]

    pairs = paired(made.benchmark, sides, compare, "p_bootstrap")
    return ComparedRuns(
        pairs, [ROOM], "mt.compared.told", lambda comparison, words: name(comparison.metric, comparison.group, words)
    )


@dataclass(frozen=True, slots=True)
class LineWords:
    """What can be found in a translation (`outcomes`), and the names of a class of lines and of an outcome."""

    outcomes: Sequence[str]
    class_name: Callable[[str, Language], str]
    found: str

    def outcome_names(self, language: Language) -> list[str]:
        return [language.text(f"{self.found}.{outcome}") for outcome in self.outcomes]


def system_headlines(
    path: Path,
    kind: str,
    system: T,
    words: LineWords,
    name: Callable[[str, str, Language], str],
    answers: Callable[[T, Language], Iterable[str]],
    language: Language,
) -> Iterator[RunHeadline]:
    """Which weights translated is not known of outputs, so that the model has a name alone."""
    (right, gap), (*_, both) = system.measures, system.headline
    wanted = [(right, both), (gap, both), ("ambiguity_kept", ALL)]
    lines: Sequence[Line] = system.lines or ()
    own = language.joined(ROOM)
    estimates = [one for metric, group in wanted if (one := system.estimate(metric, group))]
    for index, estimate in enumerate(estimates):
        about = (
            own.text_or(f"mt.short.{system.asked}", system.asked),
            kind,
            own.text("mt.kind"),
            spoken_of(estimate.task),
        )
        yield system_headline(
            *(path, system.model, estimate, own),
            Question.of(estimate, *about, name(estimate.metric, estimate.group, own), estimate.ideal),
            weighed=False,
            notices=system.notice_list(),
            chosen=None if index else _chosen(lines, words.outcomes),
            outputs=[] if index else [line.hypothesis for line in lines],
            items=partial(_items, lines, system.asked, words, own),
            told=partial(_told, system, answers, own) if not index else Reading,
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


def _told(system: T, answers: Callable[[T, Language], Iterable[str]], language: Language) -> Reading:
    return Reading("", " ".join(answers(system, language)))
