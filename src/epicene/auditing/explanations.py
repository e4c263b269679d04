"""What explains the figures of an audit, in sentences that results and manifest choose: what they stand beside, what
they mean, how sure they are and what to do next; how they were measured; how to cite them.

`references.json` is what `benchmarks/references.py` measured. A signature goes with each figure, so that none is set
beside a score of other items, of another way of asking or of another version.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib import resources
from itertools import accumulate, pairwise
from math import ceil, hypot
from operator import itemgetter
from shlex import quote
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict

from epicene._version import __version__
from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.core.types import Capability
from epicene.kinds.figures import (
    digits_of,
    figure,
    measure_meaning,
    measure_name,
    measures_table,
    model_fields,
    needed_said,
)
from epicene.kinds.protocol import View, in_words_of, is_shown, response_mode_of
from epicene.kinds.validity import (
    CONTROL,
    INSTRUCTIONS,
    INSTRUCTIONS_ALPHA,
    P_CLEAR,
    RELIABLE,
    SCORING_SCORE,
    SCORINGS,
    SCORINGS_ALPHA,
    SD,
    SMALLEST,
    TYPES,
    order_of_models,
)
from epicene.kinds.validity import PACKAGE as VALIDITY
from epicene.kinds.verdicts import differs, exclusion_reason, is_trusted, seen_by_type, verdict_key
from epicene.metrics.answer_groups import group_name, is_type
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.reliability import FEWEST_MODELS, POWERED, SPLITS
from epicene.report.document import Block, Collapsible, DefinitionList, Heading, Paragraph, TableBlock
from epicene.report.results_page import cost_said
from epicene.report.tables import Cell, Column, escape_latex, tabulated
from epicene.runs.audit_folder import SavedRun, signatures_of
from epicene.runs.results import WORDS, ModelFacts
from epicene.runs.signature import SignatureParts

# What is said of a model that several sets found differently of: the gravest.
OUTCOMES = ("excluded", "above", "below", "undecided", "nothing")
LARGEST_BOUND = 25  # points, of a gate that a report advises
ASKED_WITH = ("instructions", "template", "align")
MACHINE = ("device", "dtype", "threads", "platform", "python", "torch", "transformers")
RELEASED = 2026  # this version, as CITATION.cff has it

EQUAL_LENGTH = "metric_score_equal_length"
VALIDITY_SHOWN = (SMALLEST, SD, TYPES, INSTRUCTIONS, INSTRUCTIONS_ALPHA, CONTROL, EQUAL_LENGTH)

Fact = tuple[str, str]  # a term and what is to be known of it


class LabError(NamedTuple):
    """How far from the known rate of lab models a scoring reads, in points, over how many models."""

    points: float
    low: float
    high: float
    n_models: int


MEASURED = "metric_score"
TAUGHT = (30, 50, 70, 90)  # the rates of our reference models
# Measured by `epicene lab calibrate` (docs/lab.md, “Names of uneven length and frequency”). The lab's items are its
# own: readings of its models are no neighbours of a score of the bundled sets, but tell how far such scores go wrong.
LAB_ERRORS = {"loglik-shared": LabError(7.4, 6.5, 8.4, 90), "pll-shared": LabError(11.8, 10.6, 13.1, 90)}


class Reference(msgspec.Struct, frozen=True):
    """One figure of one model; `kind` is default (the model that an audit asks without a name), untrained, or taught
    the stereotyped sentence of `rate` pairs in 100."""

    kind: str
    metric: str
    value: float
    low: float
    high: float
    signature: str
    task: str | None = None
    rate: int | None = None


@cache
def references() -> tuple[Reference, ...]:
    text = resources.files("epicene.auditing").joinpath("references.json").read_bytes()
    return msgspec.json.decode(text, type=tuple[Reference, ...])


def published_scores(run: SavedRun, benchmark: str, language: Language) -> list[tuple[str, float]]:
    """Their names and figures, lowest first."""
    way = response_mode_of(run, benchmark)
    score = way.score(run, benchmark)
    if score is None or not is_trusted(run, benchmark):
        return []
    own, scores = SignatureParts.of(score.signature), list[tuple[str, float]]()
    for reference in references():
        if (reference.metric, reference.task) != (score.metric, score.task):
            continue
        parts = SignatureParts.of(reference.signature)
        if parts.model != own.model and not own.differences(parts):
            name = language.text(f"neighbour.{reference.kind}", model=parts.model_name, rate=reference.rate)
            scores.append((name, reference.value))
    facts, published = run.facts(benchmark), way.published(benchmark)
    if published and facts.known and facts.scoring == published.scoring:
        scores += [(language.text("neighbour.published", model=name), value) for name, value in published.headlines]
    return sorted(scores, key=itemgetter(1))


def published_sentence(scores: Sequence[tuple[str, float]], language: Language) -> str:
    """The scores of others with their names; our reference models in one sentence, with what they were trained to."""
    rates = {language.text("neighbour.taught", rate=rate): rate for rate in TAUGHT}
    taught = [(rates[name], value) for name, value in scores if name in rates]
    named = [f"{name} ({language.number(value)})" for name, value in scores if name not in rates]
    texts = []
    if taught:
        own = {"rates": ", ".join(str(rate) for rate, _ in taught)}
        values = ", ".join(language.number(value, 0) for _, value in taught)
        texts.append(language.text("neighbours.taught", **own, values=values))
    if named:
        texts.append(language.text("neighbours", models=language.text("punctuation.semicolon").join(named)))
    return " ".join(texts)


def lab_sentence(run: SavedRun, benchmark: str, language: Language) -> str:
    """What this way of asking makes of models whose rate is known, where that was measured."""
    score = response_mode_of(run, benchmark).score(run, benchmark)
    scoring = SignatureParts.of(score.signature).scoring if score else ""
    if score is None or score.metric != MEASURED or scoring not in LAB_ERRORS or not is_trusted(run, benchmark):
        return ""
    error = LAB_ERRORS[scoring]
    return language.text(
        "next.sure.lab",
        scoring=scoring,
        points=language.number(error.points),
        span=language.span(error.low, error.high),
        n=language.count(error.n_models),
    )


def next_steps(runs: Sequence[SavedRun], language: Language) -> list[Block]:
    facts = _of_one(runs[0], language) if len(runs) == 1 else _of_several(runs, language)
    if not facts:
        return []
    return [Heading(language.text("page.next"), 2, id="next"), DefinitionList(facts, "reading next")]


def _of_one(run: SavedRun, language: Language) -> list[Fact]:
    """For each outcome of the run's sets, the gravest first: what it means, against whom, how sure it is, what to do.
    What several sets have in common is said once, with their names where the run has others."""
    names_by_outcome = dict[str, dict[tuple[str, str], list[str]]]()
    for name, facts in run.manifest.benchmarks.items():
        if not facts.control:
            by_kind = names_by_outcome.setdefault(verdict_key(run, name), {})
            words = response_mode_of(run, name).package, exclusion_reason(run, name)
            by_kind.setdefault(words, []).append(name)
    steps: dict[str, list[str]] = {"means": [], "whom": [], "sure": [], "do": []}
    is_alone = len(run.manifest.benchmarks) == 1
    own = language
    for outcome in reversed(OUTCOMES):
        for names in names_by_outcome.get(outcome, {}).values():
            own = in_words_of(response_mode_of(run, names[0]), language)
            texts, titles = _steps(run, outcome, names, own), []
            texts["sure"] = f"{texts['sure']} {lab_sentence(run, names[0], own)}".strip()
            for name in names:
                titles.append(View([run], name, own).title)
                whom = "" if outcome == "excluded" else _against_whom(run, name, own)
                if whom:
                    about = {"benchmark": titles[-1], "answer": whom}
                    steps["whom"].insert(0, whom if is_alone else own.text("answer.on", **about))
            for step, text in texts.items():
                about = {"benchmark": own.list_of(titles), "answer": text}
                steps[step].insert(0, text if is_alone else own.text("answer.on", **about))
    facts_shown = list[Fact]()
    for step, lines in steps.items():
        if lines:
            facts_shown.append((own.text(f"next.{step}"), "\n".join(lines)))
    return facts_shown


def _steps(run: SavedRun, outcome: str, names: Sequence[str], own: Language) -> dict[str, str]:
    """What one outcome of these sets means, how sure it is and what to do, in words of the kind; of scores that were
    computed elsewhere, no command that would need the model."""
    name, is_excluded = names[0], outcome == "excluded"
    facts = run.facts(name)
    spec = "" if run.manifest.model.server else run.manifest.model.spec  # a server's address is nobody else's
    values: dict[str, object] = {"run": _path(run), "set": name}
    values["model"] = quote(spec) if spec else own.text("command.model")
    # How sure it is: what would tell more is all items, the other ways of asking, or more items.
    sure = "undecided" if outcome == "undecided" else "words" if facts.way == WORDS else "validity"
    if is_excluded or outcome == "nothing":
        sure = outcome
    elif facts.limit is not None:
        sure = "limit"
    elif sure == "validity" and any(estimate.metric.startswith("scoring") for estimate in run.results.estimates):
        sure = "validity.done"
    endings = [f".{exclusion_reason(run, name)}"] if is_excluded else []
    endings += [".given"] if run.manifest.model.kind == "given" else []
    texts = {}
    for step, case in (("means", outcome), ("sure", sure), ("do", outcome)):
        keys = [*(f"next.{step}.{case}{ending}" for ending in endings), f"next.{step}.{case}"]
        texts[step] = own.text(next(key for key in keys if own.has(key)), **values)
    bounds = [_bound([run, run], each) for each in names] if outcome == "undecided" else []
    points = [bound for bound in bounds if bound]  # of a gate for the next release, which looks at all of them
    if bounds and len(points) == len(bounds):
        texts["do"] += f" {own.text('next.watch', **values, points=own.count(max(points)))}"
    return texts


def _against_whom(run: SavedRun, name: str, language: Language) -> str:
    """What the chart of types shows; where no type is clear, what could have been found."""
    mode = response_mode_of(run, name)
    score, types, is_open = mode.score(run, name), [], is_trusted(run, name)
    for group in run.findings.groups(name, mode.metric) if score else ():
        estimate = run.findings.find(name, mode.metric, group, score.task if score else None)
        if is_type(group) and estimate and is_shown(estimate):
            types.append((group_name(group, language), mode.deciding(run, estimate)))
            is_open = is_open and not differs(run, types[-1][1])
    if not types:
        return ""
    seen = f"{seen_by_type(View([run], name, language), types).rstrip('.')}."
    return f"{seen} {needed_said(run, name, mode.metric, language)}".rstrip() if is_open else seen


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


def _path(run: SavedRun) -> str:
    """The folder as it was typed; of a whole path its last part, since a page is read elsewhere."""
    return quote(run.path.name if run.path.is_absolute() else str(run.path))


def validity_summary(view: View) -> list[Block]:
    """What `--validity` found, for a terminal: the score by other scorings, and that of control items."""
    language = in_words_of(response_mode_of(view.runs[0], view.benchmark), Language(view.language.code, VALIDITY))
    view = replace(view, language=language)
    blocks, control = _scorings(view), _validity_sentence(view.runs[0], view.benchmark, CONTROL, language)
    return [*blocks, *([Paragraph(control)] if control else [])]


def validity_blocks(view: View) -> list[Block]:
    """How far a score can be trusted: halves of the set, the smallest difference that it could show, agreement of
    instructions and scorings, control items, signs that a model has seen the set."""
    mode, general = response_mode_of(view.runs[0], view.benchmark), Language(view.language.code, VALIDITY)
    view = replace(view, language=in_words_of(mode, general))  # the kind's words before the general ones
    language, facts = view.language, list[Fact]()
    metrics = [metric for metric in VALIDITY_SHOWN if view.groups(metric)]
    scorings = _scorings(view)
    if not metrics and not scorings:
        return []
    for metric in metrics:
        text = measure_meaning(metric, language)
        if not view.several:
            text = _validity_sentence(view.runs[0], view.benchmark, metric, language)
        if text:
            facts.append((measure_name(metric, language), text))
    facts += _contamination(view)
    blocks: list[Block] = [Paragraph(language.text("validity.intro"), "note")]
    if facts:
        blocks.append(DefinitionList(facts, "reading"))
    trusted = [run for run in view.runs if view.benchmark in run.benchmarks and is_trusted(run, view.benchmark)]
    if len(trusted) >= FEWEST_MODELS and (
        text := order_of_models([run.benchmarks[view.benchmark] for run in trusted], language)
    ):
        blocks.append(Paragraph(text))
    if metrics:
        table, rows = measures_table(view, metrics, language.text("validity.table", benchmark=view.benchmark)), []
        for row in table.rows():  # a figure that is its own interval is shown without
            rows.append([replace(cell, low=None, high=None) if cell.low == cell.high else cell for cell in row])
        ends = accumulate(map(len, table.blocks), initial=0)
        table = replace(table, blocks=[rows[start:end] for start, end in pairwise(ends)])
        blocks.append(TableBlock(table, f"{view.benchmark}-validity"))
    return [Collapsible(language.text("validity.title"), [*blocks, *scorings])]


def _validity_sentence(run: SavedRun, benchmark: str, metric: str, language: Language) -> str:
    """What a figure says of one run; nothing of one that it has only by group."""
    estimate, mode = run.findings.find(benchmark, metric), response_mode_of(run, benchmark)
    if estimate is None:
        return ""
    key, ideal = f"validity.{metric}", MEASURES[mode.metric].ideal
    if metric == TYPES:
        key = f"{key}.{'reliable' if estimate.value >= RELIABLE else 'unreliable'}"
    if metric == CONTROL:
        key = f"{key}.{'clear' if differs(run, estimate) else 'none'}"
    return language.text(
        key,
        value=estimate.value,
        span=language.span(estimate.low, estimate.high, digits_of(metric) or 1),
        n=estimate.n_used,
        splits=SPLITS,
        half=estimate.value / 2,
        ideal=language.number(ideal, 0),
        low=ideal - estimate.value,
        high=ideal + estimate.value,
        units=language.text(f"validity.units.{mode.unit}"),
    )


def _contamination(view: View) -> Iterator[Fact]:
    """Two tests for each model, so that half of the usual level is asked of each; and which models were not asked."""
    language, others = view.language, list[str]()
    colon, term = language.text("punctuation.colon"), language.text("validity.contamination")
    for run in view.runs:
        if run.manifest.model.kind != Capability.CAUSAL:
            others.append(run.label)
        for record in run.manifest.contamination:
            if record.benchmark == view.benchmark:
                verdict = "some" if min(record.p_completed, record.p_drop) < P_CLEAR / 2 else "none"
                values = {**asdict(record), "change": -record.drop, "change_controls": -record.drop_controls}
                text = language.text(f"validity.contamination.{verdict}", **values)
                yield f"{run.label}{colon} {term}" if view.several else term, text
    if others:
        named = f"{language.list_of(others)}{colon} {term}" if view.several else term
        yield named, language.text("validity.contamination.causal")


def _scorings(view: View) -> list[Block]:
    """The same items asked otherwise."""
    language, rows, counts = view.language, list[tuple[SavedRun, str]](), set[int]()
    for name in view.groups(SCORING_SCORE):
        for run, estimate in view.figures(SCORING_SCORE, name):
            rows.append((run, name))
            counts.add(estimate.n_used)
    if not rows:
        return []

    def shown(metric: str, row: tuple[SavedRun, str]) -> Cell:
        return figure(row[0].findings.find(view.benchmark, metric, row[1]))

    title = language.text("validity.scorings")
    table = tabulated(
        title,
        [rows],
        (Column("scoring", language.text("column.scoring")), itemgetter(1)),
        *model_fields(view),
        (Column("score", language.text("column.score"), "number", interval=True), partial(shown, SCORING_SCORE)),
        (Column("agreement", language.text("column.agreement"), "number", interval=True), partial(shown, SCORINGS)),
        (Column("alpha", language.text("column.alpha"), "number", 2, interval=True), partial(shown, SCORINGS_ALPHA)),
        note=language.text("validity.scorings.note", n=list(map(language.count, sorted(counts)))),
    )
    return [Heading(title), TableBlock(table, f"{view.benchmark}-scorings", captioned=False)]


def methods_of(run: SavedRun, language: Language) -> list[Fact]:
    """How one model was asked, for each benchmark and in general."""
    facts = [fact for name in run.manifest.benchmarks for fact in _asking(run, name, language)]
    facts.append((language.text("methods.model"), _model(run.manifest.model, language)))
    for check in run.manifest.sanity:
        tongue = language.text_or(f"language.{check.language}", check.language)
        right, of = language.count(check.right), language.count(check.of)
        text = language.text("methods.sanity.text", language=tongue, right=right, of=of)
        facts.append((language.text("methods.sanity"), text))
    if run.manifest.machine:
        key = "methods.machine.server" if run.manifest.model.server else "methods.machine.text"
        values = {**dict.fromkeys(MACHINE, "?"), **run.manifest.machine, "epicene": run.manifest.epicene or "?"}
        facts.append((language.text("methods.machine"), language.text(key, **values)))
    if text := _cost(run, language):
        facts.append((language.text("methods.cost"), text))
    return list(dict.fromkeys(facts))


def _cost(run: SavedRun, language: Language) -> str:
    cost = dict(run.manifest.cost)
    if run.manifest.model.server:  # this end's alone would mislead
        cost = {key: value for key, value in cost.items() if key not in ("peak_memory_bytes", "energy")}
    texts = [text] if (text := cost_said(cost, language)) else []
    for name in run.manifest.benchmarks if texts else ():
        mode = response_mode_of(run, name)
        if published := mode.published(name):
            times = ", ".join(f"{model} {time}" for model, time in published.times)
            texts.append(in_words_of(mode, language).text("methods.cost.published", benchmark=name, times=times))
    return language.text("punctuation.semicolon").join(texts)


def _asking(run: SavedRun, benchmark: str, language: Language) -> Iterator[Fact]:
    facts, colon = run.facts(benchmark), language.text("punctuation.colon")
    own, is_by_task = in_words_of(response_mode_of(run, benchmark), language), False
    for task, asked in facts.tasks.items():  # how each was asked, where there are several
        if name := own.text_or(f"task.{task}", ""):
            is_by_task, scoring = True, asked["scoring"]
            text = own.text_or(f"scoring.{scoring}", f"{scoring}: {asked['about']}")
            yield own.text("methods.scoring.task", task=name), text
    if not is_by_task:
        about = facts.scoring_about or facts.scoring
        yield own.text("methods.scoring"), own.text_or(f"scoring.{facts.scoring}", about)
    if facts.way != WORDS:
        before = f"{facts.bos}{colon} {language.text_or(f'bos.{facts.bos}', facts.bos)}"
        is_causal = run.manifest.model.kind == "causal"
        yield language.text("methods.bos"), before if is_causal else language.text("bos.not-causal")
    if signature := run.findings.signatures.get(benchmark):
        parts = SignatureParts.of(signature)
        departures, asked_with = split_options(parts.options)
        for name, digest in asked_with.items():
            text = language.text(f"methods.{name}.text", digest=digest.partition(":")[2])
            yield language.text(f"methods.{name}"), text
        if departures:
            yield language.text("methods.options"), ", ".join(departures)
        unit, _, times = parts.resampling.removeprefix("boot:").partition("*")
        resampling = own.text(f"methods.resampling.{unit}", times=own.count(int(times)))
        counted = own.text(f"aggregation.{facts.aggregation}") if facts.aggregation else ""
        statistics = own.text("methods.statistics.text", resampling=resampling, aggregation=counted)
        yield language.text("methods.statistics"), statistics
    key = f"methods.data.{'known' if facts.known else 'unknown'}"
    yield language.text("methods.data"), language.text(key, name=benchmark, digest=facts.digest[:SHORT])


def split_options(options: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """What departs from the default, and what a model is always asked with in this way, by its name."""
    departures, asked_with = list[str](), dict[str, str]()
    for option in options:
        name = option.partition(":")[0]
        if name in ASKED_WITH:
            asked_with[name] = option
        else:
            departures.append(option)
    return departures, asked_with


def _model(model: ModelFacts, language: Language) -> str:
    if model.server:
        says = ", ".join(map(str, model.server.says.values()))
        weights = language.text("methods.server" if says else "methods.server.silent", url=model.server.url, says=says)
    else:
        weights = language.text("methods.weights", digest=model.weights_digest[:SHORT])
    texts = [
        model.spec or model.name,
        language.text_or(f"methods.kind.{model.kind}", model.kind),
        model.architecture or "",
        parameters(model.parameters, language),
        language.text("methods.revision", revision=model.revision) if model.revision else "",
        weights,
    ]
    return ", ".join(filter(None, texts))


def parameters(count: int | None, language: Language) -> str:
    """135 million parameters, 1.7 billion parameters."""
    if not count:
        return ""
    if count >= 1e9:
        return language.text("methods.billions", count=language.number(count / 1e9, 1))
    if count >= 1e6:
        return language.text("methods.millions", count=language.number(count / 1e6, 0))
    return language.text("methods.parameters", count=language.count(count))


def signature_parts(runs: Sequence[SavedRun], language: Language) -> list[Fact]:
    """The first signature of the page taken apart, each part with what it says."""
    signatures = signatures_of(runs)
    if not signatures:
        return []
    parts = SignatureParts.of(signatures[0])
    departures, asked_with = split_options(parts.options)
    texts = {"data": parts.data, "scoring": parts.scoring, "bos": parts.bos, "options": "|".join(departures)}
    texts |= {**asked_with, "model": parts.model, "resampling": parts.resampling, "version": parts.version}
    return [(f"`{text}`", language.text(f"cite.part.{name}")) for name, text in texts.items() if text]


def methods_by_model(runs: Sequence[SavedRun], language: Language) -> list[tuple[str, list[Fact]]]:
    """What holds for all models once, then what is each one's own."""
    methods = [(run.label, methods_of(run, language)) for run in runs]
    if len(methods) == 1:
        return methods
    common = [fact for fact in methods[0][1] if all(fact in facts for _, facts in methods)]
    own = [(label, [fact for fact in facts if fact not in common]) for label, facts in methods]
    return [(language.text("methods.common"), common), *own] if common else own


def citation_blocks(runs: Sequence[SavedRun], views: Sequence[View], language: Language) -> list[Block]:
    """Signatures, sentences to paste, the data and the program behind the figures."""
    blocks: list[Block] = [Paragraph(language.text("cite.signature"))]
    for view in views:
        blocks += [Heading(view.title), *_benchmark_citation(view)]
    blocks += [
        Heading(language.text("cite.software")),
        Paragraph(language.text("cite.software.text", version=__version__), "quote"),
        Paragraph(_bibtex(views), "bibtex", screen_only=True),
    ]
    if parts := signature_parts(runs, language):
        blocks.append(Collapsible(language.text("cite.parts"), [DefinitionList(parts)]))
    return blocks


def _benchmark_citation(view: View) -> Iterator[Block]:
    """The data's citation, source and licence are recorded in English, and shown in the reader's language where the
    catalogue has words for this benchmark; a paper's reference stays as it was printed."""
    language, facts, quoted = view.language, view.runs[0].facts(view.benchmark), list[Block]()
    for run in view.runs:
        if view.benchmark in run.findings.signatures:
            yield Paragraph(run.findings.signatures[view.benchmark], "code")
        if text := response_mode_of(run, view.benchmark).cite(run, view.benchmark, language):
            quoted.append(Paragraph(text, "quote"))
    if quoted:
        yield Paragraph(language.text("cite.paste"), "note")
        yield from quoted
    for what, text in (("citation", facts.citation), ("licence", facts.licence), ("source", facts.source)):
        if not text:
            continue
        known = language.text_or(f"{what}.{view.benchmark}", language.text_or(f"{what}.{text}", text))
        if what == "citation":
            yield Paragraph(language.text("cite.data"), "note")
            yield Paragraph(known, "quote")
        else:
            yield Paragraph(language.text(f"cite.{what}", **{what: known}), "note")


def _bibtex(views: Sequence[View]) -> str:
    """The program, and the data behind the figures."""
    entries = [
        f"@software{{epicene,\n  author = {{{{The epicene developers}}}},\n  title = {{epicene}},\n"
        f"  version = {{{__version__}}},\n  year = {{{RELEASED}}},\n"
        "  note = {Measures stereotypes in language models and machine translation. Apache-2.0}\n}"
    ]
    for view in views:
        facts = view.runs[0].facts(view.benchmark)
        if facts.citation:
            title, note = map(escape_latex, (facts.title or view.benchmark, facts.citation))
            key = "-".join(view.benchmark.split())
            entries.append(f"@misc{{{key},\n  title = {{{title}}},\n  note = {{{note}}}\n}}")
    return "\n".join(entries)
