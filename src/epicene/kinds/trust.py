"""Whether the figures of a run may be believed: decided once, when results are made, and kept in them.

Barred: the model failed the sanity check in the benchmark's language, fewer than ten items are behind the headline
figure, or its kind has a doubt of its own (a language modelling score at chance, too few replies that choose).
Marked: the run is not complete, which keeps gates from deciding too; only some items were asked; or it was taken up on
another machine. Tables, charts, sentences, comparisons
and exports read this; none decides for itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from epicene.core.language import Language
from epicene.core.notices import GRAVE, Message, Notice
from epicene.kinds.protocol import FEWEST_SHOWN, in_words_of, response_mode_of
from epicene.runs.results import SanityRecord, Trust
from epicene.runs.saved_run import SavedRun

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
    models: dict[str, list[str]] = {}
    for run in runs:
        if not is_trusted(run, benchmark):
            own = in_words_of(response_mode_of(run, benchmark), language)
            models.setdefault(own.text(f"excluded.{exclusion_reason(run, benchmark)}"), []).append(run.label)
    texts = [
        language.text("table.excluded" if len(named) == 1 else "table.excluded.several", model=named, reason=reason)
        for reason, named in models.items()
    ]
    return " ".join(texts)


def decide_trust(run: SavedRun, benchmark: str) -> Trust:
    excluded = [*failed_check(run, benchmark), *doubts_of(run, benchmark)]
    facts = run.facts(benchmark)
    flagged = [Notice("trust.partial", severity=GRAVE)] * (not run.manifest.complete)
    flagged += [Notice("trust.limit")] * (facts.limit is not None) + [Notice("trust.moved")] * bool(run.manifest.moves)
    level = "excluded" if excluded else "flagged" if flagged else "trusted"
    return Trust(level, [notice.record() for notice in (*excluded, *flagged)])  # type: ignore[arg-type]


def doubts_of(run: SavedRun, benchmark: str) -> list[Notice]:
    """Those of the benchmark's kind; where it has none, that fewer items are behind the headline figure than a row of a
    page needs."""
    way = response_mode_of(run, benchmark)
    doubts, score = list(way.doubts(run, benchmark)), way.score(run, benchmark)
    if doubts or score is None or score.n_used >= FEWEST_SHOWN:
        return doubts
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
