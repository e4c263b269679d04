"""How it was measured, in plain words, from what the run wrote down about itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.kinds.protocol import in_words_of, response_mode_of
from epicene.report.cost import cost_said
from epicene.runs.results import WORDS, BenchmarkFacts, ModelFacts, ServerFacts
from epicene.runs.saved_run import SavedRun
from epicene.runs.signature import SignatureParts

ASKED_WITH = ("instructions", "template", "align")


Fact = tuple[str, str]  # a term and what is to be known of it


def methods_of(run: SavedRun, language: Language) -> list[Fact]:
    """How one model was asked, for each benchmark and in general."""
    facts = [fact for name in run.manifest.benchmarks for fact in _asking(run, name, language)]
    facts += [(language.text("methods.model"), _model(run.manifest.model, language))]
    facts += _sanity(run, language)
    facts += _machine(run, language)
    facts += _cost(run, language)
    return list(dict.fromkeys(facts))


def _asking(run: SavedRun, benchmark: str, language: Language) -> Iterator[Fact]:
    facts = run.facts(benchmark)
    own = in_words_of(response_mode_of(run, benchmark), language)
    yield from _scorings(facts, own)
    if facts.way != WORDS:
        yield (language.text("methods.bos"), _before(run, facts.bos, language))
    signature = run.findings.signatures.get(benchmark)
    if signature:
        parts = SignatureParts.of(signature)
        departures, asked_with = split_options(parts.options)
        for name, digest in (option.split(":", 1) for option in asked_with):
            yield (language.text(f"methods.{name}"), language.text(f"methods.{name}.text", digest=digest))
        if departures:
            yield (language.text("methods.options"), ", ".join(departures))
        yield (language.text("methods.statistics"), _statistics(facts, parts.resampling, own))
    known = "known" if facts.known else "unknown"
    digest = facts.digest[:SHORT]
    yield (language.text("methods.data"), language.text(f"methods.data.{known}", name=benchmark, digest=digest))


def _before(run: SavedRun, bos: str, language: Language) -> str:
    """What stood before the sentence."""
    if run.manifest.model.kind != "causal":
        return language.text("bos.not-causal")
    return f"{bos}{language.text('punctuation.colon')} {language.text_or(f'bos.{bos}', bos)}"


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
        asked = facts.tasks[task]
        term = language.text("methods.scoring.task", task=language.text(f"task.{task}"))
        yield (term, language.text_or(f"scoring.{asked['scoring']}", f"{asked['scoring']}: {asked['about']}"))


def _statistics(facts: BenchmarkFacts, resampling: str, language: Language) -> str:
    unit, _, times = resampling.removeprefix("boot:").partition("*")
    drawn = language.text(f"methods.resampling.{unit}", times=language.count(int(times)))
    counted = language.text(f"aggregation.{facts.aggregation}") if facts.aggregation else ""
    return language.text("methods.statistics.text", resampling=drawn, aggregation=counted)


def _model(model: ModelFacts, language: Language) -> str:
    texts = [
        model.spec or model.name,
        language.text_or(f"methods.kind.{model.kind}", model.kind),
        model.architecture or "",
        parameters(model.parameters, language),
        language.text("methods.revision", revision=model.revision) if model.revision else "",
        _server(model.server, language)
        if model.server
        else language.text("methods.weights", digest=model.weights_digest[:SHORT]),
    ]
    return ", ".join(part for part in texts if part)


def _server(server: ServerFacts, language: Language) -> str:
    says = ", ".join(str(said) for said in server.says.values())
    key = "methods.server" if says else "methods.server.silent"
    return language.text(key, url=server.url, says=says)


def parameters(count: int | None, language: Language) -> str:
    """135 million parameters, 1.7 billion parameters."""
    if not count:
        return ""
    if count >= 1e9:
        return language.text("methods.billions", count=language.number(count / 1e9, 1))
    if count >= 1e6:
        return language.text("methods.millions", count=language.number(count / 1e6, 0))
    return language.text("methods.parameters", count=language.count(count))


def _sanity(run: SavedRun, language: Language) -> Iterator[Fact]:
    for check in run.manifest.sanity:
        text = language.text(
            "methods.sanity.text",
            language=language.text_or(f"language.{check.language}", check.language),
            right=language.count(check.right),
            of=language.count(check.of),
        )
        yield (language.text("methods.sanity"), text)


def _machine(run: SavedRun, language: Language) -> Iterator[Fact]:
    machine = run.manifest.machine
    if machine:
        values = {key: machine.get(key, "?") for key in ("device", "dtype", "threads", "platform")}
        values |= {key: machine.get(key, "?") for key in ("python", "torch", "transformers")}
        key = "methods.machine.server" if run.manifest.model.server else "methods.machine.text"
        text = language.text(key, epicene=run.manifest.epicene or "?", **values)
        yield (language.text("methods.machine"), text)


def _cost(run: SavedRun, language: Language) -> Iterator[Fact]:
    cost = dict(run.manifest.cost)
    if run.manifest.model.server:  # this end's alone would mislead
        cost = {key: value for key, value in cost.items() if key not in ("peak_memory_bytes", "energy")}
    if text := cost_said(cost, language):
        parts = [text]
        for name in run.manifest.benchmarks:
            way = response_mode_of(run, name)
            if published := way.published(name):
                times = ", ".join(f"{model} {time}" for model, time in published.times)
                own = in_words_of(way, language)
                parts.append(own.text("methods.cost.published", benchmark=name, times=times))
        yield (language.text("methods.cost"), language.text("punctuation.semicolon").join(parts))


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
    found = [(run.label, methods_of(run, language)) for run in runs]
    if len(found) == 1:
        return found
    common = [fact for fact in found[0][1] if all(fact in facts for _, facts in found)]
    own = [(label, [fact for fact in facts if fact not in common]) for label, facts in found]
    return [(language.text("methods.common"), common), *own] if common else own
