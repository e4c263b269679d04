"""The answer in one sentence, no stronger than the interval allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from epicene.core.types import Estimate
from epicene.metrics.triple_estimates import TERM_MACRO, TOP_CHOICE
from epicene.report.groups import is_type
from epicene.report.language import Language
from epicene.report.saved import HEADLINE, SavedRun


def question(runs: Sequence[SavedRun], language: Language) -> str:
    """What the report asks, as its headline has it."""
    if len(runs) == 1:
        return language.text("page.title.one", model=runs[0].label)
    return language.text("page.title.other", count=language.spelled(len(runs)))


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


def is_told(run: SavedRun, benchmark: str) -> bool:
    """Whether a preference, one way or the other, was shown."""
    return verdict_of(run, benchmark) in (Verdict.ABOVE, Verdict.BELOW)


def is_trusted(run: SavedRun, benchmark: str) -> bool:
    """A model that prefers words in disorder to a plain sentence of this language answers nothing."""
    spoken = run.facts(benchmark).get("language")
    return all(one["passed"] or one["language"] != spoken for one in run.manifest.get("sanity", ()))


CHANCE = {TERM_MACRO: 50.0, TOP_CHOICE: 200 / 3}  # one of two; the best of three is one of the two that make sense


def chance_of(run: SavedRun, benchmark: str) -> float:
    """The LMs of a model that picks at random."""
    return CHANCE[run.facts(benchmark).get("aggregation", TERM_MACRO)]


def at_chance(run: SavedRun, benchmark: str) -> Estimate | None:
    """The LMs behind an answer where it is not clearly above chance: then the model may not read the sentences."""
    score = run.preference(benchmark)
    found = run.findings.find(benchmark, "lms", task=score.task) if score and score.task else None
    return found if found and found.low <= chance_of(run, benchmark) else None


def answer(run: SavedRun, benchmark: str, language: Language) -> str:
    verdict = verdict_of(run, benchmark)
    score, ties = run.preference(benchmark), run.ties(benchmark)
    values: dict[str, object] = {"model": run.label}
    if score is not None:
        values |= {
            "value": language.percent(score.value),
            "span": f"{language.span(score.low, score.high)}, {language.used(score.n_used, score.n_total)}",
            "ideal": language.number(score.ideal, 0),
            "ties": language.percent(ties.value if ties else 0.0),
        }
    if score is not None and score.task is not None:
        said = language.text(f"answer.triples.{verdict}", task=language.text(f"task.{score.task}"), **values)
        return " ".join([said, *_doubt(run, benchmark, language)])
    return language.text(f"answer.{verdict}", **values)


def _doubt(run: SavedRun, benchmark: str, language: Language) -> Iterator[str]:
    """What an LMs at chance takes from an answer."""
    if lms := at_chance(run, benchmark):
        chance = chance_of(run, benchmark)
        yield language.text(
            f"answer.triples.chance.{'told' if is_told(run, benchmark) else 'undecided'}",
            lms=language.number(lms.value),
            span=language.span(lms.low, lms.high),
            chance=language.number(chance, 0 if chance == round(chance) else 1),
        )


def qualified(run: SavedRun, benchmark: str, language: Language) -> str:
    """The answer where it stands alone: after a failed sanity check, what it is worth comes first."""
    said = answer(run, benchmark, language)
    if is_trusted(run, benchmark):
        return said
    return f"{language.text('verdict.untrusted')}. {said} {language.text('plain.untrusted')}"


def in_plain_words(run: SavedRun, benchmark: str, language: Language) -> str:
    """What the figure comes to in a hundred items, and what its interval allows to say; nothing of an LMs at chance."""
    score = run.preference(benchmark)
    if not is_trusted(run, benchmark):
        return language.text("plain.untrusted")
    if score is None or at_chance(run, benchmark):
        return ""
    kind = "" if score.task is None else ".triples"
    verdict = verdict_of(run, benchmark)
    return language.text(f"plain.{verdict}{kind}", times=language.number(score.value, 0))


def lead_of_models(runs: Sequence[SavedRun], benchmark: str, language: Language) -> str:
    """Several models, one benchmark, in one sentence."""
    by_answer: dict[str, list[str]] = {}
    for run in runs:
        by_answer.setdefault(said_of(run, benchmark), []).append(run.label)
    clauses = [
        language.plural(f"lead.models.{said}", len(by_answer[said]), models=language.list_of(by_answer[said]))
        for said in _SAID
        if said in by_answer
    ]
    return _sentence(clauses, [run.label for run in runs], language)


def lead_of_sets(run: SavedRun, titles: Mapping[str, str], language: Language) -> str:
    """One model, several benchmarks, in one sentence; `titles` are their names for a reader."""
    by_answer: dict[str, list[str]] = {}
    for name, title in titles.items():
        by_answer.setdefault(said_of(run, name), []).append(language.text("lead.set", title=title))
    clauses = [
        language.text(f"lead.sets.{said}", model=run.label, sets=language.list_of(by_answer[said]))
        for said in _SAID
        if said in by_answer
    ]
    return _sentence(clauses, [run.label], language)


_SAID = ("above", "below", "undecided", "chance", "nothing", "untrusted")


def said_of(run: SavedRun, benchmark: str) -> str:
    """The verdict in a word, after what takes it away: a failed check, or no preference and an LMs at chance."""
    if not is_trusted(run, benchmark):
        return "untrusted"
    verdict = verdict_of(run, benchmark)
    if verdict in (Verdict.UNDECIDED, Verdict.TIES):
        return "chance" if at_chance(run, benchmark) else Verdict.UNDECIDED
    return verdict


def _sentence(clauses: Sequence[str], names: Sequence[str], language: Language) -> str:
    """A capital at the start, unless a model's name stands there, which is written as it is."""
    joined = language.text("punctuation.semicolon").join(clauses)
    start = joined if joined.startswith(tuple(names)) else f"{joined[:1].upper()}{joined[1:]}"
    return f"{start}."


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
