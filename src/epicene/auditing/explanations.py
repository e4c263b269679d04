"""What explains the figures of an audit, in sentences that results and manifest choose: what they stand beside, what
they mean, how sure they are and what to do next; how they were measured; how to cite them.

`references.json` is what `benchmarks/references.py` measured. A signature goes with each figure, so that none is set
beside a score of other items, of another way of asking or of another version.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from math import ceil, hypot
from shlex import quote
from typing import NamedTuple

import msgspec

from epicene._version import __version__
from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.kinds.figures import needed_said
from epicene.kinds.protocol import View, in_words_of, is_shown, response_mode_of
from epicene.kinds.verdicts import differs, exclusion_reason, is_trusted, seen_by_type, verdict_key
from epicene.metrics.answer_groups import group_name, is_type
from epicene.metrics.reliability import POWERED
from epicene.report.cost import cost_said
from epicene.report.document import Block, Collapsible, DefinitionList, Heading, Paragraph
from epicene.report.render.latex import escape_latex
from epicene.runs.results import WORDS, BenchmarkFacts, ModelFacts
from epicene.runs.saved_run import SavedRun
from epicene.runs.signature import SignatureParts

# What is said of a model that several sets found differently of: the gravest.
OUTCOMES = ("excluded", "above", "below", "undecided", "nothing")
LARGEST_BOUND = 25  # points, of a gate that a report advises
ASKED_WITH = ("instructions", "template", "align")
MACHINE = ("device", "dtype", "threads", "platform", "python", "torch", "transformers")
RELEASED = 2026  # this version, as CITATION.cff has it

Fact = tuple[str, str]  # a term and what is to be known of it


class LabError(NamedTuple):
    """How far from the known rate of lab models a scoring reads, in points, over how many models."""

    points: float
    low: float
    high: float
    n_models: int


MEASURED = "metric_score"
EXPLAINED = 70  # the rate of the taught model that a sentence explains
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
        parts = SignatureParts.of(reference.signature)
        is_same = (reference.metric, reference.task) == (score.metric, score.task) and not own.differences(parts)
        if is_same and parts.model != own.model:
            name = language.text(f"neighbour.{reference.kind}", model=parts.model_name, rate=reference.rate)
            scores.append((name, reference.value))
    facts, published = run.facts(benchmark), way.published(benchmark)
    if published and facts.known and facts.scoring == published.scoring:
        scores += [(language.text("neighbour.published", model=name), value) for name, value in published.headlines]
    return sorted(scores, key=lambda named: named[1])


def published_sentence(scores: Sequence[tuple[str, float]], language: Language) -> str:
    if not scores:
        return ""
    named = [f"{name} ({language.number(value)})" for name, value in scores]
    text = language.text("neighbours", models=language.text("punctuation.semicolon").join(named))
    explained = language.text("neighbour.taught", rate=EXPLAINED)
    if explained not in dict(scores):
        return text
    return f"{text} {language.text('neighbours.taught', rate=EXPLAINED)}"


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


def _of_one(run: SavedRun, language: Language) -> list[tuple[str, str]]:
    """What the gravest outcome of the run's sets means, against whom, how sure it is, what to do."""
    outcomes = {name: verdict_key(run, name) for name, facts in run.manifest.benchmarks.items() if not facts.control}
    if not outcomes:
        return []
    outcome = next(outcome for outcome in OUTCOMES if outcome in outcomes.values())
    name = next(name for name, own in outcomes.items() if own == outcome)
    own = in_words_of(response_mode_of(run, name), language)
    reason = f".{exclusion_reason(run, name)}" if outcome == "excluded" else ""
    spec = "" if run.manifest.model.server else run.manifest.model.spec  # a server's address is nobody else's
    values: dict[str, object] = {"run": _path(run), "set": name}
    values["model"] = quote(spec) if spec else language.text("command.model")

    def step(name: str, case: str) -> str:
        """The text of a step; for an excluded model in words for the reason, where there are such."""
        key = f"next.{name}.{case}{reason}"
        return own.text(key if reason and own.text_or(key, "") else f"next.{name}.{case}", **values)

    def about(text: str) -> str:
        """The text with the set that is meant, where there are several."""
        title = View([run], name, own).title
        return own.text("answer.on", benchmark=title, answer=text) if len(outcomes) > 1 else text

    steps = [("means", about(step("means", outcome)))]
    if outcome != "excluded" and (whom := _against_whom(run, name, own)):
        steps.append(("whom", about(whom)))
    steps.append(("sure", f"{step('sure', _doubt(run, outcome))} {lab_sentence(run, name, own)}".strip()))
    points = _bound([run, run], name) if outcome == "undecided" else None  # of a gate for the next release
    watch = own.text("next.watch", **values, points=own.count(points)) if points else ""
    steps.append(("do", f"{step('do', outcome)} {watch}".rstrip()))
    return [(own.text(f"next.{name}"), text) for name, text in steps]


def _against_whom(run: SavedRun, name: str, language: Language) -> str:
    """What the chart of types shows; where no type is clear, what could have been found."""
    mode = response_mode_of(run, name)
    score = mode.score(run, name)
    types = []
    for group in run.findings.groups(name, mode.metric) if score else ():
        estimate = run.findings.find(name, mode.metric, group, score.task if score else None)
        if is_type(group) and estimate and is_shown(estimate):
            types.append((group_name(group, language), mode.deciding(run, estimate)))
    if not types:
        return ""
    seen = f"{seen_by_type(View([run], name, language), types).rstrip('.')}."
    is_open = is_trusted(run, name) and not any(differs(run, estimate) for _, estimate in types)
    return f"{seen} {needed_said(run, name, mode.metric, language)}".rstrip() if is_open else seen


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


def methods_of(run: SavedRun, language: Language) -> list[Fact]:
    """How one model was asked, for each benchmark and in general."""
    facts = [fact for name in run.manifest.benchmarks for fact in _asking(run, name, language)]
    facts.append((language.text("methods.model"), _model(run.manifest.model, language)))
    for check in run.manifest.sanity:
        text = language.text(
            "methods.sanity.text",
            language=language.text_or(f"language.{check.language}", check.language),
            right=language.count(check.right),
            of=language.count(check.of),
        )
        facts.append((language.text("methods.sanity"), text))
    if run.manifest.machine:
        values = {key: run.manifest.machine.get(key, "?") for key in MACHINE}
        key = "methods.machine.server" if run.manifest.model.server else "methods.machine.text"
        text = language.text(key, epicene=run.manifest.epicene or "?", **values)
        facts.append((language.text("methods.machine"), text))
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
            own = in_words_of(mode, language)
            texts.append(own.text("methods.cost.published", benchmark=name, times=times))
    return language.text("punctuation.semicolon").join(texts)


def _asking(run: SavedRun, benchmark: str, language: Language) -> Iterator[Fact]:
    facts = run.facts(benchmark)
    own = in_words_of(response_mode_of(run, benchmark), language)
    yield from _scorings(facts, own)
    if facts.way != WORDS:
        colon = language.text("punctuation.colon")
        before = f"{facts.bos}{colon} {language.text_or(f'bos.{facts.bos}', facts.bos)}"
        is_causal = run.manifest.model.kind == "causal"
        yield (language.text("methods.bos"), before if is_causal else language.text("bos.not-causal"))
    signature = run.findings.signatures.get(benchmark)
    if signature:
        parts = SignatureParts.of(signature)
        departures, asked_with = split_options(parts.options)
        for name, digest in (option.split(":", 1) for option in asked_with):
            yield (language.text(f"methods.{name}"), language.text(f"methods.{name}.text", digest=digest))
        if departures:
            yield (language.text("methods.options"), ", ".join(departures))
        unit, _, times = parts.resampling.removeprefix("boot:").partition("*")
        resampling = own.text(f"methods.resampling.{unit}", times=own.count(int(times)))
        counted = own.text(f"aggregation.{facts.aggregation}") if facts.aggregation else ""
        statistics = own.text("methods.statistics.text", resampling=resampling, aggregation=counted)
        yield (language.text("methods.statistics"), statistics)
    known = "known" if facts.known else "unknown"
    digest = facts.digest[:SHORT]
    yield (language.text("methods.data"), language.text(f"methods.data.{known}", name=benchmark, digest=digest))


def split_options(options: Sequence[str]) -> tuple[list[str], list[str]]:
    """What departs from the default, and what a model is always asked with in this way."""
    asked_with = [option for option in options if option.partition(":")[0] in ASKED_WITH]
    return [option for option in options if option not in asked_with], asked_with


def _scorings(facts: BenchmarkFacts, language: Language) -> Iterator[Fact]:
    """How it was asked; where there are several tasks, how each was."""
    named = [task for task in facts.tasks if language.text_or(f"task.{task}", "")]
    if not named:
        about = facts.scoring_about or facts.scoring
        yield (language.text("methods.scoring"), language.text_or(f"scoring.{facts.scoring}", about))
    for task in named:
        scoring = facts.tasks[task]
        term = language.text("methods.scoring.task", task=language.text(f"task.{task}"))
        yield (term, language.text_or(f"scoring.{scoring['scoring']}", f"{scoring['scoring']}: {scoring['about']}"))


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
    return ", ".join(part for part in texts if part)


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
    first = next((text for run in runs for text in run.findings.signatures.values()), None)
    if first is None:
        return []
    parts = SignatureParts.of(first)
    departures, asked_with = split_options(parts.options)
    named = {
        "data": parts.data,
        "scoring": parts.scoring,
        "bos": parts.bos,
        "options": "|".join(departures),
        **{option.partition(":")[0]: option for option in asked_with},
        "model": parts.model,
        "resampling": parts.resampling,
        "version": parts.version,
    }
    return [(f"`{text}`", language.text(f"cite.part.{name}")) for name, text in named.items() if text]


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
    language, facts = view.language, view.runs[0].facts(view.benchmark)

    def known(what: str, text: str) -> str:
        return language.text_or(f"{what}.{view.benchmark}", language.text_or(f"{what}.{text}", text))

    for run in view.runs:
        if view.benchmark in run.findings.signatures:
            yield Paragraph(run.findings.signatures[view.benchmark], "code")
    sentences = [response_mode_of(run, view.benchmark).cite(run, view.benchmark, language) for run in view.runs]
    if any(sentences):
        yield Paragraph(language.text("cite.paste"), "note")
        yield from (Paragraph(text, "quote") for text in sentences if text)
    if facts.citation:
        yield Paragraph(language.text("cite.data"), "note")
        yield Paragraph(known("citation", facts.citation), "quote")
    if facts.licence:
        yield Paragraph(language.text("cite.licence", licence=known("licence", facts.licence)), "note")
    if facts.source:
        yield Paragraph(language.text("cite.source", source=known("source", facts.source)), "note")


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
            title = escape_latex(facts.title or view.benchmark)
            entries.append(
                f"@misc{{{'-'.join(view.benchmark.split())},\n  title = {{{title}}},\n"
                f"  note = {{{escape_latex(facts.citation)}}}\n}}"
            )
    return "\n".join(entries)
