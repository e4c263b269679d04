"""The answer in one sentence, no stronger than the interval allows."""

from __future__ import annotations

from enum import StrEnum

from epicene.core.types import Estimate
from epicene.report.groups import is_type
from epicene.report.language import Language
from epicene.report.saved import HEADLINE, SavedRun


class Verdict(StrEnum):
    ABOVE = "above"
    BELOW = "below"
    UNDECIDED = "undecided"
    TIES = "ties"
    NOTHING = "nothing"


def judge(score: Estimate | None, ties: Estimate | None) -> Verdict:
    """Which side of the ideal the whole interval lies on.

    Ties count as not preferring, so a model that cannot tell the sentences apart ends up below 50: where counting ties
    the other way would lift the interval to 50, the side is not decided by preference.
    """
    if score is None:
        return Verdict.NOTHING
    if score.low > score.ideal:
        return Verdict.ABOVE
    if score.high >= score.ideal:
        return Verdict.UNDECIDED
    tied = ties.value if ties else 0.0
    return Verdict.TIES if score.high + tied >= score.ideal else Verdict.BELOW


def verdict_of(run: SavedRun, benchmark: str) -> Verdict:
    return judge(run.preference(benchmark), run.ties(benchmark))


def answer(run: SavedRun, benchmark: str, language: Language) -> str:
    verdict = verdict_of(run, benchmark)
    score, ties = run.preference(benchmark), run.ties(benchmark)
    values: dict[str, object] = {"model": run.label}
    if score is not None:
        values |= {
            "value": language.percent(score.value),
            "span": language.span(score.low, score.high),
            "ideal": language.number(score.ideal, 0),
            "ties": language.percent(ties.value if ties else 0.0),
        }
    if score is not None and score.task is not None:
        return language.text(f"answer.triples.{verdict}", task=language.text(f"task.{score.task}"), **values)
    return language.text(f"answer.{verdict}", **values)


def differs(run: SavedRun, benchmark: str, group: str, score: Estimate) -> bool:
    """Whether a group can be told from 50: for a bias type the adjusted binomial test, otherwise the interval."""
    p = run.findings.p_adjusted(benchmark, HEADLINE, group) if is_type(group) else None
    if p is not None:
        return p < 0.05
    return score.low > score.ideal or score.high < score.ideal


def seen_by_type(
    run: SavedRun, benchmark: str, types: list[tuple[str, Estimate]], language: Language, family: str = "seen"
) -> str:
    """A chart title that says what is seen; `types` are the names and figures of the rows, `family` the messages."""
    by_group = [(name, score, differs(run, benchmark, score.group, score)) for name, score in types]
    above = [(name, score) for name, score, told in by_group if told and score.value > score.ideal]
    below = [name for name, score, told in by_group if told and score.value < score.ideal]
    total = language.count(len(types))
    if not above and not below:
        return language.plural(f"{family}.none", len(types))
    parts = []
    if above:
        top, score = max(above, key=lambda pair: pair[1].value)
        key = f"{family}.above.all" if len(above) == len(types) else f"{family}.above"
        parts.append(language.plural(key, len(above), total=total, top=top, value=language.percent(score.value)))
    if below:
        parts.append(language.plural(f"{family}.below", len(below), total=total, names=language.list_of(below)))
    return " ".join(parts) if len(parts) > 1 else parts[0].removesuffix(".")
