"""The answer to a benchmark in a sentence, no stronger than its interval allows, and whether it may be believed.

Trust is decided once, when results are made, and kept in them. Excluded: the model failed the sanity check in the
benchmark's language, fewer than ten items are behind the headline figure, or its kind has an error of its own (a
language modelling score at chance, too few replies that choose). Flagged: the run is not complete, which keeps gates
from deciding too; only some items were asked; or it was taken up on another machine. Tables, charts, sentences,
comparisons and exports read this; none decides for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from epicene.core.language import Language
from epicene.core.notices import GRAVE, Message, Notice
from epicene.core.types import Estimate
from epicene.kinds.protocol import FEWEST_SHOWN, View, in_words_of, response_mode_of
from epicene.metrics.catalogue import TestRecord
from epicene.metrics.significance import shown_side
from epicene.runs.audit_folder import SavedRun
from epicene.runs.results import SanityRecord, Trust
from epicene.runs.signature import few_units

MARK = "†"


def trust_of(run: SavedRun, benchmark: str) -> Trust:
    """As the results have it; decided now while these are being made."""
    return run.results.trust.get(benchmark) or decide_trust(run, benchmark)


def is_trusted(run: SavedRun, benchmark: str) -> bool:
    return trust_of(run, benchmark).level != "excluded"


def mark_of(run: SavedRun, benchmark: str) -> str:
    """Behind the name of a model that is excluded; a note says what it means."""
    return "" if is_trusted(run, benchmark) else MARK


def marked_label(run: SavedRun, benchmark: str) -> str:
    return f"{run.label} {mark_of(run, benchmark)}".strip()


def excluded_note(runs: Iterable[SavedRun], benchmark: str, language: Language) -> str:
    """What the mark of models in a table or chart means, with the reason, once for all models that share it; nothing
    where there is none."""
    models, texts = dict[str, list[str]](), list[str]()
    for run in runs:
        if not is_trusted(run, benchmark):
            own = in_words_of(response_mode_of(run, benchmark), language)
            models.setdefault(own.text(f"excluded.{exclusion_reason(run, benchmark)}"), []).append(run.label)
    for reason, named in models.items():
        key = "table.excluded" if len(named) == 1 else "table.excluded.several"
        texts.append(language.text(key, model=named, reason=reason))
    return " ".join(texts)


def decide_trust(run: SavedRun, benchmark: str) -> Trust:
    excluded = [*failed_check(run, benchmark), *errors_of(run, benchmark)]
    facts = run.facts(benchmark)
    flagged = [Notice("trust.partial", severity=GRAVE)] * (not run.manifest.complete)
    flagged += [Notice("trust.limit")] * (facts.limit is not None) + [Notice("trust.moved")] * bool(run.manifest.moves)
    level = "excluded" if excluded else "flagged" if flagged else "trusted"
    return Trust(level, [notice.record() for notice in (*excluded, *flagged)])  # type: ignore[arg-type]


def errors_of(run: SavedRun, benchmark: str) -> list[Notice]:
    """Those of the benchmark's kind; where it has none, that fewer items are behind the headline figure than a row of a
    page needs."""
    way = response_mode_of(run, benchmark)
    errors = [notice for notice in way.notices(run, benchmark) if notice.severity == GRAVE]
    score = way.score(run, benchmark)
    if errors or score is None or score.n_used >= FEWEST_SHOWN:
        return errors
    values = {"benchmark": benchmark, "n": score.n_used, "fewest": FEWEST_SHOWN}
    return [Notice("notice.few-items", values, GRAVE)]


def failed_check(run: SavedRun, benchmark: str) -> list[Notice]:
    language = run.facts(benchmark).language
    failed = [check for check in run.manifest.sanity if not check.passed and check.language == language]
    return [sanity_notice(run.label, failed)] if failed else []


def sanity_notice(model: str, failed: list[SanityRecord]) -> Notice:
    cases = [
        Message(
            "notice.sanity.case",
            {"language": sanity_record.language, "right": sanity_record.right, "of": sanity_record.of},
        )
        for sanity_record in failed
    ]
    return Notice("notice.sanity", {"model": model, "cases": cases}, GRAVE)


def exclusion_reason(run: SavedRun, benchmark: str) -> str:
    return trust_of(run, benchmark).exclusion_reason


class Verdict(StrEnum):
    ABOVE = "above"
    BELOW = "below"
    UNDECIDED = "undecided"
    UNPROVEN = "unproven"
    TIES = "ties"
    NOTHING = "nothing"


def judge(score: Estimate | None, ties: Estimate | None, test: TestRecord | None = None) -> Verdict:
    """Which side of the ideal the whole interval lies on, where the test of the figure, if one was made, bears it out.

    Ties count as not preferring, so a model that cannot tell the sentences apart ends up below 50: where counting ties
    the other way would lift the interval to 50, the side is not decided by preference.
    """
    if score is None:
        return Verdict.NOTHING
    if includes_ideal(score):
        return Verdict.UNDECIDED
    shown = shown_side(score.low, score.high, score.ideal, p=test.q if test else None, units=few_units(score.signature))
    if shown == 0:
        return Verdict.UNPROVEN
    if shown > 0:
        return Verdict.ABOVE
    tied = ties.value if ties else 0.0
    return Verdict.TIES if score.high + tied >= score.ideal else Verdict.BELOW


def includes_ideal(score: Estimate) -> bool:
    """An end that only rounding errors keep from the ideal reaches it: means of thirds add up to 49.99999999999999."""
    return shown_side(score.low, score.high, score.ideal) == 0


def verdict_on(run: SavedRun, score: Estimate, ties: Estimate | None, test: TestRecord | None) -> Verdict:
    """The verdict on a score, by the figure that decides it and its `test`. Where that one counts ties as half and
    shows nothing, a score away from the ideal is a matter of ties."""
    deciding = response_mode_of(run, score.benchmark).deciding(run, score)
    if deciding is score:
        return judge(score, ties, test)
    verdict = judge(deciding, None, test)
    is_open = verdict in (Verdict.UNDECIDED, Verdict.UNPROVEN)
    return Verdict.TIES if is_open and not includes_ideal(score) else verdict


def verdict_of(run: SavedRun, benchmark: str) -> Verdict:
    way = response_mode_of(run, benchmark)
    score = way.score(run, benchmark)
    if score is None:
        return Verdict.NOTHING
    return verdict_on(run, score, way.ties(run, benchmark), run.findings.test(way.deciding(run, score)))


def answering_score(run: SavedRun, benchmark: str) -> Estimate | None:
    """The figure that the answer names: the one that decides, or the score itself where ties explain it."""
    way = response_mode_of(run, benchmark)
    score = way.score(run, benchmark)
    is_shown = score is None or verdict_of(run, benchmark) is Verdict.TIES
    return score if is_shown or score is None else way.deciding(run, score)


def is_significant(run: SavedRun, benchmark: str) -> bool:
    """Whether a preference, one way or the other, was shown by a model that can be believed."""
    return is_trusted(run, benchmark) and verdict_of(run, benchmark) in (Verdict.ABOVE, Verdict.BELOW)


def verdict_key(run: SavedRun, benchmark: str) -> str:
    """The verdict in a word, after what takes it away."""
    verdict = verdict_of(run, benchmark)
    if not is_trusted(run, benchmark):
        return verdict if verdict is Verdict.NOTHING else "excluded"
    return Verdict.UNDECIDED if verdict in (Verdict.TIES, Verdict.UNPROVEN) else verdict


def verdict_label(run: SavedRun, benchmark: str, language: Language) -> str:
    """The verdict for a label: what was shown, or why nothing is concluded."""
    text = verdict_key(run, benchmark)
    own = in_words_of(response_mode_of(run, benchmark), language)
    return own.text(f"verdict.excluded.{exclusion_reason(run, benchmark)}" if text == "excluded" else f"verdict.{text}")


def answer(run: SavedRun, benchmark: str, language: Language) -> str:
    """What was found, in words of the benchmark's kind."""
    way = response_mode_of(run, benchmark)
    own, score, ties = in_words_of(way, language), answering_score(run, benchmark), way.ties(run, benchmark)
    values: dict[str, object] = {"model": run.label, **way.answer_values(run, benchmark, own)}
    if score is not None:
        counted = [] if score == way.score(run, benchmark) else [own.text(f"answer.counted.{score.metric}")]
        values |= {
            "value": own.percent(score.value),
            "span": ", ".join([own.span(score.low, score.high), own.used(score.n_used, score.n_total), *counted]),
            "ideal": own.number(score.ideal, 0),
            "ties": own.percent(ties.value if ties else 0.0),
            "p": own.p_value(test.q) if (test := run.findings.test(score)) else "",
        }
    verdict = verdict_of(run, benchmark)
    key = f"answer.{verdict}"
    if not is_trusted(run, benchmark) and own.text_or(f"answer.excluded.{exclusion_reason(run, benchmark)}", ""):
        key = f"answer.excluded.{exclusion_reason(run, benchmark)}" if score is not None else key
    return own.text(key, **values)


def whole_answer(run: SavedRun, benchmark: str, language: Language) -> str:
    """The answer where it stands alone: of a model that is excluded, what it is worth comes first."""
    way = response_mode_of(run, benchmark)
    text = " ".join([answer(run, benchmark, language), *way.more_answer(run, benchmark, in_words_of(way, language))])
    if is_trusted(run, benchmark):
        return text
    return f"{verdict_label(run, benchmark, language)}. {text} {plain_summary(run, benchmark, language)}".rstrip()


def plain_summary(run: SavedRun, benchmark: str, language: Language) -> str:
    """What the figure comes to in a hundred items, and what its interval allows to say."""
    way = response_mode_of(run, benchmark)
    own, score = in_words_of(way, language), answering_score(run, benchmark)
    if not is_trusted(run, benchmark):
        return own.text(f"plain.excluded.{exclusion_reason(run, benchmark)}")
    if score is None:
        return own.text_or("plain.nothing", "")
    return own.text(f"plain.{verdict_of(run, benchmark)}", times=own.number(score.value, 0))


def lead_of_models(runs: Sequence[SavedRun], benchmark: str, language: Language) -> str:
    """Several models, one benchmark, in one sentence."""
    labels, own = [run.label for run in runs], in_words_of(response_mode_of(runs[0], benchmark), language)
    clauses = _clauses("lead.models", [(run, benchmark, run.label) for run in runs], own)
    return _sentence(clauses, labels, language)


def lead_of_sets(run: SavedRun, titles: Mapping[str, str], language: Language) -> str:
    """One model, several benchmarks, in one sentence; `titles` are their names for a reader."""
    clauses, by_package = list[str](), dict[str, list[tuple[SavedRun, str, str]]]()
    for name, title in titles.items():
        package = response_mode_of(run, name).package
        own = language.joined(package)
        set_name = own.text_or(f"lead.set.{name}", own.text("lead.set", title=title))
        by_package.setdefault(package, []).append((run, name, set_name))
    for package, named in by_package.items():
        clauses += _clauses("lead.sets", named, language.joined(package))
    return _sentence(clauses, [run.label], language)


_SAID = ("above", "below", "undecided", "nothing", "excluded")


def _clauses(start: str, named: Sequence[tuple[SavedRun, str, str]], language: Language) -> Iterator[str]:
    """What is said of models or benchmarks, those with one verdict together; where a reason to exclude has no sentence
    of its own, in the one that takes any reason."""
    names_by_key: dict[tuple[str, str], list[str]] = {}
    for run, benchmark, name in sorted(named, key=lambda about: _SAID.index(verdict_key(*about[:2]))):
        text = verdict_key(run, benchmark)
        reason = exclusion_reason(run, benchmark) if text == "excluded" else ""
        names_by_key.setdefault((f"{start}.{text}", reason), []).append(name)
    for (key, reason), names in names_by_key.items():
        listed, own_key = language.list_of(names), f"{key}.{reason}"
        values: dict[str, object] = {"count": len(names), "models": listed, "sets": listed, "model": named[0][0].label}
        if reason and language.text_or(own_key, ""):
            key = own_key
        elif reason:
            values["reason"] = language.text(f"excluded.{reason}")
        yield language.text(key, **values)


def _sentence(clauses: Iterable[str], names: Sequence[str], language: Language) -> str:
    """A capital at the start, unless a model's name stands there, which is written as it is."""
    joined = language.text("punctuation.semicolon").join(clauses)
    start = joined if joined.startswith(tuple(names)) else f"{joined[:1].upper()}{joined[1:]}"
    return f"{start}."


def differs(run: SavedRun, score: Estimate) -> bool:
    """Whether a figure differs clearly from its ideal, which fills its mark: the one rule for all kinds.

    The model can be believed, the interval excludes the ideal, and the test is below 0.05 within its family: types and
    domains are adjusted together, other figures stand alone. The headline figure goes by the verdict, which asks the
    same of it; what was not tested differs in nothing that is clear.
    """
    way = response_mode_of(run, score.benchmark)
    headline = way.score(run, score.benchmark)
    if headline is not None and score in (headline, way.deciding(run, headline)):
        return is_significant(run, score.benchmark)
    return is_trusted(run, score.benchmark) and is_clear(run, score)


def is_clear(run: SavedRun, score: Estimate) -> bool:
    """Whether interval and test of a figure say that it differs from its ideal, whatever the model is worth."""
    estimate = response_mode_of(run, score.benchmark).deciding(run, score)
    test = run.findings.test(estimate)
    return (
        test is not None
        and shown_side(estimate.low, estimate.high, estimate.ideal, p=test.q, units=few_units(estimate.signature)) != 0
    )


def seen_by_type(view: View, types: Sequence[tuple[str, Estimate]]) -> str:
    """A chart title that says what is seen in one run; `types` are the names and figures of the rows."""
    (run,), language = view.runs, view.language
    above, below, is_tested = list[tuple[str, Estimate]](), list[str](), False
    for name, score in types:
        is_tested = is_tested or run.findings.test(score) is not None
        if differs(run, score):
            above += [(name, score)] * (score.value > score.ideal)
            below += [name] * (score.value < score.ideal)
    total = language.count(len(types))
    if not is_trusted(run, view.benchmark):
        return verdict_label(run, view.benchmark, language)
    if not types:
        return language.text("table.headline")
    if not is_tested:
        return language.text("seen.untested")
    if not above and not below:
        return language.plural("seen.none", len(types))
    parts = []
    if above:
        top, score = max(above, key=lambda named: named[1].value)
        key = "seen.above.all" if len(above) == len(types) else "seen.above"
        parts.append(language.plural(key, len(above), total=total, top=top, value=language.percent(score.value)))
    if below:
        parts.append(language.plural("seen.below", len(below), total=total, names=language.list_of(below)))
    return " ".join(parts) if len(parts) > 1 else parts[0].removesuffix(".")
