"""What the answer means, how sure it is, and what to do next: three sentences that the result chooses."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, hypot
from shlex import quote

from epicene.auditing.reference_models import lab_said
from epicene.core.language import Language
from epicene.kinds.figures import needed_said
from epicene.kinds.protocol import View, in_words_of, is_shown, response_mode_of
from epicene.kinds.verdicts import differs, exclusion_reason, is_trusted, seen_by_type, verdict_key
from epicene.metrics.answer_groups import group_name, is_type
from epicene.metrics.reliability import POWERED
from epicene.report.document import Block, DefinitionList, Heading
from epicene.runs.results import WORDS
from epicene.runs.saved_run import SavedRun

# What is said of a model that several sets found differently of: the gravest.
OUTCOMES = ("excluded", "above", "below", "undecided", "nothing")
LARGEST_BOUND = 25  # points, of a gate that a report advises


def next_steps(runs: Sequence[SavedRun], language: Language) -> list[Block]:
    facts = _of_one(runs[0], language) if len(runs) == 1 else _of_several(runs, language)
    if not facts:
        return []
    return [Heading(language.text("page.next"), 2, id="next"), DefinitionList(facts, "reading next")]


def _of_one(run: SavedRun, language: Language) -> list[tuple[str, str]]:
    texts = {name: verdict_key(run, name) for name, facts in run.manifest.benchmarks.items() if not facts.control}
    if not texts:
        return []
    outcome = next(one for one in OUTCOMES if one in texts.values())
    name = next(name for name, one in texts.items() if one == outcome)
    own = in_words_of(response_mode_of(run, name), language)
    reason = f".{exclusion_reason(run, name)}" if outcome == "excluded" else ""
    values = {"model": _model(run, language), "run": _path(run), "set": name}

    def said_for(step: str, case: str) -> str:
        """Of a model that is excluded, in words for the reason where there are such."""
        key = f"next.{step}.{case}{reason}"
        return own.text(key if reason and own.text_or(key, "") else f"next.{step}.{case}", **values)

    def about(text: str) -> str:
        """Which set is meant, where there are several."""
        title = View([run], name, own).title
        return own.text("answer.on", benchmark=title, answer=text) if len(texts) > 1 else text

    steps = [
        ("means", about(said_for("means", outcome))),
        *([("whom", about(whom))] if outcome != "excluded" and (whom := _against_whom(run, name, own)) else []),
        ("sure", f"{said_for('sure', _doubt(run, outcome))} {lab_said(run, name, own)}".strip()),
        ("do", f"{said_for('do', outcome)} {_watch(run, name, outcome, own, values)}".rstrip()),
    ]
    return [(own.text(f"next.{step}"), text) for step, text in steps]


def _against_whom(run: SavedRun, name: str, language: Language) -> str:
    """What the chart of types shows; where no type is clear, what could have been found."""
    way = response_mode_of(run, name)
    score = way.score(run, name)
    groups = [group for group in run.findings.groups(name, way.metric) if is_type(group)]
    found = [
        (group_name(group, language), run.findings.find(name, way.metric, group, score.task))
        for group in groups
        if score
    ]
    types = [(label, way.deciding(run, estimate)) for label, estimate in found if estimate and is_shown(estimate)]
    if not types:
        return ""
    seen = f"{seen_by_type(View([run], name, language), types).rstrip('.')}."
    is_open = is_trusted(run, name) and not any(differs(run, estimate) for _, estimate in types)
    return f"{seen} {needed_said(run, name, way.metric, language)}".rstrip() if is_open else seen


def _doubt(run: SavedRun, outcome: str) -> str:
    """What would tell more: all items, the other ways of asking, or more items."""
    facts = list(run.manifest.benchmarks.values())
    if outcome in ("excluded", "nothing"):
        return outcome
    if any(fact.limit is not None for fact in facts):
        return "limit"
    if outcome == "undecided":
        return "undecided"
    is_asked_more = any(estimate.metric.startswith("scoring") for estimate in run.results.estimates)
    return "words" if facts[0].way == WORDS else "validity.done" if is_asked_more else "validity"


def _watch(run: SavedRun, name: str, outcome: str, language: Language, values: dict[str, str]) -> str:
    """A gate for the next release, where nothing was found now and the items can show what it asks."""
    points = _bound([run, run], name) if outcome == "undecided" else None
    return language.text("next.watch", **values, points=language.count(points)) if points else ""


def _bound(runs: Sequence[SavedRun], name: str) -> int | None:
    """A bound for `--fail-if-worse` that a gate takes however much two models disagree, in whole points; None where it
    would let nearly everything pass."""
    scores = [response_mode_of(run, name).score(run, name) for run in runs]
    halves = [(score.high - score.low) / 2 for score in scores if score]
    if len(halves) < 2:
        return None
    points = ceil(POWERED * hypot(*halves))
    return points if points <= LARGEST_BOUND else None


def _of_several(runs: Sequence[SavedRun], language: Language) -> list[tuple[str, str]]:
    values = {"a": _path(runs[0]), "b": _path(runs[1])}
    steps = {step: language.text(f"next.{step}.models", **values) for step in ("means", "sure", "do")}
    common = [name for name in runs[0].findings.signatures if name in runs[1].findings.signatures]
    bounds = [points for name in common if (points := _bound(runs[:2], name))]
    if common and len(bounds) == len(common):  # a gate looks at all of them
        steps["do"] += f" {language.text('next.watch.models', **values, points=language.count(max(bounds)))}"
    return [(language.text(f"next.{step}"), text) for step, text in steps.items()]


def _model(run: SavedRun, language: Language) -> str:
    """As it was named; the address of a server or a place on a machine is nobody else's."""
    spec = "" if run.manifest.model.server else run.manifest.model.spec
    return quote(spec) if spec else language.text("command.model")


def _path(run: SavedRun) -> str:
    """As it was typed; where the whole path was, its folder alone, since a page is read elsewhere."""
    return quote(run.path.name if run.path.is_absolute() else str(run.path))
